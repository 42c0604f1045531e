// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/task_declaration.h>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/named_registry.h>
#include <espalier/training/config/optimizer_keys.h>

namespace espalier::training {
namespace {

std::string name_of(const TaskDeclarationPtr& task) { return task->info().name; }

NamedRegistry<TaskDeclarationPtr, &name_of>& registry() {
  static NamedRegistry<TaskDeclarationPtr, &name_of> instance("task", built_in_task_declarations());
  return instance;
}

}  // namespace

void register_task_declaration(TaskDeclarationPtr declaration) {
  require_usable(declaration->info(), task_declarations());
  registry().add(std::move(declaration));
}

std::vector<TaskDeclarationPtr> task_declarations() { return registry().all(); }

TaskDeclarationPtr find_task_declaration(const std::string& name) {
  const std::vector<TaskDeclarationPtr> all = task_declarations();
  const auto found = std::ranges::find_if(
      all, [&](const TaskDeclarationPtr& task) { return task->info().name == name; });
  return found == all.end() ? nullptr : *found;
}

void require_usable(const TaskInfo& task, const std::vector<TaskDeclarationPtr>& others) {
  const auto refuse = [&](const Metric& metric, const std::string& what) {
    throw ConfigError(fmt::format("task '{}': metric '{}' {}", files::printable(task.name),
                                  files::printable(metric.name), what));
  };
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789_";
  bool has_loss = false;
  for (const Metric& metric : task.metrics) {
    has_loss = has_loss || (metric.name == metric::kLoss && metric.of_validation);
    if (metric.name.empty() || metric.name.find_first_not_of(kLetters) != std::string::npos)
      refuse(metric, "expected a name of small letters, digits and _");
    if (!metric.of_validation && !metric.of_test && !metric.of_end)
      refuse(metric, "is of no validation, test or end, expected one of them");
    if (std::ranges::count(task.metrics, metric.name, &Metric::name) > 1)
      refuse(metric, "is declared twice, expected once");
    for (const TaskDeclarationPtr& other : others)
      for (const Metric& known : other->info().metrics)
        if (known.name == metric.name &&
            (known.direction != metric.direction ||
             (known.unit != metric.unit && metric.name != metric::kLoss)))
          refuse(metric, fmt::format("has another unit or direction than that of task '{}'",
                                     other->info().name));
  }
  const std::vector<ResultMetric> results = results_of(task.metrics);
  for (const ResultMetric& result : results)
    if (std::ranges::count(results, result.name, &ResultMetric::name) > 1)
      refuse(result.metric, fmt::format("gives results a second '{}', expected one", result.name));
  if (!has_loss)
    throw ConfigError(fmt::format("task '{}': no metric 'loss' of its validations, expected one",
                                  files::printable(task.name)));
}

bool uses_key(const RunConfig& config, const Key& key) {
  if (key.tags.of_optimizer && !has_optimizer_setting(config, key.name)) return false;
  if (key.tags.every_task) return true;
  const TaskDeclarationPtr task = task_declaration(config);
  const TaskInfo& info = task->info();
  return std::ranges::find(info.keys, key.path()) != info.keys.end() ||
         std::ranges::any_of(info.own_keys,
                             [&](const Key& own) { return own.path() == key.path(); });
}

void require_stages_for(Index ranks, const RunConfig& config) {
  const Index most = task_declaration(config)->most_stages(config);
  if (ranks <= std::max<Index>(1, most)) return;
  if (most == 0)
    throw ConfigError("--pipeline: the layers of run.task \"" + config.run.task +
                      "\" cannot lie with several processes; leave the option away, so that each "
                      "has all of them");
  throw ConfigError(fmt::format(
      "model.layers: {}, expected at least {}, one for each process of the pipeline", most, ranks));
}

std::vector<ResultMetric> task_metrics() {
  std::vector<ResultMetric> all;
  for (const TaskDeclarationPtr& task : task_declarations())
    for (ResultMetric& result : results_of(task->info().metrics))
      if (std::ranges::find(all, result.name, &ResultMetric::name) == all.end())
        all.push_back(std::move(result));
  return all;
}

std::vector<ResultMetric> result_metrics() {
  std::vector<ResultMetric> all = task_metrics();
  const std::vector<Metric> of_every_run = {
      {.name = metric::kExplored, .unit = kShare, .of_end = true}};
  for (ResultMetric& result : results_of(of_every_run)) all.push_back(std::move(result));
  return all;
}

TaskDeclarationPtr task_declaration(const RunConfig& config) {
  TaskDeclarationPtr task = find_task_declaration(config.run.task);
  if (task == nullptr)
    throw ConfigError("run.task: '" + files::printable(config.run.task) + "' is no task");
  return task;
}

}  // namespace espalier::training
