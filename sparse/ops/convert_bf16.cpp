// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/convert_bf16.h>

#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/ops/operand_check.h>
#include <espalier/sparse/ops/panel_conversion.h>

namespace espalier::sparse {
namespace {

/// Values of an array that one task converts: large beside the cost of a task.
constexpr Index kValuesPerTask = 1 << 16;

void expect_same_size(std::size_t from, std::size_t to) {
  expect_equal("convert", "number of values", static_cast<Index>(to), static_cast<Index>(from));
}

void expect_same_shape(const char* name, const MatrixView<const float>& matrix,
                       const Panels<BFloat16>& x) {
  check_matrix(name, "the matrix", matrix);
  expect_equal(name, "features of the matrix", matrix.rows, x.features());
  expect_equal(name, "tokens of the matrix", matrix.cols, x.tokens());
}

/// Row `f` of panel `p`, or null past the last feature.
template <typename FloatPanels>
auto row_or_null(FloatPanels& x, Index p, Index f) {
  return f < x.features() ? x.row(p, f) : nullptr;
}

}  // namespace

void convert(std::span<const float> from, std::span<BFloat16> to, const Context& context) {
  expect_same_size(from.size(), to.size());
  expect_apart("convert", {"to", to}, {{"from", from}});
  const auto narrow = context.variant().table().conversions.narrow;
  const auto size = static_cast<Index>(from.size());
  context.parallel_for_chunks(size, kValuesPerTask, [&](Index first, Index count) {
    narrow(from.data() + first, count, to.data() + first);
  });
}

void convert(std::span<const BFloat16> from, std::span<float> to, const Context& context) {
  expect_same_size(from.size(), to.size());
  expect_apart("convert", {"to", to}, {{"from", from}});
  const auto widen = context.variant().table().conversions.widen;
  const auto size = static_cast<Index>(from.size());
  context.parallel_for_chunks(size, kValuesPerTask, [&](Index first, Index count) {
    widen(from.data() + first, count, to.data() + first);
  });
}

void convert(MatrixView<const float> from, MatrixView<BFloat16> to, const Context& context) {
  expect_equal("convert", "rows of to", to.rows, from.rows);
  expect_equal("convert", "columns of to", to.cols, from.cols);
  const auto narrow = context.variant().table().conversions.narrow;
  // A row may be so short that a call of its own shows.
  if (from.stride == from.cols && to.stride == to.cols)
    return narrow(from.data, from.rows * from.cols, to.data);
  for (Index r = 0; r < from.rows; ++r) narrow(from.row(r).data(), from.cols, to.row(r).data());
}

void narrow_panels(const Panels<float>& from, Panels<BFloat16>& to, Index first_panel,
                   const Context& context) {
  const auto narrow_pair = context.variant().table().conversions.narrow_pair;
  context.parallel_for(from.panels(), [&](Index p) {
    for (Index pair = 0; pair < to.rows(); ++pair)
      narrow_pair(from.row(p, 2 * pair), row_or_null(from, p, 2 * pair + 1), from.panel_width(),
                  to.row(first_panel + p, pair));
  });
}

void widen_panels(const Panels<BFloat16>& from, Index first_panel, Panels<float>& to,
                  const Context& context) {
  const auto widen_pair = context.variant().table().conversions.widen_pair;
  context.parallel_for(to.panels(), [&](Index p) {
    for (Index pair = 0; pair < from.rows(); ++pair)
      widen_pair(from.row(first_panel + p, pair), from.panel_width(), to.row(p, 2 * pair),
                 row_or_null(to, p, 2 * pair + 1));
  });
}

void convert(const Panels<float>& from, Panels<BFloat16>& to, const Context& context) {
  from.shape().check("convert", "to", to.shape());
  narrow_panels(from, to, 0, context);
}

void convert(const Panels<BFloat16>& from, Panels<float>& to, const Context& context) {
  from.shape().check("convert", "to", to.shape());
  widen_panels(from, 0, to, context);
}

void pack(MatrixView<const float> features_by_tokens, Panels<BFloat16>& out,
          const Context& context) {
  expect_same_shape("pack", features_by_tokens, out);
  const auto narrow_pair = context.variant().table().conversions.narrow_pair;
  context.parallel_for(out.panels(), [&](Index p) {
    const Index token = p * out.panel_width();
    for (Index f = 0; f < out.features(); f += 2)
      narrow_pair(&features_by_tokens(f, token),
                  f + 1 < out.features() ? &features_by_tokens(f + 1, token) : nullptr,
                  out.used_lanes(p), out.row(p, f / 2));
  });
  out.clear_padding();
}

void unpack(const Panels<BFloat16>& x, MatrixView<float> features_by_tokens,
            const Context& context) {
  expect_same_shape("unpack", features_by_tokens, x);
  const auto widen_pair = context.variant().table().conversions.widen_pair;
  context.parallel_for(x.panels(), [&](Index p) {
    const Index token = p * x.panel_width();
    for (Index f = 0; f < x.features(); f += 2)
      widen_pair(x.row(p, f / 2), x.used_lanes(p), &features_by_tokens(f, token),
                 f + 1 < x.features() ? &features_by_tokens(f + 1, token) : nullptr);
  });
}

}  // namespace espalier::sparse
