// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace espalier::python {

void bind_predictor(pybind11::module_& module);

}  // namespace espalier::python
