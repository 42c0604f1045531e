// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <espalier/sparse/core/types.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::python {

/// An address that Python has checked: memory of the right type and length stands behind it, and
/// stays there during the call.
using Address = std::uintptr_t;

template <typename T>
T* pointer(Address address) {
  // Addresses cross from Python as numbers. NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<T*>(address);
}

/// What `body` returns, which takes long and touches nothing of Python: other threads run
/// meanwhile.
template <typename Body>
auto without_gil(const Body& body) {
  const pybind11::gil_scoped_release released;
  return body();
}

/// A new array with a copy of `values`, of this shape.
template <typename T>
pybind11::array_t<T> array_of(std::span<const T> values, std::vector<pybind11::ssize_t> shape) {
  pybind11::array_t<T> array(std::move(shape));
  std::copy(values.begin(), values.end(), array.mutable_data());
  return array;
}
template <typename T>
pybind11::array_t<T> array_of(std::span<const T> values) {
  return array_of(values, {static_cast<pybind11::ssize_t>(values.size())});
}

/// A new array [blocks, 2] of block rows and block columns.
pybind11::array_t<BlockIndex> coordinate_array(
    std::span<const sparse::BlockCoordinate> coordinates);

/// The elements of an array of this very type, all in one piece. Throws TypeError "WHAT: ..." if
/// it is none.
template <typename T>
std::span<T> elements(pybind11::handle object, const std::string& what) {
  using Array = pybind11::array_t<std::remove_const_t<T>, pybind11::array::c_style>;
  if (!pybind11::isinstance<Array>(object))
    throw pybind11::type_error(
        what + ": found " + std::string(pybind11::str(pybind11::type::handle_of(object))) +
        "; expected a C-contiguous array of " +
        std::string(pybind11::str(pybind11::dtype::of<std::remove_const_t<T>>())));
  auto array = pybind11::reinterpret_borrow<pybind11::array>(object);
  const auto size = static_cast<std::size_t>(array.size());
  if constexpr (std::is_const_v<T>)
    return {static_cast<T*>(array.data()), size};
  else
    return {static_cast<T*>(array.mutable_data()), size};  // throws if it is read-only
}

/// A seed of random numbers. Throws TypeError where it is no integer, ConfigError where it is
/// negative or has more than 64 bits.
std::uint64_t seed_of(pybind11::handle object);

/// The whole numbers of an array or a sequence. Throws TypeError "WHAT: ..." if they are none.
std::vector<Index> integers(pybind11::handle object, const std::string& what);
/// The same where they have to fit 32 bits: throws FormatError otherwise.
std::vector<BlockIndex> block_indices(pybind11::handle object, const std::string& what);

/// A number that is no bool. Throws TypeError "WHAT: ..." if it is none.
double number(pybind11::handle object, const std::string& what);
/// The same for a whole one of 64 bits; OverflowError if it has more.
Index whole(pybind11::handle object, const std::string& what);
/// A string. Throws TypeError "WHAT: ..." if it is none, UnicodeEncodeError for a surrogate that
/// stands alone.
std::string string(pybind11::handle object, const std::string& what);
/// A string or an os.PathLike. Throws TypeError "WHAT: ..." if it is none.
std::filesystem::path path(pybind11::handle object, const std::string& what);

/// Throws TypeError "WHAT: found ...; expected ...".
[[noreturn]] void refuse(pybind11::handle found, const std::string& what, const char* expected);

/// Two extents, rows and columns. Throws TypeError "WHAT: ..." if they are none.
std::pair<Index, Index> extents(pybind11::handle object, const std::string& what);
/// A block: its side, or rows and columns. Throws TypeError if it is none.
sparse::BlockShape block_shape(pybind11::handle object);

}  // namespace espalier::python
