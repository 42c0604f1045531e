// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/pretrained_encoder.h>

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include <espalier/files/content_hash.h>
#include <espalier/files/json_text.h>
#include <espalier/models/checkpoints/model_folder.h>
#include <espalier/models/checkpoints/sparsify_model.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/topology/random_pattern.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>
#include <espalier/training/config/model_shape.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::training {
namespace {

std::string hash_of(const std::vector<models::ParameterSummary>& parameters) {
  files::ContentHash hash;
  for (const models::ParameterSummary& parameter : parameters)
    hash.update_field(parameter.name).update_field(parameter.values_hash);
  return files::hex(hash.value());
}

bool is_model_folder(const std::filesystem::path& folder) {
  std::error_code unknown;  // then reading says what is wrong
  return std::filesystem::exists(folder / models::kConfigFile, unknown);
}

/// Ordered by name.
std::vector<models::ParameterSummary> summaries_of(const models::StoredModel& model) {
  std::vector<models::ParameterSummary> summaries;
  for (const auto& [name, tensor] : model.parameters) {
    const auto bytes = std::as_bytes(std::span(tensor.values));
    summaries.push_back({.name = name,
                         .shape = tensor.shape,
                         .density = tensor.is_sparse() ? tensor.pattern->density() : 1,
                         .pattern = tensor.pattern,
                         .values_hash = files::hex(files::content_hash(
                             {reinterpret_cast<const char*>(bytes.data()), bytes.size()}))});
  }
  return summaries;
}

/// The newest checkpoint of a run's folder; a checkpoint's folder as it is.
std::filesystem::path checkpoint_in(const std::filesystem::path& folder) {
  const std::filesystem::path checkpoints = folder / run_file::kCheckpoints;
  std::error_code unknown;  // then reading says what is wrong
  if (!std::filesystem::is_directory(checkpoints, unknown)) return folder;
  const auto newest = models::latest_checkpoint(checkpoints).path;
  if (!newest)
    throw FormatError(fmt::format("{}: no whole checkpoint, expected one", checkpoints.string()));
  return *newest;
}

/// The configuration of the run whose folder a checkpoint is in; nothing if it was copied out of
/// it. Throws as `read_run_config`.
std::optional<RunConfig> config_of_run(const std::filesystem::path& checkpoint) {
  std::error_code unknown;  // then it is in none
  const std::filesystem::path whole = std::filesystem::canonical(checkpoint, unknown);
  const std::filesystem::path among = whole.parent_path(), run = among.parent_path();
  const bool is_kept =
      among.filename() == run_file::kCheckpoints || among.filename() == run_file::kStart;
  if (!is_kept || !RunFolder::exists(run)) return std::nullopt;
  return read_run_config(run);
}

}  // namespace

PretrainedEncoder::PretrainedEncoder(const std::filesystem::path& folder)
    : checkpoint_(checkpoint_in(folder)) {
  if (is_model_folder(folder)) {
    model_ = models::read_model_folder(folder);
    parameters_ = summaries_of(*model_);
    hash_ = hash_of(parameters_);
    if (text::has_tokenizer(folder))
      vocabulary_hash_ = text::read_hugging_face_tokenizer(folder).hash();
    return;
  }
  parameters_ = models::inspect_checkpoint(checkpoint_);
  hash_ = hash_of(parameters_);
  const nlohmann::json state =
      files::parse_json_object(models::trainer_state(checkpoint_), checkpoint_.string());
  const auto found = state.find("vocabulary_hash");
  if (found != state.end() && found->is_string()) vocabulary_hash_ = found->get<std::string>();
}

const models::ParameterSummary* PretrainedEncoder::find(const std::string& name) const {
  const auto at = std::ranges::lower_bound(parameters_, name, {}, &models::ParameterSummary::name);
  return at == parameters_.end() || at->name != name ? nullptr : &*at;
}

const models::ParameterSummary& PretrainedEncoder::find(const std::string& name,
                                                        const std::vector<Index>& shape) const {
  const models::ParameterSummary* found = find(name);
  if (found == nullptr) throw ConfigError(fmt::format("{}: has no {}", checkpoint_.string(), name));
  if (found->shape != shape)
    throw ConfigError(fmt::format("{}: {} is {}, expected {}", checkpoint_.string(), name,
                                  fmt::join(found->shape, "x"), fmt::join(shape, "x")));
  return *found;
}

bool PretrainedEncoder::has(const std::string& parameter) const {
  return find(parameter) != nullptr;
}

sparse::PatternPtr PretrainedEncoder::pattern(const std::string& weight, Index rows,
                                              Index cols) const {
  return find(weight, {rows, cols}).pattern;
}

std::map<std::string, sparse::PatternPtr> PretrainedEncoder::patterns(
    std::span<const models::LinearWeight> weights) const {
  std::map<std::string, sparse::PatternPtr> patterns;
  for (const models::LinearWeight& weight : weights)
    if (sparse::PatternPtr found = pattern(weight.name, weight.rows, weight.cols))
      patterns[weight.name] = std::move(found);
  return patterns;
}

sparse::PatternPtr PretrainedEncoder::word_pattern(const models::ModelConfig& shape, Index block,
                                                   double density) const {
  const std::string name = shape.family + ".embeddings.word_embeddings.weight";
  sparse::PatternPtr found = pattern(name, shape.vocabulary, shape.hidden);
  const bool fits =
      found == nullptr
          ? density == 1
          : density < 1 && found->block() == sparse::BlockShape{.rows = block, .cols = block} &&
                found->blocks() == sparse::blocks_for_density(found->grid_size(), density);
  if (fits) return found;
  const auto text = [](double stored, Index side) {
    return stored == 1 ? std::string("dense")
                       : fmt::format("of density {} in blocks of {}", stored, side);
  };
  throw ConfigError(
      fmt::format("{}: {} is {}, expected it to be {}; see model.embedding_density and model.block",
                  checkpoint_.string(), name,
                  found == nullptr ? text(1, 1) : text(found->density(), found->block().rows),
                  text(density, block)));
}

template <typename Value>
void PretrainedEncoder::refuse(const char* what, const Value& value, const char* key) const {
  throw ConfigError(
      fmt::format("{}: {} {}; set {} = {}", checkpoint_.string(), what, value, key, value));
}

void PretrainedEncoder::require_as_large(const models::ModelConfig& shape) const {
  std::vector<models::NamedShape> shapes;
  for (const models::ParameterSummary& parameter : parameters_)
    shapes.push_back({parameter.name, parameter.shape});
  const auto found = models::model_family(shape.family).recognise(shapes);
  if (!found) return;  // then the first weight is missing
  if (found->hidden != shape.hidden) refuse("the hidden width is", found->hidden, "model.hidden");
  if (found->layers != shape.layers)
    refuse("the number of layers is", found->layers, "model.layers");
  if (found->intermediate != shape.intermediate)
    refuse("the width inside feed-forward layers is", found->intermediate, "model.intermediate");
}

void PretrainedEncoder::require_computed_alike(const models::ModelConfig& found,
                                               const models::ModelConfig& shape) const {
  if (found.heads != shape.heads) refuse("the number of heads is", found.heads, "model.heads");
  if (found.norm_epsilon != shape.norm_epsilon)
    refuse("norms add", found.norm_epsilon, "model.norm_epsilon");
  for (const auto& [name, activation] : kActivations)
    if (activation == found.activation && found.activation != shape.activation)
      refuse("the activation is", name, "model.activation");
  if (found.norm != shape.norm)
    refuse("the norms of layers are", found.norm == models::NormPlacement::kPre ? "pre" : "post",
           "model.norm");
}

void PretrainedEncoder::require_seen_alike(const models::AttentionLayout& found,
                                           const std::string& pattern,
                                           const models::AttentionLayout& layout) const {
  const bool has_pattern = layout.pattern != nullptr;
  if (found.block != layout.block)
    refuse("tokens in a block of attention are", found.block, "model.attention_block");
  if (pattern.empty() == has_pattern)
    refuse("the file of its pattern of attention is", '"' + pattern + '"',
           "model.attention_pattern");
  // Files for other lengths of sequences are others, so that two files are not compared.
  if (has_pattern || !found.is_sparse()) return;
  if (found.window != layout.window)
    refuse("the window of attention is", found.window, "model.attention_window");
  if (found.global != layout.global)
    refuse("the number of global blocks is", found.global, "model.attention_global");
  if (found.stride != layout.stride)
    refuse("the stride of attention is", found.stride, "model.attention_stride");
  if (found.random != layout.random)
    refuse("the number of random blocks is", found.random, "model.attention_random");
}

void PretrainedEncoder::require_like_run(RunConfig run, const models::ModelConfig& shape) const {
  // Which file it was is compared, not what is in it: it may be gone.
  const std::string pattern = std::exchange(run.model.attention_pattern, {});
  const models::ModelConfig found = model_config(run);
  require_computed_alike(found, shape);
  require_seen_alike(found.attention, pattern, shape.attention);
}

models::ModelConfig PretrainedEncoder::fitted(models::ModelConfig shape) const {
  const std::string positions = shape.family + ".embeddings.position_embeddings.weight";
  const models::ParameterSummary* at = find(positions);
  if (at == nullptr || at->shape.size() != 2)
    throw ConfigError(fmt::format("{}: has no {}", checkpoint_.string(), positions));
  if (at->shape.front() < shape.max_positions)
    throw ConfigError(fmt::format("{}: has {} positions, expected data.sequence, {}, or more",
                                  checkpoint_.string(), at->shape.front(), shape.max_positions));
  shape.max_positions = at->shape.front();
  require_as_large(shape);
  if (model_) {
    require_computed_alike(model_->config, shape);
    // A folder of Hugging Face sees every token, which a run may restrict.
    const models::AttentionLayout& attention = model_->config.attention;
    if (attention.is_sparse()) require_seen_alike(attention, {}, shape.attention);
  } else if (const std::optional<RunConfig> run = config_of_run(checkpoint_)) {
    require_like_run(*run, shape);
  }
  return shape;
}

void PretrainedEncoder::copy_to(const models::ParameterList& parameters) const {
  for (const models::Parameter* parameter : parameters) {
    const models::ParameterSummary& own = find(parameter->name, parameter->shape);
    const bool fits = own.pattern == nullptr
                          ? !parameter->is_sparse()
                          : parameter->is_sparse() && *own.pattern == *parameter->pattern;
    if (!fits)
      throw ConfigError(fmt::format(
          "{}: {} is {}, expected it to be {}; see {}model.density, model.block and "
          "topology.policy",
          checkpoint_.string(), parameter->name, own.pattern == nullptr ? "dense" : "sparse",
          parameter->is_sparse() ? "sparse, with the pattern of the run" : "dense",
          own.pattern == nullptr ? "model.prune_encoder, " : ""));
  }
  const std::optional<files::TensorFile> file = open_values();
  for (models::Parameter* parameter : parameters) {
    const auto pruned = pruned_.find(parameter->name);
    AlignedVector<float> values =
        pruned == pruned_.end() ? values_of(parameter->name, file) : pruned->second.values;
    if (values.size() != parameter->values.size())
      throw FormatError(
          fmt::format("{}: {} changed while it was read", checkpoint_.string(), parameter->name));
    parameter->values = std::move(values);
  }
}

void PretrainedEncoder::prune(std::span<const InitialWeight> weights, sparse::BlockNorm norm) {
  const std::optional<files::TensorFile> file = open_values();
  for (const InitialWeight& weight : weights) {
    const std::vector<Index> shape = {weight.shape.rows, weight.shape.cols};
    if (weight.pattern == nullptr || find(weight.shape.name, shape).pattern != nullptr) continue;
    const AlignedVector<float> values = values_of(weight.shape.name, file);
    const sparse::BlockCsrMatrix<float> kept =
        models::prune(sparse::from_dense({values.data(), weight.shape.rows, weight.shape.cols},
                                         weight.pattern->block()),
                      weight.pattern->density(), norm);
    pruned_[weight.shape.name] = {.shape = shape,
                                  .values = {kept.values().begin(), kept.values().end()},
                                  .pattern = kept.pattern_ptr()};
    std::ranges::lower_bound(parameters_, weight.shape.name, {}, &models::ParameterSummary::name)
        ->pattern = kept.pattern_ptr();
  }
}

std::optional<files::TensorFile> PretrainedEncoder::open_values() const {
  if (model_) return std::nullopt;
  return files::read_safetensors(checkpoint_ / "model.safetensors");
}

AlignedVector<float> PretrainedEncoder::values_of(
    const std::string& parameter, const std::optional<files::TensorFile>& file) const {
  if (!file) return model_->at(parameter).values;
  const models::ParameterSummary* known = find(parameter);
  const std::string name = parameter + (known->pattern == nullptr ? "" : ".values");
  const files::TensorView* tensor = file->find(name);
  if (tensor == nullptr || tensor->type != files::DataType::kF32 ||
      files::hex(files::content_hash(tensor->bytes)) != known->values_hash)
    throw FormatError(fmt::format("{}: {} changed while it was read", checkpoint_.string(), name));
  return files::copy_elements<AlignedVector<float>>(*tensor);
}

}  // namespace espalier::training
