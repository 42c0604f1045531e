// SPDX-License-Identifier: Apache-2.0
// The verb generate: texts that a causal model writes, as it writes them.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/line_stream.h>
#include <espalier/experiments/program/model_source.h>
#include <espalier/experiments/program/stop_signal.h>
#include <espalier/serving/answer_lines.h>
#include <espalier/serving/predictor.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

using serving::Predictor;
using serving::TextPiece;

struct GenerateArguments {
  std::string model;
  std::optional<std::string> prompt;
  std::string file = "-";
  std::string precision = "float32";
  serving::GenerateOptions options;
  int threads = 0;
  bool int8 = false;
  bool json = false;
};

/// A text without control characters but tabs and line feeds, which a terminal may be shown.
std::string shown_text(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
    shown += files::without_controls(text.substr(0, end));
    if (end < text.size()) shown += text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return shown;
}

/// Prints what is written for several prompts in their order: pieces of the first that has not
/// ended at once, and of those behind it when it is their turn.
class OrderedTexts {
 public:
  OrderedTexts(const std::vector<std::string>& prompts, bool json)
      : prompts_(prompts), json_(json), waiting_(prompts.size()), ended_(prompts.size()) {}

  /// False if nobody reads any more.
  bool add(const TextPiece& piece) {
    std::string& text = waiting_[piece.prompt];
    if (!json_) text += shown_text(piece.text);
    if (piece.finished != nullptr) {
      text += json_ ? serving::line_of(*piece.finished, prompts_[piece.prompt]) : "\n";
      ended_[piece.prompt] = true;
    }
    while (first_ < waiting_.size()) {
      if (!write_lines(std::exchange(waiting_[first_], {}))) return false;
      if (!ended_[first_]) break;
      ++first_;
    }
    return true;
  }

 private:
  const std::vector<std::string>& prompts_;
  bool json_;
  std::vector<std::string> waiting_;
  std::vector<bool> ended_;
  std::size_t first_ = 0;
};

/// The model, without what it was read from.
std::unique_ptr<const Predictor> load_writer(const GenerateArguments& arguments) {
  SourceModel source = read_source_model(arguments.model, "generate");
  return std::make_unique<const Predictor>(
      source.model, std::move(source.tokenizer),
      serving::PredictorOptions{.threads = arguments.threads,
                                .precision = precision_by_name(arguments.precision),
                                .int8 = arguments.int8});
}

int generate(const GenerateArguments& arguments) {
  const std::atomic<bool>& stop = stop_on_signals();
  const std::unique_ptr<const Predictor> loaded = load_writer(arguments);
  const Predictor& predictor = *loaded;
  if (!predictor.can_generate())
    throw ConfigError(arguments.model + ": has the head " +
                      std::string(to_string(predictor.model().head())) +
                      "; expected a model that predicts the next word: a run of the task "
                      "causal_lm, or a GPT-2");
  if (arguments.int8) warn_without_int8(arguments.model, predictor.model());
  serving::GenerateOptions options = arguments.options;
  bool has_readers = true;
  const auto write = [&](const std::vector<std::string>& prompts) {
    OrderedTexts texts(prompts, arguments.json);
    predictor.generate(prompts, options, [&](const TextPiece& piece) {
      has_readers = has_readers && texts.add(piece);
      return has_readers && !stop;
    });
    options.first_sequence += prompts.size();
  };
  if (arguments.prompt) {
    write({*arguments.prompt});
  } else {
    LineStream input(arguments.file, stop);
    std::vector<std::string> prompts;
    // What comes slowly, as from a person, is answered line by line.
    while (has_readers) {
      try {
        std::optional<std::string> line = input.next();
        if (!line) break;
        if (line->ends_with('\r')) line->pop_back();
        predictor.check_prompt(*line, input.where() + ":", options);
        prompts.push_back(*std::move(line));
      } catch (const Error&) {
        if (!prompts.empty()) write(prompts);
        throw;
      }
      if (prompts.size() < models::Generator::kTogether && input.is_ready()) continue;
      write(prompts);
      prompts.clear();
    }
    if (!prompts.empty() && !stop) write(prompts);
  }
  return stop ? kExitStopped : kExitDone;
}

}  // namespace

void add_generate_command(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("generate", "Let a causal model go on with a text, token after token");
  auto arguments = std::make_shared<GenerateArguments>();
  add_model_argument(*command, arguments->model);
  auto* prompt = command->add_option("prompt", arguments->prompt,
                                     "The text to go on with; without it, lines of standard input");
  command->add_option("--file", arguments->file, "A prompt in each line; -: standard input")
      ->excludes(prompt);
  serving::GenerateOptions& options = arguments->options;
  command->add_option("--max-tokens", options.max_tokens, "New tokens of a text, at most")
      ->capture_default_str()
      ->transform(whole_number());
  command
      ->add_option("--temperature", options.sampling.temperature,
                   "0: always the most probable token; 1: tokens are drawn as the model says; "
                   "between, the probable ones more often")
      ->capture_default_str();
  command
      ->add_option("--top-k", options.sampling.top_k,
                   "Draw from the K most probable tokens only; 0: from all")
      ->transform(whole_number())
      ->capture_default_str();
  command
      ->add_option("--top-p", options.sampling.top_p,
                   "Draw from the fewest tokens that have this probability together")
      ->capture_default_str();
  command->add_option("--seed", options.sampling.seed, "Of the random numbers")
      ->transform(whole_number())
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{0}, static_cast<std::uint64_t>(files::kLargestWhole)));
  command
      ->add_option("--stop", options.stop,
                   "A text ends before this string (repeatable); a line feed is $'\\n'")
      ->allow_extra_args(false);
  command->add_flag("--json", arguments->json, "Print a JSON object for each prompt");
  command->add_option("--threads", arguments->threads, "0: as many cores as it may use")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  command
      ->add_option("--precision", arguments->precision,
                   "float32, or bfloat16: faster for long prompts where the processor computes "
                   "in it")
      ->check(CLI::IsMember({"float32", "bfloat16"}))
      ->capture_default_str();
  command->add_flag("--int8", arguments->int8, "Linear layers in 8 bits: faster, texts may change");
  command->footer(
      "Prints what follows each prompt, without the prompt, as it is written; a line feed ends "
      "it.\n"
      "A text ends when the model ends it, at a stop string, after --max-tokens, or when the "
      "model\n"
      "has no position for more tokens; --json says which of it:\n"
      "  {\"prompt\": ..., \"text\": ..., \"prompt_tokens\": 4, \"tokens\": 64, \"end\": "
      "\"max_tokens\"}\n"
      "Lines are written together, up to 16 at a time, and printed in order. A text is a function "
      "of\nits prompt, the number of its line, the options and the model: what is written beside "
      "it "
      "does\nnot show. A line that cannot be read, or that the model has no room for, ends it, "
      "after the\ntexts of those before it;\n"
      "Ctrl-C does after a whole character (exit code 75).\n"
      "\n"
      "  espalier generate runs/writer 'The sea'\n"
      "  espalier generate runs/writer 'The sea' --temperature 0.8 --top-k 40 --seed 2\n"
      "  espalier generate models/gpt2 'Q: What is a shell? A:' --stop $'\\n'\n"
      "  espalier generate runs/writer --file prompts.txt --json > texts.jsonl");
  command->callback([arguments, &exit_code] { exit_code = generate(*arguments); });
}

}  // namespace espalier::experiments
