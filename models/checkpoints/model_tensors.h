// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <espalier/files/safetensors.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/checkpoints/vouched_tensors.h>
#include <espalier/models/checkpoints/weights_file.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::models {

// How parameters lie in a safetensors file; see checkpoint.h.

/// Names of PyTorch's block-sparse tensors.
inline constexpr std::array<const char*, 3> kSparseParts = {".crow_indices", ".col_indices",
                                                            ".values"};

/// A tensor of floats, which are read when they are wanted.
files::TensorSource float_source(std::string name, std::vector<Index> shape,
                                 std::function<std::span<const float>()> values);

/// A parameter that is in memory, with a reader of its values; its state has none.
SavedParameter saved_parameter(const Parameter& parameter);

/// Writes parameters by name, and after them `others`; returns the content_hash of the file. Calls
/// each `values` twice, for the hash and for the file. Throws IoError, and what a reader throws.
std::string write_model(const std::filesystem::path& path,
                        const std::vector<SavedParameter>& parameters,
                        const std::vector<files::TensorView>& others = {});

/// Checks the whole file: throws FormatError unless it holds these parameters, with names, shapes
/// and blocks as in the model, and as many `numbers`; nothing else, if `scope` is the whole; and
/// values that are finite, those of others too. Returns the pattern of each, null for dense ones.
std::vector<sparse::PatternPtr> check_model(const VouchedTensors& file,
                                            const ParameterList& parameters,
                                            const WholeNumbers& numbers = {},
                                            LoadScope scope = LoadScope::kWhole);

/// Names of the parameters of a file that are not in the list, in alphabetical order.
std::vector<std::string> other_parameters(const files::TensorIndex& index,
                                          const ParameterList& parameters);

/// Gives every parameter its pattern and buffers of the length that follows, fills the values and
/// `numbers`, clears the gradients and calls `then`, which may fill more; at last calls
/// `pattern_changed`. If anything throws before, all values are NaN: what is half loaded must not
/// pass for a model.
void replace_model(const VouchedTensors& file, const ParameterList& parameters,
                   const std::vector<sparse::PatternPtr>& patterns,
                   const WholeNumbers& numbers = {}, const std::function<void()>& then = {});

/// Extents in messages, such as "[8,16]".
std::string shape_text(const std::vector<Index>& shape);
/// How a tensor lies in memory, in messages: "dense [8,16]". A null pattern: dense.
std::string described(const std::vector<Index>& shape, const sparse::BlockPattern* pattern);

/// Shape of the tensor that holds the values of a parameter or what an optimizer keeps of it.
std::vector<Index> values_shape(const std::vector<Index>& shape,
                                const sparse::BlockPattern* pattern);

/// Throws FormatError naming the first tensor that is not among these: the file is of another
/// model.
void require_tensors(const files::TensorIndex& index, const std::set<std::string>& expected);

/// Key of the metadata that make a tensor a sparse weight.
std::string bsr_key(const std::string& name);

/// Shape and block of a sparse weight.
struct BsrInfo {
  std::vector<Index> shape;
  sparse::BlockShape block;
};
/// What the metadata say of a sparse weight, if there is one of that name. Throws FormatError if
/// they are no such thing.
std::optional<BsrInfo> bsr_info(const files::TensorIndex& index, const std::string& name);

/// A sparse weight whose pattern is being read.
struct PatternParts {
  std::string name;
  BsrInfo info;
  std::vector<Index> offsets;
  std::vector<BlockIndex> columns;
};
/// Checks what the header says of a sparse weight and makes room for its pattern. Throws
/// FormatError naming the tensor.
PatternParts pattern_parts(const files::TensorIndex& index, const std::string& name,
                           const BsrInfo& info);
/// Has the pattern read into `parts`, which must stay where they are until then.
void add_destinations(PatternParts& parts, Destinations& destinations);
/// The pattern that was read. Throws FormatError naming the weight if it is none.
sparse::PatternPtr make_pattern(const files::TensorIndex& index, PatternParts parts);

/// Reads a file for the first time without a model to compare it with, as check_tensors does, and
/// returns the patterns of its sparse weights by name. Throws FormatError naming a weight that the
/// file has dense too.
std::map<std::string, sparse::PatternPtr> read_patterns(const VouchedTensors& file);

}  // namespace espalier::models
// Tested by tests/models/checkpoints/checkpoint_test.cpp
