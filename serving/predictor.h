// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/models/checkpoints/stored_model.h>
#include <espalier/models/inference/packed_model.h>
#include <espalier/serving/answers.h>
#include <espalier/serving/text_encoder.h>
#include <espalier/serving/text_generation.h>
#include <espalier/sparse/core/context.h>
#include <espalier/text/answers/answer_windows.h>
#include <espalier/text/tokenizer/any_tokenizer.h>

namespace espalier::serving {

/// How a predictor computes.
struct PredictorOptions {
  int threads = 0;  ///< of one call; 0: as many cores as it may use
  Precision precision = Precision::kFloat32;
  bool int8 = false;  ///< linear layers of the encoder in 8 bits (`models::PackedOptions`)
  /// Tokens of a sequence; 0: as many as the model has positions. `generate` refuses others.
  Index longest = 0;
  /// Tokens that windows of a long context share where a question does not say: as many as in
  /// training. A quarter of a sequence that has no room for so many.
  Index stride = text::WindowOptions{}.stride;
  /// By how much the score of "the context has no answer" has to exceed that of the best answer to
  /// come before it (`text::AnswerOptions`).
  double none_threshold = 0;
};

/// What is asked of a context.
struct AnswerOptions {
  Index best = 1;      ///< answers to return, the one that counts first and then the best
  Index longest = 30;  ///< tokens of an answer
  /// Tokens that windows of a long context share. None: `PredictorOptions::stride`.
  std::optional<Index> stride = {};
  bool may_have_none = false;  ///< the context may have no answer, as in SQuAD 2.0
};

/// A model with its tokenizer: texts in, answers out. An answer is the same, bit for bit, whatever
/// else is asked in its call or at the same time.
///
/// Immutable; any number of threads may ask one at once. Each call computes on `threads` threads;
/// memory that calls need is kept for the next ones. All functions throw ConfigError if the model
/// has no head for what is asked, in one line; texts that are longer than the model allows are cut.
class Predictor {
 public:
  /// Reads a model folder: config.json, weights, vocabulary and tokenizer settings as Hugging Face
  /// writes them, dense or block-sparse. Throws IoError or FormatError naming the file and what is
  /// not implemented.
  explicit Predictor(const std::filesystem::path& folder, const PredictorOptions& options = {});
  /// Throws FormatError if the vocabulary is not that of the model, ConfigError as `PackedModel`.
  Predictor(const models::StoredModel& model, text::AnyTokenizer tokenizer,
            const PredictorOptions& options = {});
  Predictor(const Predictor&) = delete;
  Predictor& operator=(const Predictor&) = delete;
  ~Predictor();

  const models::PackedModel& model() const;
  /// Throws ConfigError if it is one of bytes, which has neither [MASK] nor pairs of texts.
  const text::Tokenizer& tokenizer() const;
  const Context& context() const;
  /// What the head of the model is for; a model without one embeds.
  Task task() const;
  bool can(Task task) const;
  /// Throws ConfigError as `serving::require_use`, and if `option` is how many of the numbers of a
  /// regression, which are all told.
  void require_use(Task task, TaskOption option, const std::string& name) const;

  /// Texts as tokens: what the calls below are given, and what fails here fails alone. Throws
  /// FormatError for an empty text of which there are no tokens.
  TokenisedText encode(const TextPair& texts) const;

  /// For each text the words at its [MASK] tokens, `best` for each. A text without one has none.
  /// Throws FormatError if one was cut off, ConfigError if `best` is below 1.
  std::vector<std::vector<FilledMask>> fill_masks(std::span<const TokenisedText> texts,
                                                  Index best) const;
  /// For each text all labels, the most probable first; numbers of a regression in their order.
  std::vector<std::vector<LabelScore>> classify(std::span<const TokenisedText> texts) const;
  /// For each text the mean of the hidden states of its tokens: [texts][hidden].
  std::vector<std::vector<float>> embed(std::span<const TokenisedText> texts) const;

  /// Answers to a question that stand in the context; of a context that may have none, none is one,
  /// with an empty text, and of one without tokens, such as white space, the only one. Throws
  /// ConfigError too if an option is out of its domain, or the stride as long as what a window
  /// leaves to the context.
  std::vector<Answer> answer(std::string_view question, std::string_view context,
                             const AnswerOptions& options = {}) const;
  /// The same for each question (`text`) with its context (`pair`); windows of several are computed
  /// together.
  std::vector<std::vector<Answer>> answer(std::span<const TextPair> questions,
                                          const AnswerOptions& options = {}) const;

  // One text.
  std::vector<FilledMask> fill_mask(std::string_view text, Index best) const;
  std::vector<LabelScore> classify(std::string_view text, std::string_view pair = {}) const;
  std::vector<float> embed(std::string_view text) const;
  GeneratedText generate(std::string_view prompt, const GenerateOptions& options = {},
                         const TextCallback& told = nullptr) const;

  /// Whether the model predicts the next word, so that it can write.
  bool can_generate() const { return can(Task::kGenerate); }
  /// The continuation of each prompt, token after token, as `generate_texts`; a prompt that is too
  /// long is refused, not cut. `told`, if there is one, gets the pieces as they come. A text
  /// depends on its prompt, its number and the options alone. Memory that is kept for later calls:
  /// keys and values of up to 16 texts for each call that ran at the same time
  /// (`models::KeyValueCache`).
  std::vector<GeneratedText> generate(std::span<const std::string> prompts,
                                      const GenerateOptions& options = {},
                                      const TextCallback& told = nullptr) const {
    return generate(prompts, std::span(&options, 1), told);
  }
  /// The same with options of each prompt, where `first_sequence` is its number.
  std::vector<GeneratedText> generate(std::span<const std::string> prompts,
                                      std::span<const GenerateOptions> options,
                                      const TextCallback& told = nullptr) const;
  /// Throws as `generate` would for this prompt, of which messages begin with `where`, and these
  /// options.
  void check_prompt(std::string_view prompt, const std::string& where,
                    const GenerateOptions& options) const;

  /// Memory for calls of `model()`, which goes back when the result is destroyed.
  class Workspace;
  Workspace workspace() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A workspace of a predictor, for whoever calls its model.
class Predictor::Workspace {
 public:
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  models::InferenceWorkspace& operator*() const { return *workspace_; }

 private:
  friend class Predictor;
  explicit Workspace(State& state);

  State* state_;
  std::unique_ptr<models::InferenceWorkspace> workspace_;
};

}  // namespace espalier::serving
