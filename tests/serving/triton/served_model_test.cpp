// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/triton/served_model.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <espalier/models/families/causal_lm_model.h>
#include <espalier/models/families/mlm_model.h>
#include <espalier/models/families/question_answerer.h>
#include <espalier/models/families/sequence_classifier.h>
#include <espalier/sparse/core/error.h>
#include "tests/serving/small_vocabulary.h"

namespace espalier::serving {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

models::EncoderOptions served_options() {
  return {.config = {.layers = 1,
                     .hidden = 32,
                     .heads = 2,
                     .intermediate = 64,
                     .vocabulary = small_vocabulary().size(),
                     .max_positions = 64},
          .block = 4,
          .density = 0.5,
          .initial_deviation = 0.3};
}

models::StoredModel served_masked_model() {
  const Context context({.threads = 1, .seed = 3});
  models::MlmModel model(served_options(), context);
  return models::store_model(model.config(), model.parameters());
}

models::StoredModel served_classifier(Index classes = 3) {
  const Context context({.threads = 1, .seed = 3});
  models::SequenceClassifier model(served_options(), classes, context);
  return models::store_model(model.config(), model.parameters());
}

models::StoredModel served_answerer() {
  const Context context({.threads = 1, .seed = 3});
  models::QuestionAnswerer model(served_options(), context);
  return models::store_model(model.config(), model.parameters());
}

models::StoredModel served_writer() {
  const Context context({.threads = 1, .seed = 3});
  models::EncoderOptions options = served_options();
  options.config.family = "gpt";
  options.config.segments = 0;
  options.config.norm = models::NormPlacement::kPre;
  models::CausalLmModel model(options, context);
  return models::store_model(model.config(), model.parameters());
}

ModelSettings one_thread() { return {.predictor = {.threads = 1}}; }

/// A tensor that owns its bytes.
struct OwnedInput {
  OwnedInput(const std::string& name, const std::vector<std::string>& texts) {
    OutputTensor out;
    for (const std::string& text : texts) out.append(std::string_view(text));
    bytes = out.bytes;
    tensor = {.name = name, .shape = {std::ssize(texts), 1}, .bytes = bytes};
  }
  OwnedInput(const std::string& name, Index rows, const std::vector<std::int64_t>& ids) {
    OutputTensor out;
    for (const std::int64_t id : ids) out.append(id);
    bytes = out.bytes;
    tensor = {.name = name,
              .type = TensorType::kWhole,
              .shape = {rows, std::ssize(ids) / rows},
              .bytes = bytes};
  }
  OwnedInput(const OwnedInput&) = delete;
  OwnedInput& operator=(const OwnedInput&) = delete;

  OwnedInput(const std::string& name, std::span<const float> numbers) {
    OutputTensor out;
    for (const float number : numbers) out.append(number);
    bytes = out.bytes;
    tensor = {.name = name,
              .type = TensorType::kFloat,
              .shape = {std::ssize(numbers), 1},
              .bytes = bytes};
  }

  std::string bytes;
  InputTensor tensor;
};

std::vector<float> floats_of(const OutputTensor& tensor) {
  std::vector<float> values(tensor.bytes.size() / sizeof(float));
  std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
  return values;
}

/// The outputs of one request that is asked alone.
std::vector<OutputTensor> ask(const ServedModel& model, const std::vector<InputTensor>& inputs,
                              const std::vector<std::string>& names) {
  return model.outputs(model.answers(model.rows_of(inputs)), names);
}

TEST(ServedModel, Classifies) {
  const ServedModel model(served_classifier(), small_vocabulary(), one_thread());
  EXPECT_EQ(model.task(), Task::kClassify);
  const OwnedInput texts("TEXT", {"the sea", "is old"}), pairs("TEXT_PAIR", {"shells", ""});
  const auto outputs = ask(model, {texts.tensor, pairs.tensor}, {"SCORE", "LABEL"});
  EXPECT_EQ(outputs[0].shape, (std::vector<Index>{2, 3}));
  const auto labels = model.predictor().classify("the sea", "shells");
  const auto others = model.predictor().classify("is old");
  const std::vector<float> scores = floats_of(outputs[0]);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(scores[k], static_cast<float>(labels[k].score));
    EXPECT_EQ(scores[3 + k], static_cast<float>(others[k].score));
  }
  EXPECT_THAT(outputs[1].bytes, HasSubstr(labels[0].label));
}

TEST(ServedModel, FillsMasks) {
  ModelSettings settings = one_thread();
  settings.top_k = 2;
  const ServedModel model(served_masked_model(), small_vocabulary(), settings);
  const OwnedInput texts("TEXT", {"the [MASK]", "[MASK] is [MASK]", "the sea"});
  const auto outputs = ask(model, {texts.tensor}, {"SCORE"});
  EXPECT_EQ(outputs[0].shape, (std::vector<Index>{3, 2, 2}));
  const std::vector<float> scores = floats_of(outputs[0]);
  const auto filled = model.predictor().fill_mask("[MASK] is [MASK]", 2);
  EXPECT_EQ(scores[7], static_cast<float>(filled[1].words[1].probability));
  for (const std::size_t padded : {2, 3, 8, 11}) EXPECT_EQ(scores[padded], 0);
  const OwnedInput none("TEXT", {"the sea"});
  EXPECT_EQ(ask(model, {none.tensor}, {"SCORE"})[0].shape, (std::vector<Index>{1, 0, 2}));
}

TEST(ServedModel, AnswersQuestions) {
  ModelSettings settings = one_thread();
  settings.top_k = 3;
  const ServedModel model(served_answerer(), small_vocabulary(), settings);
  EXPECT_EQ(model.task(), Task::kAnswer);
  const std::string context = "the old sea . caf\u00e9 shells is the sea";
  OwnedInput questions("QUESTION", {"where is the sea ?", "the"}),
      contexts("CONTEXT", {context, "old"});
  const std::vector<InputTensor> inputs = {questions.tensor, contexts.tensor};
  const std::vector<Row> rows = model.rows_of(inputs);
  // The bytes may be gone when a batch of several requests is computed.
  for (OwnedInput* input : {&questions, &contexts}) std::ranges::fill(input->bytes, 'x');
  const std::vector<std::string> names = {"SCORE", "BEGIN", "END", "ANSWER"};
  const auto outputs = model.outputs(model.answers(rows), names);
  const auto answers = model.predictor().answer("where is the sea ?", context, {.best = 3});
  ASSERT_EQ(answers.size(), 3u);
  const std::vector<float> scores = floats_of(outputs[0]);
  OutputTensor begins, ends;
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(scores[k], static_cast<float>(answers[k].score));
    begins.append(std::int64_t{answers[k].begin});
    ends.append(std::int64_t{answers[k].end});
  }
  EXPECT_EQ(outputs[1].bytes.substr(0, 24), begins.bytes);
  EXPECT_EQ(outputs[2].bytes.substr(0, 24), ends.bytes);
  // The second row has one answer, and the rest of it is empty.
  for (const OutputTensor& output : outputs) EXPECT_EQ(output.shape, (std::vector<Index>{2, 3}));
  EXPECT_EQ(scores[4], 0);
  EXPECT_EQ(outputs[3].bytes.substr(outputs[3].bytes.size() - 8), std::string(8, '\0'));

  settings.top_k = one_thread().top_k;  // of the answers alone
  settings.takes_ids = true;
  const ServedModel spans(served_answerer(), small_vocabulary(), settings);
  const OwnedInput ids("INPUT_IDS", 2, {2, 5, 3, 6, 3, 2, 5, 3, 10, 3});
  const OutputTensor logits = ask(spans, {ids.tensor}, {"LOGITS"})[0];
  EXPECT_EQ(logits.shape, (std::vector<Index>{2, 5, 2}));
  const std::vector<std::int32_t> first = {2, 5, 3, 6, 3}, second = {2, 5, 3, 10, 3};
  const std::vector<models::TokenSequence> sequences = {{.tokens = first}, {.tokens = second}};
  std::vector<float> expected(20);
  spans.predictor().model().span_logits(sequences, {expected.data(), 10, 2},
                                        *spans.predictor().workspace());
  EXPECT_EQ(floats_of(logits), expected);
}

TEST(ServedModel, TakesIds) {
  ModelSettings settings = one_thread();
  settings.takes_ids = true;
  const ServedModel words(served_masked_model(), small_vocabulary(), settings);
  const OwnedInput ids("INPUT_IDS", 2, {2, 4, 6, 3, 2, 5, 6, 3});
  auto outputs = ask(words, {ids.tensor}, {"LOGITS"});
  const Index vocabulary = small_vocabulary().size();
  EXPECT_EQ(outputs[0].shape, (std::vector<Index>{2, 1, vocabulary}));
  const std::vector<std::int32_t> masked = {2, 4, 6, 3};
  const std::vector<models::TokenSequence> first = {{.tokens = masked}};
  std::vector<float> expected(static_cast<std::size_t>(2 * vocabulary));  // no mask in the second
  words.predictor().model().word_logits(first, std::vector<Index>{1},
                                        {expected.data(), 1, vocabulary},
                                        *words.predictor().workspace());
  EXPECT_EQ(floats_of(outputs[0]), expected);

  const ServedModel classes(served_classifier(), small_vocabulary(), settings);
  const OwnedInput segments("TOKEN_TYPE_IDS", 2, {0, 0, 1, 1, 0, 0, 0, 0});
  outputs = ask(classes, {ids.tensor, segments.tensor}, {"LOGITS"});
  EXPECT_EQ(outputs[0].shape, (std::vector<Index>{2, 3}));
  const OwnedInput second("INPUT_IDS", 1, {2, 5, 6, 3});
  const std::vector<float> both = floats_of(outputs[0]);
  const std::vector<std::int32_t> of_two = {0, 0, 1, 1};
  const std::vector<models::TokenSequence> pair = {{.tokens = masked, .segments = of_two}};
  expected.resize(3);
  classes.predictor().model().class_logits(pair, {expected.data(), 1, 3},
                                           *classes.predictor().workspace());
  EXPECT_EQ(std::vector<float>(both.begin(), both.begin() + 3), expected);
  EXPECT_EQ(std::vector<float>(both.begin() + 3, both.end()),
            floats_of(ask(classes, {second.tensor}, {"LOGITS"})[0]));

  settings.task = Task::kEmbed;
  const ServedModel vectors(served_masked_model(), small_vocabulary(), settings);
  EXPECT_EQ(floats_of(ask(vectors, {second.tensor}, {"EMBEDDING"})[0]),
            vectors.predictor().embed("the sea"));
}

TEST(ServedModel, WritesTexts) {
  const ServedModel model(served_writer(), small_vocabulary(), one_thread());
  EXPECT_EQ(model.task(), Task::kGenerate);
  const OwnedInput texts("TEXT", {"the sea", "old"}), tokens("MAX_TOKENS", 2, {5, 9}),
      seeds("SEED", 2, {7, 8}), temperatures("TEMPERATURE", std::vector<float>{0, 2}),
      stops("STOP", {"", "shells"});
  const std::vector<InputTensor> inputs = {texts.tensor, tokens.tensor, seeds.tensor,
                                           temperatures.tensor, stops.tensor};
  const std::vector<Row> rows = model.rows_of(inputs);
  std::vector<std::string> streamed(2);
  const std::vector<RowAnswer> answers =
      model.answers(rows, [&](std::size_t row, const RowAnswer& piece, bool is_last) {
        streamed[row] += piece.written.text;
        EXPECT_EQ(piece.count > 0, is_last);
        return true;
      });
  for (std::size_t row = 0; row < 2; ++row) {
    const GeneratedText& written = answers[row].written;
    const GeneratedText alone = model.predictor().generate(rows[row].prompt, rows[row].options);
    EXPECT_EQ(written.text, alone.text);
    EXPECT_EQ(written.ids, alone.ids);
    EXPECT_EQ(streamed[row], alone.text);
    EXPECT_EQ(std::ssize(written.ids), written.tokens);
  }
  EXPECT_EQ(rows[1].options.first_sequence, 1u);
  EXPECT_EQ(rows[0].options.max_tokens, 5);
  EXPECT_TRUE(rows[0].options.stop.empty());
  const auto outputs = model.outputs(
      answers,
      std::vector<std::string>{"COMPLETION", "TOKEN_IDS", "COMPLETION_TOKENS", "FINISH_REASON"});
  const Index longest = std::max(answers[0].written.tokens, answers[1].written.tokens);
  EXPECT_EQ(outputs[0].shape, (std::vector<Index>{2, 1}));
  EXPECT_EQ(outputs[1].shape, (std::vector<Index>{2, longest}));
  OutputTensor counts;
  for (const RowAnswer& answer : answers) counts.append(std::int64_t{answer.written.tokens});
  EXPECT_EQ(outputs[2].bytes, counts.bytes);
  EXPECT_THAT(outputs[3].bytes, HasSubstr(to_string(answers[0].written.end)));
}

TEST(ServedModel, RefusesPrompts) {
  const auto refuses = [](const ServedModel& model, const std::vector<InputTensor>& inputs,
                          const std::string& message) {
    EXPECT_THAT([&] { model.rows_of(inputs); }, ThrowsMessage<Error>(HasSubstr(message)));
  };
  ModelSettings settings = one_thread();
  const ServedModel model(served_writer(), small_vocabulary(), settings);
  const OwnedInput text("TEXT", {"the sea"}), two("SEED", 2, {1, 2}), negative("SEED", 1, {-1}),
      zero("MAX_TOKENS", 1, {0}), cold("TEMPERATURE", std::vector<float>{-1}),
      nan("TOP_P", std::vector<float>{std::numeric_limits<float>::quiet_NaN()});
  std::string words;
  for (int i = 0; i < 70; ++i) words += "sea ";
  const OwnedInput long_text("TEXT", {"the", words});
  refuses(model, {two.tensor}, "input TEXT is missing");
  refuses(model, {text.tensor, two.tensor}, "SEED has 2 rows; expected 1, as TEXT");
  refuses(model, {text.tensor, negative.tensor}, "SEED, row 0 is -1; expected at least 0");
  refuses(model, {text.tensor, zero.tensor}, "MAX_TOKENS, row 0 is 0; expected at least 1");
  refuses(model, {text.tensor, cold.tensor}, "temperature");
  refuses(model, {text.tensor, nan.tensor}, "top_p");
  refuses(model, {long_text.tensor}, "prompt 1 has 71 tokens; expected at most 64");
  settings.streams = true;
  const ServedModel streaming(served_writer(), small_vocabulary(), settings);
  const OwnedInput both("TEXT", {"the", "sea"});
  refuses(streaming, {both.tensor}, "TEXT has 2 rows; expected 1");
  EXPECT_THAT([&] { ServedModel(served_classifier(), small_vocabulary(), settings); },
              ThrowsMessage<ConfigError>(HasSubstr("decoupled, and the task is classify")));
}

TEST(ServedModel, RefusesRequests) {
  const auto refuses = [](const ServedModel& model, const std::vector<InputTensor>& inputs,
                          const std::string& message) {
    EXPECT_THAT([&] { model.rows_of(inputs); }, ThrowsMessage<FormatError>(HasSubstr(message)));
  };
  ModelSettings settings = one_thread();
  const ServedModel texts(served_masked_model(), small_vocabulary(), settings);
  refuses(texts, {}, "input TEXT is missing");
  const OwnedInput two("TEXT", {"a", "b"}), one("TEXT_PAIR", {"a"});
  refuses(texts, {two.tensor, one.tensor}, "TEXT_PAIR has another shape than TEXT");
  std::string masks;
  for (int i = 0; i < 33; ++i) masks += "[MASK] ";
  const OwnedInput masked("TEXT", {"a", masks});
  refuses(texts, {masked.tensor}, "row 1 has 33 masks; expected at most 32");
  std::string late = "[MASK]";
  for (int i = 0; i < 70; ++i) late = "the " + late;
  const OwnedInput cut("TEXT", {"a", late});
  refuses(texts, {cut.tensor}, "row 1 has 73 tokens, of which 64 fit");
  EXPECT_THAT([&] { texts.outputs({}, std::vector<std::string>{"OTHER"}); },
              ThrowsMessage<FormatError>(HasSubstr("output OTHER is unknown")));

  settings.takes_ids = true;
  settings.predictor.longest = 8;
  const ServedModel ids(served_classifier(), small_vocabulary(), settings);
  const OwnedInput unknown("INPUT_IDS", 1, {2, 15, 3});
  refuses(ids, {unknown.tensor}, "token 1 is 15; expected 0 to 14");
  const OwnedInput long_row("INPUT_IDS", 1, std::vector<std::int64_t>(9, 2));
  refuses(ids, {long_row.tensor}, "expected at most 8 tokens in a row");
}

TEST(ServedModel, RefusesAParameterThatItsTaskDoesNotRead) {
  const auto refuses = [](const ModelSettings& settings, const char* message) {
    EXPECT_THAT([&] { ServedModel(served_classifier(), small_vocabulary(), settings); },
                ThrowsMessage<ConfigError>(HasSubstr(message)));
  };
  ModelSettings settings = one_thread();
  settings.may_have_none = true;
  refuses(settings, "config.pbtxt: parameter no_answer: is read by qa alone");
  settings = one_thread();
  settings.task = Task::kEmbed;
  settings.top_k = 2;
  refuses(settings, "config.pbtxt: parameter top_k: is read by fill-mask classify qa alone");
  settings.task = Task::kClassify;
  settings.takes_ids = true;
  refuses(settings, "config.pbtxt: parameter top_k: is not read for INPUT_IDS");
  settings.takes_ids = false;
  EXPECT_THAT([&] { ServedModel(served_classifier(1), small_vocabulary(), settings); },
              ThrowsMessage<ConfigError>(HasSubstr("top_k: the model is a regression")));
  EXPECT_NO_THROW(ServedModel(served_classifier(), small_vocabulary(), settings));
}

TEST(ServedModel, RefusesATaskWithoutAHead) {
  ModelSettings settings = one_thread();
  settings.task = Task::kFillMask;
  EXPECT_THAT([&] { ServedModel(served_classifier(), small_vocabulary(), settings); },
              ThrowsMessage<ConfigError>(HasSubstr("expected classify or embed")));
}

}  // namespace
}  // namespace espalier::serving
