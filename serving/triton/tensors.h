// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/serving/triton/model_settings.h>
#include <espalier/sparse/core/types.h>

namespace espalier::serving {

/// An input of a request as the server hands it over: nothing of it has been checked. The bytes
/// must outlive it.
struct InputTensor {
  std::string name;
  TensorType type = TensorType::kText;
  std::vector<Index> shape;
  std::string_view bytes;
};

/// Texts of a tensor [rows][columns], row after row, with at most `most` columns. Each is stored as
/// its length, four bytes with the least first, and so many bytes. Throws FormatError naming the
/// tensor and the row if the shape is another, bytes are missing or left over, or a text is longer
/// than kLongestTextBytes or not UTF-8.
std::vector<std::string_view> texts_of(const InputTensor& tensor, Index most = 1);

/// Whole numbers of a tensor [rows][columns], row after row: the same for numbers. Throws
/// FormatError if the shape is another, bytes are missing or left over, a row has no column or
/// more than `most`, or a number is not from 0 to `limit` - 1.
std::vector<std::int32_t> ids_of(const InputTensor& tensor, Index most, Index limit);

/// Numbers of a tensor [rows][1]. Throws FormatError if the type or the shape is another, or bytes
/// are missing or left over.
std::vector<std::int64_t> whole_numbers_of(const InputTensor& tensor);
std::vector<float> floats_of(const InputTensor& tensor);

/// Of one text. No model reads as many tokens, and whoever asks for windows over a longer context
/// would keep all others waiting.
inline constexpr std::size_t kLongestTextBytes = std::size_t{64} << 10;

/// An output, row after row, to be sent.
struct OutputTensor {
  std::string name;
  TensorType type = TensorType::kFloat;
  std::vector<Index> shape;
  std::string bytes = {};

  void append(std::string_view text);  ///< to texts
  void append(std::int64_t value);     ///< to whole numbers
  void append(float value);            ///< to floats
};

}  // namespace espalier::serving
// Tested by tests/serving/triton/tensors_test.cpp
