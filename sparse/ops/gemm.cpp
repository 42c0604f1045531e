// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/gemm.h>

#include <dnnl.h>
#include <dnnl_debug.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <new>
#include <string>
#include <vector>

#include <espalier/sparse/core/signals_blocked.h>
#include <espalier/sparse/ops/operand_check.h>

// Of the OpenMP runtime that oneDNN itself is linked with, which FindDNNL.cmake finds. Its header
// omp.h belongs to a compiler and need not be there.
#if DNNL_CPU_RUNTIME != DNNL_RUNTIME_OMP
#error "oneDNN shares a product out to threads that OpenMP does not count; expected one on OpenMP"
#endif
extern "C" int omp_get_max_threads();
extern "C" void omp_set_num_threads(int threads);

namespace espalier::sparse {
namespace {

/// Confines oneDNN to the calling thread while it lives, then restores the caller's setting: the
/// number of threads that OpenMP would use is a setting of each thread, so that nobody else's
/// changes.
class OneThread {
 public:
  OneThread() : saved_(omp_get_max_threads()) {
    if (saved_ != 1) omp_set_num_threads(1);
  }
  ~OneThread() {
    if (saved_ != 1) omp_set_num_threads(saved_);
  }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int saved_;
};

void multiply_reference(MatrixView<const float> a, Transpose transpose_a, MatrixView<const float> b,
                        Transpose transpose_b, MatrixView<float> c, Index depth, bool accumulate) {
  std::vector<double> sums(static_cast<std::size_t>(c.cols));
  for (Index i = 0; i < c.rows; ++i) {
    for (Index j = 0; j < c.cols; ++j) sums[j] = accumulate ? c(i, j) : 0.0;
    for (Index k = 0; k < depth; ++k) {
      const double left = transpose_a == Transpose::kYes ? a(k, i) : a(i, k);
      for (Index j = 0; j < c.cols; ++j)
        sums[j] += left * (transpose_b == Transpose::kYes ? b(j, k) : b(k, j));
    }
    for (Index j = 0; j < c.cols; ++j) c(i, j) = static_cast<float>(sums[j]);
  }
}

void check_status(dnnl_status_t status, MatrixView<const float> c, Index depth) {
  if (status == dnnl_success) return;
  if (status == dnnl_out_of_memory) throw std::bad_alloc();
  throw Error("dense product of " + std::to_string(c.rows) + "x" + std::to_string(depth) + " by " +
              std::to_string(depth) + "x" + std::to_string(c.cols) + ": oneDNN says '" +
              dnnl_status2str(status) + "'; expected success");
}

/// Has oneDNN make the code of all its products, which it does when it is first asked for each. It
/// does not survive that memory runs out meanwhile: it calls code that was not made, and an
/// exception cannot leave the std::call_once that makes it. So all is made at once, where there is
/// room.
bool make_code_of_onednn() {
  // What it takes is what the fault test OutOfMemory.WithLessAndLessOfIt tries to withhold.
  constexpr std::size_t kRoomBytes = std::size_t{4} << 20;
  free_aligned(allocate_aligned(kRoomBytes), kRoomBytes);  // throws where there is none
  // A vector, few columns, and panels; sums of one block and of several.
  constexpr std::array<Index, 4> kColumns = {1, 2, 16, 64};
  constexpr Index kRows = 48, kDepth = 384;
  const AlignedVector<float> a(kRows * kDepth), b(kDepth * kColumns.back());
  AlignedVector<float> c(kRows * kColumns.back());
  for (const char transpose_a : {'N', 'T'})
    for (const char transpose_b : {'N', 'T'})
      for (const Index columns : kColumns)
        for (const Index depth : {Index{8}, kDepth})
          for (const float beta : {0.0f, 1.0f})
            check_status(dnnl_sgemm(transpose_a, transpose_b, kRows, columns, depth, 1.0f, a.data(),
                                    transpose_a == 'N' ? depth : kRows, b.data(),
                                    transpose_b == 'N' ? columns : depth, beta, c.data(), columns),
                         {c.data(), kRows, columns}, depth);
  return true;
}

void multiply_onednn(MatrixView<const float> a, Transpose transpose_a, MatrixView<const float> b,
                     Transpose transpose_b, MatrixView<float> c, Index depth, bool accumulate) {
  const OneThread one_thread;
  const SignalsBlocked signals_blocked;
  [[maybe_unused]] static const bool code_is_made = make_code_of_onednn();
  check_status(
      dnnl_sgemm(transpose_a == Transpose::kYes ? 'T' : 'N',
                 transpose_b == Transpose::kYes ? 'T' : 'N', c.rows, c.cols, depth, 1.0f, a.data,
                 a.stride, b.data, b.stride, accumulate ? 1.0f : 0.0f, c.data, c.stride),
      c, depth);
}

/// Rows of a dense matrix that one task multiplies. A constant: the tile may decide the order in
/// which the library sums, and that must not depend on the number of threads. Large enough that
/// the library's packing of the panel, done anew for each tile, costs under one percent.
constexpr Index kTileRows = 512;
/// The same for the weight gradient: the tile of dw is loaded and stored for every panel, and a
/// tall one makes better use of the panel of x that the library packs for it. 384 rows of 768
/// floats are 1.2 MB.
constexpr Index kGradientTileRows = 384;

Index tiles_of(Index rows, Index tile) { return (rows + tile - 1) / tile; }

MatrixView<float> panel_rows(Activations& x, Index panel, Index first, Index last) {
  return {x.row(panel, first), last - first, x.panel_width()};
}

MatrixView<const float> panel_view(const Activations& x, Index panel) {
  return {x.panel(panel), x.features(), x.panel_width()};
}

/// output panel = start + w_tile(first, last) * input panel, tile by tile of output features.
template <typename WeightTile>
void run_on_panels(const WeightTile& weight_tile, Transpose transpose, const Activations& input,
                   Activations& output, const ProductStart& start, const Context& context) {
  const Index tiles = tiles_of(output.features(), kTileRows);
  context.parallel_for_in<SignalsBlocked>(input.panels() * tiles, [&](Index i) {
    const Index panel = i / tiles;
    const Index first = i % tiles * kTileRows;
    const Index last = std::min(first + kTileRows, output.features());
    if (!start.bias.empty())
      for (Index r = first; r < last; ++r)
        std::fill_n(output.row(panel, r), output.panel_width(), start.bias[r]);
    multiply(weight_tile(first, last), transpose, panel_view(input, panel), Transpose::kNo,
             panel_rows(output, panel, first, last), start.accumulate || !start.bias.empty(),
             context);
  });
  output.clear_padding();
}

}  // namespace

void multiply(MatrixView<const float> a, Transpose transpose_a, MatrixView<const float> b,
              Transpose transpose_b, MatrixView<float> c, bool accumulate, const Context& context) {
  const Index depth = transpose_a == Transpose::kYes ? a.rows : a.cols;
  assert((transpose_a == Transpose::kYes ? a.cols : a.rows) == c.rows);
  assert((transpose_b == Transpose::kYes ? b.cols : b.rows) == depth);
  assert((transpose_b == Transpose::kYes ? b.rows : b.cols) == c.cols);
  if (c.rows == 0 || c.cols == 0) return;
  if (depth == 0 || !context.variant().vectorised)
    multiply_reference(a, transpose_a, b, transpose_b, c, depth, accumulate);
  else
    multiply_onednn(a, transpose_a, b, transpose_b, c, depth, accumulate);
}

void gemm(MatrixView<const float> w, const Activations& x, Activations& y,
          const ProductStart& start, const Context& context) {
  check_matrix("gemm", "w", w);
  PanelOperands{"gemm", "x", x.shape(), w.cols, "y", y.shape(), w.rows}.check();
  check_start("gemm", start, w.rows);
  expect_apart("gemm", {"y", y}, {{"x", x}, {"w", w}, {"the bias", start.bias}});
  const auto rows = [&](Index first, Index last) {
    return MatrixView<const float>(w.data + first * w.stride, last - first, w.cols, w.stride);
  };
  run_on_panels(rows, Transpose::kNo, x, y, start, context);
}

void gemm_transposed(MatrixView<const float> w, const Activations& dy, Activations& dx,
                     const ProductStart& start, const Context& context) {
  check_matrix("gemm_transposed", "w", w);
  PanelOperands{"gemm_transposed", "dy", dy.shape(), w.rows, "dx", dx.shape(), w.cols}.check();
  check_start("gemm_transposed", start, w.cols);
  expect_apart("gemm_transposed", {"dx", dx}, {{"dy", dy}, {"w", w}, {"the bias", start.bias}});
  const auto columns = [&](Index first, Index last) {
    return MatrixView<const float>(w.data + first, w.rows, last - first, w.stride);
  };
  run_on_panels(columns, Transpose::kYes, dy, dx, start, context);
}

void gemm_weight_gradient(const Activations& dy, const Activations& x, MatrixView<float> dw,
                          bool accumulate, const Context& context) {
  check_matrix("gemm_weight_gradient", "dw", dw);
  PanelOperands{"gemm_weight_gradient", "dy", dy.shape(), dw.rows, "x", x.shape(), dw.cols}.check();
  expect_apart("gemm_weight_gradient", {"dw", dw}, {{"dy", dy}, {"x", x}});
  context.parallel_for_in<SignalsBlocked>(tiles_of(dw.rows, kGradientTileRows), [&](Index tile) {
    const Index first = tile * kGradientTileRows;
    const Index last = std::min(first + kGradientTileRows, dw.rows);
    const MatrixView<float> out(dw.data + first * dw.stride, last - first, dw.cols, dw.stride);
    if (dy.panels() == 0 && !accumulate)
      for (Index r = 0; r < out.rows; ++r) std::fill_n(&out(r, 0), out.cols, 0.0f);
    for (Index p = 0; p < dy.panels(); ++p)
      multiply({dy.row(p, first), last - first, dy.panel_width()}, Transpose::kNo, panel_view(x, p),
               Transpose::kYes, out, accumulate || p > 0, context);
  });
}

}  // namespace espalier::sparse
