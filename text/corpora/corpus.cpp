// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/corpus.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <sstream>
#include <utility>

#include <espalier/files/content_hash.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/corpora/corpus_files.h>
#include <espalier/text/corpora/default_corpus.h>
#include <espalier/text/reading/text_file.h>

namespace espalier::text {
namespace {

namespace fs = std::filesystem;

/// Part of every fingerprint: to be raised when the documents that are made of some text, or the
/// words that are found in them, change.
constexpr std::string_view kCorpusVersion = "espalier corpus 2";

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

void check(const CorpusOptions& options) {
  if (!(options.validation_fraction > 0 && options.validation_fraction <= 0.5)) {
    throw ConfigError("data.validation_fraction: found " +
                      std::to_string(options.validation_fraction) + ", expected in (0, 0.5]");
  }
  if (options.maximum_bytes <= 0) {
    throw ConfigError("corpus: at most " + std::to_string(options.maximum_bytes) +
                      " bytes, expected a positive number");
  }
  if (options.source.empty()) {
    throw ConfigError("data.corpus: found an empty string, expected 'default' or a path");
  }
}

std::vector<fs::path> corpus_files(const CorpusOptions& options) {
  return options.source == kDefaultCorpusName ? default_corpus_files(options.folder)
                                              : find_corpus_files(options.source).files;
}

/// Adds `text` with white space runs as one space, cut at spaces into documents of bounded length.
void add_document(std::string_view text, std::vector<std::string>& documents, std::int64_t& cuts) {
  std::string document;
  std::size_t last_space = 0;
  // What a string grew by while it was filled would be a third of the memory of a long text.
  const auto add = [&documents](std::string&& whole) {
    whole.shrink_to_fit();
    documents.push_back(std::move(whole));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_space(text[i])) {
      if (document.empty() || document.back() == ' ') continue;
      last_space = document.size();
      document += ' ';
    } else {
      document += text[i];
    }
    const bool inside_character =
        i + 1 < text.size() && (static_cast<unsigned char>(text[i + 1]) & 0xc0) == 0x80;
    if (document.size() >= kMaximumDocumentBytes && !inside_character) {
      const std::size_t cut = last_space > 0 ? last_space : document.size();
      std::string rest = document.substr(std::min(document.size(), cut + 1));
      document.resize(cut);
      add(std::move(document));
      document = std::move(rest);
      last_space = 0;
      ++cuts;
    }
  }
  while (!document.empty() && document.back() == ' ') document.pop_back();
  if (!document.empty()) add(std::move(document));
}

/// Those of a file, if the corpus has room for them.
std::vector<std::string> documents_of(const fs::path& path, const TextFile& file, Corpus& corpus) {
  try {
    std::vector<std::string> documents = split_documents(file.text, corpus.facts.cut_documents);
    if (documents.size() > kMostDocuments - corpus.train.size() - corpus.validation.size())
      throw FormatError("the corpus has more than " + std::to_string(kMostDocuments) +
                        " documents with those of this file");
    return documents;
  } catch (const FormatError& error) {
    throw FormatError(path.string() + ": " + error.what());
  }
}

Corpus load_user_corpus(const CorpusOptions& options) {
  Corpus corpus;
  std::int64_t bytes_left = options.maximum_bytes;
  const std::string room = "are left of the " + std::to_string(bytes_left) +
                           " that a corpus may have; divide it into a mixture, of which each part "
                           "may have as many";
  for (const fs::path& path : find_corpus_files(options.source).files) {
    TextFile file = read_text_file(path, bytes_left, room);
    end_lines_at_separators(file.text);
    bytes_left -= static_cast<std::int64_t>(file.text.size());
    bytes_left = std::max<std::int64_t>(bytes_left, 0);
    corpus.facts.invalid_bytes += file.invalid_bytes;
    corpus.facts.sources.push_back({.path = path.string(),
                                    .bytes = static_cast<std::int64_t>(fs::file_size(path)),
                                    .hash = files::hex(file_hash(path))});
    for (std::string& text : documents_of(path, file, corpus)) {
      const bool validates = is_validation(text, options.validation_fraction);
      (validates ? corpus.validation : corpus.train)
          .push_back({.key = "", .text = std::move(text)});
    }
  }
  if (corpus.train.empty() && corpus.validation.empty()) {
    throw FormatError("corpus '" + options.source + "': holds no text, only white space");
  }
  return corpus;
}

void append(std::vector<Document>&& from, std::vector<Document>& to) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

Corpus load_mixture(const CorpusOptions& options, std::vector<CorpusPart> parts) {
  Corpus mixture;
  CorpusFacts& all = mixture.facts;
  files::ContentHash hash;
  CorpusOptions own = options;
  for (const CorpusPart& part : parts) {
    own.source = part.source;
    Corpus corpus = load_corpus(own);
    CorpusFacts& facts = corpus.facts;
    hash.update_field(facts.hash);
    hash.update_field(files::hex(std::bit_cast<std::uint64_t>(part.weight)));
    for (auto count :
         {&CorpusFacts::training_documents, &CorpusFacts::validation_documents,
          &CorpusFacts::training_words, &CorpusFacts::validation_words,
          &CorpusFacts::training_bytes, &CorpusFacts::validation_bytes, &CorpusFacts::invalid_bytes,
          &CorpusFacts::cut_documents, &CorpusFacts::dropped_documents})
      all.*count += facts.*count;
    std::ranges::move(facts.sources, std::back_inserter(all.sources));
    mixture.part_documents.push_back(static_cast<std::int64_t>(corpus.train.size()));
    append(std::move(corpus.train), mixture.train);
    append(std::move(corpus.validation), mixture.validation);
  }
  all.name = options.source;
  all.hash = files::hex(hash.value());
  mixture.parts = std::move(parts);
  return mixture;
}

}  // namespace

std::vector<CorpusPart> corpus_parts(const std::string& source) {
  std::error_code error;
  if (source.find('=') == std::string::npos || fs::exists(source, error)) return {};
  const auto refuse = [&source](const std::string& problem) {
    throw ConfigError("data.corpus: \"" + files::printable(source) + "\": " + problem +
                      ", expected SOURCE=WEIGHT SOURCE=WEIGHT ...");
  };
  std::vector<CorpusPart> parts;
  std::istringstream words(source);
  for (std::string word; words >> word;) {
    const std::size_t sign = word.rfind('=');
    if (sign == std::string::npos) refuse("'" + files::printable(word) + "' has no weight");
    const auto weight = files::number_in<double>(std::string_view(word).substr(sign + 1));
    if (!weight || !(*weight > 0 && std::isfinite(*weight)))
      refuse("the weight of '" + files::printable(word) + "' is no number above 0");
    word.resize(sign);
    if (word.empty()) refuse("a weight without a source");
    if (std::ranges::count(parts, word, &CorpusPart::source) > 0)
      refuse("'" + files::printable(word) + "' is there twice");
    parts.push_back({.source = word, .weight = *weight});
  }
  if (parts.size() < 2) refuse("one corpus is no mixture, and no file or folder has this name");
  return parts;
}

Corpus load_corpus(const CorpusOptions& options) {
  check(options);
  if (auto parts = corpus_parts(options.source); !parts.empty())
    return load_mixture(options, std::move(parts));
  Corpus corpus = options.source == kDefaultCorpusName ? load_default_corpus(options)
                                                       : load_user_corpus(options);
  corpus.facts.name = options.source;
  count_corpus(corpus);
  return corpus;
}

std::string source_fingerprint(const CorpusOptions& options) {
  check(options);
  files::ContentHash hash;
  hash.update_field(kCorpusVersion);
  const std::vector<CorpusPart> parts = corpus_parts(options.source);
  for (const CorpusPart& part : parts) {
    CorpusOptions own = options;
    own.source = part.source;
    hash.update_field(source_fingerprint(own));
    hash.update_field(files::hex(std::bit_cast<std::uint64_t>(part.weight)));
  }
  if (!parts.empty()) return files::hex(hash.value());
  hash.update_field(options.source == kDefaultCorpusName ? kDefaultCorpusName : "files");
  hash.update_field(files::hex(std::bit_cast<std::uint64_t>(options.validation_fraction)));
  for (const fs::path& path : corpus_files(options)) hash.update_field(files::hex(file_hash(path)));
  return files::hex(hash.value());
}

std::vector<fs::path> source_files(const CorpusOptions& options) {
  check(options);
  const std::vector<CorpusPart> parts = corpus_parts(options.source);
  if (parts.empty()) return corpus_files(options);
  std::vector<fs::path> files;
  for (const CorpusPart& part : parts) {
    CorpusOptions own = options;
    own.source = part.source;
    std::ranges::move(source_files(own), std::back_inserter(files));
  }
  return files;
}

std::int64_t source_bytes(const CorpusOptions& options) {
  std::int64_t bytes = 0;
  for (const fs::path& path : source_files(options))
    bytes += static_cast<std::int64_t>(fs::file_size(path));
  return bytes;
}

bool is_validation(std::string_view split_key, double validation_fraction) {
  return static_cast<double>(files::content_hash(split_key) >> 11) < validation_fraction * 0x1p53;
}

std::vector<std::string> split_documents(std::string_view text, std::int64_t& cuts) {
  const auto is_blank = [](std::string_view line) {
    return std::all_of(line.begin(), line.end(), is_space);
  };
  const auto take = [](std::vector<std::string_view>& found, std::string_view part) {
    if (found.size() == kMostDocuments)
      throw FormatError("more than " + std::to_string(kMostDocuments) +
                        " documents, expected longer lines or paragraphs");
    found.push_back(part);
  };
  // Paragraphs as spans of `text`; if there is but one, each of its lines is a document.
  std::vector<std::string_view> paragraphs;
  std::vector<std::string_view> lines;
  std::size_t start = 0;
  bool inside = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (is_blank(line)) {
      if (inside) take(paragraphs, text.substr(start, at - start));
      inside = false;
    } else {
      if (!inside) start = at;
      inside = true;
      if (paragraphs.empty()) take(lines, line);
    }
    at = end + 1;
  }
  if (inside) take(paragraphs, text.substr(start));

  std::vector<std::string> documents;
  for (const std::string_view part : paragraphs.size() == 1 ? lines : paragraphs) {
    add_document(part, documents, cuts);
  }
  return documents;
}

void count_corpus(Corpus& corpus) {
  files::ContentHash hash;
  const auto count = [&hash](std::string_view split, const std::vector<Document>& documents,
                             std::int64_t& words, std::int64_t& bytes) {
    hash.update_field(split);
    for (const Document& document : documents) {
      hash.update_field(document.key).update_field(document.text);
      words += std::count(document.text.begin(), document.text.end(), ' ') + 1;
      bytes += static_cast<std::int64_t>(document.text.size());
    }
    return static_cast<std::int64_t>(documents.size());
  };
  CorpusFacts& facts = corpus.facts;
  facts.training_documents =
      count("train", corpus.train, facts.training_words, facts.training_bytes);
  facts.validation_documents =
      count("validation", corpus.validation, facts.validation_words, facts.validation_bytes);
  facts.hash = files::hex(hash.value());
}

}  // namespace espalier::text
