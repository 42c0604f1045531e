// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <espalier/models/layers/attention.h>
#include <espalier/sparse/core/context.h>
#include "tests/models/layers/layer_oracles.h"
#include "tests/support/generated_problem.h"
#include "tests/support/oracle.h"

namespace espalier::models::attention {

/// Operands of one problem; outputs hold NaN.
struct Operands {
  explicit Operands(const testing::AttentionShape& shape)
      : q(testing::normal_activations(shape.tokens(), shape.features, shape.width(), 1)),
        k(testing::normal_activations(shape.tokens(), shape.features, shape.width(), 2)),
        v(testing::normal_activations(shape.tokens(), shape.features, shape.width(), 3)),
        dout(testing::normal_activations(shape.tokens(), shape.features, shape.width(), 4)),
        out(testing::nan_activations(shape.tokens(), shape.features, shape.width())),
        dq(out),
        dk(out),
        dv(out) {}

  void forward(const testing::AttentionShape& shape, const Context& context) {
    attention_forward(
        q, k, v, shape.heads, shape.sequence, shape.told_lengths(), out, record, context,
        {.causal = shape.causal, .documents = shape.documents, .pattern = shape.pattern.get()});
  }
  void backward(const testing::AttentionShape& shape, const Context& context) {
    attention_backward(q, k, v, shape.heads, record, out, dout, dq, dk, dv, context);
  }

  sparse::Activations q, k, v, dout, out, dq, dk, dv;
  AttentionRecord record;
};

/// With u = 2^-24: a score is a sum of d products scaled, off by (d + 4) u sum |q k| / sqrt(d) at
/// most; a probability then by twice that, 2^-21 for two exponentials and (keys + 4) u for the sum;
/// the output by one more sum over the keys.
inline void expect_forward(const testing::AttentionShape& shape) {
  const Context context({.threads = 1});
  Operands x(shape);
  x.forward(shape, context);
  const testing::Doubles q = testing::to_double(x.q), k = testing::to_double(x.k),
                         v = testing::to_double(x.v);
  const testing::Doubles expected = testing::attention_oracle(shape, q, k, v);
  const double size = static_cast<double>(shape.features / shape.heads);
  double greatest_q = 0, greatest_k = 0, greatest_v = 0;
  for (std::size_t i = 0; i < q.size(); ++i) {
    greatest_q = std::max(greatest_q, std::abs(q[i]));
    greatest_k = std::max(greatest_k, std::abs(k[i]));
    greatest_v = std::max(greatest_v, std::abs(v[i]));
  }
  const double score = (size + 4) * std::sqrt(size) * greatest_q * greatest_k;
  const double keys = static_cast<double>(shape.sequence);
  const double bound = testing::kUnitRoundoff * greatest_v * (2 * score + 8 + 2 * (keys + 4));
  const std::vector<float> out = testing::flat(x.out);
  for (std::size_t i = 0; i < out.size(); ++i) ASSERT_NEAR(out[i], expected[i], bound) << i;
}

}  // namespace espalier::models::attention
