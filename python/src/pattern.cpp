// SPDX-License-Identifier: Apache-2.0
#include <espalier/python/src/pattern.h>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <espalier/files/content_hash.h>
#include <espalier/python/src/arrays.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/format/matrix_io.h>
#include <espalier/sparse/topology/pattern_generators.h>
#include <espalier/sparse/topology/pattern_stats.h>
#include <espalier/sparse/topology/random_pattern.h>

namespace py = pybind11;

namespace espalier::python {
namespace {

SharedPattern make_pattern(py::handle shape, py::handle block, py::handle row_offsets,
                           py::handle columns) {
  const auto [rows, cols] = extents(shape, "shape");
  return shared(std::make_shared<const sparse::BlockPattern>(rows, cols, block_shape(block),
                                                             integers(row_offsets, "row_offsets"),
                                                             block_indices(columns, "columns")));
}

SharedPattern pattern_from_coordinates(py::handle shape, py::handle block, py::handle block_rows,
                                       py::handle block_cols) {
  const std::pair<Index, Index> size = extents(shape, "shape");
  const std::vector<BlockIndex> r = block_indices(block_rows, "block_rows");
  const std::vector<BlockIndex> c = block_indices(block_cols, "block_cols");
  if (r.size() != c.size())
    throw ShapeError("block_cols: found " + std::to_string(c.size()) + " entries; expected " +
                     std::to_string(r.size()) + ", as in block_rows");
  std::vector<sparse::BlockCoordinate> coordinates(r.size());
  for (std::size_t i = 0; i < r.size(); ++i) coordinates[i] = {r[i], c[i]};
  const sparse::BlockShape of_blocks = block_shape(block);
  return shared(without_gil([&] {
    return sparse::BlockPattern::from_coordinates(size.first, size.second, of_blocks,
                                                  std::move(coordinates));
  }));
}

SharedPattern full_pattern(py::handle shape, py::handle block) {
  const auto [rows, cols] = extents(shape, "shape");
  return shared(sparse::BlockPattern::full(rows, cols, block_shape(block)));
}

/// The stream of random numbers is that of `schedules::starting_pattern`, so that a name and a seed
/// mean one pattern everywhere.
SharedPattern generated_pattern(py::handle kind, py::handle shape, py::handle block,
                                py::handle density, py::handle seed, py::handle name,
                                py::handle group, py::handle rewire) {
  const auto [rows, cols] = extents(shape, "shape");
  const sparse::BlockShape b = block_shape(block);
  // Checks the extents, and knows the size of the grid.
  const auto empty = sparse::BlockPattern::from_coordinates(rows, cols, b, {});
  const Index blocks = sparse::blocks_for_density(empty->grid_size(), number(density, "density"));
  const std::string generator = string(kind, "kind");
  const sparse::PatternSpec spec = {.rows = rows, .cols = cols, .block = b, .blocks = blocks};
  const sparse::PatternOptions options = {.group = whole(group, "group"),
                                          .rewire = number(rewire, "rewire")};
  const Random random(seed_of(seed), stream_id("pattern:" + string(name, "name")));
  return shared(
      without_gil([&] { return sparse::pattern_by_name(generator, spec, options, random); }));
}

/// A read-only array over memory that `owner` keeps.
template <typename T>
py::array view_of(std::span<const T> values, const py::object& owner) {
  py::array_t<T> array(static_cast<py::ssize_t>(values.size()), values.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

std::uint64_t hash_of(const Pattern& pattern) {
  const auto bytes = [](const auto& values) {
    return std::string_view(reinterpret_cast<const char*>(values.data()),
                            values.size() * sizeof(values[0]));
  };
  const std::vector<Index> extents = {pattern->rows(), pattern->cols(), pattern->block().rows,
                                      pattern->block().cols};
  return files::ContentHash()
      .update_field(bytes(extents))
      .update_field(bytes(pattern->row_offsets()))
      .update_field(bytes(pattern->columns()))
      .value();
}

std::string pattern_text(const Pattern& pattern) {
  const sparse::BlockShape block = pattern->block();
  char density[32];
  std::snprintf(density, sizeof density, "%.4g", pattern->density());
  return "<espalier.BlockPattern " + std::to_string(pattern->rows()) + "x" +
         std::to_string(pattern->cols()) + ", " + std::to_string(pattern->blocks()) +
         " blocks of " + std::to_string(block.rows) + "x" + std::to_string(block.cols) +
         ", density " + density + ">";
}

}  // namespace

void bind_patterns(py::module_& module) {
  py::class_<Pattern, SharedPattern>(module, "BlockPattern", R"(
Which blocks of a matrix are stored (block compressed sparse rows, BSR). Immutable.

    BlockPattern(shape, block, row_offsets, columns)

shape: rows and columns, in values. block: the side of a block, or its rows and columns; it divides
the shape. row_offsets: one for each block row and one more; columns: the block columns of the
stored blocks, ascending in each row. Both are copied. Raises ShapeError or FormatError, naming the
entry, and TypeError where they are no integers.)")
      .def(py::init(&make_pattern), py::arg("shape"), py::arg("block"), py::arg("row_offsets"),
           py::arg("columns"))
      .def_static("from_coordinates", &pattern_from_coordinates, py::arg("shape"), py::arg("block"),
                  py::arg("block_rows"), py::arg("block_cols"),
                  "The pattern that stores the blocks at these positions, in any order.")
      .def_static("full", &full_pattern, py::arg("shape"), py::arg("block"),
                  "The pattern that stores every block.")
      .def_static("generate", &generated_pattern, py::arg("kind"), py::arg("shape"),
                  py::arg("block"), py::arg("density"), py::arg("seed") = 0, py::arg("name") = "",
                  py::arg("group") = 4, py::arg("rewire") = 0.1, R"(
A pattern by the name of its generator (`espalier.pattern_names()`), with ceil(density * blocks of
the grid) blocks. A pure function of its arguments; weights with other names get other patterns.
group: M of n_of_m, in blocks; rewire: of small_world.)")
      .def_property_readonly("shape",
                             [](const Pattern& p) { return py::make_tuple(p->rows(), p->cols()); })
      .def_property_readonly(
          "block",
          [](const Pattern& p) { return py::make_tuple(p->block().rows, p->block().cols); })
      .def_property_readonly(
          "grid", [](const Pattern& p) { return py::make_tuple(p->grid_rows(), p->grid_cols()); },
          "Rows and columns of the grid of blocks.")
      .def_property_readonly(
          "blocks", [](const Pattern& p) { return p->blocks(); }, "Number of stored blocks.")
      .def_property_readonly(
          "density", [](const Pattern& p) { return p->density(); }, "Stored blocks / all blocks.")
      .def_property_readonly(
          "row_offsets",
          [](const py::object& self) {
            return view_of(self.cast<const Pattern&>()->row_offsets(), self);
          },
          "Read-only array of int64; no copy.")
      .def_property_readonly(
          "columns",
          [](const py::object& self) {
            return view_of(self.cast<const Pattern&>()->columns(), self);
          },
          "Read-only array of int32; no copy.")
      .def_property_readonly(
          "dead_rows", [](const Pattern& p) { return sparse::dead_rows(*p); },
          "Number of block rows that store nothing.")
      .def_property_readonly(
          "dead_cols", [](const Pattern& p) { return sparse::dead_cols(*p); },
          "Number of block columns that store nothing.")
      .def(
          "coordinates", [](const Pattern& p) { return coordinate_array(p->coordinates()); },
          "Block row and block column of each stored block: [blocks, 2], row by row.")
      .def(
          "overlap",
          [](const Pattern& p, py::handle other) {
            if (!py::isinstance<Pattern>(other)) refuse(other, "other", "a BlockPattern");
            return sparse::overlap(*p, *other.cast<const Pattern&>());
          },
          py::arg("other"), "Share of the blocks of this pattern that the other stores too.")
      .def(
          "reblock",
          [](const Pattern& p, py::handle block) {
            const sparse::BlockShape shape = block_shape(block);
            return shared(without_gil([&] { return sparse::reblock(*p, shape); }));
          },
          py::arg("block"), "The pattern in other blocks: each that holds a stored position.")
      .def("content_hash", &hash_of, "A number of 64 bits that depends on the content alone.")
      .def("__hash__", [](const Pattern& p) { return static_cast<py::ssize_t>(hash_of(p) >> 2); })
      .def("__eq__",
           [](const Pattern& p, py::handle other) -> py::object {
             if (!py::isinstance<Pattern>(other))
               return py::reinterpret_borrow<py::object>(Py_NotImplemented);
             return py::bool_(*p == *other.cast<const Pattern&>());
           })
      .def("__repr__", &pattern_text)
      // Immutable: a copy is the pattern itself, with its plan.
      .def("__copy__", [](const SharedPattern& p) { return p; })
      .def("__deepcopy__", [](const SharedPattern& p, py::handle) { return p; })
      .def("__reduce__", [](const py::object& self) {
        return py::make_tuple(py::type::of(self),
                              py::make_tuple(self.attr("shape"), self.attr("block"),
                                             self.attr("row_offsets").attr("copy")(),
                                             self.attr("columns").attr("copy")()));
      });

  module.def("blocks_for_density", &sparse::blocks_for_density, py::arg("grid_size"),
             py::arg("density"));
  module.def("pattern_names", [] {
    std::vector<std::string> names;
    for (const std::string_view name : sparse::pattern_names()) names.emplace_back(name);
    return names;
  });
  module.def(
      "read_smtx",
      [](const std::filesystem::path& path) {
        return shared(without_gil([&] { return sparse::read_smtx(path); }));
      },
      py::arg("path"));
  module.def(
      "write_smtx",
      [](const std::filesystem::path& path, const Pattern& pattern) {
        without_gil([&] { sparse::write_smtx(path, *pattern); });
      },
      py::arg("path"), py::arg("pattern"));
}

}  // namespace espalier::python
