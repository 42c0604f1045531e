// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/request_lines.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include <espalier/files/json_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::serving {
namespace {

constexpr std::array kFormatNames = {std::pair{LineFormat::kText, "text"},
                                     std::pair{LineFormat::kTsv, "tsv"},
                                     std::pair{LineFormat::kJsonl, "jsonl"}};

/// The string under a key; empty if it is not there.
std::string string_in(const nlohmann::json& object, const char* key, const std::string& where) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (!found->is_string())
    throw FormatError(where + ": \"" + key + "\" is no string; expected one");
  return found->get<std::string>();
}

/// The second text: by our key, that of examples to train on, or that of transformers. Empty if
/// there is none, or null, as programs write what a table lacks.
std::string second_text_in(const nlohmann::json& object, const std::string& where) {
  for (const char* const key : {"pair", "second_text", "text_pair"})
    if (const auto found = object.find(key); found != object.end() && !found->is_null())
      return string_in(object, key, where);
  return {};
}

}  // namespace

std::string to_string(LineFormat format) {
  for (const auto& [known, name] : kFormatNames)
    if (known == format) return name;
  return {};
}

LineFormat format_by_name(const std::string& name) {
  std::string message = "unknown format '" + name + "', expected one of";
  for (const auto& [format, known] : kFormatNames) {
    if (name == known) return format;
    message += std::string(" ") + known;
  }
  throw ConfigError(message);
}

LineFormat format_of(const std::filesystem::path& file) {
  if (file.extension() == ".tsv") return LineFormat::kTsv;
  return file.extension() == ".jsonl" ? LineFormat::kJsonl : LineFormat::kText;
}

TextRequest parse_request(std::string_view line, LineFormat format, const std::string& where) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  switch (format) {
    case LineFormat::kText:
      return {std::string(line), {}};
    case LineFormat::kTsv: {
      const std::size_t tab = line.find('\t');
      if (tab == std::string_view::npos) return {std::string(line), {}};
      if (line.find('\t', tab + 1) != std::string_view::npos)
        throw FormatError(where + ": more than two columns; expected text, or text<TAB>text");
      return {std::string(line.substr(0, tab)), std::string(line.substr(tab + 1))};
    }
    case LineFormat::kJsonl:
      break;
  }
  const nlohmann::json object = files::parse_json_object(line, where);
  // The context of a text may be anything: beside a question alone it is what is asked of.
  if (object.contains("text"))
    return {string_in(object, "text", where), second_text_in(object, where)};
  if (object.contains("question"))
    return {string_in(object, "question", where), string_in(object, "context", where)};
  throw FormatError(where + R"(: has no "text"; expected {"text": ..., "pair": ...})");
}

}  // namespace espalier::serving
