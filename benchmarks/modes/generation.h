// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/results.h>
#include <espalier/benchmarks/modes/inference.h>
#include <espalier/models/families/model_config.h>

namespace espalier::benchmarks {

/// Empty if steps of the model have the bits of reading the whole sequence, also those for the
/// largest logit, and its hidden states are those of the reference kernels, else what is wrong.
std::string verify_generation(const models::ModelConfig& config, const PackedForm& form,
                              double density, int threads, Type type);

/// For each model and type of the plan, dense and with every block size, interleaved: reading
/// prompts of `plan.sequence` tokens, and steps behind them, of `plan.batch` texts; 0: of one and
/// of 16. Appends to `results.generations`. Throws std::runtime_error if a result is wrong.
void measure_generation(const Plan& plan, Results& results);
/// Prints a markdown table: milliseconds of the prompts and of a step, the latter of the processor
/// too, tokens a second, and times faster than dense; and steps for the largest logit alone.
void print_generation(const Results& results);

}  // namespace espalier::benchmarks
