// SPDX-License-Identifier: Apache-2.0
#include <espalier/python/src/kept_object.h>

#include <exception>
#include <utility>

namespace py = pybind11;

namespace espalier::python {
namespace {

/// An interpreter that is ending gets nothing back, nor does one that has no room left to take the
/// GIL in.
void give_back(const py::object* object) noexcept {
  try {
    if (Py_IsInitialized() != 0) {
      const py::gil_scoped_acquire gil;
      delete object;
    }
  } catch (const std::exception&) {
  }
}

}  // namespace

KeptObject kept(py::object object) { return {new py::object(std::move(object)), &give_back}; }

}  // namespace espalier::python
