// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <espalier/sparse/core/float16.h>
#include <espalier/sparse/kernels/conversion_kernels.h>
#include <espalier/sparse/kernels/narrow_kernels.h>
#include <espalier/sparse/kernels/product_kernels.h>

namespace espalier::sparse::kernels {
namespace {

/// Tokens that are summed side by side: panel widths are multiples of it. Each has a sum of its
/// own.
constexpr Index kTokens = 16;

double exact(float value) { return value; }
double exact(BFloat16 value) { return static_cast<float>(value); }

void round_to(double value, float& out) { out = static_cast<float>(value); }
void round_to(double value, BFloat16& out) { out = to_bfloat16(value); }

/// Features of a token that lie side by side in panels of type T.
template <typename T>
constexpr Index kTogether = sizeof(float) / sizeof(T);

/// Place of feature `f` at lane `t` of a panel.
template <typename T>
Index place(Index f, Index t, Index panel_width) {
  return (f / kTogether<T> * panel_width + t) * kTogether<T> + f % kTogether<T>;
}

/// The weight of `block` that joins row `i` of an output line with row `j` of an input line.
template <typename T, typename Out>
double weight(const PanelProduct<T, T, Out>& task, const T* block, Index i, Index j) {
  const Index b = task.block, together = std::min(b, kTogether<T>);
  if (!task.transposed) return exact(block[i * b + j]);
  return exact(block[(j / together * b + i) * together + j % together]);
}

template <typename T, typename Out>
void product_of_row(const PanelProduct<T, T, Out>& task, const LineVisit& visit, Index row_in_block,
                    Index first_token) {
  const Index b = task.block, width = task.panel_width;
  const Index row = visit.line * b + row_in_block;
  const auto output = [&](Index t) -> Out& {
    return task.output[place<Out>(row, first_token + t, width)];
  };
  double sums[kTokens];
  for (Index t = 0; t < kTokens; ++t)
    sums[t] = task.accumulate ? exact(output(t)) : task.bias != nullptr ? task.bias[row] : 0.0;
  for (Index e = visit.first; e < visit.first + visit.count; ++e) {
    for (Index j = 0; j < b; ++j) {
      const double w = weight(task, task.values + e * b * b, row_in_block, j);
      const Index feature = task.inputs[e] * b + j;
      for (Index t = 0; t < kTokens; ++t)
        sums[t] += w * exact(task.input[place<T>(feature, first_token + t, width)]);
    }
  }
  for (Index t = 0; t < kTokens; ++t) round_to(sums[t], output(t));
}

template <typename T, typename Out>
void panel_product(const PanelProduct<T, T, Out>& task) noexcept {
  for (Index n = 0; n < task.visit_count; ++n)
    for (Index row = 0; row < task.block; ++row)
      for (Index t = 0; t < task.panel_width; t += kTokens)
        product_of_row(task, task.visits[n], row, t);
}

void narrow_product(const NarrowProduct& task) noexcept {
  const Index b = task.block;
  const auto sum_of = [&](const LineVisit& visit, Index i, Index t, double sum) {
    for (Index e = visit.first; e < visit.first + visit.count; ++e) {
      const float* const block =
          task.values + (task.blocks == nullptr ? e : task.blocks[e]) * b * b;
      for (Index j = 0; j < b; ++j)
        sum += exact(task.transposed ? block[j * b + i] : block[i * b + j]) *
               exact(task.input[(task.inputs[e] * b + j) * task.stride + t]);
    }
    return sum;
  };
  for (Index n = 0; n < task.visit_count; ++n)
    for (Index i = 0; i < b; ++i) {
      const Index row = task.visits[n].line * b + i;
      float* const output = task.output + row * task.stride;
      const double bias = task.bias != nullptr ? task.bias[row] : 0.0;
      for (Index t = 0; t < task.lanes; ++t)
        round_to(sum_of(task.visits[n], i, t, task.accumulate ? exact(output[t]) : bias),
                 output[t]);
    }
}

template <typename T>
double dot_over_panels(const BlockGradient<T>& task, Index row, Index column) {
  double sum = 0;
  for (Index p = 0; p < task.panels; ++p) {
    const T* const dy = task.dy + p * task.dy_panel_stride;
    const T* const x = task.x + p * task.x_panel_stride;
    for (Index t = 0; t < task.panel_width; ++t)
      sum += exact(dy[place<T>(row, t, task.panel_width)]) *
             exact(x[place<T>(column, t, task.panel_width)]);
  }
  return sum;
}

template <typename T>
void block_gradient(const BlockGradient<T>& task) noexcept {
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

void round_to_float16(const float* from, Index count, float* to) noexcept {
  for (Index i = 0; i < count; ++i) to[i] = rounded_to_float16(from[i]);
}

}  // namespace

template <>
ProductKernels<float> reference_products() {
  return {.panel_product = {.run = &panel_product<float, float>},
          .block_gradient = &block_gradient<float>,
          .whole_lines = true,
          .simd_target = "scalar"};
}

template <>
ProductKernels<BFloat16> reference_products() {
  return {.panel_product = {&panel_product<BFloat16, BFloat16>, &panel_product<BFloat16, float>},
          .block_gradient = &block_gradient<BFloat16>,
          .whole_lines = true,
          .simd_target = "scalar"};
}

PanelTranspositions reference_transpositions() { return {&pack, &unpack}; }

Bf16Conversions reference_bf16_conversions() {
  return {&narrow, &widen, &narrow_pair, &widen_pair};
}

NarrowKernels reference_narrow() { return {.product = &narrow_product}; }

Fp16Rounding reference_fp16_rounding() { return &round_to_float16; }

}  // namespace espalier::sparse::kernels
