// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/spmm.h>

#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/ops/narrow_run.h>
#include <espalier/sparse/ops/operand_check.h>
#include <espalier/sparse/ops/panel_run.h>

namespace espalier::sparse {
namespace {

/// What a product calls itself and its operands in an error.
struct Names {
  const char* product;
  const char* input;
  const char* output;
};
constexpr Names kForward = {"spmm", "x", "y"};
constexpr Names kTransposed = {"spmm_transposed", "dy", "dx"};

/// The product of `input` and a matrix with these extents.
template <typename T, typename Out>
void check(const Names& names, std::span<const T> values, Index inputs, Index outputs,
           const Panels<T>& input, const Panels<Out>& output, const ProductStart& start) {
  PanelOperands{names.product, names.input,    input.shape(), inputs,
                names.output,  output.shape(), outputs}
      .check();
  check_start(names.product, start, outputs);
  expect_apart(names.product, {names.output, output},
               {{names.input, input}, {"the values", values}, {"the bias", start.bias}});
}

template <typename T, typename Out>
void check_forward(const ProductPlan& plan, std::span<const T> values, const Panels<T>& x,
                   const Panels<Out>& y, const ProductStart& start) {
  const BlockPattern& pattern = checked_pattern(kForward.product, plan);
  check_values(kForward.product, static_cast<Index>(values.size()), pattern);
  check(kForward, values, pattern.cols(), pattern.rows(), x, y, start);
}

template <typename T, typename Out>
void check_transposed(const ProductPlan& plan, std::span<const T> values, const Panels<T>& dy,
                      const Panels<Out>& dx, const ProductStart& start) {
  const BlockPattern& pattern = checked_pattern(kTransposed.product, plan);
  check_values(kTransposed.product, static_cast<Index>(values.size()), pattern);
  check(kTransposed, values, pattern.rows(), pattern.cols(), dy, dx, start);
}

/// Another variant may read the values in another form, which nobody made.
template <typename T>
void check_variant(const Names& names, const PreparedWeights<T>& w, const Context& context) {
  if (&w.variant() == &context.variant()) return;
  throw ConfigError(std::string(names.product) + ": the weights were prepared for kernel '" +
                    std::string(w.variant().name) + "'; prepare them for '" +
                    std::string(context.variant().name) + "', the context's");
}

/// Of few tokens in float, the product from values where they are; else false.
template <typename T, typename Out>
bool run_if_narrow(const ProductPlan& plan, std::span<const T> values, bool transposed,
                   const Panels<T>& input, Panels<Out>& output, const ProductStart& start,
                   const Context& context) {
  if constexpr (std::is_same_v<T, float>) {
    if (!is_narrow(input.tokens())) return false;
    run_narrow(plan, {values.data(), transposed}, input, output, start, context);
    return true;
  }
  return false;
}

}  // namespace

template <typename T, typename Out>
void spmm(const PreparedWeights<T>& w, const Panels<T>& x, Panels<Out>& y,
          const ProductStart& start, const Context& context) {
  check_forward(w.plan(), w.values(), x, y, start);
  check_variant(kForward, w, context);
  if (run_if_narrow(w.plan(), w.values(), false, x, y, start, context)) return;
  run_product(w.plan(), w.forward(), x, y, start, context);
}

template <typename T, typename Out>
void spmm_transposed(const PreparedWeights<T>& w, const Panels<T>& dy, Panels<Out>& dx,
                     const ProductStart& start, const Context& context) {
  check_transposed(w.plan(), w.values(), dy, dx, start);
  check_variant(kTransposed, w, context);
  if (w.products() == PreparedFor::kForward)
    throw ConfigError(std::string(kTransposed.product) +
                      ": the weights were prepared for the forward product alone; prepare them for "
                      "both");
  if (run_if_narrow(w.plan(), w.values(), true, dy, dx, start, context)) return;
  run_product(w.plan(), w.transposed(), dy, dx, start, context);
}

template <typename T, typename Out>
void spmm(const ProductPlan& plan, std::span<const std::type_identity_t<T>> values,
          const Panels<T>& x, Panels<Out>& y, const ProductStart& start, const Context& context) {
  check_forward(plan, values, x, y, start);
  if (run_if_narrow<T>(plan, values, false, x, y, start, context)) return;
  const Reused<OrderedForCall<T, OrderedWeights<T>::Direction::kForward>> w;
  w->refresh(plan, values, context);
  run_product(plan, *w, x, y, start, context);
}

template <typename T, typename Out>
void spmm_transposed(const ProductPlan& plan, std::span<const std::type_identity_t<T>> values,
                     const Panels<T>& dy, Panels<Out>& dx, const ProductStart& start,
                     const Context& context) {
  check_transposed(plan, values, dy, dx, start);
  if (run_if_narrow<T>(plan, values, true, dy, dx, start, context)) return;
  const Reused<OrderedForCall<T, OrderedWeights<T>::Direction::kTransposed>> w;
  w->refresh(plan, values, context);
  run_product(plan, *w, dy, dx, start, context);
}

// The types of operands and results.
#define ESPALIER_PRODUCTS(T, Out)                                                                 \
  template void spmm(const PreparedWeights<T>&, const Panels<T>&, Panels<Out>&,                   \
                     const ProductStart&, const Context&);                                        \
  template void spmm_transposed(const PreparedWeights<T>&, const Panels<T>&, Panels<Out>&,        \
                                const ProductStart&, const Context&);                             \
  template void spmm<T, Out>(const ProductPlan&, std::span<const T>, const Panels<T>&,            \
                             Panels<Out>&, const ProductStart&, const Context&);                  \
  template void spmm_transposed<T, Out>(const ProductPlan&, std::span<const T>, const Panels<T>&, \
                                        Panels<Out>&, const ProductStart&, const Context&)
ESPALIER_PRODUCTS(float, float);
ESPALIER_PRODUCTS(BFloat16, BFloat16);
ESPALIER_PRODUCTS(BFloat16, float);
#undef ESPALIER_PRODUCTS

}  // namespace espalier::sparse
