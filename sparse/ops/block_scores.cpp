// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/block_scores.h>

#include <cmath>

#include <espalier/sparse/ops/block_norms.h>
#include <espalier/sparse/ops/operand_check.h>

namespace espalier::sparse {
namespace {

/// The sum of term(i) over the values i of each block.
template <typename Term>
std::vector<double> sums_of(const BlockPattern& pattern, const Term& term) {
  std::vector<double> sums(static_cast<std::size_t>(pattern.blocks()));
  std::size_t i = 0;
  for (double& sum : sums)
    for (Index k = 0; k < pattern.block().size(); ++k) sum += term(i++);
  return sums;
}

}  // namespace

std::vector<double> block_sums(const BlockPattern& pattern, std::span<const float> values) {
  expect_equal("block sums", "number of values", static_cast<Index>(values.size()),
               pattern.values());
  return sums_of(pattern, [&](std::size_t i) { return static_cast<double>(values[i]); });
}

std::vector<double> block_saliencies(const BlockPattern& pattern, std::span<const float> values,
                                     std::span<const float> gradient) {
  expect_equal("block saliencies", "number of values", static_cast<Index>(values.size()),
               pattern.values());
  expect_equal("block saliencies", "number of gradient values", static_cast<Index>(gradient.size()),
               pattern.values());
  return sums_of(pattern, [&](std::size_t i) {
    return std::abs(static_cast<double>(values[i]) * static_cast<double>(gradient[i]));
  });
}

std::vector<double> block_magnitude_gradients(const BlockPattern& pattern,
                                              std::span<const float> values,
                                              std::span<const float> gradient,
                                              double gradient_weight) {
  expect_equal("block magnitudes and gradients", "number of gradient values",
               static_cast<Index>(gradient.size()), pattern.values());
  std::vector<double> scores = block_norms(pattern, values, BlockNorm::kL1);
  const std::vector<double> gradients = block_norms(pattern, gradient, BlockNorm::kL1);
  for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += gradient_weight * gradients[k];
  return scores;
}

}  // namespace espalier::sparse
