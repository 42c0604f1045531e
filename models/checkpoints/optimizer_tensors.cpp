// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/optimizer_tensors.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/files/safetensors.h>
#include <espalier/models/checkpoints/model_tensors.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

// In the metadata of the optimizer's file.
constexpr const char* kOptimizerKey = "optimizer";
constexpr const char* kStepsKey = "steps";

/// Name of the tensor that holds what the optimizer calls `name`.
std::string state_name(const std::string& parameter, const std::string& name) {
  return parameter + '.' + name;
}

}  // namespace

void require_same_parameters(const ParameterList& parameters, const Optimizer& optimizer) {
  for (const Parameter* parameter : parameters) {
    if (!optimizer.has(*parameter))
      throw ConfigError("checkpoint: parameter " + parameter->name +
                        " is not one of the optimizer's; make the optimizer with it");
  }
  if (parameters.size() != optimizer.parameters().size()) {
    throw ConfigError("checkpoint: the optimizer has " +
                      std::to_string(optimizer.parameters().size()) + " parameters, expected the " +
                      std::to_string(parameters.size()) + " of the model");
  }
}

OptimizerSummary inspect_optimizer(const std::filesystem::path& path,
                                   const ParameterList& parameters) {
  const files::TensorReader reader(path);
  const files::TensorIndex& index = reader.index();
  const auto name = index.metadata().find(kOptimizerKey);
  if (name == index.metadata().end())
    throw FormatError(index.origin() + ": metadata name no optimizer, expected the entry '" +
                      kOptimizerKey + "'");
  OptimizerSummary summary{.name = name->second, .state = {}};
  if (parameters.empty()) return summary;
  // A state is what every parameter has: the name of one may begin with that of another.
  std::set<std::string> tensors;
  for (const files::TensorEntry& tensor : index.tensors()) tensors.insert(tensor.name);
  const std::string first = state_name(parameters.front()->name, "");
  for (const files::TensorEntry& tensor : index.tensors()) {
    if (!tensor.name.starts_with(first)) continue;
    const std::string state = tensor.name.substr(first.size());
    if (std::all_of(parameters.begin(), parameters.end(), [&](const Parameter* parameter) {
          return tensors.contains(state_name(parameter->name, state));
        }))
      summary.state.push_back(state);
  }
  return summary;
}

std::string write_optimizer(const std::filesystem::path& path, const SavedModel& model) {
  std::vector<files::TensorSource> tensors;
  for (const SavedParameter& parameter : model.parameters) {
    const std::vector<Index> shape = values_shape(parameter.shape, parameter.pattern.get());
    for (std::size_t i = 0; i < model.state.size(); ++i)
      tensors.push_back(float_source(state_name(parameter.name, model.state[i]), shape,
                                     [&parameter, i] { return parameter.state(i); }));
  }
  return files::write_safetensors(
      path, tensors,
      {{kOptimizerKey, model.optimizer}, {kStepsKey, std::to_string(model.optimizer_steps)}});
}

Index check_optimizer(const VouchedTensors& file, const Optimizer& optimizer,
                      const ParameterList& parameters,
                      const std::vector<sparse::PatternPtr>& patterns, LoadScope scope) {
  const files::Metadata& metadata = file.index().metadata();
  const auto made_by = metadata.find(kOptimizerKey);
  if (made_by == metadata.end() || made_by->second != optimizer.name())
    throw FormatError(file.index().origin() + ": state of " +
                      (made_by == metadata.end()
                           ? "an optimizer without a name"
                           : "optimizer '" + files::printable(made_by->second) + "'") +
                      ", expected that of '" + optimizer.name() + "'");
  std::set<std::string> names;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::vector<Index> shape = values_shape(parameters[i]->shape, patterns[i].get());
    for (const std::string& state : optimizer.state()) {
      const std::string name = state_name(parameters[i]->name, state);
      names.insert(name);
      file.index().require(name, files::DataType::kF32, shape);
    }
  }
  if (scope == LoadScope::kWhole) require_tensors(file.index(), names);
  const auto steps = metadata.find(kStepsKey);
  const auto count =
      steps == metadata.end() ? std::nullopt : files::number_in<Index>(steps->second);
  if (!count || *count < 0 || *count > kLargestStep) {
    throw FormatError(file.index().origin() +
                      ": metadata have no step count, expected one from 0 to 2^53");
  }
  check_state(file);
  return *count;
}

void fill_optimizer(const VouchedTensors& file, Optimizer& optimizer, Index steps) {
  const std::span<StateBuffers> state = optimizer.begin_restore(steps);
  Destinations destinations;
  for (std::size_t i = 0; i < state.size(); ++i) {
    for (std::size_t j = 0; j < state[i].size(); ++j)
      destinations[state_name(optimizer.parameters()[i]->name, optimizer.state()[j])] =
          bytes_of(state[i][j]);
  }
  fill_tensors(file, destinations);
}

}  // namespace espalier::models
