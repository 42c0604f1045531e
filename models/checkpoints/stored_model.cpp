// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/stored_model.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include <espalier/models/checkpoints/checkpoint_reader.h>
#include <espalier/models/checkpoints/model_tensors.h>
#include <espalier/models/checkpoints/vouched_tensors.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

/// Of every dense tensor and every sparse weight, with room for its values, where these go.
Destinations make_room(const VouchedTensors& file,
                       const std::map<std::string, sparse::PatternPtr>& patterns,
                       std::map<std::string, StoredTensor>& parameters) {
  std::map<std::string, std::string> parts;  // of sparse weights
  for (const auto& [name, pattern] : patterns) {
    parameters[name] = {.shape = {pattern->rows(), pattern->cols()}, .pattern = pattern};
    for (const char* part : kSparseParts) parts[name + part] = name;
  }
  Destinations destinations;
  for (const files::TensorEntry& tensor : file.index().tensors()) {
    const auto part = parts.find(tensor.name);
    if (part != parts.end() && !tensor.name.ends_with(".values")) continue;
    file.index().require(tensor.name, files::DataType::kF32, tensor.shape);
    StoredTensor& stored = parameters[part == parts.end() ? tensor.name : part->second];
    if (!stored.is_sparse()) stored.shape = tensor.shape;
    stored.values.resize(static_cast<std::size_t>(tensor.elements()));
    destinations[tensor.name] = bytes_of(stored.values);
  }
  return destinations;
}

/// `config` with as many positions as the parameters have. Throws FormatError if they are of
/// another shape.
ModelConfig fitted(const StoredModel& model) {
  std::vector<NamedShape> shapes;
  shapes.reserve(model.parameters.size());
  for (const auto& [name, tensor] : model.parameters) shapes.push_back({name, tensor.shape});
  const std::optional<ModelConfig> found = model_family(model.config.family).recognise(shapes);
  if (!found)
    throw FormatError(model.origin + ": holds no model of the family '" + model.config.family +
                      "'");
  ModelConfig config = model.config;
  config.max_positions = found->max_positions;
  // The one extent that is the file's, which below the caller would be blamed for.
  constexpr Index kMostPositions = std::numeric_limits<BlockIndex>::max();
  if (config.max_positions < 1 || config.max_positions > kMostPositions)
    throw FormatError(model.origin + ": max_positions is " + std::to_string(config.max_positions) +
                      ", expected 1 to " + std::to_string(kMostPositions));
  const auto compare = [&](const char* extent, Index in_file, Index expected) {
    if (in_file != expected)
      throw FormatError(model.origin + ": " + extent + " is " + std::to_string(in_file) +
                        ", expected " + std::to_string(expected) + " as in the configuration");
  };
  compare("layers", found->layers, config.layers);
  compare("hidden", found->hidden, config.hidden);
  compare("intermediate", found->intermediate, config.intermediate);
  compare("vocabulary", found->vocabulary, config.vocabulary);
  if (config.segments > 0) compare("segments", found->segments, config.segments);
  if (found->norm != config.norm)
    throw FormatError(model.origin + ": the norms are placed otherwise than in the configuration");
  validate(config);
  return config;
}

StoredModel read_model(const VouchedTensors& file, const ModelConfig& config, std::string origin) {
  StoredModel model{.origin = std::move(origin), .config = config};
  fill_tensors(file, make_room(file, read_patterns(file), model.parameters));
  model.config = fitted(model);
  model.head = head_of(model.config, model.parameters);
  return model;
}

void require_like(const StoredModel& model, const Parameter& parameter) {
  const StoredTensor& tensor = model.at(parameter.name, parameter.shape);
  const std::string found = described(tensor.shape, tensor.pattern.get());
  const std::string expected = described(parameter.shape, parameter.pattern.get());
  if (found != expected)
    throw FormatError(model.origin + ": tensor " + parameter.name + " is " + found + ", expected " +
                      expected + " as in the model");
}

}  // namespace

std::string_view to_string(HeadKind head) {
  constexpr std::array<std::string_view, 7> kNames = {
      "none", "masked-lm", "pretraining", "causal-lm", "classification", "regression", "spans"};
  return kNames.at(static_cast<std::size_t>(head));
}

const StoredTensor& StoredModel::at(const std::string& name) const {
  const auto found = parameters.find(name);
  if (found == parameters.end()) throw FormatError(origin + ": tensor " + name + " is missing");
  return found->second;
}

const StoredTensor& StoredModel::at(const std::string& name,
                                    const std::vector<Index>& shape) const {
  const StoredTensor& tensor = at(name);
  if (tensor.shape != shape)
    throw FormatError(origin + ": tensor " + name + " is " +
                      described(tensor.shape, tensor.pattern.get()) + ", expected the shape " +
                      shape_text(shape));
  Index expected = 1;
  for (const Index extent : shape) expected *= extent;
  if (tensor.is_sparse()) {
    expected = tensor.pattern->values();
    if (shape != std::vector<Index>{tensor.pattern->rows(), tensor.pattern->cols()})
      throw FormatError(origin + ": tensor " + name + " has a pattern of " +
                        shape_text({tensor.pattern->rows(), tensor.pattern->cols()}) +
                        ", expected one of " + shape_text(shape));
  }
  if (static_cast<Index>(tensor.values.size()) != expected)
    throw FormatError(origin + ": tensor " + name + " has " + std::to_string(tensor.values.size()) +
                      " values, expected " + std::to_string(expected));
  return tensor;
}

HeadKind head_of(const ModelConfig& config, const std::map<std::string, StoredTensor>& parameters) {
  if (parameters.contains("qa_outputs.weight")) return HeadKind::kSpans;
  if (const auto found = parameters.find("classifier.weight"); found != parameters.end())
    return found->second.shape == std::vector<Index>{1, config.hidden} ? HeadKind::kRegression
                                                                       : HeadKind::kClassification;
  if (parameters.contains("cls.seq_relationship.weight")) return HeadKind::kPretraining;
  if (parameters.contains("cls.predictions.bias")) return HeadKind::kMaskedLm;
  return model_family(config.family).causal ? HeadKind::kCausalLm : HeadKind::kNone;
}

StoredModel read_checkpoint_model(const std::filesystem::path& checkpoint,
                                  const ModelConfig& config) {
  const CheckpointReader reader(checkpoint);
  return read_model(reader.open(kModelFile), config, checkpoint.string());
}

StoredModel read_weights_model(const std::filesystem::path& weights, const ModelConfig& config) {
  return read_model(steady_tensors(weights), config, weights.string());
}

StoredModel store_model(const ModelConfig& config, const ParameterList& parameters,
                        std::string origin) {
  StoredModel model{.origin = std::move(origin), .config = config};
  for (const Parameter* parameter : parameters) {
    parameter->check_lengths();
    model.parameters[parameter->name] = {
        .shape = parameter->shape, .values = parameter->values, .pattern = parameter->pattern};
  }
  model.head = head_of(config, model.parameters);
  return model;
}

void fill_parameters(const StoredModel& model, const ParameterList& parameters) {
  for (const Parameter* parameter : parameters) require_like(model, *parameter);
  for (Parameter* parameter : parameters) {
    const StoredTensor& tensor = model.at(parameter->name);
    parameter->values = tensor.values;
    parameter->pattern = tensor.pattern;
    replace_length(parameter->gradient, tensor.values.size());
    std::ranges::fill(parameter->gradient, 0.0f);
  }
  for (const Parameter* parameter : parameters)
    if (parameter->is_sparse() && parameter->pattern_changed) parameter->pattern_changed();
}

}  // namespace espalier::models
