// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/corpus_declaration.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <span>

#include <espalier/files/plain_text.h>
#include <espalier/models/families/flops.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/corpora/corpus.h>
#include <espalier/text/corpora/corpus_files.h>
#include <espalier/text/corpora/default_corpus.h>
#include <espalier/text/sequences/held_out.h>
#include <espalier/text/sequences/masking.h>
#include <espalier/text/sequences/prepared_corpus.h>
#include <espalier/text/tokenizer/unknown_words.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/model_shape.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/tasks/encoder_task.h>

namespace espalier::training {

const OwnKey<double>& embedding_deviation() {
  static const OwnKey<double> key(
      "model", "embedding_deviation", 0.0, Domain::not_negative(),
      "initial deviation of embedding and head; 0: model.initial_deviation",
      {.absent_at_default = true});
  return key;
}

const OwnKey<Index>& test_sequences() {
  static const OwnKey<Index> key("training", "test_sequences", 0, Domain::count_from(0),
                                 "sequences that are kept for the test of the finished run, of "
                                 "documents that validation does not see; 0: no test",
                                 {.absent_at_default = true, .of_windows = true});
  return key;
}

const OwnKey<std::string>& packing() {
  static const OwnKey<std::string> key(
      "data", "packing", text::packing_names().front(), Domain::one_of(text::packing_names()),
      "how sequences are filled: cut from one stream of documents; with whole documents that do "
      "not see each other; or (mlm) with two segments of sentences. Losses of different packings "
      "cannot be compared",
      {.absent_at_default = true, .of_windows = true, .free_at_evaluation = true});
  return key;
}

namespace {

/// Of a folder only its vocab.txt could be read, and not how its tokenizer normalises text.
void require_vocabulary_file(const std::string& vocabulary) {
  require_file("data.vocabulary", vocabulary);
  if (std::error_code unknown; std::filesystem::is_directory(vocabulary, unknown))
    throw ConfigError("data.vocabulary: '" + files::without_controls(vocabulary) +
                      "' is a folder, expected a vocab.txt, by which lower-cased text is read");
}

text::DataOptions data_options(const RunConfig& config) {
  require_vocabulary_file(config.data.vocabulary);
  return {.corpus = config.data.corpus,
          .folder = config.data.folder,
          .vocabulary = config.data.vocabulary,
          .vocabulary_size = config.data.vocabulary_size,
          .sequence_length = config.data.sequence,
          .packing = *text::packing_of(packing().of(config)),
          .validation_fraction = config.data.validation_fraction,
          .cache_folder = config.data.cache,
          .threads = static_cast<int>(config.run.threads)};
}

/// A corpus may have fewer pieces than asked for.
models::ModelConfig smallest_shape(const RunConfig& config) {
  models::ModelConfig shape = model_config(config);
  shape.vocabulary = std::min<Index>(shape.vocabulary, 32);
  return shape;
}

/// Share of [PAD] among the training tokens.
double padding_fraction(const text::PreparedData& data) {
  const std::vector<std::int32_t>& tokens = data.corpus.train.tokens;
  return static_cast<double>(std::ranges::count(tokens, data.tokenizer.special().pad)) /
         static_cast<double>(tokens.size());
}

/// Warns of [UNK] in what is trained on of each corpus, and in what validates.
void warn_of_unknown_parts(const text::PreparedData& data, const std::filesystem::path& vocabulary,
                           std::vector<std::string>& warnings) {
  const text::SpecialTokens& special = data.tokenizer.special();
  const std::string& name = data.corpus.facts.corpus.name;
  const std::vector<text::CorpusPart> parts = text::corpus_parts(name);
  std::span<const std::int32_t> rest(data.corpus.train.tokens);
  const std::vector<text::CorpusShare> shares = data.corpus.training_shares();
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto own = rest.first(
        static_cast<std::size_t>(shares[i].sequences * data.corpus.train.sequence_length));
    rest = rest.subspan(own.size());
    warn_of_unknown("corpus " + (i < parts.size() ? parts[i].source : name) + ": training split",
                    count_unknown(own, special), vocabulary, warnings);
  }
  warn_of_unknown("corpus " + name + ": validation split",
                  count_unknown(data.corpus.validation.tokens, special), vocabulary, warnings);
}

/// What is read of the folders among the sources of a corpus, a line each.
std::vector<std::string> folder_notes(const std::string& corpus) {
  std::vector<std::string> sources;
  for (const text::CorpusPart& part : text::corpus_parts(corpus)) sources.push_back(part.source);
  if (sources.empty()) sources.push_back(corpus);
  std::vector<std::string> notes;
  for (const std::string& source : sources) {
    if (source == text::kDefaultCorpusName || !std::filesystem::is_directory(source)) continue;
    const text::CorpusFiles found = text::find_corpus_files(source);
    notes.push_back(fmt::format("corpus folder {}: {} {}, {} bytes",
                                files::without_controls(source), found.files.size(),
                                found.files.size() == 1 ? "file" : "files", found.bytes));
    if (!found.left_out.empty()) notes.back() += "; left out: " + to_text(found.left_out);
  }
  return notes;
}

}  // namespace

std::vector<std::string> CorpusDeclaration::corpus_keys() {
  std::vector<std::string> keys = encoder_keys();
  keys.insert(keys.end(),
              {"model.positions", "data.corpus", "data.folder", "data.cache", "training.tokens",
               "training.validation_sequences", "training.validation_share"});
  return keys;
}

std::vector<Metric> CorpusDeclaration::corpus_metrics() {
  std::vector<Metric> metrics = prediction_metrics(/*tested=*/true);
  // Both are of the text alone, and what a loss is held against.
  metrics.push_back({.name = metric::kContextFreeLoss,
                     .title = "context-free loss",
                     .unit = kNats,
                     .of_end = true,
                     .summarised = false,
                     .meaning = "of a model that sees no context"});
  metrics.push_back({.name = metric::kUnigramEntropy, .unit = kNats, .of_end = true});
  return metrics;
}

MemoryNeed CorpusDeclaration::least_memory(const RunConfig& config) const {
  return encoder_memory(config, with_head(smallest_shape(config), config));
}

Index CorpusDeclaration::most_stages(const RunConfig& config) const {
  return model_config(config).layers;
}

std::vector<std::string> source_warnings(const text::CorpusFacts& facts) {
  std::vector<std::string> warnings;
  const auto other = std::ranges::find(facts.sources, false, &text::CorpusSource::as_expected);
  if (other != facts.sources.end())
    warnings.push_back(fmt::format(
        "corpus {}: {} is not that of Debian 12 (dict-gcide 0.48.5, wordnet-base 3.0), so that "
        "losses do not compare with the published ones",
        facts.name, files::without_controls(other->path)));
  const auto parts = text::corpus_parts(facts.name);
  const bool has_default =
      facts.name == text::kDefaultCorpusName ||
      std::ranges::count(parts, text::kDefaultCorpusName, &text::CorpusPart::source) > 0;
  const bool published = has_default && other == facts.sources.end();
  const std::int64_t invalid = facts.invalid_bytes - (published ? text::kPublishedInvalidBytes : 0);
  if (invalid > 0)
    warnings.push_back(
        fmt::format("corpus {}: {} bytes are not valid UTF-8, and the characters that they stand "
                    "for are lost; convert the text, as by iconv -f ISO-8859-1 -t UTF-8",
                    facts.name, invalid));
  return warnings;
}

std::vector<models::EncoderStage> CorpusDeclaration::stages(const RunConfig& config,
                                                            Index vocabulary, Index ranks) const {
  models::ModelConfig shape = model_config(config);
  shape.vocabulary = vocabulary;
  const auto length = static_cast<double>(config.data.sequence);
  return models::encoder_stages(
      with_head(shape, config), shape.layers, ranks, densities(config), config.data.sequence,
      wants_causal() ? length - 1 : text::MaskingOptions().masked_fraction * length);
}

PipelineStage CorpusDeclaration::stage_of(const RunConfig& config, Index vocabulary,
                                          machines::Machines& machines) const {
  return {
      &machines,
      stages(config, vocabulary, machines.ranks()).at(static_cast<std::size_t>(machines.rank()))};
}

std::vector<MemoryNeed> CorpusDeclaration::least_stage_memory(const RunConfig& config,
                                                              Index ranks) const {
  const models::ModelConfig shape = smallest_shape(config);
  const models::ModelDeclaration model = with_head(shape, config);
  const models::ParameterCount count = models::count_parameters(model, densities(config));
  const MemoryNeed whole = encoder_memory(config, model);
  std::vector<MemoryNeed> needs;
  for (const models::EncoderStage& stage : stages(config, model_config(config).vocabulary, ranks)) {
    const StagePlace place(static_cast<int>(needs.size()), static_cast<int>(ranks));
    const double share = static_cast<double>(stage.last_layer - stage.first_layer) /
                         static_cast<double>(shape.layers);
    const auto kept = static_cast<double>(std::min(panel_groups(config), place.layer_records()));
    needs.push_back({.weights = share * count.encoder_linear + (stage.ends ? count.embedding : 0),
                     .activations = whole.activations * share * kept,
                     .remedy = whole.remedy});
  }
  return needs;
}

std::shared_ptr<const TaskData> CorpusDeclaration::load(
    const RunConfig& config, const std::function<void(const std::string&)>& say) const {
  say("preparing the corpus");
  return described(config, prepare_corpus(data_options(config), say));
}

std::shared_ptr<const TaskData> CorpusDeclaration::preview(const RunConfig& config) const {
  std::optional<text::PreparedData> data = preview_corpus(data_options(config));
  return data ? described(config, *std::move(data)) : nullptr;
}

void CorpusDeclaration::require_fit(const RunConfig& config, const TaskData& data) const {
  const auto& [corpus, tokenizer] = dynamic_cast<const CorpusData&>(data).prepared;
  static_cast<void>(encoder_shape(config, tokenizer.size()));
  static_cast<void>(
      divide_held_out(corpus.validation, test_sequences().of(config), tokenizer.special()));
}

std::shared_ptr<const TaskData> CorpusDeclaration::described(const RunConfig& config,
                                                             text::PreparedData prepared) const {
  auto data = std::make_shared<CorpusData>(std::move(prepared));
  const text::EncodedFacts& facts = data->prepared.corpus.facts;
  if (!facts.cache_note.empty()) data->notes.push_back(facts.cache_note);
  for (std::string& note : folder_notes(facts.corpus.name)) data->notes.push_back(std::move(note));
  data->notes.push_back(fmt::format(
      "corpus {}: {} training tokens, vocabulary {}, {:.2f}% [UNK], {}", facts.corpus.name,
      facts.training_tokens, facts.vocabulary_size, 100 * facts.training_unknown_fraction,
      context_free(data->prepared.corpus, data->prepared.tokenizer.special())));
  data->warnings = source_warnings(facts.corpus);
  warn_of_unknown_parts(data->prepared, config.data.vocabulary, data->warnings);
  warn_of_capitals(data->prepared.tokenizer, data->warnings);
  if (facts.packing != text::Packing::kStream)
    data->notes.push_back(fmt::format("packing {}, {:.1f}% of the training tokens are padding",
                                      packing().of(config),
                                      100 * padding_fraction(data->prepared)));
  const std::int64_t to_validate =
      divide_held_out(data->prepared.corpus.validation, test_sequences().of(config),
                      data->prepared.tokenizer.special())
          .validation.count();
  if (to_validate < config.training.validation_sequences)
    data->notes.push_back(
        fmt::format("validation on all {} sequences that are held out for it; "
                    "training.validation_sequences is {}",
                    to_validate, config.training.validation_sequences));
  data->corpus_hash = facts.corpus.hash;
  data->vocabulary_hash = facts.vocabulary_hash;
  data->vocabulary = data->prepared.tokenizer.vocabulary_text();
  return data;
}

RunCost CorpusDeclaration::cost(const RunConfig& config, const RunResult& result) const {
  models::ModelConfig shape = model_config(config);
  if (result.vocabulary > 0) shape.vocabulary = result.vocabulary;
  const models::ModelDeclaration model = with_head(shape, config);
  const models::EncoderDensity density(result.attention_density, result.feed_forward_density,
                                       embedding_density(config, shape));
  const double sequences = static_cast<double>(result.sequences);
  const Index length = config.data.sequence;
  const double encoder = models::training_flops(model, density, length);
  const double all = models::count_flops(model, density, length, result.masked_per_sequence,
                                         models::Pass::kTraining,
                                         {optimizer_flops_per_value(config), config.training.batch})
                         .total();
  // Older results have no sum over the steps; their densities were the same at each.
  const bool summed = std::isfinite(result.training_flops);
  RunCost cost;
  cost.encoder_training_flops = summed ? result.training_flops : encoder * sequences;
  cost.encoder_flops_per_sequence = summed ? result.training_flops / sequences : encoder;
  cost.total_training_flops =
      cost.encoder_training_flops + sequences * (all - encoder) + result.update_flops;
  cost.parameters = models::count_parameters(model, density).total();
  return cost;
}

}  // namespace espalier::training
