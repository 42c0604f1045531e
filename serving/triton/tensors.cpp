// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/triton/tensors.h>

#include <bit>
#include <cstring>

#include <espalier/sparse/core/error.h>
#include <espalier/text/reading/text_file.h>

namespace espalier::serving {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors have the least byte first");

std::string shown(const std::vector<Index>& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return text + ']';
}

/// Throws unless the tensor has rows, each with at least one column.
void require_rows(const InputTensor& tensor, TensorType type, const std::string& expected) {
  if (tensor.type != type || tensor.shape.size() != 2 || tensor.shape[0] < 1 || tensor.shape[1] < 1)
    throw FormatError(tensor.name + " has the shape " + shown(tensor.shape) + "; expected " +
                      expected);
}

std::string place(const InputTensor& tensor, Index row) {
  return tensor.name + ", row " + std::to_string(row);
}

template <typename Value>
Value value_at(std::string_view bytes, std::size_t at) {
  Value value;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

/// Row after row, of any shape that has rows.
template <typename Value>
std::vector<Value> numbers_of(const InputTensor& tensor) {
  const auto [rows, columns] = std::pair{tensor.shape[0], tensor.shape[1]};
  // Neither factor is as large as the bytes, so the product does not overflow.
  const std::size_t there = tensor.bytes.size() / sizeof(Value);
  if (static_cast<std::size_t>(rows) > there || static_cast<std::size_t>(columns) > there ||
      static_cast<std::size_t>(rows * columns) * sizeof(Value) != tensor.bytes.size())
    throw FormatError(tensor.name + " has " + std::to_string(tensor.bytes.size()) +
                      " bytes; expected " + std::to_string(sizeof(Value)) +
                      " for each number of the shape " + shown(tensor.shape));
  std::vector<Value> numbers;
  numbers.reserve(there);
  for (std::size_t i = 0; i < there; ++i)
    numbers.push_back(value_at<Value>(tensor.bytes, i * sizeof(Value)));
  return numbers;
}

void require_one_column(const InputTensor& tensor) {
  if (tensor.shape[1] != 1)
    throw FormatError(tensor.name + " has the shape " + shown(tensor.shape) +
                      "; expected [rows, 1]");
}

template <typename Value>
void append_bytes(std::string& bytes, Value value) {
  char raw[sizeof(value)];
  std::memcpy(raw, &value, sizeof(value));
  bytes.append(raw, sizeof(value));
}

}  // namespace

std::vector<std::string_view> texts_of(const InputTensor& tensor, Index most) {
  const std::string expected =
      most == 1 ? "[rows, 1]" : "[rows, texts] with at most " + std::to_string(most) + " texts";
  require_rows(tensor, TensorType::kText, "texts of " + expected);
  const auto [rows, columns] = std::pair{tensor.shape[0], tensor.shape[1]};
  if (columns > most)
    throw FormatError(tensor.name + " has the shape " + shown(tensor.shape) + "; expected " +
                      expected);
  std::vector<std::string_view> texts;
  std::string_view rest = tensor.bytes;
  // A text takes bytes, so that this ends however many rows a client says there are.
  for (Index i = 0; i / columns < rows; ++i) {
    const Index row = i / columns;
    const std::size_t length =
        rest.size() < sizeof(std::uint32_t) ? rest.size() : value_at<std::uint32_t>(rest, 0);
    if (rest.size() < sizeof(std::uint32_t) || length > rest.size() - sizeof(std::uint32_t))
      throw FormatError(place(tensor, row) + ": the text ends behind " +
                        std::to_string(rest.size()) + " bytes; expected its length and " +
                        std::to_string(length) + " bytes");
    if (length > kLongestTextBytes)
      throw FormatError(place(tensor, row) + " has " + std::to_string(length) +
                        " bytes; expected at most " + std::to_string(kLongestTextBytes));
    const std::string_view text = rest.substr(sizeof(std::uint32_t), length);
    std::string valid(text);
    if (text::replace_invalid_utf8(valid) > 0)
      throw FormatError(place(tensor, row) + " is not UTF-8");
    texts.push_back(text);
    rest.remove_prefix(sizeof(std::uint32_t) + length);
  }
  if (!rest.empty())
    throw FormatError(tensor.name + " has " + std::to_string(rest.size()) +
                      " bytes behind its last row; expected none");
  return texts;
}

std::vector<std::int64_t> whole_numbers_of(const InputTensor& tensor) {
  require_rows(tensor, TensorType::kWhole, "whole numbers of [rows, 1]");
  require_one_column(tensor);
  return numbers_of<std::int64_t>(tensor);
}

std::vector<float> floats_of(const InputTensor& tensor) {
  require_rows(tensor, TensorType::kFloat, "numbers of [rows, 1]");
  require_one_column(tensor);
  return numbers_of<float>(tensor);
}

std::vector<std::int32_t> ids_of(const InputTensor& tensor, Index most, Index limit) {
  require_rows(tensor, TensorType::kWhole, "whole numbers of [rows, tokens]");
  const Index columns = tensor.shape[1];
  if (columns > most)
    throw FormatError(tensor.name + " has the shape " + shown(tensor.shape) +
                      "; expected at most " + std::to_string(most) + " tokens in a row");
  const std::vector<std::int64_t> numbers = numbers_of<std::int64_t>(tensor);
  std::vector<std::int32_t> ids;
  ids.reserve(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::int64_t id = numbers[i];
    if (id < 0 || id >= limit)
      throw FormatError(place(tensor, static_cast<Index>(i) / columns) + ": token " +
                        std::to_string(static_cast<Index>(i) % columns) + " is " +
                        std::to_string(id) + "; expected 0 to " + std::to_string(limit - 1));
    ids.push_back(static_cast<std::int32_t>(id));
  }
  return ids;
}

void OutputTensor::append(std::string_view text) {
  append_bytes(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
}

void OutputTensor::append(std::int64_t value) { append_bytes(bytes, value); }
void OutputTensor::append(float value) { append_bytes(bytes, value); }

}  // namespace espalier::serving
