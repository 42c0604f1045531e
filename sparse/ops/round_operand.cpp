// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/round_operand.h>

#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/ops/convert_bf16.h>
#include <espalier/sparse/ops/operand_check.h>

namespace espalier::sparse {

void round_operand(std::span<const float> from, std::span<BFloat16> to, const Context& context) {
  convert(from, to, context);
}

void round_operand(std::span<const float> from, std::span<float> to, const Context& context) {
  expect_equal("round", "number of values", static_cast<Index>(to.size()),
               static_cast<Index>(from.size()));
  expect_apart("round", {"to", to}, {{"from", from}});
  constexpr Index kValuesPerTask = 1 << 16;  // large beside the cost of a task
  const auto size = static_cast<Index>(from.size());
  const auto round = context.variant().table().round_to_float16;
  context.parallel_for_chunks(size, kValuesPerTask, [&](Index first, Index count) {
    round(from.data() + first, count, to.data() + first);
  });
}

void round_operand(MatrixView<const float> from, MatrixView<BFloat16> to, const Context& context) {
  convert(from, to, context);
}

void round_operand(MatrixView<const float> from, MatrixView<float> to, const Context& context) {
  expect_equal("round", "rows of to", to.rows, from.rows);
  expect_equal("round", "columns of to", to.cols, from.cols);
  const auto round = context.variant().table().round_to_float16;
  for (Index r = 0; r < from.rows; ++r) round(from.row(r).data(), from.cols, to.row(r).data());
}

void round_operand(const Activations& from, Panels<BFloat16>& to, const Context& context) {
  convert(from, to, context);
}

void round_operand(const Activations& from, Activations& to, const Context& context) {
  from.shape().check("round", "to", to.shape());
  round_operand(from.values(), to.values(), context);
}

}  // namespace espalier::sparse
