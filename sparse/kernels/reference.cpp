// SPDX-License-Identifier: Apache-2.0
#include "sparse/kernels/kernel_table.h"

namespace espalier::sparse::kernels {
namespace {

double start_of(const PanelProduct& task, Index row, const float* output) {
  if (task.accumulate) return *output;
  return task.bias != nullptr ? task.bias[row] : 0.0;
}

void panel_product(const PanelProduct& task) noexcept {
  const BlockLines& blocks = task.blocks;
  const Index b = blocks.block;
  for (Index n = task.first; n < task.last; ++n) {
    const Index line = blocks.order[n];
    for (Index i = 0; i < b; ++i) {
      const Index row = line * b + i;
      for (Index t = 0; t < task.panel_width; ++t) {
        float* const output = task.output + row * task.panel_width + t;
        double sum = start_of(task, row, output);
        for (Index e = blocks.offsets[line]; e < blocks.offsets[line + 1]; ++e) {
          const Index position = blocks.positions == nullptr ? e : blocks.positions[e];
          const float* const block = task.values + position * b * b;
          const float* const input = task.input + blocks.inputs[e] * b * task.panel_width + t;
          for (Index j = 0; j < b; ++j) {
            const double weight = blocks.transposed ? block[j * b + i] : block[i * b + j];
            sum += weight * input[j * task.panel_width];
          }
        }
        *output = static_cast<float>(sum);
      }
    }
  }
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

}  // namespace

KernelTable reference_kernels() { return {&panel_product, &block_gradient, "scalar"}; }

}  // namespace espalier::sparse::kernels
