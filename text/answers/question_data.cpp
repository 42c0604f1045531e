// SPDX-License-Identifier: Apache-2.0
#include <espalier/text/answers/question_data.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include <espalier/files/content_hash.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/corpora/corpus.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>

namespace espalier::text {
namespace {

void check_questions(const QuestionOptions& options) {
  if (options.train.empty())
    throw ConfigError("data.questions is empty, expected a file of questions in the JSON of SQuAD");
  if (!(options.validation_fraction > 0 && options.validation_fraction < 1))
    throw ConfigError(fmt::format("data.validation_fraction is {}, expected in (0, 1)",
                                  options.validation_fraction));
}

/// Moves the questions of contexts that validate out of `set`.
QuestionSet take_validation(QuestionSet& set, double fraction) {
  QuestionSet taken = {
      .contexts = set.contexts, .questions = {}, .may_have_none = set.may_have_none};
  const auto stays = [&](const Question& question) {
    return !is_validation(set.contexts[question.context], fraction);
  };
  const auto rest = std::stable_partition(set.questions.begin(), set.questions.end(), stays);
  taken.questions.assign(std::make_move_iterator(rest),
                         std::make_move_iterator(set.questions.end()));
  set.questions.erase(rest, set.questions.end());
  return taken;
}

Tokenizer tokenizer_of_questions(const QuestionOptions& options, const QuestionSet& train) {
  if (!options.vocabulary.empty()) return read_tokenizer(options.vocabulary);
  WordCounts counts;
  std::vector<bool> counted(train.contexts.size());
  for (const Question& question : train.questions) {
    counts.add_text(question.text);
    if (!counted[question.context]) counts.add_text(train.contexts[question.context]);
    counted[question.context] = true;
  }
  return Tokenizer::learn(counts, options.vocabulary_size);
}

TextRange range_of(const TrueAnswer& answer) {
  const auto length = std::ranges::count_if(
      answer.text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
  return {answer.start, answer.start + length};
}

/// Throws ConfigError if the windows of a question go on by one token alone, since the stride
/// leaves no room for more: a long context would have nearly as many as tokens.
void require_room(const std::vector<AnswerWindow>& windows, const WindowOptions& options) {
  const std::int64_t room = options.sequence_length - windows.front().context_begin - 1;
  if (windows.size() > 1 && options.stride >= room)
    throw ConfigError(fmt::format(
        "data.stride is {}, expected 0 to {} with data.sequence = {}, so that each window goes on",
        options.stride, least_context(options) - 1, options.sequence_length));
}

WindowedQuestions with_windows(QuestionSet set, const Tokenizer& tokenizer,
                               const WindowOptions& options, bool keeps_ranges) {
  WindowedQuestions result;
  for (const Question& question : set.questions) {
    std::vector<AnswerWindow> windows =
        answer_windows(tokenizer, question.text, set.contexts[question.context], options);
    require_room(windows, options);
    for (AnswerWindow& window : windows) {
      result.spans.push_back(question.answers.empty()
                                 ? TokenSpan{}
                                 : span_of(window, range_of(question.answers.front())));
      if (!keeps_ranges) window.ranges = {};
      result.windows.push_back(std::move(window));
    }
    result.first.push_back(result.windows.size());
  }
  result.set = std::move(set);
  return result;
}

void require_known_questions(const WindowedQuestions& questions, const Tokenizer& tokenizer,
                             const std::string& name) {
  std::vector<std::int32_t> tokens;
  for (const AnswerWindow& window : questions.windows)
    tokens.insert(tokens.end(), window.tokens.begin(), window.tokens.end());
  text::require_known(tokens, tokenizer, name, [&] {
    WordLengths lengths;
    for (const std::string& context : questions.set.contexts) lengths.add_text(context);
    return lengths;
  });
}

}  // namespace

QuestionData load_questions(const QuestionOptions& options) {
  check_questions(options);
  QuestionSet train = read_squad(options.train);
  const bool other = !options.validation.empty();
  files::ContentHash hash;
  hash.update_field("questions 1").update_field(train.hash);
  QuestionSet validation =
      other ? read_squad(options.validation) : take_validation(train, options.validation_fraction);
  hash.update_field(other ? validation.hash
                          : files::hex(std::bit_cast<std::uint64_t>(options.validation_fraction)));
  hash.update_field(fmt::format("{} {} {}", options.windows.sequence_length, options.windows.stride,
                                options.windows.longest_question));
  if (train.questions.empty() || validation.questions.empty())
    throw FormatError(fmt::format(
        "{}: {} questions to train on and {} to validate on, expected at least one of each; take "
        "another data.validation_fraction of the contexts, {} here, or name other questions by "
        "data.validation_questions",
        options.train.string(), train.questions.size(), validation.questions.size(),
        options.validation_fraction));
  Tokenizer tokenizer = tokenizer_of_questions(options, train);
  // Both may throw, and g++ 12 destroys the members of an aggregate twice if a later one throws.
  WindowedQuestions to_train =
      with_windows(std::move(train), tokenizer, options.windows, /*keeps_ranges=*/false);
  WindowedQuestions to_validate =
      with_windows(std::move(validation), tokenizer, options.windows, /*keeps_ranges=*/true);
  QuestionData data = {.train = std::move(to_train),
                       .validation = std::move(to_validate),
                       .hash = files::hex(hash.value()),
                       .tokenizer = std::move(tokenizer)};
  require_known_questions(data.train, data.tokenizer,
                          options.train.string() + ": the questions to train on");
  require_known_questions(
      data.validation, data.tokenizer,
      (other ? options.validation : options.train).string() + ": the questions to validate on");
  return data;
}

UnknownTokens count_unknown(const WindowedQuestions& questions, const SpecialTokens& special) {
  UnknownTokens all;
  for (const AnswerWindow& window : questions.windows) {
    const UnknownTokens found = count_unknown(window.tokens, special);
    all.unknown += found.unknown;
    all.text += found.text;
  }
  return all;
}

WindowBatch window_batch(const WindowedQuestions& questions, std::span<const std::int64_t> indices,
                         std::int64_t sequence_length, std::int32_t pad) {
  WindowBatch batch;
  batch.tokens.assign(indices.size() * static_cast<std::size_t>(sequence_length), pad);
  batch.segments.assign(batch.tokens.size(), 0);
  std::int64_t place = 0;
  for (const std::int64_t index : indices) {
    const AnswerWindow& window = questions.windows[static_cast<std::size_t>(index)];
    std::ranges::copy(window.tokens, batch.tokens.begin() + place);
    std::fill(batch.segments.begin() + place + window.context_begin,
              batch.segments.begin() + place + window.length(), 1);
    batch.lengths.push_back(window.length());
    const TokenSpan span = questions.spans[static_cast<std::size_t>(index)];
    batch.starts.push_back(span.start);
    batch.ends.push_back(span.end);
    place += sequence_length;
  }
  return batch;
}

}  // namespace espalier::text
