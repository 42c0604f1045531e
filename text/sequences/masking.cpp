// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/masking.h>

#include <cmath>
#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::text {
namespace {

void check_fraction(const char* key, double value, bool zero_allowed) {
  const bool is_valid = value <= 1 && (zero_allowed ? value >= 0 : value > 0);
  if (!is_valid) {
    throw ConfigError(std::string("masking.") + key + ": found " + std::to_string(value) +
                      (zero_allowed ? ", expected in [0, 1]" : ", expected in (0, 1]"));
  }
}

/// x ln x, continued to 0.
double x_log_x(double x) { return x > 0 ? x * std::log(x) : 0; }

}  // namespace

double context_free_loss(std::span<const double> probabilities, const MaskingOptions& options) {
  const double random =
      options.random_token_fraction / static_cast<double>(probabilities.size());  // r / n
  const double unchanged = 1 - options.mask_token_fraction - options.random_token_fraction;
  double entropy = 0;
  for (const double p : probabilities) entropy -= x_log_x(p);
  // Sum over y of p(y) r/n ln(p(y) r/n), from which each x takes its own term.
  const double all_random = x_log_x(random) - random * entropy;
  double loss = options.mask_token_fraction * entropy;
  for (const double p : probabilities) {
    const double visible = random + unchanged * p;
    loss +=
        x_log_x(visible) - x_log_x(p * (random + unchanged)) - (all_random - x_log_x(p * random));
  }
  return loss;
}

Masker::Masker(const SpecialTokens& special, std::int64_t vocabulary_size, MaskingOptions options,
               std::uint64_t seed)
    : special_(special), vocabulary_size_(vocabulary_size), options_(options), seed_(seed) {
  check_fraction("masked_fraction", options.masked_fraction, false);
  check_fraction("mask_token_fraction", options.mask_token_fraction, true);
  check_fraction("random_token_fraction", options.random_token_fraction, true);
  check_fraction("mask_token_fraction + random_token_fraction",
                 options.mask_token_fraction + options.random_token_fraction, true);
  const auto specials = static_cast<std::int64_t>(special.sorted().size());
  if (vocabulary_size <= specials) {
    throw ConfigError("vocabulary size: found " + std::to_string(vocabulary_size) +
                      ", expected more than the " + std::to_string(specials) + " special tokens");
  }
}

Masker::Masker(const Tokenizer& tokenizer, const MaskingOptions& options, std::uint64_t seed)
    : Masker(tokenizer.special(), tokenizer.size(), options, seed) {
  if (!options.whole_words) return;
  for (std::int32_t id = 0; id < tokenizer.size(); ++id)
    continues_.push_back(tokenizer.continues(id));
}

std::int32_t Masker::random_token(std::uint64_t rank) const {
  auto token = static_cast<std::int32_t>(rank);
  for (const std::int32_t special : special_.sorted()) token += token >= special;
  return token;
}

MaskedBatch Masker::mask(std::span<const std::int32_t> tokens, std::int64_t sequence_length,
                         std::span<const std::int64_t> sequence_ids, std::uint64_t round) const {
  const auto length = static_cast<std::size_t>(sequence_length);
  if (sequence_length <= 0 || tokens.size() != sequence_ids.size() * length) {
    throw ShapeError("masking: found " + std::to_string(tokens.size()) + " tokens, expected " +
                     std::to_string(sequence_ids.size()) + " sequences of " +
                     std::to_string(sequence_length));
  }
  MaskedBatch batch{.inputs = {tokens.begin(), tokens.end()}, .positions = {}, .labels = {}};
  const auto non_special = static_cast<std::uint64_t>(vocabulary_size_) - special_.sorted().size();

  // Three draws for each position, whether they are used or not: choice, kind of replacement,
  // token.
  const auto replace = [&](std::size_t flat, const Random& random, std::uint64_t position) {
    const double kind = random.uniform(3 * position + 1);
    batch.positions.push_back(static_cast<std::int32_t>(flat));
    batch.labels.push_back(tokens[flat]);
    if (kind < options_.mask_token_fraction) {
      batch.inputs[flat] = special_.mask;
    } else if (kind < options_.mask_token_fraction + options_.random_token_fraction) {
      batch.inputs[flat] = random_token(random.below(3 * position + 2, non_special));
    }
  };
  const auto goes_on = [&](std::int32_t token) {
    return !continues_.empty() && continues_[static_cast<std::size_t>(token)];
  };

  for (std::size_t sequence = 0; sequence < sequence_ids.size(); ++sequence) {
    const Random random(
        seed_, stream_id("mask", round, static_cast<std::uint64_t>(sequence_ids[sequence])));
    bool in_word = false;  // is the position before of one,
    double word = 0;       // and which draw chose it
    for (std::size_t position = 0; position < length; ++position) {
      const std::size_t flat = sequence * length + position;
      if (tokens[flat] < 0 || tokens[flat] >= vocabulary_size_) {
        throw ShapeError("masking: found token " + std::to_string(tokens[flat]) +
                         ", expected in [0, " + std::to_string(vocabulary_size_) + ")");
      }
      if (special_.contains(tokens[flat])) {
        in_word = false;
        continue;
      }
      if (!in_word || !goes_on(tokens[flat])) word = random.uniform(3 * position);
      in_word = true;
      if (word < options_.masked_fraction) replace(flat, random, position);
    }
  }
  return batch;
}

}  // namespace espalier::text
