// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_details.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include <espalier/files/atomic_file.h>
#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {
namespace {

/// Settings that the task, the policy and the optimizer of a run would not have by themselves.
std::vector<std::string> own_settings(const training::RunConfig& config) {
  training::RunConfig bare;
  bare.run.task = config.run.task;
  bare.topology = training::topology_preset(config.topology.policy);
  training::start_from_optimizer(config.training.optimizer, bare);
  training::Settings defaults = settings_of(bare);
  // Named themselves: they say which settings the run has by itself.
  defaults.erase("topology.policy");
  defaults["training.optimizer"] = training::RunConfig().training.optimizer;
  std::vector<std::string> lines;
  for (const auto& [key, value] : settings_of(config))
    if (training::setting(defaults, key) != value)
      lines.push_back(fmt::format("{} = {}", key, value));
  return lines;
}

std::vector<std::string> checkpoint_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  const std::filesystem::path checkpoints = folder / training::run_file::kCheckpoints;
  if (!std::filesystem::exists(checkpoints)) return names;
  for (const std::filesystem::path& path : files::list_folder(checkpoints))
    names.push_back(path.filename().string());
  std::ranges::sort(names, [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;  // step_9 before step_10
  });
  return names;
}

}  // namespace

std::string run_details_text(const std::filesystem::path& folder) {
  const training::RunReading reading = training::read_run(folder);
  const training::Manifest& manifest = reading.manifest;
  const training::RunSummary& run = reading.summary;
  std::string text;
  const auto line = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += fmt::format("{:<17} {}\n", name, files::without_controls(value));
  };
  const auto number = [&](const char* name, double value) {
    if (std::isfinite(value)) line(name, fmt::format("{:.6g}", value));
  };
  line("run", run.name);
  line("folder", run.folder);
  line("status", status_now(run) + (manifest.message.empty() ? "" : ": " + manifest.message));
  line("steps", fmt::format("{} of {}", run.completed_steps, run.planned_steps));
  line("started", manifest.started);
  line("ended", manifest.ended);
  number("seconds", run.seconds);
  for (const training::ResultMetric& result : training::result_metrics())
    if (result.metric.summarised) number(result.title.c_str(), run.metrics.value(result.name));
  number("parameters", run.parameters);
  number("training FLOPs", run.total_training_flops);
  line("branched from", manifest.branched_from);
  line("replay of", manifest.replayed_from);
  line("corpus", run.corpus_hash);
  line("vocabulary", run.vocabulary_hash);
  line("encoder", manifest.encoder);
  text += "\nsettings that are not the defaults (seed " + std::to_string(run.seed) + "):\n";
  for (const std::string& own : own_settings(reading.config))
    text += "  " + files::without_controls(own) + '\n';
  text += "\nsessions:\n";
  for (const training::SessionFacts& session : manifest.sittings)
    text += files::without_controls(fmt::format(
                "  {} from step {}: {} ({}), {}, {}, kernel {}, {} threads", session.started,
                session.first_step, session.version, session.revision, session.processor,
                session.dense_library, session.kernel, session.threads)) +
            '\n';
  for (const training::Extension& extension : manifest.extensions)
    text += files::without_controls(fmt::format(
                "  {} at step {}; before, {}",
                extension.places.empty() ? "extended" : "its files moved", extension.step,
                extension.places.empty() ? extension.budget : extension.places)) +
            '\n';
  if (!run.changed.empty()) text += "  they differ in " + run.changed + '\n';
  text += "\ncheckpoints:\n";
  for (const std::string& name : checkpoint_names(folder))
    text += "  " + files::without_controls(name) + '\n';
  return text;
}

std::string run_details_json(const std::filesystem::path& folder) {
  const training::RunReading reading = training::read_run(folder);
  const training::Manifest& manifest = reading.manifest;
  const training::RunSummary& run = reading.summary;
  nlohmann::ordered_json sessions = nlohmann::ordered_json::array();
  for (const training::SessionFacts& session : manifest.sittings)
    sessions.push_back({{"started", session.started},
                        {"first_step", session.first_step},
                        {"version", session.version},
                        {"revision", session.revision},
                        {"processor", session.processor},
                        {"dense_library", session.dense_library},
                        {"kernel", session.kernel},
                        {"threads", session.threads}});
  nlohmann::ordered_json extensions = nlohmann::ordered_json::array();
  for (const training::Extension& extension : manifest.extensions)
    extensions.push_back(
        {{"step", extension.step}, {"budget", extension.budget}, {"places", extension.places}});
  // What is not known is null.
  nlohmann::ordered_json object = {{"name", run.name},
                                   {"folder", run.folder},
                                   {"status", status_now(run)},
                                   {"message", manifest.message},
                                   {"completed_steps", run.completed_steps},
                                   {"planned_steps", run.planned_steps},
                                   {"seed", run.seed},
                                   {"started", manifest.started},
                                   {"ended", manifest.ended},
                                   {"seconds", run.seconds}};
  for (const training::ResultMetric& result : training::result_metrics())
    if (result.metric.summarised) object[result.name] = run.metrics.value(result.name);
  object.update({{"parameters", run.parameters},
                 {"total_training_flops", run.total_training_flops},
                 {"branched_from", manifest.branched_from},
                 {"replayed_from", manifest.replayed_from},
                 {"corpus_hash", run.corpus_hash},
                 {"vocabulary_hash", run.vocabulary_hash},
                 {"encoder", manifest.encoder},
                 {"encoder_hash", manifest.encoder_hash},
                 {"sittings", sessions},
                 {"sittings_differ_in", run.changed},
                 {"extensions", extensions},
                 {"settings", run.settings},
                 {"result", reading.end},
                 {"checkpoints", checkpoint_names(folder)}});
  return files::json_text(object, 2) + '\n';
}

}  // namespace espalier::experiments
