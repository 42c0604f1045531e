// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/default_corpus.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <unordered_set>
#include <vector>

#include <espalier/files/content_hash.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/corpora/gcide.h>
#include <espalier/text/corpora/wordnet.h>
#include <espalier/text/reading/ascii_text.h>
#include <espalier/text/reading/text_file.h>

namespace espalier::text {
namespace {

namespace fs = std::filesystem;
using std::string;
using std::string_view;

struct SourceFile {
  const char* path;
  const char*
      hash;  ///< XXH3 of the file in Debian 12: dict-gcide 0.48.5+nmu2, wordnet-base 1:3.0-37
};
constexpr std::array<SourceFile, 5> kSourceFiles = {{
    {"usr/share/dictd/gcide.dict.dz", "67ecbe89d1856844"},
    {"usr/share/wordnet/data.noun", "dbe7851299da8e3b"},
    {"usr/share/wordnet/data.verb", "f55481a6c2592714"},
    {"usr/share/wordnet/data.adj", "352fdbbb126f3186"},
    {"usr/share/wordnet/data.adv", "0cce9ae241a6788d"},
}};

/// The folder to read: one that was given, else $ESPALIER_DATA, else the default.
fs::path corpus_folder(const fs::path& folder) {
  if (!folder.empty() && folder != kDefaultCorpusFolder) return folder;
  const char* environment = std::getenv("ESPALIER_DATA");
  return environment != nullptr && *environment != '\0' ? environment : kDefaultCorpusFolder;
}

/// Cleaned documents of both sources in order, with the hashes of their passages.
class Collector {
 public:
  explicit Collector(double validation_fraction) : validation_fraction_(validation_fraction) {}

  void add(DictionaryEntry entry) {
    const bool validates = is_validation(lower_case(entry.headword), validation_fraction_);
    Document document{.key = std::move(entry.headword), .text = std::move(entry.text)};
    std::vector<std::uint64_t> hashes;
    for (const string& passage : entry.passages)
      hashes.push_back(files::content_hash(comparable_text(passage)));
    if (validates) {
      validation_.push_back(std::move(document));
      validation_hashes_.push_back(std::move(hashes));
    } else {
      corpus_.train.push_back(std::move(document));
      training_hashes_.insert(hashes.begin(), hashes.end());
    }
    ++count_;
  }

  std::int64_t count() const { return count_; }
  CorpusFacts& facts() { return corpus_.facts; }

  Corpus finish() && {
    for (std::size_t i = 0; i < validation_.size(); ++i) {
      const bool shared =
          std::any_of(validation_hashes_[i].begin(), validation_hashes_[i].end(),
                      [&](std::uint64_t hash) { return training_hashes_.count(hash) > 0; });
      if (shared) {
        ++corpus_.facts.dropped_documents;
      } else {
        corpus_.validation.push_back(std::move(validation_[i]));
      }
    }
    return std::move(corpus_);
  }

 private:
  double validation_fraction_;
  Corpus corpus_;
  std::vector<Document> validation_;
  std::vector<std::vector<std::uint64_t>> validation_hashes_;
  std::unordered_set<std::uint64_t> training_hashes_;
  std::int64_t count_ = 0;
};

}  // namespace

std::vector<fs::path> default_corpus_files(const fs::path& given_folder) {
  const fs::path folder = corpus_folder(given_folder);
  std::vector<fs::path> files;
  for (const SourceFile& source : kSourceFiles) {
    files.push_back(folder / source.path);
    std::error_code error;
    if (!fs::exists(files.back(), error)) {
      throw IoError(
          "default corpus: '" + files.back().string() +
          "' is missing (key data.folder); run ./reproduce, or extract the Debian packages "
          "dict-gcide and wordnet-base into '" +
          folder.string() + "'");
    }
  }
  return files;
}

string comparable_text(string_view text) {
  string out;
  for (const char c : text) {
    if (is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80) {
      out += to_lower(c);
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

Corpus load_default_corpus(const CorpusOptions& options) {
  const std::vector<fs::path> files = default_corpus_files(options.folder);
  Collector collector(options.validation_fraction);
  std::int64_t bytes_left = options.maximum_bytes;
  for (std::size_t f = 0; f < files.size(); ++f) {
    const TextFile file = read_text_file(files[f], bytes_left);
    bytes_left =
        std::max<std::int64_t>(bytes_left - static_cast<std::int64_t>(file.text.size()), 0);
    const string hash = files::hex(file_hash(files[f]));
    collector.facts().invalid_bytes += file.invalid_bytes;
    collector.facts().sources.push_back(
        {.path = files[f].string(),
         .bytes = static_cast<std::int64_t>(fs::file_size(files[f])),
         .hash = hash,
         .as_expected = hash == kSourceFiles[f].hash});
    const std::int64_t before = collector.count();
    if (f == 0) {
      for (const string_view text : split_gcide(file.text)) {
        if (auto entry = clean_gcide_entry(text)) collector.add(std::move(*entry));
      }
    } else {
      for (const string_view line : split_lines(file.text)) {
        if (auto entry = parse_wordnet_line(line)) collector.add(std::move(*entry));
      }
    }
    if (collector.count() == before) {
      throw FormatError("default corpus: '" + files[f].string() + "' holds no entry");
    }
  }
  return std::move(collector).finish();
}

}  // namespace espalier::text
