// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/panels.h>
#include <espalier/sparse/ops/product_plan.h>
#include <espalier/sparse/ops/product_start.h>

namespace espalier::sparse {

// Private to the products, which have checked the operands.

/// Tokens that a narrow kernel takes at a time.
inline constexpr Index kNarrowGroup = 16;

/// Most tokens of a narrow product. Three groups, each of which reads all weights, take less time
/// than the panel of 64 tokens that would hold them; four take more with blocks of 16 (measured on
/// a Zen 3 with weights within and beyond the second-level cache).
inline constexpr Index kMostNarrowTokens = 3 * kNarrowGroup;

/// Whether a product of so many tokens is a narrow one.
constexpr bool is_narrow(Index tokens) { return tokens > 0 && tokens <= kMostNarrowTokens; }

/// Calls body(first token, number of tokens) for each group.
template <typename Body>
void for_each_narrow_group(Index tokens, const Body& body) {
  for (Index first = 0; first < tokens; first += kNarrowGroup)
    body(first, std::min(kNarrowGroup, tokens - first));
}

/// Lanes that the tokens of a group take: one if there is one token.
Index narrow_lanes(Index tokens);

/// The values of a weight in pattern order, and which of its products.
struct NarrowWeights {
  const float* values;
  bool transposed;  ///< the input gradient
};

/// Feature f of token t lies at `data[f * stride + t]`. Of one lane, stride is 1.
struct NarrowActivations {
  const float* input;
  float* output;
  Index stride;
  Index lanes;
};

/// A product of `x.lanes` tokens, each output in the order of its inputs, so that the result is
/// that of PanelRun to the last bit, for any number of threads (but for the reference kernel where
/// a line has inputs in more than 65,535 block lines, see `spmm`). Lanes that hold no token are
/// computed too.
void run_narrow(const ProductPlan& plan, const NarrowWeights& weights, const NarrowActivations& x,
                const ProductStart& start, const Context& context);

/// The same on panels of at most kMostNarrowTokens tokens. Clears the padding of the output.
void run_narrow(const ProductPlan& plan, const NarrowWeights& weights, const Panels<float>& input,
                Panels<float>& output, const ProductStart& start, const Context& context);

}  // namespace espalier::sparse
