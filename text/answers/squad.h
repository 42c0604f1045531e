// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::text {

/// An answer as the set has it.
struct TrueAnswer {
  std::string text;
  std::int64_t start = 0;  ///< of its first code point in the context
};

/// A question about a text, its context.
struct Question {
  std::string id;
  std::string text;
  std::size_t context = 0;               ///< in QuestionSet::contexts
  std::vector<TrueAnswer> answers = {};  ///< of none the context has no answer
};

/// Questions and what they are about.
struct QuestionSet {
  std::vector<std::string> contexts = {};
  std::vector<Question> questions = {};
  bool may_have_none = false;  ///< version 2: some have no answer
  std::string hash = {};       ///< of the text of the file
};

/// Reads a set of questions in the JSON of SQuAD 1.1 and 2.0: "data" of "paragraphs" with a
/// "context" and "qas" of "id", "question", "answers" ("text", "answer_start" in code points) and,
/// in version 2, "is_impossible". `origin` names the file. Throws FormatError naming the file and
/// the question unless each answer stands in its context where it says so, unless there is one to
/// each question that is not impossible, each has an id of its own, and unless there is a question.
/// Memory: some 40 times the text at most. Source: Rajpurkar et al. 2016, 2018.
QuestionSet parse_squad(std::string_view json, const std::string& origin);

/// The same of a file, which may be compressed. Throws IoError too; FormatError too if it is not
/// UTF-8 or longer than kMostSquadBytes.
QuestionSet read_squad(const std::filesystem::path& path);

/// Six times the largest file of SQuAD.
inline constexpr std::int64_t kMostSquadBytes = std::int64_t{256} << 20;

}  // namespace espalier::text
