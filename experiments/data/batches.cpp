// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/data/batches.h>

#include <algorithm>
#include <bit>
#include <span>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::experiments {
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
    : sequences_(sequences), batch_size_(batch_size), seed_(seed) {
  check_positive("training.batch", batch_size);
  if (sequences <= 0) {
    throw ShapeError("training sequences: found " + std::to_string(sequences) +
                     ", expected a positive number");
  }
}

std::vector<std::int64_t> BatchSampler::batch(std::int64_t step) const {
  std::vector<std::int64_t> indices;
  indices.reserve(static_cast<std::size_t>(batch_size_));
  const std::int64_t first = step * batch_size_;
  for (std::int64_t position = first; position < first + batch_size_; ++position) {
    const std::int64_t epoch = position / sequences_;
    const RandomPermutation order(sequences_, seed_,
                                  stream_id("epoch order", static_cast<std::uint64_t>(epoch)));
    indices.push_back(order(position % sequences_));
  }
  return indices;
}

std::vector<MaskedBatch> validation_batches(const PackedSequences& held_out, SequenceRange part,
                                            const Tokenizer& tokenizer,
                                            const MaskingOptions& masking,
                                            std::int64_t maximum_sequences,
                                            std::int64_t batch_size) {
  check_positive("validation sequences", maximum_sequences);
  check_positive("validation batch", batch_size);
  const Masker masker(tokenizer, masking, kValidationSeed);
  const RandomPermutation order(part.count(), kValidationSeed, stream_id("validation order"));
  std::vector<std::int64_t> chosen(
      static_cast<std::size_t>(std::min(maximum_sequences, part.count())));
  for (std::size_t i = 0; i < chosen.size(); ++i)
    chosen[i] = part.begin + order(static_cast<std::int64_t>(i));

  std::vector<MaskedBatch> batches;
  for (std::size_t at = 0; at < chosen.size(); at += static_cast<std::size_t>(batch_size)) {
    const auto ids = std::span(chosen).subspan(
        at, std::min(static_cast<std::size_t>(batch_size), chosen.size() - at));
    batches.push_back(masker.mask(held_out.gather(ids), held_out.sequence_length, ids, 0));
  }
  return batches;
}

}  // namespace espalier::experiments
