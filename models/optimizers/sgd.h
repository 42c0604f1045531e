// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/models/optimizers/optimizer.h>
#include <espalier/models/optimizers/optimizer_registry.h>

namespace espalier::models {

/// Settings of SGD. The defaults are those of He et al. 2016, "Deep Residual Learning for Image
/// Recognition"; the learning rate is not.
struct SgdOptions {
  double learning_rate = 1e-3;
  double momentum = 0.9;         ///< share of the buffer that a step keeps, in [0, 1); 0: no buffer
  double dampening = 0;          ///< share of a gradient that the buffer leaves out, in [0, 1)
  bool nesterov = false;         ///< step along the gradient where the momentum leads; needs
                                 ///< momentum and no dampening
  double weight_decay = 1e-4;    ///< for parameters with `weight_decay`; not negative
  bool decoupled_decay = false;  ///< decay beside the gradient and not as a part of it
  double gradient_clip = 0.0;    ///< gradients of a larger norm are scaled down to it; 0: never
  double group_lasso = 0.0;      ///< pull on whole blocks of sparse parameters; see Optimizer
};

/// Stochastic gradient descent with momentum. For every stored value w with gradient g
///   g <- g + decay w                                   unless decay is decoupled
///   b <- g in the first step, momentum b + (1 - dampening) g later
///   d  = b, or g + momentum b with Nesterov, or g without momentum
///   w <- w - lr d                                      or w - lr (d + decay w), decoupled
/// where decay is zero for parameters that do not want it: the formula of torch.optim.SGD, whose
/// rate multiplies the momentum as it is now and not as it was. The buffers of blocks that grow
/// later start at zero and follow the second rule, so that with dampening their first gradient is
/// dampened.
///
/// One pass over the memory, vectorised for the machine it runs on.
/// State: "momentum_buffer" b; nothing without momentum.
/// Source: Sutskever et al. 2013, "On the importance of initialization and momentum in deep
/// learning", in PyTorch's form; decoupled decay: Loshchilov and Hutter 2019, algorithm 1.
class Sgd final : public Optimizer {
 public:
  /// Throws as Optimizer, and ConfigError naming an option outside its domain, or `nesterov`
  /// without momentum or with dampening.
  Sgd(ParameterList parameters, const SgdOptions& options, const Context* context = nullptr);

  const SgdOptions& options() const { return options_; }
  double flops_per_value() const override;

 private:
  void update(const Chunks& chunks, double learning_rate, double gradient_scale) override;

  SgdOptions options_;
};

/// "sgd".
OptimizerEntry sgd_entry();

}  // namespace espalier::models
