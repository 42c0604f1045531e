// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <espalier/sparse/format/block_pattern.h>

namespace espalier::sparse {

// Scores of the stored blocks beside the norms of block_norms.h, in pattern order: sums over the
// values of a block, in double and in value order. A block that holds a NaN scores NaN. All throw
// ShapeError if a span does not hold pattern.values() values; all cost one pass over their spans.

/// score = sum w. Source: Mocanu et al. 2018, "Scalable training of artificial neural networks with
/// adaptive sparse connectivity" (SET drops the smallest positive and the largest negative
/// weights).
std::vector<double> block_sums(const BlockPattern& pattern, std::span<const float> values);

/// score = sum |w g|. Source: Lee et al. 2019, "SNIP: Single-shot network pruning based on
/// connection sensitivity" (without the division by the total, which moves no rank).
std::vector<double> block_saliencies(const BlockPattern& pattern, std::span<const float> values,
                                     std::span<const float> gradient);

/// score = sum |w| + gradient_weight * sum |g|. Source: Yuan et al. 2021, "MEST: Accurate and fast
/// memory-economic sparse training framework on the edge" (lambda).
std::vector<double> block_magnitude_gradients(const BlockPattern& pattern,
                                              std::span<const float> values,
                                              std::span<const float> gradient,
                                              double gradient_weight);

}  // namespace espalier::sparse
