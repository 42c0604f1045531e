// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/gemm.h>

#include <dnnl_debug.h>
#include <dnnl.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <compare>
#include <map>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include <espalier/sparse/core/reused.h>
#include <espalier/sparse/core/signals_blocked.h>
#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/ops/onednn_isa.h>
#include <espalier/sparse/ops/operand_check.h>
#include <espalier/sparse/ops/round_operand.h>

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

template <typename T>
void multiply_reference(MatrixView<const T> a, Transpose transpose_a, MatrixView<const T> b,
                        Transpose transpose_b, MatrixView<float> c, Index depth, bool accumulate) {
  std::vector<double> sums(static_cast<std::size_t>(c.cols));
  for (Index i = 0; i < c.rows; ++i) {
    for (Index j = 0; j < c.cols; ++j) sums[j] = accumulate ? c(i, j) : 0.0;
    for (Index k = 0; k < depth; ++k) {
      const float left = static_cast<float>(transpose_a == Transpose::kYes ? a(k, i) : a(i, k));
      for (Index j = 0; j < c.cols; ++j)
        sums[j] += static_cast<double>(left) *
                   static_cast<float>(transpose_b == Transpose::kYes ? b(j, k) : b(k, j));
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
                     Transpose transpose_b, MatrixView<float> c, Index depth, bool accumulate,
                     const Context&) {
  const OneThread one_thread;
  const SignalsBlocked signals_blocked;
  [[maybe_unused]] static const bool code_is_made = make_code_of_onednn();
  check_status(
      dnnl_sgemm(transpose_a == Transpose::kYes ? 'T' : 'N',
                 transpose_b == Transpose::kYes ? 'T' : 'N', c.rows, c.cols, depth, 1.0f, a.data,
                 a.stride, b.data, b.stride, accumulate ? 1.0f : 0.0f, c.data, c.stride),
      c, depth);
}

/// Products of bfloat16 operands of one thread, by extents: making one, even of code that exists,
/// takes a quarter of the time of a product of attention.
class Bf16Products {
 public:
  struct Extents {
    Index m, n, k, a_stride, b_stride, c_stride;
    Transpose transpose_a, transpose_b;
    bool accumulate;
    auto operator<=>(const Extents&) const = default;
  };

  void run(const Extents& extents, const BFloat16* a, const BFloat16* b, float* c) {
    auto found = products_.find(extents);
    if (found == products_.end()) {
      if (products_.size() == kMost) products_.clear();
      found = products_.emplace(extents, made(extents)).first;
    }
    Product& product = found->second;
    // The library takes a mutable pointer to what it reads.
    product.a.set_data_handle(const_cast<BFloat16*>(a));
    product.b.set_data_handle(const_cast<BFloat16*>(b));
    product.c.set_data_handle(c);
    product.matmul.execute(
        stream_,
        {{DNNL_ARG_SRC, product.a}, {DNNL_ARG_WEIGHTS, product.b}, {DNNL_ARG_DST, product.c}});
    stream_.wait();
  }

 private:
  struct Product {
    dnnl::matmul matmul;
    dnnl::memory a, b, c;
  };
  /// More than a training has; a head may bring a new width with every batch.
  static constexpr std::size_t kMost = 256;

  static dnnl::memory::desc shape(Index rows, Index cols, Transpose transpose, Index stride,
                                  dnnl::memory::data_type type) {
    return {{rows, cols},
            type,
            transpose == Transpose::kYes ? dnnl::memory::dims{1, stride}
                                         : dnnl::memory::dims{stride, 1}};
  }

  Product made(const Extents& e) const {
    using Type = dnnl::memory::data_type;
    const auto a = shape(e.m, e.k, e.transpose_a, e.a_stride, Type::bf16);
    const auto b = shape(e.k, e.n, e.transpose_b, e.b_stride, Type::bf16);
    const auto c = shape(e.m, e.n, Transpose::kNo, e.c_stride, Type::f32);
    dnnl::primitive_attr attributes;
    if (e.accumulate) {
      dnnl::post_ops sum;
      sum.append_sum();
      attributes.set_post_ops(sum);
    }
    return {dnnl::matmul({dnnl::matmul::desc(a, b, c), attributes, engine_}),
            dnnl::memory(a, engine_, nullptr), dnnl::memory(b, engine_, nullptr),
            dnnl::memory(c, engine_, nullptr)};
  }

  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  std::map<Extents, Product> products_;
};

/// The same matrix as floats, its rows one after the other, for one call.
class WidenedMatrix {
 public:
  WidenedMatrix(MatrixView<const BFloat16> m, const Context& context)
      : rows_(m.rows), cols_(m.cols) {
    float* const to = room_in(values_, static_cast<std::size_t>(m.rows * m.cols)).data();
    const auto widen = context.variant().table().conversions.widen;
    for (Index r = 0; r < rows_; ++r) widen(&m(r, 0), cols_, to + r * cols_);
  }
  MatrixView<const float> view() const { return {values_->data(), rows_, cols_}; }

 private:
  Index rows_, cols_;
  Reused<AlignedVector<float>> values_;
};

void multiply_onednn(MatrixView<const BFloat16> a, Transpose transpose_a,
                     MatrixView<const BFloat16> b, Transpose transpose_b, MatrixView<float> c,
                     Index depth, bool accumulate, const Context& context) {
  if (!onednn_has_bf16()) {
    const WidenedMatrix wide_a(a, context), wide_b(b, context);
    return multiply_onednn(wide_a.view(), transpose_a, wide_b.view(), transpose_b, c, depth,
                           accumulate, context);
  }
  const OneThread one_thread;
  const SignalsBlocked signals_blocked;
  try {
    static thread_local Bf16Products products;  // an engine may fail as a product may
    products.run(
        {c.rows, c.cols, depth, a.stride, b.stride, c.stride, transpose_a, transpose_b, accumulate},
        a.data, b.data, c.data);
  } catch (const dnnl::error& error) {
    check_status(error.status, c, depth);
  }
}

template <typename T>
void multiply_any(MatrixView<const T> a, Transpose transpose_a, MatrixView<const T> b,
                  Transpose transpose_b, MatrixView<float> c, bool accumulate,
                  const Context& context) {
  const Index depth = transpose_a == Transpose::kYes ? a.rows : a.cols;
  assert((transpose_a == Transpose::kYes ? a.cols : a.rows) == c.rows);
  assert((transpose_b == Transpose::kYes ? b.cols : b.rows) == depth);
  assert((transpose_b == Transpose::kYes ? b.rows : b.cols) == c.cols);
  if (c.rows == 0 || c.cols == 0) return;
  if (depth == 0 || !context.variant().vectorised)
    multiply_reference(a, transpose_a, b, transpose_b, c, depth, accumulate);
  else
    multiply_onednn(a, transpose_a, b, transpose_b, c, depth, accumulate, context);
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

/// What a dense product reads: a matrix, and activations in the layout of Activations, whose type
/// of value need not be float.
template <typename T>
struct PanelsOf {
  const T* values;
  PanelShape shape;

  MatrixView<const T> rows(Index panel, Index first, Index last) const {
    return {values + (panel * shape.features + first) * shape.panel_width, last - first,
            shape.panel_width};
  }
};

PanelsOf<float> panels_of(const Activations& x) { return {x.values().data(), x.shape()}; }

/// Operands rounded to bfloat16 or, as floats, to float16, where they were floats.
template <typename T>
class RoundedPanels {
 public:
  RoundedPanels(const Activations& x, const Context& context) : shape_(x.shape()) {
    round_operand(x.values(), room_in(values_, x.values().size()), context);
  }
  PanelsOf<T> view() const { return {values_->data(), shape_}; }

 private:
  PanelShape shape_;
  Reused<AlignedVector<T>> values_;
};

/// Floats from one row to the next of a copy with rows of `cols`. oneDNN packs a transposed operand
/// column by column, and rows a multiple of 1 KiB apart share a quarter of the first-level cache's
/// sets or fewer, which takes up to half of the product's speed with AVX2. One cache line further
/// apart they have sets of their own. Figures: benchmarks/README.md.
Index stride_apart(Index cols) {
  constexpr Index kLine = 64 / sizeof(float), kFewSets = 1024 / sizeof(float);
  return cols % kFewSets == 0 ? cols + kLine : cols;
}

/// A copy of a weight in the type that products read, rounded where that is not float32. Rows of a
/// weight that is multiplied transposed are `stride_apart`, but of bfloat16, which the library
/// rearranges by rules of its own.
template <typename T>
class CopiedMatrix {
 public:
  CopiedMatrix(MatrixView<const float> m, Transpose transpose, Precision precision,
               const Context& context)
      : rows_(m.rows), cols_(m.cols), stride_(m.cols) {
    if (std::is_same_v<T, float> && transpose == Transpose::kYes) stride_ = stride_apart(cols_);
    T* const to = room_in(values_, static_cast<std::size_t>(rows_ * stride_)).data();
    context.parallel_for(tiles_of(rows_, kTileRows), [&](Index tile) {
      const Index first = tile * kTileRows, rows = std::min(rows_ - first, kTileRows);
      const MatrixView<const float> from(&m(first, 0), rows, cols_, m.stride);
      const MatrixView<T> part(to + first * stride_, rows, cols_, stride_);
      if constexpr (std::is_same_v<T, float>)
        if (precision == Precision::kFloat32) {
          for (Index r = 0; r < rows; ++r) std::ranges::copy(from.row(r), &part(r, 0));
          return;
        }
      round_operand(from, part, context);
    });
  }
  MatrixView<const T> view() const { return {values_->data(), rows_, cols_, stride_}; }

 private:
  Index rows_, cols_, stride_;
  Reused<AlignedVector<T>> values_;
};

/// output panel = start + w * input panel, or w^T, group by group and tile by tile of its output
/// features.
template <typename T>
void run_on_panels(MatrixView<const T> w, Transpose transpose, Index groups,
                   const PanelsOf<T>& input, Activations& output, const ProductStart& start,
                   const Context& context) {
  const Index inputs = input.shape.features / groups, outputs = output.features() / groups;
  const auto weight_tile = [&](Index group, Index first, Index last) {
    const MatrixView<const T> own(w.data + group * (w.rows / groups) * w.stride, w.rows / groups,
                                  w.cols, w.stride);
    return transpose == Transpose::kYes
               ? MatrixView<const T>(own.data + first, own.rows, last - first, own.stride)
               : MatrixView<const T>(own.data + first * own.stride, last - first, own.cols,
                                     own.stride);
  };
  const Index tiles = tiles_of(outputs, kTileRows);
  context.parallel_for_in<SignalsBlocked>(output.panels() * groups * tiles, [&](Index i) {
    const Index panel = i / (groups * tiles), group = i / tiles % groups;
    const Index first = i % tiles * kTileRows;
    const Index last = std::min(first + kTileRows, outputs);
    const Index begin = group * outputs + first, end = group * outputs + last;
    if (!start.bias.empty())
      for (Index r = begin; r < end; ++r)
        std::fill_n(output.row(panel, r), output.panel_width(), start.bias[r]);
    multiply_any(weight_tile(group, first, last), transpose,
                 input.rows(panel, group * inputs, (group + 1) * inputs), Transpose::kNo,
                 panel_rows(output, panel, begin, end), start.accumulate || !start.bias.empty(),
                 context);
  });
  output.clear_padding();
}

template <typename T>
void run_rounded(Precision precision, MatrixView<const float> w, Transpose transpose, Index groups,
                 const Activations& input, Activations& output, const ProductStart& start,
                 const Context& context) {
  const CopiedMatrix<T> rounded_w(w, transpose, precision, context);
  const RoundedPanels<T> rounded_input(input, context);
  run_on_panels(rounded_w.view(), transpose, groups, rounded_input.view(), output, start, context);
}

/// The same with operands of the precision that is asked for.
void run_in(Precision precision, MatrixView<const float> w, Transpose transpose, Index groups,
            const Activations& input, Activations& output, const ProductStart& start,
            const Context& context) {
  switch (precision) {
    case Precision::kFloat32:
      if (transpose == Transpose::kYes && stride_apart(w.stride) != w.stride) {
        const CopiedMatrix<float> apart(w, transpose, precision, context);
        return run_on_panels(apart.view(), transpose, groups, panels_of(input), output, start,
                             context);
      }
      return run_on_panels(w, transpose, groups, panels_of(input), output, start, context);
    case Precision::kBFloat16:
      return run_rounded<BFloat16>(precision, w, transpose, groups, input, output, start, context);
    case Precision::kFloat16:
      return run_rounded<float>(precision, w, transpose, groups, input, output, start, context);
  }
}

/// dw = start + sum over panels of dy x^T, group by group and tile by tile of its rows.
template <typename T>
void run_gradient(const PanelsOf<T>& dy, const PanelsOf<T>& x, Index panels, MatrixView<float> dw,
                  Index groups, bool accumulate, const Context& context) {
  const Index rows = dw.rows / groups, tiles = tiles_of(rows, kGradientTileRows);
  context.parallel_for_in<SignalsBlocked>(groups * tiles, [&](Index i) {
    const Index group = i / tiles;
    const Index first = group * rows + i % tiles * kGradientTileRows;
    const Index last = std::min(first + kGradientTileRows, (group + 1) * rows);
    const MatrixView<float> out(dw.data + first * dw.stride, last - first, dw.cols, dw.stride);
    if (panels == 0 && !accumulate)
      for (Index r = 0; r < out.rows; ++r) std::fill_n(&out(r, 0), out.cols, 0.0f);
    for (Index p = 0; p < panels; ++p)
      multiply_any(dy.rows(p, first, last), Transpose::kNo,
                   x.rows(p, group * dw.cols, (group + 1) * dw.cols), Transpose::kYes, out,
                   accumulate || p > 0, context);
  });
}

/// `w` [out, in / groups] is one of a product with groups.
void check_groups(const char* product, MatrixView<const float> w, Index groups) {
  if (groups >= 1 && w.rows % groups == 0) return;
  throw ShapeError(std::string(product) + ": groups is " + std::to_string(groups) +
                   "; expected a divisor of " + std::to_string(w.rows) + " outputs");
}

template <typename T>
void run_rounded_gradient(const Activations& dy, const Activations& x, MatrixView<float> dw,
                          Index groups, bool accumulate, const Context& context) {
  const RoundedPanels<T> rounded_dy(dy, context), rounded_x(x, context);
  run_gradient(rounded_dy.view(), rounded_x.view(), dy.panels(), dw, groups, accumulate, context);
}

}  // namespace

void round_tile(MatrixView<const float> tile, Precision precision, std::byte* memory, Index stride,
                const Context& context) {
  switch (precision) {
    case Precision::kFloat32:
      return;
    case Precision::kBFloat16:
      return round_operand(
          tile,
          MatrixView<BFloat16>(reinterpret_cast<BFloat16*>(memory), tile.rows, tile.cols, stride),
          context);
    case Precision::kFloat16:
      return round_operand(
          tile, MatrixView<float>(reinterpret_cast<float*>(memory), tile.rows, tile.cols, stride),
          context);
  }
}

DenseOperand::DenseOperand(MatrixView<const float> m, Precision precision, std::byte* memory,
                           const Context& context)
    : wide_(m) {
  if (precision == Precision::kFloat32) return;
  round_tile(m, precision, memory, m.cols, context);
  *this = of_rounded(memory, m.rows, m.cols, precision);
}

DenseOperand DenseOperand::of_rounded(const std::byte* memory, Index rows, Index cols,
                                      Precision precision) {
  if (precision == Precision::kBFloat16)
    return DenseOperand(
        MatrixView<const BFloat16>(reinterpret_cast<const BFloat16*>(memory), rows, cols));
  return {reinterpret_cast<const float*>(memory), rows, cols};
}

DenseOperand DenseOperand::block(Index row, Index col, Index rows, Index cols) const {
  const auto of = [&](const auto& m) {
    return std::remove_cvref_t<decltype(m)>(m.data + row * m.stride + col, rows, cols, m.stride);
  };
  return is_narrow_ ? DenseOperand(of(narrow_)) : DenseOperand(of(wide_));
}

void multiply(const DenseOperand& a, Transpose transpose_a, const DenseOperand& b,
              Transpose transpose_b, MatrixView<float> c, bool accumulate, const Context& context) {
  assert(a.is_narrow() == b.is_narrow());
  if (a.is_narrow())
    multiply_any(a.narrow(), transpose_a, b.narrow(), transpose_b, c, accumulate, context);
  else
    multiply_any(a.wide(), transpose_a, b.wide(), transpose_b, c, accumulate, context);
}

void gemm(MatrixView<const float> w, const Activations& x, Activations& y,
          const ProductStart& start, const Context& context, Precision precision, Index groups) {
  check_matrix("gemm", "w", w);
  check_groups("gemm", w, groups);
  PanelOperands{"gemm", "x", x.shape(), w.cols * groups, "y", y.shape(), w.rows}.check();
  check_start("gemm", start, w.rows);
  expect_apart("gemm", {"y", y}, {{"x", x}, {"w", w}, {"the bias", start.bias}});
  run_in(precision, w, Transpose::kNo, groups, x, y, start, context);
}

void gemm_transposed(MatrixView<const float> w, const Activations& dy, Activations& dx,
                     const ProductStart& start, const Context& context, Precision precision,
                     Index groups) {
  check_matrix("gemm_transposed", "w", w);
  check_groups("gemm_transposed", w, groups);
  const Index inputs = w.cols * groups;
  PanelOperands{"gemm_transposed", "dy", dy.shape(), w.rows, "dx", dx.shape(), inputs}.check();
  check_start("gemm_transposed", start, inputs);
  expect_apart("gemm_transposed", {"dx", dx}, {{"dy", dy}, {"w", w}, {"the bias", start.bias}});
  run_in(precision, w, Transpose::kYes, groups, dy, dx, start, context);
}

void gemm_weight_gradient(const Activations& dy, const Activations& x, MatrixView<float> dw,
                          bool accumulate, const Context& context, Precision precision,
                          Index groups) {
  check_matrix("gemm_weight_gradient", "dw", dw);
  check_groups("gemm_weight_gradient", dw, groups);
  const Index inputs = dw.cols * groups;
  PanelOperands{"gemm_weight_gradient", "dy", dy.shape(), dw.rows, "x", x.shape(), inputs}.check();
  expect_apart("gemm_weight_gradient", {"dw", dw}, {{"dy", dy}, {"x", x}});
  switch (precision) {
    case Precision::kFloat32:
      return run_gradient(panels_of(dy), panels_of(x), dy.panels(), dw, groups, accumulate,
                          context);
    case Precision::kBFloat16:
      return run_rounded_gradient<BFloat16>(dy, x, dw, groups, accumulate, context);
    case Precision::kFloat16:
      return run_rounded_gradient<float>(dy, x, dw, groups, accumulate, context);
  }
}

}  // namespace espalier::sparse
