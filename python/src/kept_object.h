// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

namespace espalier::python {

/// An object of Python for who may let go of it without the GIL, on any thread.
using KeptObject = std::shared_ptr<const pybind11::object>;
KeptObject kept(pybind11::object object);

}  // namespace espalier::python
