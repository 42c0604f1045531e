// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include <espalier/models/parameters/parameter.h>
#include <espalier/models/parameters/value_slices.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/topology/weight_buffers.h>
#include <espalier/sparse/topology/weight_owner.h>

namespace espalier::models {

struct OptimizerKernels;

/// The outcome of a step.
struct StepResult {
  /// False: the gradient norm was not finite, or so large that its square is no float, or that what
  /// clips it is no normal float. Weights, state and the step count are then as before; the
  /// gradients are cleared all the same.
  bool applied = true;
  double gradient_norm = 0;  ///< over all parameters, after `gradient_scale`, before clipping
};

/// The state that an optimizer keeps for one parameter: one buffer for each name of
/// `Optimizer::state()`, in that order, with one value for each value of the parameter.
using StateBuffers = std::vector<AlignedVector<float>>;

/// How several optimizers share the work of one, each in a process of its own on a replica of the
/// parameters: each keeps the state of one slice of the values, and steps these alone. Source:
/// Rajbhandari et al. 2020, "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models"
/// (stage 1).
struct OptimizerSlice {
  ValueSlices slices;
  int own = 0;
  /// `parts[s]` is what the owner of slice s knows of a whole, which each has room for: fills in
  /// the parts of the others. All owners call it in the same order.
  std::function<void(std::span<const std::span<std::byte>> parts)> gather;
};

/// The sum over all chunks of a model, of whose parameters an optimizer has some: `squares[i]` are
/// the sums of squares of the chunks of `parameters()[i]`, in order. Where several processes have
/// parts all call it, and all get the same.
using TotalOfSquares = std::function<double(const std::vector<std::vector<double>>& squares)>;

/// Moves parameters along their gradients. A class of optimizers defines its formula, `update`, and
/// what it keeps for each value, `state`. All else that a step needs is here: the norm of the
/// gradient and its clipping, the refusal of gradients that are not finite, the group lasso, and
/// state that follows the patterns and comes back from checkpoints.
///
/// A sparse parameter has state for its stored blocks only. Every pass runs over fixed chunks of
/// memory, in parallel if there is a context: results do not depend on the number of threads.
///
/// A group lasso l pulls each block W of B x B values towards zero before the formula does its
/// step, by the same amount whatever its size:
///   W <- W max(0, 1 - lr l sigma sqrt(B) / sqrt(sum of W^2 + 1e-6))
/// where sigma is `Parameter::initial_deviation`, so that 0 there means no pull. Of sparse
/// parameters with weight decay alone. Source: Dietrich et al. 2021, figure 6, who found no gain
/// over weight decay.
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
  /// and cleared afterwards. With a slice, only its gradients are read, and only its values are
  /// those after the step: the caller gathers the others'. Throws ConfigError if the rate is
  /// negative or either is not finite, ShapeError if a parameter changed its length without its
  /// state.
  StepResult step(double learning_rate, double gradient_scale = 1.0);

  /// Leaves this step out: clears the gradients and changes nothing else.
  void skip();

  /// Square root of the sum of the squares of all gradients, summed in double precision in a fixed
  /// order. Not finite if any gradient is not. With a slice, only its gradients are read.
  double gradient_norm() const;

  /// Makes the state of `parameter` follow the pattern of `weight`: survivors keep their state;
  /// grown blocks start at zero, or as the edit says (sparse::GrownMoments). Throws ConfigError if
  /// this optimizer does not have the parameter.
  void attach(const Parameter& parameter, sparse::WeightBuffers& weight);

  /// Names of the state that it keeps for each value, in a fixed order, such as "exp_avg".
  /// Checkpoints call the buffers "<parameter>.<name>". A name that ends in "_sq" promises squares:
  /// readers refuse them if they are negative.
  const std::vector<std::string>& state() const { return state_names_; }
  /// The buffer of a parameter with this name. Throws ConfigError if there is none, or if only a
  /// slice of it is here.
  const AlignedVector<float>& state(const Parameter& parameter, std::string_view name) const;

  /// From now on keeps the state of this slice alone, and has the others' part of sums over values
  /// gathered: norms have the bits that they have without slices, since sums of chunks travel and
  /// all add them in the same order. `step`, `gradient_norm` and `moved_state` are then collective.
  /// Weights must not be attached. Throws ConfigError if there is a slice already, or no such one,
  /// or if the norm is shared.
  void keep_slice(OptimizerSlice slice);
  /// The slice that it keeps; null: all.
  const OptimizerSlice* slice() const { return slice_ ? &*slice_ : nullptr; }
  /// From now on has `total` sum the squares of gradients, those of parameters elsewhere too: the
  /// norm, and with it the clipping and the refusal of gradients that are not finite, is that of
  /// the whole model. It is called once in each `step` and `gradient_norm`, which are then
  /// collective if it is. Throws ConfigError with a slice, or without a function.
  void share_norm(TotalOfSquares total);
  /// What is here of buffer `i` of `state()`.
  std::span<const float> kept_state(const Parameter& parameter, std::size_t i) const {
    return buffers_[position(parameter)][i];
  }
  /// What will be here of the state of `parameter` when an edit has been committed, which has not
  /// happened yet: survivors keep their state, as with `attach`. Memory with a slice: a whole
  /// buffer, before and after the edit, one at a time.
  StateBuffers moved_state(const Parameter& parameter, const sparse::WeightChange& change) const;
  /// Takes what `moved_state` has made, once the edit has been committed.
  void take_state(const Parameter& parameter, StateBuffers&& moved) noexcept;

  /// Replaces step count and state by those of a file, which the caller reads straight into place:
  /// sets the count, makes the buffers as long as the values of their parameters and returns them,
  /// in the order of `parameters()`. Attached weights stay attached; a slice is given up. The
  /// contents are unspecified until they are overwritten; their lengths must stay. Throws
  /// ShapeError if the count is negative.
  std::span<StateBuffers> begin_restore(Index steps);

  /// FLOPs of one step for one stored value, two for a multiply-add, without those of the norm for
  /// clipping and the group lasso.
  virtual double flops_per_value() const = 0;

 protected:
  /// Options of every optimizer.
  struct Common {
    double learning_rate;
    double gradient_clip;  ///< gradients of a larger norm are scaled down to it; 0: never
    double group_lasso;    ///< the l of the class
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
  struct Chunks {
    std::vector<Chunk> all;            ///< parameter by parameter
    std::vector<std::size_t> borders;  ///< of slices: the first chunk of each, and the end
    std::size_t slice = 0;             ///< which is this optimizer's own

    std::span<const Chunk> own() const {
      return std::span(all).subspan(borders[slice], borders[slice + 1] - borders[slice]);
    }
  };

  /// The formula: one step of size `learning_rate` on the gradients times `gradient_scale`, which
  /// `steps()` already counts. Must clear the gradients. `chunks` are those of all values.
  virtual void update(const Chunks& chunks, double learning_rate, double gradient_scale) = 0;

  /// Calls `body(chunk)` for every chunk of its own, possibly concurrently.
  template <typename Body>
  void for_each(const Chunks& chunks, const Body& body) const {
    const std::span<const Chunk> own = chunks.own();
    const auto count = static_cast<Index>(own.size());
    const auto call = [&](Index i) { body(own[static_cast<std::size_t>(i)]); };
    if (context_ != nullptr) return context_->parallel_for(count, call);
    // As a context computes: state that fades away would pass through slow subnormals.
    const FloatMode mode(true);
    for (Index i = 0; i < count; ++i) call(i);
  }

  /// Fills in what other slices have found of their chunks, of numbers one for each of `all`.
  template <typename Number>
  void gather(const Chunks& chunks, std::vector<Number>& of_chunks) const {
    static_assert(std::is_trivially_copyable_v<Number>);
    if (!slice_) return;
    std::vector<std::span<std::byte>> parts;
    for (std::size_t s = 0; s + 1 < chunks.borders.size(); ++s)
      parts.push_back(std::as_writable_bytes(std::span(of_chunks).subspan(
          chunks.borders[s], chunks.borders[s + 1] - chunks.borders[s])));
    slice_->gather(parts);
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
    return buffers_[chunk.parameter][i].data() + (chunk.begin - begins_[chunk.parameter]);
  }

 private:
  Chunks chunks() const;
  double gradient_norm(const Chunks& chunks) const;
  double total_of(const Chunks& chunks, const std::vector<double>& sums) const;
  void shrink_blocks(double learning_rate);
  ValueRange kept_range(std::size_t position, std::size_t length) const;
  std::span<const float> whole_state(std::size_t position, std::size_t i,
                                     AlignedVector<float>& room) const;
  std::size_t position(const Parameter& parameter) const;
  void require_lengths(std::size_t position, const StateBuffers& buffers) const;
  void require_length(const Parameter& parameter, const std::string& what, std::size_t found,
                      std::size_t expected) const;

  std::string name_;
  ParameterList parameters_;
  Common common_;
  std::vector<std::string> state_names_;
  const Context* context_;
  std::unordered_map<const Parameter*, std::size_t> positions_;
  std::vector<StateBuffers> buffers_;  // never resized: attached weights hold addresses in it
  std::vector<std::size_t> begins_;    // of each parameter's values, the first whose state is here
  std::optional<OptimizerSlice> slice_;
  TotalOfSquares total_;  // empty: all parameters are here
  Index steps_ = 0;
};

}  // namespace espalier::models
