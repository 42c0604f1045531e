// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/sparse/core/context.h>
#include <espalier/text/corpora/corpus.h>
#include <espalier/text/sequences/packing.h>
#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {

/// The part of one corpus in the training sequences, in which one corpus follows the other.
struct CorpusShare {
  std::int64_t sequences = 0;
  double weight = 1;  ///< share of training that is drawn from it, relative to the others'
};

/// Facts about an encoded corpus, for the manifest of a run.
struct EncodedFacts {
  CorpusFacts corpus;
  std::string vocabulary_hash;
  std::int64_t vocabulary_size = 0;
  Packing packing = Packing::kStream;
  std::int64_t training_tokens = 0;  ///< in the packed sequences, special ones and padding included
  std::int64_t validation_tokens = 0;
  double training_unknown_fraction = 0;  ///< share of [UNK] among tokens that are text
  double validation_unknown_fraction = 0;
  /// Entropy in nats of the distribution of tokens in the validation sequences, special tokens left
  /// out: the least masked-LM loss of a model that ignores the context,
  ///   H = - sum over tokens v of p(v) ln p(v).
  double validation_unigram_entropy = 0;
  /// See `context_free_loss`: what the validation tokens' frequencies and copying give, with the
  /// usual masking.
  double validation_context_free_loss = 0;
  /// Loss in nats on the validation tokens of the training tokens' distribution with one added to
  /// each count of the non-special vocabulary: what such a model can learn.
  double training_unigram_cross_entropy = 0;
  std::vector<CorpusShare> shares = {};  ///< of a mixture; empty for one corpus
  bool from_cache = false;
  std::string cache_note;  ///< empty, or why a cache file was rebuilt or could not be written
};

struct EncodedCorpus {
  PackedSequences train;
  PackedSequences validation;
  EncodedFacts facts;

  /// The corpora of a mixture, or the one corpus.
  std::vector<CorpusShare> training_shares() const;
};

/// The sequences of a text, with the tokenizer and the facts.
struct PreparedData {
  EncodedCorpus corpus;
  Tokenizer tokenizer;
};

/// How texts are processed. Nothing here changes the result.
struct TextWork {
  const Context* context = nullptr;  ///< null: on the calling thread
  /// Called every ten seconds with a line for the user that tells the time left; may be empty.
  std::function<void(const std::string&)> say = {};
};

/// How often each word occurs in the documents. The order of the documents does not matter.
WordCounts count_words(std::span<const Document> documents, const TextWork& work = {});

/// Encodes documents and lays them out in sequences, in an order drawn from `seed`. Throws as
/// `make_packer`.
PackedSequences pack(std::span<const Document> documents, const Tokenizer& tokenizer,
                     std::int64_t sequence_length, std::uint64_t seed,
                     Packing packing = Packing::kStream, const TextWork& work = {});

/// Packs both splits, of a mixture the training documents of each corpus by themselves, and
/// computes the facts. Throws FormatError if a split, or a corpus' part of it, does not fill one
/// sequence or is nothing but [UNK].
EncodedCorpus encode_corpus(const Corpus& corpus, const Tokenizer& tokenizer,
                            std::int64_t sequence_length, Packing packing = Packing::kStream,
                            const TextWork& work = {});

}  // namespace espalier::text
