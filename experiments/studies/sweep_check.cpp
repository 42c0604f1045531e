// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/studies/sweep_check.h>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <string>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/allowed_cores.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/config/validation.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/tasks/encoder_start.h>
#include <espalier/training/tasks/task.h>

namespace espalier::experiments {
namespace {

/// What a run reads, as text: the same of runs that have the same data. Texts are read by the
/// vocabulary of the encoder, which refuses those that were read by another.
std::string data_of(const training::RunConfig& config) {
  std::string text = config.run.task;
  for (const training::Key& key : training::keys())
    if (key.table == "data" && uses_key(config, key))
      text += '\n' + key.name + '=' + key.text(config);
  if (uses_key(config, training::encoder_key().key()))
    text += '\n' + training::vocabulary_of(config).string();
  return text;
}

/// Throws ConfigError, with the run's name, if it does not fit the machine or, unless they are
/// null, the data.
void require_fit(const training::RunConfig& config, const training::Task& task,
                 const training::TaskData* data) {
  try {
    require_memory(config);
    if (data != nullptr) task.require_fit(config, *data);
  } catch (const Error& error) {
    throw ConfigError(config.run.name + ": " + error.what());
  }
}

}  // namespace

training::TrainingRunOptions start_options(const Sweep& sweep, const training::RunConfig& config,
                                           bool overwrite) {
  training::TrainingRunOptions options;
  const auto origin = sweep.origins.find(config.run.name);
  if (origin == sweep.origins.end()) {
    options.began_by_itself = true;
  } else {
    const auto& [run, step] = origin->second;
    options.branch = training::RunBranch{
        .checkpoint = {}, .name = fmt::format("{}@{}", run, step), .step = step};
  }
  if (overwrite) options.resume = training::Resume::kReplaceOther;
  return options;
}

bool check_sweep(const Sweep& sweep, bool overwrite, bool quiet) try {
  std::map<std::string, Index> without_effect;  // numbers of runs, by what they are told
  std::map<std::string, std::vector<training::RunConfig>> left;  // to train, by their data
  for (const training::RunConfig& config : sweep.runs) {
    try {
      if (check_start(config, start_options(sweep, config, overwrite)) == training::Start::kDone)
        continue;
    } catch (const FormatError&) {
      continue;  // A damaged run fails when its turn comes, and no other.
    }
    left[data_of(config)].push_back(config);
    for (const std::string& text : changes_without_effect(config)) ++without_effect[text];
  }
  bool all = true;
  for (const auto& [name, runs] : left) {
    const training::TaskPtr task = task_of(runs.front());
    const std::shared_ptr<const training::TaskData> data = task->preview(runs.front());
    all = all && data != nullptr;
    if (data)
      for (const std::string& warning : data->warnings)
        std::cerr << "warning: " << files::without_controls(warning) << '\n';
    for (const training::RunConfig& config : runs) require_fit(config, *task, data.get());
  }
  if (!quiet)
    for (const auto& [text, count] : without_effect)
      std::cerr << fmt::format("note: {} ({} run{})\n", files::without_controls(text), count,
                               count == 1 ? "" : "s");
  return all;
} catch (const Error& error) {
  throw ConfigError(error.what());
}

std::size_t workers_asked_for(Index workers) {
  return static_cast<std::size_t>(workers > 0 ? workers : allowed_cores());
}

std::size_t workers_that_fit(const std::vector<training::RunConfig>& runs, std::size_t workers,
                             double available) {
  std::vector<double> needs;
  needs.reserve(runs.size());
  for (const training::RunConfig& config : runs)
    needs.push_back(training::least_training_bytes(config));
  std::ranges::sort(needs, std::greater<>());
  double needed = 0;
  for (std::size_t n = 0; n < std::min(workers, needs.size()); ++n) {
    needed += needs[n];
    if (needed > available) return std::max<std::size_t>(1, n);
  }
  return workers;
}

}  // namespace espalier::experiments
