// SPDX-License-Identifier: Apache-2.0
#include "models/checkpoint.h"

#include <stdio.h>  // renameat2

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include "models/atomic_file.h"
#include "models/content_hash.h"
#include "models/safetensors.h"
#include "sparse/core/error.h"
#include "sparse/ops/block_norms.h"

namespace espalier::models {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr int kVersion = 1;
constexpr const char* kModelFile = "model.safetensors";
constexpr const char* kOptimizerFile = "optimizer.safetensors";
constexpr const char* kTopologyFile = "topology.safetensors";
constexpr const char* kTrainerFile = "trainer_state.json";
constexpr const char* kDoneFile = "DONE";
constexpr std::array<const char*, 4> kFiles = {kModelFile, kOptimizerFile, kTopologyFile,
                                               kTrainerFile};
// Names of PyTorch's block-sparse tensors.
constexpr std::array<const char*, 3> kSparseParts = {".crow_indices", ".col_indices", ".values"};
constexpr const char* kPrefix = "step_";
constexpr const char* kAsidePrefix = ".tmp-step_";
constexpr const char* kReplacedSuffix = ".old";
constexpr const char* kDamagedPrefix = "damaged-";
// DONE lists four files.
constexpr std::size_t kLargestDoneBytes = 1 << 16;
// Of a weight that is inspected without a model to compare it with: the traversal of a pattern
// takes 8 bytes a block column, which a short hostile file could multiply. 64 times the largest
// vocabulary in use.
constexpr Index kMostBlockColumns = Index{1} << 24;

// ---------------------------------------------------------------------------------------- folders

[[noreturn]] void fail(const fs::path& path, const std::string& action, const std::string& reason) {
  throw IoError(path.string() + ": cannot " + action + ": " + reason);
}

/// Calls `action(error)` and throws IoError if it set the error.
template <typename Action>
auto checked(const fs::path& path, const char* what, const Action& action) {
  std::error_code error;
  auto result = action(error);
  if (error) fail(path, what, error.message());
  return result;
}

void remove_tree(const fs::path& path) {
  checked(path, "remove", [&](std::error_code& error) { return fs::remove_all(path, error); });
}

void create_folders(const fs::path& path) {
  checked(path, "create",
          [&](std::error_code& error) { return fs::create_directories(path, error); });
}

bool folder_exists(const fs::path& folder) {
  return checked(folder, "look into",
                 [&](std::error_code& error) { return fs::exists(folder, error); });
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  return checked(folder, "list", [&](std::error_code& error) {
    std::vector<fs::path> paths;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      paths.push_back(entry->path());
    }
    return paths;
  });
}

std::optional<Index> number_in(std::string_view text) {
  Index number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

/// The number in a name such as `step_7`, or nothing.
std::optional<Index> step_in(std::string_view name, std::string_view prefix,
                             std::string_view suffix = "") {
  if (name.size() < prefix.size() + suffix.size() || !name.starts_with(prefix) ||
      !name.ends_with(suffix)) {
    return std::nullopt;
  }
  return number_in(name.substr(prefix.size(), name.size() - prefix.size() - suffix.size()));
}

fs::path step_path(const fs::path& folder, Index step) {
  return folder / (kPrefix + std::to_string(step));
}

/// The step of a checkpoint that a killed save moved out of the way and did not replace, if `path`
/// is one (see put_in_place).
std::optional<Index> step_replaced(const fs::path& path) {
  const auto step = step_in(path.filename().string(), kAsidePrefix, kReplacedSuffix);
  if (!step || fs::exists(step_path(path.parent_path(), *step))) return std::nullopt;
  return step;
}

/// Checkpoints of a folder by name, complete or not: step and path, newest first.
std::vector<std::pair<Index, fs::path>> checkpoints_in(const fs::path& folder) {
  std::vector<std::pair<Index, fs::path>> found;
  for (const fs::path& path : entries_of(folder)) {
    auto step = step_in(path.filename().string(), kPrefix);
    if (!step) step = step_replaced(path);
    if (step) found.emplace_back(*step, path);
  }
  std::sort(found.begin(), found.end(), std::greater<>());
  return found;
}

void move_to(const fs::path& from, const fs::path& to) {
  checked(to, "rename into place", [&](std::error_code& error) {
    fs::rename(from, to, error);
    return 0;
  });
}

/// Puts `aside` in the place of `path` in one step, so that a crash leaves one of the two there. If
/// there is an old `path` it ends up at `aside`.
void put_in_place(const fs::path& aside, const fs::path& path) {
  if (::renameat2(AT_FDCWD, aside.c_str(), AT_FDCWD, path.c_str(), RENAME_EXCHANGE) == 0) return;
  if (errno != ENOENT && errno != EINVAL && errno != ENOSYS) {
    fail(path, "rename into place", std::strerror(errno));
  }
  if (fs::exists(path)) {  // a file system without exchange: two steps are the best there is
    const fs::path old = aside.string() + kReplacedSuffix;  // found again by step_replaced
    move_to(path, old);
    move_to(aside, path);
    move_to(old, aside);
  } else {
    move_to(aside, path);
  }
}

// ---------------------------------------------------------------------------------------- writing

struct FileRecord {
  std::uint64_t bytes = 0;
  std::string hash;
};
using FileRecords = std::map<std::string, FileRecord>;

/// Shape of the tensor that holds the values of a parameter or one of its moments.
std::vector<Index> values_shape(const std::vector<Index>& shape,
                                const sparse::BlockPattern* pattern) {
  if (pattern == nullptr) return shape;
  return {pattern->blocks(), pattern->block().rows, pattern->block().cols};
}

std::vector<Index> values_shape(const Parameter& parameter) {
  return values_shape(parameter.shape, parameter.pattern.get());
}

std::string bsr_key(const std::string& name) { return name + ".bsr"; }

std::string bsr_text(const std::vector<Index>& shape, sparse::BlockShape block) {
  return Json{{"shape", shape}, {"block", {block.rows, block.cols}}}.dump();
}

std::string write_model(const fs::path& path, const ParameterList& parameters) {
  std::vector<TensorView> tensors;
  Metadata metadata{{"format", "pt"}};  // as Hugging Face writes it
  for (const Parameter* parameter : parameters) {
    const std::string& name = parameter->name;
    if (!parameter->is_sparse()) {
      tensors.push_back(tensor_view<float>(name, parameter->shape, parameter->values));
      continue;
    }
    const sparse::BlockPattern& pattern = *parameter->pattern;
    tensors.push_back(tensor_view<Index>(name + ".crow_indices", {pattern.grid_rows() + 1},
                                         pattern.row_offsets()));
    tensors.push_back(
        tensor_view<BlockIndex>(name + ".col_indices", {pattern.blocks()}, pattern.columns()));
    tensors.push_back(
        tensor_view<float>(name + ".values", values_shape(*parameter), parameter->values));
    metadata[bsr_key(name)] = bsr_text(parameter->shape, pattern.block());
  }
  return write_safetensors(path, tensors, metadata);
}

std::string write_optimizer(const fs::path& path, const ParameterList& parameters,
                            const AdamW& optimizer) {
  std::vector<TensorView> tensors;
  for (const Parameter* parameter : parameters) {
    const Moments& moments = optimizer.moments(*parameter);
    const std::vector<Index> shape = values_shape(*parameter);
    tensors.push_back(tensor_view<float>(parameter->name + ".exp_avg", shape, moments.first));
    tensors.push_back(tensor_view<float>(parameter->name + ".exp_avg_sq", shape, moments.second));
  }
  return write_safetensors(path, tensors,
                           {{"optimizer", "adamw"}, {"steps", std::to_string(optimizer.steps())}});
}

std::string write_topology(const fs::path& path, const CheckpointExtras& extras) {
  std::vector<TensorView> tensors;
  for (const auto& [name, words] : extras.bits) {
    tensors.push_back(tensor_view<std::uint64_t>(name, {static_cast<Index>(words.size())}, words));
  }
  for (const auto& [name, values] : extras.values) {
    tensors.push_back(tensor_view<float>(name, {static_cast<Index>(values.size())}, values));
  }
  return write_safetensors(path, tensors);
}

void write_done(const fs::path& checkpoint, Index step, const FileRecords& files) {
  Json done{{"format", kVersion}, {"step", step}, {"files", Json::object()}};
  for (const auto& [name, file] : files) {
    done["files"][name] = {{"bytes", file.bytes}, {"xxh3", file.hash}};
  }
  write_file_atomically(checkpoint / kDoneFile, done.dump(2) + "\n");
}

void write_files(const fs::path& checkpoint, Index step, const ParameterList& parameters,
                 const AdamW& optimizer, const CheckpointExtras& extras) {
  FileRecords files;
  files[kModelFile].hash = write_model(checkpoint / kModelFile, parameters);
  files[kOptimizerFile].hash = write_optimizer(checkpoint / kOptimizerFile, parameters, optimizer);
  files[kTopologyFile].hash = write_topology(checkpoint / kTopologyFile, extras);
  write_file_atomically(checkpoint / kTrainerFile, extras.trainer_state);
  files[kTrainerFile].hash = hex(content_hash(extras.trainer_state));
  for (auto& [name, file] : files) {
    const fs::path path = checkpoint / name;
    file.bytes = checked(path, "measure",
                         [&](std::error_code& error) { return fs::file_size(path, error); });
  }
  write_done(checkpoint, step, files);
}

// ---------------------------------------------------------------------------------------- reading

/// Text of a JSON object, or nothing.
std::optional<Json> parse_object(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  return json;
}

/// The DONE of a checkpoint and, through `read`, the files that it vouches for.
class CheckpointReader {
 public:
  explicit CheckpointReader(fs::path checkpoint) : checkpoint_(std::move(checkpoint)) {
    const fs::path path = checkpoint_ / kDoneFile;
    std::error_code error;
    if (fs::is_directory(checkpoint_, error) && !fs::exists(path, error)) {
      throw FormatError(checkpoint_.string() + ": incomplete checkpoint: DONE is missing");
    }
    const auto refuse = [&](const std::string& what) {
      throw FormatError(path.string() + ": damaged: " + what);
    };
    const std::optional<Json> done = parse_object(read_file(path, kLargestDoneBytes));
    if (!done) refuse("not a JSON object");
    const Json version = done->value("format", Json());
    if (version != kVersion) {
      throw FormatError(path.string() + ": checkpoint format is " + version.dump().substr(0, 40) +
                        ", expected " + std::to_string(kVersion));
    }
    const Json step = done->value("step", Json());
    if (!step.is_number_unsigned()) refuse("step is not a whole number");
    step_ = step.get<Index>();
    const Json files = done->value("files", Json());
    for (const char* name : kFiles) {
      const Json file = files.is_object() ? files.value(name, Json()) : Json();
      const Json bytes = file.is_object() ? file.value("bytes", Json()) : Json();
      const Json hash = file.is_object() ? file.value("xxh3", Json()) : Json();
      if (!bytes.is_number_unsigned() || !hash.is_string()) {
        refuse(std::string("no length and hash of ") + name);
      }
      files_[name] = {bytes.get<std::uint64_t>(), hash.get<std::string>()};
    }
  }

  Index step() const { return step_; }

  /// Throws FormatError unless every file has the length that DONE says.
  void require_lengths() const {
    for (const char* name : kFiles) require_length(name);
  }

  void require_length(const char* name) const {
    const fs::path path = checkpoint_ / name;
    const std::uint64_t bytes =
        checked(path, "open", [&](std::error_code& error) { return fs::file_size(path, error); });
    const std::uint64_t expected = files_.at(name).bytes;
    if (bytes == expected) return;
    throw FormatError(path.string() + (bytes < expected ? ": truncated: " : ": too long: ") +
                      std::to_string(bytes) + " bytes, expected " + std::to_string(expected) +
                      " as DONE says");
  }

  /// A file whose length and hash are those that DONE says.
  std::string read(const char* name) const {
    const fs::path path = checkpoint_ / name;
    const FileRecord& expected = files_.at(name);
    std::string bytes = read_file(path, expected.bytes);
    if (bytes.size() != expected.bytes) {
      throw FormatError(path.string() + ": truncated: " + std::to_string(bytes.size()) +
                        " bytes, expected " + std::to_string(expected.bytes) + " as DONE says");
    }
    const std::string hash = hex(content_hash(bytes));
    if (hash != expected.hash) {
      throw FormatError(path.string() + ": damaged or of another checkpoint: XXH3 hash " + hash +
                        ", expected that of DONE");
    }
    return bytes;
  }

  TensorFile read_tensors(const char* name) const {
    return TensorFile(read(name), (checkpoint_ / name).string());
  }

 private:
  fs::path checkpoint_;
  Index step_ = 0;
  FileRecords files_;
};

std::string to_text(const std::vector<Index>& shape) { return Json(shape).dump(); }

/// Shape and block of a sparse weight, if the metadata say that there is one of that name.
struct BsrInfo {
  std::vector<Index> shape;
  sparse::BlockShape block;
};

std::optional<BsrInfo> bsr_info(const TensorFile& file, const std::string& name) {
  const auto found = file.metadata().find(bsr_key(name));
  if (found == file.metadata().end()) return std::nullopt;
  const std::optional<Json> json = parse_object(found->second);
  std::array<Index, 4> numbers{};  // rows and cols of the shape, then of the block
  std::size_t count = 0;
  for (const char* key : {"shape", "block"}) {
    const Json pair = json ? json->value(key, Json()) : Json();
    for (std::size_t i = 0; pair.is_array() && pair.size() == 2 && i < 2; ++i) {
      if (pair[i].is_number_unsigned()) numbers[count++] = pair[i].get<Index>();
    }
  }
  if (count != 4 || *std::min_element(numbers.begin(), numbers.end()) < 1) {
    file.refuse(name, "has no usable shape and block in its metadata entry " + bsr_key(name));
  }
  return BsrInfo{{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
}

/// Reads and checks the pattern of a sparse weight.
sparse::PatternPtr read_pattern(const TensorFile& file, const std::string& name,
                                const BsrInfo& info) {
  const std::string columns_name = name + ".col_indices";
  const TensorView* columns = file.find(columns_name);
  if (columns == nullptr) file.refuse(columns_name, "is missing");
  file.require(columns_name, DataType::kI32, {columns->elements()});
  const TensorView& offsets =
      file.require(name + ".crow_indices", DataType::kI64, {info.shape[0] / info.block.rows + 1});
  try {
    return std::make_shared<const sparse::BlockPattern>(
        info.shape[0], info.shape[1], info.block, copy_elements<std::vector<Index>>(offsets),
        copy_elements<std::vector<BlockIndex>>(*columns));
  } catch (const Error& error) {
    file.refuse(name, std::string("has no valid pattern: ") + error.what());
  }
}

/// What a parameter will hold.
struct Staged {
  sparse::PatternPtr pattern;
  AlignedVector<float> values;
  AlignedVector<float> gradient;
  Moments moments;
};

std::string described(const std::vector<Index>& shape, const sparse::BlockShape* block) {
  if (block == nullptr) return "dense " + to_text(shape);
  return "block-sparse " + to_text(shape) + " with blocks of " + std::to_string(block->rows) + "x" +
         std::to_string(block->cols);
}

Staged stage_parameter(const TensorFile& file, const Parameter& parameter) {
  const std::string& name = parameter.name;
  const std::optional<BsrInfo> info = bsr_info(file, name);
  const TensorView* dense = file.find(name);
  if (!info && dense == nullptr) file.refuse(name, "is missing, but the model has it");

  const std::string found =
      info ? described(info->shape, &info->block) : described(dense->shape, nullptr);
  const sparse::BlockShape block =
      parameter.is_sparse() ? parameter.pattern->block() : sparse::BlockShape{};
  const std::string expected = described(parameter.shape, parameter.is_sparse() ? &block : nullptr);
  if (found != expected) {
    file.refuse(name, "is " + found + ", expected " + expected + " as in the model");
  }

  Staged staged;
  if (info) staged.pattern = read_pattern(file, name, *info);
  staged.values = copy_elements<AlignedVector<float>>(
      file.require(info ? name + ".values" : name, DataType::kF32,
                   values_shape(parameter.shape, staged.pattern.get())));
  staged.gradient.resize(staged.values.size());
  return staged;
}

/// Refuses tensors that the model has no place for: the checkpoint is of another model.
void require_tensors(const TensorFile& file, const std::set<std::string>& expected) {
  for (const TensorView& tensor : file.tensors()) {
    if (!expected.contains(tensor.name)) file.refuse(tensor.name, "is not in the model");
  }
}

std::vector<Staged> stage_model(const TensorFile& file, const ParameterList& parameters) {
  std::vector<Staged> staged;
  std::set<std::string> names;
  for (const Parameter* parameter : parameters) {
    staged.push_back(stage_parameter(file, *parameter));
    if (parameter->is_sparse()) {
      for (const char* part : kSparseParts) names.insert(parameter->name + part);
    } else {
      names.insert(parameter->name);
    }
  }
  require_tensors(file, names);
  return staged;
}

/// Adds the moments to what is staged; returns the step count.
Index stage_optimizer(const TensorFile& file, const ParameterList& parameters,
                      std::vector<Staged>& staged) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::vector<Index> shape = values_shape(parameters[i]->shape, staged[i].pattern.get());
    const auto read = [&](const char* part) {
      const std::string name = parameters[i]->name + part;
      names.insert(name);
      return copy_elements<AlignedVector<float>>(file.require(name, DataType::kF32, shape));
    };
    staged[i].moments = {read(".exp_avg"), read(".exp_avg_sq")};
  }
  require_tensors(file, names);
  const auto steps = file.metadata().find("steps");
  const auto count = steps == file.metadata().end() ? std::nullopt : number_in(steps->second);
  if (!count) throw FormatError(file.origin() + ": metadata have no step count");
  return *count;
}

CheckpointExtras read_extras(const CheckpointReader& reader) {
  CheckpointExtras extras;
  extras.trainer_state = reader.read(kTrainerFile);
  const TensorFile topology = reader.read_tensors(kTopologyFile);
  for (const TensorView& tensor : topology.tensors()) {
    if (tensor.type == DataType::kF32) {
      extras.values[tensor.name] = copy_elements<AlignedVector<float>>(tensor);
      continue;
    }
    topology.require(tensor.name, DataType::kU64, {tensor.elements()});
    extras.bits[tensor.name] = copy_elements<std::vector<std::uint64_t>>(tensor);
  }
  return extras;
}

/// Throws ConfigError unless the optimizer has exactly these parameters.
void require_same_parameters(const ParameterList& parameters, const AdamW& optimizer) {
  for (const Parameter* parameter : parameters) static_cast<void>(optimizer.moments(*parameter));
  if (parameters.size() != optimizer.parameters().size()) {
    throw ConfigError("checkpoint: the optimizer has " +
                      std::to_string(optimizer.parameters().size()) + " parameters, expected the " +
                      std::to_string(parameters.size()) + " of the model");
  }
}

/// Moments in the order of the optimizer, which need not be that of the list.
std::vector<Moments> ordered_moments(const ParameterList& parameters, const AdamW& optimizer,
                                     std::vector<Staged>& staged) {
  std::map<const Parameter*, Moments*> by_parameter;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    by_parameter[parameters[i]] = &staged[i].moments;
  }
  std::vector<Moments> moments;
  for (const Parameter* parameter : optimizer.parameters()) {
    moments.push_back(std::move(*by_parameter.at(parameter)));
  }
  return moments;
}

ParameterSummary summary_of_sparse(const TensorFile& file, const std::string& name) {
  const BsrInfo info = *bsr_info(file, name);
  if (info.shape[1] / info.block.cols > kMostBlockColumns) {
    file.refuse(name, "has more than " + std::to_string(kMostBlockColumns) + " block columns");
  }
  const sparse::PatternPtr pattern = read_pattern(file, name, info);
  const TensorView& values =
      file.require(name + ".values", DataType::kF32, values_shape(info.shape, pattern.get()));
  return {.name = name,
          .shape = info.shape,
          .density = pattern->density(),
          .pattern = pattern,
          .block_norms = sparse::block_norms(*pattern, copy_elements<AlignedVector<float>>(values),
                                             sparse::BlockNorm::kL1),
          .values_hash = hex(content_hash(values.bytes))};
}

/// Why a checkpoint is not usable, or nothing.
std::optional<std::string> fault_of(const fs::path& checkpoint, Index step) {
  try {
    const CheckpointReader reader(checkpoint);
    if (reader.step() != step) {
      return checkpoint.string() + ": holds step " + std::to_string(reader.step());
    }
    for (const char* name : kFiles) static_cast<void>(reader.read(name));
    return std::nullopt;
  } catch (const Error& error) {
    return error.what();
  }
}

/// What is visibly wrong with a checkpoint, without reading its large files, or nothing.
bool visibly_damaged(const fs::path& checkpoint, Index step) {
  try {
    const CheckpointReader reader(checkpoint);
    reader.require_lengths();
    return reader.step() != step;
  } catch (const Error&) {
    return true;
  }
}

/// A name for a damaged checkpoint that no save touches and that is not taken.
fs::path aside_of_damaged(const fs::path& folder, Index step) {
  const std::string name = kDamagedPrefix + (kPrefix + std::to_string(step));
  fs::path path = folder / name;
  for (int i = 2; fs::exists(fs::symlink_status(path)); ++i) {
    path = folder / (name + "." + std::to_string(i));
  }
  return path;
}

fs::path set_aside(const fs::path& checkpoint, Index step) {
  fs::path path = aside_of_damaged(checkpoint.parent_path(), step);
  move_to(checkpoint, path);
  return path;
}

/// Removes the checkpoints up to `step` that `retention` does not keep. Damaged ones stay.
void prune(const fs::path& folder, Index step, const Retention& retention) {
  const Index sound = std::min(step, retention.sound_step.value_or(step));
  int sound_ones = 0;
  int later_ones = 0;
  for (const auto& [other, old] : checkpoints_in(folder)) {
    if (other > step || visibly_damaged(old, other)) continue;
    if (++(other <= sound ? sound_ones : later_ones) <= retention.keep) continue;
    // Renamed first: a crash must not leave half a checkpoint under a good name.
    const fs::path doomed = folder / (kAsidePrefix + std::to_string(other));
    move_to(old, doomed);
    remove_tree(doomed);
  }
}

}  // namespace

fs::path save_checkpoint(const fs::path& folder, Index step, const ParameterList& parameters,
                         const AdamW& optimizer, const CheckpointExtras& extras,
                         const Retention& retention) {
  if (retention.keep < 1) {
    throw ConfigError("checkpoint: " + std::to_string(retention.keep) +
                      " to keep, expected at least 1");
  }
  if (step < 0) {
    throw ConfigError("checkpoint: step " + std::to_string(step) + ", expected at least 0");
  }
  require_same_parameters(parameters, optimizer);
  if (!parse_object(extras.trainer_state)) {
    throw FormatError((folder / kTrainerFile).string() +
                      ": cannot be written: not the text of a JSON object");
  }

  create_folders(folder);
  sweep_unfinished_saves(folder);
  fs::path path = step_path(folder, step);
  const fs::path aside = folder / (kAsidePrefix + std::to_string(step));
  try {
    create_folders(aside);
    write_files(aside, step, parameters, optimizer, extras);
    if (fs::exists(fs::symlink_status(path)) && visibly_damaged(path, step)) set_aside(path, step);
    put_in_place(aside, path);
    sync_folder(folder);
  } catch (...) {
    std::error_code ignored;  // the first error matters
    fs::remove_all(aside, ignored);
    throw;
  }
  remove_tree(aside);  // the replaced checkpoint, if there was one

  prune(folder, step, retention);
  return path;
}

void sweep_unfinished_saves(const fs::path& folder) {
  if (!folder_exists(folder)) return;
  for (const fs::path& path : entries_of(folder)) {
    if (const auto step = step_replaced(path)) move_to(path, step_path(folder, *step));
  }
  for (const fs::path& path : entries_of(folder)) {
    if (path.filename().string().starts_with(kAsidePrefix)) remove_tree(path);
  }
}

void load_checkpoint(const fs::path& checkpoint, const ParameterList& parameters, AdamW* optimizer,
                     CheckpointExtras* extras) {
  if (optimizer != nullptr) require_same_parameters(parameters, *optimizer);
  const CheckpointReader reader(checkpoint);
  std::vector<Staged> staged = stage_model(reader.read_tensors(kModelFile), parameters);
  Index steps = 0;
  std::vector<Moments> moments;
  if (optimizer != nullptr) {
    steps = stage_optimizer(reader.read_tensors(kOptimizerFile), parameters, staged);
    moments = ordered_moments(parameters, *optimizer, staged);
  }
  CheckpointExtras read;
  if (extras != nullptr) read = read_extras(reader);

  // Everything is there and fits. From here on only swaps.
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Parameter& parameter = *parameters[i];
    parameter.pattern.swap(staged[i].pattern);
    parameter.values.swap(staged[i].values);
    parameter.gradient.swap(staged[i].gradient);
  }
  if (optimizer != nullptr) optimizer->restore(steps, std::move(moments));
  if (extras != nullptr) std::swap(*extras, read);
  for (const Parameter* parameter : parameters) {
    if (parameter->is_sparse() && parameter->pattern_changed) parameter->pattern_changed();
  }
}

LatestCheckpoint latest_checkpoint(const fs::path& folder) {
  LatestCheckpoint latest;
  if (!folder_exists(folder)) return latest;
  for (const auto& [step, path] : checkpoints_in(folder)) {
    const std::optional<std::string> fault = fault_of(path, step);
    if (!fault) {
      latest.path = path;
      latest.step = step;
      break;
    }
    latest.skipped.push_back(*fault);
    latest.damaged.push_back(path);
  }
  return latest;
}

std::vector<fs::path> set_aside_damaged(const LatestCheckpoint& latest) {
  std::vector<fs::path> moved;
  for (const fs::path& path : latest.damaged) {
    const std::string name = path.filename().string();
    auto step = step_in(name, kPrefix);
    if (!step) step = step_in(name, kAsidePrefix, kReplacedSuffix);
    if (step) moved.push_back(set_aside(path, *step));
  }
  if (!moved.empty()) sync_folder(moved.front().parent_path());
  return moved;
}

std::vector<ParameterSummary> inspect_checkpoint(const fs::path& checkpoint) {
  const TensorFile file = CheckpointReader(checkpoint).read_tensors(kModelFile);
  std::map<std::string, ParameterSummary> summaries;
  std::set<std::string> parts;  // tensors of sparse parameters
  for (const auto& [key, text] : file.metadata()) {
    const std::string suffix = bsr_key("");
    if (!key.ends_with(suffix)) continue;
    const std::string name = key.substr(0, key.size() - suffix.size());
    summaries[name] = summary_of_sparse(file, name);
    for (const char* part : kSparseParts) parts.insert(name + part);
  }
  for (const TensorView& tensor : file.tensors()) {
    if (parts.contains(tensor.name)) continue;
    summaries[tensor.name] = {
        .name = tensor.name, .shape = tensor.shape, .values_hash = hex(content_hash(tensor.bytes))};
  }
  std::vector<ParameterSummary> result;
  result.reserve(summaries.size());
  for (auto& [name, summary] : summaries) result.push_back(std::move(summary));
  return result;
}

CheckpointExtras checkpoint_extras(const fs::path& checkpoint) {
  return read_extras(CheckpointReader(checkpoint));
}

}  // namespace espalier::models
