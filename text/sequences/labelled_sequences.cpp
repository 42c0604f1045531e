// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/sequences/labelled_sequences.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include <espalier/files/content_hash.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/corpora/corpus.h>
#include <espalier/text/corpora/glue.h>
#include <espalier/text/corpora/labelled_texts.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>
#include <espalier/text/tokenizer/unknown_words.h>

namespace espalier::text {
namespace {

namespace fs = std::filesystem;

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

float number_of(const LabelledText& line, const std::string& origin) {
  const std::optional<double> number = files::number_in<double>(line.label);
  if (!number || !std::isfinite(static_cast<float>(*number)))
    refuse_line(origin, line.line,
                fmt::format("the label '{}', expected a number", files::printable(line.label)));
  return static_cast<float>(*number);
}

Tokenizer tokenizer_of_texts(const LabelledOptions& options, std::span<const LabelledText> train) {
  if (!options.vocabulary.empty()) return read_tokenizer(options.vocabulary);
  WordCounts counts;
  for (const LabelledText& line : train) {
    counts.add_text(line.text);
    counts.add_text(line.second);
  }
  return Tokenizer::learn(counts, options.vocabulary_size);
}

void check_labelled(const LabelledOptions& options) {
  if (options.train.empty())
    throw ConfigError("data.texts is empty, expected a file of label, tab and text in each line");
  if (options.sequence_length < 16)
    throw ConfigError(
        fmt::format("data.sequence is {}, expected at least 16", options.sequence_length));
  if (!(options.validation_fraction > 0 && options.validation_fraction < 1))
    throw ConfigError(fmt::format("data.validation_fraction is {}, expected in (0, 1)",
                                  options.validation_fraction));
}

/// The files of a run.
struct LabelledFiles {
  LabelledFile train;
  std::optional<LabelledFile> validation, test;
};

const GlueSet& glue_set(const LabelledOptions& options) {
  const GlueSet* const set = find_glue_set(options.glue);
  if (set == nullptr)
    throw ConfigError(
        fmt::format("data.glue: '{}' is no set of GLUE", files::printable(options.glue)));
  if (set->has_numbers() != options.numbers)
    throw ConfigError(fmt::format("data.glue: the labels of {} are {}", set->name,
                                  set->has_numbers()
                                      ? "numbers; see run.task \"sequence_regression\""
                                      : "classes; see run.task "
                                        "\"sequence_classification\""));
  if (!options.validation.empty() || !options.test.empty())
    throw ConfigError(
        "data.glue: the set has its own files, expected no others to validate or test on");
  return *set;
}

void read_files(const LabelledOptions& options, LabelledFiles& files) {
  if (options.glue.empty()) {
    read_labelled_texts(options.train, files.train);
    if (!options.validation.empty())
      read_labelled_texts(options.validation, files.validation.emplace());
    if (!options.test.empty()) read_labelled_texts(options.test, files.test.emplace());
    return;
  }
  const GlueSet& set = glue_set(options);
  read_glue_file(set, options.train / "train.tsv", files.train);
  read_glue_file(set, options.train / set.validation, files.validation.emplace());
  if (!set.test.empty()) read_glue_file(set, options.train / set.test, files.test.emplace());
}

/// Of a split, `name`.
void require_known_texts(const LabelledSequences& sequences, std::span<const LabelledText> lines,
                         const Tokenizer& tokenizer, const std::string& name) {
  text::require_known(sequences.tokens, tokenizer, name, [&lines] {
    WordLengths lengths;
    for (const LabelledText& line : lines) {
      lengths.add_text(line.text);
      lengths.add_text(line.second);
    }
    return lengths;
  });
}

/// The label of the first line, if no other line has it.
std::string label_of_first_line_alone(std::span<const LabelledText> lines) {
  const std::string_view first = lines.front().label;
  return std::string(std::ranges::count(lines, first, &LabelledText::label) == 1 ? first : "");
}

std::string hash_of(const LabelledFiles& of, const LabelledOptions& options) {
  files::ContentHash hash;
  hash.update_field("labelled texts 1");
  hash.update_field(of.train.content);
  if (of.validation)
    hash.update_field(of.validation->content);
  else
    hash.update_field(files::hex(std::bit_cast<std::uint64_t>(options.validation_fraction)));
  if (of.test) hash.update_field(of.test->content);
  if (!options.glue.empty()) hash.update_field(options.glue);
  return files::hex(hash.value());
}

/// Encodes the lines of a split. `file` is theirs, `other` whether it is another than that to train
/// on.
LabelledSequences encode(std::span<const LabelledText> lines, const LabelledFile& file, bool other,
                         const LabelledOptions& options, LabelledData& data) {
  LabelledSequences sequences;
  for (const LabelledText& line : lines) {
    if (!line.second.empty() != data.pairs)
      refuse_line(file.origin, line.line,
                  data.pairs ? "no second text, expected one as in the lines to train on"
                             : "a second text, expected none as in the lines to train on");
    bool cut = false;
    sequences.second.push_back(append_texts(data.tokenizer, line.text, line.second,
                                            options.sequence_length, sequences.tokens, cut));
    sequences.first.push_back(static_cast<std::int64_t>(sequences.tokens.size()));
    data.cut_texts += cut;
    if (options.numbers) {
      sequences.numbers.push_back(number_of(line, file.origin));
      continue;
    }
    const std::optional<std::int32_t> label = class_of(data.labels, line.label);
    if (!label)
      throw FormatError(
          fmt::format("{}: the label '{}', which no line to train on has{}",
                      other ? fmt::format("{}:{}", file.origin, line.line) : file.origin,
                      files::printable(line.label), line.line == 1 ? "; is line 1 a header?" : ""));
    sequences.classes.push_back(*label);
  }
  return sequences;
}

}  // namespace

std::pair<std::int64_t, std::int64_t> longest_first(std::int64_t first, std::int64_t second,
                                                    std::int64_t room) {
  const std::int64_t shorter = std::min(first, second);
  if (first + second <= room) return {first, second};
  if (shorter <= room / 2)
    return first <= second ? std::pair(first, room - first) : std::pair(room - second, second);
  const std::int64_t half = room / 2;
  return first <= second ? std::pair(half, room - half) : std::pair(room - half, half);
}

std::int64_t append_texts(const Tokenizer& tokenizer, std::string_view text,
                          std::string_view second, std::int64_t sequence_length,
                          std::vector<std::int32_t>& tokens, bool& cut) {
  const SpecialTokens& special = tokenizer.special();
  const bool is_pair = !second.empty();
  const auto begin = static_cast<std::int64_t>(tokens.size());
  tokens.push_back(special.cls);
  tokenizer.encode(text, tokens);
  std::vector<std::int32_t> others;
  if (is_pair) tokenizer.encode(second, others);
  const auto found = static_cast<std::int64_t>(tokens.size()) - begin - 1;
  const auto [kept, kept_others] = longest_first(found, static_cast<std::int64_t>(others.size()),
                                                 sequence_length - (is_pair ? 3 : 2));
  cut = kept < found || kept_others < static_cast<std::int64_t>(others.size());
  tokens.resize(static_cast<std::size_t>(begin + 1 + kept));
  tokens.push_back(special.sep);
  if (is_pair) {
    tokens.insert(tokens.end(), others.begin(), others.begin() + kept_others);
    tokens.push_back(special.sep);
  }
  return kept + 2;
}

LabelledData load_labelled_texts(const LabelledOptions& options) {
  check_labelled(options);
  LabelledFiles files;
  read_files(options, files);
  const LabelledFile& file = files.train;

  std::vector<LabelledText> train, validation;
  for (const LabelledText& line : file.lines) {
    // A line from the start of its label to the end of its text, as most files have it.
    const std::string whole = fmt::format("{}\t{}{}{}", line.label, line.text,
                                          line.second.empty() ? "" : "\t", line.second);
    const bool validates = !files.validation && is_validation(whole, options.validation_fraction);
    (validates ? validation : train).push_back(line);
  }
  if (files.validation) validation = files.validation->lines;
  if (train.empty() || validation.empty())
    throw FormatError(
        fmt::format("{}: {} lines to train on and {} to validate on, expected at "
                    "least one of each; take another data.validation_fraction, {} here, or name "
                    "other lines by data.validation_texts",
                    file.origin, train.size(), validation.size(), options.validation_fraction));

  // Both may throw, and g++ 12 destroys the members of an aggregate twice if a later one throws.
  std::vector<std::string> labels;
  if (!options.numbers) labels = labels_of(train, file.origin);
  Tokenizer tokenizer = tokenizer_of_texts(options, train);
  LabelledData data = {
      .labels = std::move(labels),
      .pairs = !train.front().second.empty(),
      .train = {},
      .validation = {},
      .test = {},
      .left_out = file.left_out + (files.validation ? files.validation->left_out : 0),
      .hash = hash_of(files, options),
      .first_line_label = label_of_first_line_alone(file.lines),
      .tokenizer = std::move(tokenizer)};
  const LabelledFile& held_out = files.validation ? *files.validation : file;
  data.train = encode(train, file, /*other=*/false, options, data);
  data.validation = encode(validation, held_out, files.validation.has_value(), options, data);
  require_known_texts(data.train, train, data.tokenizer, file.origin + ": the texts to train on");
  require_known_texts(data.validation, validation, data.tokenizer,
                      held_out.origin + ": the texts to validate on");
  if (files.test) {
    data.test = encode(files.test->lines, *files.test, /*other=*/true, options, data);
    require_known_texts(data.test, files.test->lines, data.tokenizer,
                        files.test->origin + ": the texts to test on");
  }
  return data;
}

PaddedBatch padded_batch(const LabelledSequences& sequences, std::span<const std::int64_t> indices,
                         std::int64_t sequence_length, std::int32_t pad) {
  PaddedBatch batch;
  batch.tokens.assign(indices.size() * static_cast<std::size_t>(sequence_length), pad);
  batch.segments.assign(batch.tokens.size(), 0);
  std::int64_t place = 0;
  for (const std::int64_t index : indices) {
    const std::span<const std::int32_t> sequence = sequences.sequence(index);
    const auto length = static_cast<std::int64_t>(sequence.size());
    std::ranges::copy(sequence, batch.tokens.begin() + place);
    const std::int64_t second = sequences.second[static_cast<std::size_t>(index)];
    std::fill(batch.segments.begin() + place + second, batch.segments.begin() + place + length, 1);
    place += sequence_length;
    batch.lengths.push_back(length);
    if (!sequences.classes.empty())
      batch.classes.push_back(sequences.classes[static_cast<std::size_t>(index)]);
    if (!sequences.numbers.empty())
      batch.numbers.push_back(sequences.numbers[static_cast<std::size_t>(index)]);
  }
  return batch;
}

}  // namespace espalier::text
