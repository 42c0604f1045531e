// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/models/layers/dropout.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

// The layers' loops over values. Each kernel variant has a table of them. Private to the layers.

struct ActivationKernels {
  /// y := GELU(x), x := GELU'(x).
  void (*gelu_values)(float* x, float* y, Index count) = nullptr;
  /// y := GELU(x) in its tanh form, x := its derivative.
  void (*gelu_tanh_values)(float* x, float* y, Index count) = nullptr;
  /// x := GELU(x), in either form.
  void (*gelu_only)(float* x, Index count) = nullptr;
  void (*gelu_tanh_only)(float* x, Index count) = nullptr;
  /// y := x * factor; `y` may be `x`.
  void (*multiply_values)(const float* x, const float* factor, float* y, Index count) = nullptr;
  /// y := SiLU(x), x := SiLU'(x).
  void (*silu_values)(float* x, float* y, Index count) = nullptr;
  /// y := sigmoid(gate) * value; gate and value := its derivatives for them.
  void (*glu_values)(float* gate, float* value, float* y, Index count) = nullptr;
  /// x := max(x, 0); NaN stays.
  void (*relu_values)(float* x, Index count) = nullptr;
  /// dy := dy where y is positive, else 0.
  void (*pass_positive)(const float* y, float* dy, Index count) = nullptr;
};

struct DropoutKernels {
  /// y [rows][columns] := x times the mask of these rows and columns.
  void (*mask_values)(const DropoutMask& mask, Index first_row, Index first_column, const float* x,
                      Index x_stride, float* y, Index y_stride, Index rows,
                      Index columns) = nullptr;
};

struct AttentionKernels {
  /// scores [keys][lanes] := exp(scale * (score - maximum over keys)); inverse_sum
  /// [lanes] of it. Rows lie `stride` values apart.
  void (*softmax)(float* scores, Index keys, Index lanes, Index stride, float scale,
                  float* inverse_sum) = nullptr;
  /// The same of one lane whose scores lie side by side, with the same bits; returns the inverse
  /// sum. There is room behind the last score up to a multiple of 16, in which any numbers are.
  float (*softmax_row)(float* scores, Index keys, float scale) = nullptr;
  /// x [rows][lanes] *= factor [lanes], lane by lane; rows of x lie `stride` values apart.
  void (*scale_lanes)(float* x, Index stride, const float* factor, Index rows,
                      Index lanes) = nullptr;
  /// scaled := dout * factor, lane by lane; dot [lanes] := sum over rows of out * scaled. Rows of
  /// dout and out lie `stride` values apart, those of scaled `scaled_stride`.
  void (*scale_and_dot)(const float* dout, const float* out, Index stride, const float* factor,
                        Index rows, Index lanes, float* scaled, Index scaled_stride,
                        float* dot) = nullptr;
  /// gradient [keys][lanes] := exponential * (gradient - dot) * scale. Rows lie `stride` values
  /// apart.
  void (*softmax_gradient)(float* gradient, const float* exponential, const float* dot, Index keys,
                           Index lanes, Index stride, float scale) = nullptr;
};

/// Operands of a small product, c [rows][lanes] := start + sum over i < depth of a(row, i) b[i].
struct LaneProduct {
  const float* a = nullptr;  ///< a(row, i) = a[row * a_row + i * a_depth]
  Index a_row = 0;
  Index a_depth = 0;
  const float* b = nullptr;  ///< [depth][lanes]; rows lie `b_stride` values apart
  Index b_stride = 0;
  float* c = nullptr;  ///< rows lie `c_stride` values apart
  Index c_stride = 0;
  Index rows = 0;
  Index lanes = 0;  ///< a multiple of 16
  Index depth = 0;
  bool accumulate = false;  ///< start from what c holds, else from zero
};

struct LaneProductKernels {
  /// Each value is one sum in order of depth, whatever rows and lanes there are.
  void (*multiply)(const LaneProduct& product) = nullptr;
};

struct NormKernels {
  /// Layer normalisation of `count` lanes of a panel; see LayerNorm::forward.
  void (*forward_strip)(float* x, const float* residual, float* y, const float* weight,
                        const float* bias, Index features, Index width, Index count, float epsilon,
                        float* inverse_deviation) = nullptr;
  /// The same without a record: only y is written, which may be x or the residual.
  void (*normalise_strip)(const float* x, const float* residual, float* y, const float* weight,
                          const float* bias, Index features, Index width, Index count,
                          float epsilon) = nullptr;
  /// The same without a residual of one lane whose features lie side by side, with the same bits; y
  /// may be x.
  void (*normalise_row)(const float* x, float* y, const float* weight, const float* bias,
                        Index features, float epsilon) = nullptr;
  /// Its gradient; adds the sums over the lanes to weight_sums and bias_sums.
  void (*backward_strip)(const float* normalised, const float* dy, float* dx, const float* weight,
                         Index features, Index width, Index count, const float* inverse_deviation,
                         float* weight_sums, float* bias_sums) = nullptr;
};

struct LossKernels {
  /// logits += bias; of each column the maximum, the sum of exp(logit - maximum) and the first row
  /// that has the maximum.
  void (*reduce)(float* logits, Index rows, Index columns, Index stride, const float* bias,
                 float* maximum, float* sums, float* first) = nullptr;
  /// logits := exp(logit - log_sum) * scale; adds the sum of each row to row_sums.
  void (*probabilities)(float* logits, Index rows, Index columns, Index stride,
                        const float* log_sum, float scale, float* row_sums) = nullptr;
};

struct LayerKernels {
  ActivationKernels activation;
  DropoutKernels dropout;
  AttentionKernels attention;
  LaneProductKernels lane_product;
  NormKernels norm;
  LossKernels loss;
};

/// The loops of the context's kernel variant.
LayerKernels layer_kernels(const Context& context);

/// Plain C++ in double precision: the definition that the others are tested against.
LayerKernels reference_layer_kernels() noexcept;

/// Loops for the widest instruction set that both this processor and the build have.
ActivationKernels highway_activation_kernels();
DropoutKernels highway_dropout_kernels();
AttentionKernels highway_attention_kernels();
LaneProductKernels highway_lane_product_kernels();
NormKernels highway_norm_kernels();
LossKernels highway_loss_kernels();

}  // namespace espalier::models
