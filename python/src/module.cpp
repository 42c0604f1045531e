// SPDX-License-Identifier: Apache-2.0
// espalier._native: what the Python package (python/espalier) calls. Private: its functions take
// what the package has checked.
#include <pybind11/pybind11.h>

#include <string>

#include <espalier/python/src/accounting.h>
#include <espalier/python/src/checkpoints.h>
#include <espalier/python/src/contexts.h>
#include <espalier/python/src/errors.h>
#include <espalier/python/src/feed_forward.h>
#include <espalier/python/src/matrices.h>
#include <espalier/python/src/pattern.h>
#include <espalier/python/src/policies.h>
#include <espalier/python/src/predictor.h>
#include <espalier/python/src/products.h>
#include <espalier/python/src/tokenizer.h>
#include <espalier/python/src/topology_updater.h>
#include <espalier/sparse/core/build_info.h>

namespace {

/// Before 2.12 pybind11 reads the types of NumPy 2 where NumPy 1 had them, and arrays come out
/// wrong without a word. Debian 12 has an older one, and NumPy 1.
void require_numpy_of_pybind11() {
#if PYBIND11_VERSION_HEX < 0x020C0000
  const auto version = pybind11::module_::import("numpy").attr("__version__").cast<std::string>();
  if (!version.starts_with("1."))
    throw pybind11::import_error("espalier: found NumPy " + version +
                                 "; expected NumPy 1, since this module was built by pybind11 " +
                                 std::to_string(PYBIND11_VERSION_MAJOR) + "." +
                                 std::to_string(PYBIND11_VERSION_MINOR) +
                                 ", which knows no other; `pip install .` takes a newer one");
#endif
}

}  // namespace

PYBIND11_MODULE(_native, module) {
  namespace python = espalier::python;
  require_numpy_of_pybind11();
  module.attr("__version__") = espalier::build_info().version;
  python::bind_errors(module);
  python::bind_contexts(module);
  python::bind_patterns(module);
  python::bind_products(module);
  python::bind_feed_forward(module);
  python::bind_matrices(module);
  python::bind_policies(module);
  python::bind_topology_updater(module);
  python::bind_accounting(module);
  python::bind_checkpoints(module);
  python::bind_tokenizer(module);
  python::bind_predictor(module);
}
