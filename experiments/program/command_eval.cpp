// SPDX-License-Identifier: Apache-2.0
// The verb eval: what a run's checkpoint predicts on other data, and how far two are apart.
#include <iostream>
#include <memory>
#include <string>

#include <espalier/experiments/program/commands.h>
#include <espalier/files/plain_text.h>
#include <espalier/training/measure/evaluation.h>

namespace espalier::experiments {
namespace {

struct EvalArguments {
  std::string run;
  std::string against;
  training::EvaluationOptions options;
  bool json = false;
  bool quiet = false;
};

void eval(const EvalArguments& arguments) {
  const auto say = [&](const std::string& text) {
    if (!arguments.quiet) std::cerr << files::without_controls(text) << '\n';
  };
  const auto print = [&](const auto& found) {
    std::cout << (arguments.json ? to_json(found).dump(2) + '\n' : to_text(found));
  };
  if (arguments.against.empty())
    print(evaluate(arguments.run, arguments.options, say));
  else
    print(evaluate_pair(arguments.run, arguments.against, arguments.options, say));
}

}  // namespace

void add_eval_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "eval", "Measure the held-out loss of a checkpoint on any data, or the difference of two");
  auto arguments = std::make_shared<EvalArguments>();
  command
      ->add_option("run", arguments->run,
                   "Folder of a run, for its newest checkpoint; or RUN@STEP, for another")
      ->required();
  command->add_option(
      "--against", arguments->against,
      "Another run, named in the same way: print the difference of the two on the same windows");
  command->add_option(
      "--corpus", arguments->options.corpus,
      "Another text, or images, as data.corpus or data.images names them. Default: the run's");
  command->add_option("--set", arguments->options.overrides,
                      "Override a key (repeatable): any of the table data except sequence, "
                      "vocabulary_size and stride, training.validation_sequences (not with "
                      "--test), model.none_threshold, training.panel_group, run.threads or "
                      "run.kernel. panel_group changes the standard error, and the loss in its "
                      "last digits only");
  command->add_flag("--test", arguments->options.test,
                    "Measure on the sequences that training.test_sequences keeps back, or the "
                    "texts that data.test_texts names, by which nothing was chosen");
  command->add_flag("--json", arguments->json, "Print JSON");
  command->add_flag("--quiet", arguments->quiet, "Say nothing while loading");
  command->footer(
      "Trains nothing and writes nothing. Another text is read with the run's own vocabulary. The "
      "part of it that\n"
      "training on it would hold out is measured, so that the loss compares with those of runs on "
      "that text. The\n"
      "standard error is that of the mean over groups of sequences (training.panel_group of them), "
      "or of images.\n"
      "\n"
      "With --against both are validated on the same windows (sequences) with the same masks. The "
      "difference d of\n"
      "their losses has the standard error of a ratio over W windows with n predictions each and a "
      "difference D of\n"
      "their sums of loss,\n"
      "  d = sum D / sum n,  error = sqrt(W / (W - 1) sum (D - d n)^2) / sum n,\n"
      "and its 95% interval is over text, not over seeds: what these two checkpoints would differ "
      "by on other windows.\n"
      "Compare a branch (espalier train --from) with its source in this way: both have seen the "
      "same "
      "batches.\n"
      "Runs whose vocabulary, sequences or masks differ are refused. A window of images is a batch "
      "of 1024.\n"
      "\n"
      "  espalier eval runs/moves --corpus other.txt\n"
      "  espalier eval runs/fixed --against runs/moves --test\n"
      "  espalier eval runs/moves@2000 --set training.validation_sequences=4096");
  command->callback([arguments, &exit_code] {
    eval(*arguments);
    exit_code = kExitDone;
  });
}

}  // namespace espalier::experiments
