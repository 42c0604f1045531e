// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/tasks/pretrained_encoder.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <espalier/files/content_hash.h>
#include <espalier/files/json_text.h>
#include <espalier/files/safetensors.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>

namespace espalier::training {
namespace {

std::string hash_of(const std::vector<models::ParameterSummary>& parameters) {
  files::ContentHash hash;
  for (const models::ParameterSummary& parameter : parameters)
    hash.update_field(parameter.name).update_field(parameter.values_hash);
  return files::hex(hash.value());
}

}  // namespace

PretrainedEncoder::PretrainedEncoder(std::filesystem::path checkpoint)
    : checkpoint_(std::move(checkpoint)),
      parameters_(models::inspect_checkpoint(checkpoint_)),
      hash_(hash_of(parameters_)) {
  const nlohmann::json state =
      files::parse_json_object(models::trainer_state(checkpoint_), checkpoint_.string());
  const auto found = state.find("vocabulary_hash");
  if (found != state.end() && found->is_string()) vocabulary_hash_ = found->get<std::string>();
}

const models::ParameterSummary& PretrainedEncoder::find(const std::string& name,
                                                        const std::vector<Index>& shape) const {
  const auto at = std::ranges::lower_bound(parameters_, name, {}, &models::ParameterSummary::name);
  if (at == parameters_.end() || at->name != name)
    throw ConfigError(fmt::format("{}: has no {}", checkpoint_.string(), name));
  if (at->shape != shape)
    throw ConfigError(fmt::format("{}: {} is {}, expected {}", checkpoint_.string(), name,
                                  fmt::join(at->shape, "x"), fmt::join(shape, "x")));
  return *at;
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

models::ModelConfig PretrainedEncoder::fitted(models::ModelConfig shape) const {
  const std::string positions = shape.family + ".embeddings.position_embeddings.weight";
  const auto at =
      std::ranges::lower_bound(parameters_, positions, {}, &models::ParameterSummary::name);
  if (at == parameters_.end() || at->name != positions || at->shape.size() != 2)
    throw ConfigError(fmt::format("{}: has no {}", checkpoint_.string(), positions));
  if (at->shape.front() < shape.max_positions)
    throw ConfigError(fmt::format("{}: has {} positions, expected data.sequence, {}, or more",
                                  checkpoint_.string(), at->shape.front(), shape.max_positions));
  shape.max_positions = at->shape.front();
  return shape;
}

void PretrainedEncoder::copy_to(const models::ParameterList& encoder) const {
  for (const models::Parameter* parameter : encoder) {
    const models::ParameterSummary& own = find(parameter->name, parameter->shape);
    const bool fits = own.pattern == nullptr
                          ? !parameter->is_sparse()
                          : parameter->is_sparse() && *own.pattern == *parameter->pattern;
    if (!fits)
      throw ConfigError(fmt::format(
          "{}: {} is {}, expected it to be {}; see model.density, model.block and topology.policy",
          checkpoint_.string(), parameter->name, own.pattern == nullptr ? "dense" : "sparse",
          parameter->is_sparse() ? "sparse, with the pattern of the run" : "dense"));
  }
  const files::TensorFile file = files::read_safetensors(checkpoint_ / "model.safetensors");
  for (models::Parameter* parameter : encoder) {
    const std::string name = parameter->name + (parameter->is_sparse() ? ".values" : "");
    const files::TensorView* tensor = file.find(name);
    if (tensor == nullptr || tensor->type != files::DataType::kF32 ||
        tensor->elements() != static_cast<Index>(parameter->values.size()) ||
        files::hex(files::content_hash(tensor->bytes)) !=
            find(parameter->name, parameter->shape).values_hash)
      throw FormatError(
          fmt::format("{}: {} changed while it was read", checkpoint_.string(), name));
    parameter->values = files::copy_elements<AlignedVector<float>>(*tensor);
  }
}

}  // namespace espalier::training
