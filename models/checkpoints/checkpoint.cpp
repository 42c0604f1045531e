// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/checkpoint.h>

#include <optional>
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

void write_files(const fs::path& checkpoint, Index step, const ParameterList& parameters,
                 const Optimizer& optimizer, const StateReader& state,
                 const CheckpointExtrasView& extras) {
  FileRecords files;
  files[kModelFile].hash = write_model(checkpoint / kModelFile, parameters);
  files[kOptimizerFile].hash =
      write_optimizer(checkpoint / kOptimizerFile, parameters, optimizer, state);
  files[kTopologyFile].hash = write_topology(checkpoint / kTopologyFile, extras);
  files::write_file_atomically(checkpoint / kTrainerFile, extras.trainer_state);
  files[kTrainerFile].hash = files::hex(files::content_hash(extras.trainer_state));
  for (auto& [name, file] : files) file.bytes = file_bytes(checkpoint / name);
  write_done(checkpoint, step, files);
}

/// Bytes that a trainer may keep of weights with so many positions: a mean gradient and a movement,
/// and blocks and bits, of which there are the more the smaller the blocks.
constexpr std::uint64_t kTopologyBytesOfPosition = 2 * sizeof(float) + 2 * sizeof(BlockIndex) + 1;

void require_topology_of(const files::TensorIndex& topology, const ParameterList& parameters) {
  // Something for weights so small that a word of bits weighs more.
  std::uint64_t limit = kLargestStateBytes;
  for (const Parameter* parameter : parameters) {
    limit += kTopologyBytesOfPosition * static_cast<std::uint64_t>(parameter->positions());
  }
  std::uint64_t bytes = 0;
  for (const files::TensorEntry& tensor : topology.tensors()) bytes += tensor.bytes;
  if (bytes <= limit) return;
  throw FormatError(topology.origin() + ": " + std::to_string(bytes) +
                    " bytes of tensors, expected at most " + std::to_string(limit) +
                    " for this model");
}

/// Reads the tensors of the caller.
void read_topology(const VouchedTensors& file, CheckpointExtras& extras) {
  Destinations destinations;
  for (const files::TensorEntry& tensor : file.index().tensors()) {
    const auto length = static_cast<std::size_t>(tensor.elements());
    if (tensor.type == files::DataType::kF32) {
      AlignedVector<float>& values = extras.values[tensor.name];
      values.resize(length);
      destinations[tensor.name] = bytes_of(values);
    } else if (tensor.type == files::DataType::kI32) {
      file.index().require(tensor.name, files::DataType::kI32, {tensor.elements() / 2, 2});
      std::vector<sparse::BlockCoordinate>& blocks = extras.blocks[tensor.name];
      blocks.resize(length / 2);
      destinations[tensor.name] = bytes_of(blocks);
    } else {
      file.index().require(tensor.name, files::DataType::kU64, {tensor.elements()});
      std::vector<std::uint64_t>& bits = extras.bits[tensor.name];
      bits.resize(length);
      destinations[tensor.name] = bytes_of(bits);
    }
  }
  fill_tensors(file, destinations);
}

/// Refuses to save what could not be loaded.
void require_possible(const ParameterList& parameters, const Optimizer& optimizer,
                      const StateReader& state) {
  for (const Parameter* parameter : parameters) {
    const auto refuse = [&](const std::string& what) {
      throw Error("checkpoint: parameter " + parameter->name + " has " + what +
                  "; nothing was saved");
    };
    if (oddities_of(parameter->values).not_finite) refuse("values that are not finite");
    for (std::size_t i = 0; i < optimizer.state().size(); ++i) {
      const std::string& name = optimizer.state()[i];
      const Oddities odd = oddities_of(state(*parameter, i));
      if (odd.not_finite) refuse(name + " that is not finite");
      if (odd.negative && name.ends_with(kSquares)) refuse(name + " that is negative");
    }
  }
}

}  // namespace

fs::path save_checkpoint(const fs::path& folder, Index step, const ParameterList& parameters,
                         const Optimizer& optimizer, const CheckpointExtrasView& extras,
                         const Retention& retention, const StateReader& state) {
  if (retention.keep < 1) {
    throw ConfigError("checkpoint: " + std::to_string(retention.keep) +
                      " to keep, expected at least 1");
  }
  if (step < 0 || step > kLargestStep) {
    throw ConfigError("checkpoint: step " + std::to_string(step) + ", expected one from 0 to 2^53");
  }
  require_same_parameters(parameters, optimizer);
  if (optimizer.slice() != nullptr && !state)
    throw ConfigError("checkpoint: a slice of the optimizer's state is here; gather it");
  const StateReader read = state ? state : [&](const Parameter& parameter, std::size_t buffer) {
    return optimizer.kept_state(parameter, buffer);
  };
  const std::string unwritable = (folder / kTrainerFile).string() + ": cannot be written";
  static_cast<void>(files::parse_json_object(extras.trainer_state, unwritable));
  if (extras.trainer_state.size() > kLargestStateBytes) {
    throw FormatError(unwritable + ": " + std::to_string(extras.trainer_state.size()) +
                      " bytes, expected at most " + std::to_string(kLargestStateBytes));
  }
  require_possible(parameters, optimizer, read);

  files::create_folders(folder);
  sweep_unfinished_saves(folder);
  const fs::path aside = aside_path(folder, step);
  try {
    files::create_folders(aside);
    write_files(aside, step, parameters, optimizer, read, extras);
    put_in_place(folder, step);
  } catch (...) {
    std::error_code ignored;  // the first error matters
    fs::remove_all(aside, ignored);
    throw;
  }
  prune(folder, step, retention);
  return step_path(folder, step);
}

void load_checkpoint(const fs::path& checkpoint, const ParameterList& parameters,
                     Optimizer* optimizer, const CheckpointGate& gate) {
  if (optimizer != nullptr) require_same_parameters(parameters, *optimizer);
  const CheckpointReader reader(checkpoint);
  const VouchedTensors model = reader.open(kModelFile);
  CheckpointContents contents;
  contents.format = reader.format();
  contents.step = reader.step();
  const std::vector<sparse::PatternPtr> patterns = check_model(model, parameters);
  std::optional<VouchedTensors> state;
  if (optimizer != nullptr) {
    state.emplace(reader.open(kOptimizerFile));
    contents.optimizer_steps = check_optimizer(*state, *optimizer, parameters, patterns);
  }
  const Index steps = contents.optimizer_steps;
  if (gate) {
    const VouchedTensors topology = reader.open(kTopologyFile);
    require_topology_of(topology.index(), parameters);
    read_topology(topology, contents.extras);
    contents.extras.trainer_state = reader.read_state(model.index());
    contents.patterns = patterns;
    gate(contents);
  }

  replace_model(model, parameters, patterns, [&] {
    if (optimizer != nullptr) fill_optimizer(*state, *optimizer, steps);
  });
}

void load_checkpoint(const fs::path& checkpoint, const ParameterList& parameters,
                     Optimizer* optimizer, CheckpointExtras* extras) {
  CheckpointExtras read;
  CheckpointGate gate;
  if (extras != nullptr) {
    gate = [&](CheckpointContents& contents) { read = std::move(contents.extras); };
  }
  load_checkpoint(checkpoint, parameters, optimizer, gate);
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
  read_topology(reader.open(kTopologyFile), extras);
  return extras;
}

}  // namespace espalier::models
