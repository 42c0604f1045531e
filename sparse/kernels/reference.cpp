// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/kernels/float_kernels.h>

namespace espalier::sparse::kernels {
namespace {

/// Tokens that are summed side by side: panel widths are multiples of it. Each has a sum of its
/// own.
constexpr Index kTokens = 16;

void product_of_row(const PanelProduct& task, const LineVisit& visit, Index row_in_block,
                    Index first_token) {
  const Index b = task.block;
  const Index row = visit.line * b + row_in_block;
  float* const output = task.output + row * task.panel_width + first_token;
  double sums[kTokens];
  for (Index t = 0; t < kTokens; ++t)
    sums[t] = task.accumulate ? output[t] : task.bias != nullptr ? task.bias[row] : 0.0;
  for (Index e = visit.first; e < visit.first + visit.count; ++e) {
    const float* const block = task.values + e * b * b;
    for (Index j = 0; j < b; ++j) {
      const double weight =
          task.transposed ? block[j * b + row_in_block] : block[row_in_block * b + j];
      const float* const input =
          task.input + (task.inputs[e] * b + j) * task.panel_width + first_token;
      for (Index t = 0; t < kTokens; ++t) sums[t] += weight * input[t];
    }
  }
  for (Index t = 0; t < kTokens; ++t) output[t] = static_cast<float>(sums[t]);
}

void panel_product(const PanelProduct& task) noexcept {
  for (Index n = 0; n < task.visit_count; ++n)
    for (Index row = 0; row < task.block; ++row)
      for (Index t = 0; t < task.panel_width; t += kTokens)
        product_of_row(task, task.visits[n], row, t);
}

double dot_over_panels(const BlockGradient& task, Index row, Index column) {
  double sum = 0;
  for (Index p = 0; p < task.panels; ++p) {
    const float* const dy = task.dy + p * task.dy_panel_stride + row * task.panel_width;
    const float* const x = task.x + p * task.x_panel_stride + column * task.panel_width;
    for (Index t = 0; t < task.panel_width; ++t) sum += static_cast<double>(dy[t]) * x[t];
  }
  return sum;
}

void block_gradient(const BlockGradient& task) noexcept {
  const Index b = task.block;
  for (Index n = 0; n < task.visit_count; ++n) {
    const LineVisit& visit = task.visits[n];
    for (Index e = visit.first; e < visit.first + visit.count; ++e) {
      for (Index i = 0; i < b; ++i) {
        for (Index j = 0; j < b; ++j) {
          float& out = task.gradient[(e * b + i) * b + j];
          const double start = task.accumulate ? out : 0.0;
          out = static_cast<float>(
              start + dot_over_panels(task, visit.line * b + i, task.columns[e] * b + j));
        }
      }
    }
  }
}

void pack(const PanelPacking& task) noexcept {
  for (Index t = 0; t < task.tokens; ++t)
    for (Index f = 0; f < task.features; ++f)
      task.panel[f * task.panel_width + t] = task.plain[t * task.plain_stride + f];
}

void unpack(const PanelUnpacking& task) noexcept {
  for (Index t = 0; t < task.tokens; ++t)
    for (Index f = 0; f < task.features; ++f)
      task.plain[t * task.plain_stride + f] = task.panel[f * task.panel_width + t];
}

}  // namespace

ProductKernels<float> reference_products() {
  return {.panel_product = &panel_product,
          .block_gradient = &block_gradient,
          .whole_lines = true,
          .simd_target = "scalar"};
}

PanelTranspositions reference_transpositions() { return {&pack, &unpack}; }

}  // namespace espalier::sparse::kernels
