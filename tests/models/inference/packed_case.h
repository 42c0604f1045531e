// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include <espalier/models/families/encoder.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/core/rng.h>

// Small models whose answers are compared.
namespace espalier::models {

inline constexpr Index kVocabulary = 50, kPositions = 160;

/// A kind of model whose answers are compared.
struct PackedCase {
  std::string family = "bert";
  NormPlacement norm = NormPlacement::kPost;
  double density = 0.3;
  Index block = 4;
  double embedding_density = 1;
  Precision precision = Precision::kFloat32;
  Activation activation = Activation::kGelu;
  Index heads = 3;
  bool int8 = false;

  friend std::ostream& operator<<(std::ostream& out, const PackedCase& c) {
    return out << c.family << (c.norm == NormPlacement::kPre ? " pre-norm" : "") << " density "
               << c.density << " block " << c.block << ' ' << precision_name(c.precision)
               << (c.int8 ? " int8" : "");
  }
};

inline EncoderOptions options_of(const PackedCase& c) {
  return {.config = {.name = "small",
                     .family = c.family,
                     .layers = 2,
                     .hidden = 48,
                     .heads = c.heads,
                     .intermediate = 80,
                     .vocabulary = kVocabulary,
                     .max_positions = kPositions,
                     .segments = c.family == "gpt" ? 0 : 2,
                     .norm = c.norm,
                     .norm_epsilon = 1e-5,
                     .activation = c.activation},
          .block = c.block,
          .density = c.density,
          .embedding_density = c.embedding_density,
          // Large enough for attention to be far from uniform.
          .initial_deviation = 0.2};
}

/// Biases and norms that start as zero and one get other values, so that each is seen.
inline void stir(const ParameterList& parameters) {
  std::uint64_t seed = 0;
  for (Parameter* parameter : parameters) {
    const Random random(++seed, stream_id("stir"));
    if (parameter->shape.size() != 1) continue;
    for (std::size_t i = 0; i < parameter->values.size(); ++i)
      parameter->values[i] += static_cast<float>(0.2 * (random.uniform(i) - 0.5));
  }
}

}  // namespace espalier::models
