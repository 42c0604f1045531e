// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/labelled_texts.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include <espalier/files/json_object.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/reading/ascii_text.h>
#include <espalier/text/reading/text_file.h>

namespace espalier::text {
namespace {

namespace fs = std::filesystem;

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

/// The lines of a file without the blank ones at its end.
std::vector<std::string_view> lines_in(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\n");
  return split_lines(text.substr(0, last == std::string_view::npos ? 0 : text.find('\n', last)));
}

bool is_json_lines(const fs::path& path) {
  const std::string name = path.filename().string();
  return std::ranges::any_of(std::array{".jsonl", ".jsonl.gz", ".jsonl.xz", ".jsonl.zst"},
                             [&](const char* ending) { return name.ends_with(ending); });
}

}  // namespace

void refuse_line(const std::string& origin, std::size_t line, const std::string& what) {
  throw FormatError(fmt::format("{}:{}: {}", origin, line, what));
}

bool is_blank_text(std::string_view text) {
  return text.find_first_not_of(' ') == std::string_view::npos;
}

void require_texts(const LabelledText& line, bool pairs, const std::string& origin) {
  if (line.label.empty() || line.label.size() > kLongestLabelBytes)
    refuse_line(origin, line.line,
                fmt::format("a label of {} bytes, expected 1 to {}", line.label.size(),
                            kLongestLabelBytes));
  if (is_blank_text(line.text)) refuse_line(origin, line.line, "no text behind the label");
  if (pairs && is_blank_text(line.second)) refuse_line(origin, line.line, "no second text");
}

std::vector<LabelledText> parse_labelled_texts(std::string_view tsv, const std::string& origin) {
  std::vector<LabelledText> lines;
  std::size_t columns = 0;  // of the first line, and so of all
  for (const std::string_view line : lines_in(tsv)) {
    const std::size_t number = lines.size() + 1;
    if (number == 1 && is_header(line))
      refuse_line(origin, number,
                  fmt::format("a header line, '{}'; expected label, tab and text, as in every "
                              "line; remove it",
                              files::printable(line)));
    const std::vector<std::string_view> found = split_columns(line);
    if (found.size() == 1)
      refuse_line(origin, number, "no tab, expected one between label and text");
    if (number == 1) columns = found.size();
    if (found.size() > 3)
      refuse_line(origin, number,
                  fmt::format("{} tabs, expected label, tab and text, or a second tab and text",
                              found.size() - 1));
    if (found.size() != columns)
      refuse_line(origin, number,
                  fmt::format("{} columns, expected {} as in line 1", found.size(), columns));
    lines.push_back({found[0], found[1], columns == 3 ? found[2] : std::string_view{}, number});
    require_texts(lines.back(), columns == 3, origin);
  }
  if (lines.empty()) throw FormatError(origin + ": no line, expected lines of label, tab and text");
  return lines;
}

void parse_labelled_json(LabelledFile& file) {
  std::size_t number = 0;
  bool pairs = false;
  for (const std::string_view line : lines_in(file.content)) {
    ++number;
    const auto object = files::JsonObject::parse(line, fmt::format("{}:{}", file.origin, number));
    const auto text_of = [&](const char* key) -> std::string_view {
      const nlohmann::json* value = object.find(key);
      if (value == nullptr || !value->is_string()) object.refuse(key, "a text");
      return file.spelt.emplace_back(value->get<std::string>());
    };
    const nlohmann::json* label = object.find("label");
    if (label == nullptr || !(label->is_string() || label->is_number()))
      object.refuse("label", "a text or a number");
    // Names of requests to a model. Passed over, they would leave every pair its first text alone.
    for (const char* other : {"pair", "text_pair"})
      if (!object.is_null(other)) object.refuse(other, "a second text by the name of second_text");
    const bool has_second = !object.is_null("second_text");
    if (number == 1) pairs = has_second;
    if (pairs != has_second)
      object.refuse("second_text", pairs ? "a text, as in line 1" : "none, as in line 1");
    file.lines.push_back(
        {label->is_string() ? text_of("label") : file.spelt.emplace_back(label->dump()),
         text_of("text"), pairs ? text_of("second_text") : std::string_view{}, number});
    require_texts(file.lines.back(), pairs, file.origin);
  }
  if (file.lines.empty())
    throw FormatError(file.origin + ": no line, expected lines of JSON with label and text");
}

void read_content(const fs::path& path, LabelledFile& file) {
  file.origin = path.string();
  TextFile read = read_text_file(path, kMostLabelledBytes);
  if (read.invalid_bytes > 0)
    throw FormatError(
        fmt::format("{}: {} bytes are not valid UTF-8", file.origin, read.invalid_bytes));
  file.content = std::move(read.text);
}

void read_labelled_texts(const fs::path& path, LabelledFile& file) {
  read_content(path, file);
  if (is_json_lines(path))
    parse_labelled_json(file);
  else
    file.lines = parse_labelled_texts(file.content, file.origin);
}

}  // namespace espalier::text
