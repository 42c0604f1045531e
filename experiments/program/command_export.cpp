// SPDX-License-Identifier: Apache-2.0
// The verb export: a model as others serve it.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/model_source.h>
#include <espalier/experiments/program/triton_config.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/atomic_folder.h>
#include <espalier/files/number_text.h>
#include <espalier/models/checkpoints/model_folder.h>
#include <espalier/serving/predictor.h>
#include <espalier/serving/triton/model_settings.h>
#include <espalier/serving/triton/served_model.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/tokenizer/hugging_face_tokenizer.h>

namespace espalier::experiments {
namespace {

namespace fs = std::filesystem;

constexpr const char* kConfigName = "config.pbtxt";

struct ExportArguments {
  std::string model;
  std::string folder;
  bool triton = false;
  Index version = 1;
  std::string task;
  std::string precision;
  int threads = 0;
  Index longest = 0;
  Index top_k = 0;
  bool int8 = false;
  bool may_have_none = false;
  bool stream = false;

  bool has_parameters() const {
    return !task.empty() || !precision.empty() || threads != 0 || longest != 0 || top_k != 0 ||
           int8 || may_have_none || stream;
  }
};

/// The task that the server will have for the model, unless config.pbtxt is there already. Refuses
/// what it would refuse of these settings.
serving::Task served_task(const SourceModel& exported, const ExportArguments& arguments) {
  const serving::Predictor predictor(
      exported.model, exported.tokenizer,
      {.threads = arguments.threads,
       .precision = arguments.precision.empty() ? Precision::kFloat32
                                                : precision_by_name(arguments.precision),
       .int8 = arguments.int8,
       .longest = arguments.longest});
  const serving::Task task =
      arguments.task.empty() ? predictor.task() : serving::task_by_name(arguments.task);
  if (!predictor.can(task))
    throw ConfigError(fmt::format("{}: has the head {}; expected --task {} or embed",
                                  arguments.model, to_string(predictor.model().head()),
                                  to_string(predictor.task())));
  if (arguments.stream && task != serving::Task::kGenerate)
    throw ConfigError("--stream: the task is " + to_string(task) +
                      "; expected generate, whose texts come in pieces");
  using serving::TaskOption;
  if (arguments.longest != 0) predictor.require_use(task, TaskOption::kLongest, "--longest");
  if (arguments.top_k != 0) predictor.require_use(task, TaskOption::kBest, "--top-k");
  if (arguments.may_have_none) predictor.require_use(task, TaskOption::kMayHaveNone, "--no-answer");
  return task;
}

/// The folder of the newest version of a model that was exported; empty: there is none.
fs::path newest_version(const fs::path& folder) {
  fs::path newest;
  Index most = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const auto number = files::number_in<Index>(entry.path().filename().string());
    if (!number || *number <= most || !entry.is_directory()) continue;
    newest = entry.path();
    most = *number;
  }
  return newest;
}

/// Throws Error if the server would refuse the model with the config.pbtxt of the folder, which is
/// for all versions; ConfigError if it has not the task of the newest version and, where clients
/// send token ids and get logits, if these have another meaning.
void require_fit_to_versions(const fs::path& folder, const std::string& model,
                             const SourceModel& exported, serving::Task of_head) {
  const fs::path file = folder / kConfigName;
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  const std::string config = triton_config_json(files::read_file(file, kMostBytes), file.string());
  serving::ModelSettings settings;
  // Refuses as the server, whose errors begin with the name of the file alone.
  const auto as_served = [&](const auto& body) {
    try {
      body();
    } catch (const Error& error) {
      std::string_view what = error.what();
      const std::string prefix = std::string(kConfigName) + ": ";
      if (what.starts_with(prefix)) what.remove_prefix(prefix.size());
      throw ConfigError(fmt::format("{}: of {}: {}", file.string(), model, what));
    }
  };
  as_served([&] { settings = serving::model_settings(config); });
  const bool embeds = settings.task == serving::Task::kEmbed;
  const serving::Task task = embeds ? serving::Task::kEmbed : of_head;
  if (const fs::path newest = newest_version(folder); !newest.empty()) {
    const SourceModel others = read_source_model(newest.string(), "export");
    const serving::Task its = serving::Predictor(others.model, others.tokenizer).task();
    if (!embeds && task != its)
      throw ConfigError(fmt::format("{}: is for {}; expected {}, as {} is, or a folder of its own",
                                    model, to_string(task), to_string(its), newest.string()));
    const auto require_same = [&](bool is_same, const char* what) {
      if (!is_same)
        throw ConfigError(fmt::format(
            "{}: has other {} than {}, and clients send INPUT_IDS, as {} says; expected the same, "
            "or a folder of its own",
            model, what, newest.string(), file.string()));
    };
    if (settings.takes_ids && task != serving::Task::kGenerate) {
      require_same(text::have_same_ids(exported.tokenizer, others.tokenizer), "token ids");
      // A class without a name has one in the files of a version.
      const auto &ours = exported.model.labels, &theirs = others.model.labels;
      const auto named = static_cast<std::ptrdiff_t>(std::min(ours.size(), theirs.size()));
      if (task == serving::Task::kClassify)
        require_same(std::equal(ours.begin(), ours.begin() + named, theirs.begin()), "classes");
    }
  }
  as_served([&] {
    settings.predictor.threads = 0;  // those of the server's machine
    const serving::ServedModel served(exported.model, exported.tokenizer, settings);
    (void)serving::completed_config(config, served.interface());
  });
}

std::string triton_config(const ExportArguments& arguments) {
  std::string text =
      "# The backend adds inputs, outputs and batching, as the task of the model wants them.\n"
      "backend: \"espalier\"\n";
  const auto add = [&](const char* key, const std::string& value) {
    text +=
        fmt::format("parameters {{ key: \"{}\" value {{ string_value: \"{}\" }} }}\n", key, value);
  };
  if (!arguments.task.empty()) add("task", arguments.task);
  if (!arguments.precision.empty()) add("precision", arguments.precision);
  if (arguments.int8) add("int8", "true");
  if (arguments.threads != 0) add("threads", std::to_string(arguments.threads));
  if (arguments.longest != 0) add("longest", std::to_string(arguments.longest));
  if (arguments.top_k != 0) add("top_k", std::to_string(arguments.top_k));
  if (arguments.may_have_none) add("no_answer", "true");
  if (arguments.stream) text += "model_transaction_policy { decoupled: true }\n";
  return text;
}

int export_model(const ExportArguments& arguments) {
  const fs::path folder = arguments.folder;
  const bool is_new = !fs::exists(folder);
  if (!is_new && !fs::exists(folder / kConfigName))
    throw ConfigError(folder.string() +
                      ": is there already and has no config.pbtxt; expected a new folder, or one "
                      "that export made");
  if (!is_new && arguments.has_parameters())
    throw ConfigError((folder / kConfigName).string() +
                      ": is there already; expected settings there, not on the command line");
  const SourceModel exported = read_source_model(arguments.model, "export");
  const serving::Task task = served_task(exported, arguments);
  if (!is_new) require_fit_to_versions(folder, arguments.model, exported, task);
  std::map<std::string, std::string> tokenizer;
  if (const auto* words = std::get_if<text::Tokenizer>(&exported.tokenizer))
    tokenizer = {{"vocab.txt", words->vocabulary_text()},
                 {"tokenizer_config.json", text::hugging_face_tokenizer_config(*words)}};
  else  // of bytes, which no run has
    tokenizer = tokenizer_files(arguments.model);
  const auto write_version = [&](const fs::path& to) {
    models::write_model_folder(to / std::to_string(arguments.version), exported.model,
                               {.ours = true, .files = tokenizer});
  };
  if (is_new)
    files::write_folder_atomically(folder, [&](const fs::path& aside) {
      write_version(aside);
      files::write_file_atomically(aside / kConfigName, triton_config(arguments));
    });
  else
    write_version(folder);
  // Of a later version config.pbtxt says what the task is.
  std::cout << fmt::format("{}: version {}{}\n", arguments.folder, arguments.version,
                           is_new ? ", " + to_string(task) : "");
  return kExitDone;
}

}  // namespace

void add_export_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "export", "Write a model as Triton Inference Server serves it, by the backend espalier");
  auto arguments = std::make_shared<ExportArguments>();
  add_model_argument(*command, arguments->model);
  command
      ->add_option("folder", arguments->folder,
                   "DIR/NAME: NAME is what clients call the model, DIR the model repository of the "
                   "server, which may have more models")
      ->required();
  command->add_flag("--triton", arguments->triton, "For Triton, the one server so far")->required();
  command
      ->add_option("--model-version", arguments->version,
                   "Number of the version; a model that is there already gets another one")
      ->check(CLI::Range(Index{1}, Index{1} << 31));
  command->add_option("--task", arguments->task,
                      "fill-mask, classify, qa, generate or embed; without it, what the model's "
                      "head is for");
  command->add_option("--precision", arguments->precision,
                      "float32, or bfloat16: faster where the processor computes in it");
  command->add_flag("--int8", arguments->int8,
                    "Linear layers in 8 bits: faster, answers change a little");
  command->add_option("--threads", arguments->threads, "Of a batch; 0: as many cores as it may use")
      ->check(CLI::Range(0, 4096));
  command
      ->add_option(
          "--longest", arguments->longest,
          "Tokens of a sequence; longer texts are cut (not of generate). 0: the model's positions")
      ->check(CLI::Range(Index{0}, std::numeric_limits<Index>::max()));
  command
      ->add_option("--top-k", arguments->top_k,
                   "Labels, words or answers of each; 0: all labels, 5 words, 1 answer")
      ->check(CLI::Range(Index{0}, Index{std::numeric_limits<int>::max()}));
  command->add_flag("--no-answer", arguments->may_have_none,
                    "Let \"the context has no answer\" be one (qa, as in SQuAD 2.0)");
  command->add_flag("--stream", arguments->stream,
                    "Send texts in pieces, as they are written (generate)");
  command->footer(
      "NAME has config.pbtxt with what is set here, and a folder for each version: weights, "
      "sparse\n"
      "ones as such, and the vocabulary. It appears whole or not at all, so a server may look on.\n"
      "\n"
      "  espalier export runs/sentiment models/sentiment --triton\n"
      "  tritonserver --model-repository=models --backend-directory=build/release/backends \\\n"
      "    --http-address=127.0.0.1 --grpc-address=127.0.0.1\n"
      "  curl 127.0.0.1:8000/v2/models/sentiment/infer -d '{\"inputs\": [{\"name\": \"TEXT\",\n"
      "    \"datatype\": \"BYTES\", \"shape\": [1, 1], \"data\": [\"a gripping story\"]}]}'");
  command->callback([arguments, &exit_code] { exit_code = export_model(*arguments); });
}

}  // namespace espalier::experiments
