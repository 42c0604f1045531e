// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/batches.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/text/sequences/sentence_pairs.h>

namespace espalier::text {
namespace {

/// Of the validation shuffle and masks; never the run's seed.
constexpr std::uint64_t kValidationSeed = 20210713;

/// Four rounds make a Feistel network pseudorandom for large domains; small ones want some more.
constexpr std::uint64_t kRounds = 7;

void check_positive(const char* key, std::int64_t value) {
  if (value <= 0) {
    throw ConfigError(std::string(key) + ": found " + std::to_string(value) +
                      ", expected a positive number");
  }
}

/// How many positions of a block each share gets, by largest remainder; ties go to the first.
std::vector<std::int64_t> slots_of(const std::vector<CorpusShare>& shares) {
  constexpr auto kSlots = BatchSampler::kMixtureBlock;
  double sum = 0;
  for (const CorpusShare& share : shares) sum += share.weight;
  if (!std::isfinite(sum)) throw ConfigError("data.corpus: the sum of the weights is too large");
  std::vector<std::int64_t> slots;
  std::vector<std::pair<double, std::size_t>> remainders;
  std::int64_t left = kSlots;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double quota = shares[i].weight / sum * static_cast<double>(kSlots);
    slots.push_back(static_cast<std::int64_t>(quota));
    left -= slots.back();
    remainders.emplace_back(static_cast<double>(slots.back()) - quota, i);
  }
  std::ranges::sort(remainders);
  for (std::int64_t i = 0; i < left; ++i) ++slots[remainders[static_cast<std::size_t>(i)].second];
  return slots;
}

}  // namespace

RandomPermutation::RandomPermutation(std::int64_t size, std::uint64_t seed, std::uint64_t stream)
    : size_(static_cast<std::uint64_t>(size)), seed_(seed), stream_(stream) {
  if (size <= 0) {
    throw ShapeError("permutation: found size " + std::to_string(size) +
                     ", expected a positive number");
  }
  const auto bits = static_cast<unsigned>(std::bit_width(size_ - 1));
  half_bits_ = std::max(1u, (bits + 1) / 2);
}

std::int64_t RandomPermutation::operator()(std::int64_t position) const {
  const Random random(seed_, stream_);
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  auto value = static_cast<std::uint64_t>(position);
  do {
    std::uint64_t left = value >> half_bits_;
    std::uint64_t right = value & mask;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      // A half has at most 31 bits, so the counter is unique for (round, half).
      const std::uint64_t mixed = left ^ (random.bits(round << 32 | right) & mask);
      left = right;
      right = mixed;
    }
    value = left << half_bits_ | right;
  } while (value >= size_);
  return static_cast<std::int64_t>(value);
}

BatchSampler::BatchSampler(std::int64_t sequences, std::int64_t batch_size, std::uint64_t seed)
    : BatchSampler({CorpusShare{.sequences = sequences, .weight = 1}}, batch_size, seed) {}

BatchSampler::BatchSampler(const std::vector<CorpusShare>& shares, std::int64_t batch_size,
                           std::uint64_t seed)
    : batch_size_(batch_size), seed_(seed) {
  check_positive("training.batch", batch_size);
  if (shares.empty()) throw ShapeError("training sequences: found no corpus, expected one");
  std::int64_t first = 0, slot = 0;
  const std::vector<std::int64_t> slots = slots_of(shares);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i].sequences <= 0)
      throw ShapeError("training sequences: found " + std::to_string(shares[i].sequences) +
                       ", expected a positive number");
    if (slots[i] == 0)
      throw ConfigError("data.corpus: weight " + std::to_string(i + 1) + " of " +
                        std::to_string(shares.size()) + " gives no sequence of " +
                        std::to_string(kMixtureBlock) + ", expected a larger one");
    parts_.push_back(
        {.first = first, .sequences = shares[i].sequences, .slot = slot, .slots = slots[i]});
    first += shares[i].sequences;
    slot += slots[i];
  }
}

std::int64_t BatchSampler::sequence_at(std::int64_t position) const {
  std::size_t corpus = 0;
  if (parts_.size() > 1) {
    const std::int64_t block = position / kMixtureBlock;
    const RandomPermutation order(kMixtureBlock, seed_,
                                  stream_id("corpus order", static_cast<std::uint64_t>(block)));
    const std::int64_t slot = order(position % kMixtureBlock);
    while (slot >= parts_[corpus].slot + parts_[corpus].slots) ++corpus;
    position = block * parts_[corpus].slots + (slot - parts_[corpus].slot);
  }
  const Part& part = parts_[corpus];
  const std::string stream = corpus == 0 ? "epoch order" : "epoch order " + std::to_string(corpus);
  const RandomPermutation order(
      part.sequences, seed_,
      stream_id(stream, static_cast<std::uint64_t>(position / part.sequences)));
  return part.first + order(position % part.sequences);
}

std::vector<std::int64_t> BatchSampler::batch(std::int64_t step) const {
  std::vector<std::int64_t> indices;
  indices.reserve(static_cast<std::size_t>(batch_size_));
  const std::int64_t first = step * batch_size_;
  for (std::int64_t position = first; position < first + batch_size_; ++position)
    indices.push_back(sequence_at(position));
  return indices;
}

std::vector<std::int64_t> validation_choice(SequenceRange part, std::int64_t maximum) {
  check_positive("validation sequences", maximum);
  const RandomPermutation order(part.count(), kValidationSeed, stream_id("validation order"));
  std::vector<std::int64_t> chosen(static_cast<std::size_t>(std::min(maximum, part.count())));
  for (std::size_t i = 0; i < chosen.size(); ++i)
    chosen[i] = part.begin + order(static_cast<std::int64_t>(i));
  return chosen;
}

std::vector<std::int64_t> validation_piece(SequenceRange part, double share, std::int64_t number) {
  const std::vector<std::int64_t> all = validation_choice(part, part.count());
  const auto count = static_cast<std::size_t>(
      std::max(1LL, std::llround(share * static_cast<double>(part.count()))));
  std::vector<std::int64_t> piece(count);
  const std::size_t first = static_cast<std::size_t>(number) * count;
  for (std::size_t i = 0; i < count; ++i) piece[i] = all[(first + i) % all.size()];
  return piece;
}

std::vector<MaskedBatch> validation_batches(const PackedSequences& held_out, SequenceRange part,
                                            std::span<const std::int64_t> chosen,
                                            const Tokenizer& tokenizer,
                                            const MaskingOptions& masking, std::int64_t batch_size,
                                            bool next_sentence) {
  check_positive("validation batch", batch_size);
  const Masker masker(tokenizer, masking, kValidationSeed);
  std::optional<SentencePairs> pairs;
  if (held_out.packing == Packing::kSentencePairs)
    pairs.emplace(held_out, std::vector{part}, tokenizer.special(), kValidationSeed, next_sentence);

  std::vector<MaskedBatch> batches;
  for (std::size_t at = 0; at < chosen.size(); at += static_cast<std::size_t>(batch_size)) {
    const auto ids =
        chosen.subspan(at, std::min(static_cast<std::size_t>(batch_size), chosen.size() - at));
    PairBatch batch = pairs ? pairs->pairs(ids, 0) : PairBatch{held_out.gather(ids), {}};
    batches.push_back(masker.mask(batch.tokens, held_out.sequence_length, ids, 0));
    batches.back().next_sentence = std::move(batch.next_sentence);
  }
  return batches;
}

}  // namespace espalier::text
