// SPDX-License-Identifier: Apache-2.0
// Conversions of matrices: a matrix goes in and comes out as a pattern and an array of its values.
#include <espalier/python/src/matrices.h>

#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <utility>

#include <espalier/files/atomic_file.h>
#include <espalier/python/src/arrays.h>
#include <espalier/python/src/pattern.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/format/matrix_io.h>

namespace py = pybind11;

namespace espalier::python {
namespace {

using Matrix = sparse::BlockCsrMatrix<float>;

py::tuple parts_of(const Matrix& matrix) {
  const sparse::BlockPattern& pattern = matrix.pattern();
  return py::make_tuple(
      shared(matrix.pattern_ptr()),
      array_of(matrix.values(), {pattern.blocks(), pattern.block().rows, pattern.block().cols}));
}

Matrix matrix_of(const Pattern& pattern, py::handle values) {
  const std::span<const float> found = elements<const float>(values, "values");
  return Matrix(pattern.ptr(), AlignedVector<float>(found.begin(), found.end()));
}

py::tuple from_dense(const py::array_t<float>& dense, py::handle block) {
  if (dense.ndim() != 2)
    throw ShapeError("dense: found " + std::to_string(dense.ndim()) + " dimensions; expected 2");
  const std::span<const float> values = elements<const float>(dense, "dense");
  return parts_of(sparse::from_dense(
      MatrixView<const float>(values.data(), dense.shape(0), dense.shape(1)), block_shape(block)));
}

py::array_t<float> to_dense(const Pattern& pattern, py::handle values) {
  const AlignedVector<float> dense = sparse::to_dense(matrix_of(pattern, values));
  return array_of(std::span<const float>(dense), {pattern->rows(), pattern->cols()});
}

py::tuple from_csr(py::handle shape, py::handle row_offsets, py::handle columns, py::handle values,
                   py::handle block) {
  const auto [rows, cols] = extents(shape, "shape");
  const std::span<const float> found = elements<const float>(values, "values");
  return parts_of(sparse::from_csr({.rows = rows,
                                    .cols = cols,
                                    .row_offsets = integers(row_offsets, "row_offsets"),
                                    .columns = integers(columns, "columns"),
                                    .values = {found.begin(), found.end()}},
                                   block_shape(block)));
}

py::tuple to_csr(const Pattern& pattern, py::handle values) {
  const sparse::CsrArrays csr = sparse::to_csr(matrix_of(pattern, values));
  return py::make_tuple(array_of(std::span(csr.row_offsets)), array_of(std::span(csr.columns)),
                        array_of(std::span(csr.values)));
}

}  // namespace

void bind_matrices(py::module_& module) {
  module.def("from_dense", &from_dense, py::arg("dense"), py::arg("block"));
  module.def("to_dense", &to_dense, py::arg("pattern"), py::arg("values"));
  module.def("from_csr", &from_csr, py::arg("shape"), py::arg("row_offsets"), py::arg("columns"),
             py::arg("values"), py::arg("block"));
  module.def("to_csr", &to_csr, py::arg("pattern"), py::arg("values"));
  module.def(
      "reblock",
      [](const Pattern& pattern, py::handle values, py::handle block) {
        return parts_of(sparse::reblock(matrix_of(pattern, values), block_shape(block)));
      },
      py::arg("pattern"), py::arg("values"), py::arg("block"));
  module.def(
      "read_mtx",
      [](const std::filesystem::path& path) { return parts_of(sparse::read_mtx(path)); },
      py::arg("path"));
  module.def(
      "write_mtx",
      [](const std::filesystem::path& path, const Pattern& pattern, py::handle values) {
        sparse::write_mtx(path, matrix_of(pattern, values));
      },
      py::arg("path"), py::arg("pattern"), py::arg("values"));
  module.def(
      "write_file",
      [](const std::filesystem::path& path, const py::buffer& bytes) {
        const py::buffer_info info = bytes.request();
        files::write_file_atomically(path, {static_cast<const char*>(info.ptr),
                                            static_cast<std::size_t>(info.size * info.itemsize)});
      },
      py::arg("path"), py::arg("bytes"));
}

}  // namespace espalier::python
