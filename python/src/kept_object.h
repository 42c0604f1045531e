// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

namespace espalier::python {

/// An object of Python for who may let go of it without the GIL, on any thread.
using KeptObject = std::shared_ptr<const pybind11::object>;
KeptObject kept(pybind11::object object);

/// Has Python's garbage collection see what objects of the class T hold, which `T::traverse(visit,
/// arg)` visits: each reference once, and none that outlives the object. It is called under the GIL
/// on any thread, while a method runs too. There is no tp_clear, as a tuple has none: nothing
/// changes what these objects hold, so that a cycle has another object in it which is cleared.
template <typename T>
pybind11::custom_type_setup collected() {
  return pybind11::custom_type_setup([](PyHeapTypeObject* heap_type) {
    PyTypeObject& type = heap_type->ht_type;
    type.tp_flags |= Py_TPFLAGS_HAVE_GC;
    type.tp_traverse = [](PyObject* self, visitproc visit, void* arg) -> int {
      Py_VISIT(Py_TYPE(self));
      // Not by a cast, which would make room for the value of one whose constructor still runs. A
      // subclass in Python of two classes of C++ has another layout; what it holds is not seen.
      const auto* instance = reinterpret_cast<const pybind11::detail::instance*>(self);
      if (!instance->simple_layout || !instance->simple_holder_constructed) return 0;
      return static_cast<const T*>(instance->simple_value_holder[0])->traverse(visit, arg);
    };
    // Before 2.11 pybind11 does not do this: a collection that comes while the value is destroyed
    // would find the object.
    type.tp_dealloc = [](PyObject* self) {
      PyObject_GC_UnTrack(self);
      pybind11::detail::pybind11_object_dealloc(self);
    };
  });
}

}  // namespace espalier::python
