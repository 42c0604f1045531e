// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/encoded_corpus.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/text/sequences/masking.h>
#include <espalier/text/sequences/sentences.h>
#include <espalier/text/tokenizer/unknown_words.h>

namespace espalier::text {
namespace {

/// Order of the documents in the packed stream; not the run's seed, so that all runs share one
/// cache.
constexpr std::uint64_t kLayoutSeed = 1;

// --- unigram statistics -----------------------------------------------------------------------

/// How often each token occurs; special tokens count zero.
struct Unigrams {
  std::vector<std::int64_t> counts;
  std::int64_t total = 0;

  Unigrams(const PackedSequences& sequences, const Tokenizer& tokenizer)
      : counts(static_cast<std::size_t>(tokenizer.size())) {
    for (const std::int32_t token : sequences.tokens) {
      if (tokenizer.special().contains(token)) continue;
      ++counts[static_cast<std::size_t>(token)];
      ++total;
    }
  }

  double entropy() const {
    double sum = 0;
    for (const std::int64_t count : counts) {
      if (count == 0) continue;
      const double p = static_cast<double>(count) / static_cast<double>(total);
      sum -= p * std::log(p);
    }
    return sum;
  }

  /// Frequencies of the tokens that are not special.
  std::vector<double> probabilities(const SpecialTokens& special) const {
    std::vector<double> out;
    for (std::size_t token = 0; token < counts.size(); ++token) {
      if (special.contains(static_cast<std::int32_t>(token))) continue;
      out.push_back(static_cast<double>(counts[token]) / static_cast<double>(total));
    }
    return out;
  }

  /// Mean loss of `model`, with one added to each count, on these tokens.
  double cross_entropy(const Unigrams& model, std::int64_t non_special) const {
    const double all = static_cast<double>(model.total + non_special);
    double sum = 0;
    for (std::size_t token = 0; token < counts.size(); ++token) {
      if (counts[token] == 0) continue;
      const double p = static_cast<double>(counts[token]) / static_cast<double>(total);
      sum -= p * std::log(static_cast<double>(model.counts[token] + 1) / all);
    }
    return sum;
  }
};

// --- work on long texts -----------------------------------------------------------------------

/// Text of one turn of encoding: its tokens wait in memory until they are packed, and who waits is
/// told no more often than after each.
constexpr std::size_t kTurnBytes = std::size_t{4} << 20;

/// Says now and then how far work on so many bytes of text is.
class Meter {
 public:
  Meter(const char* what, std::size_t total, const TextWork& work)
      : what_(what), total_(total), work_(&work) {}

  void add(std::size_t bytes) {
    done_ += bytes;
    const Clock::time_point now = Clock::now();
    if (!work_->say || done_ == total_ || now - said_ < kInterval) return;
    said_ = now;
    const auto done = static_cast<double>(done_), total = static_cast<double>(total_);
    const double seconds = std::chrono::duration<double>(now - start_).count();
    work_->say(fmt::format("{}: {:.0f}% of {:.0f} MB, {:.0f} s left", what_, 100 * done / total,
                           total / 1e6, seconds * (total - done) / done));
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kInterval{10};  // as of a run's progress

  const char* what_;
  std::size_t total_, done_ = 0;
  const TextWork* work_;
  Clock::time_point start_ = Clock::now(), said_ = start_;
};

/// Calls `body(first, count)` for consecutive elements of kTurnBytes or a little more.
template <typename Elements, typename BytesOf, typename Body>
void in_turns(const char* what, const Elements& elements, const BytesOf& bytes_of,
              const TextWork& work, const Body& body) {
  std::size_t total = 0;
  for (const auto& element : elements) total += bytes_of(element);
  Meter meter(what, total, work);
  for (std::size_t first = 0; first < elements.size();) {
    std::size_t bytes = 0, end = first;
    while (end < elements.size() && bytes < kTurnBytes) bytes += bytes_of(elements[end++]);
    body(first, end - first);
    meter.add(bytes);
    first = end;
  }
}

/// Calls `body(i)` for each i below `count`, possibly concurrently.
template <typename Body>
void for_each(const TextWork& work, std::size_t count, const Body& body) {
  if (work.context == nullptr) {
    for (std::size_t i = 0; i < count; ++i) body(i);
  } else {
    work.context->parallel_for(static_cast<Index>(count),
                               [&](Index i) { body(static_cast<std::size_t>(i)); });
  }
}

/// Appends the ids of a document, as a packer wants them.
void encode_document(std::string_view text, const Tokenizer& tokenizer, Packing packing,
                     std::vector<std::int32_t>& ids) {
  if (packing != Packing::kSentencePairs) return tokenizer.encode(text, ids);
  for (const std::string_view sentence : split_sentences(text)) {
    const std::size_t before = ids.size();
    tokenizer.encode(sentence, ids);
    if (ids.size() > before) ids.push_back(tokenizer.special().sep);
  }
}

}  // namespace

WordCounts count_words(std::span<const Document> documents, const TextWork& work) {
  // More parts than threads, for they are of unequal length; each has a table of its own.
  constexpr std::size_t kPartsPerThread = 4;
  const auto threads =
      static_cast<std::size_t>(work.context == nullptr ? 1 : work.context->threads());
  std::vector<WordCounts> parts(threads == 1 ? 1 : kPartsPerThread * threads);
  in_turns(
      "counting words", documents, [](const Document& document) { return document.text.size(); },
      work,
      [&](std::size_t first, std::size_t count) {
        for_each(work, parts.size(), [&](std::size_t p) {
          const std::size_t end = first + count * (p + 1) / parts.size();
          for (std::size_t i = first + count * p / parts.size(); i < end; ++i)
            parts[p].add_text(documents[i].text);
        });
      });
  if (parts.size() == 1) return std::move(parts.front());
  WordCounts all;
  for (const WordCounts& part : parts)
    for (const auto& [word, count] : part.sorted()) all.add(word, count);
  return all;
}

PackedSequences pack(std::span<const Document> documents, const Tokenizer& tokenizer,
                     std::int64_t sequence_length, std::uint64_t seed, Packing packing,
                     const TextWork& work) {
  const auto packer = make_packer(packing, sequence_length, tokenizer);
  const Random random(seed, stream_id("document order"));
  std::vector<std::pair<std::uint64_t, std::size_t>> order(documents.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = {random.bits(i), i};
  std::sort(order.begin(), order.end());
  const auto bytes_of = [&](const auto& place) { return documents[place.second].text.size(); };
  std::vector<std::vector<std::int32_t>> encoded;
  in_turns("encoding", order, bytes_of, work, [&](std::size_t first, std::size_t count) {
    if (encoded.size() < count) encoded.resize(count);
    for_each(work, count, [&](std::size_t i) {
      encoded[i].clear();
      encode_document(documents[order[first + i].second].text, tokenizer, packing, encoded[i]);
    });
    for (std::size_t i = 0; i < count; ++i) packer->add(encoded[i]);
    // The rest is like the first turn, and a little more.
    if (first == 0 && count < order.size())
      packer->expect(1.05 * static_cast<double>(order.size()) / static_cast<double>(count));
  });
  return packer->finish();
}

std::vector<CorpusShare> EncodedCorpus::training_shares() const {
  if (!facts.shares.empty()) return facts.shares;
  return {{.sequences = train.count(), .weight = 1}};
}

namespace {

/// Throws FormatError if no sequence was made of the documents of `text`, or nothing but [UNK].
/// `remedy` is what to do about too little text.
void require_text(const PackedSequences& packed, std::span<const Document> documents,
                  const Tokenizer& tokenizer, const std::string& text,
                  const std::string& remedy = "expected more text") {
  const auto lengths = [&documents] {
    WordLengths found;
    for (const Document& document : documents) found.add_text(document.text);
    return found;
  };
  if (packed.count() == 0) {
    const std::string problem = lengths().problem();
    throw FormatError(fmt::format("{} does not fill one sequence of {} tokens (data.sequence); {}",
                                  text, packed.sequence_length,
                                  problem.empty() ? remedy : problem));
  }
  require_known(packed.tokens, tokenizer, text, lengths);
}

/// The training documents of each corpus of a mixture by themselves.
PackedSequences pack_parts(const Corpus& corpus, const Tokenizer& tokenizer,
                           std::int64_t sequence_length, Packing packing,
                           std::vector<CorpusShare>& shares, const TextWork& work) {
  PackedSequences all{.sequence_length = sequence_length, .tokens = {}, .packing = packing};
  std::span<const Document> rest(corpus.train);
  for (std::size_t i = 0; i < corpus.parts.size(); ++i) {
    const auto part = rest.first(static_cast<std::size_t>(corpus.part_documents[i]));
    const PackedSequences own = pack(part, tokenizer, sequence_length, kLayoutSeed, packing, work);
    rest = rest.subspan(part.size());
    require_text(own, part, tokenizer,
                 "corpus '" + corpus.parts[i].source + "': its training split");
    shares.push_back({.sequences = own.count(), .weight = corpus.parts[i].weight});
    all.tokens.insert(all.tokens.end(), own.tokens.begin(), own.tokens.end());
  }
  return all;
}

}  // namespace

EncodedCorpus encode_corpus(const Corpus& corpus, const Tokenizer& tokenizer,
                            std::int64_t sequence_length, Packing packing, const TextWork& work) {
  EncodedCorpus encoded;
  std::vector<CorpusShare> shares;
  encoded.train = corpus.parts.empty()
                      ? pack(corpus.train, tokenizer, sequence_length, kLayoutSeed, packing, work)
                      : pack_parts(corpus, tokenizer, sequence_length, packing, shares, work);
  encoded.validation =
      pack(corpus.validation, tokenizer, sequence_length, kLayoutSeed, packing, work);
  const std::string name = "corpus '" + corpus.facts.name + "': its ";
  require_text(encoded.train, corpus.train, tokenizer, name + "training split");
  // Documents are never divided, and few of them may leave a split with nothing.
  require_text(
      encoded.validation, corpus.validation, tokenizer, name + "validation split",
      fmt::format("{} of {} documents validate; expected more text, blank lines between "
                  "documents, or a larger data.validation_fraction",
                  corpus.validation.size(), corpus.validation.size() + corpus.train.size()));
  const Unigrams train(encoded.train, tokenizer);
  const Unigrams validation(encoded.validation, tokenizer);
  const auto non_special =
      tokenizer.size() - static_cast<std::int64_t>(tokenizer.special().sorted().size());
  encoded.facts = {.corpus = corpus.facts,
                   .vocabulary_hash = tokenizer.hash(),
                   .vocabulary_size = tokenizer.size(),
                   .packing = packing,
                   .training_tokens = static_cast<std::int64_t>(encoded.train.tokens.size()),
                   .validation_tokens = static_cast<std::int64_t>(encoded.validation.tokens.size()),
                   .training_unknown_fraction =
                       count_unknown(encoded.train.tokens, tokenizer.special()).fraction(),
                   .validation_unknown_fraction =
                       count_unknown(encoded.validation.tokens, tokenizer.special()).fraction(),
                   .validation_unigram_entropy = validation.entropy(),
                   .validation_context_free_loss =
                       context_free_loss(validation.probabilities(tokenizer.special()), {}),
                   .training_unigram_cross_entropy = validation.cross_entropy(train, non_special),
                   .shares = std::move(shares),
                   .from_cache = false,
                   .cache_note = ""};
  return encoded;
}

}  // namespace espalier::text
