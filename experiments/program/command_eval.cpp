// SPDX-License-Identifier: Apache-2.0
// The verb eval: what a run's checkpoint predicts on other data.
#include <iostream>
#include <memory>
#include <string>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/training/evaluation.h>
#include <espalier/files/plain_text.h>

namespace espalier::experiments {
namespace {

struct EvalArguments {
  std::string run;
  EvaluationOptions options;
  bool json = false;
  bool quiet = false;
};

void eval(const EvalArguments& arguments) {
  const auto say = [&](const std::string& text) {
    if (!arguments.quiet) std::cerr << files::without_controls(text) << '\n';
  };
  const Evaluation evaluation = evaluate(arguments.run, arguments.options, say);
  if (arguments.json)
    std::cout << to_json(evaluation).dump(2) << '\n';
  else
    std::cout << to_text(evaluation);
}

}  // namespace

void add_eval_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("eval", "Validation loss of a run's checkpoint, on any data");
  auto arguments = std::make_shared<EvalArguments>();
  command
      ->add_option("run", arguments->run,
                   "Folder of a run: its newest checkpoint; or RUN@STEP, one of its others")
      ->required();
  command->add_option("--corpus", arguments->options.corpus,
                      "Another text, or images, as data.corpus or data.images names them");
  command->add_option("--set", arguments->options.overrides,
                      "Override a key of the table data, training.validation_sequences, "
                      "run.threads or run.kernel (repeatable)");
  command->add_flag("--json", arguments->json, "As JSON");
  command->add_flag("--quiet", arguments->quiet, "Say nothing while loading");
  command->footer(
      "Trains and writes nothing. Of another text the same part is held out as in training on it, "
      "so that losses\n"
      "compare with those of runs on that text; it is read with the run's own vocabulary. The "
      "standard error is that\n"
      "of the mean over groups of sequences (training.panel_group of them), or of images.\n"
      "\n  espalier eval runs/moves --corpus other.txt\n"
      "  espalier eval runs/moves@2000 --set training.validation_sequences=4096");
  command->callback([arguments, &exit_code] {
    eval(*arguments);
    exit_code = kExitDone;
  });
}

}  // namespace espalier::experiments
