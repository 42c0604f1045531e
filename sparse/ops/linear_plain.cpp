// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/linear_plain.h>

#include <algorithm>

#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/ops/narrow_run.h>
#include <espalier/sparse/ops/operand_check.h>
#include <espalier/sparse/ops/panel_run.h>
#include <espalier/sparse/ops/sddmm.h>

namespace espalier::sparse {
namespace {

/// Panels of a group of the weight gradient: as many as the kernels sum before a reduction, so that
/// the groups cost nothing. A constant, since they show in the rounding.
constexpr Index kGradientPanels = 3;

/// Rows [first, first + tokens) of `plain` into a panel (PanelPacking) or out of it
/// (PanelUnpacking).
template <typename Plain, typename Panel>
kernels::PanelTransposition<Plain, Panel> transposition(MatrixView<Plain> plain, Index first,
                                                        Index tokens, Panel* panel,
                                                        Index panel_width) {
  return {.plain = plain.data + first * plain.stride,
          .plain_stride = plain.stride,
          .panel = panel,
          .panel_width = panel_width,
          .tokens = tokens,
          .tokens_after = plain.rows - first - tokens,
          .features = plain.cols};
}

/// Panel `p` of `panels` from its rows of `plain`; those of the first panel begin with row `first`.
kernels::PanelPacking packing(MatrixView<const float> plain, Activations& panels, Index p,
                              Index first = 0) {
  return transposition(plain, first + p * panels.panel_width(), panels.used_lanes(p),
                       panels.panel(p), panels.panel_width());
}

/// Extents of a plain operand: [tokens, features].
void check_plain(const char* product, const char* name, const MatrixView<const float>& m,
                 Index tokens, Index features) {
  check_matrix(product, name, m);
  expect_equal(product, "tokens of", name, m.rows, tokens);
  expect_equal(product, "features of", name, m.cols, features);
}

/// A product whose operands are plain, a panel of tokens at a time: packed, multiplied and unpacked
/// by one thread while all of it is in its second-level cache.
class PlainRun {
 public:
  PlainRun(const ProductPlan& plan, const OrderedWeights<float>& weights, const ProductStart& start,
           MatrixView<const float> input, MatrixView<float> output, const Context& context)
      : run_(plan, weights.values(), weights.transposed(), start, context),
        copies_(context.variant().table().transpositions),
        input_(input),
        output_(output),
        context_(context) {}

  void operator()(PlainScratch& scratch) const {
    const Index panels = (input_.rows + kWidth - 1) / kWidth, threads = context_.threads();
    if (panels < threads) return share_lines(scratch);
    // A panel of scratch for each thread.
    scratch.input.reshape_for_overwrite(threads * kWidth, input_.cols, kWidth);
    scratch.output.reshape_for_overwrite(threads * kWidth, output_.cols, kWidth);
    context_.parallel_for(threads, [&](Index share) {
      const ScratchPanels scratch_panel = {scratch.input.panel(share), scratch.output.panel(share)};
      for (Index p = panels * share / threads; p < panels * (share + 1) / threads; ++p)
        run_panel(p * kWidth, scratch_panel);
    });
  }

 private:
  static constexpr Index kWidth = kDefaultPanelWidth;

  /// The panels of a thread, each written before it is read.
  struct ScratchPanels {
    float* input;
    float* output;
  };

  /// Too few panels for the threads: each panel's lines are shared out.
  void share_lines(PlainScratch& scratch) const {
    // Few tokens may have left narrower panels in it.
    scratch.input.reshape_for_overwrite(input_.rows, input_.cols, kWidth);
    pack_tokens(input_, scratch.input, context_);
    scratch.output.reshape_for_overwrite(output_.rows, output_.cols, kWidth);
    run_.run_on_panels(scratch.input, scratch.output, context_);
    unpack_tokens(scratch.output, output_, context_);
  }

  /// The tokens from `first`, at most a panel. While the product computes, the rows that the next
  /// panel is made of and those that this one goes to come into the cache. Outputs leave when their
  /// last pass is over.
  void run_panel(Index first, const ScratchPanels& panel) const {
    const Index tokens = std::min(kWidth, input_.rows - first);
    copies_.pack(transposition(input_, first, tokens, panel.input, kWidth));
    const std::vector<ProductPass>& passes = run_.passes();
    const auto count = static_cast<Index>(passes.size());
    const PanelRun<float>::Next next = {rows_of(input_, first + kWidth), rows_of(output_, first)};
    for (Index p = 0; p < count; ++p) {
      const ProductPass& pass = passes[static_cast<std::size_t>(p)];
      run_.run_pass(pass, {panel.input, panel.output, kWidth},
                    {part_of(next.input, p, count), part_of(next.output, p, count)});
      if (p + 1 < count && !passes[static_cast<std::size_t>(p + 1)].starts()) continue;
      const MatrixView<float> outputs(output_.data + pass.first_output, output_.rows, pass.outputs,
                                      output_.stride);
      copies_.unpack(transposition(
          outputs, first, tokens,
          static_cast<const float*>(panel.output) + pass.first_output * kWidth, kWidth));
    }
  }

  /// The tokens of a panel from `first` on, if they lie side by side.
  static std::span<const float> rows_of(MatrixView<const float> plain, Index first) {
    if (plain.stride != plain.cols || first >= plain.rows) return {};
    const Index tokens = std::min(kWidth, plain.rows - first);
    return {plain.data + first * plain.stride, static_cast<std::size_t>(tokens * plain.cols)};
  }

  PanelRun<float> run_;
  kernels::PanelTranspositions copies_;
  MatrixView<const float> input_;
  MatrixView<float> output_;
  const Context& context_;
};

/// A product of few tokens, a group at a time. One token lies as the kernels want it; the features
/// of several are brought side by side, which takes a few microseconds.
void run_narrow_rows(const ProductPlan& plan, const NarrowWeights& weights,
                     const ProductStart& start, MatrixView<const float> input,
                     MatrixView<float> output, PlainScratch& scratch, const Context& context) {
  const kernels::PanelTranspositions copies = context.variant().table().transpositions;
  for_each_narrow_group(input.rows, [&](Index first, Index tokens) {
    const Index lanes = narrow_lanes(tokens);
    if (lanes == 1)
      return run_narrow(plan, weights, {&input(first, 0), &output(first, 0), 1, 1}, start, context);
    const auto room = [lanes](AlignedVector<float>& memory, Index features) {
      const auto size = static_cast<std::size_t>(features * lanes);
      if (memory.size() < size) memory.resize(size);
      return std::span(memory).first(size);
    };
    const std::span<float> packed = room(scratch.narrow_input, input.cols);
    const std::span<float> result = room(scratch.narrow_output, output.cols);
    if (tokens < lanes) std::fill(packed.begin(), packed.end(), 0.0f);
    copies.pack(transposition(input, first, tokens, packed.data(), lanes));
    run_narrow(plan, weights, {packed.data(), result.data(), lanes, lanes}, start, context);
    copies.unpack(
        transposition(output, first, tokens, static_cast<const float*>(result.data()), lanes));
  });
}

}  // namespace

void pack_tokens(MatrixView<const float> plain, Activations& panels, const Context& context) {
  check_matrix("pack_tokens", "plain", plain);
  const auto pack = context.variant().table().transpositions.pack;
  const Index width = panels.panel_width() == 0 ? kDefaultPanelWidth : panels.panel_width();
  panels.reshape_for_overwrite(plain.rows, plain.cols, width);
  context.parallel_for(panels.panels(), [&](Index p) { pack(packing(plain, panels, p)); });
  panels.clear_padding();
}

void unpack_tokens(const Activations& panels, MatrixView<float> plain, const Context& context) {
  check_plain("unpack_tokens", "plain", plain, panels.tokens(), panels.features());
  const auto unpack = context.variant().table().transpositions.unpack;
  const Index width = panels.panel_width();
  context.parallel_for(panels.panels(), [&](Index p) {
    unpack(transposition(plain, p * width, panels.used_lanes(p), panels.panel(p), width));
  });
}

void linear_plain(const ProductPlan& plan, std::span<const float> values, MatrixView<const float> x,
                  MatrixView<float> y, std::span<const float> bias, PlainScratch& scratch,
                  const Context& context) {
  const BlockPattern& pattern = checked_pattern("linear_plain", plan);
  check_plain("linear_plain", "x", x, x.rows, pattern.cols());
  check_plain("linear_plain", "y", y, x.rows, pattern.rows());
  check_values("linear_plain", static_cast<Index>(values.size()), pattern);
  check_start("linear_plain", {.bias = bias}, pattern.rows());
  expect_apart("linear_plain", "y", y, "x", x);
  expect_apart("linear_plain", {"y", y}, {{"the values", values}, {"the bias", bias}});
  if (is_narrow(x.rows))
    return run_narrow_rows(plan, {values.data(), false}, {.bias = bias}, x, y, scratch, context);
  OrderedWeights<float> weights(OrderedWeights<float>::Direction::kForward);
  weights.refresh(plan, values, context);
  PlainRun(plan, weights, {.bias = bias}, x, y, context)(scratch);
}

void linear_plain_transposed(const ProductPlan& plan, std::span<const float> values,
                             MatrixView<const float> dy, MatrixView<float> dx,
                             PlainScratch& scratch, const Context& context) {
  const BlockPattern& pattern = checked_pattern("linear_plain_transposed", plan);
  check_plain("linear_plain_transposed", "dy", dy, dy.rows, pattern.rows());
  check_plain("linear_plain_transposed", "dx", dx, dy.rows, pattern.cols());
  check_values("linear_plain_transposed", static_cast<Index>(values.size()), pattern);
  expect_apart("linear_plain_transposed", "dx", dx, "dy", dy);
  expect_apart("linear_plain_transposed", {"dx", dx}, {{"the values", values}});
  if (is_narrow(dy.rows))
    return run_narrow_rows(plan, {values.data(), true}, {}, dy, dx, scratch, context);
  const Reused<OrderedForCall<float, OrderedWeights<float>::Direction::kTransposed>> weights;
  weights->refresh(plan, values, context);
  PlainRun(plan, *weights, {}, dy, dx, context)(scratch);
}

void linear_plain_gradient(const ProductPlan& plan, MatrixView<const float> dy,
                           MatrixView<const float> x, std::span<float> gradient, bool accumulate,
                           PlainScratch& scratch, const Context& context) {
  const BlockPattern& pattern = checked_pattern("linear_plain_gradient", plan);
  check_plain("linear_plain_gradient", "x", x, x.rows, pattern.cols());
  check_plain("linear_plain_gradient", "dy", dy, x.rows, pattern.rows());
  expect_equal("linear_plain_gradient", "number of gradient values",
               static_cast<Index>(gradient.size()), pattern.values());
  expect_apart("linear_plain_gradient", {"the gradient", gradient}, {{"dy", dy}, {"x", x}});
  if (x.rows == 0 && !accumulate) std::fill(gradient.begin(), gradient.end(), 0.0f);
  const auto pack = context.variant().table().transpositions.pack;
  constexpr Index kGroup = kGradientPanels * kDefaultPanelWidth;
  // Few tokens fill no panel.
  const Index width = std::min(kDefaultPanelWidth, (x.rows + kPanelWidthMultiple - 1) /
                                                       kPanelWidthMultiple * kPanelWidthMultiple);
  for (Index first = 0; first < x.rows; first += kGroup) {
    const Index tokens = std::min(kGroup, x.rows - first);
    scratch.input.reshape_for_overwrite(tokens, x.cols, width);
    scratch.output.reshape_for_overwrite(tokens, dy.cols, width);
    const Index panels = scratch.input.panels();
    context.parallel_for(2 * panels, [&](Index i) {
      pack(i < panels ? packing(x, scratch.input, i, first)
                      : packing(dy, scratch.output, i - panels, first));
    });
    scratch.input.clear_padding();
    scratch.output.clear_padding();
    sddmm(plan, scratch.output, scratch.input, gradient, accumulate || first > 0, context);
  }
}

}  // namespace espalier::sparse
