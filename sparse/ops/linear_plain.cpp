// SPDX-License-Identifier: Apache-2.0
#include "sparse/ops/linear_plain.h"

#include <algorithm>

#include "sparse/kernels/kernel_table.h"
#include "sparse/ops/operand_check.h"
#include "sparse/ops/sddmm.h"
#include "sparse/ops/spmm.h"

namespace espalier::sparse {
namespace {

/// Panels of a group for each thread: two panels of 768 features and 64 tokens, the same of outputs
/// and the rows they come from and go to are 1.5 MiB, which a second-level cache of 2 MiB holds.
/// Two and not one, so that the product has a panel to fetch ahead.
constexpr Index kPanelsPerThread = 2;

/// Panels of a group of the weight gradient: as many as the kernels sum before a reduction, so that
/// the groups cost nothing. A constant, since they show in the rounding.
constexpr Index kGradientPanels = 3;

/// The transposition of panel `p`, whose tokens are rows of `plain`. Which of the two is written is
/// the task's business.
kernels::PanelTransposition transposition(const Activations& panels, Index p, const float* plain,
                                          Index plain_stride) {
  const Index first = p * panels.panel_width();
  return {.plain = const_cast<float*>(plain) + first * plain_stride,
          .plain_stride = plain_stride,
          .panel = const_cast<float*>(panels.panel(p)),
          .panel_width = panels.panel_width(),
          .tokens = panels.used_lanes(p),
          .tokens_after = panels.tokens() - first - panels.used_lanes(p),
          .features = panels.features()};
}

/// Rows [first, first + count) of a matrix.
template <typename T>
MatrixView<T> rows_of(MatrixView<T> m, Index first, Index count) {
  return {m.data + first * m.stride, count, m.cols, m.stride};
}

/// Calls body(first token, tokens) for groups of `panels` panels.
template <typename Body>
void for_each_group(Index tokens, Index panels, const Body& body) {
  const Index group = panels * kDefaultPanelWidth;
  for (Index first = 0; first < tokens; first += group)
    body(first, std::min(group, tokens - first));
}

/// Extents of a plain operand: [tokens, features].
void check_plain(const char* product, const char* name, const MatrixView<const float>& m,
                 Index tokens, Index features) {
  expect_equal(product, (std::string("tokens of ") + name).c_str(), m.rows, tokens);
  expect_equal(product, (std::string("features of ") + name).c_str(), m.cols, features);
}

void check_values(const char* product, std::span<const float> values, const BlockPattern& pattern) {
  expect_equal(product, "number of values", static_cast<Index>(values.size()), pattern.values());
}

const BlockPattern& pattern_of(const char* product, const ProductPlan& plan) {
  if (plan.pattern == nullptr) throw ShapeError(std::string(product) + ": the plan has no pattern");
  return *plan.pattern;
}

/// Packs, multiplies and unpacks group by group: product(input panels, output panels).
template <typename Product>
void run_groups(MatrixView<const float> input, MatrixView<float> output, PlainScratch& scratch,
                const Context& context, const Product& product) {
  for_each_group(input.rows, kPanelsPerThread * context.threads(), [&](Index first, Index tokens) {
    pack_tokens(rows_of(input, first, tokens), scratch.input, context);
    scratch.output.reshape(tokens, output.cols, kDefaultPanelWidth);
    product(scratch.input, scratch.output);
    unpack_tokens(scratch.output, rows_of(output, first, tokens), context);
  });
}

}  // namespace

void pack_tokens(MatrixView<const float> plain, Activations& panels, const Context& context) {
  const kernels::KernelTable table = kernels::kernel_table(context.kernel());
  const Index width = panels.panel_width() == 0 ? kDefaultPanelWidth : panels.panel_width();
  panels.reshape(plain.rows, plain.cols, width);
  context.parallel_for(panels.panels(), [&](Index p) {
    table.pack(transposition(panels, p, plain.data, plain.stride));
  });
  panels.clear_padding();
}

void unpack_tokens(const Activations& panels, MatrixView<float> plain, const Context& context) {
  check_plain("unpack_tokens", "plain", plain, panels.tokens(), panels.features());
  const kernels::KernelTable table = kernels::kernel_table(context.kernel());
  context.parallel_for(panels.panels(), [&](Index p) {
    table.unpack(transposition(panels, p, plain.data, plain.stride));
  });
}

void linear_plain(const ProductPlan& plan, std::span<const float> values, MatrixView<const float> x,
                  MatrixView<float> y, std::span<const float> bias, PlainScratch& scratch,
                  const Context& context) {
  const BlockPattern& pattern = pattern_of("linear_plain", plan);
  check_plain("linear_plain", "x", x, x.rows, pattern.cols());
  check_plain("linear_plain", "y", y, x.rows, pattern.rows());
  check_values("linear_plain", values, pattern);
  check_start("linear_plain", {.bias = bias}, pattern.rows());
  run_groups(x, y, scratch, context, [&](const Activations& input, Activations& output) {
    spmm(plan, values, input, output, {.bias = bias}, context);
  });
}

void linear_plain_transposed(const ProductPlan& plan, std::span<const float> values,
                             MatrixView<const float> dy, MatrixView<float> dx,
                             PlainScratch& scratch, const Context& context) {
  const BlockPattern& pattern = pattern_of("linear_plain_transposed", plan);
  check_plain("linear_plain_transposed", "dy", dy, dy.rows, pattern.rows());
  check_plain("linear_plain_transposed", "dx", dx, dy.rows, pattern.cols());
  check_values("linear_plain_transposed", values, pattern);
  run_groups(dy, dx, scratch, context, [&](const Activations& input, Activations& output) {
    spmm_transposed(plan, values, input, output, {}, context);
  });
}

void linear_plain_gradient(const ProductPlan& plan, MatrixView<const float> dy,
                           MatrixView<const float> x, std::span<float> gradient, bool accumulate,
                           PlainScratch& scratch, const Context& context) {
  const BlockPattern& pattern = pattern_of("linear_plain_gradient", plan);
  check_plain("linear_plain_gradient", "x", x, x.rows, pattern.cols());
  check_plain("linear_plain_gradient", "dy", dy, x.rows, pattern.rows());
  expect_equal("linear_plain_gradient", "number of gradient values",
               static_cast<Index>(gradient.size()), pattern.values());
  if (x.rows == 0 && !accumulate) std::fill(gradient.begin(), gradient.end(), 0.0f);
  for_each_group(x.rows, kGradientPanels, [&](Index first, Index tokens) {
    pack_tokens(rows_of(x, first, tokens), scratch.input, context);
    pack_tokens(rows_of(dy, first, tokens), scratch.output, context);
    sddmm(plan, scratch.output, scratch.input, gradient, accumulate || first > 0, context);
  });
}

}  // namespace espalier::sparse
