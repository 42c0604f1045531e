// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/encoder_start.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>
#include <espalier/training/tasks/encoder_task.h>

namespace espalier::training {
namespace {

namespace fs = std::filesystem;

models::ModelConfig shape_of(const RunConfig& config, const text::Tokenizer& tokenizer,
                             const PretrainedEncoder& encoder) {
  const std::string& known = encoder.vocabulary_hash();
  if (!known.empty() && known != tokenizer.hash())
    throw ConfigError(fmt::format(
        "model.encoder was trained with the vocabulary {}, found {}; set "
        "data.vocabulary to {}",
        known, tokenizer.hash(),
        encoder.is_checkpoint() ? "the folder of its run" : encoder.checkpoint().string()));
  return encoder.fitted(encoder_shape(config, tokenizer.size()));
}

/// What model.encoder names; "" if there is none.
std::string encoder_folder(const RunConfig& config) {
  constexpr std::string_view kSeed = "{seed}";
  std::string folder = encoder_key().of(config);
  for (std::size_t at = folder.find(kSeed); at != std::string::npos; at = folder.find(kSeed, at))
    folder.replace(at, kSeed.size(), std::to_string(config.run.seed));
  return folder;
}

/// Throws unless model.encoder names a folder.
void require_encoder(const std::string& folder) {
  const std::string key = encoder_key().key().path();
  require_file(key, folder);
  if (std::error_code unknown; !fs::is_directory(folder, unknown) && !unknown)
    throw ConfigError(fmt::format(
        "{}: '{}' is a file, expected the folder of a checkpoint, of a run or of Hugging Face", key,
        files::without_controls(folder)));
}

/// What training starts from: the encoder's patterns, which it is pruned to if that is asked for. A
/// policy that lowers the density prunes further, to the targets of the configuration.
InitialTopology topology_of(const RunConfig& config, PretrainedEncoder& encoder) {
  const std::vector<models::LinearWeight> weights = declared_model(config).weights;
  InitialTopology topology = initial_topology(config, encoder.patterns(weights));
  if (!prune_encoder_key().of(config)) return topology;
  encoder.prune(topology.weights, config.topology.block_norm);
  const std::map<std::string, sparse::PatternPtr> pruned = encoder.patterns(weights);
  for (InitialWeight& weight : topology.weights)
    if (const auto found = pruned.find(weight.shape.name); found != pruned.end())
      weight.pattern = found->second;
  return topology;
}

/// Throws ConfigError if a key says otherwise of the encoder's patterns than what there is.
void require_used(const RunConfig& config, const InitialTopology& topology,
                  const PretrainedEncoder& encoder) {
  std::string where = encoder.checkpoint().string();
  if (where != encoder_folder(config)) where += ", the newest of the run that model.encoder names";
  const bool sparse = std::ranges::any_of(
      topology.weights, [](const InitialWeight& weight) { return weight.pattern != nullptr; });
  if (prune_encoder_key().of(config) && sparse && !encoder.is_pruned())
    throw ConfigError(where +
                      ": is sparse, expected dense weights for model.prune_encoder; leave that key "
                      "out, and set a topology.policy that lowers the density, such as gmp, to "
                      "store less");
  require_density(config, topology, where);
}

}  // namespace

const OwnKey<bool>& prune_encoder_key() {
  static const OwnKey<bool> key("model", "prune_encoder", false, Domain::truth(),
                                "dense weights of model.encoder keep their blocks of greatest "
                                "topology.block_norm, as many as model.density says, or as "
                                "topology.policy starts with",
                                {.absent_at_default = true});
  return key;
}

const OwnKey<std::string>& encoder_key() {
  static const OwnKey<std::string> key(
      "model", "encoder", "", Domain::any_text(),
      "checkpoint (a folder step_N) whose encoder training starts from, or a run, of which the "
      "newest counts, or a folder of Hugging Face; {seed} stands for run.seed; empty: from "
      "scratch");
  return key;
}

fs::path vocabulary_of(const RunConfig& config) {
  require_file("data.vocabulary", config.data.vocabulary);
  if (!config.data.vocabulary.empty()) return config.data.vocabulary;
  const fs::path folder = encoder_folder(config);
  return !folder.empty() && text::has_tokenizer(folder) ? folder : fs::path();
}

models::EncoderOptions EncoderStart::options(const RunConfig& config) const {
  return {.config = shape,
          .block = config.model.block,
          .embedding_density = config.model.embedding_density,
          .initial_deviation = config.model.initial_deviation,
          // The encoder's patterns, or those of the configuration.
          .patterns =
              [words = words, source = topology.source()](const std::string& weight, Index out,
                                                          Index in) {
                return weight.ends_with(".word_embeddings.weight") ? words
                                                                   : source(weight, out, in);
              },
          .dropout = config.model.dropout,
          .attention_dropout = config.model.attention_dropout};
}

std::vector<DataHash> EncoderStart::fill(models::Encoder& model,
                                         const models::ParameterList& others) const {
  if (!encoder) return {};
  models::ParameterList taken = model.parameters();
  std::ranges::copy_if(others, std::back_inserter(taken), [&](const models::Parameter* parameter) {
    return parameter->name.starts_with("bert.pooler.") && encoder->has(parameter->name);
  });
  encoder->copy_to(taken);
  return {
      {.key = kEncoderHashKey,
       .what = "encoder",
       .value = encoder->hash(),
       .remedy =
           "or branch it by train --from, with model.encoder set to the checkpoint that it "
           "began with (of a run the newest counts) and data.vocabulary to the folder of its run",
       .origin = encoder->checkpoint().string()}};
}

EncoderStart encoder_start(const RunConfig& config, const text::Tokenizer& tokenizer) {
  EncoderStart start;
  const std::string folder = encoder_folder(config);
  if (folder.empty()) {
    start.shape = encoder_shape(config, tokenizer.size());
    start.topology = initial_topology(config);
    return start;
  }
  require_encoder(folder);
  PretrainedEncoder& encoder = start.encoder.emplace(folder);
  start.shape = shape_of(config, tokenizer, encoder);
  start.topology = topology_of(config, encoder);
  require_used(config, start.topology, encoder);
  start.words =
      encoder.word_pattern(start.shape, config.model.block, config.model.embedding_density);
  return start;
}

EncoderStart trained_start(const RunConfig& config, const text::Tokenizer& tokenizer,
                           const fs::path& checkpoint) {
  const PretrainedEncoder trained(checkpoint);
  EncoderStart start;
  start.shape = shape_of(config, tokenizer, trained);
  start.topology = initial_topology(config, trained.patterns(declared_model(config).weights));
  start.words =
      trained.word_pattern(start.shape, config.model.block, config.model.embedding_density);
  return start;
}

std::string encoder_hash(const RunConfig& config) {
  const std::string folder = encoder_folder(config);
  if (folder.empty()) return {};
  require_encoder(folder);
  return PretrainedEncoder(folder).hash();
}

std::map<std::string, sparse::PatternPtr> encoder_patterns(const RunConfig& config) {
  const std::string folder = encoder_folder(config);
  if (folder.empty()) return {};
  require_encoder(folder);
  PretrainedEncoder encoder(folder);
  static_cast<void>(topology_of(config, encoder));  // prunes it
  return encoder.patterns(declared_model(config).weights);
}

}  // namespace espalier::training
