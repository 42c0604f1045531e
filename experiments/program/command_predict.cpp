// SPDX-License-Identifier: Apache-2.0
// The verb predict: answers of a model, line by line.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/line_stream.h>
#include <espalier/experiments/program/model_source.h>
#include <espalier/experiments/program/stop_signal.h>
#include <espalier/serving/answer_lines.h>
#include <espalier/serving/predictor.h>
#include <espalier/serving/request_lines.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

using serving::LineFormat;
using serving::Predictor;
using serving::Task;

/// Tokens that are computed together if so many lines are there: enough for every thread, few
/// enough that the first answers come soon.
constexpr std::size_t kTokensTogether = 4096;

struct PredictArguments {
  std::string model;
  std::string file = "-";
  std::string task;
  std::string format;
  std::string precision = "float32";
  std::optional<Index> best;
  Index longest = 0;
  std::optional<Index> stride;
  int threads = 0;
  bool may_have_none = false;
  bool int8 = false;
  bool json = false;
};

std::unique_ptr<const Predictor> load_predictor(const PredictArguments& arguments) {
  SourceModel source = read_source_model(arguments.model, "predict");
  serving::PredictorOptions options = {.threads = arguments.threads,
                                       .precision = precision_by_name(arguments.precision),
                                       .int8 = arguments.int8,
                                       .longest = arguments.longest,
                                       .none_threshold = source.none_threshold};
  if (source.stride) options.stride = *source.stride;
  return std::make_unique<const Predictor>(source.model, std::move(source.tokenizer), options);
}

void require_uses(const Predictor& predictor, Task task, const PredictArguments& arguments) {
  using serving::TaskOption;
  if (arguments.best) predictor.require_use(task, TaskOption::kBest, "--top-k");
  if (arguments.stride) predictor.require_use(task, TaskOption::kStride, "--stride");
  if (arguments.may_have_none) predictor.require_use(task, TaskOption::kMayHaveNone, "--no-answer");
}

/// Answers the lines that have been read.
class Answerer {
 public:
  Answerer(const Predictor& predictor, Task task, const PredictArguments& arguments)
      : predictor_(predictor), task_(task), arguments_(arguments) {}

  void add(const serving::TextRequest& request, LineFormat format, const std::string& where) {
    if (task_ == Task::kAnswer) {
      if (request.pair.empty())
        throw FormatError(where + ": has no context; expected " +
                          (format == LineFormat::kJsonl ? R"({"question": ..., "context": ...})"
                                                        : "question<TAB>context"));
      questions_.push_back(request);
      tokens_ += 1 + request.pair.size() / kBytesOfToken;
      return;
    }
    serving::TokenisedText text = encoded(request, where);
    if (task_ == Task::kFillMask) {
      serving::require_masks(text, where + ":", "--longest");
      warn_of_no_mask(text, where);
    }
    if (text.left_out > 0) warn_of_cut(text, where);
    tokens_ += text.tokens.size();
    texts_.push_back(std::move(text));
  }

  bool is_full() const { return tokens_ >= kTokensTogether; }

  /// The lines that answer what was added since the last call.
  std::string take() {
    std::string lines;
    const Index best = arguments_.best.value_or(1);
    switch (task_) {
      case Task::kFillMask:
        for (const auto& masks : predictor_.fill_masks(texts_, best))
          lines += serving::line_of(masks, arguments_.json);
        break;
      case Task::kClassify:
        for (const auto& labels : predictor_.classify(texts_))
          lines += serving::line_of(
              labels, is_regression() ? labels.size() : static_cast<std::size_t>(best),
              arguments_.json);
        break;
      case Task::kEmbed:
        for (const auto& embedding : predictor_.embed(texts_))
          lines += serving::line_of(std::span<const float>(embedding), arguments_.json);
        break;
      case Task::kAnswer:
        for (const auto& answers :
             predictor_.answer(std::vector<serving::TextPair>(questions_.begin(), questions_.end()),
                               {.best = best,
                               .stride = arguments_.stride,
                               .may_have_none = arguments_.may_have_none}))
          lines += serving::line_of(answers, arguments_.json);
        break;
      case Task::kGenerate:  // is refused
        break;
    }
    texts_.clear();
    questions_.clear();
    tokens_ = 0;
    return lines;
  }

 private:
  static constexpr std::size_t kBytesOfToken = 4;  // of English, about

  serving::TokenisedText encoded(const serving::TextRequest& request,
                                 const std::string& where) const {
    try {
      return predictor_.encode(request);
    } catch (const FormatError& error) {
      throw FormatError(where + ": " + error.what());
    }
  }

  /// Once, since of many texts many may be too long.
  void warn_of_cut(const serving::TokenisedText& text, const std::string& where) {
    if (std::exchange(has_warned_, true)) return;
    const Index fit = std::ssize(text.tokens);
    std::cerr << "espalier: warning: " << where << ": has " << fit + text.left_out
              << " tokens, of which " << fit
              << " fit (--longest) and the others are left out; later such lines are not named\n";
  }

  /// Once: models of others have other names for it, such as <mask>.
  void warn_of_no_mask(const serving::TokenisedText& text, const std::string& where) {
    if (std::ranges::count(text.tokens, predictor_.tokenizer().special().mask) > 0 ||
        std::exchange(has_told_of_no_mask_, true))
      return;
    std::cerr << "espalier: warning: " << where
              << ": has no [MASK], and its answer no word; later such lines are not named\n";
  }

  bool is_regression() const { return predictor_.model().head() == models::HeadKind::kRegression; }

  const Predictor& predictor_;
  Task task_;
  const PredictArguments& arguments_;
  std::vector<serving::TokenisedText> texts_;
  std::vector<serving::TextRequest> questions_;
  std::size_t tokens_ = 0;
  bool has_warned_ = false;           ///< of a text that was cut
  bool has_told_of_no_mask_ = false;  ///< in a text
};

int predict(const PredictArguments& arguments) {
  const std::atomic<bool>& stop = stop_on_signals();
  const std::unique_ptr<const Predictor> predictor = load_predictor(arguments);
  const Task task =
      arguments.task.empty() ? predictor->task() : serving::task_by_name(arguments.task);
  if (!predictor->can(task))
    throw ConfigError(arguments.model + ": has the head " +
                      std::string(to_string(predictor->model().head())) + "; expected --task " +
                      to_string(predictor->task()) + " or embed");
  if (task == Task::kGenerate)
    throw ConfigError(arguments.model +
                      ": predicts the next word; expected espalier generate, or --task embed");
  require_uses(*predictor, task, arguments);
  if (arguments.int8) warn_without_int8(arguments.model, predictor->model());
  const LineFormat format =
      !arguments.format.empty() ? serving::format_by_name(arguments.format)
      : task == Task::kAnswer && serving::format_of(arguments.file) == LineFormat::kText
          ? LineFormat::kTsv
          : serving::format_of(arguments.file);
  LineStream input(arguments.file, stop);
  Answerer answerer(*predictor, task, arguments);
  // What comes slowly, as from a person, is answered line by line.
  for (;;) {
    try {
      const std::optional<std::string> line = input.next();
      if (!line) break;
      answerer.add(serving::parse_request(*line, format, input.where()), format, input.where());
    } catch (const Error&) {
      write_lines(answerer.take());
      throw;
    }
    if ((answerer.is_full() || !input.is_ready()) && !write_lines(answerer.take()))
      return kExitDone;
  }
  write_lines(answerer.take());
  return stop ? kExitStopped : kExitDone;
}

}  // namespace

void add_predict_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "predict", "Ask a trained model: words for masks, classes, answers, or vectors of texts");
  auto arguments = std::make_shared<PredictArguments>();
  add_model_argument(*command, arguments->model);
  command->add_option("file", arguments->file,
                      "A request in each line; without it, or with -, standard input");
  command->add_option("--task", arguments->task,
                      "fill-mask, classify, qa or embed; without it, what the model's head is for");
  command->add_option(
      "--format", arguments->format,
      "text, tsv (text, or text<TAB>second text) or jsonl; without it by the end of "
      "the file's name, and tsv for qa");
  command
      ->add_option("--top-k", arguments->best,
                   "How many words, labels or answers of each (default 1)")
      ->transform(whole_number())
      ->check(CLI::Range(Index{1}, Index{1000}));
  command->add_flag("--json", arguments->json, "Print a JSON object for each request");
  command->add_option("--threads", arguments->threads, "0: as many cores as it may use")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  command
      ->add_option("--precision", arguments->precision,
                   "float32, or bfloat16: faster where the processor computes in it")
      ->check(CLI::IsMember({"float32", "bfloat16"}))
      ->capture_default_str();
  command->add_flag("--int8", arguments->int8,
                    "Linear layers in 8 bits: faster, answers change a little");
  command->add_option(
      "--longest", arguments->longest,
      "Tokens of a sequence; longer texts are cut, and one whose [MASK] would be cut off is "
      "refused. 0: the model's positions");
  command->add_option(
      "--stride", arguments->stride,
      "Tokens of a long context that each window shares with the next (qa); without it data.stride "
      "of the run, 128 of a model folder, or a quarter of a sequence that has no room for so many");
  command->add_flag("--no-answer", arguments->may_have_none,
                    "Let \"the context holds no answer\" be one (qa, as in SQuAD 2.0)");
  command->footer(
      "Answers come in the order of the requests, one line for each, as soon as they are known.\n"
      "Columns, divided by tabs (--top-k repeats them):\n"
      "  fill-mask  word, probability    for each [MASK] of the text\n"
      "  classify   label, probability   of a regression its numbers, each after its label\n"
      "  qa         answer, probability, first character, the one behind the last\n"
      "  embed      the mean of the hidden states of the text's tokens\n"
      "JSON requests are {\"text\": ..., \"pair\": ...}, where second_text, as in examples to\n"
      "train on, or text_pair may stand for pair, or {\"question\": ..., \"context\": ...}.\n"
      "What shares a batch does not show in an answer: it is the same, bit for bit, asked alone.\n"
      "A line that cannot be read ends the program, after the answers to those before it.\n"
      "\n"
      "  echo 'the capital of [MASK] is paris.' | espalier predict runs/mlm --top-k 5\n"
      "  espalier predict runs/sentiment reviews.txt > labels.tsv\n"
      "  espalier predict models/squad questions.jsonl --json --no-answer\n"
      "  espalier predict runs/mlm@2000 titles.txt --task embed > vectors.tsv");
  command->callback([arguments, &exit_code] { exit_code = predict(*arguments); });
}

}  // namespace espalier::experiments
