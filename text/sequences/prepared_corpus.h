// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include <espalier/text/corpora/corpus.h>
#include <espalier/text/sequences/encoded_corpus.h>

namespace espalier::text {

/// The data of a language model: keys of the table [data] of a configuration.
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

/// Reads, cleans, learns the vocabulary, encodes and packs, or takes the result from the cache.
///
/// The cache holds one file for each (bytes of the sources, split, vocabulary, sequence length,
/// packing, version of format and cleaning), `encoded/<key>.tokens`, with an XXH3 checksum at its
/// end. Beside it is the vocabulary, `encoded/<key>.vocab.txt`, for people and other programs; it
/// is never read. Files are written aside, synced and renamed, so that several processes may
/// prepare the same data. A damaged file is rebuilt; a folder that cannot be written is not
/// used, and neither is the cache for sources that change while they are read; `cache_note` tells.
/// The result is the same with or without the cache. Throws as `load_corpus`,
/// `Tokenizer::from_file`, `Tokenizer::learn` and `encode_corpus`. Cost: the default corpus takes
/// some 5 s on one core, from the cache a tenth of a second.
PreparedData prepare_corpus(const DataOptions& options,
                            const std::function<void(const std::string&)>& say = {});

/// Files with more bytes than this, on the disk, take longer to encode than a preview may.
inline constexpr std::int64_t kMostPreviewedBytes = std::int64_t{64} << 20;

/// The same within seconds and without writing anything: from the cache, or encoded anew. Nothing
/// if the files have more than `most_bytes` and are not in the cache; then it only checks that
/// files and vocabulary can be read. Throws as `prepare_corpus`.
std::optional<PreparedData> preview_corpus(const DataOptions& options,
                                           std::int64_t most_bytes = kMostPreviewedBytes);

}  // namespace espalier::text
// Tested by tests/text/sequences/encoded_corpus_test.cpp
