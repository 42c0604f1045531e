// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/answer_lines.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>

namespace espalier::serving {
namespace {

/// Columns of a line.
class Columns {
 public:
  Columns& operator<<(std::string_view text) { return add(files::without_controls(text)); }
  Columns& operator<<(double number) { return add(fmt::format("{}", number)); }
  Columns& operator<<(Index number) { return add(fmt::format("{}", number)); }
  std::string line() const { return line_ + '\n'; }

 private:
  Columns& add(const std::string& column) {
    if (!first_) line_ += '\t';
    first_ = false;
    line_ += column;
    return *this;
  }

  std::string line_;
  bool first_ = true;
};

/// Bytes of a text that are no UTF-8 become the replacement character: contexts and prompts are
/// copied as they came.
std::string line_of_json(const nlohmann::ordered_json& object) {
  return files::json_text(object) + '\n';
}

std::string line_of_json(const char* key, nlohmann::ordered_json list) {
  return line_of_json(nlohmann::ordered_json{{key, std::move(list)}});
}

}  // namespace

std::string line_of(const std::vector<FilledMask>& masks, bool json) {
  Columns columns;
  auto list = nlohmann::ordered_json::array();
  for (const FilledMask& mask : masks) {
    auto words = nlohmann::ordered_json::array();
    for (const WordScore& word : mask.words) {
      columns << word.word << word.probability;
      words.push_back({{"word", word.word}, {"id", word.id}, {"probability", word.probability}});
    }
    list.push_back({{"position", mask.position}, {"words", std::move(words)}});
  }
  return json ? line_of_json("masks", std::move(list)) : columns.line();
}

std::string line_of(const std::vector<LabelScore>& labels, std::size_t best, bool json) {
  Columns columns;
  auto list = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < std::min(best, labels.size()); ++i) {
    columns << labels[i].label << labels[i].score;
    list.push_back({{"label", labels[i].label}, {"score", labels[i].score}});
  }
  return json ? line_of_json("labels", std::move(list)) : columns.line();
}

std::string line_of(const std::vector<Answer>& answers, bool json) {
  Columns columns;
  auto list = nlohmann::ordered_json::array();
  for (const Answer& answer : answers) {
    columns << answer.text << answer.score << answer.begin << answer.end;
    list.push_back({{"text", answer.text},
                    {"score", answer.score},
                    {"begin", answer.begin},
                    {"end", answer.end}});
  }
  return json ? line_of_json("answers", std::move(list)) : columns.line();
}

std::string line_of(std::span<const float> embedding, bool json) {
  std::string line = json ? "{\"embedding\":[" : "";
  for (std::size_t i = 0; i < embedding.size(); ++i) {
    line += i == 0 ? "" : json ? "," : "\t";
    // JSON has no infinity; null is what the other lines have there.
    line += json && !std::isfinite(embedding[i]) ? "null" : fmt::format("{}", embedding[i]);
  }
  return line + (json ? "]}\n" : "\n");
}

std::string line_of(const GeneratedText& written, std::string_view prompt) {
  return line_of_json({{"prompt", prompt},
                       {"text", written.text},
                       {"prompt_tokens", written.prompt_tokens},
                       {"tokens", written.tokens},
                       {"end", to_string(written.end)}});
}

}  // namespace espalier::serving
