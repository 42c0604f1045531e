// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/predictor.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <espalier/models/families/mlm_model.h>
#include <espalier/models/families/question_answerer.h>
#include <espalier/models/families/sequence_classifier.h>
#include <espalier/serving/answer_lines.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/answers/answer_windows.h>
#include "tests/serving/small_vocabulary.h"
#include "tests/support/temporary_folder.h"

namespace espalier::serving {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using ::testing::ThrowsMessage;

models::EncoderOptions small_options(Index vocabulary) {
  return {.config = {.layers = 1,
                     .hidden = 32,
                     .heads = 2,
                     .intermediate = 64,
                     .vocabulary = vocabulary,
                     .max_positions = 24},
          .block = 4,
          .density = 0.5,
          .initial_deviation = 0.3};
}

template <typename Model>
models::StoredModel stored(Model& model) {
  return models::store_model(model.config(), model.parameters());
}

models::StoredModel masked_model() {
  const Context context({.threads = 1, .seed = 3});
  models::MlmModel model(small_options(small_vocabulary().size()), context);
  return stored(model);
}

models::StoredModel classifying_model(Index classes) {
  const Context context({.threads = 1, .seed = 3});
  models::SequenceClassifier model(small_options(small_vocabulary().size()), classes, context);
  return stored(model);
}

models::StoredModel span_model() {
  models::StoredModel model = masked_model();
  std::erase_if(model.parameters,
                [](const auto& parameter) { return parameter.first.starts_with("cls."); });
  model.head = models::HeadKind::kSpans;
  models::StoredTensor weight = {.shape = {2, 32}};
  for (int i = 0; i < 64; ++i) weight.values.push_back(static_cast<float>(i % 7 - 3));
  model.parameters["qa_outputs.weight"] = weight;
  model.parameters["qa_outputs.bias"] = {.shape = {2}, .values = {0, 0}};
  return model;
}

const PredictorOptions kOneThread = {.threads = 1};

TEST(Predictor, FillsMasks) {
  const Predictor predictor(masked_model(), small_vocabulary(), kOneThread);
  EXPECT_EQ(predictor.task(), Task::kFillMask);
  const std::vector<FilledMask> masks = predictor.fill_mask("the [MASK] is [MASK]", 15);
  ASSERT_EQ(masks.size(), 2u);
  EXPECT_EQ(masks[0].position, 2);
  EXPECT_EQ(masks[1].position, 4);
  for (const FilledMask& mask : masks) {
    double sum = 0;
    for (std::size_t i = 0; i < mask.words.size(); ++i) {
      sum += mask.words[i].probability;
      EXPECT_EQ(mask.words[i].word, predictor.tokenizer().piece(mask.words[i].id));
      EXPECT_LE(mask.words[i].probability, mask.words[i == 0 ? 0 : i - 1].probability);
    }
    EXPECT_EQ(mask.words.size(), 15u);
    EXPECT_NEAR(sum, 1, 1e-12);
  }
  EXPECT_TRUE(predictor.fill_mask("the sea", 5).empty());
  for (const Index best : {0, -3})
    EXPECT_THAT([&] { predictor.fill_mask("the [MASK]", best); },
                ThrowsMessage<ConfigError>("masks: " + std::to_string(best) +
                                           " words of each; expected at least 1"));
  std::string late = "[MASK]";
  for (int i = 0; i < 30; ++i) late = "the " + late;
  EXPECT_THAT([&] { predictor.fill_mask(late, 5); },
              ThrowsMessage<FormatError>(
                  HasSubstr("text 0 has 33 tokens, of which 24 fit (longest), and 1 [MASK]")));
}

// A softmax in double precision of the model's own logits: two arguments of exponentials, below 2^7
// and rounded to 2^-53 of that, and some 30 exponentials, sums and quotients that are rounded so.
constexpr double kOfLogits = (2 * 128 + 30) * 0x1p-53;

// A vocabulary may be padded to a multiple of a block: what is no piece is no word either.
TEST(Predictor, FillsEachMaskByTheLogitsOfItsPosition) {
  constexpr Index kPadded = 24;
  const Context context({.threads = 1, .seed = 3});
  models::MlmModel padded(small_options(kPadded), context);
  const Predictor predictor(stored(padded), small_vocabulary(), kOneThread);
  const std::vector<std::int32_t> tokens = {2, 5, 4, 9, 4, 3};  // as the text below
  const std::vector<models::TokenSequence> sequences = {{.tokens = tokens}};
  const std::vector<Index> positions = {2, 4};
  std::vector<float> logits(2 * kPadded);
  predictor.model().word_logits(sequences, positions, {logits.data(), 2, kPadded},
                                *predictor.workspace());
  const std::vector<FilledMask> masks = predictor.fill_mask("the [MASK] is [MASK]", 15);
  ASSERT_EQ(masks.size(), 2u);
  for (std::size_t m = 0; m < 2; ++m) {
    const std::span<const float> words = std::span(logits).subspan(m * kPadded, 15);
    double sum = 0;
    for (const float logit : words) sum += std::exp(double{logit});
    ASSERT_EQ(masks[m].words.size(), 15u);
    for (const auto& word : masks[m].words)
      EXPECT_NEAR(word.probability,
                  std::exp(double{words[static_cast<std::size_t>(word.id)]}) / sum, kOfLogits)
          << m << ' ' << word.word;
  }
}

TEST(Predictor, ScoresAnswersByTheirStartsAndEnds) {
  const Predictor predictor(span_model(), small_vocabulary(), kOneThread);
  // [CLS] where ? [SEP] the sea [SEP]
  const std::vector<std::int32_t> tokens = {2, 13, 12, 3, 5, 6, 3};
  const std::vector<std::int32_t> segments = {0, 0, 0, 0, 1, 1, 1};
  const std::vector<models::TokenSequence> sequences = {{.tokens = tokens, .segments = segments}};
  std::vector<float> logits(2 * tokens.size());
  predictor.model().span_logits(sequences, {logits.data(), std::ssize(tokens), 2},
                                *predictor.workspace());
  const auto score = [&](std::size_t first, std::size_t last) {
    return std::exp(double{logits[2 * first]} + double{logits[2 * last + 1]});
  };
  const std::map<std::string, double> expected = {
      {"the", score(4, 4)}, {"sea", score(5, 5)}, {"the sea", score(4, 5)}, {"", score(0, 0)}};
  double sum = 0;
  for (const auto& [text, of_text] : expected) sum += of_text;
  const std::vector<Answer> answers =
      predictor.answer("where?", "the sea", {.best = 30, .may_have_none = true});
  ASSERT_EQ(answers.size(), expected.size());
  for (const Answer& answer : answers)
    EXPECT_NEAR(answer.score, expected.at(answer.text) / sum, kOfLogits) << answer.text;
}

TEST(Predictor, AnswersAsIfAskedAlone) {
  const Predictor predictor(masked_model(), small_vocabulary(), {.threads = 2});
  const std::vector<std::string> texts = {"the [MASK]", "", "[MASK] [MASK] sea . the old cafe",
                                          "old"};
  std::vector<TokenisedText> encoded;
  for (const std::string& text : texts) encoded.push_back(predictor.encode({text}));
  const auto together = predictor.fill_masks(encoded, 3);
  const auto vectors = predictor.embed(encoded);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(line_of(together[i], true), line_of(predictor.fill_mask(texts[i], 3), true));
    EXPECT_EQ(vectors[i], predictor.embed(texts[i]));
  }
}

// Each of four products behind one another is off by 0.013 of its norm, as PackedModel's test of 8
// bits has it: 4^1/2 of that.
TEST(Predictor, ComputesInEightBits) {
  const Predictor predictor(masked_model(), small_vocabulary(), kOneThread);
  const Predictor eight(masked_model(), small_vocabulary(), {.threads = 1, .int8 = true});
  const std::vector<float> expected = predictor.embed("the sea"), found = eight.embed("the sea");
  ASSERT_EQ(found.size(), expected.size());
  double error = 0, norm = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    error += std::pow(found[i] - expected[i], 2);
    norm += std::pow(expected[i], 2);
  }
  EXPECT_GT(error, 0);
  EXPECT_LT(std::sqrt(error / norm), 0.026);
}

TEST(Predictor, FillsMoreMasksThanOneCallOfTheModelDoes) {
  const Predictor predictor(masked_model(), small_vocabulary(), kOneThread);
  const TokenisedText one = predictor.encode({"the [MASK] is [MASK]"});
  const std::vector<TokenisedText> texts(300, one);  // 600 masks, of which 512 go together
  const auto filled = predictor.fill_masks(texts, 1);
  ASSERT_EQ(filled.size(), texts.size());
  const std::string line = line_of(predictor.fill_mask("the [MASK] is [MASK]", 1), true);
  for (const auto& of_text : filled) EXPECT_EQ(line_of(of_text, true), line);
}

TEST(Predictor, ClassifiesAndMeasures) {
  models::StoredModel model = classifying_model(3);
  EXPECT_EQ(
      Predictor(model, small_vocabulary(), kOneThread).classify("the sea")[0].label.substr(0, 6),
      "LABEL_");
  model.labels = {"bad", "fair", "good"};
  const Predictor predictor(model, small_vocabulary(), kOneThread);
  EXPECT_EQ(predictor.task(), Task::kClassify);
  const std::vector<LabelScore> labels = predictor.classify("the sea", "is old");
  ASSERT_EQ(labels.size(), 3u);
  EXPECT_GE(labels[0].score, labels[1].score);
  EXPECT_NEAR(labels[0].score + labels[1].score + labels[2].score, 1, 1e-12);
  EXPECT_THAT(line_of(labels, 1, true), StartsWith("{\"labels\":[{\"label\":\"" + labels[0].label));

  const Predictor regression(classifying_model(1), small_vocabulary(), kOneThread);
  EXPECT_EQ(regression.model().head(), models::HeadKind::kRegression);
  EXPECT_EQ(regression.classify("the sea").size(), 1u);
  EXPECT_THAT([&] { regression.require_use(Task::kClassify, TaskOption::kBest, "--top-k"); },
              ThrowsMessage<ConfigError>("--top-k: the model is a regression, of which all numbers "
                                         "are told; leave it out"));
  EXPECT_THAT([&] { regression.require_use(Task::kEmbed, TaskOption::kBest, "--top-k"); },
              ThrowsMessage<ConfigError>(HasSubstr("--top-k: is read by")));
  EXPECT_NO_THROW(predictor.require_use(Task::kClassify, TaskOption::kBest, "--top-k"));
}

TEST(Predictor, FindsAnswersInTheContext) {
  const Predictor predictor(span_model(), small_vocabulary(), kOneThread);
  EXPECT_EQ(predictor.task(), Task::kAnswer);
  // Offsets count code points: é is one, in two bytes.
  const std::string context =
      "the Café is old .  the sea is old . the shells . the sea . the shell";
  const std::vector<Answer> answers =
      predictor.answer("where is the sea?", context, {.best = 20, .longest = 4, .stride = 3});
  ASSERT_EQ(answers.size(), 20u);
  double sum = 0;
  for (const Answer& answer : answers) {
    ASSERT_LT(answer.begin, answer.end);
    // The one é stands before all that follows it.
    const auto byte = [](Index point) {
      return static_cast<std::size_t>(point > 7 ? point + 1 : point);
    };
    EXPECT_EQ(answer.text,
              context.substr(byte(answer.begin), byte(answer.end) - byte(answer.begin)));
    sum += answer.score;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_EQ(predictor.answer("where?", "").front().text, "") << "nothing to find there";
  EXPECT_EQ(predictor.answer("where?", " \t ").front().text, "") << "nor there";
  EXPECT_EQ(predictor.answer("where?", "the sea", {.best = 30, .may_have_none = true}).size(), 4u)
      << "three stretches, and none";
  EXPECT_THAT([&] { predictor.answer("where?", "the sea", {.best = 0}); },
              ThrowsMessage<ConfigError>(HasSubstr("0 of 30 tokens; expected at least 1")));
}

// How much better none has to be decides which comes first, as in training, and no score.
TEST(Predictor, PutsNoAnswerFirstByItsThreshold) {
  const auto asked = [](double threshold) {
    const Predictor predictor(span_model(), small_vocabulary(),
                              {.threads = 1, .none_threshold = threshold});
    return predictor.answer("where?", "the sea", {.best = 4, .may_have_none = true});
  };
  const auto scores = [](const std::vector<Answer>& answers) {
    std::vector<double> sorted;
    for (const Answer& answer : answers) sorted.push_back(answer.score);
    std::ranges::sort(sorted, std::ranges::greater());
    return sorted;
  };
  const std::vector<Answer> usual = asked(0), never = asked(1e6), always = asked(-1e6);
  ASSERT_EQ(usual.size(), 4u);
  EXPECT_EQ(usual.front().score, scores(usual).front());
  EXPECT_NE(never.front().text, "");
  EXPECT_EQ(always.front().text, "");
  EXPECT_EQ(scores(never), scores(usual));
  EXPECT_EQ(scores(always), scores(usual));
}

// A sequence of 24 tokens leaves 12 to the context, whatever the question.
TEST(Predictor, RefusesAStrideThatDoesNotFit) {
  const Predictor predictor(span_model(), small_vocabulary(), kOneThread);
  EXPECT_NO_THROW(predictor.answer("where?", "the sea", {.stride = 11}));
  for (const Index stride : {-1, 12, 128})
    EXPECT_THAT([&] { predictor.answer("where?", "the sea", {.stride = stride}); },
                ThrowsMessage<ConfigError>(
                    "answers: a stride of " + std::to_string(stride) +
                    " tokens; expected 0 to 11 with windows of 24, so that each goes on"));
}

// What training takes, without a word, is what a question is asked with.
TEST(Predictor, SharesAsManyTokensAsTrainingWhereTheyFit) {
  models::EncoderOptions long_options = small_options(small_vocabulary().size());
  long_options.config.max_positions = 200;
  const Context context({.threads = 1, .seed = 3});
  models::QuestionAnswerer model(long_options, context);
  const Predictor predictor(stored(model), small_vocabulary(), kOneThread);
  std::string text;
  for (int i = 0; i < 150; ++i) text += i % 7 == 3 ? "old shells . " : "the sea is ";
  const auto scores = [&](const Predictor& asked, std::optional<Index> stride) {
    std::vector<double> found;
    for (const Answer& answer :
         asked.answer("where is the sea?", text, {.best = 20, .stride = stride}))
      found.push_back(answer.score);
    return found;
  };
  EXPECT_EQ(scores(predictor, {}), scores(predictor, text::WindowOptions{}.stride));
  EXPECT_NE(scores(predictor, {}), scores(predictor, 50));
  // Of a model that was trained with another one.
  const Predictor of_fifty(stored(model), small_vocabulary(), {.threads = 1, .stride = 50});
  EXPECT_EQ(scores(of_fifty, {}), scores(predictor, 50));
  EXPECT_EQ(scores(of_fifty, 20), scores(predictor, 20));
  // 200 tokens leave less than 150 to the context, whatever the question.
  const Predictor of_many(stored(model), small_vocabulary(), {.threads = 1, .stride = 150});
  EXPECT_EQ(scores(of_many, {}), scores(predictor, 200 / 4));
}

// Down to the shortest sequence.
TEST(Predictor, AnswersInWindowsOfAnyLength) {
  for (const Index longest : {5, 6, 7, 16}) {
    const Predictor predictor(span_model(), small_vocabulary(), {.threads = 1, .longest = longest});
    EXPECT_NE(predictor.answer("where is the sea?", "the sea is old").front().text, "") << longest;
  }
}

/// So many windows that they take several calls of the model.
TEST(Predictor, AnswersQuestionsTogetherAsItDoesAlone) {
  const Predictor predictor(span_model(), small_vocabulary(), {.threads = 2});
  std::string context;
  for (int i = 0; i < 400; ++i) context += i % 7 == 3 ? "old shells . " : "the sea is ";
  std::vector<std::string> contexts;
  for (std::size_t i = 0; i < 60; ++i) contexts.push_back(context.substr(11 * i, 40 + 70 * i));
  std::vector<TextPair> questions;
  for (const std::string& one : contexts) questions.push_back({"where is the sea ?", one});
  const AnswerOptions options = {.best = 3, .may_have_none = true};
  const std::vector<std::vector<Answer>> together = predictor.answer(questions, options);
  ASSERT_EQ(together.size(), questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const std::vector<Answer> alone =
        predictor.answer(questions[i].text, questions[i].pair, options);
    ASSERT_EQ(together[i].size(), alone.size());
    for (std::size_t k = 0; k < alone.size(); ++k) {
      EXPECT_EQ(together[i][k].score, alone[k].score);
      EXPECT_EQ(together[i][k].begin, alone[k].begin);
      EXPECT_EQ(together[i][k].text, alone[k].text);
    }
  }
  EXPECT_TRUE(predictor.answer(std::vector<TextPair>{}).empty());
}

TEST(Predictor, RefusesWhatItsHeadDoesNotGive) {
  const Predictor predictor(masked_model(), small_vocabulary(), kOneThread);
  EXPECT_FALSE(predictor.can(Task::kAnswer));
  EXPECT_TRUE(predictor.can(Task::kEmbed));
  EXPECT_THAT([&] { predictor.classify("the"); },
              ThrowsMessage<ConfigError>(HasSubstr("the head masked-lm, which gives no classes")));
  EXPECT_THAT([&] { predictor.answer("the", "sea"); },
              ThrowsMessage<ConfigError>(HasSubstr("which gives no spans")));
}

TEST(Predictor, RefusesAVocabularyThatIsNotTheModels) {
  models::StoredModel model = masked_model();
  const text::Tokenizer larger =
      text::Tokenizer::from_text(small_vocabulary().vocabulary_text() + "more\n", "larger");
  EXPECT_THAT([&] { Predictor(model, larger, kOneThread); },
              ThrowsMessage<FormatError>(HasSubstr("16 pieces; expected at most 15")));
  EXPECT_THAT([&] { Predictor(model, small_vocabulary(), {.threads = 1, .longest = 25}); },
              ThrowsMessage<ConfigError>(HasSubstr("25 tokens; expected 1 to 24")));
}

TEST(Predictor, SaysWhatMakesAModelFolderOfARun) {
  const testing::TemporaryFolder run;
  run.write("manifest.json", "{}");
  EXPECT_THAT(
      [&] { Predictor(run.path(), kOneThread); },
      ThrowsMessage<IoError>(HasSubstr(": no model folder, which has config.json; 'espalier "
                                       "convert' makes one of a run")));
}

TEST(Predictor, IsAskedByManyThreads) {
  const Predictor predictor(masked_model(), small_vocabulary(), {.threads = 2});
  const std::string expected = line_of(predictor.fill_mask("the [MASK]", 5), true);
  std::vector<std::string> found(4);
  std::vector<std::thread> threads;
  for (std::string& line : found)
    threads.emplace_back([&predictor, &line] {
      for (int i = 0; i < 10; ++i) line = line_of(predictor.fill_mask("the [MASK]", 5), true);
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& line : found) EXPECT_EQ(line, expected);
}

TEST(Answers, HaveTheNamesOfTheirTasks) {
  for (const Task task : {Task::kEmbed, Task::kFillMask, Task::kClassify, Task::kAnswer})
    EXPECT_EQ(task_by_name(to_string(task)), task);
  EXPECT_THAT([] { task_by_name("guess"); },
              ThrowsMessage<ConfigError>(HasSubstr("'guess', expected one of embed fill-mask")));
}

TEST(Answers, HaveOptionsThatSomeTasksRead) {
  const std::vector<Task> tasks = {Task::kEmbed, Task::kFillMask, Task::kClassify, Task::kAnswer,
                                   Task::kGenerate};
  const auto readers = [&](TaskOption option) {
    std::string names;
    for (const Task task : tasks) try {
        require_use(task, option, "it");
        names += to_string(task) + ' ';
      } catch (const ConfigError&) {
      }
    return names;
  };
  EXPECT_EQ(readers(TaskOption::kBest), "fill-mask classify qa ");
  EXPECT_EQ(readers(TaskOption::kLongest), "embed fill-mask classify qa ");
  EXPECT_EQ(readers(TaskOption::kStride), "qa ");
  EXPECT_EQ(readers(TaskOption::kMayHaveNone), "qa ");
  EXPECT_THAT([] { require_use(Task::kEmbed, TaskOption::kBest, "--top-k"); },
              ThrowsMessage<ConfigError>("--top-k: is read by fill-mask classify qa alone, and the "
                                         "task is embed; leave it out"));
}

TEST(AnswerLines, HaveColumnsOrJson) {
  const std::vector<FilledMask> masks = {{2, {{"sea", 6, 0.5}, {"old", 10, 0.25}}},
                                         {4, {{"is", 9, 1}}}};
  EXPECT_EQ(line_of(masks, false), "sea\t0.5\told\t0.25\tis\t1\n");
  EXPECT_EQ(line_of(masks, true),
            R"({"masks":[{"position":2,"words":[{"word":"sea","id":6,"probability":0.5},)"
            R"({"word":"old","id":10,"probability":0.25}]},)"
            R"({"position":4,"words":[{"word":"is","id":9,"probability":1.0}]}]})"
            "\n");
  const std::vector<Answer> answers = {{"a\tshell\xFF", 3, 10, 0.5}};
  EXPECT_EQ(line_of(answers, false), "a?shell\xFF\t0.5\t3\t10\n");
  EXPECT_THAT(line_of(answers, true), HasSubstr(R"("text":"a\tshell)"));
  EXPECT_EQ(line_of(std::vector<float>{0.5F, -2}, false), "0.5\t-2\n");
  EXPECT_EQ(line_of(std::vector<float>{0.5F, -2}, true), "{\"embedding\":[0.5,-2]}\n");
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(line_of(std::vector<float>{infinity, 1}, true), "{\"embedding\":[null,1]}\n");
  EXPECT_EQ(line_of(std::vector<float>{-infinity, 1}, false), "-inf\t1\n");
  EXPECT_EQ(line_of(std::vector<LabelScore>{{"a", 0.5}, {"b", 0.25}}, 1, false), "a\t0.5\n");
}

}  // namespace
}  // namespace espalier::serving
