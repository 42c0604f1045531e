// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/layers/regression_loss.h>

#include <gtest/gtest.h>

#include <vector>

#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

/// 20 samples, so that a panel of 16 is followed by one with padding.
sparse::Activations outputs_of_samples() {
  sparse::Activations outputs(20, 1, 16);
  for (Index t = 0; t < 20; ++t) outputs.at(t, 0) = static_cast<float>(t) / 4;
  return outputs;
}

TEST(RegressionLoss, IsTheSquaredError) {
  const std::vector<float> targets(20, 1.5F);
  double expected = 0;
  for (int t = 0; t < 20; ++t) expected += (t / 4.0 - 1.5) * (t / 4.0 - 1.5);
  sparse::Activations outputs = outputs_of_samples();
  const PredictionLoss loss = regression_loss(outputs, targets);
  EXPECT_EQ(loss.count, 20);
  EXPECT_EQ(loss.correct, 0);
  EXPECT_DOUBLE_EQ(loss.loss_sum, expected);  // all values are exact in float
  regression_loss_backward(outputs, targets, 0.25);
  for (Index t = 0; t < 20; ++t)
    EXPECT_EQ(outputs.at(t, 0), 0.5F * (static_cast<float>(t) / 4 - 1.5F));
  for (Index lane = 4; lane < 16; ++lane) EXPECT_EQ(outputs.row(1, 0)[lane], 0);
}

TEST(RegressionLoss, RefusesWhatDoesNotFit) {
  const sparse::Activations outputs = outputs_of_samples();
  EXPECT_THROW(regression_loss(outputs, std::vector<float>(19)), ShapeError);
  EXPECT_THROW(regression_loss(sparse::Activations(20, 2, 16), std::vector<float>(20)), ShapeError);
}

}  // namespace
}  // namespace espalier::models
