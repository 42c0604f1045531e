// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/measure/evaluation.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string_view>

#include <espalier/files/atomic_file.h>
#include <espalier/files/plain_text.h>
#include <espalier/files/temporary_folder.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/error.h>
#include <espalier/text/sequences/labelled_sequences.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/key.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/measure/trained_model.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/tasks/task.h>

namespace espalier::training {
namespace {

/// Refuses what would make another model of the run, or is not used.
void require_usable_overrides(const RunConfig& config, const EvaluationOptions& options) {
  constexpr std::string_view kValidation = "training.validation_sequences";
  for (const std::string& text : options.overrides) {
    const std::string_view path = std::string_view(text).substr(0, text.find('='));
    if (options.test && path == kValidation)
      throw ConfigError("--set " + std::string(path) +
                        ": not with --test, which takes every sequence that "
                        "training.test_sequences keeps back");
    const auto key =
        std::ranges::find_if(keys(), [&](const Key& known) { return known.path() == path; });
    if (key == keys().end() || key->tags.free_at_evaluation)
      continue;  // what is unknown is told later
    std::vector<std::string> free;
    for (const Key& known : keys())
      if (known.tags.free_at_evaluation && uses_key(config, known)) free.push_back(known.path());
    throw ConfigError(fmt::format("--set {}: decides what was trained; these keys may be set: {}",
                                  key->path(), fmt::join(free, ", ")));
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
                    "\" reads no corpus; name its data by --set data.KEY=VALUE");
}

RunConfig with(const RunConfig& config, const std::vector<std::string>& overrides) {
  return parse_run_config(to_toml(config), "the run's configuration", overrides);
}

/// The configuration to validate it with.
RunConfig evaluated_config(const TrainedModel& model, const EvaluationOptions& options) {
  require_usable_overrides(model.config, options);
  std::vector<std::string> overrides = {"run.threads=0"};
  if (std::string corpus = options.corpus; !corpus.empty()) {
    const std::string key = data_key(model.config) + '=';
    for (const std::string& text : options.overrides)
      if (text.starts_with(key))
        throw ConfigError("--set " + files::printable(text) + ": not with --corpus " +
                          files::printable(corpus) + ", which names the data too; leave one out");
    overrides.push_back(key + toml_text(corpus));
  }
  overrides.insert(overrides.end(), options.overrides.begin(), options.overrides.end());
  return with(model.config, overrides);
}

/// Whether a run says how its text is split. Its vocabulary came with an encoder, or was learnt
/// from few texts: reading it anew costs nothing.
bool is_fine_tuned(const std::filesystem::path& run) {
  return std::filesystem::exists(run / run_file::kTokenizer);
}

/// The vocabulary that a run has kept: the folder, if it says how text is split, or the file alone;
/// empty: none.
std::filesystem::path kept_vocabulary(const std::filesystem::path& run) {
  const std::filesystem::path file = run / run_file::kVocabulary;
  if (!std::filesystem::exists(file)) return {};
  return is_fine_tuned(run) ? run : file;
}

/// The data that `config` names, read with the vocabulary of the run.
std::shared_ptr<const TaskData> load_data(const TrainedModel& model, RunConfig config,
                                          const std::function<void(const std::string&)>& say) {
  const TaskPtr kind = task_of(config);
  std::optional<files::TemporaryFolder> folder;
  const bool other_data = !(config.data == model.config.data) || config.own != model.config.own;
  const bool of_run = config.data.vocabulary == model.config.data.vocabulary &&
                      !model.manifest.vocabulary_hash.empty();
  const std::filesystem::path kept = kept_vocabulary(model.folder);
  const bool is_kept = of_run && !kept.empty();
  // A prepared corpus is known by the file that the configuration names, so long as there is one.
  const bool is_gone =
      !config.data.vocabulary.empty() && !std::filesystem::exists(config.data.vocabulary);
  if (is_kept && (other_data || is_gone || is_fine_tuned(model.folder))) {
    config.data.vocabulary = kept.string();
  } else if (of_run && other_data && config.data.vocabulary.empty()) {
    // A run of an earlier version: learnt once more from its text.
    folder.emplace();
    const std::filesystem::path vocabulary = folder->path() / run_file::kVocabulary;
    files::write_file_atomically(vocabulary, kind->load(model.config, say)->vocabulary);
    config.data.vocabulary = vocabulary.string();
  }
  std::shared_ptr<const TaskData> data = kind->load(config, say);
  if (is_kept && data->vocabulary_hash != model.manifest.vocabulary_hash) {
    // Another one is learnt from the text since it has changed.
    config.data.vocabulary = kept.string();
    data = kind->load(config, say);
  }
  for (const std::string& note : data->notes) say(note);
  for (const std::string& warning : data->warnings) say("warning: " + warning);
  if (data->vocabulary_hash != model.manifest.vocabulary_hash)
    throw ConfigError(fmt::format(
        "{}: trained with vocabulary {}, but this one is {}; {}", model.folder.string(),
        model.manifest.vocabulary_hash, data->vocabulary_hash,
        of_run || kept.empty() ? "add --set data.vocabulary=FILE with the run's vocab.txt"
                               : "leave data.vocabulary as the run has it"));
  return data;
}

/// Throws ConfigError unless the labels of the data have the numbers that the model learnt.
void require_labels(const TrainedModel& model, const TaskData& data) {
  const std::vector<std::string> known = labels_of(model, static_cast<Index>(text::kMostClasses));
  const auto [found, learnt] = std::ranges::mismatch(data.labels, known);
  if (known.empty() || found == data.labels.end()) return;
  throw ConfigError(fmt::format(
      "{}: label {} of the texts to train on is '{}', expected {}; leave data.texts as the run has "
      "it, and name other texts by --set data.validation_texts=FILE",
      model.folder.string(), found - data.labels.begin() + 1, files::printable(*found),
      learnt == known.end() ? fmt::format("only the {} that the run was trained with", known.size())
                            : fmt::format("'{}', as in training", files::printable(*learnt))));
}

Validation held_out_loss(const TrainedModel& model, TrainingTask& task, bool test, bool by_window) {
  if (!test) return by_window ? task.validate_by_window() : task.validate();
  if (const auto tested = by_window ? task.test_by_window() : task.test()) return *tested;
  const auto has = [&](std::string_view path) {
    return std::ranges::any_of(
        keys(), [&](const Key& key) { return key.path() == path && uses_key(model.config, key); });
  };
  const char* const how = has("training.test_sequences") ? " (training.test_sequences)"
                          : has("data.test_texts") ? ", and no --set data.test_texts=FILE names one"
                                                   : ", as its task has none";
  throw ConfigError(model.folder.string() + ": keeps nothing back for a test" + how +
                    "; call eval without --test");
}

/// Does it name what is read, and not by which vocabulary?
bool names_data(const Key& key) {
  return key.tags.decides == Decides::kData && key.name != "vocabulary";
}

/// What the options name in place of the run's data: a corpus, or settings; empty: nothing.
std::string named_data(const TrainedModel& model, const RunConfig& config,
                       const EvaluationOptions& options) {
  if (!options.corpus.empty()) return options.corpus;
  const Settings trained = settings_of(model.config), used = settings_of(config);
  std::vector<std::string> named;
  for (const Key& key : keys())
    if (names_data(key) && setting(trained, key.path()) != setting(used, key.path()))
      named.push_back(key.path() + '=' + setting(used, key.path()));
  return fmt::format("{}", fmt::join(named, " "));
}

Evaluation evaluation_of(const TrainedModel& model, const RunConfig& config, const TaskData& data,
                         const EvaluationOptions& options, bool by_window) {
  require_labels(model, data);
  const Context context(context_options(config));
  const std::unique_ptr<TrainingTask> task =
      task_of(config)->make_trained(config, data, context, model.checkpoint);
  models::load_checkpoint(model.checkpoint, task->parameters(), nullptr, models::CheckpointGate());
  RunResult facts;
  task->complete(facts);
  return {.checkpoint = model.checkpoint,
          .data = named_data(model, config, options),
          .corpus_hash = data.corpus_hash,
          .own_data = data.corpus_hash == model.manifest.corpus_hash &&
                      !differing_windows(settings_of(model.config), settings_of(config)),
          .test = options.test,
          .validation = held_out_loss(model, *task, options.test, by_window),
          .metrics = task_of(config)->info().metrics,
          .end = facts.metrics};
}

/// A model of a pair, with what it is validated with.
struct Side {
  TrainedModel model;
  RunConfig config;
};

void require_same_windows(const Side& first, const Side& second) {
  const auto refuse = [&](const std::string& what, const std::string& a, const std::string& b,
                          const std::string& expected) {
    throw ConfigError(fmt::format("{} and {}: {} {} and {}; {}", first.model.folder.string(),
                                  second.model.folder.string(), what, files::printable(a),
                                  files::printable(b), expected));
  };
  const std::string same = "compare runs where they are the same, which see the same windows";
  const std::string &task = first.config.run.task, &other_task = second.config.run.task;
  if (task != other_task) refuse("run.task", task, other_task, same);
  const Settings x = settings_of(first.config), y = settings_of(second.config);
  if (const auto windows = differing_windows(x, y))
    refuse(windows->name, windows->first, windows->second, same);
  const bool other_text = std::ranges::any_of(keys(), [&](const Key& key) {
    return names_data(key) && setting(x, key.path()) != setting(y, key.path());
  });
  const Manifest &a = first.model.manifest, &b = second.model.manifest;
  if (a.vocabulary_hash != b.vocabulary_hash)
    refuse("vocabularies", a.vocabulary_hash, b.vocabulary_hash, same);
  // The manifests tell of the texts, unless the options name one for both.
  const bool as_trained =
      first.config.data == first.model.config.data && first.config.own == first.model.config.own;
  if (a.corpus_hash != b.corpus_hash && (as_trained || other_text))
    refuse("data", a.corpus_hash, b.corpus_hash, "name one for both by --corpus");
}

/// " nats", or what else the task's losses are in; empty: no unit.
std::string loss_unit_after(const Evaluation& evaluation) {
  const std::string unit = loss_unit(evaluation.metrics);
  return unit.empty() ? "" : ' ' + unit;
}

/// Which of the held-out sequences, and whether they are those of the run.
std::string part_of(const Evaluation& evaluation) {
  if (evaluation.own_data)
    return evaluation.test ? ", which the run was tested on" : ", which the run was validated on";
  return evaluation.test ? ", its test part" : ", its held-out part";
}

}  // namespace

Evaluation evaluate(const std::string& run, const EvaluationOptions& options,
                    const std::function<void(const std::string&)>& say) {
  const TrainedModel model = trained_model(run, "eval");
  const RunConfig config = evaluated_config(model, options);
  return evaluation_of(model, config, *load_data(model, config, say), options,
                       /*by_window=*/false);
}

PairedEvaluation evaluate_pair(const std::string& first, const std::string& second,
                               const EvaluationOptions& options,
                               const std::function<void(const std::string&)>& say) {
  const auto side_of = [&](const std::string& run) {
    Side side = {.model = trained_model(run, "eval"), .config = {}};
    side.config = evaluated_config(side.model, options);
    return side;
  };
  const Side a = side_of(first), b = side_of(second);
  require_same_windows(a, b);
  const std::shared_ptr<const TaskData> data = load_data(a.model, a.config, say);
  const auto validated = [&](const Side& side) {
    return evaluation_of(side.model, side.config, *data, options, /*by_window=*/true);
  };
  PairedEvaluation pair = {.first = validated(a), .second = validated(b), .difference = {}};
  pair.difference = paired_difference(pair.first.validation.groups, pair.second.validation.groups);
  return pair;
}

std::string to_text(const Evaluation& evaluation) {
  const Validation& validation = evaluation.validation;
  std::string text = fmt::format(
      "checkpoint         {}\ndata               {}{} ({})\n", evaluation.checkpoint.string(),
      files::without_controls(evaluation.data.empty() ? "as configured" : evaluation.data),
      part_of(evaluation), evaluation.corpus_hash);
  text +=
      fmt::format("loss               {:.6f}{}", validation.loss(), loss_unit_after(evaluation));
  if (std::isfinite(validation.loss_error))
    text += fmt::format(", standard error {:.6f}", validation.loss_error);
  text += '\n';
  const auto add = [&](const Metric& metric, const MetricValues& values) {
    if (!values.has(metric.name)) return;
    const bool plain = metric.unit.empty() || metric.unit == kShare;
    text += fmt::format("{:<17}  {:.6f}{}{}\n", title_of(metric), values.at(metric.name),
                        plain ? "" : " " + metric.unit,
                        metric.meaning.empty() ? "" : ", " + metric.meaning);
  };
  for (const Metric& metric : evaluation.metrics)
    if (metric.name != metric::kLoss) add(metric, validation.metrics);
  text += fmt::format("predictions        {}\n", validation.predictions);
  for (const Metric& metric : evaluation.metrics)
    if (metric.of_end) add(metric, evaluation.end);
  return text;
}

nlohmann::json to_json(const Evaluation& evaluation) {
  nlohmann::json json = {{"checkpoint", evaluation.checkpoint.string()},
                         {"data", evaluation.data},
                         {"corpus_hash", evaluation.corpus_hash},
                         {"own_data", evaluation.own_data},
                         {"part", evaluation.test ? "test" : "validation"},
                         {"loss_error", evaluation.validation.loss_error},
                         {"predictions", evaluation.validation.predictions}};
  for (const ResultMetric& found : task_metrics())
    if (found.measured == Measured::kAtEnd) json[found.name] = evaluation.end.value(found.name);
  for (const auto& [name, value] : evaluation.validation.metrics) json[name] = value;
  return json;
}

std::string to_text(const PairedEvaluation& pair) {
  // Both have one task.
  const auto with_error = [unit = loss_unit_after(pair.first)](double loss, double error) {
    // Of a single window no error is known.
    return std::isfinite(error)
               ? fmt::format("{:.6f}{}, standard error {:.6f}\n", loss, unit, error)
               : fmt::format("{:.6f}{}\n", loss, unit);
  };
  const auto side = [&](const Evaluation& evaluation) {
    return fmt::format("{}\n  loss             {}", evaluation.checkpoint.string(),
                       with_error(evaluation.validation.loss(), evaluation.validation.loss_error));
  };
  const PairedDifference& difference = pair.difference;
  std::string text = fmt::format(
      "data               {}{} ({})\nfirst              {}second             {}"
      "first - second     {}",
      files::without_controls(pair.first.data.empty() ? "as configured" : pair.first.data),
      pair.first.test ? ", test part" : "", pair.first.corpus_hash, side(pair.first),
      side(pair.second), with_error(difference.loss, difference.error));
  if (std::isfinite(difference.half_interval))
    text += fmt::format("95% interval       {:.6f} to {:.6f}, over text, not over seeds\n",
                        difference.loss - difference.half_interval,
                        difference.loss + difference.half_interval);
  return text + fmt::format("paired by          {} windows of {} predictions\n", difference.windows,
                            difference.predictions);
}

nlohmann::json to_json(const PairedEvaluation& pair) {
  const PairedDifference& difference = pair.difference;
  return {
      {"first", to_json(pair.first)},
      {"second", to_json(pair.second)},
      {"difference",
       {{"loss", difference.loss},
        {"loss_error", difference.error},
        {"interval",
         {difference.loss - difference.half_interval, difference.loss + difference.half_interval}},
        {"windows", difference.windows},
        {"predictions", difference.predictions}}}};
}

}  // namespace espalier::training
