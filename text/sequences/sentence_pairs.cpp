// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/sentence_pairs.h>

#include <algorithm>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::text {
namespace {

/// Share of the pairs whose second segment does not go on with the first.
constexpr double kOtherFraction = 0.5;

/// Draws of one row in one round.
enum Draw : std::uint64_t { kSplit, kIsOther, kOtherRow };

Random random_of(std::uint64_t seed, std::uint64_t round, std::int64_t row) {
  return Random(seed, stream_id("sentence pair", round, static_cast<std::uint64_t>(row)));
}

}  // namespace

PairLayout pair_layout(std::span<const std::int32_t> tokens, std::int64_t sequence_length,
                       const SpecialTokens& special) {
  PairLayout layout;
  layout.segments.reserve(tokens.size());
  std::int32_t separators = 0;
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    if (static_cast<std::int64_t>(t) % sequence_length == 0) {
      layout.lengths.push_back(0);
      separators = 0;
    }
    layout.segments.push_back(separators == 1 ? 1 : 0);
    layout.lengths.back() += tokens[t] != special.pad;
    separators += tokens[t] == special.sep;
  }
  return layout;
}

SentencePairs::SentencePairs(const PackedSequences& rows, std::vector<SequenceRange> parts,
                             const SpecialTokens& special, std::uint64_t seed, bool next_sentence)
    : rows_(&rows),
      parts_(std::move(parts)),
      special_(special),
      seed_(seed),
      next_sentence_(next_sentence) {
  for (const SequenceRange& part : parts_) {
    std::int64_t documents = 0;
    for (std::int64_t row = part.begin; row < part.end && documents < 2; ++row)
      documents += begins_document(row);
    if (next_sentence && documents < 2)
      throw ConfigError(
          "training.next_sentence: found " + std::to_string(documents) + " document in " +
          std::to_string(part.count()) +
          " sequences, expected at least 2 in each corpus, in validation and in test");
  }
}

bool SentencePairs::begins_document(std::int64_t row) const {
  return rows_->sequence(row).front() == special_.cls;
}

std::vector<SentencePairs::Tokens> SentencePairs::sentences(std::int64_t row) const {
  std::vector<Tokens> all;
  Tokens rest = rows_->sequence(row);
  if (rest.front() == special_.cls) rest = rest.subspan(1);
  for (auto end = std::ranges::find(rest, special_.sep); end != rest.end();
       end = std::ranges::find(rest, special_.sep)) {
    const auto length = static_cast<std::size_t>(end - rest.begin());
    all.push_back(rest.first(length));
    rest = rest.subspan(length + 1);
  }
  return all;
}

std::size_t SentencePairs::split(std::int64_t row, std::size_t count, std::uint64_t round) const {
  return 1 + static_cast<std::size_t>(random_of(seed_, round, row).below(kSplit, count - 1));
}

std::int64_t SentencePairs::other_row(std::int64_t row, std::uint64_t round) const {
  const auto part = std::ranges::find_if(
      parts_, [&](const SequenceRange& p) { return row >= p.begin && row < p.end; });
  std::int64_t first = row, end = row + 1;  // of its document
  // A part to test may begin in the middle of a document.
  while (first > part->begin && !begins_document(first)) --first;
  while (end < part->end && !begins_document(end)) ++end;
  // At least one: two documents begin in each part.
  const auto others = static_cast<std::uint64_t>(part->count() - (end - first));
  const std::int64_t other =
      part->begin +
      static_cast<std::int64_t>(random_of(seed_, round, row).below(kOtherRow, others));
  return other < first ? other : other + (end - first);
}

std::vector<std::int32_t> SentencePairs::segment_from(std::int64_t row, std::size_t wanted,
                                                      std::size_t most, std::uint64_t round) const {
  std::vector<std::int32_t> segment;
  std::vector<Tokens> own = sentences(row);
  std::size_t next = split(row, own.size(), round);
  while (true) {
    for (; next < own.size(); ++next) {
      const std::size_t longer = segment.size() + own[next].size();
      if (segment.empty() && longer > most) {
        const Tokens cut = own[next].first(most);
        return {cut.begin(), cut.end()};
      }
      // At least one sentence; another if that brings the length nearer.
      const bool nearer = longer + segment.size() < 2 * wanted;
      if (!segment.empty() && (longer > most || !nearer)) return segment;
      segment.insert(segment.end(), own[next].begin(), own[next].end());
    }
    if (++row == rows_->count() || begins_document(row)) return segment;
    own = sentences(row);
    next = 0;
  }
}

PairBatch SentencePairs::pairs(std::span<const std::int64_t> rows, std::uint64_t round) const {
  const auto length = static_cast<std::size_t>(rows_->sequence_length);
  PairBatch batch;
  batch.tokens.assign(rows.size() * length, special_.pad);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int64_t row = rows[i];
    if (std::ranges::none_of(
            parts_, [&](const SequenceRange& part) { return row >= part.begin && row < part.end; }))
      throw ShapeError("sentence pair: found row " + std::to_string(row) +
                       ", expected one of its parts");
    const std::vector<Tokens> own = sentences(row);
    const std::size_t firsts = split(row, own.size(), round);
    auto to = batch.tokens.begin() + static_cast<std::ptrdiff_t>(i * length);
    const auto begin = to;
    const auto put = [&](Tokens tokens) { to = std::ranges::copy(tokens, to).out; };
    *to++ = special_.cls;
    for (std::size_t s = 0; s < firsts; ++s) put(own[s]);
    *to++ = special_.sep;
    const bool is_other =
        next_sentence_ && random_of(seed_, round, row).uniform(kIsOther) < kOtherFraction;
    if (is_other) {
      std::size_t wanted = 0;
      for (std::size_t s = firsts; s < own.size(); ++s) wanted += own[s].size();
      const std::size_t most = length - 1 - static_cast<std::size_t>(to - begin);
      put(segment_from(other_row(row, round), wanted, most, round));
    } else {
      for (std::size_t s = firsts; s < own.size(); ++s) put(own[s]);
    }
    *to++ = special_.sep;
    batch.next_sentence.push_back(is_other ? 1 : 0);
  }
  return batch;
}

}  // namespace espalier::text
