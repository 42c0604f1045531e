// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace espalier::python {

/// Has the library's errors arrive as the classes of python/espalier/errors.py.
void bind_errors(pybind11::module_& module);

}  // namespace espalier::python
