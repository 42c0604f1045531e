// SPDX-License-Identifier: Apache-2.0
// A layer's weight as NumPy files, which scipy.sparse takes as they are:
//   names = ("data", "indices", "indptr")
//   data, columns, offsets = (np.load(f"weight.{name}.npy") for name in names)
//
//   weight = scipy.sparse.bsr_array((data, columns, offsets), shape=(64, 32))
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include <espalier/models/layers/linear.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/block_pattern.h>

namespace {

/// Writes `values` as an array of `shape`. `type` is NumPy's name of T, such as "<f4".
template <typename T>
bool write_npy(const std::string& file, const std::string& type,
               const std::vector<espalier::Index>& shape, std::span<const T> values) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
  for (const espalier::Index extent : shape) header += std::to_string(extent) + ',';
  header += ")}";
  constexpr std::size_t kStart = 10;      // of version 1.0: before the header
  constexpr std::size_t kAlignment = 64;  // the values begin at a multiple of it
  header.resize((kStart + header.size() + kAlignment) / kAlignment * kAlignment - kStart - 1, ' ');
  header += '\n';
  std::ofstream out(file, std::ios::binary);
  out << "\x93NUMPY" << '\x01' << '\0' << static_cast<char>(header.size() & 0xff)
      << static_cast<char>(header.size() >> 8) << header;
  out.write(reinterpret_cast<const char*>(values.data()),
            static_cast<std::streamsize>(values.size_bytes()));
  return out.flush().good();
}

}  // namespace

int main() {
  const espalier::Context context({.threads = 1, .seed = 7});
  espalier::models::Linear layer({.in = 32, .out = 64, .block = 8, .density = 0.25}, context);

  const espalier::models::Parameter& weight = layer.weight();
  const espalier::sparse::BlockPattern& pattern = *weight.pattern;
  const bool written =
      write_npy<float>("weight.data.npy", "<f4",
                       {pattern.blocks(), pattern.block().rows, pattern.block().cols},
                       weight.values) &&
      write_npy<espalier::BlockIndex>("weight.indices.npy", "<i4", {pattern.blocks()},
                                      pattern.columns()) &&
      write_npy<espalier::Index>("weight.indptr.npy", "<i8", {pattern.grid_rows() + 1},
                                 pattern.row_offsets());
  std::printf(
      "%s: %lld blocks of 8x8 in weight.data.npy, weight.indices.npy and weight.indptr.npy\n",
      written ? "written" : "FAILED", static_cast<long long>(pattern.blocks()));
  return written ? 0 : 1;
}
