// SPDX-License-Identifier: Apache-2.0
// Conversions of matrices: a matrix goes in and comes out as a pattern and an array of its values.
#include <espalier/python/src/matrices.h>

#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <string_view>
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

std::span<const float> floats_of(py::handle values) {
  return elements<const float>(values, "values");
}

Matrix matrix_of(const Pattern& pattern, std::span<const float> values) {
  return Matrix(pattern.ptr(), AlignedVector<float>(values.begin(), values.end()));
}

py::tuple from_dense(const py::array_t<float>& dense, py::handle block) {
  if (dense.ndim() != 2)
    throw ShapeError("dense: found " + std::to_string(dense.ndim()) + " dimensions; expected 2");
  const std::span<const float> values = elements<const float>(dense, "dense");
  const MatrixView<const float> view(values.data(), dense.shape(0), dense.shape(1));
  const sparse::BlockShape shape = block_shape(block);
  return parts_of(without_gil([&] { return sparse::from_dense(view, shape); }));
}

py::array_t<float> to_dense(const Pattern& pattern, py::handle values) {
  const std::span<const float> found = floats_of(values);
  const AlignedVector<float> dense =
      without_gil([&] { return sparse::to_dense(matrix_of(pattern, found)); });
  return array_of(std::span<const float>(dense), {pattern->rows(), pattern->cols()});
}

py::tuple from_csr(py::handle shape, py::handle row_offsets, py::handle columns, py::handle values,
                   py::handle block) {
  const auto [rows, cols] = extents(shape, "shape");
  const std::span<const float> found = floats_of(values);
  sparse::CsrArrays csr;
  csr.rows = rows;
  csr.cols = cols;
  csr.row_offsets = integers(row_offsets, "row_offsets");
  csr.columns = integers(columns, "columns");
  csr.values.assign(found.begin(), found.end());
  const sparse::BlockShape of_blocks = block_shape(block);
  return parts_of(without_gil([&] { return sparse::from_csr(csr, of_blocks); }));
}

py::tuple to_csr(const Pattern& pattern, py::handle values) {
  const std::span<const float> found = floats_of(values);
  const sparse::CsrArrays csr =
      without_gil([&] { return sparse::to_csr(matrix_of(pattern, found)); });
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
        const std::span<const float> found = floats_of(values);
        const sparse::BlockShape shape = block_shape(block);
        return parts_of(
            without_gil([&] { return sparse::reblock(matrix_of(pattern, found), shape); }));
      },
      py::arg("pattern"), py::arg("values"), py::arg("block"));
  module.def(
      "read_mtx",
      [](const std::filesystem::path& path) {
        return parts_of(without_gil([&] { return sparse::read_mtx(path); }));
      },
      py::arg("path"));
  module.def(
      "write_mtx",
      [](const std::filesystem::path& path, const Pattern& pattern, py::handle values) {
        const std::span<const float> found = floats_of(values);
        without_gil([&] { sparse::write_mtx(path, matrix_of(pattern, found)); });
      },
      py::arg("path"), py::arg("pattern"), py::arg("values"));
  module.def(
      "write_file",
      [](const std::filesystem::path& path, const py::buffer& bytes) {
        const py::buffer_info info = bytes.request();
        const std::string_view content(static_cast<const char*>(info.ptr),
                                       static_cast<std::size_t>(info.size * info.itemsize));
        without_gil([&] { files::write_file_atomically(path, content); });
      },
      py::arg("path"), py::arg("bytes"));
}

}  // namespace espalier::python
