// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/topology/weight_buffers.h>

namespace espalier::models {

struct OptimizerKernels;

/// The outcome of a step.
struct StepResult {
  /// False: the gradient norm was not finite, or so large that its square is no float. Weights,
  /// state and the step count are then as before; the gradients are cleared all the same.
  bool applied = true;
  double gradient_norm = 0;  ///< over all parameters, after `gradient_scale`, before clipping
};

/// The state that an optimizer keeps for one parameter: one buffer for each name of
/// `Optimizer::state()`, in that order, with one value for each value of the parameter.
using StateBuffers = std::vector<AlignedVector<float>>;

/// Moves parameters along their gradients. A class of optimizers defines its formula, `update`, and
/// what it keeps for each value, `state`. All else that a step needs is here: the norm of the
/// gradient and its clipping, the refusal of gradients that are not finite, the group lasso, and
/// state that follows the patterns and comes back from checkpoints.
///
/// A sparse parameter has state for its stored blocks only. Every pass runs over fixed chunks of
/// memory, in parallel if there is a context: results do not depend on the number of threads.
class Optimizer {
 public:
  Optimizer(const Optimizer&) = delete;
  Optimizer& operator=(const Optimizer&) = delete;
  virtual ~Optimizer() = default;

  /// Name of formula and state in messages and checkpoints, such as "adamw". Registered names that
  /// differ in their settings only share it: "nvlamb" is "lamb", and either can go on from the
  /// state of the other.
  const std::string& name() const { return name_; }
  const ParameterList& parameters() const { return parameters_; }
  bool has(const Parameter& parameter) const { return positions_.contains(&parameter); }
  /// Number of steps that were applied.
  Index steps() const { return steps_; }

  /// One step with the learning rate of the options.
  StepResult step() { return step(common_.learning_rate); }
  /// One step; gradients are first multiplied by `gradient_scale` (such as one over a loss scale)
  /// and cleared afterwards. Throws ConfigError if the rate is negative or either is not finite,
  /// ShapeError if a parameter changed its length without its state.
  StepResult step(double learning_rate, double gradient_scale = 1.0);

  /// Leaves this step out: clears the gradients and changes nothing else.
  void skip();

  /// Square root of the sum of the squares of all gradients, summed in double precision in a fixed
  /// order. Not finite if any gradient is not.
  double gradient_norm() const;

  /// Makes the state of `parameter` follow the pattern of `weight`: survivors keep their state;
  /// grown blocks start at zero, or as the edit says (sparse::GrownMoments). Throws ConfigError if
  /// this optimizer does not have the parameter.
  void attach(const Parameter& parameter, sparse::WeightBuffers& weight);

  /// Names of the state that it keeps for each value, in a fixed order, such as "exp_avg".
  /// Checkpoints call the buffers "<parameter>.<name>". A name that ends in "_sq" promises squares:
  /// readers refuse them if they are negative.
  const std::vector<std::string>& state() const { return state_names_; }
  /// The buffer of a parameter with this name. Throws ConfigError if there is none.
  const AlignedVector<float>& state(const Parameter& parameter, std::string_view name) const;

  /// Replaces step count and state by those of a file, which the caller reads straight into place:
  /// sets the count, makes the buffers as long as the values of their parameters and returns them,
  /// in the order of `parameters()`. Attached weights stay attached. The contents are unspecified
  /// until they are overwritten; their lengths must stay. Throws ShapeError if the count is
  /// negative.
  std::span<StateBuffers> begin_restore(Index steps);

  /// FLOPs of one step for one stored value, two for a multiply-add, without those of the norm for
  /// clipping and the group lasso.
  virtual double flops_per_value() const = 0;

 protected:
  /// Options of every optimizer. A `group_lasso` l first pulls each block W of a sparse parameter
  /// with weight decay and B x B blocks towards zero, by the same amount whatever its size:
  ///   W <- W (1 - lr l sigma sqrt(B) / sqrt(sum of W^2 + 1e-6))
  /// where sigma is the deviation that its values started from (Dietrich et al. 2021, figure 6, who
  /// found no gain over weight decay).
  struct Common {
    double learning_rate;
    double gradient_clip;  ///< gradients of a larger norm are scaled down to it; 0: never
    double group_lasso;
  };

  template <typename Options>
  static Common common_options(const Options& options) {
    return {options.learning_rate, options.gradient_clip, options.group_lasso};
  }

  /// State starts at zero. Parameters and context must outlive the optimizer. Throws ConfigError
  /// if a parameter is listed twice, ShapeError if a gradient is not as long as its values.
  Optimizer(std::string name, ParameterList parameters, const Common& common,
            std::vector<std::string> state, const Context* context);

  /// A piece of one parameter, at most 64 KiB of every array; each starts on a cache line.
  struct Chunk {
    std::size_t index;      ///< among all chunks
    std::size_t parameter;  ///< its position in `parameters()`
    std::size_t begin;      ///< the first of its values
    std::size_t count;
  };
  using Chunks = std::vector<Chunk>;

  /// The formula: one step of size `learning_rate` on the gradients times `gradient_scale`, which
  /// `steps()` already counts. Must clear the gradients. `chunks` are all values of all parameters,
  /// parameter by parameter.
  virtual void update(const Chunks& chunks, double learning_rate, double gradient_scale) = 0;

  /// Calls `body(chunk)` for every chunk, possibly concurrently.
  template <typename Body>
  void for_each(const Chunks& chunks, const Body& body) const {
    const auto count = static_cast<Index>(chunks.size());
    const auto call = [&](Index i) { body(chunks[static_cast<std::size_t>(i)]); };
    if (context_ != nullptr) return context_->parallel_for(count, call);
    // As a context computes: state that fades away would pass through slow subnormals.
    const FloatMode mode(true);
    for (Index i = 0; i < count; ++i) call(i);
  }

  /// The optimizers' loops over values, for the context's kernel variant.
  OptimizerKernels kernels() const;

  const Parameter& parameter(const Chunk& chunk) const { return *parameters_[chunk.parameter]; }
  float* values(const Chunk& chunk) {
    return parameters_[chunk.parameter]->values.data() + chunk.begin;
  }
  float* gradient(const Chunk& chunk) {
    return parameters_[chunk.parameter]->gradient.data() + chunk.begin;
  }
  /// Buffer `i` of `state()`.
  float* state(const Chunk& chunk, std::size_t i) {
    return buffers_[chunk.parameter][i].data() + chunk.begin;
  }

 private:
  Chunks chunks() const;
  double gradient_norm(const Chunks& chunks) const;
  void shrink_blocks(double learning_rate);
  std::size_t position(const Parameter& parameter) const;
  void require_lengths(std::size_t position, const StateBuffers& buffers) const;
  void require_length(const Parameter& parameter, const std::string& what, std::size_t found) const;

  std::string name_;
  ParameterList parameters_;
  Common common_;
  std::vector<std::string> state_names_;
  const Context* context_;
  std::unordered_map<const Parameter*, std::size_t> positions_;
  std::vector<StateBuffers> buffers_;  // never resized: attached weights hold addresses in it
  Index steps_ = 0;
};

}  // namespace espalier::models
