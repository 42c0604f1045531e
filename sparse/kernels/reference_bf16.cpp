// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <espalier/sparse/kernels/bf16_kernels.h>

namespace espalier::sparse::kernels {
namespace {

double exact(BFloat16 value) { return static_cast<float>(value); }

/// Place of feature `f` at lane `t` of a panel.
Index place(Index f, Index t, Index panel_width) { return (f / 2 * panel_width + t) * 2 + f % 2; }

/// The weight of `block` that joins row `i` of an output line with row `j` of an input line.
double weight(const Bf16PanelProduct& task, const BFloat16* block, Index i, Index j) {
  const Index b = task.block;
  if (!task.transposed || b == 1) return exact(block[i * b + j]);
  return exact(block[(j / 2 * b + i) * 2 + j % 2]);
}

double start_of(const Bf16PanelProduct& task, Index row, Index t) {
  if (!task.accumulate) return task.bias != nullptr ? static_cast<double>(task.bias[row]) : 0.0;
  return task.wide_output != nullptr ? task.wide_output[row * task.panel_width + t]
                                     : exact(task.output[place(row, t, task.panel_width)]);
}

double value_of(const Bf16PanelProduct& task, Index row, Index t) {
  const Index b = task.block;
  const Index line = row / b;
  double sum = start_of(task, row, t);
  for (Index e = task.offsets[line]; e < task.offsets[line + 1]; ++e)
    for (Index j = 0; j < b; ++j)
      sum += weight(task, task.values + e * b * b, row % b, j) *
             exact(task.input[place(task.inputs[e] * b + j, t, task.panel_width)]);
  return sum;
}

/// A row past the last feature is the empty place of a pair; there is none in rows of floats.
void put_row(const Bf16PanelProduct& task, Index row) {
  const bool exists = row < task.output_features;
  for (Index t = 0; t < task.panel_width; ++t) {
    if (task.wide_output == nullptr)
      task.output[place(row, t, task.panel_width)] =
          exists ? to_bfloat16(value_of(task, row, t)) : BFloat16();
    else if (exists)
      task.wide_output[row * task.panel_width + t] = static_cast<float>(value_of(task, row, t));
  }
}

void panel_product(const Bf16PanelProduct& task) noexcept {
  const Index rows = std::max<Index>(2, task.block);  // of an output line
  for (Index n = 0; n < task.line_count; ++n)
    for (Index row = task.lines[n] * rows; row < (task.lines[n] + 1) * rows; ++row)
      put_row(task, row);
}

double dot_over_panels(const Bf16BlockGradient& task, Index row, Index column) {
  double sum = 0;
  for (Index p = 0; p < task.panels; ++p)
    for (Index t = 0; t < task.panel_width; ++t)
      sum += exact(task.dy[p * task.dy_panel_stride + place(row, t, task.panel_width)]) *
             exact(task.x[p * task.x_panel_stride + place(column, t, task.panel_width)]);
  return sum;
}

void block_gradient(const Bf16BlockGradient& task) noexcept {
  const Index b = task.block;
  for (Index line = task.first_row; line < task.last_row; ++line) {
    for (Index e = task.row_offsets[line]; e < task.row_offsets[line + 1]; ++e) {
      for (Index i = 0; i < b; ++i) {
        for (Index j = 0; j < b; ++j) {
          float& out = task.gradient[(e * b + i) * b + j];
          const double start = task.accumulate ? out : 0.0;
          out = static_cast<float>(start +
                                   dot_over_panels(task, line * b + i, task.columns[e] * b + j));
        }
      }
    }
  }
}

void narrow(const float* from, Index count, BFloat16* to) noexcept {
  for (Index i = 0; i < count; ++i) to[i] = BFloat16(from[i]);
}

void widen(const BFloat16* from, Index count, float* to) noexcept {
  for (Index i = 0; i < count; ++i) to[i] = static_cast<float>(from[i]);
}

void narrow_pair(const float* first, const float* second, Index lanes, BFloat16* to) noexcept {
  for (Index t = 0; t < lanes; ++t) {
    to[2 * t] = BFloat16(first[t]);
    to[2 * t + 1] = second == nullptr ? BFloat16() : BFloat16(second[t]);
  }
}

void widen_pair(const BFloat16* from, Index lanes, float* first, float* second) noexcept {
  for (Index t = 0; t < lanes; ++t) {
    first[t] = static_cast<float>(from[2 * t]);
    if (second != nullptr) second[t] = static_cast<float>(from[2 * t + 1]);
  }
}

}  // namespace

ProductKernels<BFloat16> reference_bf16_products() {
  return {.panel_product = &panel_product,
          .block_gradient = &block_gradient,
          .singles = true,
          .simd_target = "scalar"};
}

Bf16Conversions reference_bf16_conversions() {
  return {&narrow, &widen, &narrow_pair, &widen_pair};
}

}  // namespace espalier::sparse::kernels
