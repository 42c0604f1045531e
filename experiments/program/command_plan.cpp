// SPDX-License-Identifier: Apache-2.0
// The verb plan: what a run would take on several machines.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/experiments/studies/study.h>
#include <espalier/machines/parallel_plan.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/loop/training_memory.h>
#include <espalier/training/measure/estimate.h>

namespace espalier::experiments {
namespace {

struct PlanArguments {
  std::filesystem::path config;
  std::string run;
  std::vector<std::string> overrides;
  Index ranks = 2;
  std::string network;
  double step_seconds = 0;
  double optimizer_seconds = 0;
  bool json = false;
};

/// Stored values of all parameters, with as many pieces as data.vocabulary_size.
double stored_values(const training::RunConfig& config) {
  training::RunResult result;
  result.sequences = 1;
  result.attention_density = result.feed_forward_density = config.model.density;
  return training::task_declaration(config)->cost(config, result).parameters;
}

machines::ParallelJob job_of(const training::RunConfig& config, const PlanArguments& arguments) {
  machines::ParallelJob job = {
      .stored_values = stored_values(config),
      .state_per_value = training::optimizer_state_per_value(config),
      .pattern_bytes = training::least_training_memory(config).patterns,
      .step_seconds = arguments.step_seconds,
      .optimizer_seconds = arguments.optimizer_seconds,
      .dense_values = training::dense_values_a_step(config),
      .working_bytes = [config](Index ranks) {
        const training::TrainingMemory memory = training::least_training_memory(config, ranks);
        return memory.activations + memory.spare_gradients + memory.dense_gradients;
      }};
  if (arguments.step_seconds > 0) return job;
  const training::TrainingEstimate measured =
      training::estimate_training(config, [](const std::string& line) { note(line); });
  job.step_seconds = measured.step_seconds;
  job.optimizer_seconds = measured.optimizer_seconds;
  return job;
}

/// Three digits with a prefix of the unit: "135 MB", "18.2 ms".
std::string with_unit(double value, const char* unit) {
  if (value == 0) return fmt::format("0 {}", unit);
  constexpr std::array kPrefixes = {"n", "u", "m", "", "k", "M", "G", "T", "P"};
  constexpr int kNone = 3, kMost = static_cast<int>(kPrefixes.size()) - 1;
  // What would be rounded to 1000 takes the next prefix.
  const double power = std::floor((std::log10(value) + 1e-3) / 3);
  const int prefix = std::clamp(kNone + static_cast<int>(power), 0, kMost);
  return fmt::format("{:.3g} {}{}", value / std::pow(1000.0, prefix - kNone),
                     kPrefixes[static_cast<std::size_t>(prefix)], unit);
}

const char* sharing_name(const machines::ParallelPlan& plan) {
  if (plan.ranks == 1) return "alone";
  return plan.sharing == machines::Sharing::kData ? "data parallel" : "ZeRO-1";
}

nlohmann::json plan_json(const machines::ParallelPlan& plan) {
  return {{"ranks", plan.ranks},
          {"sharing", sharing_name(plan)},
          {"memory_bytes", plan.memory_bytes},
          {"sent_bytes", plan.sent_bytes},
          {"network_seconds", plan.network_seconds},
          {"step_seconds", plan.step_seconds},
          {"efficiency", plan.efficiency}};
}

int run_plan_verb(const PlanArguments& arguments) {
  const machines::Network network = machines::network_in(arguments.network);
  const training::RunConfig config =
      arguments.run.empty()
          ? training::load_run_config(arguments.config.string(), arguments.overrides)
          : load_study_run(arguments.config, arguments.run, arguments.overrides);
  if (arguments.ranks > config.training.batch)
    throw ConfigError(
        fmt::format("--ranks: {}, expected at most training.batch = {}: each has a "
                    "sequence of a batch",
                    arguments.ranks, config.training.batch));
  if (arguments.optimizer_seconds > arguments.step_seconds)
    throw ConfigError(
        "--optimizer-seconds is longer than --step-seconds, of which it is a part; give both");
  const machines::ParallelJob job = job_of(config, arguments);
  nlohmann::json rows = nlohmann::json::array();
  constexpr const char* kRow = "{:>5}  {:<13} {:>8} {:>12} {:>9} {:>9} {:>11}\n";
  std::string table = fmt::format(
      "predicted from {} a step on one rank, of which the optimizer takes {}\n"
      "{} stored values; latency {}, {} a second; nothing overlaps\n\n",
      with_unit(job.step_seconds, "s"), with_unit(job.optimizer_seconds, "s"),
      with_unit(job.stored_values, ""), with_unit(network.latency_seconds, "s"),
      with_unit(network.bytes_per_second, "B"));
  table += fmt::format(fmt::runtime(kRow), "ranks", "shared out", "memory", "sent a step",
                       "network", "step", "efficiency");
  for (const Index ranks : machines::doubling_ranks(arguments.ranks))
    for (const auto sharing : {machines::Sharing::kData, machines::Sharing::kZero1}) {
      if (ranks == 1 && sharing != machines::Sharing::kData) continue;
      const machines::ParallelPlan plan = parallel_plan(job, network, ranks, sharing);
      rows.push_back(plan_json(plan));
      table += fmt::format(fmt::runtime(kRow), ranks, sharing_name(plan),
                           with_unit(plan.memory_bytes, "B"), with_unit(plan.sent_bytes, "B"),
                           with_unit(plan.network_seconds, "s"), with_unit(plan.step_seconds, "s"),
                           fmt::format("{:.2f}", plan.efficiency));
    }
  if (arguments.json)
    std::cout << nlohmann::json{{"predicted", true},
                                {"stored_values", job.stored_values},
                                {"step_seconds", job.step_seconds},
                                {"optimizer_seconds", job.optimizer_seconds},
                                {"latency_seconds", network.latency_seconds},
                                {"bytes_per_second", network.bytes_per_second},
                                {"plans", rows}}
                     .dump(2)
              << '\n';
  else
    std::cout << table;
  return kExitDone;
}

}  // namespace

void add_plan_command(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("plan", "Predict memory, messages and time of a step on several machines");
  auto arguments = std::make_shared<PlanArguments>();
  auto* config =
      command->add_option("--config", arguments->config, "TOML file of the run")->required();
  command->add_option("--run", arguments->run, "If the file is a study: the row or run of it")
      ->needs(config);
  command->add_option("--set", arguments->overrides,
                      "Override a key: table.key=value (repeatable)");
  command->add_option("--ranks", arguments->ranks, "The most ranks, each on a machine of its own")
      ->transform(whole_number())
      ->check(CLI::Range(Index{1}, Index{1} << 20))
      ->required();
  command
      ->add_option("--network", arguments->network,
                   "Latency and rate between two machines, with units, b for bits and B for bytes: "
                   "50us,1Gb/s")
      ->required();
  command
      ->add_option("--step-seconds", arguments->step_seconds,
                   "Time of a step of the whole batch on one such machine. Default: measured here, "
                   "by some steps, as 'train --estimate' does")
      ->check(number_between());
  command
      ->add_option("--optimizer-seconds", arguments->optimizer_seconds,
                   "What of it the optimizer takes; measured too unless --step-seconds is given")
      ->check(number_between(0));
  command->add_flag("--json", arguments->json, "Print JSON");
  command->footer(
      "For p ranks, n stored values and d gradients of positions that the policy scores, on the "
      "mean over the steps,\n"
      "a rank sends b = 4 (n + d) 2 (p - 1) / p bytes a step, and as many come to it:\n\n"
      "  network = 2 (p - 1) latency + b / rate\n"
      "  step    = (step of one rank - optimizer) / p + optimizer + network     data parallel\n"
      "  step    = step of one rank / p + network                               ZeRO-1\n\n"
      "efficiency is the step of one rank by p times the step of p. memory is the least, as of "
      "'train --estimate'.\n"
      "All but the measured step is a prediction: computing is taken to divide evenly, and no "
      "message to overlap with it.\n"
      "ZeRO-1, where each rank keeps the optimizer of a slice, is not built yet.");
  command->callback([arguments, &exit_code] { exit_code = run_plan_verb(*arguments); });
}

}  // namespace espalier::experiments
