// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/spmm.h>

#include <memory>

#include <espalier/sparse/ops/operand_check.h>
#include <espalier/sparse/ops/panel_run.h>

namespace espalier::sparse {
namespace {

void check(const char* product, const ProductPlan& plan, std::span<const float> values,
           const PanelOperands& operands, const ProductStart& start, Index outputs) {
  if (plan.pattern() == nullptr)
    throw ShapeError(std::string(product) + ": the plan has no pattern");
  expect_equal(product, "number of values", static_cast<Index>(values.size()),
               plan.pattern()->values());
  operands.check();
  check_start(product, start, outputs);
}

}  // namespace

void spmm(const ProductPlan& plan, std::span<const float> values, const Activations& x,
          Activations& y, const ProductStart& start, const Context& context) {
  const Index in = plan.pattern() == nullptr ? 0 : plan.pattern()->cols();
  const Index out = plan.pattern() == nullptr ? 0 : plan.pattern()->rows();
  check("spmm", plan, values, {"spmm", "x", x, in, "y", y, out}, start, out);
  expect_apart("spmm", {"y", y}, {{"x", x}, {"the values", values}, {"the bias", start.bias}});
  run_product(PanelRun(forward_direction(plan, values), start, context), x, y, context);
}

void spmm_transposed(const ProductPlan& plan, std::span<const float> values, const Activations& dy,
                     Activations& dx, const ProductStart& start, const Context& context) {
  const Index in = plan.pattern() == nullptr ? 0 : plan.pattern()->cols();
  const Index out = plan.pattern() == nullptr ? 0 : plan.pattern()->rows();
  check("spmm_transposed", plan, values, {"spmm_transposed", "dy", dy, out, "dx", dx, in}, start,
        in);
  expect_apart("spmm_transposed", {"dx", dx},
               {{"dy", dy}, {"the values", values}, {"the bias", start.bias}});
  const std::unique_ptr<float[]> by_column = column_wise(*plan.pattern(), values, context);
  run_product(PanelRun(transposed_direction(plan, by_column.get()), start, context), dy, dx,
              context);
}

}  // namespace espalier::sparse
