// SPDX-License-Identifier: Apache-2.0
#include <espalier/python/src/arrays.h>

#include <pybind11/stl/filesystem.h>

#include <limits>

#include <espalier/sparse/core/error.h>

namespace py = pybind11;

namespace espalier::python {
namespace {

/// A whole number that is no bool and fits.
Index integer(py::handle object, const std::string& what, const char* expected) {
  if (PyBool_Check(object.ptr()) || !PyIndex_Check(object.ptr())) refuse(object, what, expected);
  const Py_ssize_t value = PyNumber_AsSsize_t(object.ptr(), PyExc_OverflowError);
  if (value == -1 && PyErr_Occurred()) throw py::error_already_set();
  return value;
}

}  // namespace

void refuse(py::handle found, const std::string& what, const char* expected) {
  std::string text = py::str(found.is_none() ? py::str("None") : py::repr(found));
  constexpr std::size_t kLongest = 60;
  for (char& c : text)
    if (c == '\n') c = ' ';
  if (text.size() > kLongest) text.replace(kLongest, std::string::npos, "...");
  throw py::type_error(what + ": found " + text + "; expected " + expected);
}

std::uint64_t seed_of(py::handle object) {
  constexpr const char* kExpected = "an integer from 0 to 18446744073709551615";
  if (PyBool_Check(object.ptr()) || !PyIndex_Check(object.ptr())) refuse(object, "seed", kExpected);
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!number) throw py::error_already_set();
  const unsigned long long seed = PyLong_AsUnsignedLongLong(number.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw ConfigError("seed: found " + std::string(py::str(number)) + "; expected " + kExpected);
  }
  return seed;
}

double number(py::handle object, const std::string& what) {
  const double value = PyBool_Check(object.ptr()) ? -1 : PyFloat_AsDouble(object.ptr());
  if (PyBool_Check(object.ptr()) || PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse(object, what, "a number");
  }
  return value;
}

Index whole(py::handle object, const std::string& what) {
  return integer(object, what, "an integer");
}

std::string string(py::handle object, const std::string& what) {
  if (!PyUnicode_Check(object.ptr())) refuse(object, what, "a string");
  return py::reinterpret_borrow<py::str>(object);
}

std::filesystem::path path(py::handle object, const std::string& what) {
  py::detail::make_caster<std::filesystem::path> read;
  if (!read.load(object, true)) refuse(object, what, "a path");
  return py::detail::cast_op<std::filesystem::path>(read);
}

std::vector<Index> integers(py::handle object, const std::string& what) {
  const auto array = py::array::ensure(object);
  // What cannot be made an array leaves an exception behind.
  if (!array) PyErr_Clear();
  const bool empty = array && array.size() == 0;
  if (!array || array.ndim() != 1 ||
      !(array.dtype().kind() == 'i' || array.dtype().kind() == 'u' || empty))
    refuse(object, what, "a one-dimensional array of integers");
  const auto numbers = py::array_t<Index, py::array::c_style | py::array::forcecast>::ensure(array);
  if (!numbers) throw py::error_already_set();
  return {numbers.data(), numbers.data() + numbers.size()};
}

std::vector<BlockIndex> block_indices(py::handle object, const std::string& what) {
  const std::vector<Index> wide = integers(object, what);
  std::vector<BlockIndex> narrow;
  narrow.reserve(wide.size());
  for (const Index value : wide) {
    if (value < 0 || value > std::numeric_limits<BlockIndex>::max())
      throw FormatError(what + ": found " + std::to_string(value) +
                        "; expected a value from 0 to 2147483647");
    narrow.push_back(static_cast<BlockIndex>(value));
  }
  return narrow;
}

py::array_t<BlockIndex> coordinate_array(std::span<const sparse::BlockCoordinate> coordinates) {
  py::array_t<BlockIndex> array({static_cast<py::ssize_t>(coordinates.size()), py::ssize_t{2}});
  BlockIndex* out = array.mutable_data();
  for (const sparse::BlockCoordinate c : coordinates) {
    *out++ = c.row;
    *out++ = c.col;
  }
  return array;
}

std::pair<Index, Index> extents(py::handle object, const std::string& what) {
  constexpr const char* kExpected = "two integers, rows and columns";
  if (!py::isinstance<py::sequence>(object) || py::isinstance<py::str>(object) ||
      py::len(object) != 2)
    refuse(object, what, kExpected);
  const auto pair = py::reinterpret_borrow<py::sequence>(object);
  return {integer(py::object(pair[0]), what, kExpected),
          integer(py::object(pair[1]), what, kExpected)};
}

sparse::BlockShape block_shape(py::handle object) {
  if (PyIndex_Check(object.ptr())) {
    const Index side = integer(object, "block", "its side, or rows and columns");
    return {side, side};
  }
  const auto [rows, cols] = extents(object, "block");
  return {rows, cols};
}

}  // namespace espalier::python
