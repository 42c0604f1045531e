// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/answers/squad.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>
#include "tests/support/message.h"
#include "tests/support/temporary_folder.h"

namespace espalier::text {
namespace {

using espalier::testing::message_of;
using espalier::testing::TemporaryFolder;
using ::testing::HasSubstr;

using Json = nlohmann::json;

/// One context with accents, two questions, one of them without an answer.
Json version_2() {
  return Json::parse(R"({"version": "v2.0", "data": [{"title": "T", "paragraphs": [{
    "context": "Caf\u00e9 Zo\u00eb opened in 1999 \ud83d\ude00 here.",
    "qas": [
      {"id": "q1", "question": "When?", "is_impossible": false,
       "answers": [{"text": "1999", "answer_start": 19}, {"text": "in 1999", "answer_start": 16}]},
      {"id": "q2", "question": "Why?", "is_impossible": true, "answers": [],
       "plausible_answers": [{"text": "here", "answer_start": 0}]}]}]}]})");
}

TEST(Squad, HasContextsQuestionsAndAnswers) {
  const QuestionSet set = parse_squad(version_2().dump(), "f.json");
  ASSERT_EQ(set.questions.size(), 2u);
  EXPECT_EQ(set.contexts.size(), 1u);
  EXPECT_TRUE(set.may_have_none);
  EXPECT_EQ(set.questions[0].id, "q1");
  EXPECT_EQ(set.questions[0].text, "When?");
  ASSERT_EQ(set.questions[0].answers.size(), 2u);
  EXPECT_EQ(set.questions[0].answers[1].text, "in 1999");
  EXPECT_EQ(set.questions[0].answers[1].start, 16) << "code points, not bytes";
  EXPECT_TRUE(set.questions[1].answers.empty());

  Json version_1 = version_2();
  Json& questions = version_1["data"][0]["paragraphs"][0]["qas"];
  questions.erase(1);
  questions[0].erase("is_impossible");
  EXPECT_FALSE(parse_squad(version_1.dump(), "f.json").may_have_none);
}

TEST(Squad, OnlyAnImpossibleQuestionHasNoAnswer) {
  Json json = version_2();
  Json& questions = json["data"][0]["paragraphs"][0]["qas"];
  questions[0]["answers"] = Json::array();
  const auto message = [&] {
    return message_of<FormatError>([&] { parse_squad(json.dump(), "f.json"); });
  };
  const char* const expected =
      "f.json: question 'q1': answers is an array of 0 values, expected one at least, or "
      "is_impossible true";
  EXPECT_EQ(message(), expected) << "is_impossible is false";
  questions[0].erase("is_impossible");
  EXPECT_EQ(message(), expected) << "before one that is impossible";
  std::swap(questions[0], questions[1]);
  EXPECT_EQ(message(), expected) << "behind one";
  questions[1]["is_impossible"] = true;
  EXPECT_TRUE(parse_squad(json.dump(), "f.json").may_have_none);
}

TEST(Squad, ErrorsNameTheQuestion) {
  const auto message = [](const std::string& pointer, const Json& value) {
    Json json = version_2();
    json[Json::json_pointer(pointer)] = value;
    return message_of<FormatError>([&] { parse_squad(json.dump(), "f.json"); });
  };
  const std::string paragraph = "/data/0/paragraphs/0", answer = paragraph + "/qas/0/answers/0";
  EXPECT_THAT(
      message(answer + "/answer_start", 18),
      HasSubstr("f.json: question 'q1': the answer '1999' does not stand in the context at 18"));
  EXPECT_THAT(
      message(answer + "/answer_start", 4000),
      HasSubstr("question 'q1': answer_start is 4000, expected a code point of the context"));
  EXPECT_THAT(message(answer + "/answer_start", -1), HasSubstr("answer_start is -1"));
  EXPECT_THAT(message(answer + "/answer_start", "7"), HasSubstr("answer_start is \"7\""));
  EXPECT_THAT(message(answer + "/text", ""), HasSubstr("the answer '' does not stand"));
  EXPECT_THAT(message(answer + "/text", 1999), HasSubstr("question 'q1': text is 1999"));
  EXPECT_THAT(message(paragraph + "/qas/0/answers", 1),
              HasSubstr("answers is 1, expected an array"));
  EXPECT_THAT(message(paragraph + "/qas/1/is_impossible", 1), HasSubstr("question 'q2'"));
  EXPECT_THAT(message(paragraph + "/context", nullptr), HasSubstr("f.json: context is null"));
  EXPECT_THAT(message("/data", 1), HasSubstr("f.json: data is 1, expected an array"));
  EXPECT_THAT(message("/data", Json::array()), HasSubstr("f.json: no question"));
  EXPECT_THAT(message("/data", {1}), HasSubstr("paragraphs"));
  EXPECT_THAT(message_of<FormatError>([] { parse_squad("{", "f.json"); }),
              HasSubstr("f.json: no valid JSON at byte 2"));
  EXPECT_EQ(message(paragraph + "/qas/1/id", "q1"),
            "f.json: question 'q1': another question has this id, expected one for each");
  // In another paragraph too.
  EXPECT_THAT(message(paragraph.substr(0, paragraph.size() - 1) + "-",
                      version_2()["data"][0]["paragraphs"][0]),
              HasSubstr("question 'q1': another question has this id"));
  Json version_1 = version_2();
  version_1["data"][0]["paragraphs"][0]["qas"] = {
      {{"id", "q3"}, {"question", "Who?"}, {"answers", Json::array()}}};
  EXPECT_THAT(message_of<FormatError>([&] { parse_squad(version_1.dump(), "f.json"); }),
              HasSubstr("question 'q3': answers is an array of 0 values"));
}

TEST(Squad, FilesAreNamed) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_squad(folder.write("a.json", version_2().dump())).questions.size(), 2u);
  EXPECT_THAT(message_of<FormatError>([&] {
                read_squad(folder.write("b.json", "{\"data\": \"\xff              \"}"));
              }),
              HasSubstr("b.json: 1 bytes are not valid UTF-8"));
  EXPECT_THROW(read_squad(folder.path() / "none.json"), IoError);
}

}  // namespace
}  // namespace espalier::text
