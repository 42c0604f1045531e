// SPDX-License-Identifier: Apache-2.0
// espalier._native: what the Python package (python/espalier) calls. Private: its functions take
// what the package has checked.
#include <pybind11/pybind11.h>

#include <espalier/python/src/accounting.h>
#include <espalier/python/src/checkpoints.h>
#include <espalier/python/src/contexts.h>
#include <espalier/python/src/errors.h>
#include <espalier/python/src/matrices.h>
#include <espalier/python/src/pattern.h>
#include <espalier/python/src/policies.h>
#include <espalier/python/src/products.h>
#include <espalier/python/src/topology_updater.h>

PYBIND11_MODULE(_native, module) {
  namespace python = espalier::python;
  python::bind_errors(module);
  python::bind_contexts(module);
  python::bind_patterns(module);
  python::bind_products(module);
  python::bind_matrices(module);
  python::bind_policies(module);
  python::bind_topology_updater(module);
  python::bind_accounting(module);
  python::bind_checkpoints(module);
}
