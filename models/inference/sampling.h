// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// How the next token is chosen.
struct SamplingOptions {
  double temperature = 0;  ///< divides the logits; 0: always the most probable token
  Index top_k = 0;         ///< of so many, the most probable ones; 0: of all
  double top_p = 1;        ///< of the fewest, the most probable ones, that have this probability
  std::uint64_t seed = 0;  ///< of the random numbers
};

/// Throws ConfigError, naming the option, unless the temperature is finite and not negative, top_k
/// not negative and top_p in (0, 1]; or if top_k or top_p is set where nothing is drawn.
void check(const SamplingOptions& options);

/// Chooses tokens out of logits.
///   p[i] = exp(logit[i] / temperature) / sum      over the candidates i
/// The candidates are the top_k largest logits, and of these the fewest, largest first, whose
/// probabilities together reach top_p. Of equal logits the lower id is larger. A logit that is no
/// number is smaller than all others.
///
/// A draw is a function of (seed, number of the sequence, place of the token) and the logits: not
/// of other sequences, nor of what was drawn before. Its numbers are `Random(seed, stream_id(
/// "generation", sequence))` at `place`. Keeps memory from call to call; one call at a time. Cost:
/// one pass over the logits, and for top_k and top_p a heap of them. Source: top-k: Fan et al.
/// 2018, "Hierarchical neural story generation", section 5; top-p: Holtzman et al. 2020, "The
/// curious case of neural text degeneration", section 3.
class Sampler {
 public:
  /// `forbidden` tokens are never chosen. Throws as `check`, and ShapeError for an id outside of
  /// the vocabulary of so many tokens or if none is left.
  Sampler(const SamplingOptions& options, Index vocabulary,
          std::span<const std::int32_t> forbidden = {});

  /// Logits of a vocabulary of so many tokens, its own or a larger one, that `choose` must have
  /// right, the largest; it may take all others for -infinity. 0: it must have all.
  Index needed(Index vocabulary) const;

  /// The token at `place` of a sequence; `logits` has one for each token of the vocabulary, or more
  /// behind them, which are not looked at.
  std::int32_t choose(std::span<const float> logits, std::uint64_t sequence, Index place);

 private:
  struct Candidate {
    float logit;
    std::int32_t id;
    double weight;
  };
  /// Is `a` the better one?
  static bool is_larger(const Candidate& a, const Candidate& b) {
    return a.logit != b.logit ? a.logit > b.logit : a.id < b.id;
  }

  SamplingOptions options_;
  Index vocabulary_;
  std::vector<bool> forbidden_;
  std::vector<Candidate> candidates_;
};

}  // namespace espalier::models
