// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/models/optimizers/optimizer.h>
#include <espalier/models/optimizers/optimizer_registry.h>

namespace espalier::models {

/// Settings of LAMB. The defaults are those of its paper; the learning rate is not.
struct LambOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9;           ///< decay of the first moment, in [0, 1)
  double beta2 = 0.999;         ///< decay of the second moment, in [0, 1)
  double epsilon = 1e-6;        ///< added to the root of the second moment; positive
  double weight_decay = 0.01;   ///< for parameters with `Parameter::weight_decay`; not negative
  double gradient_clip = 0.0;   ///< gradients of a larger norm are scaled down to it; 0: never
  double group_lasso = 0.0;     ///< pull on whole blocks of sparse parameters; see Optimizer
  bool bias_correction = true;  ///< divide the moments by 1 - beta^t
  bool adapt_all = false;  ///< scale steps of parameters without weight decay (biases, norms) too
};

/// Adam with decoupled weight decay whose step is scaled, tensor by tensor, to the size of the
/// weights, so that large batches may use large rates. For the stored values w of each parameter,
/// at step t = 1, 2, ...
///   m <- b1 m + (1 - b1) g        v <- b2 v + (1 - b2) g^2
///   u  = m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + epsilon) + decay w
///   w <- w - lr r u               r = |w| / |u|, or 1 if either norm is zero
/// where |.| is the Euclidean norm. Parameters without weight decay have decay = 0 and, unless
/// `adapt_all`, r = 1. The norms of a sparse parameter are those of its stored values. They are
/// summed in double precision in a fixed order.
///
/// Two passes over the memory, vectorised for the machine it runs on; the direction u takes the
/// place of the gradient in between. State: "exp_avg" m, "exp_avg_sq" v.
///
/// Source: You et al. 2020, "Large Batch Optimization for Deep Learning: Training BERT in 76
/// minutes", algorithm 2, with the identity for phi; biases and norms left out as in its authors'
/// code. NVLAMB, NVIDIA's recipe for BERT: the gradient of the whole model is first scaled down to
/// a norm of 1, and all tensors are scaled (apex/optimizers/fused_lamb.py with use_nvlamb).
class Lamb final : public Optimizer {
 public:
  /// Throws as Optimizer, and ConfigError naming an option outside its domain.
  Lamb(ParameterList parameters, const LambOptions& options, const Context* context = nullptr);

  const LambOptions& options() const { return options_; }
  double flops_per_value() const override;

 private:
  void update(const Chunks& chunks, double learning_rate, double gradient_scale) override;

  LambOptions options_;
};

/// NVIDIA's settings.
LambOptions nvlamb_options();

/// "lamb".
OptimizerEntry lamb_entry();
/// "nvlamb": the same optimizer with NVIDIA's settings.
OptimizerEntry nvlamb_entry();

}  // namespace espalier::models
