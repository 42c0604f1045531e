// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/topology/evolvable_weight.h>

namespace espalier::models {

/// Settings of AdamW. The defaults are those of BERT pre-training.
struct AdamWOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9;              ///< decay of the first moment, in [0, 1)
  double beta2 = 0.999;            ///< decay of the second moment, in [0, 1)
  double epsilon = 1e-6;           ///< added to the root of the second moment; positive
  double weight_decay = 0.01;      ///< for parameters that want it; not negative
  double max_gradient_norm = 0.0;  ///< gradients of a larger norm are scaled down to it; 0: never
  double group_lasso = 0.0;  ///< pull on the blocks of sparse parameters as a whole; not negative
};

/// First and second moment of one parameter, one value for each of its values.
struct Moments {
  AlignedVector<float> first;
  AlignedVector<float> second;
};

/// What a step did.
struct StepResult {
  /// False: the gradient norm was not finite, or so large that the second moment would not be.
  /// Weights, moments and the step count are then as before; the gradients are cleared all the
  /// same.
  bool applied = true;
  double gradient_norm = 0;  ///< over all parameters, after `gradient_scale`, before clipping
};

/// Adam with decoupled weight decay. For every stored value w with gradient g, at step t = 1, 2,
/// ...
///   m <- b1 m + (1 - b1) g        v <- b2 v + (1 - b2) g^2
///   w <- w - lr ( m / (1 - b1^t) / (sqrt(v / (1 - b2^t)) + epsilon) + decay w )
/// where decay is zero for parameters that do not want it. A sparse parameter has moments for its
/// stored blocks only; `attach` makes them follow the pattern. t counts the steps of the optimizer,
/// so it is also used for blocks that grew later. Moments are exact to a few roundings for every b;
/// b = 0 keeps nothing: m = g, v = g^2.
///
/// With `group_lasso` l, each block W of a sparse parameter of B x B blocks that wants decay is
/// first pulled towards zero, by as much however large it is:
///   W <- W (1 - lr l sigma sqrt(B) / sqrt(sum of W^2 + 1e-6))
/// where sigma is the deviation that its values started from (Dietrich et al. 2021, figure 6, who
/// found no gain over weight decay).
///
/// One pass over the memory, vectorised for the machine it runs on. With a context the pass runs in
/// parallel over fixed chunks: the result does not depend on the number of threads.
/// Source: Loshchilov and Hutter 2019, "Decoupled Weight Decay Regularization", algorithm 2.
class AdamW {
 public:
  /// Moments start at zero. Parameters and context must outlive the optimizer. Throws ConfigError
  /// naming an option outside its domain or a parameter that is listed twice, ShapeError if a
  /// gradient is not as long as its values.
  AdamW(ParameterList parameters, const AdamWOptions& options, const Context* context = nullptr);
  AdamW(const AdamW&) = delete;
  AdamW& operator=(const AdamW&) = delete;

  /// One step with the learning rate of the options.
  StepResult step() { return step(options_.learning_rate); }
  /// One step; gradients are first multiplied by `gradient_scale` (such as one over a loss scale)
  /// and cleared afterwards. Throws ConfigError if the rate is negative or either is not finite,
  /// ShapeError if a parameter changed its length without its moments.
  StepResult step(double learning_rate, double gradient_scale = 1.0);

  /// Leaves this step out: clears the gradients and changes nothing else.
  void skip();

  /// Square root of the sum of the squares of all gradients, summed in double precision in a fixed
  /// order. Not finite if any gradient is not.
  double gradient_norm() const;

  /// Makes the moments of `parameter` move with the pattern of `weight`: survivors keep theirs,
  /// grown blocks start at zero. Throws ConfigError if the parameter is not of this optimizer.
  void attach(const Parameter& parameter, sparse::EvolvableWeight& weight);

  const AdamWOptions& options() const { return options_; }
  const ParameterList& parameters() const { return parameters_; }
  /// Steps that were applied.
  Index steps() const { return steps_; }
  /// Throws ConfigError if the parameter is not of this optimizer.
  const Moments& moments(const Parameter& parameter) const;

  /// Replaces step count and moments, one entry for each parameter in the order of `parameters()`;
  /// attached weights stay attached. Throws ShapeError, and changes nothing, if a length is not
  /// that of the parameter's values or the count is negative.
  void restore(Index steps, std::vector<Moments> moments);
  /// The same without a second copy of the moments, for whoever reads them from a file straight
  /// into place: takes over the step count, makes the moments as long as the values of their
  /// parameters and returns them, in the order of `parameters()`. What they hold is not specified
  /// until they are overwritten; their lengths must stay. Throws ShapeError if the count is
  /// negative.
  std::span<Moments> begin_restore(Index steps);

 private:
  struct Chunk {
    std::size_t parameter;
    std::size_t begin;
    std::size_t count;
  };
  std::vector<Chunk> chunks() const;
  double gradient_norm(const std::vector<Chunk>& chunks) const;
  void shrink_blocks(double learning_rate);
  std::size_t position(const Parameter& parameter) const;
  template <typename Body>
  void for_each(const std::vector<Chunk>& chunks, const Body& body) const;

  ParameterList parameters_;
  AdamWOptions options_;
  const Context* context_;
  std::unordered_map<const Parameter*, std::size_t> positions_;
  std::vector<Moments> moments_;  // never resized: attached weights hold addresses in it
  Index steps_ = 0;
};

}  // namespace espalier::models
