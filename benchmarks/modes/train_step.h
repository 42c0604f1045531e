// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/results.h>
#include <espalier/benchmarks/measure/runner.h>
#include <espalier/models/families/model_config.h>
#include <espalier/models/parameters/parameter.h>

namespace espalier::benchmarks {

/// Masked sequences of one training step. Tokens are drawn uniformly and 15% of the positions are
/// masked, as in BERT, at even distances: what the words are does not matter to the time.
struct StepBatch {
  Index sequence = 0;
  std::vector<std::int32_t> tokens;     ///< [sequences * sequence]
  std::vector<std::int32_t> positions;  ///< masked, ascending
  std::vector<std::int32_t> labels;

  Index sequences() const { return static_cast<Index>(tokens.size()) / sequence; }
};
StepBatch make_step_batch(Index sequences, Index sequence, Index vocabulary);

/// How far the gradient of a whole step may be from that of the reference kernels, as a share of
/// its norm. Each of the products behind one another, 6 in a layer and 2 in the head, forward and
/// backward, adds the rounding of a sum of at most `intermediate` products, 8 sqrt(n) u (see
/// `Problem::verify`); the norms between the layers keep what is there from growing. In bfloat16 a
/// difference of a last bit may round an operand the other way, by 2^-8 of it: as if each product
/// had operands of its own rounding, independent of the others, sqrt(products) 2^-8.
double step_bound(const models::ModelConfig& config, Type type = Type::kF32);

/// One training step of this library, ready to be run again and again: forward and backward through
/// encoder and masked-language-model head, panel group by panel group, and AdamW. With batches in
/// memory, and without a change of the pattern (see the product `topology_update`).
class TrainStep : public Runner {
 public:
  /// Block 0 is dense; `type` is the precision of the products. `batch` must outlive it, and so
  /// must `profile`, in which layers note where the time goes; null: they do not.
  TrainStep(const models::ModelConfig& config, Index block, double density, const StepBatch& batch,
            int threads, const std::string& kernel = "", Profile* profile = nullptr,
            Type type = Type::kF32);
  ~TrainStep() override;
  void run() override;
  /// Nothing: a step is verified by its gradient, before anything is timed (`verify_step`).
  std::vector<float> result() const override { return {}; }

  /// The loss of the batch, in nats for each masked position, without a step.
  double loss();
  /// The same, and adds to the gradients.
  double add_gradients();
  models::ParameterList parameters();
  /// Operations of one step, as the accounting of experiments counts them.
  double flops() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Empty if the gradients of one sequence, of each length in `kVerifiedSequences`, are those of the
/// reference kernels, else what differs.
std::string verify_step(const models::ModelConfig& config, Index block, double density, int threads,
                        Type type = Type::kF32);

/// For each model and type of the plan: dense, every block size, and PyTorch if the plan's Python
/// has it (train_step_pytorch.py, with the weights of our dense model), interleaved step by step.
/// Appends to `results.steps`. Throws std::runtime_error if a result is wrong.
void measure_train_steps(const Plan& plan, Results& results);
/// Prints a markdown table: tokens a second, and times faster than the fastest dense step of the
/// same type; and for steps with a profile where their time goes, by layer and pass: milliseconds
/// of a step in the mean, its share, GFLOP/s, and the share of what the threads can multiply and
/// add in registers in the type of the step.
void print_train_steps(const Results& results);

}  // namespace espalier::benchmarks
