// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/answers/squad.h>

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include <espalier/files/content_hash.h>
#include <espalier/files/json_object.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/reading/text_file.h>
#include <espalier/text/tokenizer/tokenizer.h>

namespace espalier::text {
namespace {

using Json = nlohmann::json;

/// Reads the file, and says of what was wrong in which question it was.
class SquadReader {
 public:
  explicit SquadReader(std::string origin) : origin_(std::move(origin)) {}

  QuestionSet read(std::string_view text) {
    const auto file = files::JsonObject::parse(text, origin_);
    where_ = origin_;
    for (const Json& article : array(file.json(), "data"))
      for (const Json& paragraph : array(article, "paragraphs")) {
        set_.contexts.push_back(string(paragraph, "context"));
        for (const Json& question : array(paragraph, "qas")) take(question);
        where_ = origin_;
      }
    if (set_.questions.empty()) throw FormatError(origin_ + ": no question, expected some");
    files::ContentHash hash;
    hash.update_field("squad 1");
    hash.update_field(text);
    set_.hash = files::hex(hash.value());
    return std::move(set_);
  }

 private:
  [[noreturn]] void refuse(const char* key, const Json* found, std::string_view expected) const {
    throw FormatError(fmt::format("{}: {} is {}, expected {}", where_, key,
                                  found == nullptr ? "absent" : files::shown(*found), expected));
  }
  const Json* find(const Json& json, const char* key) const {
    if (!json.is_object()) refuse(key, nullptr, "it in an object");
    const auto found = json.find(key);
    return found == json.end() ? nullptr : &*found;
  }
  const Json& array(const Json& json, const char* key) const {
    const Json* found = find(json, key);
    if (found == nullptr || !found->is_array()) refuse(key, found, "an array");
    return *found;
  }
  std::string string(const Json& json, const char* key) const {
    const Json* found = find(json, key);
    if (found == nullptr || !found->is_string()) refuse(key, found, "a text");
    return found->get<std::string>();
  }

  void take(const Json& json) {
    Question question = {.id = string(json, "id"), .text = {}, .context = set_.contexts.size() - 1};
    where_ = fmt::format("{}: question '{}'", origin_, files::printable(question.id));
    // The official evaluation keeps one answer for an id, and here both would count.
    if (!ids_.insert(question.id).second)
      throw FormatError(where_ + ": another question has this id, expected one for each");
    question.text = string(json, "question");
    const Json* none = find(json, "is_impossible");
    if (none != nullptr && !none->is_boolean()) refuse("is_impossible", none, "true or false");
    if (none != nullptr) set_.may_have_none = true;
    const bool has_none = none != nullptr && none->get<bool>();
    if (!has_none)
      for (const Json& answer : array(json, "answers"))
        question.answers.push_back(answer_in(answer));
    if (!has_none && question.answers.empty())
      refuse("answers", find(json, "answers"), "one at least, or is_impossible true");
    set_.questions.push_back(std::move(question));
  }

  TrueAnswer answer_in(const Json& json) const {
    TrueAnswer answer = {.text = string(json, "text")};
    const Json* start = find(json, "answer_start");
    if (start == nullptr || !start->is_number_unsigned())
      refuse("answer_start", start, "a code point of the context");
    const std::string& context = set_.contexts.back();
    // Bytes of the context are more than code points, and bound what is believed.
    const auto most = static_cast<std::uint64_t>(context.size());
    const auto begin = start->get<std::uint64_t>();
    if (begin >= most) refuse("answer_start", start, "a code point of the context");
    answer.start = static_cast<std::int64_t>(begin);
    const std::string_view rest = part_of(context, {answer.start, static_cast<std::int64_t>(most)});
    if (answer.text.empty() || !rest.starts_with(answer.text))
      throw FormatError(fmt::format("{}: the answer '{}' does not stand in the context at {}",
                                    where_, files::printable(answer.text), answer.start));
    return answer;
  }

  std::string origin_, where_;
  std::unordered_set<std::string> ids_;
  QuestionSet set_;
};

}  // namespace

QuestionSet parse_squad(std::string_view json, const std::string& origin) {
  return SquadReader(origin).read(json);
}

QuestionSet read_squad(const std::filesystem::path& path) {
  const TextFile file = read_text_file(path, kMostSquadBytes);
  if (file.invalid_bytes > 0)
    throw FormatError(
        fmt::format("{}: {} bytes are not valid UTF-8", path.string(), file.invalid_bytes));
  return parse_squad(file.text, path.string());
}

}  // namespace espalier::text
