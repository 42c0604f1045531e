// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/checkpoints/sparsify_model.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <espalier/models/families/mlm_model.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/convert.h>
#include "tests/support/message.h"

namespace espalier::models {
namespace {

using ::testing::HasSubstr;
using testing::message_of;

sparse::BlockCsrMatrix<float> matrix_of(const std::vector<float>& values, Index rows, Index cols,
                                        Index block) {
  return sparse::from_dense(MatrixView<const float>(values.data(), rows, cols),
                            {.rows = block, .cols = block});
}

TEST(Prune, KeepsTheBlocksOfTheLargestNorms) {
  // Four blocks of 2 x 2 with L1 norms 4, 5, 6, 4.5 and largest values 1, 5, 3, 4.5.
  const std::vector<float> values = {1, 1, 5, 0,    //
                                     1, 1, 0, 0,    //
                                     3, 3, 0, 4.5,  //
                                     0, 0, 0, 0};
  const auto kept = [&](double density, sparse::BlockNorm norm) {
    return prune(matrix_of(values, 4, 4, 2), density, norm).pattern().coordinates();
  };
  using Blocks = std::vector<sparse::BlockCoordinate>;
  EXPECT_EQ(kept(0.5, sparse::BlockNorm::kL1), (Blocks{{0, 1}, {1, 0}}));
  EXPECT_EQ(kept(0.5, sparse::BlockNorm::kLinf), (Blocks{{0, 1}, {1, 1}}));
  EXPECT_EQ(kept(0.26, sparse::BlockNorm::kL1), (Blocks{{0, 1}, {1, 0}})) << "rounded up";
  EXPECT_EQ(kept(1, sparse::BlockNorm::kL1).size(), 4u);
  const sparse::BlockCsrMatrix<float> pruned =
      prune(matrix_of(values, 4, 4, 2), 0.25, sparse::BlockNorm::kL2);
  EXPECT_EQ(sparse::to_dense(pruned)[2], 5) << "values stay";
  EXPECT_THROW(prune(pruned, 0, sparse::BlockNorm::kL1), ConfigError);
}

TEST(Prune, OfEqualsKeepsTheFirst) {
  const std::vector<float> values(16, 1);
  EXPECT_EQ(prune(matrix_of(values, 4, 4, 2), 0.5, sparse::BlockNorm::kL1).pattern().coordinates(),
            (std::vector<sparse::BlockCoordinate>{{0, 0}, {0, 1}}));
}

class Sparsify : public ::testing::Test {
 protected:
  static StoredModel dense_model() {
    const Context context({.threads = 1, .seed = 3});
    const ModelConfig config = {.layers = 2,
                                .hidden = 16,
                                .heads = 4,
                                .intermediate = 32,
                                .vocabulary = 24,
                                .max_positions = 32};
    MlmModel model({.config = config}, context);
    return store_model(config, model.parameters(), "model");
  }
  static inline const std::string kQuery = "bert.encoder.layer.1.attention.self.query.weight";
};

TEST_F(Sparsify, MakesTheEncodersLinearWeightsSparseAndNoOthers) {
  StoredModel model = dense_model();
  const StoredModel before = model;
  sparsify(model, {.block = 4, .density = 0.25});
  int sparse = 0;
  for (const auto& [name, tensor] : model.parameters) {
    sparse += tensor.is_sparse();
    if (tensor.is_sparse())
      EXPECT_EQ(tensor.pattern->density(), 0.25) << name;
    else
      EXPECT_EQ(tensor.values, before.at(name).values) << name;
  }
  EXPECT_EQ(sparse, 2 * 6);
  EXPECT_TRUE(model.at(kQuery).is_sparse());
  // Once more in larger blocks: of what there is, a block of zeros is nowhere.
  sparsify(model, {.block = 8, .density = 1});
  EXPECT_EQ(model.at(kQuery).pattern->block().rows, 8);
}

// Whole as it is: what a dense weight without a block of zeros keeps is no block at all.
TEST_F(Sparsify, CutsAnewWhatStoresEveryBlock) {
  StoredModel model = dense_model();
  const AlignedVector<float> values = model.at(kQuery).values;
  sparsify(model, {.block = 8, .density = 1});
  sparsify(model, {.block = 4});
  const StoredTensor& query = model.at(kQuery);
  EXPECT_EQ(query.pattern->block().rows, 4);
  EXPECT_EQ(query.pattern->density(), 1);
  EXPECT_EQ(sparse::to_dense({query.pattern, query.values}), values);
}

TEST_F(Sparsify, FindsExactZeros) {
  StoredModel model = dense_model();
  StoredTensor& query = model.parameters.at(kQuery);
  for (Index r = 0; r < 4; ++r)
    for (Index c = 0; c < 16; ++c) query.values[static_cast<std::size_t>(r * 16 + c)] = 0;
  const AlignedVector<float> values = query.values;
  sparsify(model, {.block = 4});
  ASSERT_TRUE(query.is_sparse());
  EXPECT_EQ(query.pattern->density(), 0.75);
  EXPECT_EQ(sparse::to_dense({query.pattern, query.values}), values);
  int sparse = 0;
  for (const auto& [name, tensor] : model.parameters) sparse += tensor.is_sparse();
  EXPECT_EQ(sparse, 1) << "the others have none";
}

TEST_F(Sparsify, NamesTheWeightThatABlockDoesNotDivide) {
  StoredModel model = dense_model();
  EXPECT_THAT(message_of<ShapeError>([&] { sparsify(model, {.block = 5}); }),
              HasSubstr("model: bert.encoder.layer.0.attention.self.query.weight: "));
  EXPECT_THROW(sparsify(model, {.block = 4, .density = 1.5}), ConfigError);
}

}  // namespace
}  // namespace espalier::models
