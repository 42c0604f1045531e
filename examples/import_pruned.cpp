// SPDX-License-Identifier: Apache-2.0
// A matrix that another program has pruned becomes a sparse layer: the blocks that hold a value are
// stored, the rest is skipped. Reads a Matrix Market file (or makes one first, if none is named)
// and compares with the dense product.
//   import_pruned [FILE.mtx]
#include <Eigen/Core>
#include <cstdio>
#include <exception>
#include <string>

#include <espalier/models/layers/linear.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/convert.h>
#include <espalier/sparse/format/matrix_io.h>

namespace {

using namespace espalier;

/// A matrix of 32 x 64 in which one block of 4 x 4 in five was left.
std::string make_pruned_matrix() {
  constexpr Index kRows = 32, kCols = 64;
  AlignedVector<float> values(kRows * kCols);
  for (Index row = 0; row < kRows; ++row)
    for (Index col = 0; col < kCols; ++col)
      if ((row / 4 + col / 4) % 5 == 0)
        values[static_cast<std::size_t>(row * kCols + col)] =
            0.01F * static_cast<float>((row * kCols + col) % 37 - 18);
  sparse::write_mtx("pruned.mtx", sparse::from_dense({values.data(), kRows, kCols}, {4, 4}));
  return "pruned.mtx";
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string file = argc > 1 ? argv[1] : make_pruned_matrix();
  const auto matrix = sparse::reblock(sparse::read_mtx(file), {4, 4});

  const Context context({.threads = 2});
  models::Linear layer({.in = matrix.pattern().cols(),
                        .out = matrix.pattern().rows(),
                        .pattern = matrix.pattern_ptr(),
                        .bias = false},
                       context);
  layer.set_weight(matrix);

  const AlignedVector<float> dense = sparse::to_dense(matrix);
  const Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>
      expected(dense.data(), layer.out(), layer.in());
  const Eigen::MatrixXf x = Eigen::MatrixXf::Random(layer.in(), 128);
  const float error = (layer.forward(x) - expected * x).cwiseAbs().maxCoeff();
  // Each of the two is a sum of n products in an order of its own, and off by n u / (1 - n u) of
  // the sum of magnitudes at most, u = 2^-24; that sum is computed with the same error. One more
  // rounding is that of the difference.
  const float magnitude = (expected.cwiseAbs() * x.cwiseAbs()).maxCoeff();
  const double rounding = static_cast<double>(layer.in() + 1) * 0x1p-24;
  const double allowed = 2 * rounding / (1 - 2 * rounding) * static_cast<double>(magnitude);
  std::printf("%s: %.0f%% of the blocks stored, largest difference from the dense product %.1e\n",
              file.c_str(), 100 * layer.density(), static_cast<double>(error));
  return static_cast<double>(error) <= allowed ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "import_pruned: %s\n", error.what());
  return 1;
}
