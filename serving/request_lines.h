// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <espalier/serving/text_encoder.h>

namespace espalier::serving {

/// How requests stand in lines.
enum class LineFormat {
  kText,   ///< a text
  kTsv,    ///< a text or, divided by a tab, two; no quoting
  kJsonl,  ///< {"text": ..., "pair": ...}, or for answers {"question": ..., "context": ...}
};

/// "text", "tsv" or "jsonl".
std::string to_string(LineFormat format);
/// Throws ConfigError that lists the names if there is no such one.
LineFormat format_by_name(const std::string& name);
/// By the end of a file's name: .tsv, .jsonl, or text.
LineFormat format_of(const std::filesystem::path& file);

/// The texts of a request, which owns them.
struct TextRequest {
  std::string text;  ///< or the question
  std::string pair;  ///< or its context; empty: there is none

  operator TextPair() const { return {text, pair}; }
};

/// Reads a line, which may end with a carriage return. A JSON object that has a "text" is the first
/// of those named above, and "second_text", as examples to train on have it, or "text_pair", as
/// pipelines of transformers have it, is its "pair", unless it is null; other keys are passed over.
/// Throws FormatError that begins with `where` and says what was expected.
TextRequest parse_request(std::string_view line, LineFormat format, const std::string& where);

}  // namespace espalier::serving
