// SPDX-License-Identifier: Apache-2.0
#include "experiments/toml_text.h"

#include <fmt/format.h>

#include "sparse/core/error.h"

namespace espalier::experiments {

std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, 64)) {
    result += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  }
  return text.size() > 64 ? result + "..." : result;
}

toml::table parse_toml(std::string_view text, const std::string& source) {
  try {
    return toml::parse(text, source);
  } catch (const toml::parse_error& error) {
    throw ConfigError(fmt::format("{}:{}: not valid TOML: {}", source, error.source().begin.line,
                                  printable(error.description())));
  }
}

}  // namespace espalier::experiments
