// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/timing.h>
#include <espalier/benchmarks/modes/inference.h>
#include <espalier/models/families/model_config.h>

namespace espalier::benchmarks {

/// A measured causal model.
struct GenerationRecord {
  std::string model;
  PackedForm form;
  double density = 1;
  Type type = Type::kF32;
  Index batch = 1;   ///< texts that are written together
  Index prompt = 0;  ///< tokens of each
  int threads = 1;
  Spread prefill_seconds;  ///< reading the prompts
  Spread step_seconds;     ///< one more token of each text, and all logits of the next
  Spread greedy_seconds;   ///< the same, and the largest logit alone
  double step_cpu_seconds =
      0;  ///< median, summed over the threads: where others take the cores too
};

/// Empty if steps of the model have the bits of reading the whole sequence, also those for the
/// largest logit, and its hidden states are those of the reference kernels, else what is wrong.
std::string verify_generation(const models::ModelConfig& config, const PackedForm& form,
                              double density, int threads, Type type);

/// For each model and type of the plan, dense and with every block size, interleaved: reading
/// prompts of `plan.sequence` tokens, and steps behind them, of `plan.batch` texts; 0: of one and
/// of 16. Throws std::runtime_error if a result is wrong.
std::vector<GenerationRecord> measure_generation(const Plan& plan);
/// Prints a markdown table: milliseconds of the prompts and of a step, the latter of the processor
/// too, tokens a second, and times faster than dense; and steps for the largest logit alone.
void print_generation(const std::vector<GenerationRecord>& records);

}  // namespace espalier::benchmarks
