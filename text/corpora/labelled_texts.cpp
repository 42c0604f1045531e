// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/labelled_texts.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>

#include <espalier/files/content_hash.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/corpora/corpus.h>
#include <espalier/text/reading/ascii_text.h>
#include <espalier/text/reading/text_file.h>
#include <espalier/text/tokenizer/unknown_words.h>

namespace espalier::text {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_line(const std::string& origin, std::size_t line, const std::string& what) {
  throw FormatError(fmt::format("{}:{}: {}", origin, line, what));
}

/// Is the line one of names of columns, of which one is that of labels? Texts of one such word,
/// with such a label, are not to be expected.
bool is_header(std::string_view line) {
  constexpr std::array<std::string_view, 9> kLabels = {
      "label", "labels", "gold_label", "class", "category", "target", "sentiment", "polarity", "y"};
  constexpr std::array<std::string_view, 14> kOthers = {
      "text",    "texts",    "sentence", "sentence1", "sentence2", "review", "content",
      "comment", "question", "title",    "document",  "id",        "idx",    "index"};
  int columns = 0, labels = 0;
  for (std::size_t at = 0; at <= line.size(); ++columns) {
    const std::size_t end = std::min(line.find('\t', at), line.size());
    const std::string name = lower_case(trim(line.substr(at, end - at)));
    at = end + 1;
    const bool is_label = std::ranges::count(kLabels, name) > 0;
    if (!is_label && std::ranges::count(kOthers, name) == 0) return false;
    labels += is_label;
  }
  return columns > 1 && labels > 0;
}

/// A file in memory, and its lines, which are views of it.
struct LabelledFile {
  std::string origin;
  std::string text;
  std::vector<LabelledText> lines;

  explicit LabelledFile(const fs::path& path) : origin(path.string()) {
    TextFile file = read_text_file(path, kMostLabelledBytes);
    if (file.invalid_bytes > 0)
      throw FormatError(
          fmt::format("{}: {} bytes are not valid UTF-8", origin, file.invalid_bytes));
    text = std::move(file.text);
    lines = parse_labelled_texts(text, origin);
  }
};

/// The labels of the lines to train on, in the order of their bytes.
std::vector<std::string> labels_of(std::span<const LabelledText> lines, const std::string& origin) {
  std::set<std::string_view> labels;
  for (const LabelledText& line : lines) {
    labels.insert(line.label);
    if (labels.size() > kMostClasses)
      throw FormatError(
          fmt::format("{}: more than {} labels to train on; expected lines of "
                      "label, tab and text",
                      origin, kMostClasses));
  }
  if (labels.size() < 2)
    throw FormatError(
        fmt::format("{}: {} labels to train on, expected at least 2", origin, labels.size()));
  return {labels.begin(), labels.end()};
}

std::optional<std::int32_t> class_of(const std::vector<std::string>& labels,
                                     std::string_view label) {
  const auto at = std::ranges::lower_bound(labels, label, std::less<>());
  if (at == labels.end() || *at != label) return std::nullopt;
  return static_cast<std::int32_t>(at - labels.begin());
}

Tokenizer tokenizer_for(const LabelledOptions& options, std::span<const LabelledText> train) {
  if (!options.vocabulary.empty()) return Tokenizer::from_file(options.vocabulary);
  WordCounts counts;
  for (const LabelledText& line : train) counts.add_text(line.text);
  return Tokenizer::learn(counts, options.vocabulary_size);
}

/// Adds [CLS] text [SEP] to `sequences`. Returns whether the text was cut.
bool add_sequence(const Tokenizer& tokenizer, std::string_view text, std::int64_t sequence_length,
                  std::int32_t label, LabelledSequences& sequences) {
  std::vector<std::int32_t>& tokens = sequences.tokens;
  const auto begin = static_cast<std::size_t>(sequences.first.back());
  tokens.push_back(tokenizer.special().cls);
  tokenizer.encode(text, tokens);
  const std::size_t room = static_cast<std::size_t>(sequence_length) - 1;  // but for [SEP]
  const bool cut = tokens.size() - begin > room;
  if (cut) tokens.resize(begin + room);
  tokens.push_back(tokenizer.special().sep);
  sequences.first.push_back(static_cast<std::int64_t>(tokens.size()));
  sequences.classes.push_back(label);
  return cut;
}

void check(const LabelledOptions& options) {
  if (options.train.empty())
    throw ConfigError("data.texts is empty, expected a file of label, tab and text in each line");
  if (options.sequence_length < 16)
    throw ConfigError(
        fmt::format("data.sequence is {}, expected at least 16", options.sequence_length));
  if (!(options.validation_fraction > 0 && options.validation_fraction < 1))
    throw ConfigError(fmt::format("data.validation_fraction is {}, expected in (0, 1)",
                                  options.validation_fraction));
}

/// Of a split, `name`.
void require_known(const LabelledSequences& sequences, std::span<const LabelledText> lines,
                   const Tokenizer& tokenizer, const std::string& name) {
  text::require_known(sequences.tokens, tokenizer, name, [&lines] {
    WordLengths lengths;
    for (const LabelledText& line : lines) lengths.add_text(line.text);
    return lengths;
  });
}

/// The label of the first line, if no other line has it.
std::string label_of_first_line_alone(std::span<const LabelledText> lines) {
  const std::string_view first = lines.front().label;
  return std::string(std::ranges::count(lines, first, &LabelledText::label) == 1 ? first : "");
}

std::string hash_of(const LabelledFile& train, const std::optional<LabelledFile>& validation,
                    double validation_fraction) {
  files::ContentHash hash;
  hash.update_field("labelled texts 1");
  hash.update_field(train.text);
  if (validation)
    hash.update_field(validation->text);
  else
    hash.update_field(files::hex(std::bit_cast<std::uint64_t>(validation_fraction)));
  return files::hex(hash.value());
}

}  // namespace

std::vector<LabelledText> parse_labelled_texts(std::string_view tsv, const std::string& origin) {
  std::vector<LabelledText> lines;
  const std::size_t last = tsv.find_last_not_of(" \t\n");
  tsv = tsv.substr(0, last == std::string_view::npos ? 0 : tsv.find('\n', last));
  for (std::size_t at = 0; at < tsv.size();) {
    const std::size_t end = std::min(tsv.find('\n', at), tsv.size());
    const std::string_view line = tsv.substr(at, end - at);
    at = end + 1;
    const std::size_t number = lines.size() + 1;
    if (number == 1 && is_header(line))
      fail_line(origin, number,
                fmt::format("a header line, '{}'; expected label, tab and text, as in every line; "
                            "remove it",
                            files::printable(line)));
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos)
      fail_line(origin, number, "no tab, expected one between label and text");
    const std::string_view label = line.substr(0, tab), text = line.substr(tab + 1);
    if (text.find('\t') != std::string_view::npos)
      fail_line(origin, number, "more than one tab, expected one between label and text");
    if (label.empty() || label.size() > kLongestLabelBytes)
      fail_line(
          origin, number,
          fmt::format("a label of {} bytes, expected 1 to {}", label.size(), kLongestLabelBytes));
    if (text.find_first_not_of(' ') == std::string_view::npos)
      fail_line(origin, number, "no text behind the label");
    lines.push_back({label, text});
  }
  if (lines.empty()) throw FormatError(origin + ": no line, expected lines of label, tab and text");
  return lines;
}

LabelledData load_labelled_texts(const LabelledOptions& options) {
  check(options);
  const LabelledFile file(options.train);
  std::optional<LabelledFile> other;
  if (!options.validation.empty()) other.emplace(options.validation);

  std::vector<LabelledText> train, validation;
  for (const LabelledText& line : file.lines) {
    // A line from the start of its label to the end of its text.
    const std::string_view whole(line.label.data(), line.label.size() + 1 + line.text.size());
    const bool validates = !other && is_validation(whole, options.validation_fraction);
    (validates ? validation : train).push_back(line);
  }
  if (other) validation = other->lines;
  if (train.empty() || validation.empty())
    throw FormatError(
        fmt::format("{}: {} lines to train on and {} to validate on, expected at "
                    "least one of each",
                    file.origin, train.size(), validation.size()));

  LabelledData data = {.labels = labels_of(train, file.origin),
                       .train = {},
                       .validation = {},
                       .hash = hash_of(file, other, options.validation_fraction),
                       .first_line_label = label_of_first_line_alone(file.lines),
                       .tokenizer = tokenizer_for(options, train)};
  for (const LabelledText& line : train)
    data.cut_texts += add_sequence(data.tokenizer, line.text, options.sequence_length,
                                   *class_of(data.labels, line.label), data.train);
  for (std::size_t i = 0; i < validation.size(); ++i) {
    const auto label = class_of(data.labels, validation[i].label);
    const bool is_first = validation[i].label.data() == (other ? *other : file).text.data();
    if (!label)
      throw FormatError(fmt::format(
          "{}: the label '{}', which no line to train on has{}",
          other ? fmt::format("{}:{}", other->origin, i + 1) : file.origin,
          files::printable(validation[i].label), is_first ? "; is line 1 a header?" : ""));
    data.cut_texts += add_sequence(data.tokenizer, validation[i].text, options.sequence_length,
                                   *label, data.validation);
  }
  require_known(data.train, train, data.tokenizer, file.origin + ": the texts to train on");
  require_known(data.validation, validation, data.tokenizer,
                (other ? *other : file).origin + ": the texts to validate on");
  return data;
}

PaddedBatch padded_batch(const LabelledSequences& sequences, std::span<const std::int64_t> indices,
                         std::int64_t sequence_length, std::int32_t pad) {
  PaddedBatch batch;
  batch.tokens.assign(indices.size() * static_cast<std::size_t>(sequence_length), pad);
  auto place = batch.tokens.begin();
  for (const std::int64_t index : indices) {
    const std::span<const std::int32_t> sequence = sequences.sequence(index);
    std::ranges::copy(sequence, place);
    place += sequence_length;
    batch.lengths.push_back(static_cast<std::int64_t>(sequence.size()));
    batch.classes.push_back(sequences.classes[static_cast<std::size_t>(index)]);
  }
  return batch;
}

}  // namespace espalier::text
