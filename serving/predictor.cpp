// SPDX-License-Identifier: Apache-2.0
#include <espalier/serving/predictor.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <espalier/models/checkpoints/model_folder.h>
#include <espalier/serving/probabilities.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/answers/answer_windows.h>
#include <espalier/text/answers/best_answers.h>

namespace espalier::serving {
namespace {

using models::HeadKind;
using models::TokenSequence;

/// Throws IoError, which says what makes one, if it is another folder, such as that of a run.
const std::filesystem::path& model_folder(const std::filesystem::path& folder) {
  std::error_code unknown;  // then reading says what is wrong
  if (!std::filesystem::is_directory(folder, unknown) ||
      std::filesystem::exists(folder / models::kConfigFile, unknown) || unknown)
    return folder;
  throw IoError(folder.string() + ": no model folder, which has " + models::kConfigFile +
                "; 'espalier convert' makes one of a run, RUN@STEP or a checkpoint");
}

const models::StoredModel& fitted(const models::StoredModel& model,
                                  const text::AnyTokenizer& tokenizer) {
  // A vocabulary may be padded to a multiple of a block.
  if (text::size_of(tokenizer) <= model.config.vocabulary) return model;
  throw FormatError(text::name_of(tokenizer) + ": has " + std::to_string(text::size_of(tokenizer)) +
                    " pieces; expected at most " + std::to_string(model.config.vocabulary) +
                    ", as " + model.origin);
}

Index longest_of(const models::ModelConfig& config, const PredictorOptions& options) {
  if (options.longest < 0 || options.longest > config.max_positions)
    throw ConfigError("longest sequence: " + std::to_string(options.longest) +
                      " tokens; expected 1 to " + std::to_string(config.max_positions) +
                      ", the positions of the model, or 0 for all");
  return options.longest == 0 ? config.max_positions : options.longest;
}

/// Prompts are not cut, and a text ends with the positions of the model.
void require_no_cut(bool cuts) {
  if (cuts) require_use(Task::kGenerate, TaskOption::kLongest, "longest");
}

std::vector<TokenSequence> sequences_of(const auto& texts) {
  return std::vector<TokenSequence>(texts.begin(), texts.end());
}

/// Memory for `rows` results.
struct Rows {
  Rows(std::size_t rows, Index cols)
      : values(rows * static_cast<std::size_t>(cols)),
        view(values.data(), static_cast<Index>(rows), cols) {}
  std::vector<float> values;
  MatrixView<float> view;
};

/// The model is asked for the logits of so many masks at a time, or of one text. BERT's texts have
/// no more than these, and with its vocabulary they take 62 MB.
constexpr std::size_t kMasksTogether = 512;

/// How many of the texts, from the first one on, are asked together.
std::size_t texts_together(std::span<const TokenisedText> texts, std::int32_t mask) {
  std::size_t masks = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    masks += static_cast<std::size_t>(std::ranges::count(texts[i].tokens, mask));
    if (i > 0 && masks > kMasksTogether) return i;
  }
  return texts.size();
}

std::vector<std::vector<FilledMask>> fill_masks_together(const Predictor& predictor,
                                                         std::span<const TokenisedText> texts,
                                                         Index best) {
  const text::Tokenizer& tokenizer = predictor.tokenizer();
  std::vector<std::vector<FilledMask>> filled(texts.size());
  std::vector<Index> positions;
  Index token = 0;
  for (std::size_t i = 0; i < texts.size(); ++i)
    for (std::size_t t = 0; t < texts[i].tokens.size(); ++t, ++token) {
      if (texts[i].tokens[t] != tokenizer.special().mask) continue;
      positions.push_back(token);
      filled[i].push_back({.position = static_cast<Index>(t), .words = {}});
    }
  Rows logits(positions.size(), predictor.model().config().vocabulary);
  predictor.model().word_logits(sequences_of(texts), positions, logits.view,
                                *predictor.workspace());
  Index row = 0;
  for (std::vector<FilledMask>& of_text : filled)
    for (FilledMask& mask : of_text)
      // A padded vocabulary has rows that are no pieces.
      for (const ScoredIndex& word : most_probable(
               logits.view.row(row++).first(static_cast<std::size_t>(tokenizer.size())), best)) {
        const auto id = static_cast<std::int32_t>(word.index);
        mask.words.push_back({tokenizer.piece(id), id, word.probability});
      }
  return filled;
}

/// Questions are computed together until their windows have so many tokens: some 85 of BERT's.
constexpr std::size_t kWindowTokensTogether = 32768;

/// The windows that training cuts, with a stride that lets each go on in the context: the usual one
/// unless another is asked for.
text::WindowOptions windows_of(Index longest, Index usual, std::optional<Index> stride) {
  text::WindowOptions windows = {.sequence_length = longest,
                                 .stride = usual,
                                 .longest_question = text::longest_question(longest)};
  const Index most = text::least_context(windows) - 1;
  if (stride && (*stride < 0 || *stride > most))
    throw ConfigError("answers: a stride of " + std::to_string(*stride) +
                      " tokens; expected 0 to " + std::to_string(most) + " with windows of " +
                      std::to_string(longest) + ", so that each goes on");
  windows.stride = stride.value_or(usual <= most ? usual : longest / 4);
  return windows;
}

/// A question's context, in windows.
struct AskedWindows {
  std::string_view context;
  std::vector<text::AnswerWindow> windows;
};

std::vector<Answer> best_of(const AskedWindows& asked, std::span<const text::WindowLogits> logits,
                            const AnswerOptions& options, double none_threshold) {
  const text::BestAnswers found =
      text::best_answers(asked.windows, logits,
                         {.n_best = std::max(options.best, text::AnswerOptions{}.n_best),
                          .longest = options.longest,
                          .may_have_none = options.may_have_none,
                          .none_threshold = none_threshold});
  std::vector<Answer> answers;
  const auto add = [&](const text::Answer& candidate) {
    answers.push_back({.text = std::string(text::part_of(asked.context, candidate.range)),
                       .begin = candidate.range.begin,
                       .end = candidate.range.end,
                       .score = candidate.probability});
  };
  add(found.answer);
  for (const text::Answer& candidate : found.candidates) {
    if (static_cast<Index>(answers.size()) == options.best) break;
    if (candidate.range != found.answer.range) add(candidate);
  }
  return answers;
}

std::vector<std::vector<Answer>> answers_together(const Predictor& predictor,
                                                  std::span<const AskedWindows> questions,
                                                  const AnswerOptions& options,
                                                  double none_threshold) {
  const bool has_segments = predictor.model().config().segments > 1;
  std::vector<TokenisedText> inputs;
  std::size_t tokens = 0;
  for (const AskedWindows& asked : questions)
    for (const text::AnswerWindow& window : asked.windows) {
      TokenisedText& input = inputs.emplace_back();
      input.tokens = window.tokens;
      if (has_segments) {
        input.segments.resize(static_cast<std::size_t>(window.context_begin), 0);
        input.segments.resize(window.tokens.size(), 1);
      }
      tokens += window.tokens.size();
    }
  Rows logits(tokens, 2);
  predictor.model().span_logits(sequences_of(inputs), logits.view, *predictor.workspace());
  std::vector<float> starts, ends;
  for (Index t = 0; t < logits.view.rows; ++t) {
    starts.push_back(logits.view(t, 0));
    ends.push_back(logits.view(t, 1));
  }
  std::vector<std::vector<Answer>> answers;
  std::size_t first = 0;
  for (const AskedWindows& asked : questions) {
    std::vector<text::WindowLogits> of_windows;
    for (const text::AnswerWindow& window : asked.windows) {
      of_windows.push_back({std::span(starts).subspan(first, window.tokens.size()),
                            std::span(ends).subspan(first, window.tokens.size())});
      first += window.tokens.size();
    }
    answers.push_back(best_of(asked, of_windows, options, none_threshold));
  }
  return answers;
}

}  // namespace

struct Predictor::State {
  /// Objects that calls need one of each, kept for later calls.
  template <typename T>
  class Kept {
   public:
    template <typename... Arguments>
    std::unique_ptr<T> take(const Arguments&... arguments) {
      const std::lock_guard lock(mutex_);
      if (free_.empty()) return std::make_unique<T>(arguments...);
      std::unique_ptr<T> taken = std::move(free_.back());
      free_.pop_back();
      return taken;
    }
    void give(std::unique_ptr<T> object) {
      const std::lock_guard lock(mutex_);
      try {
        free_.push_back(std::move(object));
      } catch (const std::bad_alloc&) {
        // Where nothing may throw: it is let go, and a later call makes another one.
      }
    }

   private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<T>> free_;
  };

  State(const models::StoredModel& stored, text::AnyTokenizer given,
        const PredictorOptions& options)
      : context({.threads = options.threads, .precision = options.precision}),
        tokenizer(std::move(given)),
        model(fitted(stored, tokenizer), context, models::PackedOptions{.int8 = options.int8}),
        longest(longest_of(stored.config, options)),
        stride(options.stride),
        none_threshold(options.none_threshold),
        cuts(options.longest != 0) {
    if (const auto* words = std::get_if<text::Tokenizer>(&tokenizer))
      encoder.emplace(*words, longest, stored.config.segments);
  }

  Context context;
  text::AnyTokenizer tokenizer;
  models::PackedModel model;
  Index longest;
  Index stride;                        // of windows, unless a question says another
  double none_threshold;               // of answers
  bool cuts;                           // `longest` was asked for
  std::optional<TextEncoder> encoder;  // of words
  Kept<models::InferenceWorkspace> workspaces;
  Kept<models::Generator> generators;
};

Predictor::Workspace::Workspace(State& state)
    : state_(&state), workspace_(state.workspaces.take()) {}

Predictor::Workspace::~Workspace() { state_->workspaces.give(std::move(workspace_)); }

Predictor::Predictor(const std::filesystem::path& folder, const PredictorOptions& options)
    : Predictor(models::read_model_folder(model_folder(folder)),
                text::read_any_tokenizer(model_folder(folder)), options) {}

Predictor::Predictor(const models::StoredModel& model, text::AnyTokenizer tokenizer,
                     const PredictorOptions& options)
    : state_(std::make_unique<State>(model, std::move(tokenizer), options)) {}

Predictor::~Predictor() = default;

const models::PackedModel& Predictor::model() const { return state_->model; }
const text::Tokenizer& Predictor::tokenizer() const {
  if (const auto* words = std::get_if<text::Tokenizer>(&state_->tokenizer)) return *words;
  throw ConfigError(text::name_of(state_->tokenizer) +
                    ": its pieces are bytes; expected words of BERT for masks, pairs and answers");
}
const Context& Predictor::context() const { return state_->context; }
Predictor::Workspace Predictor::workspace() const { return Workspace(*state_); }

Task Predictor::task() const {
  switch (model().head()) {
    case HeadKind::kMaskedLm:
    case HeadKind::kPretraining:
      return Task::kFillMask;
    case HeadKind::kClassification:
    case HeadKind::kRegression:
      return Task::kClassify;
    case HeadKind::kSpans:
      return Task::kAnswer;
    case HeadKind::kCausalLm:
      return Task::kGenerate;
    case HeadKind::kNone:
      break;
  }
  return Task::kEmbed;
}

bool Predictor::can(Task asked) const { return asked == Task::kEmbed || asked == task(); }

void Predictor::require_use(Task task, TaskOption option, const std::string& name) const {
  serving::require_use(task, option, name);
  if (task == Task::kClassify && option == TaskOption::kBest &&
      model().head() == models::HeadKind::kRegression)
    throw ConfigError(name +
                      ": the model is a regression, of which all numbers are told; leave it out");
}

TokenisedText Predictor::encode(const TextPair& texts) const {
  if (state_->encoder) return state_->encoder->encode(texts);
  if (!texts.pair.empty()) (void)tokenizer();  // which refuses
  const auto& bytes = std::get<text::ByteLevelBpe>(state_->tokenizer);
  TokenisedText encoded;
  bytes.encode(texts.text, encoded.tokens);
  if (encoded.tokens.empty()) {
    if (!bytes.end_of_text())
      throw FormatError(bytes.name() +
                        ": has no piece that ends a text, and so none for an empty one; expected "
                        "some characters");
    encoded.tokens.push_back(*bytes.end_of_text());
  }
  const auto room = static_cast<std::size_t>(state_->longest);
  if (encoded.tokens.size() > room) {
    encoded.left_out = static_cast<Index>(encoded.tokens.size() - room);
    encoded.tokens.resize(room);
  }
  return encoded;
}

std::vector<std::vector<FilledMask>> Predictor::fill_masks(std::span<const TokenisedText> texts,
                                                           Index best) const {
  if (best < 1)
    throw ConfigError("masks: " + std::to_string(best) + " words of each; expected at least 1");
  for (std::size_t i = 0; i < texts.size(); ++i)
    require_masks(texts[i], "text " + std::to_string(i));
  std::vector<std::vector<FilledMask>> filled;
  do {
    const std::span some = texts.first(texts_together(texts, tokenizer().special().mask));
    std::ranges::move(fill_masks_together(*this, some, best), std::back_inserter(filled));
    texts = texts.subspan(some.size());
  } while (!texts.empty());
  return filled;
}

std::vector<std::vector<LabelScore>> Predictor::classify(
    std::span<const TokenisedText> texts) const {
  const Index classes = model().classes();
  Rows logits(texts.size(), classes);
  model().class_logits(sequences_of(texts), logits.view, *workspace());
  const std::vector<std::string>& labels = model().labels();
  const auto label = [&](Index index) {
    const auto at = static_cast<std::size_t>(index);
    return at < labels.size() ? labels[at] : "LABEL_" + std::to_string(index);
  };
  std::vector<std::vector<LabelScore>> results(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto row = logits.view.row(static_cast<Index>(i));
    if (model().head() == HeadKind::kRegression)
      for (Index c = 0; c < classes; ++c)
        results[i].push_back({label(c), row[static_cast<std::size_t>(c)]});
    else
      for (const ScoredIndex& scored : most_probable(row, classes))
        results[i].push_back({label(scored.index), scored.probability});
  }
  return results;
}

std::vector<std::vector<float>> Predictor::embed(std::span<const TokenisedText> texts) const {
  Rows means(texts.size(), model().config().hidden);
  model().mean_states(sequences_of(texts), means.view, *workspace());
  std::vector<std::vector<float>> vectors;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto row = means.view.row(static_cast<Index>(i));
    vectors.emplace_back(row.begin(), row.end());
  }
  return vectors;
}

std::vector<std::vector<Answer>> Predictor::answer(std::span<const TextPair> questions,
                                                   const AnswerOptions& options) const {
  if (options.best < 1 || options.longest < 1)
    throw ConfigError("answers: " + std::to_string(options.best) + " of " +
                      std::to_string(options.longest) + " tokens; expected at least 1 of each");
  const text::WindowOptions of_windows =
      windows_of(state_->longest, state_->stride, options.stride);
  std::vector<std::vector<Answer>> answers;
  std::vector<AskedWindows> together;
  std::size_t tokens = 0;
  const auto answer_those = [&] {
    if (together.empty()) return;
    std::ranges::move(answers_together(*this, together, options, state_->none_threshold),
                      std::back_inserter(answers));
    together.clear();
    tokens = 0;
  };
  for (const auto& [question, context] : questions) {
    const AskedWindows& asked = together.emplace_back(
        AskedWindows{context, text::answer_windows(tokenizer(), question, context, of_windows)});
    for (const text::AnswerWindow& window : asked.windows) tokens += window.tokens.size();
    if (tokens >= kWindowTokensTogether) answer_those();
  }
  answer_those();
  return answers;
}

std::vector<Answer> Predictor::answer(std::string_view question, std::string_view context,
                                      const AnswerOptions& options) const {
  const TextPair one = {question, context};
  return std::move(answer(std::span(&one, 1), options).front());
}

std::vector<GeneratedText> Predictor::generate(std::span<const std::string> prompts,
                                               std::span<const GenerateOptions> options,
                                               const TextCallback& told) const {
  require_no_cut(state_->cuts);
  std::unique_ptr<models::Generator> generator = state_->generators.take(model());
  // One that an error leaves in the middle of a text is not kept.
  std::vector<GeneratedText> texts =
      generate_texts(*generator, state_->tokenizer, prompts, options, told);
  state_->generators.give(std::move(generator));
  return texts;
}

void Predictor::check_prompt(std::string_view prompt, const std::string& where,
                             const GenerateOptions& options) const {
  require_no_cut(state_->cuts);
  serving::check_prompt(model(), state_->tokenizer, prompt, where, options);
}

GeneratedText Predictor::generate(std::string_view prompt, const GenerateOptions& options,
                                  const TextCallback& told) const {
  const std::string one(prompt);
  return std::move(generate(std::span(&one, 1), options, told).front());
}

std::vector<FilledMask> Predictor::fill_mask(std::string_view text, Index best) const {
  const TokenisedText encoded = encode({text});
  return std::move(fill_masks({&encoded, 1}, best).front());
}

std::vector<LabelScore> Predictor::classify(std::string_view text, std::string_view pair) const {
  const TokenisedText encoded = encode({text, pair});
  return std::move(classify(std::span(&encoded, 1)).front());
}

std::vector<float> Predictor::embed(std::string_view text) const {
  const TokenisedText encoded = encode({text});
  return std::move(embed(std::span(&encoded, 1)).front());
}

}  // namespace espalier::serving
