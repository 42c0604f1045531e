// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <espalier/benchmarks/measure/plan.h>
#include <espalier/benchmarks/measure/results.h>
#include <espalier/models/families/encoder.h>
#include <espalier/models/families/model_config.h>
#include <espalier/models/inference/packed_model.h>
#include <espalier/sparse/core/context.h>

namespace espalier::benchmarks {

/// A random model with what it needs to stay alive.
struct Packed {
  std::unique_ptr<Context> context;
  std::unique_ptr<models::PackedModel> model;
};

/// Dense and in each of the blocks; beside single precision in 8 bits too, where a block can be.
std::vector<PackedForm> packed_forms(const std::vector<Index>& blocks, Type type);

Packed packed_model(const models::ModelConfig& config, const PackedForm& form, double density,
                    int threads, Type type);
std::vector<std::int32_t> random_tokens(Index count, Index vocabulary);

/// The encoder that is verified, with weights of `verified_deviation`.
models::EncoderOptions verified_options(const models::ModelConfig& config, Index block,
                                        double density);

/// How far a hidden state may be from that of the reference kernels: each of the products behind
/// one another, 4 in a layer, adds the rounding of a sum of at most `intermediate` products of size
/// one, 8 sqrt(n) u; of bfloat16 also 2^-8 for operands of its own rounding, sqrt(products) of
/// them. In 8 bits that share is 2^-5: 3072 normal inputs lie within 8 deviations, of which a 127th
/// is a step, and weights within half of that; an error spread evenly over a step has a deviation
/// of its 12^-1/2, 0.018 and 0.009. The norms keep what is there from growing; hidden states have a
/// deviation of one.
double hidden_bound(const models::ModelConfig& config, Type type, bool int8);

/// Empty if the packed model's hidden states of one sequence, of each length in
/// `kVerifiedSequences`, are those of the reference kernels, else what differs.
std::string verify_inference(const models::ModelConfig& config, const PackedForm& form,
                             double density, int threads, Type type);

/// For each model, type and request of the plan: the dense encoder as training has it (oneDNN), the
/// packed one dense and with every block size, in 8 bits too, interleaved. Requests have 1, 8 and
/// 32 sequences of 16 and of `plan.sequence` tokens. Appends to `results.inferences`. Throws
/// std::runtime_error if a result is wrong.
void measure_inference(const Plan& plan, Results& results);
/// Prints a markdown table: milliseconds of a request, of the clock and of the processor, sequences
/// a second, times faster than the faster of the two dense ones in single precision (or bfloat16),
/// and in 8 bits than the same model without.
void print_inference(const Results& results);

}  // namespace espalier::benchmarks
