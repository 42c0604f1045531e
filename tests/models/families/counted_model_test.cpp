// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/counted_model.h>

#include <gtest/gtest.h>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

TEST(CountedModel, BertPredictsFifteenInAHundred) {
  const CountedModel model = counted_model("tiny", 100, 96);
  EXPECT_TRUE(model.reads_sequences);
  EXPECT_EQ(model.sequence, 100);
  EXPECT_DOUBLE_EQ(model.predicted, 15);
  EXPECT_EQ(model.config.vocabulary, 96);
}

TEST(CountedModel, CausalModelPredictsAllButTheFirst) {
  const CountedModel model = counted_model("gpt_tiny", 100, 96);
  EXPECT_TRUE(model.reads_sequences);
  EXPECT_EQ(model.predicted, 99);
}

TEST(CountedModel, RefusesUnknownNames) {
  EXPECT_THROW(counted_model("no_such_model", 100, 96), ConfigError);
}

}  // namespace
}  // namespace espalier::models
