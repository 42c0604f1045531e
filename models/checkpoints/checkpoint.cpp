// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/checkpoint.h>

#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <espalier/files/atomic_file.h>
#include <espalier/files/content_hash.h>
#include <espalier/files/json_text.h>
#include <espalier/files/safetensors.h>
#include <espalier/models/checkpoints/checkpoint_folder.h>
#include <espalier/models/checkpoints/checkpoint_reader.h>
#include <espalier/models/checkpoints/model_tensors.h>
#include <espalier/models/checkpoints/optimizer_tensors.h>
#include <espalier/models/checkpoints/vouched_tensors.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

namespace fs = std::filesystem;

/// The coordinates as the numbers that they are.
std::span<const BlockIndex> numbers_of(std::span<const sparse::BlockCoordinate> blocks) {
  static_assert(sizeof(sparse::BlockCoordinate) == 2 * sizeof(BlockIndex));
  return {reinterpret_cast<const BlockIndex*>(blocks.data()), 2 * blocks.size()};
}

std::string write_topology(const fs::path& path, const CheckpointExtrasView& extras) {
  std::vector<files::TensorView> tensors;
  const auto length = [](const auto& elements) { return static_cast<Index>(elements.size()); };
  for (const auto& [name, words] : extras.bits) {
    tensors.push_back(files::tensor_view<std::uint64_t>(name, {length(words)}, words));
  }
  for (const auto& [name, values] : extras.values) {
    tensors.push_back(files::tensor_view<float>(name, {length(values)}, values));
  }
  for (const auto& [name, blocks] : extras.blocks) {
    tensors.push_back(
        files::tensor_view<BlockIndex>(name, {length(blocks), 2}, numbers_of(blocks)));
  }
  return files::write_safetensors(path, tensors);
}

void write_files(const fs::path& checkpoint, Index step, const SavedModel& model,
                 const CheckpointExtrasView& extras) {
  FileRecords files;
  files[kModelFile].hash = write_model(checkpoint / kModelFile, model.parameters);
  files[kOptimizerFile].hash = write_optimizer(checkpoint / kOptimizerFile, model);
  files[kTopologyFile].hash = write_topology(checkpoint / kTopologyFile, extras);
  files::write_file_atomically(checkpoint / kTrainerFile, extras.trainer_state);
  files[kTrainerFile].hash = files::hex(files::content_hash(extras.trainer_state));
  for (auto& [name, file] : files) file.bytes = file_bytes(checkpoint / name);
  write_done(checkpoint, step, files);
}

/// Bytes that a trainer may keep of weights with so many positions: a mean gradient and a movement,
/// and blocks and bits, of which there are the more the smaller the blocks.
constexpr std::uint64_t kTopologyBytesOfPosition = 2 * sizeof(float) + 2 * sizeof(BlockIndex) + 1;

/// Which tensors of the caller belong to a list of parameters.
class Belonging {
 public:
  Belonging(const ParameterList& parameters, LoadScope scope) : all_(scope == LoadScope::kWhole) {
    for (const Parameter* parameter : parameters) names_.insert(parameter->name);
  }

  bool operator()(std::string_view name) const {
    bool found = all_;
    while (!found) {
      const std::size_t colon = name.find(':');
      if (colon == std::string_view::npos) break;
      name.remove_prefix(colon + 1);
      found = names_.contains(name);
    }
    return found;
  }

 private:
  bool all_;
  std::set<std::string, std::less<>> names_;
};

void require_topology_of(const files::TensorIndex& topology, const ParameterList& parameters,
                         const Belonging& belongs) {
  // Something for weights so small that a word of bits weighs more.
  std::uint64_t limit = kLargestStateBytes;
  for (const Parameter* parameter : parameters) {
    limit += kTopologyBytesOfPosition * static_cast<std::uint64_t>(parameter->positions());
  }
  std::uint64_t bytes = 0;
  for (const files::TensorEntry& tensor : topology.tensors())
    if (belongs(tensor.name)) bytes += tensor.bytes;
  if (bytes <= limit) return;
  throw FormatError(topology.origin() + ": " + std::to_string(bytes) +
                    " bytes of tensors, expected at most " + std::to_string(limit) +
                    " for this model");
}

/// Reads the tensors of the caller that belong to the parameters.
void read_topology(const VouchedTensors& file, const Belonging& belongs, CheckpointExtras& extras) {
  Destinations destinations;
  for (const files::TensorEntry& tensor : file.index().tensors()) {
    const bool values = tensor.type == files::DataType::kF32;
    const bool blocks = tensor.type == files::DataType::kI32;
    if (blocks)
      file.index().require(tensor.name, files::DataType::kI32, {tensor.elements() / 2, 2});
    else if (!values)
      file.index().require(tensor.name, files::DataType::kU64, {tensor.elements()});
    if (!belongs(tensor.name)) continue;
    const auto take = [&](auto& elements, Index length) {
      elements.resize(static_cast<std::size_t>(length));
      destinations[tensor.name] = bytes_of(elements);
    };
    if (values)
      take(extras.values[tensor.name], tensor.elements());
    else if (blocks)
      take(extras.blocks[tensor.name], tensor.elements() / 2);
    else
      take(extras.bits[tensor.name], tensor.elements());
  }
  fill_tensors(file, destinations);
}

/// Refuses to save what could not be loaded.
void require_possible(const SavedModel& model) {
  for (const SavedParameter& parameter : model.parameters) {
    const auto refuse = [&](const std::string& what) {
      throw Error("checkpoint: parameter " + parameter.name + " has " + what +
                  "; nothing was saved");
    };
    if (oddities_of(parameter.values()).not_finite) refuse("values that are not finite");
    for (std::size_t i = 0; i < model.state.size(); ++i) {
      const std::string& name = model.state[i];
      const Oddities odd = oddities_of(parameter.state(i));
      if (odd.not_finite) refuse(name + " that is not finite");
      if (odd.negative && name.ends_with(kSquares)) refuse(name + " that is negative");
    }
  }
}

void require_readers(const SavedModel& model) {
  for (const SavedParameter& parameter : model.parameters)
    if (!parameter.values || (!model.state.empty() && !parameter.state))
      throw ConfigError("checkpoint: parameter " + parameter.name + " has no reader of " +
                        (parameter.values ? "the optimizer's state" : "values") +
                        "; give one that gathers what lies elsewhere");
}

}  // namespace

SavedModel saved_model(const ParameterList& parameters, const Optimizer& optimizer) {
  require_same_parameters(parameters, optimizer);
  SavedModel model{.parameters = {},
                   .optimizer = optimizer.name(),
                   .optimizer_steps = optimizer.steps(),
                   .state = optimizer.state()};
  for (const Parameter* parameter : parameters) {
    SavedParameter& saved = model.parameters.emplace_back(saved_parameter(*parameter));
    if (optimizer.slice() == nullptr)
      saved.state = [parameter, &optimizer](std::size_t buffer) {
        return optimizer.kept_state(*parameter, buffer);
      };
  }
  return model;
}

fs::path save_checkpoint(const fs::path& folder, Index step, const SavedModel& model,
                         const CheckpointExtrasView& extras, const Retention& retention) {
  if (retention.keep < 1) {
    throw ConfigError("checkpoint: " + std::to_string(retention.keep) +
                      " to keep, expected at least 1");
  }
  if (step < 0 || step > kLargestStep) {
    throw ConfigError("checkpoint: step " + std::to_string(step) + ", expected one from 0 to 2^53");
  }
  require_readers(model);
  const std::string unwritable = (folder / kTrainerFile).string() + ": cannot be written";
  static_cast<void>(files::parse_json_object(extras.trainer_state, unwritable));
  if (extras.trainer_state.size() > kLargestStateBytes) {
    throw FormatError(unwritable + ": " + std::to_string(extras.trainer_state.size()) +
                      " bytes, expected at most " + std::to_string(kLargestStateBytes));
  }
  require_possible(model);

  files::create_folders(folder);
  sweep_unfinished_saves(folder);
  const fs::path aside = aside_path(folder, step);
  try {
    files::create_folders(aside);
    write_files(aside, step, model, extras);
    put_in_place(folder, step);
  } catch (...) {
    std::error_code ignored;  // the first error matters
    fs::remove_all(aside, ignored);
    throw;
  }
  prune(folder, step, retention);
  return step_path(folder, step);
}

fs::path save_checkpoint(const fs::path& folder, Index step, const ParameterList& parameters,
                         const Optimizer& optimizer, const CheckpointExtrasView& extras,
                         const Retention& retention) {
  return save_checkpoint(folder, step, saved_model(parameters, optimizer), extras, retention);
}

void load_checkpoint(const fs::path& checkpoint, const ParameterList& parameters,
                     Optimizer* optimizer, const CheckpointGate& gate, LoadScope scope) {
  if (optimizer != nullptr) require_same_parameters(parameters, *optimizer);
  const CheckpointReader reader(checkpoint);
  const VouchedTensors model = reader.open(kModelFile);
  CheckpointContents contents;
  contents.format = reader.format();
  contents.step = reader.step();
  const std::vector<sparse::PatternPtr> patterns = check_model(model, parameters, {}, scope);
  std::optional<VouchedTensors> state;
  if (optimizer != nullptr) {
    state.emplace(reader.open(kOptimizerFile));
    contents.optimizer_steps = check_optimizer(*state, *optimizer, parameters, patterns, scope);
  }
  const Index steps = contents.optimizer_steps;
  if (gate) {
    const VouchedTensors topology = reader.open(kTopologyFile);
    const Belonging belongs(parameters, scope);
    require_topology_of(topology.index(), parameters, belongs);
    read_topology(topology, belongs, contents.extras);
    contents.extras.trainer_state = reader.read_state(model.index());
    contents.patterns = patterns;
    if (scope == LoadScope::kPart) contents.others = other_parameters(model.index(), parameters);
    gate(contents);
  }

  replace_model(model, parameters, patterns, {}, [&] {
    if (optimizer != nullptr) fill_optimizer(*state, *optimizer, steps);
  });
}

void load_checkpoint(const fs::path& checkpoint, const ParameterList& parameters,
                     Optimizer* optimizer, CheckpointExtras* extras, LoadScope scope) {
  CheckpointExtras read;
  CheckpointGate gate;
  if (extras != nullptr) {
    gate = [&](CheckpointContents& contents) { read = std::move(contents.extras); };
  }
  load_checkpoint(checkpoint, parameters, optimizer, gate, scope);
  if (extras != nullptr) std::swap(*extras, read);
}

std::string trainer_state(const fs::path& checkpoint) {
  const CheckpointReader reader(checkpoint);
  return reader.read_state(reader.open(kModelFile).index());
}

CheckpointExtras checkpoint_extras(const fs::path& checkpoint) {
  const CheckpointReader reader(checkpoint);
  CheckpointExtras extras;
  extras.trainer_state = reader.read_state(reader.open(kModelFile).index());
  read_topology(reader.open(kTopologyFile), Belonging({}, LoadScope::kWhole), extras);
  return extras;
}

}  // namespace espalier::models
