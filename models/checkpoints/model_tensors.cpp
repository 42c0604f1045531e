// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/model_tensors.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include <espalier/files/json_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

using Json = nlohmann::json;

// So that sums of a few extents still fit.
constexpr Index kLargestExtent = Index{1} << 60;
// Of all weights of a file that is read without a model to compare it with: the traversal of a
// pattern takes 8 bytes a block column, which a short hostile file could multiply. 64 times the
// largest vocabulary in use.
constexpr Index kMostBlockColumns = Index{1} << 24;

std::string described_sparse(const std::vector<Index>& shape, sparse::BlockShape block) {
  return "block-sparse " + shape_text(shape) + " with blocks of " + std::to_string(block.rows) +
         "x" + std::to_string(block.cols);
}

std::string bsr_text(const std::vector<Index>& shape, sparse::BlockShape block) {
  return Json{{"shape", shape}, {"block", {block.rows, block.cols}}}.dump();
}

/// Checks what the header says of a parameter; returns how it is stored if it is sparse.
std::optional<BsrInfo> require_parameter(const files::TensorIndex& index,
                                         const Parameter& parameter) {
  const std::string& name = parameter.name;
  std::optional<BsrInfo> info = bsr_info(index, name);
  const files::TensorEntry* dense = index.find(name);
  if (!info && dense == nullptr) index.refuse(name, "is missing, but the model has it");

  const std::string found =
      info ? described_sparse(info->shape, info->block) : described(dense->shape, nullptr);
  const std::string expected = described(parameter.shape, parameter.pattern.get());
  if (found != expected) {
    index.refuse(name, "is " + found + ", expected " + expected + " as in the model");
  }
  if (!info) index.require(name, files::DataType::kF32, parameter.shape);
  return info;
}

/// Gives every parameter its pattern and buffers of the length that follows, and fills them.
void fill_model(const VouchedTensors& file, const ParameterList& parameters,
                const std::vector<sparse::PatternPtr>& patterns, const WholeNumbers& numbers) {
  Destinations destinations;
  for (const auto& [name, elements] : numbers) destinations[name] = bytes_of(elements);
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
  fill_tensors(file, destinations);
}

/// What is half loaded must not pass for a model.
void spoil(const ParameterList& parameters) {
  for (Parameter* parameter : parameters) {
    std::fill(parameter->values.begin(), parameter->values.end(),
              std::numeric_limits<float>::quiet_NaN());
  }
}

}  // namespace

std::string shape_text(const std::vector<Index>& shape) { return Json(shape).dump(); }

std::string described(const std::vector<Index>& shape, const sparse::BlockPattern* pattern) {
  return pattern == nullptr ? "dense " + shape_text(shape)
                            : described_sparse(shape, pattern->block());
}

std::vector<Index> values_shape(const std::vector<Index>& shape,
                                const sparse::BlockPattern* pattern) {
  if (pattern == nullptr) return shape;
  return {pattern->blocks(), pattern->block().rows, pattern->block().cols};
}

std::string bsr_key(const std::string& name) { return name + ".bsr"; }

files::TensorSource float_source(std::string name, std::vector<Index> shape,
                                 std::function<std::span<const float>()> values) {
  return {std::move(name), files::DataType::kF32, std::move(shape), [values = std::move(values)] {
            const auto bytes = std::as_bytes(values());
            return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
          }};
}

SavedParameter saved_parameter(const Parameter& parameter) {
  return {.name = parameter.name,
          .shape = parameter.shape,
          .pattern = parameter.pattern,
          .values = [&parameter] { return std::span<const float>(parameter.values); }};
}

std::string write_model(const std::filesystem::path& path,
                        const std::vector<SavedParameter>& parameters,
                        const std::vector<files::TensorView>& others) {
  std::vector<files::TensorSource> tensors;
  files::Metadata metadata{{"format", "pt"}};  // as Hugging Face writes it
  for (const SavedParameter& parameter : parameters) {
    const std::string& name = parameter.name;
    const sparse::BlockPattern* const pattern = parameter.pattern.get();
    if (pattern != nullptr) {
      tensors.push_back(files::tensor_source(files::tensor_view<Index>(
          name + ".crow_indices", {pattern->grid_rows() + 1}, pattern->row_offsets())));
      tensors.push_back(files::tensor_source(files::tensor_view<BlockIndex>(
          name + ".col_indices", {pattern->blocks()}, pattern->columns())));
      metadata[bsr_key(name)] = bsr_text(parameter.shape, pattern->block());
    }
    tensors.push_back(float_source(pattern == nullptr ? name : name + ".values",
                                   values_shape(parameter.shape, pattern), parameter.values));
  }
  for (const files::TensorView& other : others) tensors.push_back(files::tensor_source(other));
  return files::write_safetensors(path, tensors, metadata);
}

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

std::map<std::string, sparse::PatternPtr> read_patterns(const VouchedTensors& file) {
  const files::TensorIndex& index = file.index();
  const std::string suffix = bsr_key("");
  std::vector<PatternParts> sparse;
  Index block_columns = 0;
  for (const auto& [key, text] : index.metadata()) {
    if (!key.ends_with(suffix)) continue;
    const std::string name = key.substr(0, key.size() - suffix.size());
    const BsrInfo info = *bsr_info(index, name);
    // Both would be the values of one weight, and readers make room for them one after the other.
    if (index.find(name) != nullptr)
      index.refuse(name, "is there twice, dense and block-sparse; expected one of them");
    const Index own = info.shape[1] / info.block.cols;
    if (own > kMostBlockColumns - block_columns)
      index.refuse(name, "has " + std::to_string(own) + " block columns, and weights before it " +
                             std::to_string(block_columns) + "; expected at most " +
                             std::to_string(kMostBlockColumns) + " in all");
    block_columns += own;
    sparse.push_back(pattern_parts(index, name, info));
  }
  Destinations destinations;
  for (PatternParts& parts : sparse) add_destinations(parts, destinations);
  check_tensors(file, destinations);
  std::map<std::string, sparse::PatternPtr> patterns;
  for (PatternParts& parts : sparse) {
    const std::string name = parts.name;
    patterns[name] = make_pattern(index, std::move(parts));
  }
  return patterns;
}

void require_tensors(const files::TensorIndex& index, const std::set<std::string>& expected) {
  for (const files::TensorEntry& tensor : index.tensors()) {
    if (!expected.contains(tensor.name)) index.refuse(tensor.name, "is not in the model");
  }
}

std::vector<sparse::PatternPtr> check_model(const VouchedTensors& file,
                                            const ParameterList& parameters,
                                            const WholeNumbers& numbers, LoadScope scope) {
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
  for (const auto& [name, elements] : numbers) {
    const files::TensorEntry* found = file.index().find(name);
    const files::TensorEntry& tensor = file.index().require(
        name, files::DataType::kI64, found == nullptr ? std::vector<Index>{} : found->shape);
    if (tensor.elements() != static_cast<Index>(elements.size()))
      file.index().refuse(name, "has " + std::to_string(tensor.elements()) +
                                    " whole numbers, expected " + std::to_string(elements.size()));
    names.insert(name);
  }
  if (scope == LoadScope::kWhole) require_tensors(file.index(), names);
  check_tensors(file, destinations);
  std::vector<sparse::PatternPtr> patterns(parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parts[i]) patterns[i] = make_pattern(file.index(), std::move(*parts[i]));
  }
  return patterns;
}

std::vector<std::string> other_parameters(const files::TensorIndex& index,
                                          const ParameterList& parameters) {
  std::set<std::string> names;
  for (const files::TensorEntry& tensor : index.tensors()) {
    std::string name = tensor.name;
    for (const std::string_view part : kSparseParts) {
      const std::string stem = name.substr(0, name.size() - std::min(name.size(), part.size()));
      if (name == stem + std::string(part) && index.metadata().contains(bsr_key(stem))) name = stem;
    }
    names.insert(name);
  }
  for (const Parameter* parameter : parameters) names.erase(parameter->name);
  return {names.begin(), names.end()};
}

void replace_model(const VouchedTensors& file, const ParameterList& parameters,
                   const std::vector<sparse::PatternPtr>& patterns, const WholeNumbers& numbers,
                   const std::function<void()>& then) {
  try {
    fill_model(file, parameters, patterns, numbers);
    if (then) then();
  } catch (...) {
    spoil(parameters);
    throw;
  }
  for (const Parameter* parameter : parameters) {
    if (parameter->is_sparse() && parameter->pattern_changed) parameter->pattern_changed();
  }
}

}  // namespace espalier::models
