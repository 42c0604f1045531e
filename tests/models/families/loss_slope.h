// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <espalier/models/parameters/parameter.h>

namespace espalier::testing {

/// For each parameter of a model, the slope of the loss along its gradient g must be |g|. Central
/// differences of a loss that is computed in float: the truncation error is at most the change that
/// doubling the step makes, the rounding error at most `noise` / step, where noise is what the loss
/// of two equal models may differ by. At least `least` parameters must have a gradient that the
/// tolerance leaves something of. `in_training`: the loss is that of a training pass, with its
/// random masks.
template <typename Model, typename Batch>
void expect_gradient_is_slope(Model& model, const Batch& batch, double noise, int least,
                              bool in_training = false) {
  typename Model::Record record;
  model.train(batch, 1.0, record);
  int checked = 0;
  for (models::Parameter* p : model.parameters()) {
    double square = 0;
    for (const float g : p->gradient) square += static_cast<double>(g) * g;
    const double norm = std::sqrt(square);
    const AlignedVector<float> values = p->values;
    const auto loss_at = [&](double step) {
      for (std::size_t i = 0; i < values.size(); ++i)
        p->values[i] =
            static_cast<float>(values[i] + step * p->gradient[i] / std::max(norm, 1e-30));
      const double loss = in_training ? model.train(batch, 0.0, record).loss_sum
                                      : model.evaluate(batch, record).loss_sum;
      p->values = values;
      return loss;
    };
    const double step = 0x1.0p-8;
    const auto slope = [&](double h) { return (loss_at(h) - loss_at(-h)) / (2 * h); };
    const double fine = slope(step), coarse = slope(2 * step);
    const double tolerance = std::abs(coarse - fine) + noise / step;
    EXPECT_NEAR(fine, norm, tolerance) << p->name;
    if (tolerance < 0.2 * norm) ++checked;
  }
  EXPECT_GE(checked, least) << "of " << model.parameters().size()
                            << " parameters had a gradient worth the name";
}

}  // namespace espalier::testing
