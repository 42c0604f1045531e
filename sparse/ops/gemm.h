// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/core/precision.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/ops/product_start.h>

namespace espalier::sparse {

/// How an operand of `multiply` enters.
enum class Transpose { kNo, kYes };

/// Bytes that products read of a value that was rounded to `precision`: floats that have values of
/// float16 take the place of these. 0: they read the value itself.
constexpr std::size_t rounded_bytes(Precision precision) {
  if (precision == Precision::kFloat32) return 0;
  return precision == Precision::kBFloat16 ? sizeof(BFloat16) : sizeof(float);
}

/// Rounds a tile, on the calling thread, into memory where its rows lie `stride` values of
/// `rounded_bytes` apart. In float32 nothing is written.
void round_tile(MatrixView<const float> tile, Precision precision, std::byte* memory, Index stride,
                const Context& context);

/// A matrix as a dense product reads it: where it is or, in bfloat16 and float16, a copy that was
/// rounded once and serves any number of products. What it refers to must outlive it.
class DenseOperand {
 public:
  DenseOperand(MatrixView<const float> m) : wide_(m) {}
  DenseOperand(MatrixView<float> m) : wide_(m) {}
  DenseOperand(const float* data, Index rows, Index cols) : wide_(data, rows, cols) {}
  DenseOperand(const float* data, Index rows, Index cols, Index stride)
      : wide_(data, rows, cols, stride) {}
  explicit DenseOperand(MatrixView<const BFloat16> m) : narrow_(m), is_narrow_(true) {}
  /// Rounds `m` into `memory`, of `rounded_bytes` for each value, on the calling thread. In float32
  /// nothing is written there.
  DenseOperand(MatrixView<const float> m, Precision precision, std::byte* memory,
               const Context& context);
  /// What was rounded into `memory`, row by row without gaps. Not for float32.
  static DenseOperand of_rounded(const std::byte* memory, Index rows, Index cols,
                                 Precision precision);

  bool is_narrow() const { return is_narrow_; }
  Index rows() const { return is_narrow_ ? narrow_.rows : wide_.rows; }
  Index cols() const { return is_narrow_ ? narrow_.cols : wide_.cols; }
  const MatrixView<const float>& wide() const { return wide_; }
  const MatrixView<const BFloat16>& narrow() const { return narrow_; }
  DenseOperand block(Index row, Index col, Index rows, Index cols) const;

 private:
  MatrixView<const float> wide_;
  MatrixView<const BFloat16> narrow_;
  bool is_narrow_ = false;
};

/// Dense product of two row-major matrices on one thread, the building block of the dense layers:
///   c = op(a) * op(b)      or      c += op(a) * op(b)   if `accumulate`
/// Shapes: op(a) [m, k], op(b) [k, n], c [m, n]. Operands must be of one type and not overlap;
/// types and extents are the caller's duty (checked by assertion only, since it is called for each
/// tile of a panel). Uses oneDNN on the calling thread alone, so that the result does not depend on
/// the number of threads, and keeps signals off that thread meanwhile (see SignalsBlocked): a
/// caller with many small products has `Context::parallel_for_in<SignalsBlocked>` do it less often.
/// Throws std::bad_alloc if the library runs out of memory, Error if it fails otherwise; the
/// product is then not done. A kernel variant that is not vectorised uses plain loops with double
/// accumulation. Cost: 2 m n k FLOP.
///
/// Of operands in bfloat16 or float16 each product is exact in float, and sums are float. Subnormal
/// operands may count as zero. Where oneDNN finds no instructions for bfloat16 the operands are
/// widened and multiplied as floats, so that machines differ within the bound of a sum in float.
void multiply(const DenseOperand& a, Transpose transpose_a, const DenseOperand& b,
              Transpose transpose_b, MatrixView<float> c, bool accumulate, const Context& context);

/// Forward product of a dense layer on panels.
///   y[r, t] = start + sum over c of w[r, c] * x[c, t]
/// Shapes: w [out, in] row-major, x [in, tokens], y [out, tokens] in panels of equal width. The
/// operands w and x are rounded to `precision` first. Padding as in `spmm`. Throws ShapeError if
/// extents or panel widths disagree or the output overlaps an input, and as `multiply` does. The
/// result does not depend on the number of threads. Cost: 2 * tokens * out * in FLOP; rounded,
/// one more pass over the operands and memory for their copies.
///
/// Of `groups` groups, w is [out, in / groups]: outputs and inputs are cut into as many parts, and
/// those of a part see each other only,
///   y[r, t] = start + sum over c of w[r, c] * x[floor(r groups / out) * in / groups + c, t]
/// Throws ShapeError unless `groups` is positive and divides both.
void gemm(MatrixView<const float> w, const Activations& x, Activations& y,
          const ProductStart& start, const Context& context,
          Precision precision = Precision::kFloat32, Index groups = 1);

/// Input gradient of a dense layer: dx = start + w^T dy. Otherwise as `gemm`.
void gemm_transposed(MatrixView<const float> w, const Activations& dy, Activations& dx,
                     const ProductStart& start, const Context& context,
                     Precision precision = Precision::kFloat32, Index groups = 1);

/// Weight gradient of a dense layer: dw[r, c] = start + sum over tokens t of dy[r, t] * x[c, t],
/// panel by panel in order, so that the result does not depend on the number of threads. Padding of
/// dy and x as in `sddmm`. Otherwise as `gemm`.
void gemm_weight_gradient(const Activations& dy, const Activations& x, MatrixView<float> dw,
                          bool accumulate, const Context& context,
                          Precision precision = Precision::kFloat32, Index groups = 1);

}  // namespace espalier::sparse
// Tested by tests/sparse/ops/product_test.cpp
