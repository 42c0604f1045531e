// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/toml_text.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <system_error>

#include <espalier/files/atomic_file.h>
#include <espalier/files/nearest_name.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/types.h>

namespace espalier::training {
namespace {

/// Most parts of a key with dots. Ours have two. toml++ makes a table of each part and destroys
/// them by calls within calls: tens of thousands overflow the stack. It bounds by itself how deep
/// values are nested (256), so that a tree is at most 256 times as deep as this.
constexpr int kMostKeyParts = 16;

/// Walks through TOML text and counts the parts of its keys: what is parted by dots outside of
/// strings and comments. It takes for a string or a comment exactly what toml++ takes for one, up
/// to the first fault, where toml++ stops.
class KeyLexer {
 public:
  explicit KeyLexer(std::string_view text) : text_(text) {}

  /// The line, from 1, of the first key with too many parts, or 0.
  Index line_of_long_key() {
    int parts = 1;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string();
        continue;
      }
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (std::string_view("=,{}[]\n").find(c) != std::string_view::npos) parts = 1;
      if (c == '.' && ++parts > kMostKeyParts) return line();
      ++at_;
    }
    return 0;
  }

 private:
  Index line() const {
    return 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
  }
  bool ahead(std::string_view piece) const { return text_.substr(at_).starts_with(piece); }

  /// Skips a string of one line or of several, literal or with escapes.
  void skip_string() {
    const char quote = text_[at_];
    const std::string three(3, quote);
    const bool has_lines = ahead(three);
    const std::string_view end = std::string_view(three).substr(0, has_lines ? 3 : 1);
    for (at_ += end.size(); at_ < text_.size() && !ahead(end); ++at_) {
      if (!has_lines && text_[at_] == '\n') return;
      if (quote == '"' && text_[at_] == '\\') ++at_;
    }
    at_ = std::min(at_ + end.size(), text_.size());
    // Up to two quotation marks may stand before those three that end the string.
    for (int i = 0; has_lines && i < 2 && ahead(three.substr(0, 1)); ++i) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& source) {
  if (const Index line = KeyLexer(text).line_of_long_key(); line > 0)
    throw ConfigError(
        fmt::format("{}:{}: a key of more than {} parts", source, line, kMostKeyParts));
  try {
    return toml::parse(text, source);
  } catch (const toml::parse_error& error) {
    throw ConfigError(fmt::format("{}:{}: not valid TOML: {}", source, error.source().begin.line,
                                  files::cell_text(error.description())));
  }
}

toml::table read_toml(const std::filesystem::path& path) {
  constexpr std::size_t kLargestBytes = 1 << 20;
  return parse_toml(files::read_file_or_pipe(path, kLargestBytes), path.string());
}

std::string describe(const toml::node& node) {
  std::ostringstream stream;
  node.visit([&](const auto& value) {
    if constexpr (toml::is_value<decltype(value)>) {
      stream << value;
    } else if constexpr (toml::is_table<decltype(value)>) {
      stream << "a table";
    } else {
      stream << "an array";
    }
  });
  return files::printable(stream.str());
}

std::optional<Index> whole_number(const toml::node& node) {
  if (const auto integer = node.value_exact<std::int64_t>()) return *integer;
  const auto number = node.value_exact<double>();
  return number ? files::whole(*number) : std::nullopt;
}

TomlReader::TomlReader(const std::filesystem::path& path)
    : source_(path.string()), file_(read_toml(path)) {}

void TomlReader::fail(const toml::node& node, const std::string& what) const {
  throw ConfigError(place_of(node) + what);
}

void TomlReader::require_there(const toml::node& node, const std::string& key,
                               const std::filesystem::path& path,
                               const std::string& expected) const {
  if (std::error_code error; std::filesystem::exists(path, error)) return;
  throw IoError(fmt::format("{}{}: '{}', which is not there; expected {}, from this file's folder",
                            place_of(node), key,
                            files::without_controls(node.value_or(std::string())), expected));
}

std::string TomlReader::place_of(const toml::node& node) const {
  const auto line = node.source().begin.line;
  return line > 0 ? fmt::format("{}:{}: ", source_, line) : source_ + ": ";
}

void TomlReader::require_known(const toml::table& table, const std::string& above,
                               const std::vector<std::string>& known) const {
  for (const auto& [key, node] : table) {
    if (std::ranges::find(known, key.str()) != known.end()) continue;
    const std::string nearest = files::nearest_of(key.str(), known);
    fail(node, fmt::format("{}{}: unknown key{}", above.empty() ? above : above + '.',
                           files::printable(key.str()),
                           nearest.empty() ? fmt::format(", expected {}", fmt::join(known, ", "))
                                           : nearest));
  }
}

}  // namespace espalier::training
