// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

struct MaskingOptions {
  double masked_fraction = 0.15;       ///< chance that a position is to be predicted
  double mask_token_fraction = 0.8;    ///< of those, replaced by [MASK]
  double random_token_fraction = 0.1;  ///< of those, replaced by a random token; the rest unchanged
  /// Chooses all pieces of a word or none; each piece is then replaced, or not, independently.
  bool whole_words = false;
};

/// Least masked-LM loss, in nats, of a model that knows the frequencies of tokens and sees the
/// token at a position, but nothing around it. It is less than the unigram entropy H, since a
/// chosen token that was left unchanged can be copied. So a loss between the two shows no
/// understanding of context at all. With p the distribution of text tokens, n their number, and the
/// shares m of [MASK], r of random and u of unchanged tokens among the chosen:
///   loss = m H - sum over visible x, labels y of P(x, y) ln(P(x, y) / P(x))
///   P(x, y) = p(y) r / n + u p(x) [x = y]          P(x) = r / n + u p(x)
/// `probabilities` holds p over the non-special tokens. Cost: O(n).
double context_free_loss(std::span<const double> probabilities, const MaskingOptions& options);

/// Sequences of which some positions are to be predicted.
struct MaskedBatch {
  std::vector<std::int32_t> inputs;     ///< [sequences * sequence_length], after replacement
  std::vector<std::int32_t> positions;  ///< flat indices into `inputs` to be predicted, ascending
  std::vector<std::int32_t> labels;     ///< the tokens that stood there
  std::vector<std::int32_t> next_sentence = {};  ///< of pairs, as PairBatch has it
};

/// Chooses and replaces tokens for the masked language model.
///   each position that holds no special token is chosen with probability masked_fraction; of the
///   chosen, mask_token_fraction become [MASK] and random_token_fraction a token drawn uniformly
///   from the non-special vocabulary (which may be the same token)
/// With whole words, the choice for the first piece of a word in the sequence holds for its other
/// pieces, so that the chance of each piece is still masked_fraction. The result at a position
/// depends on (seed, round, sequence id, position) and the sequence up to it only, not on the rest
/// of the batch. Nothing is chosen because nothing else was: a batch of few tokens may have no
/// prediction at all. Immutable and safe to share. Source: Devlin et al. 2019, section 3.1, without
/// next-sentence pairs; whole words: their published code of May 2019.
class Masker {
 public:
  /// Masks sequences of this tokenizer. Throws as the constructor below.
  Masker(const Tokenizer& tokenizer, const MaskingOptions& options, std::uint64_t seed);
  /// The same for tokens each of which is a word. Throws ConfigError naming the key if a fraction
  /// is outside its domain (masked_fraction in (0, 1], the others in [0, 1] with a sum of at most
  /// 1) or the vocabulary holds no token but special ones.
  Masker(const SpecialTokens& special, std::int64_t vocabulary_size, MaskingOptions options,
         std::uint64_t seed);

  /// Masks a batch. `tokens` is [sequence_ids.size() * sequence_length], row by row; `round` is the
  /// step, so that a sequence is masked anew each time it is seen.
  /// Throws ShapeError if the extents disagree or a token lies outside the vocabulary.
  MaskedBatch mask(std::span<const std::int32_t> tokens, std::int64_t sequence_length,
                   std::span<const std::int64_t> sequence_ids, std::uint64_t round) const;

 private:
  std::int32_t random_token(std::uint64_t rank) const;

  SpecialTokens special_;
  std::int64_t vocabulary_size_;
  MaskingOptions options_;
  std::uint64_t seed_;
  std::vector<bool> continues_;  ///< by token; empty: none does
};

}  // namespace espalier::text
