// SPDX-License-Identifier: Apache-2.0
// The three products on row-major activations, and the operands of gradients. They take addresses:
// NumPy's arrays and torch's tensors are checked in Python, where a wrong one can be named.
#include <espalier/python/src/products.h>

#include <espalier/python/src/arrays.h>
#include <espalier/python/src/contexts.h>
#include <espalier/python/src/pattern.h>
#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/ops/linear_plain.h>
#include <espalier/sparse/topology/gradient_operands.h>

namespace py = pybind11;

namespace espalier::python {
namespace {

/// Panels to work in: those of the thread of Python, for every shape of layer.
using Scratch = Reused<sparse::PlainScratch>;

std::span<const float> values_at(const Pattern& pattern, Address address) {
  return {pointer<const float>(address), static_cast<std::size_t>(pattern->values())};
}

MatrixView<const float> rows_at(Address address, Index tokens, Index features) {
  return {pointer<const float>(address), tokens, features};
}
MatrixView<float> rows_to(Address address, Index tokens, Index features) {
  return {pointer<float>(address), tokens, features};
}

void linear(const Pattern& pattern, Address values, Address x, Address bias, Address y,
            Index tokens, int threads) {
  const Context& context = context_of(threads);
  const py::gil_scoped_release released;
  const Index in = pattern->cols(), out = pattern->rows();
  const std::span<const float> start(pointer<const float>(bias),
                                     bias == 0 ? 0 : static_cast<std::size_t>(out));
  sparse::linear_plain(pattern.plan(context), values_at(pattern, values), rows_at(x, tokens, in),
                       rows_to(y, tokens, out), start, *Scratch(), context);
}

void linear_transposed(const Pattern& pattern, Address values, Address dy, Address dx, Index tokens,
                       int threads) {
  const Context& context = context_of(threads);
  const py::gil_scoped_release released;
  const Index in = pattern->cols(), out = pattern->rows();
  sparse::linear_plain_transposed(pattern.plan(context), values_at(pattern, values),
                                  rows_at(dy, tokens, out), rows_to(dx, tokens, in), *Scratch(),
                                  context);
}

void linear_gradient(const Pattern& pattern, Address dy, Address x, Address gradient,
                     bool accumulate, Index tokens, int threads) {
  const Context& context = context_of(threads);
  const py::gil_scoped_release released;
  const Index in = pattern->cols(), out = pattern->rows();
  sparse::linear_plain_gradient(
      pattern.plan(context), rows_at(dy, tokens, out), rows_at(x, tokens, in),
      {pointer<float>(gradient), static_cast<std::size_t>(pattern->values())}, accumulate,
      *Scratch(), context);
}

void keep_operands(sparse::GradientOperands& operands, const Pattern& pattern, Address x,
                   Address dy, Index tokens, int threads) {
  const Context& context = context_of(threads);
  sparse::Activations inputs, output_gradients;
  {
    const py::gil_scoped_release released;
    sparse::pack_tokens(rows_at(x, tokens, pattern->cols()), inputs, context);
    sparse::pack_tokens(rows_at(dy, tokens, pattern->rows()), output_gradients, context);
  }
  operands.keep(inputs, output_gradients);
}

}  // namespace

void bind_products(py::module_& module) {
  module.def("linear", &linear, py::arg("pattern"), py::arg("values"), py::arg("x"),
             py::arg("bias"), py::arg("y"), py::arg("tokens"), py::arg("threads"));
  module.def("linear_transposed", &linear_transposed, py::arg("pattern"), py::arg("values"),
             py::arg("dy"), py::arg("dx"), py::arg("tokens"), py::arg("threads"));
  module.def("linear_gradient", &linear_gradient, py::arg("pattern"), py::arg("dy"), py::arg("x"),
             py::arg("gradient"), py::arg("accumulate"), py::arg("tokens"), py::arg("threads"));

  py::class_<sparse::GradientOperands, std::shared_ptr<sparse::GradientOperands>>(
      module, "GradientOperands",
      "Input and output gradient of a layer over the backward passes of a step, kept while a "
      "policy wants to score positions that are not stored.")
      .def(py::init<>())
      .def("want", &sparse::GradientOperands::want, py::arg("wanted"))
      .def("keep", &keep_operands, py::arg("pattern"), py::arg("x"), py::arg("dy"),
           py::arg("tokens"), py::arg("threads"))
      .def_property_readonly("tokens", &sparse::GradientOperands::tokens)
      .def_property_readonly("wanted", &sparse::GradientOperands::wanted);
}

}  // namespace espalier::python
