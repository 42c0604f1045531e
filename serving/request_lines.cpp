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

/// The string under one of two keys; empty if neither is there.
std::string string_in(const nlohmann::json& object, const char* key, const char* other,
                      const std::string& where) {
  for (const char* name : {key, other}) {
    const auto found = object.find(name);
    if (found == object.end()) continue;
    if (!found->is_string())
      throw FormatError(where + ": \"" + name + "\" is no string; expected one");
    return found->get<std::string>();
  }
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
  if (!object.contains("text") && !object.contains("question"))
    throw FormatError(where + R"(: has no "text"; expected {"text": ..., "pair": ...})");
  return {string_in(object, "text", "question", where),
          string_in(object, "pair", "context", where)};
}

}  // namespace espalier::serving
