// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/block_norms.h>

#include <cmath>
#include <string>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {
namespace {

double norm_of(std::span<const float> block, BlockNorm norm) {
  double total = 0;
  for (const float value : block) {
    const double magnitude = std::abs(static_cast<double>(value));
    switch (norm) {
      case BlockNorm::kL1:
        total += magnitude;
        break;
      case BlockNorm::kL2:
        total += magnitude * magnitude;
        break;
      case BlockNorm::kLinf:
        // Written so that a NaN, once met, stays.
        total = std::isnan(total) || magnitude <= total ? total : magnitude;
        break;
    }
  }
  return norm == BlockNorm::kL2 ? std::sqrt(total) : total;
}

}  // namespace

std::vector<double> block_norms(const BlockPattern& pattern, std::span<const float> values,
                                BlockNorm norm) {
  if (static_cast<Index>(values.size()) != pattern.values())
    throw ShapeError("block norms: number of values is " + std::to_string(values.size()) +
                     "; expected " + std::to_string(pattern.values()));
  const auto size = static_cast<std::size_t>(pattern.block().size());
  std::vector<double> norms(static_cast<std::size_t>(pattern.blocks()));
  for (std::size_t k = 0; k < norms.size(); ++k)
    norms[k] = norm_of(values.subspan(k * size, size), norm);
  return norms;
}

}  // namespace espalier::sparse
