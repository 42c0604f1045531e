// SPDX-License-Identifier: Apache-2.0
#include <espalier/python/src/errors.h>

#include <exception>
#include <string_view>

#include <espalier/sparse/core/error.h>

namespace py = pybind11;

namespace espalier::python {
namespace {

/// Raises the class of this name with the line that `error` says.
void raise(const char* name, const Error& error) {
  const py::object type = py::module_::import("espalier.errors").attr(name);
  // A name out of a file, or its first bytes, need not be UTF-8.
  const std::string_view line = error.what();
  const auto text = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(line.data(), static_cast<py::ssize_t>(line.size()), "replace"));
  if (text) PyErr_SetObject(type.ptr(), text.ptr());
}

}  // namespace

void bind_errors(py::module_&) {
  // By value, as pybind11 calls it. NOLINTNEXTLINE(performance-unnecessary-value-param)
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const ShapeError& error) {
      raise("ShapeError", error);
    } catch (const FormatError& error) {
      raise("FormatError", error);
    } catch (const ConfigError& error) {
      raise("ConfigError", error);
    } catch (const IoError& error) {
      raise("IoError", error);
    } catch (const Error& error) {
      raise("Error", error);
    }
  });
}

}  // namespace espalier::python
