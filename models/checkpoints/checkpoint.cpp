// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/checkpoint.h>

#include <stdio.h>  // renameat2

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>

#include <espalier/files/atomic_file.h>
#include <espalier/files/content_hash.h>
#include <espalier/files/json_text.h>
#include <espalier/files/safetensors.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/system_call.h>
#include <espalier/sparse/ops/block_norms.h>

namespace espalier::models {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

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
// In the metadata of the optimizer's file.
constexpr const char* kOptimizerKey = "optimizer";
constexpr const char* kStepsKey = "steps";
// What the state of an optimizer names so is never negative.
constexpr const char* kSquares = "_sq";
// DONE lists four files.
constexpr std::size_t kLargestDoneBytes = 1 << 16;
// A trainer's counters and hashes take less than a KiB.
constexpr std::size_t kLargestStateBytes = std::size_t{1} << 20;
// In format 1 the trainer state also listed blocks, fewer than are stored, each as two numbers of
// up to ten digits on four indented lines.
constexpr std::size_t kStateBytesOfBlock = 64;
// So that sums of a few extents still fit.
constexpr Index kLargestExtent = Index{1} << 60;
// Of a weight that is inspected without a model to compare it with: the traversal of a pattern
// takes 8 bytes a block column, which a short hostile file could multiply. 64 times the largest
// vocabulary in use.
constexpr Index kMostBlockColumns = Index{1} << 24;

// ---------------------------------------------------------------------------------------- folders

[[noreturn]] void fail(const fs::path& path, const std::string& action, const std::string& reason) {
  throw IoError(path.string() + ": cannot " + action + ": " + reason);
}

/// Calls `action(error)`, again while signals interrupt it, and throws IoError if it set the error.
template <typename Action>
auto checked(const fs::path& path, const char* what, const Action& action) {
  while (true) {
    std::error_code error;
    auto result = action(error);
    if (!error) return result;
    if (error != std::errc::interrupted) fail(path, what, error.message());
  }
}

void remove_tree(const fs::path& path) {
  checked(path, "remove", [&](std::error_code& error) { return fs::remove_all(path, error); });
}

bool folder_exists(const fs::path& folder) {
  return checked(folder, "look into",
                 [&](std::error_code& error) { return fs::exists(folder, error); });
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
  for (const fs::path& path : files::list_folder(folder)) {
    auto step = step_in(path.filename().string(), kPrefix);
    if (!step) step = step_replaced(path);
    if (step) found.emplace_back(*step, path);
  }
  std::sort(found.begin(), found.end(), std::greater<>());
  return found;
}

/// Puts `aside` in the place of `path` in one step, so that a crash leaves one of the two there. If
/// there is an old `path` it ends up at `aside`.
void put_in_place(const fs::path& aside, const fs::path& path) {
  const int result = uninterrupted([&] {
    return ::renameat2(AT_FDCWD, aside.c_str(), AT_FDCWD, path.c_str(), RENAME_EXCHANGE);
  });
  if (result == 0) return;
  if (errno != ENOENT && errno != EINVAL && errno != ENOSYS) {
    fail(path, "rename into place", std::strerror(errno));
  }
  if (fs::exists(path)) {  // a file system without exchange: two steps are the best there is
    const fs::path old = aside.string() + kReplacedSuffix;  // found again by step_replaced
    files::rename_path(path, old);
    files::rename_path(aside, path);
    files::rename_path(old, aside);
  } else {
    files::rename_path(aside, path);
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
  std::vector<files::TensorView> tensors;
  files::Metadata metadata{{"format", "pt"}};  // as Hugging Face writes it
  for (const Parameter* parameter : parameters) {
    const std::string& name = parameter->name;
    if (!parameter->is_sparse()) {
      tensors.push_back(files::tensor_view<float>(name, parameter->shape, parameter->values));
      continue;
    }
    const sparse::BlockPattern& pattern = *parameter->pattern;
    tensors.push_back(files::tensor_view<Index>(name + ".crow_indices", {pattern.grid_rows() + 1},
                                                pattern.row_offsets()));
    tensors.push_back(files::tensor_view<BlockIndex>(name + ".col_indices", {pattern.blocks()},
                                                     pattern.columns()));
    tensors.push_back(
        files::tensor_view<float>(name + ".values", values_shape(*parameter), parameter->values));
    metadata[bsr_key(name)] = bsr_text(parameter->shape, pattern.block());
  }
  return files::write_safetensors(path, tensors, metadata);
}

/// Name of the tensor that holds what the optimizer calls `name`.
std::string state_name(const Parameter& parameter, const std::string& name) {
  return parameter.name + '.' + name;
}

std::string write_optimizer(const fs::path& path, const ParameterList& parameters,
                            const Optimizer& optimizer) {
  std::vector<files::TensorView> tensors;
  for (const Parameter* parameter : parameters) {
    const std::vector<Index> shape = values_shape(*parameter);
    for (const std::string& name : optimizer.state())
      tensors.push_back(files::tensor_view<float>(state_name(*parameter, name), shape,
                                                  optimizer.state(*parameter, name)));
  }
  return files::write_safetensors(
      path, tensors,
      {{kOptimizerKey, optimizer.name()}, {kStepsKey, std::to_string(optimizer.steps())}});
}

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

void write_done(const fs::path& checkpoint, Index step, const FileRecords& files) {
  Json done{{"format", kCheckpointFormat}, {"step", step}, {"files", Json::object()}};
  for (const auto& [name, file] : files) {
    done["files"][name] = {{"bytes", file.bytes}, {"xxh3", file.hash}};
  }
  files::write_file_atomically(checkpoint / kDoneFile, done.dump(2) + "\n");
}

void write_files(const fs::path& checkpoint, Index step, const ParameterList& parameters,
                 const Optimizer& optimizer, const CheckpointExtrasView& extras) {
  FileRecords files;
  files[kModelFile].hash = write_model(checkpoint / kModelFile, parameters);
  files[kOptimizerFile].hash = write_optimizer(checkpoint / kOptimizerFile, parameters, optimizer);
  files[kTopologyFile].hash = write_topology(checkpoint / kTopologyFile, extras);
  files::write_file_atomically(checkpoint / kTrainerFile, extras.trainer_state);
  files[kTrainerFile].hash = files::hex(files::content_hash(extras.trainer_state));
  for (auto& [name, file] : files) {
    const fs::path path = checkpoint / name;
    file.bytes = checked(path, "measure",
                         [&](std::error_code& error) { return fs::file_size(path, error); });
  }
  write_done(checkpoint, step, files);
}

// ---------------------------------------------------------------------------------------- reading

/// The DONE of a checkpoint and, through it, what the other files must be.
class CheckpointReader {
 public:
  explicit CheckpointReader(fs::path checkpoint) : checkpoint_(std::move(checkpoint)) {
    const fs::path path = checkpoint_ / kDoneFile;
    std::error_code error;
    if (fs::is_directory(checkpoint_, error) && !fs::exists(path, error)) {
      throw FormatError(checkpoint_.string() + ": incomplete checkpoint: DONE is missing");
    }
    const std::string damaged = path.string() + ": damaged";
    const Json done = files::parse_json_object(files::read_file(path, kLargestDoneBytes), damaged);
    const auto refuse = [&](const std::string& what) { throw FormatError(damaged + ": " + what); };
    format_ = format_in(done.value("format", Json()), path);
    const Json step = done.value("step", Json());
    if (!step.is_number_unsigned() || step.get<std::uint64_t>() > std::uint64_t{kLargestStep}) {
      refuse("step is not a whole number from 0 to 2^53");
    }
    step_ = step.get<Index>();
    const Json files = done.value("files", Json());
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

  int format() const { return format_; }
  Index step() const { return step_; }
  fs::path path_of(const char* name) const { return checkpoint_ / name; }

  /// Throws FormatError unless the file has the length that DONE says.
  void require_length(const char* name) const {
    const fs::path path = path_of(name);
    const std::uint64_t bytes =
        checked(path, "open", [&](std::error_code& error) { return fs::file_size(path, error); });
    const std::uint64_t expected = files_.at(name).bytes;
    if (bytes == expected) return;
    throw FormatError(path.string() + (bytes < expected ? ": truncated: " : ": too long: ") +
                      std::to_string(bytes) + " bytes, expected " + std::to_string(expected) +
                      " as DONE says");
  }
  void require_lengths() const {
    for (const char* name : kFiles) require_length(name);
  }

  /// Throws FormatError unless the file that was read is the one that DONE means.
  void require_hash(const char* name, std::uint64_t hash) const {
    if (files::hex(hash) == files_.at(name).hash) return;
    throw FormatError(path_of(name).string() + ": damaged or of another checkpoint: XXH3 hash " +
                      files::hex(hash) + ", expected that of DONE");
  }

 private:
  static int format_in(const Json& version, const fs::path& path) {
    const std::string found =
        path.string() + ": checkpoint format is " + version.dump().substr(0, 40);
    if (version.is_number_unsigned()) {
      const auto number = version.get<std::uint64_t>();
      if (number >= 1 && number <= kCheckpointFormat) return static_cast<int>(number);
      if (number > kCheckpointFormat) {
        throw FormatError(found + ", written by a newer version; this one reads up to " +
                          std::to_string(kCheckpointFormat));
      }
    }
    throw FormatError(found + ", expected a number from 1 to " + std::to_string(kCheckpointFormat));
  }

  fs::path checkpoint_;
  int format_ = 0;
  Index step_ = 0;
  FileRecords files_;
};

/// One tensor file of a checkpoint, which stays open from the first reading to the second.
class VouchedTensors {
 public:
  VouchedTensors(const CheckpointReader& checkpoint, const char* name)
      : checkpoint_(checkpoint), name_(name), tensors_(opened(checkpoint, name)) {}

  const files::TensorIndex& index() const { return tensors_.index(); }

  /// Hands out every tensor, piece by piece. Throws FormatError at the end unless the file was the
  /// one that DONE means.
  void read(const files::TensorReader::Visitor& visit) const {
    checkpoint_.require_hash(name_, tensors_.read(visit));
  }

 private:
  static files::TensorReader opened(const CheckpointReader& checkpoint, const char* name) {
    checkpoint.require_length(name);
    return files::TensorReader(checkpoint.path_of(name));
  }

  const CheckpointReader& checkpoint_;
  const char* name_;
  files::TensorReader tensors_;
};

/// Where the bytes of tensors go, by name; as long as the tensors.
using Destinations = std::map<std::string, std::span<char>>;

template <typename Container>
std::span<char> bytes_of(Container& elements) {
  const auto bytes = std::as_writable_bytes(std::span(elements));
  return {reinterpret_cast<char*>(bytes.data()), bytes.size()};
}

/// Copies a piece to its destination if the tensor has one.
void put(const Destinations& destinations, const files::TensorEntry& tensor, std::uint64_t offset,
         std::string_view bytes) {
  const auto found = destinations.find(tensor.name);
  if (found == destinations.end() || bytes.empty()) return;
  std::memcpy(found->second.subspan(offset, bytes.size()).data(), bytes.data(), bytes.size());
}

/// The piece as numbers; pieces are aligned.
std::span<const float> floats_of(std::string_view bytes) {
  return {reinterpret_cast<const float*>(bytes.data()), bytes.size() / sizeof(float)};
}

/// What training never leaves, if some values are it.
struct Oddities {
  bool not_finite = false;
  bool negative = false;
};

/// One pass that compilers vectorise, at least as fast as the hash: chunks of a fixed length, and
/// sums of bits instead of comparisons.
Oddities oddities_of(std::span<const float> values) {
  constexpr std::size_t kChunk = 256;
  constexpr std::uint32_t kSign = 0x80000000;
  constexpr std::uint32_t kLowestOfExponent = 0x00800000;
  std::uint32_t overflows = 0;
  std::uint32_t signs = 0;
  const auto note = [&](float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    // The exponent of infinity and NaN is all ones: one more overflows into the sign.
    overflows |= (bits & ~kSign) + kLowestOfExponent;
    signs |= bits;
  };
  std::span<const float> rest = values;
  for (; rest.size() >= kChunk; rest = rest.subspan(kChunk)) {
    for (std::size_t i = 0; i < kChunk; ++i) note(rest[i]);
  }
  for (const float value : rest) note(value);
  const auto is_negative = [](float value) { return value < 0; };  // -0 is not
  return {(overflows & kSign) != 0,
          (signs & kSign) != 0 && std::any_of(values.begin(), values.end(), is_negative)};
}

/// Refuses a piece of a parameter or of its moments that holds what training never leaves.
void require_possible(const files::TensorIndex& index, const files::TensorEntry& tensor,
                      std::string_view bytes) {
  if (tensor.type != files::DataType::kF32) return;
  const Oddities odd = oddities_of(floats_of(bytes));
  if (odd.not_finite) index.refuse(tensor.name, "has values that are not finite");
  if (odd.negative && tensor.name.ends_with(kSquares)) {
    index.refuse(tensor.name, "has negative values");
  }
}

/// Reads a file for the first time: checks all of it and puts what has a destination there.
void check(const VouchedTensors& file, const Destinations& destinations = {}) {
  file.read([&](const files::TensorEntry& tensor, std::uint64_t offset, std::string_view bytes) {
    require_possible(file.index(), tensor, bytes);
    put(destinations, tensor, offset, bytes);
  });
}

/// Reads a file whose values are not judged, or have been.
void fill(const VouchedTensors& file, const Destinations& destinations) {
  file.read([&](const files::TensorEntry& tensor, std::uint64_t offset, std::string_view bytes) {
    put(destinations, tensor, offset, bytes);
  });
}

std::string to_text(const std::vector<Index>& shape) { return Json(shape).dump(); }

/// Shape and block of a sparse weight, if the metadata say that there is one of that name.
struct BsrInfo {
  std::vector<Index> shape;
  sparse::BlockShape block;
};

std::optional<BsrInfo> bsr_info(const files::TensorIndex& index, const std::string& name) {
  const auto found = index.metadata().find(bsr_key(name));
  if (found == index.metadata().end()) return std::nullopt;
  std::array<Index, 4> numbers{};  // rows and cols of the shape, then of the block
  std::size_t count = 0;
  try {
    const Json json = files::parse_json_object(found->second, bsr_key(name));
    for (const char* key : {"shape", "block"}) {
      const Json pair = json.value(key, Json());
      for (std::size_t i = 0; pair.is_array() && pair.size() == 2 && i < 2; ++i) {
        if (pair[i].is_number_unsigned()) numbers[count++] = pair[i].get<Index>();
      }
    }
  } catch (const FormatError&) {
    count = 0;
  }
  const auto [least, largest] = std::minmax_element(numbers.begin(), numbers.end());
  if (count != 4 || *least < 1 || *largest > kLargestExtent) {
    index.refuse(name, "has no usable shape and block in its metadata entry " + bsr_key(name));
  }
  return BsrInfo{{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
}

/// A sparse weight whose pattern is being read.
struct PatternParts {
  std::string name;
  BsrInfo info;
  std::vector<Index> offsets;
  std::vector<BlockIndex> columns;
};

/// Checks what the header says of a sparse weight and makes room for its pattern.
PatternParts pattern_parts(const files::TensorIndex& index, const std::string& name,
                           const BsrInfo& info) {
  const std::string columns_name = name + ".col_indices";
  const files::TensorEntry* columns = index.find(columns_name);
  if (columns == nullptr) index.refuse(columns_name, "is missing");
  const Index blocks = columns->elements();
  index.require(columns_name, files::DataType::kI32, {blocks});
  const Index rows = info.shape[0] / info.block.rows + 1;
  index.require(name + ".crow_indices", files::DataType::kI64, {rows});
  index.require(name + ".values", files::DataType::kF32,
                {blocks, info.block.rows, info.block.cols});
  return {name, info, std::vector<Index>(static_cast<std::size_t>(rows)),
          std::vector<BlockIndex>(static_cast<std::size_t>(blocks))};
}

void add_destinations(PatternParts& parts, Destinations& destinations) {
  destinations[parts.name + ".crow_indices"] = bytes_of(parts.offsets);
  destinations[parts.name + ".col_indices"] = bytes_of(parts.columns);
}

sparse::PatternPtr make_pattern(const files::TensorIndex& index, PatternParts parts) {
  try {
    return std::make_shared<const sparse::BlockPattern>(parts.info.shape[0], parts.info.shape[1],
                                                        parts.info.block, std::move(parts.offsets),
                                                        std::move(parts.columns));
  } catch (const Error& error) {
    index.refuse(parts.name, std::string("has no valid pattern: ") + error.what());
  }
}

std::string described(const std::vector<Index>& shape, const sparse::BlockShape* block) {
  if (block == nullptr) return "dense " + to_text(shape);
  return "block-sparse " + to_text(shape) + " with blocks of " + std::to_string(block->rows) + "x" +
         std::to_string(block->cols);
}

/// Checks what the header says of a parameter; returns how it is stored if it is sparse.
std::optional<BsrInfo> require_parameter(const files::TensorIndex& index,
                                         const Parameter& parameter) {
  const std::string& name = parameter.name;
  std::optional<BsrInfo> info = bsr_info(index, name);
  const files::TensorEntry* dense = index.find(name);
  if (!info && dense == nullptr) index.refuse(name, "is missing, but the model has it");

  const std::string found =
      info ? described(info->shape, &info->block) : described(dense->shape, nullptr);
  const sparse::BlockShape block =
      parameter.is_sparse() ? parameter.pattern->block() : sparse::BlockShape{};
  const std::string expected = described(parameter.shape, parameter.is_sparse() ? &block : nullptr);
  if (found != expected) {
    index.refuse(name, "is " + found + ", expected " + expected + " as in the model");
  }
  if (!info) index.require(name, files::DataType::kF32, parameter.shape);
  return info;
}

/// Refuses tensors that the model has no place for: the checkpoint is of another model.
void require_tensors(const files::TensorIndex& index, const std::set<std::string>& expected) {
  for (const files::TensorEntry& tensor : index.tensors()) {
    if (!expected.contains(tensor.name)) index.refuse(tensor.name, "is not in the model");
  }
}

/// Checks the whole model file. Returns the pattern of each parameter, null for dense ones.
std::vector<sparse::PatternPtr> check_model(const VouchedTensors& file,
                                            const ParameterList& parameters) {
  std::vector<std::optional<PatternParts>> parts(parameters.size());
  Destinations destinations;
  std::set<std::string> names;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string& name = parameters[i]->name;
    const std::optional<BsrInfo> info = require_parameter(file.index(), *parameters[i]);
    if (!info) {
      names.insert(name);
      continue;
    }
    for (const char* part : kSparseParts) names.insert(name + part);
    parts[i] = pattern_parts(file.index(), name, *info);
    add_destinations(*parts[i], destinations);
  }
  require_tensors(file.index(), names);
  check(file, destinations);
  std::vector<sparse::PatternPtr> patterns(parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parts[i]) patterns[i] = make_pattern(file.index(), std::move(*parts[i]));
  }
  return patterns;
}

/// Checks the whole optimizer file. Returns the step count.
Index check_optimizer(const VouchedTensors& file, const Optimizer& optimizer,
                      const ParameterList& parameters,
                      const std::vector<sparse::PatternPtr>& patterns) {
  const files::Metadata& metadata = file.index().metadata();
  const auto made_by = metadata.find(kOptimizerKey);
  if (made_by == metadata.end() || made_by->second != optimizer.name())
    throw FormatError(
        file.index().origin() + ": state of optimizer " +
        (made_by == metadata.end() ? "(no name)" : Json(made_by->second).dump().substr(0, 40)) +
        ", expected that of " + Json(optimizer.name()).dump());
  std::set<std::string> names;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::vector<Index> shape = values_shape(parameters[i]->shape, patterns[i].get());
    for (const std::string& state : optimizer.state()) {
      const std::string name = state_name(*parameters[i], state);
      names.insert(name);
      file.index().require(name, files::DataType::kF32, shape);
    }
  }
  require_tensors(file.index(), names);
  const auto steps = metadata.find(kStepsKey);
  const auto count = steps == metadata.end() ? std::nullopt : number_in(steps->second);
  if (!count || *count > kLargestStep) {
    throw FormatError(file.index().origin() +
                      ": metadata have no step count, expected one from 0 to 2^53");
  }
  check(file);
  return *count;
}

/// The trainer state, whose length what the checkpoint stores bounds.
std::string read_state(const CheckpointReader& checkpoint, const files::TensorIndex& model) {
  std::size_t limit = kLargestStateBytes;
  if (checkpoint.format() == 1) {
    for (const files::TensorEntry& tensor : model.tensors()) {
      if (!tensor.name.ends_with(".col_indices")) continue;
      limit += kStateBytesOfBlock * static_cast<std::size_t>(tensor.elements());
    }
  }
  checkpoint.require_length(kTrainerFile);
  std::string text = files::read_file(checkpoint.path_of(kTrainerFile), limit);
  checkpoint.require_hash(kTrainerFile, files::content_hash(text));
  return text;
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
  fill(file, destinations);
}

/// Throws ConfigError unless the optimizer has exactly these parameters.
void require_same_parameters(const ParameterList& parameters, const Optimizer& optimizer) {
  for (const Parameter* parameter : parameters) {
    if (!optimizer.has(*parameter))
      throw ConfigError("checkpoint: parameter " + parameter->name +
                        " is not one of the optimizer's, expected one that it was made with");
  }
  if (parameters.size() != optimizer.parameters().size()) {
    throw ConfigError("checkpoint: the optimizer has " +
                      std::to_string(optimizer.parameters().size()) + " parameters, expected the " +
                      std::to_string(parameters.size()) + " of the model");
  }
}

/// Gives every parameter its pattern and buffers of the length that follows, and fills them.
void fill_model(const VouchedTensors& file, const ParameterList& parameters,
                const std::vector<sparse::PatternPtr>& patterns) {
  Destinations destinations;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Parameter& parameter = *parameters[i];
    if (patterns[i] != nullptr) {
      const auto values = static_cast<std::size_t>(patterns[i]->values());
      replace_length(parameter.values, values);
      replace_length(parameter.gradient, values);
      parameter.pattern = patterns[i];
    }
    std::fill(parameter.gradient.begin(), parameter.gradient.end(), 0.0f);
    destinations[parameter.name + (patterns[i] != nullptr ? ".values" : "")] =
        bytes_of(parameter.values);
  }
  fill(file, destinations);
}

void fill_optimizer(const VouchedTensors& file, Optimizer& optimizer, Index steps) {
  const std::span<StateBuffers> state = optimizer.begin_restore(steps);
  Destinations destinations;
  for (std::size_t i = 0; i < state.size(); ++i) {
    for (std::size_t j = 0; j < state[i].size(); ++j)
      destinations[state_name(*optimizer.parameters()[i], optimizer.state()[j])] =
          bytes_of(state[i][j]);
  }
  fill(file, destinations);
}

/// What is half loaded must not pass for a model.
void spoil(const ParameterList& parameters) {
  for (Parameter* parameter : parameters) {
    std::fill(parameter->values.begin(), parameter->values.end(),
              std::numeric_limits<float>::quiet_NaN());
  }
}

/// Refuses to save what could not be loaded.
void require_possible(const ParameterList& parameters, const Optimizer& optimizer) {
  for (const Parameter* parameter : parameters) {
    const auto refuse = [&](const std::string& what) {
      throw Error("checkpoint: parameter " + parameter->name + " has " + what +
                  "; nothing was saved");
    };
    if (oddities_of(parameter->values).not_finite) refuse("values that are not finite");
    for (const std::string& name : optimizer.state()) {
      const Oddities odd = oddities_of(optimizer.state(*parameter, name));
      if (odd.not_finite) refuse(name + " that is not finite");
      if (odd.negative && name.ends_with(kSquares)) refuse(name + " that is negative");
    }
  }
}

/// The parameters of a checkpoint without a model to compare them with.
class Inspector {
 public:
  explicit Inspector(const CheckpointReader& checkpoint) : file_(checkpoint, kModelFile) {}

  std::vector<ParameterSummary> inspect() {
    read_patterns();
    for (const files::TensorEntry& tensor : index().tensors()) {
      if (!owners_.contains(tensor.name)) {
        owners_[tensor.name] = tensor.name;
        summaries_[tensor.name] = {.name = tensor.name, .shape = tensor.shape};
      }
    }
    file_.read([&](const files::TensorEntry& tensor, std::uint64_t offset, std::string_view bytes) {
      add(tensor, offset, bytes);
    });
    std::vector<ParameterSummary> result;
    result.reserve(summaries_.size());
    for (auto& [name, summary] : summaries_) result.push_back(std::move(summary));
    return result;
  }

 private:
  const files::TensorIndex& index() const { return file_.index(); }

  /// The first time: the patterns.
  void read_patterns() {
    const std::string suffix = bsr_key("");
    std::vector<PatternParts> sparse;
    for (const auto& [key, text] : index().metadata()) {
      if (!key.ends_with(suffix)) continue;
      const std::string name = key.substr(0, key.size() - suffix.size());
      const BsrInfo info = *bsr_info(index(), name);
      if (info.shape[1] / info.block.cols > kMostBlockColumns) {
        index().refuse(name,
                       "has more than " + std::to_string(kMostBlockColumns) + " block columns");
      }
      sparse.push_back(pattern_parts(index(), name, info));
      for (const char* part : kSparseParts) owners_[name + part] = "";
      owners_[name + ".values"] = name;
    }
    Destinations destinations;
    for (PatternParts& parts : sparse) add_destinations(parts, destinations);
    check(file_, destinations);
    for (PatternParts& parts : sparse) {
      ParameterSummary& summary = summaries_[parts.name];
      summary.name = parts.name;
      summary.shape = parts.info.shape;
      summary.pattern = make_pattern(index(), std::move(parts));
      summary.density = summary.pattern->density();
    }
  }

  /// The second time: what is said of the values, one tensor after the other.
  void add(const files::TensorEntry& tensor, std::uint64_t offset, std::string_view bytes) {
    const std::string& name = owners_.at(tensor.name);
    if (name.empty()) return;
    if (offset == 0) hash_ = std::make_unique<files::ContentHash>();
    hash_->update(bytes);
    ParameterSummary& summary = summaries_.at(name);
    if (summary.pattern != nullptr) {
      if (offset == 0) values_.clear();
      values_.insert(values_.end(), floats_of(bytes).begin(), floats_of(bytes).end());
    }
    if (offset + bytes.size() < tensor.bytes) return;
    summary.values_hash = files::hex(hash_->value());
    if (summary.pattern != nullptr) {
      summary.block_norms = sparse::block_norms(*summary.pattern, values_, sparse::BlockNorm::kL1);
    }
  }

  VouchedTensors file_;
  std::map<std::string, ParameterSummary> summaries_;
  std::map<std::string, std::string> owners_;  // of a tensor's values; empty: of a pattern
  std::unique_ptr<files::ContentHash> hash_;   // of the tensor that is being read
  AlignedVector<float> values_;
};

bool has_all_files(const fs::path& checkpoint) {
  const auto is_file = [&](const char* name) {
    std::error_code ignored;
    return fs::is_regular_file(checkpoint / name, ignored);
  };
  return is_file(kDoneFile) && std::ranges::all_of(kFiles, is_file);
}

/// Why a checkpoint is not usable, or nothing. Throws IoError if the system does not hand out a
/// file that is there: that tells nothing of the checkpoint.
std::optional<std::string> fault_of(const fs::path& checkpoint, Index step) {
  try {
    const CheckpointReader reader(checkpoint);
    if (reader.step() != step) {
      return checkpoint.string() + ": holds step " + std::to_string(reader.step());
    }
    const VouchedTensors model(reader, kModelFile);
    check(model);
    check(VouchedTensors(reader, kOptimizerFile));
    fill(VouchedTensors(reader, kTopologyFile), {});
    static_cast<void>(read_state(reader, model.index()));
    return std::nullopt;
  } catch (const IoError& error) {
    if (has_all_files(checkpoint)) throw;
    return error.what();
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
  files::rename_path(checkpoint, path);
  return path;
}

/// Removes the checkpoints up to `step` that `retention` does not keep. Damaged ones stay.
void prune(const fs::path& folder, Index step, const Retention& retention) {
  const Index sound = std::min(step, retention.sound_step.value_or(step));
  int sound_ones = 0;
  int later_ones = 0;
  bool removed = false;
  for (const auto& [other, old] : checkpoints_in(folder)) {
    if (other > step || visibly_damaged(old, other)) continue;
    if (++(other <= sound ? sound_ones : later_ones) <= retention.keep) continue;
    removed = true;
    // Renamed first: a crash must not leave half a checkpoint under a good name.
    const fs::path doomed = folder / (kAsidePrefix + std::to_string(other));
    files::rename_path(old, doomed);
    remove_tree(doomed);
  }
  if (removed)
    files::sync_folder(folder);  // else a power cut could bring it back under its doomed name
}

}  // namespace

fs::path save_checkpoint(const fs::path& folder, Index step, const ParameterList& parameters,
                         const Optimizer& optimizer, const CheckpointExtrasView& extras,
                         const Retention& retention) {
  if (retention.keep < 1) {
    throw ConfigError("checkpoint: " + std::to_string(retention.keep) +
                      " to keep, expected at least 1");
  }
  if (step < 0 || step > kLargestStep) {
    throw ConfigError("checkpoint: step " + std::to_string(step) + ", expected one from 0 to 2^53");
  }
  require_same_parameters(parameters, optimizer);
  const std::string unwritable = (folder / kTrainerFile).string() + ": cannot be written";
  static_cast<void>(files::parse_json_object(extras.trainer_state, unwritable));
  if (extras.trainer_state.size() > kLargestStateBytes) {
    throw FormatError(unwritable + ": " + std::to_string(extras.trainer_state.size()) +
                      " bytes, expected at most " + std::to_string(kLargestStateBytes));
  }
  require_possible(parameters, optimizer);

  files::create_folders(folder);
  sweep_unfinished_saves(folder);
  fs::path path = step_path(folder, step);
  const fs::path aside = folder / (kAsidePrefix + std::to_string(step));
  try {
    files::create_folders(aside);
    write_files(aside, step, parameters, optimizer, extras);
    if (fs::exists(fs::symlink_status(path)) && visibly_damaged(path, step)) set_aside(path, step);
    put_in_place(aside, path);
    files::sync_folder(folder);
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
  for (const fs::path& path : files::list_folder(folder)) {
    if (const auto step = step_replaced(path)) files::rename_path(path, step_path(folder, *step));
  }
  for (const fs::path& path : files::list_folder(folder)) {
    if (path.filename().string().starts_with(kAsidePrefix)) remove_tree(path);
  }
}

void load_checkpoint(const fs::path& checkpoint, const ParameterList& parameters,
                     Optimizer* optimizer, const CheckpointGate& gate) {
  if (optimizer != nullptr) require_same_parameters(parameters, *optimizer);
  const CheckpointReader reader(checkpoint);
  const VouchedTensors model(reader, kModelFile);
  CheckpointContents contents;
  contents.format = reader.format();
  contents.step = reader.step();
  const std::vector<sparse::PatternPtr> patterns = check_model(model, parameters);
  std::optional<VouchedTensors> state;
  if (optimizer != nullptr) {
    state.emplace(reader, kOptimizerFile);
    contents.optimizer_steps = check_optimizer(*state, *optimizer, parameters, patterns);
  }
  const Index steps = contents.optimizer_steps;
  if (gate) {
    const VouchedTensors topology(reader, kTopologyFile);
    require_topology_of(topology.index(), parameters);
    read_topology(topology, contents.extras);
    contents.extras.trainer_state = read_state(reader, model.index());
    contents.patterns = patterns;
    gate(contents);
  }

  try {
    fill_model(model, parameters, patterns);
    if (optimizer != nullptr) fill_optimizer(*state, *optimizer, steps);
  } catch (...) {
    spoil(parameters);
    throw;
  }
  for (const Parameter* parameter : parameters) {
    if (parameter->is_sparse() && parameter->pattern_changed) parameter->pattern_changed();
  }
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
  if (!moved.empty()) files::sync_folder(moved.front().parent_path());
  return moved;
}

std::vector<ParameterSummary> inspect_checkpoint(const fs::path& checkpoint) {
  const CheckpointReader reader(checkpoint);
  return Inspector(reader).inspect();
}

std::string trainer_state(const fs::path& checkpoint) {
  const CheckpointReader reader(checkpoint);
  return read_state(reader, VouchedTensors(reader, kModelFile).index());
}

CheckpointExtras checkpoint_extras(const fs::path& checkpoint) {
  const CheckpointReader reader(checkpoint);
  CheckpointExtras extras;
  extras.trainer_state = read_state(reader, VouchedTensors(reader, kModelFile).index());
  read_topology(VouchedTensors(reader, kTopologyFile), extras);
  return extras;
}

}  // namespace espalier::models
