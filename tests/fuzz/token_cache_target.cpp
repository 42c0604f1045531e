// SPDX-License-Identifier: Apache-2.0
// An input is what stands in a token cache between the magic word and the hash, which are added, so
// that they do not keep inputs away from what is behind them: for each of the four blocks its
// length and its bytes. It is read as a whole file too.
#include <numeric>
#include <vector>

#include <espalier/files/content_hash.h>
#include <espalier/text/sequences/sentence_pairs.h>
#include <espalier/text/sequences/token_cache.h>
#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {
namespace {

constexpr std::int64_t kSequence = text::kMinimumSequence;

/// Pairs of all rows, by their layout as training has it.
void use_pairs(const text::PreparedData& data) {
  const auto& special = data.tokenizer.special();
  for (const auto* split : {&data.corpus.train, &data.corpus.validation}) {
    if (split->count() == 0) continue;
    std::vector<std::int64_t> rows(static_cast<std::size_t>(split->count()));
    std::iota(rows.begin(), rows.end(), 0);
    for (const bool next_sentence : {false, true})
      may_refuse([&] {
        const text::SentencePairs pairs(*split, {{0, split->count()}}, special, 1, next_sentence);
        const auto batch = pairs.pairs(rows, 1);
        const auto layout = text::pair_layout(batch.tokens, kSequence, special);
        require(layout.lengths.size() == rows.size(), "each row makes a pair");
      });
  }
}

void check_cache(const std::string& file) {
  may_refuse([&] {
    const text::PreparedData data = text::parse_cache(file, "input", kSequence);
    for (const auto* split : {&data.corpus.train, &data.corpus.validation})
      for (const std::int32_t token : split->tokens)
        require(token >= 0 && token < data.tokenizer.size(), "a token is in the vocabulary");
    if (data.corpus.facts.packing == text::Packing::kSentencePairs) use_pairs(data);
    const std::string text = text::cache_bytes(data);
    const auto again = must_accept([&] { return text::parse_cache(text, "output", kSequence); });
    require(again.corpus.train.tokens == data.corpus.train.tokens, "what is written is read back");
  });
}

}  // namespace

ESPALIER_FUZZ_TARGET(token_cache)(std::string_view bytes) {
  check_cache(std::string(bytes));
  std::string file = "ESPTOK01" + with_repetitions(bytes);
  const std::uint64_t hash = files::content_hash(file);
  check_cache(file.append(reinterpret_cast<const char*>(&hash), sizeof hash));
}

}  // namespace espalier::fuzz
