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
#include <string_view>
#include <tuple>
#include <vector>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/plan_job.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/experiments/studies/study.h>
#include <espalier/files/plain_text.h>
#include <espalier/machines/parallel_plan.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/measure/estimate.h>

namespace espalier::experiments {
namespace {

struct PlanArguments {
  std::filesystem::path config;
  std::string run;
  std::vector<std::string> overrides;
  std::string model;
  double density = 1;
  Index block = 16;
  double flops_per_second = 0;
  std::vector<Index> ranks;
  Index tensor = 0;
  Index stages = 0;
  std::string network;
  std::string inner_network;
  double step_seconds = 0;
  double optimizer_seconds = 0;
  bool json = false;
};

machines::ParallelJob measured_job(const training::RunConfig& config,
                                   const PlanArguments& arguments) {
  if (arguments.step_seconds > 0)
    return plan_job(config, arguments.step_seconds, arguments.optimizer_seconds);
  const training::TrainingEstimate measured =
      training::estimate_training(config, [](const std::string& line) { note(line); });
  return plan_job(config, measured.step_seconds, measured.optimizer_seconds);
}

/// What is shared out, and what is known of how.
struct Planned {
  machines::ParallelJob job;
  machines::Layout layout;  ///< has the tensor ranks and stages that are asked for, if any are
  std::string no_pipeline;  ///< why there can be none; "": there can
};

Planned planned_job(const PlanArguments& arguments) {
  Planned planned;
  machines::Layout& layout = planned.layout;
  if (!arguments.model.empty()) {
    const auto model =
        std::ranges::find(published_models(), arguments.model, &PublishedModel::name);
    if (model == published_models().end())
      throw ConfigError("--model: " + files::printable(arguments.model) + ", expected " +
                        published_models().front().name + "; a run of your own has --config");
    if (arguments.flops_per_second <= 0)
      throw ConfigError(
          "--model: expected --flop-rate with it, FLOPs a second of a rank: no machine here can "
          "measure such a step");
    layout = model->layout;
    if (arguments.tensor > 0) layout.tensor = arguments.tensor;
    if (arguments.stages > 0) layout.stages = arguments.stages;
    planned.job =
        published_job(*model, arguments.density, arguments.block, arguments.flops_per_second);
    return planned;
  }
  if (arguments.config.empty())
    throw ConfigError("plan: expected --config FILE, or --model NAME for one of the literature");
  const training::RunConfig config =
      arguments.run.empty()
          ? training::load_run_config(arguments.config.string(), arguments.overrides)
          : load_study_run(arguments.config, arguments.run, arguments.overrides);
  layout.tensor = std::max<Index>(1, arguments.tensor);
  layout.stages = std::max<Index>(1, arguments.stages);
  const Index each = layout.tensor * layout.stages, most = std::ranges::max(arguments.ranks);
  if (most / each > config.training.batch)
    throw ConfigError(fmt::format(
        "--ranks: {}, expected at most {}: training.batch is {} sequences, each on {} "
        "rank{}",
        most, each * config.training.batch, config.training.batch, each, each == 1 ? "" : "s"));
  if (arguments.optimizer_seconds > arguments.step_seconds)
    throw ConfigError(
        "--optimizer-seconds is longer than --step-seconds, of which it is a part; give both");
  planned.no_pipeline = pipeline_refusal(config);
  if (layout.stages > 1 && !planned.no_pipeline.empty())
    throw ConfigError("--stages: " + planned.no_pipeline);
  planned.job = measured_job(config, arguments);
  return planned;
}

/// Ways to share out a step among so many ranks.
std::vector<machines::Layout> layouts(const Planned& planned, Index ranks) {
  const machines::Layout& fixed = planned.layout;
  const machines::LayerShape& layers = planned.job.layers;
  const Index each = fixed.tensor * fixed.stages;
  if (ranks % each != 0)
    throw ConfigError(
        fmt::format("--ranks: {}, expected a multiple of tensor ranks x stages, {}", ranks, each));
  std::vector<machines::Layout> list = {
      {.data = ranks / each, .tensor = fixed.tensor, .stages = fixed.stages}};
  if (ranks == each && each == 1) return list;
  if (list[0].data > 1) {
    list.push_back(list[0]);
    list.back().zero1 = true;
  }
  if (each > 1) return list;
  for (const machines::Layout& layout :
       {machines::Layout{.tensor = ranks}, machines::Layout{.stages = ranks}})
    if (layers.layers > 0 && machines::fits(layers, layout) &&
        (layout.stages == 1 || planned.no_pipeline.empty()))
      list.push_back(layout);
  return list;
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

/// "alone", "ZeRO-1", "8 tensor x 35 stages x 10 data".
std::string layout_name(const machines::Layout& layout) {
  if (layout.ranks() == 1) return "alone";
  if (layout.data == layout.ranks()) return layout.zero1 ? "ZeRO-1" : "data parallel";
  if (layout.tensor == layout.ranks()) return "tensor parallel";
  if (layout.stages == layout.ranks()) return "pipeline";
  std::string name;
  if (layout.tensor > 1) name = fmt::format("{} tensor x ", layout.tensor);
  if (layout.stages > 1) name += fmt::format("{} stages x ", layout.stages);
  return name + fmt::format("{} {}", layout.data, layout.zero1 ? "ZeRO-1" : "data");
}

nlohmann::json plan_json(const machines::ParallelPlan& plan) {
  return {{"ranks", plan.layout.ranks()},          {"data", plan.layout.data},
          {"tensor", plan.layout.tensor},          {"stages", plan.layout.stages},
          {"sharing", layout_name(plan.layout)},   {"memory_bytes", plan.memory_bytes},
          {"sent_bytes", plan.sent_bytes},         {"network_seconds", plan.network_seconds},
          {"hidden_seconds", plan.hidden_seconds}, {"bubble_seconds", plan.bubble_seconds},
          {"step_seconds", plan.step_seconds},     {"efficiency", plan.efficiency}};
}

std::string heading(const machines::ParallelJob& job, const machines::Networks& networks,
                    const PlanArguments& arguments) {
  std::string from =
      arguments.model.empty()
          ? fmt::format("{} a step on one rank, of which the optimizer takes {}",
                        with_unit(job.step_seconds, "s"), with_unit(job.optimizer_seconds, "s"))
          : fmt::format("{}LOP/s of a rank, {} if alone",
                        with_unit(arguments.flops_per_second, "F"),
                        with_unit(job.step_seconds, "s"));
  std::string within;
  if (!arguments.inner_network.empty())
    within = fmt::format("; within layers {}, {} a second",
                         with_unit(networks.inner.latency_seconds, "s"),
                         with_unit(networks.inner.bytes_per_second, "B"));
  return fmt::format("predicted from {}\n{} stored values; latency {}, {} a second{}\n\n", from,
                     with_unit(job.stored_values, ""),
                     with_unit(networks.outer.latency_seconds, "s"),
                     with_unit(networks.outer.bytes_per_second, "B"), within);
}

std::string table_of(const std::vector<machines::ParallelPlan>& plans) {
  std::size_t width = std::string_view("tensor parallel").size();
  for (const machines::ParallelPlan& plan : plans)
    width = std::max(width, layout_name(plan.layout).size());
  constexpr const char* kRow = "{:>5}  {:<{}} {:>8} {:>12} {:>9} {:>9} {:>9} {:>9} {:>11}\n";
  std::string table = fmt::format(kRow, "ranks", "shared out", width, "memory", "sent a step",
                                  "network", "hidden", "bubble", "step", "efficiency");
  for (const machines::ParallelPlan& plan : plans)
    table += fmt::format(kRow, plan.layout.ranks(), layout_name(plan.layout), width,
                         with_unit(plan.memory_bytes, "B"), with_unit(plan.sent_bytes, "B"),
                         with_unit(plan.network_seconds, "s"), with_unit(plan.hidden_seconds, "s"),
                         with_unit(plan.bubble_seconds, "s"), with_unit(plan.step_seconds, "s"),
                         fmt::format("{:.2f}", plan.efficiency));
  return table;
}

int run_plan_verb(const PlanArguments& arguments) {
  machines::Networks networks;
  networks.outer = machines::network_in(arguments.network);
  networks.inner = arguments.inner_network.empty()
                       ? networks.outer
                       : machines::network_in(arguments.inner_network, "--inner-network");
  const Planned planned = planned_job(arguments);
  const machines::ParallelJob& job = planned.job;
  std::vector<Index> ranks = arguments.ranks;
  if (ranks.size() == 1) {
    const Index each = planned.layout.tensor * planned.layout.stages;
    ranks = machines::doubling_ranks(std::max<Index>(1, ranks[0] / each));
    for (Index& count : ranks) count *= each;
    // Refused below if it is not a multiple.
    ranks.back() = arguments.ranks[0];
  }
  std::vector<machines::ParallelPlan> plans;
  for (const Index count : ranks)
    for (const machines::Layout& layout : layouts(planned, count))
      plans.push_back(machines::parallel_plan(job, networks, layout));
  if (!arguments.json) {
    std::cout << heading(job, networks, arguments) << table_of(plans);
    return kExitDone;
  }
  nlohmann::json rows = nlohmann::json::array();
  for (const machines::ParallelPlan& plan : plans) rows.push_back(plan_json(plan));
  std::cout << nlohmann::json{{"predicted", true},
                              {"stored_values", job.stored_values},
                              {"step_seconds", job.step_seconds},
                              {"optimizer_seconds", job.optimizer_seconds},
                              {"latency_seconds", networks.outer.latency_seconds},
                              {"bytes_per_second", networks.outer.bytes_per_second},
                              {"inner_latency_seconds", networks.inner.latency_seconds},
                              {"inner_bytes_per_second", networks.inner.bytes_per_second},
                              {"plans", rows}}
                   .dump(2)
            << '\n';
  return kExitDone;
}

}  // namespace

void add_plan_command(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("plan", "Predict memory, messages and time of a step on several machines");
  auto arguments = std::make_shared<PlanArguments>();
  auto* config = command->add_option("--config", arguments->config, "TOML file of the run");
  command->add_option("--run", arguments->run, "If the file is a study: the row or run of it")
      ->needs(config);
  command->add_option("--set", arguments->overrides, "Override a key: table.key=value (repeatable)")
      ->needs(config);
  auto* model = command
                    ->add_option("--model", arguments->model,
                                 "In place of a run, a model of the literature: mt_nlg_530b")
                    ->excludes(config);
  command
      ->add_option("--density", arguments->density,
                   "The share of the values of its linear weights that is stored")
      ->check(number_between(1e-6, 1))
      ->capture_default_str()
      ->needs(model);
  command->add_option("--block", arguments->block, "Width of the blocks that are stored")
      ->transform(whole_number())
      ->capture_default_str()
      ->needs(model);
  command
      ->add_option("--flop-rate", arguments->flops_per_second,
                   "FLOPs a second of a rank of it while it computes: 1.55e14")
      ->check(number_between())
      ->needs(model);
  command
      ->add_option("--ranks", arguments->ranks,
                   "The most ranks, each on a machine of its own; or several numbers, with commas")
      ->delimiter(',')
      ->transform(whole_number())
      ->check(CLI::Range(Index{1}, Index{1} << 20))
      ->required();
  for (const auto& [name, value, help] :
       {std::tuple{"--tensor", &arguments->tensor,
                   "Ranks that share each layer. Default: 1, of --model as published"},
        std::tuple{"--stages", &arguments->stages,
                   "Stages of a pipeline. Default: 1, of --model as published"}})
    command->add_option(name, *value, help)
        ->transform(whole_number())
        ->check(CLI::Range(Index{1}, Index{1} << 20));
  command
      ->add_option("--network", arguments->network,
                   "Latency and rate between two machines, with units, b for bits and B for bytes: "
                   "50us,1Gb/s")
      ->required();
  command->add_option(
      "--inner-network", arguments->inner_network,
      "The same between two ranks that share layers (--tensor). Default: as --network");
  command
      ->add_option("--step-seconds", arguments->step_seconds,
                   "Time of a step of the whole batch on one such machine. Default: measured here, "
                   "by some steps, as 'train --estimate' does")
      ->check(number_between())
      ->needs(config);
  command
      ->add_option(
          "--optimizer-seconds", arguments->optimizer_seconds,
          "What of it the optimizer takes. Default: measured too, 0 if --step-seconds is given")
      ->check(number_between(0))
      ->needs(config);
  command->add_flag("--json", arguments->json, "Print JSON");
  command->footer(
      "For p ranks, n stored values, d gradients of positions of which the policy keeps a mean, "
      "and s of those by which it grows, with the scores of blocks, on the mean over the steps,\n"
      "a rank sends b = 4 (n + d + s / 2) 2 (p - 1) / p bytes a step, and as many come to it:\n\n"
      "  network = 2 (p - 1) latency + b / rate\n"
      "  step    = (step of one rank - optimizer) / p + optimizer + network - hidden\n"
      "  step    = step of one rank / p + network                            with ZeRO-1\n\n"
      "where ZeRO-1 ('train --zero1') also sends what an update moves of the optimizer's state. "
      "Tensor ranks each have a part of every layer, and add up activations 4 times a layer. "
      "Stages have whole layers, through which m groups of sequences (training.panel_group) pass "
      "in m + stages - 1 turns ('train --pipeline'); the rest of the turns is the bubble. "
      "machines/parallel_plan.h has all equations.\n"
      "efficiency is the step of one rank by p times the step of p. memory is the least, as of "
      "'train --estimate'.\n"
      "hidden is the time in which gradients of layers travel while the last group's backward pass "
      "computes others.\n"
      "All but the measured step is a prediction: computing is taken to divide evenly, and nothing "
      "else to overlap with it.\n"
      "Tensor parallel is planned here and not built. A run that 'train --pipeline' refuses has no "
      "row of a pipeline.");
  command->callback([arguments, &exit_code] { exit_code = run_plan_verb(*arguments); });
}

}  // namespace espalier::experiments
