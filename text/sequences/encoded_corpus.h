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

/// What one corpus has of the training sequences, which lie one corpus after the other.
struct CorpusShare {
  std::int64_t sequences = 0;
  double weight = 1;  ///< how much of training is drawn from it, relative to the others'
};

/// What an encoded corpus is; goes into the manifest of a run.
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

  /// Those of a mixture, or the one corpus.
  std::vector<CorpusShare> training_shares() const;
};

/// What the experiments are trained on: keys of the table [data].
struct DataOptions {
  std::string corpus = "default";  ///< see CorpusOptions::source
  std::filesystem::path folder = kDefaultCorpusFolder;
  std::filesystem::path vocabulary;  ///< a vocab.txt; empty: learnt from the training documents
  std::int64_t vocabulary_size = 8192;
  std::int64_t sequence_length = 128;
  Packing packing = Packing::kStream;
  double validation_fraction = 0.05;
  std::filesystem::path cache_folder = ".cache";  ///< empty: no cache
  int threads = 1;                                ///< 0: as many as the machine has
};

struct PreparedData {
  EncodedCorpus corpus;
  Tokenizer tokenizer;
};

/// How long work on texts is done, which changes nothing of what comes out.
struct TextWork {
  const Context* context = nullptr;  ///< null: on the calling thread
  /// Takes a line for people every ten seconds, with the time that is left; empty: nobody wants it.
  std::function<void(const std::string&)> say = {};
};

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

/// Bytes of a cache file: a magic word, then four blocks (length, bytes): facts as JSON,
/// vocabulary, training and validation tokens; then XXH3 of all that.
std::string cache_bytes(const PreparedData& data);

/// What the bytes of a cache file hold, of sequences of this length; `origin` names it in errors.
/// Throws FormatError unless the hash is right and the parts fit each other. Cost: memory is the
/// tokens and at most some 40 times the facts, which may take 16 MiB.
PreparedData parse_cache(std::string_view bytes, const std::string& origin,
                         std::int64_t sequence_length);

/// Reads, cleans, learns the vocabulary, encodes and packs, or takes the result from the cache.
///
/// The cache holds one file for each (bytes of the sources, split, vocabulary, sequence length,
/// packing, version of format and cleaning), `encoded/<key>.tokens`, with an XXH3 checksum at its
/// end, and beside it the vocabulary, `encoded/<key>.vocab.txt`, for export and for the eye: it is
/// written, not read. Files are written aside, synced and renamed, so that several processes may
/// prepare the same data. A damaged file is rebuilt, a folder that cannot be written is done
/// without; `cache_note` says so. The result is the same with or without the cache. Throws as
/// `load_corpus`, `Tokenizer::from_file`, `Tokenizer::learn` and `encode_corpus`. Cost: the default
/// corpus takes some 5 s on one core, from the cache a tenth of a second.
PreparedData prepare_corpus(const DataOptions& options,
                            const std::function<void(const std::string&)>& say = {});

/// Files of more bytes, as they lie on the disk, take longer to encode than a preview may.
inline constexpr std::int64_t kMostPreviewedBytes = std::int64_t{64} << 20;

/// The same in some seconds and without writing anything: from the cache, or encoded. Nothing of
/// more than `most_bytes` that the cache does not have; then files and vocabulary can be read.
/// Throws as `prepare_corpus`.
std::optional<PreparedData> preview_corpus(const DataOptions& options,
                                           std::int64_t most_bytes = kMostPreviewedBytes);

}  // namespace espalier::text
