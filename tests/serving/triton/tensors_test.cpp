// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/triton/tensors.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::serving {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::string with_length(const std::string& text) {
  OutputTensor tensor;
  tensor.append(std::string_view(text));
  return tensor.bytes;
}

InputTensor text_tensor(std::string_view bytes, Index rows = 1) {
  return {.name = "TEXT", .type = TensorType::kText, .shape = {rows, 1}, .bytes = bytes};
}

InputTensor id_tensor(std::string_view bytes, std::vector<Index> shape) {
  return {.name = "IDS", .type = TensorType::kWhole, .shape = std::move(shape), .bytes = bytes};
}

TEST(Tensors, HoldTexts) {
  const std::string bytes = with_length("sea") + with_length("") + with_length("\u00e9");
  EXPECT_EQ(bytes.substr(0, 7), std::string("\3\0\0\0sea", 7));
  EXPECT_THAT(texts_of(text_tensor(bytes, 3)), ::testing::ElementsAre("sea", "", "\u00e9"));
}

TEST(Tensors, RefuseTextsThatLie) {
  const auto refuses = [](const InputTensor& tensor, const std::string& message) {
    EXPECT_THAT([&] { texts_of(tensor); }, ThrowsMessage<FormatError>(HasSubstr(message)));
  };
  const std::string two = with_length("a") + with_length("b");
  refuses(text_tensor(two, 3), "TEXT, row 2");
  refuses(text_tensor(two, 1), "TEXT has 5 bytes behind its last row");
  for (std::size_t bytes = 0; bytes < 5; ++bytes)
    refuses(text_tensor(std::string_view(two).substr(0, bytes)), "TEXT, row 0");
  refuses(text_tensor(std::string_view("\xff\xff\xff\xff"
                                       "a",
                                       5)),
          "4294967295 bytes");
  refuses(text_tensor(with_length("\xc3\x28")), "TEXT, row 0 is not UTF-8");
  refuses(text_tensor(with_length(std::string(kLongestTextBytes + 1, 'a'))),
          "expected at most 65536");
  InputTensor tensor = text_tensor(two, 1);
  for (const std::vector<Index>& shape : {std::vector<Index>{},
                                          {1},
                                          {0, 1},
                                          {-1, 1},
                                          {1, 2},
                                          {1, 1, 1},
                                          {std::numeric_limits<Index>::max(), 1}}) {
    tensor.shape = shape;
    refuses(tensor, "TEXT");
  }
  tensor = text_tensor(two, 2);
  tensor.type = TensorType::kWhole;
  refuses(tensor, "expected texts of [rows, 1]");
}

TEST(Tensors, HoldIds) {
  OutputTensor tensor;
  for (const std::int64_t id : {1, 2, 3, 9}) tensor.append(id);
  EXPECT_THAT(ids_of(id_tensor(tensor.bytes, {2, 2}), 2, 10), ::testing::ElementsAre(1, 2, 3, 9));
  const auto refuses = [&](std::vector<Index> shape, Index most, Index limit,
                           const std::string& message) {
    EXPECT_THAT([&] { ids_of(id_tensor(tensor.bytes, std::move(shape)), most, limit); },
                ThrowsMessage<FormatError>(HasSubstr(message)));
  };
  refuses({2, 2}, 2, 9, "IDS, row 1: token 1 is 9; expected 0 to 8");
  refuses({1, 4}, 3, 10, "IDS has the shape [1, 4]; expected at most 3 tokens in a row");
  refuses({2, 3}, 4, 10, "IDS has 32 bytes; expected 8 for each number of the shape [2, 3]");
  refuses({std::numeric_limits<Index>::max(), 2}, 4, 10, "IDS has 32 bytes");
  refuses({4}, 4, 10, "expected whole numbers of [rows, tokens]");
  refuses({4, 0}, 4, 10, "expected whole numbers of [rows, tokens]");
  tensor.bytes.clear();
  tensor.append(std::int64_t{1} << 32);
  refuses({1, 1}, 4, 10, "token 0 is 4294967296");
}

}  // namespace
}  // namespace espalier::serving
