// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::text {

/// One unit of text that is never divided between training and validation.
struct Document {
  std::string key;   ///< headword in the default corpus; empty in a user's
  std::string text;  ///< one line of cleaned UTF-8
};

/// A file that a corpus was read from.
struct CorpusSource {
  std::string path;
  std::int64_t bytes = 0;
  std::string hash;         ///< XXH3 of the file as it lies on the disk, hexadecimal
  bool as_expected = true;  ///< false if a file of the default corpus is not Debian 12's
};

/// Facts about a corpus and how it was made, for the manifest of a run.
struct CorpusFacts {
  std::string name;  ///< "default" or the path that was given
  std::string hash;  ///< XXH3 of every key and text with its split, in order, hexadecimal
  std::int64_t training_documents = 0;
  std::int64_t validation_documents = 0;
  std::int64_t training_words = 0;  ///< words are runs of bytes between spaces
  std::int64_t validation_words = 0;
  std::int64_t training_bytes = 0;
  std::int64_t validation_bytes = 0;
  std::int64_t invalid_bytes = 0;  ///< bytes that were no UTF-8, each replaced by U+FFFD
  std::int64_t cut_documents = 0;  ///< cuts in documents longer than kMaximumDocumentBytes
  std::int64_t dropped_documents =
      0;  ///< validation documents left out since training has them too
  std::vector<CorpusSource> sources;
};

/// One of the corpora of a mixture.
struct CorpusPart {
  std::string source;  ///< "default" or a path
  double weight = 1;   ///< its share of the sequences trained on, relative to the others'
};

struct Corpus {
  std::vector<Document> train;
  std::vector<Document> validation;
  std::vector<CorpusPart> parts = {};  ///< of a mixture; empty for one corpus
  /// Number of documents of each part in `train`, where one part follows the other.
  std::vector<std::int64_t> part_documents = {};
  CorpusFacts facts;
};

inline constexpr const char* kDefaultCorpusFolder = ".cache/corpus";

struct CorpusOptions {
  /// "default", or the path of a text file (plain, gzip, xz or zstd) or of a folder of them; or a
  /// mixture of these, see `corpus_parts`.
  std::string source = "default";
  /// Folder of the default corpus, which holds `usr/share/dictd` and `usr/share/wordnet`. If this
  /// is not changed, $ESPALIER_DATA replaces it where that is set.
  std::filesystem::path folder = kDefaultCorpusFolder;
  /// Share of the documents (in the default corpus: of the headwords) for validation; in (0, 0.5].
  double validation_fraction = 0.05;
  /// Most bytes of decoded text that are read, of each corpus of a mixture: a limit on memory and
  /// on decompression bombs.
  std::int64_t maximum_bytes = std::int64_t{4} << 30;
};

/// Longer documents are cut at a space, so that one endless line neither becomes one document nor
/// stands wholly on one side of the split.
inline constexpr std::size_t kMaximumDocumentBytes = std::size_t{64} << 10;

/// The corpora of a mixture "SOURCE=WEIGHT SOURCE=WEIGHT ...". Empty if `source` is not a mixture:
/// it has no "=", or is a path that exists. Throws ConfigError "data.corpus: ..." if a weight is
/// not a finite number above 0, a source is empty or given twice, or there is only one.
std::vector<CorpusPart> corpus_parts(const std::string& source);

/// Reads a corpus and splits it into training and validation.
///
/// A mixture: each of its corpora is read and split separately, one after the other. A document
/// that several corpora have is kept in each. Equal documents of users' texts are on one side of
/// the split.
///
/// A user's text: a document is a paragraph (blank lines separate them); in a file without blank
/// lines, each line. LF, CR LF, CR, U+0085, U+2028 and U+2029 end a line. White space runs become
/// one space. Which files of a folder are read, and in which order: see `find_corpus_files`. A
/// document goes to validation if the hash of its text is below `validation_fraction`, so equal
/// documents stand on one side. The default corpus: see `text/corpora/default_corpus.h`.
///
/// Throws IoError or FormatError naming the file (see `read_text_file`) and if there is no text at
/// all; ConfigError naming the key for an option outside its domain.
/// A pure function of the options and the files. Cost: memory is the text and twice the largest
/// file.
Corpus load_corpus(const CorpusOptions& options);

/// Hash of everything that `load_corpus` depends on (the files' bytes, the split, the version of
/// the cleaning), hexadecimal, without decoding or cleaning: the key of a cache. Throws as
/// `load_corpus`.
std::string source_fingerprint(const CorpusOptions& options);

/// The files that `load_corpus` reads, in that order: those of `CorpusFacts::sources`. Throws as
/// `load_corpus`.
std::vector<std::filesystem::path> source_files(const CorpusOptions& options);

/// Bytes of these files, as they lie on the disk. Throws as `load_corpus`.
std::int64_t source_bytes(const CorpusOptions& options);

/// Whether a document with this split key validates: hash(key) < fraction * 2^64.
bool is_validation(std::string_view split_key, double validation_fraction);

/// Documents of a corpus. Each takes some hundred bytes of memory besides its text, so that a file
/// of very short lines would need many times its length.
inline constexpr std::size_t kMostDocuments = std::size_t{1} << 26;

/// Documents of a user's text (one file), as `load_corpus` makes them; `cuts` counts the cuts.
/// Throws FormatError if there are more than kMostDocuments.
std::vector<std::string> split_documents(std::string_view text, std::int64_t& cuts);

/// Fills in hash and counts from the documents.
void count_corpus(Corpus& corpus);

}  // namespace espalier::text
