// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// What a norm adds to the variance, unless it is told otherwise: BERT's.
inline constexpr double kNormEpsilon = 1e-12;

/// Is it positive and finite as a float, also where subnormal ones are taken for zero? By a smaller
/// one a row of equal values becomes no number, by a larger one every row zero.
bool is_norm_epsilon(double epsilon);
/// These, in messages.
inline constexpr const char* kNormEpsilons = "a number from 1.18e-38 to 3.4e38";

/// Layer normalisation over the features of each token, with the residual sum that precedes it.
///   z = x + residual      x̂[f, t] = (z[f, t] - mean_f z) * r[t]      y[f, t] = w[f] x̂[f, t] + b[f]
///   r[t] = 1 / sqrt(variance_f z + epsilon), the variance divided by the number of features
/// Shapes: x, residual, y [features, tokens] in panels of equal width; r [panels * panel width].
///
/// Parameters are `name`.weight (ones) and `name`.bias (zeros), both without weight decay. The
/// layer keeps a reference to `context`, which must outlive it. Results do not depend on the number
/// of threads: panels are independent and their shares of the gradients are added in panel order.
/// Cost: memory bound; forward two passes over a panel that is in cache, backward two.
/// Source: Ba et al. 2016, "Layer normalization".
class LayerNorm {
 public:
  /// Throws ConfigError if `features` is not positive, or `is_norm_epsilon(epsilon)` is false.
  LayerNorm(const std::string& name, Index features, const Context& context,
            double epsilon = kNormEpsilon);
  LayerNorm(const std::string& name, Index features, const Context&& context,
            double epsilon = kNormEpsilon) = delete;
  LayerNorm(const LayerNorm&) = delete;
  LayerNorm& operator=(const LayerNorm&) = delete;

  Index features() const { return weight_.shape[0]; }
  /// Weight and bias.
  ParameterList parameters() { return {&weight_, &bias_}; }

  /// Replaces `x` by x̂ and overwrites `y` and `inverse_deviation` (r, resized). Backward needs `x`
  /// and `inverse_deviation`. `residual` may be null: there is none then. `y` may be the residual.
  /// Padding of `x` and `y` becomes zero. The mean is computed relative to that of the first 16
  /// features, so that a large common offset does not cancel the variance. Throws ShapeError if
  /// shapes disagree, `y` overlaps `x` or a parameter has lost its length. Safe to call
  /// concurrently.
  void forward(sparse::Activations& x, const sparse::Activations* residual, sparse::Activations& y,
               AlignedVector<float>& inverse_deviation) const;

  /// Overwrites `dx` with the gradient of z (of x and of the residual alike) and adds to the
  /// gradients of weight and bias:
  ///   dx = r (w dy - mean_f(w dy) - x̂ mean_f(w dy x̂))    dw += sum_t dy x̂    db += sum_t dy
  /// `dx` may be `dy`; padding of `dy` must be zero and that of `dx` becomes so. Throws ShapeError
  /// if shapes disagree or a parameter has lost its length.
  void backward(const sparse::Activations& normalised, std::span<const float> inverse_deviation,
                const sparse::Activations& dy, sparse::Activations& dx);

 private:
  void check_lengths() const;

  const Context* context_;
  double epsilon_;
  Parameter weight_;
  Parameter bias_;
};

/// Weights of a layer normalisation that somebody else owns.
struct NormWeights {
  std::span<const float> weight;  ///< [features]
  std::span<const float> bias;    ///< [features]
  double epsilon = kNormEpsilon;
};

/// The same y as `LayerNorm::forward`, bit for bit, for inference: nothing is kept for a backward
/// pass. `y` may be `x` or the residual; nothing else is written. Padding of `y` becomes zero.
/// Throws ShapeError if shapes disagree. A token's result depends neither on its lane nor on the
/// panel width.
void layer_norm(const sparse::Activations& x, const sparse::Activations* residual,
                sparse::Activations& y, const NormWeights& norm, const Context& context);

}  // namespace espalier::models
