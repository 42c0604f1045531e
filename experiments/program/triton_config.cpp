// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/program/triton_config.h>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include <espalier/files/json_text.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

using Json = nlohmann::json;

bool stands_in_a_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '+' || c == '-';
}

/// Reads the text format of protocol buffers without knowing the types of fields: a message is an
/// object with a list of the values of each field, in their order.
class TextFormat {
 public:
  TextFormat(std::string_view text, const std::string& file) : text_(text), file_(&file) {}

  Json message() {
    Json fields = read_fields(0, '\0');
    if (at_ < text_.size()) fail("a field");
    return fields;
  }

 private:
  /// As JSON that is read. Those of Triton have six.
  static constexpr int kDeepest = 30;

  [[noreturn]] void fail(const char* expected) const {
    const auto line =
        std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    const std::string found =
        at_ < text_.size() ? "'" + files::printable(text_.substr(at_, 1)) + "'" : "the end";
    throw FormatError(
        fmt::format("{}: line {}: found {}, expected {}", *file_, line + 1, found, expected));
  }

  /// The next character that is neither white space nor of a comment; 0 at the end.
  char next() {
    while (at_ < text_.size()) {
      if (text_[at_] == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (std::string_view(" \t\r\n\v\f").find(text_[at_]) != std::string_view::npos)
        ++at_;
      else
        return text_[at_];
    }
    return '\0';
  }

  bool take(char c) {
    if (at_ >= text_.size() || next() != c) return false;
    ++at_;
    return true;
  }

  std::string_view read_word(const char* expected) {
    next();
    const std::size_t begin = at_;
    while (at_ < text_.size() && stands_in_a_word(text_[at_])) ++at_;
    if (at_ == begin) fail(expected);
    return text_.substr(begin, at_ - begin);
  }

  /// A string, and those that follow it at once, which are of it. Escapes of bytes stay as they
  /// are, since no name of ours has any.
  std::string read_string() {
    std::string value;
    for (char quote = next(); quote == '"' || quote == '\''; quote = next()) {
      ++at_;
      while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
        if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
        value += text_[at_++];
      }
      if (at_ >= text_.size() || text_[at_] != quote) fail("a quotation mark");
      ++at_;
    }
    return value;
  }

  Json read_value(int depth) {
    const char first = next();
    if (first == '{' || first == '<') {
      ++at_;
      const char end = first == '{' ? '}' : '>';
      Json fields = read_fields(depth + 1, end);
      if (!take(end)) fail("a field, or the end of the message");
      return fields;
    }
    if (first == '"' || first == '\'') return read_string();
    const std::string word(read_word("a value"));
    if (word == "true" || word == "false") return word == "true";
    if (const auto number = files::whole_in(word)) return *number;
    return word;  // of an enumeration, or a number with a fraction
  }

  Json read_fields(int depth, char end) {
    if (depth > kDeepest) fail("fewer messages in one another");
    Json fields = Json::object();
    while (next() != end && at_ < text_.size()) {
      const std::string name(read_word("a field"));
      Json& values = fields.emplace(name, Json::array()).first.value();
      const bool has_colon = take(':');
      const char first = next();
      if (!has_colon && first != '{' && first != '<' && first != '[') fail("a colon");
      if (take('[')) {
        while (!take(']')) {
          values.push_back(read_value(depth));
          if (!take(',') && next() != ']') fail("a comma, or the end of the list");
        }
      } else {
        values.push_back(read_value(depth));
      }
      if (!take(',')) take(';');
    }
    return fields;
  }

  std::string_view text_;
  const std::string* file_;
  std::size_t at_ = 0;
};

/// The last value of a field, which counts where it may have one; null: it is not there.
Json last(const Json& message, const char* field) {
  if (!message.is_object()) return nullptr;
  const auto values = message.find(field);
  return values == message.end() || values->empty() ? Json() : values->back();
}

/// The server has an empty text where a field is not there.
std::string last_text(const Json& message, const char* field) {
  const Json value = last(message, field);
  return value.is_string() ? value.get<std::string>() : std::string();
}

Json tensors_of(const Json& message, const char* field) {
  Json tensors = Json::array();
  for (const Json& one : message.value(field, Json::array())) {
    Json tensor = {{"name", last_text(one, "name")}, {"data_type", last_text(one, "data_type")}};
    tensor["dims"] = one.is_object() ? one.value("dims", Json::array()) : Json::array();
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

}  // namespace

std::string triton_config_json(std::string_view text, const std::string& file) {
  const Json message = TextFormat(text, file).message();
  Json config = {{"input", tensors_of(message, "input")},
                 {"output", tensors_of(message, "output")},
                 {"max_batch_size", last(message, "max_batch_size")},
                 {"parameters", Json::object()}};
  for (const Json& one : message.value("parameters", Json::array())) {
    config["parameters"][last_text(one, "key")] = {
        {"string_value", last_text(last(one, "value"), "string_value")}};
  }
  if (const Json policy = last(message, "model_transaction_policy"); policy.is_object())
    config["model_transaction_policy"] = {{"decoupled", last(policy, "decoupled")}};
  // A file may have bytes that are no UTF-8, which no name of ours has.
  return files::json_text(config);
}

}  // namespace espalier::experiments
