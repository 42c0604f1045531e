// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/core/precision.h>
#include <espalier/sparse/format/activations.h>
#include <espalier/sparse/ops/product_start.h>

namespace espalier::sparse {

/// How an operand of `multiply` enters.
enum class Transpose { kNo, kYes };

/// Dense product of two row-major matrices on one thread, the building block of the dense layers:
///   c = op(a) * op(b)      or      c += op(a) * op(b)   if `accumulate`
/// Shapes: op(a) [m, k], op(b) [k, n], c [m, n]. Operands must not overlap; extents are the
/// caller's duty (checked by assertion only, since it is called for each tile of a panel). The
/// operands a and b are rounded to `precision` first, into memory that the thread keeps. Uses
/// oneDNN on the calling thread alone, so that the result does not depend on the number of threads,
/// and keeps signals off that thread meanwhile (see SignalsBlocked): a caller with many small
/// products has `Context::parallel_for_in<SignalsBlocked>` do it less often. Throws std::bad_alloc
/// if the library runs out of memory, Error if it fails otherwise; the product is then not done.
/// A kernel variant that is not vectorised uses plain loops with double accumulation. Cost: 2 m n k
/// FLOP.
void multiply(MatrixView<const float> a, Transpose transpose_a, MatrixView<const float> b,
              Transpose transpose_b, MatrixView<float> c, bool accumulate, const Context& context,
              Precision precision = Precision::kFloat32);

/// The same of bfloat16 operands: each product is exact in float, and sums are float. Subnormal
/// operands may count as zero. Where oneDNN finds no instructions for bfloat16 the operands are
/// widened and multiplied as floats, so that machines differ within the bound of a sum in float.
void multiply(MatrixView<const BFloat16> a, Transpose transpose_a, MatrixView<const BFloat16> b,
              Transpose transpose_b, MatrixView<float> c, bool accumulate, const Context& context);

/// Forward product of a dense layer on panels.
///   y[r, t] = start + sum over c of w[r, c] * x[c, t]
/// Shapes: w [out, in] row-major, x [in, tokens], y [out, tokens] in panels of equal width. The
/// operands w and x are rounded to `precision` first. Padding as in `spmm`. Throws ShapeError if
/// extents or panel widths disagree or the output overlaps an input, and as `multiply` does. The
/// result does not depend on the number of threads. Cost: 2 * tokens * out * in FLOP; in bfloat16
/// one pass over the operands and memory for their rounded copies.
void gemm(MatrixView<const float> w, const Activations& x, Activations& y,
          const ProductStart& start, const Context& context,
          Precision precision = Precision::kFloat32);

/// Input gradient of a dense layer: dx = start + w^T dy. Otherwise as `gemm`.
void gemm_transposed(MatrixView<const float> w, const Activations& dy, Activations& dx,
                     const ProductStart& start, const Context& context,
                     Precision precision = Precision::kFloat32);

/// Weight gradient of a dense layer: dw[r, c] = start + sum over tokens t of dy[r, t] * x[c, t],
/// panel by panel in order, so that the result does not depend on the number of threads. Otherwise
/// as `gemm`.
void gemm_weight_gradient(const Activations& dy, const Activations& x, MatrixView<float> dw,
                          bool accumulate, const Context& context,
                          Precision precision = Precision::kFloat32);

}  // namespace espalier::sparse
