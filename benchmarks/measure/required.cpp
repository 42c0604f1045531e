// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/measure/required.h>

#include <algorithm>
#include <array>

namespace espalier::benchmarks {
namespace {

constexpr std::array<Index, 5> kBlocks = {1, 2, 4, 8, 16};

/// What prototypes reached with one panel width for all products, and what is aimed at. 0: nothing
/// is asked for.
struct Row {
  Product product;
  Type type;
  double share;  ///< of what was reached that is required
  std::array<double, kBlocks.size()> reached;
  std::array<double, kBlocks.size()> aim;
};

constexpr std::array kRows = {
    Row{Product::kSpmm, Type::kF32, 0.95, {4.7, 5.8, 7.55, 9.2, 8.4}, {6, 7, 9, 10, 9.9}},
    Row{Product::kSpmmTransposed, Type::kF32, 0.95, {4.7, 5.8, 6.7, 8.5, 7.8}, {6, 7, 8, 9.8, 9.5}},
    Row{Product::kSddmm, Type::kF32, 0.95, {3.7, 4.2, 7.1, 7.6, 7.8}, {4.5, 5.5, 8, 8.7, 9}},
    Row{Product::kLayerStep, Type::kF32, 0.95, {4.3, 5, 7.1, 8.4, 7.9}, {5.4, 6.4, 8.1, 9.5, 9.4}},
    // Bf16 operands against dense products of single precision, on a processor whose bf16 dot
    // products run at twice the rate of its multiply-adds.
    Row{Product::kSpmm, Type::kBf16, 1, {0, 13, 18, 19, 18}, {0, 13, 18, 19, 18}},
    Row{Product::kSpmmTransposed, Type::kBf16, 1, {0, 13, 18, 19, 18}, {0, 13, 18, 19, 18}},
    Row{Product::kSddmm, Type::kBf16, 1, {0, 0, 12.5, 12.5, 12.5}, {0, 0, 12.5, 12.5, 12.5}}};

}  // namespace

std::optional<Required> required(Product product, const Shape& shape, int threads, bool cold) {
  const bool known_extents = (shape.out == 768 || shape.out == 3072) && shape.in == 768;
  if (cold || !known_extents || shape.tokens != 2048 || shape.density != 0.1 || threads != 1)
    return {};
  const auto block = std::find(kBlocks.begin(), kBlocks.end(), shape.block);
  if (block == kBlocks.end()) return {};
  const auto column = static_cast<std::size_t>(block - kBlocks.begin());
  for (const Row& row : kRows)
    if (row.product == product && row.type == shape.type && row.reached[column] > 0)
      return Required{row.share * row.reached[column], row.aim[column]};
  return {};
}

bool is_long_contraction(Product product, const Shape& shape) {
  return product == Product::kSpmmTransposed && shape.out >= 3072;
}

}  // namespace espalier::benchmarks
