// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/training/evaluation.h>

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>

#include <espalier/experiments/config/config_file.h>
#include <espalier/experiments/config/key.h>
#include <espalier/experiments/config/task.h>
#include <espalier/experiments/runs/run_store.h>
#include <espalier/experiments/training/run_branch.h>
#include <espalier/experiments/training/tally.h>
#include <espalier/experiments/training/trainer.h>
#include <espalier/files/atomic_file.h>
#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>

namespace espalier::experiments {
namespace {

/// A file that is gone when this object is.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    std::string name = (std::filesystem::temp_directory_path() / "espalier-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw IoError(name + ": cannot make: " + std::strerror(errno));
    folder_ = name;
    try {
      files::write_file_atomically(path(), text);
    } catch (...) {
      remove();
      throw;
    }
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { remove(); }

  std::filesystem::path path() const { return folder_ / "vocab.txt"; }

 private:
  void remove() const {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  std::filesystem::path folder_;
};

/// What may differ from the run without making another model of it.
void require_no_other_model(const std::vector<std::string>& overrides) {
  constexpr std::array<std::string_view, 5> kFree = {"training.validation_sequences",
                                                     "training.panel_group", "run.threads",
                                                     "run.kernel", "run.folder"};
  for (const std::string& text : overrides) {
    const std::string_view key = std::string_view(text).substr(0, text.find('='));
    if (key.starts_with("data.") && key != "data.sequence" && key != "data.vocabulary_size")
      continue;
    if (std::ranges::find(kFree, key) == kFree.end())
      throw ConfigError("--set " + files::printable(std::string(key)) +
                        ": decides what was trained, expected a key of the table data, "
                        "training.validation_sequences or run.threads");
  }
}

/// The key that says what a task reads.
std::string data_key(const RunConfig& config) {
  const auto has = [keys = task_of(config)->info().keys](const char* key) {
    return std::ranges::find(keys, key) != keys.end();
  };
  if (has("data.corpus")) return "data.corpus";
  if (has("data.images")) return "data.images";
  throw ConfigError("--corpus: run.task \"" + config.run.task +
                    "\" reads no corpus; expected --set with its keys of the table data");
}

RunConfig with(const RunConfig& config, const std::vector<std::string>& overrides) {
  return parse_run_config(to_toml(config), "the run's configuration", overrides);
}

void require_checkpoint_of(const Manifest& manifest, const std::filesystem::path& checkpoint) {
  const std::string where = (checkpoint / "trainer_state.json").string();
  const nlohmann::json state = files::parse_json_object(models::trainer_state(checkpoint), where);
  if (!is_of_run(state, manifest.config_hash, manifest.extensions))
    throw FormatError(where + ": of another configuration than manifest.json says");
}

}  // namespace

Evaluation evaluate(const std::string& run, const EvaluationOptions& options,
                    const std::function<void(const std::string&)>& say) {
  const RunBranch place = branch_of(run, "eval");
  const std::filesystem::path folder = place.checkpoint.parent_path().parent_path();
  const Manifest manifest = read_manifest(folder);
  require_no_other_model(options.overrides);
  const RunConfig trained = read_run_config(folder, manifest);
  require_checkpoint_of(manifest, place.checkpoint);

  std::vector<std::string> overrides = {"run.threads=0"};
  if (std::string corpus = options.corpus; !corpus.empty())
    overrides.push_back(data_key(trained) + '=' + toml_text(&corpus));
  overrides.insert(overrides.end(), options.overrides.begin(), options.overrides.end());
  RunConfig config = with(trained, overrides);
  const TaskPtr kind = task_of(config);
  std::optional<TemporaryFile> vocabulary;
  const bool other_data = !(config.data == trained.data) || config.own != trained.own;
  if (other_data && config.data.vocabulary.empty() && !manifest.vocabulary_hash.empty()) {
    // The vocabulary that was learnt from the run's own text.
    vocabulary.emplace(kind->load(trained, say)->vocabulary);
    config.data.vocabulary = vocabulary->path().string();
  }
  const std::shared_ptr<const TaskData> data = kind->load(config, say);
  for (const std::string& note : data->notes) say(note);
  if (data->vocabulary_hash != manifest.vocabulary_hash)
    throw ConfigError(
        fmt::format("{}: trained with vocabulary {}, but this one is {}; expected "
                    "--set data.vocabulary=FILE with the run's vocab.txt",
                    folder.string(), manifest.vocabulary_hash, data->vocabulary_hash));
  const Context context(context_options(config));
  const std::unique_ptr<TrainingTask> task = kind->make(config, *data, context);
  models::load_checkpoint(place.checkpoint, task->parameters(), nullptr, models::CheckpointGate());
  RunResult facts;
  task->complete(facts);
  return {.checkpoint = place.checkpoint,
          .data = options.corpus,
          .corpus_hash = data->corpus_hash,
          .own_data = data->corpus_hash == manifest.corpus_hash,
          .validation = task->validate(),
          .unigram_entropy = facts.unigram_entropy,
          .context_free_loss = facts.context_free_loss};
}

std::string to_text(const Evaluation& evaluation) {
  const Validation& validation = evaluation.validation;
  std::string text = fmt::format(
      "checkpoint         {}\ndata               {}{} ({})\n", evaluation.checkpoint.string(),
      files::without_controls(evaluation.data.empty() ? "as configured" : evaluation.data),
      evaluation.own_data ? ", which the run was validated on" : "", evaluation.corpus_hash);
  text += fmt::format("loss               {:.6f} nats", validation.loss);
  if (std::isfinite(validation.loss_error))
    text += fmt::format(", standard error {:.6f}", validation.loss_error);
  text += fmt::format("\naccuracy           {:.6f}\npredictions        {}\n", validation.accuracy,
                      validation.predictions);
  if (std::isfinite(validation.next_sentence_loss))
    text += fmt::format("next sentence      {:.6f} nats, accuracy {:.6f}\n",
                        validation.next_sentence_loss, validation.next_sentence_accuracy);
  if (std::isfinite(evaluation.context_free_loss))
    text += fmt::format(
        "context-free loss  {:.6f} nats, of a model that sees no context\n"
        "unigram entropy    {:.6f} nats\n",
        evaluation.context_free_loss, evaluation.unigram_entropy);
  return text;
}

nlohmann::json to_json(const Evaluation& evaluation) {
  nlohmann::json json = {{"checkpoint", evaluation.checkpoint.string()},
                         {"data", evaluation.data},
                         {"corpus_hash", evaluation.corpus_hash},
                         {"own_data", evaluation.own_data},
                         {"loss", evaluation.validation.loss},
                         {"loss_error", evaluation.validation.loss_error},
                         {"accuracy", evaluation.validation.accuracy},
                         {"predictions", evaluation.validation.predictions},
                         {"unigram_entropy", evaluation.unigram_entropy},
                         {"context_free_loss", evaluation.context_free_loss}};
  add_next_sentence(evaluation.validation, json);
  return json;
}

}  // namespace espalier::experiments
