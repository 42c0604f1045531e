// SPDX-License-Identifier: Apache-2.0
// A file of questions, which are cut into windows.
#include <espalier/text/answers/answer_windows.h>
#include <espalier/text/answers/squad.h>

#include "tests/fuzz/fuzz_target.h"

namespace espalier::fuzz {

ESPALIER_FUZZ_TARGET(squad)(std::string_view bytes) {
  const std::string json = with_repetitions(bytes);
  may_refuse([&] {
    const text::QuestionSet set = text::parse_squad(json, "input");
    const auto tokenizer =
        text::Tokenizer::from_text("[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n##a\n", "vocabulary");
    for (const text::Question& question : set.questions) {
      const std::string& context = set.contexts.at(question.context);
      const auto windows =
          text::answer_windows(tokenizer, question.text, context,
                               {.sequence_length = 32, .stride = 8, .longest_question = 8});
      for (const text::TrueAnswer& answer : question.answers) {
        const auto length = static_cast<std::int64_t>(answer.text.size());
        require(
            text::part_of(context, {answer.start, answer.start + length}).starts_with(answer.text),
            "an answer stands in its context");
      }
      for (const text::AnswerWindow& window : windows) {
        require(window.length() <= 32, "a window fits a sequence");
        if (question.answers.empty()) continue;
        const text::TrueAnswer& answer = question.answers.front();
        const text::TokenSpan span =
            span_of(window, {answer.start, answer.start + static_cast<std::int64_t>(1)});
        require(span.start <= span.end && span.end < window.length(), "a span is in its window");
      }
    }
  });
}

}  // namespace espalier::fuzz
