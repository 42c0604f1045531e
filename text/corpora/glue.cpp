// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/corpora/glue.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include <espalier/sparse/core/error.h>
#include <espalier/text/reading/ascii_text.h>

namespace espalier::text {
namespace {

constexpr std::array<GlueSet, 9> kSets = {{
    {.name = "cola", .measure = "matthews"},
    {.name = "sst2", .measure = "accuracy", .label = "label", .text = "sentence"},
    {.name = "mrpc",
     .measure = "f1",
     .label = "Quality",
     .text = "#1 String",
     .second = "#2 String"},
    {.name = "qqp",
     .measure = "f1",
     .label = "is_duplicate",
     .text = "question1",
     .second = "question2",
     .has_broken_lines = true},
    {.name = "stsb",
     .measure = "spearman",
     .classes = 0,
     .label = "score",
     .text = "sentence1",
     .second = "sentence2"},
    {.name = "mnli",
     .measure = "accuracy",
     .classes = 3,
     .label = "gold_label",
     .text = "sentence1",
     .second = "sentence2",
     .validation = "dev_matched.tsv",
     .test = "dev_mismatched.tsv"},
    {.name = "qnli",
     .measure = "accuracy",
     .label = "label",
     .text = "question",
     .second = "sentence"},
    {.name = "rte",
     .measure = "accuracy",
     .label = "label",
     .text = "sentence1",
     .second = "sentence2"},
    {.name = "wnli",
     .measure = "accuracy",
     .label = "label",
     .text = "sentence1",
     .second = "sentence2"},
}};

/// Where the columns are that count.
struct Places {
  std::size_t label, text;
  std::optional<std::size_t> second;
  std::size_t columns;  ///< of every line
};

Places places_of(const GlueSet& set, const std::vector<std::string_view>& header,
                 const std::string& origin) {
  const auto place = [&](std::string_view name) {
    const auto at = std::ranges::find(header, name);
    if (at == header.end())
      refuse_line(
          origin, 1,
          fmt::format("no column '{}', expected the header of {} as published", name, set.name));
    return static_cast<std::size_t>(at - header.begin());
  };
  return {place(set.label), place(set.text),
          set.second.empty() ? std::nullopt : std::optional(place(set.second)), header.size()};
}

}  // namespace

std::span<const GlueSet> glue_sets() { return kSets; }

const GlueSet* find_glue_set(std::string_view name) {
  const auto* const found = std::ranges::find(kSets, name, &GlueSet::name);
  return found == kSets.end() ? nullptr : found;
}

void read_glue_file(const GlueSet& set, const std::filesystem::path& path, LabelledFile& file) {
  read_content(path, file);
  std::vector<std::string_view> lines = split_lines(file.content);
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  // CoLA: source, label, the author's mark, sentence.
  Places places = {.label = 1, .text = 3, .second = std::nullopt, .columns = 4};
  const std::size_t first = set.label.empty() ? 0 : 1;
  if (first == 1 && !lines.empty())
    places = places_of(set, split_columns(lines.front()), file.origin);
  for (std::size_t i = first; i < lines.size(); ++i) {
    const std::vector<std::string_view> columns = split_columns(lines[i]);
    if (columns.size() != places.columns) {
      if (set.has_broken_lines && columns.size() < places.columns) {
        ++file.left_out;
        continue;
      }
      refuse_line(file.origin, i + 1,
                  fmt::format("{} columns, expected {}", columns.size(), places.columns));
    }
    const LabelledText line = {columns[places.label], columns[places.text],
                               places.second ? columns[*places.second] : std::string_view{}, i + 1};
    const bool pairs = places.second.has_value();
    if (set.has_broken_lines &&
        (is_blank_text(line.text) || (pairs && is_blank_text(line.second)))) {
      ++file.left_out;
      continue;
    }
    require_texts(line, pairs, file.origin);
    file.lines.push_back(line);
  }
  if (file.lines.empty())
    throw FormatError(fmt::format("{}: no line with a label, expected some", file.origin));
}

}  // namespace espalier::text
