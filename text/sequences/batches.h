// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <espalier/text/sequences/encoded_corpus.h>
#include <espalier/text/sequences/held_out.h>
#include <espalier/text/sequences/masking.h>

namespace espalier::text {

/// A permutation of [0, size) in which each position can be asked for alone, without memory: a
/// Feistel network over the next power of four, whose round function is `Random`, walked until it
/// falls into the range. A pure function of (size, seed, stream). Cost: about 14 Philox blocks.
/// Source: Luby and Rackoff 1988; Black and Rogaway 2002 (cycle walking).
class RandomPermutation {
 public:
  /// Throws ShapeError if `size` is not positive.
  RandomPermutation(std::int64_t size, std::uint64_t seed, std::uint64_t stream);

  /// The element at `position`, which must be in [0, size).
  std::int64_t operator()(std::int64_t position) const;

 private:
  std::uint64_t size_;
  std::uint64_t seed_;
  std::uint64_t stream_;
  unsigned half_bits_;
};

/// Which training sequences a step sees: the positions step * batch_size ... of the endless
/// sequence of epochs, each a random permutation of all sequences. So each sequence is seen once in
/// an epoch, a batch may straddle two epochs, and a resumed run needs the step alone. A pure
/// function of (sequences, batch_size, seed, step).
///
/// Of a mixture, each corpus has epochs of its own. Of any kMixtureBlock positions from a multiple
/// of it on, each has as many as its weight asks for, by largest remainder, in random order.
class BatchSampler {
 public:
  /// Weights are kept to a thousandth, and met exactly after so many sequences.
  static constexpr std::int64_t kMixtureBlock = 1024;

  /// Throws ConfigError if `batch_size` is not positive, ShapeError if `sequences` is not.
  BatchSampler(std::int64_t sequences, std::int64_t batch_size, std::uint64_t seed);
  /// Of a mixture; as above of one share alone. Throws ShapeError if there is none or one of them
  /// has no sequences, and ConfigError too if a weight gives no sequence of kMixtureBlock.
  BatchSampler(const std::vector<CorpusShare>& shares, std::int64_t batch_size, std::uint64_t seed);

  /// Indices of the training sequences of a step, from 0.
  std::vector<std::int64_t> batch(std::int64_t step) const;

 private:
  /// A corpus among the sequences, and among the positions of a block.
  struct Part {
    std::int64_t first, sequences;
    std::int64_t slot, slots;
  };
  std::int64_t sequence_at(std::int64_t position) const;

  std::vector<Part> parts_;
  std::int64_t batch_size_;
  std::uint64_t seed_;
};

/// The sequences of a part on which every run is validated: the first `maximum` of them after a
/// shuffle with a seed of its own, the same for every run. Throws ConfigError if `maximum` is not
/// positive.
std::vector<std::int64_t> validation_choice(SequenceRange part, std::int64_t maximum);

/// The piece of this number, from 0, of all sequences of a part after that shuffle: so many that
/// they are a `share` of it, one at least, from where the piece before ended, over and over.
std::vector<std::int64_t> validation_piece(SequenceRange part, double share, std::int64_t number);

/// The batches on which every run is validated, or tested: a choice of a part of the held-out
/// sequences, in batches of `batch_size` (the last may be smaller), masked once and for all. The
/// draw has a seed of its own, so that runs of different seeds are measured on the same tokens;
/// what is masked does not depend on `batch_size`, and a batch may have nothing masked. Rows of
/// sentences become pairs with others of the `part`, half of which do not go on if `next_sentence`.
/// Throws ConfigError if the size is not positive, and as `SentencePairs`.
std::vector<MaskedBatch> validation_batches(const PackedSequences& held_out, SequenceRange part,
                                            std::span<const std::int64_t> chosen,
                                            const Tokenizer& tokenizer,
                                            const MaskingOptions& masking, std::int64_t batch_size,
                                            bool next_sentence = false);

}  // namespace espalier::text
