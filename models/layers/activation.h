// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::models {

/// The activation function of a feed-forward layer.
enum class Activation {
  kGelu,      ///< `gelu`, the exact form
  kGeluTanh,  ///< `gelu_tanh`
  kRelu,      ///< `relu`
};

/// Gaussian error linear unit in its exact form.
///   y = x Φ(x)      x := Φ(x) + x φ(x), the derivative, which backward multiplies by
/// with Φ and φ the distribution and the density of the standard normal. The absolute error is
/// below 6e-7 |x| for y and below 1e-6 for the derivative. Shapes: x and y equal.
/// Overwrites both; `x` must not be `y`; padding of both becomes zero. Throws ShapeError if shapes
/// disagree. Results do not depend on the number of threads. Cost: about 16 cycles for 16 values
/// with AVX-512; the exponential is shared by y and derivative. Source: Hendrycks and Gimpel 2016,
/// "Gaussian error linear units".
void gelu(sparse::Activations& x, sparse::Activations& y, const Context& context);

/// Backward of `gelu`: dy := dy * derivative. Throws ShapeError if shapes disagree. Cost: memory
/// bound.
void gelu_backward(const sparse::Activations& derivative, sparse::Activations& dy,
                   const Context& context);

/// Gaussian error linear unit in its tanh form, an approximation of the other that many models were
/// trained with.
///   y = x s(z)      x := s(z) + x s(z) s(-z) z'(x), the derivative, which backward multiplies by
/// with z = 2 sqrt(2 / pi) (x + 0.044715 x^3) and s(z) = 1 / (1 + exp(-z)), which is (1 + tanh(z /
/// 2)) / 2. The relative error of y is below 3e-6 where |x| < 3. Otherwise as `gelu`. Source:
/// Hendrycks and Gimpel 2016, "Gaussian error linear units", section 2.
void gelu_tanh(sparse::Activations& x, sparse::Activations& y, const Context& context);

/// Sigmoid-weighted linear unit, also called Swish.
///   y = x s(x)      x := s(x) (1 + x s(-x)), the derivative, which backward multiplies by
/// with s(x) = 1 / (1 + exp(-x)). The absolute error is below 1e-6 max(1, |x|) for both. Otherwise
/// as `gelu`. Source: Elfwing et al. 2017, "Sigmoid-weighted linear units"; Ramachandran et al.
/// 2017, "Searching for activation functions".
void silu(sparse::Activations& x, sparse::Activations& y, const Context& context);

/// Backward of `silu`: dy := dy * derivative. Throws ShapeError if shapes disagree. Cost: memory
/// bound.
void silu_backward(const sparse::Activations& derivative, sparse::Activations& dy,
                   const Context& context);

/// Gated linear unit, whose first half of features are gates and whose second are values.
///   y[f] = s(x[f]) x[F + f]      x[f] := x[F + f] s(x[f]) s(-x[f]), x[F + f] := s(x[f]), the
/// derivatives, which backward multiplies by; s as in `silu`. Shapes: x [2 F, tokens], y [F,
/// tokens]. Otherwise as `silu`. Source: Dauphin et al. 2017, "Language modeling with gated
/// convolutional networks".
void glu(sparse::Activations& x, sparse::Activations& y, const Context& context);

/// Backward of `glu`: dx[f] = dy[f] derivative[f], dx[F + f] = dy[f] derivative[F + f]. Overwrites
/// `dx`. Throws ShapeError if shapes disagree. Cost: memory bound.
void glu_backward(const sparse::Activations& derivative, const sparse::Activations& dy,
                  sparse::Activations& dx, const Context& context);

/// Rectified linear unit, in place: x := max(x, 0), and NaN stays NaN. Padding that is zero stays
/// zero; what a bias has left there is cleared. Cost: memory bound.
/// Source: Nair and Hinton 2010, "Rectified linear units improve restricted Boltzmann machines".
void relu(sparse::Activations& x, const Context& context);

/// Backward of `relu`, given its output y: dy := dy where y is positive, else 0. Throws
/// ShapeError if shapes disagree. Cost: memory bound.
void relu_backward(const sparse::Activations& y, sparse::Activations& dy, const Context& context);

/// y := f(x), x := f'(x), as `gelu` does; the derivative of ReLU at 0 is 0.
void activate(Activation activation, sparse::Activations& x, sparse::Activations& y,
              const Context& context);

/// For inference, in place: x := f(x), bit for bit what the other writes to y.
void activate(Activation activation, sparse::Activations& x, const Context& context);

/// Backward of `activate`: dy := dy * derivative. Throws ShapeError if shapes disagree. Cost:
/// memory bound.
void activate_backward(const sparse::Activations& derivative, sparse::Activations& dy,
                       const Context& context);

}  // namespace espalier::models
