// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/models/optimizers/optimizer.h>
#include <espalier/models/optimizers/optimizer_registry.h>

namespace espalier::models {

/// Settings of AdamW. The decays, epsilon and weight decay are those of BERT's pre-training (Devlin
/// et al. 2019, appendix A.2, and the authors' code). Not so the learning rate and the clipping,
/// there 1e-4 and 1, and the correction of the moments, which is left out there.
struct AdamWOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9;          ///< decay of the first moment, in [0, 1)
  double beta2 = 0.999;        ///< decay of the second moment, in [0, 1)
  double epsilon = 1e-6;       ///< added to the root of the second moment; positive
  double weight_decay = 0.01;  ///< for parameters with `Parameter::weight_decay`; not negative
  double gradient_clip = 0.0;  ///< gradients of a larger norm are scaled down to it; 0: never
  double group_lasso = 0.0;    ///< pull on whole blocks of sparse parameters; see Optimizer
};

/// Adam with decoupled weight decay. For every stored value w with gradient g, at step t = 1, 2,
/// ...
///   m <- b1 m + (1 - b1) g        v <- b2 v + (1 - b2) g^2
///   w <- w - lr ( m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + epsilon) + decay w )
/// where decay is zero for parameters without weight decay. t counts the steps of the optimizer,
/// also for blocks that grew later. Moments are exact to a few roundings for every b; b = 0 keeps
/// nothing: m = g, v = g^2.
///
/// One pass over the memory, vectorised for the machine it runs on.
/// State: "exp_avg" m, "exp_avg_sq" v.
/// Source: Loshchilov and Hutter 2019, "Decoupled Weight Decay Regularization", algorithm 2.
class AdamW final : public Optimizer {
 public:
  /// Throws as Optimizer, and ConfigError naming an option outside its domain.
  AdamW(ParameterList parameters, const AdamWOptions& options, const Context* context = nullptr);

  const AdamWOptions& options() const { return options_; }
  double flops_per_value() const override;

 private:
  void update(const Chunks& chunks, double learning_rate, double gradient_scale) override;

  AdamWOptions options_;
};

/// "adamw", with the gradient clipping of BERT pre-training.
OptimizerEntry adamw_entry();

}  // namespace espalier::models
