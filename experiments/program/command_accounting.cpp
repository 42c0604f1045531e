// SPDX-License-Identifier: Apache-2.0
// The verbs that compute without data: flops, explored, policies.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include <espalier/experiments/program/commands.h>
#include <espalier/experiments/program/run_reports.h>
#include <espalier/models/families/counted_model.h>
#include <espalier/models/families/family_registry.h>
#include <espalier/models/families/flops.h>
#include <espalier/models/optimizers/optimizer_registry.h>
#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/rules/criterion.h>
#include <espalier/schedules/update/explored.h>

namespace espalier::experiments {
namespace {

struct FlopsOptions {
  std::string model = "base";
  double density = 1.0;
  double embedding_density = 1.0;
  Index sequence = 128;
  Index vocabulary = 8192;
  Index batch = 64;
  bool json = false;
};

using models::CountedModel;

std::string extents_of(const CountedModel& model) {
  return model.reads_sequences ? fmt::format("L{} H{}", model.config.layers, model.config.hidden)
                               : fmt::format("{}", fmt::join(model.config.widths, "-"));
}

nlohmann::json flops_json(const CountedModel& model, const FlopsOptions& options,
                          const models::FlopCount& full, double parameters) {
  nlohmann::json out = {{"model", options.model},
                        {"density", options.density},
                        {"embedding_density", options.embedding_density},
                        {"training_flops", full.encoder_linear + full.attention},
                        {"encoder_linear_flops", full.encoder_linear},
                        {"attention_flops", full.attention},
                        {"head_flops", full.head},
                        {"embedding_flops", full.embedding},
                        {"update_flops", full.update},
                        {"total_training_flops", full.total()},
                        {"parameters", parameters}};
  if (model.reads_sequences)
    out.update({{"layers", model.config.layers},
                {"hidden", model.config.hidden},
                {"sequence", options.sequence},
                {"vocabulary", options.vocabulary}});
  else
    out["widths"] = model.config.widths;
  return out;
}

/// `given`: was an option of this name?
void print_flops(const FlopsOptions& options,
                 const std::function<bool(const std::string&)>& given) {
  const CountedModel model =
      models::counted_model(options.model, options.sequence, options.vocabulary);
  for (const char* option : {"--sequence", "--vocabulary", "--embedding-density"})
    if (!model.reads_sequences && given(option))
      note(fmt::format("{}: without effect, since {} reads no sequences", option, options.model));
  const models::EncoderDensity density(options.density, options.density, options.embedding_density);
  const models::FlopCount full = count_flops(
      model.declaration, density, model.sequence, model.predicted, models::Pass::kTraining,
      {models::make_optimizer("adamw", {})->flops_per_value(), options.batch});
  const double parameters = count_parameters(model.declaration, density).total();
  if (options.json) {
    std::cout << flops_json(model, options, full, parameters).dump(2) << '\n';
    return;
  }
  const auto line = [](const char* label, double value) {
    std::cout << "  " << std::left << std::setw(34) << label << std::scientific
              << std::setprecision(3) << value << '\n';
  };
  std::cout << options.model << " (" << extents_of(model) << "), density " << options.density;
  if (options.embedding_density < 1) std::cout << ", of words " << options.embedding_density;
  std::cout << ", training FLOPs of one ";
  if (model.reads_sequences) {
    std::cout << "sequence of " << options.sequence << " tokens\n";
    const bool causal = model.declaration.causal;
    line(causal ? "decoder (by the paper's count)" : "encoder (the paper's count)",
         full.encoder_linear + full.attention);
    line("  linear layers", full.encoder_linear);
    line(causal ? "  attention products, causal" : "  attention products", full.attention);
    line(causal ? "next-token head" : "MLM head", full.head);
    line("embedding", full.embedding);
  } else {
    std::cout << "sample\n";
    line("linear layers", full.encoder_linear);
  }
  line("optimizer (its share of a batch)", full.update);
  line("every FLOP", full.total());
  line("stored parameters", parameters);
}

struct PoliciesArguments {
  double density = 0.1;
  bool criteria = false;
  bool json = false;
};

/// What a policy costs a weight that ends at some density, with the settings of its source.
struct PolicyFootprint {
  const char* dense_gradient = "never";  ///< when it forms gradients that are not stored
  double peak_density = 1;
  double memory = 1;  ///< values at the peak, relative to a dense weight
};

PolicyFootprint footprint_of(const schedules::PolicyInfo& info, double density) {
  if (info.cost == schedules::PolicyCost::kDense) return {};
  schedules::PolicyOptions options = schedules::policy_preset(info.name);
  options.steps = 1000000;  // any length with room for every update: the costs do not depend on it
  const schedules::PolicyPtr policy = schedules::make_topology_policy(info.name, options);
  const schedules::PolicyNeeds needs = policy->needs();
  PolicyFootprint footprint;
  if (needs.growth_gradients) footprint.dense_gradient = "each update";
  if (needs.momentum > 0) footprint.dense_gradient = "each step";
  footprint.peak_density =
      std::min(1.0, std::max(density, policy->initial_density(density)) * policy->peak_blocks());
  // AdamW keeps a weight, a gradient and two moments for each stored value.
  constexpr double kDenseValues = 4;
  const double stored_values = kDenseValues + (needs.movement ? 1 : 0);
  const double dense_values = needs.momentum > 0 ? 1 : 0;
  footprint.memory = (stored_values * footprint.peak_density + dense_values) / kDenseValues;
  return footprint;
}

void print_policies(const PoliciesArguments& arguments) {
  constexpr const char* kRow = "{:<19} {:<22} {:<14} {:>5} {:>6}  {}\n";
  nlohmann::json list = nlohmann::json::array();
  std::string table = fmt::format(fmt::runtime(kRow), "policy", "its rule costs", "dense gradient",
                                  "peak", "memory", "rule");
  for (const schedules::PolicyInfo& policy : schedules::topology_policies()) {
    const PolicyFootprint footprint = footprint_of(policy, arguments.density);
    const std::string cost(policy_cost_name(policy.cost));
    list.push_back({{"name", policy.name},
                    {"cost", cost},
                    {"dense_gradient", footprint.dense_gradient},
                    {"peak_density", footprint.peak_density},
                    {"memory", footprint.memory},
                    {"description", policy.description}});
    table += fmt::format(fmt::runtime(kRow), policy.name, cost, footprint.dense_gradient,
                         fmt::format("{:.2f}", footprint.peak_density),
                         fmt::format("{:.2f}", footprint.memory), policy.description);
  }
  std::cout << (arguments.json ? list.dump(2) + '\n' : table);
}

/// What topology.drop and topology.grow may be.
void print_criteria(const PoliciesArguments& arguments) {
  constexpr const char* kRow = "{:<5} {:<19} {}\n";
  nlohmann::json list = nlohmann::json::array();
  std::string table = fmt::format(fmt::runtime(kRow), "key", "criterion", "blocks are compared by");
  const auto add = [&](const char* key, const auto& criteria) {
    for (const auto& criterion : criteria) {
      list.push_back(
          {{"key", key}, {"name", criterion.name}, {"description", criterion.description}});
      table += fmt::format(fmt::runtime(kRow), key, criterion.name, criterion.description);
    }
  };
  add("drop", schedules::drop_criteria());
  add("grow", schedules::grow_criteria());
  std::cout << (arguments.json ? list.dump(2) + '\n' : table);
}

struct ExploredArguments {
  double density = 0.1;
  Index updates = 160;
  double drop_fraction = 0.5;
  bool regrow_dropped = false;
  bool json = false;
};

}  // namespace

void add_flops_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand("flops", "Print the training FLOPs of a model");
  auto options = std::make_shared<FlopsOptions>();
  std::string names;
  for (const models::ModelFamily& family : models::model_families())
    for (const models::ModelConfig& size : family.sizes)
      names += (names.empty() ? "" : ", ") + size.name;
  command->add_option("--model", options->model, "One of: " + names)->capture_default_str();
  command
      ->add_option("--density", options->density,
                   "Stored / total of the encoder weights, in (0, 1]")
      ->check(number_between(1e-9, 1))
      ->capture_default_str();
  command
      ->add_option("--embedding-density", options->embedding_density,
                   "Stored / total of the table of words, in (0, 1]")
      ->check(number_between(1e-9, 1))
      ->capture_default_str();
  command->add_option("--sequence", options->sequence, "Tokens of one sequence")
      ->transform(whole_number())
      ->check(CLI::Range(Index{1}, Index{std::numeric_limits<std::int32_t>::max()}))
      ->capture_default_str();
  command->add_option("--vocabulary", options->vocabulary, "Pieces of the vocabulary")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_option("--batch", options->batch, "Sequences that share one optimizer step")
      ->transform(whole_number())
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(
      "The paper's count is 3 (24 L f H^2 S + 4 S^2 H L) for one sequence (Dietrich et al. 2021); "
      "it leaves\n"
      "out embedding, head and optimizer, which 'every FLOP' includes. A causal model (gpt_...) "
      "has\n"
      "2 S (S + 1) H L in place of 4 S^2 H L: a token sees itself and those before it. A "
      "GroupBERT\n"
      "(groupbert_...) has 19 f H^2 + 112 H weights a layer in place of 12 f H^2.");
  command->callback([options, command] {
    print_flops(*options, [&](const std::string& option) { return command->count(option) > 0; });
  });
}

void add_explored_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "explored",
      "Print the share of positions that training is expected to have stored at some time");
  auto arguments = std::make_shared<ExploredArguments>();
  command->add_option("--density", arguments->density, "Stored / total, in (0, 1]")
      ->capture_default_str();
  command
      ->add_option("--updates", arguments->updates, "Intervals of the run; updates are one fewer")
      ->transform(whole_number())
      ->check(CLI::Range(Index{1}, Index{1} << 24))
      ->capture_default_str();
  command
      ->add_option("--drop-fraction", arguments->drop_fraction,
                   "Drop fraction at the start; decays by a cosine")
      ->capture_default_str();
  command->add_flag("--regrow-dropped", arguments->regrow_dropped,
                    "Blocks may be grown again by the update that dropped them");
  command->add_flag("--json", arguments->json, "Print JSON");
  command->callback([arguments] {
    const double explored = schedules::expected_explored(
        arguments->density, arguments->updates, arguments->drop_fraction,
        {.regrow_dropped = arguments->regrow_dropped});
    if (arguments->json) {
      const nlohmann::json out = {{"density", arguments->density},
                                  {"updates", arguments->updates},
                                  {"drop_fraction", arguments->drop_fraction},
                                  {"regrow_dropped", arguments->regrow_dropped},
                                  {"explored", explored}};
      std::cout << out.dump(2) << '\n';
    } else {
      std::cout << "explored " << std::fixed << std::setprecision(3) << explored << '\n';
    }
  });
}

void add_policies_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand("policies", "List the topology policies and what they cost");
  auto arguments = std::make_shared<PoliciesArguments>();
  auto* density =
      command->add_option("--density", arguments->density, "Stored / total at the end, in (0, 1]")
          ->check(number_between(1e-9, 1))
          ->capture_default_str();
  command
      ->add_flag("--criteria", arguments->criteria,
                 "List instead by what blocks are dropped and grown: values of topology.drop "
                 "and topology.grow")
      ->excludes(density);
  command->add_flag("--json", arguments->json, "Print JSON");
  command->footer(
      "dense gradient: when the policy forms gradients at positions that are not stored, for\n"
      "2 x tokens x rows x columns FLOPs of each weight, and twice that under srigl. peak: the\n"
      "largest density of all weights together. memory: values, gradients, two moments and the\n"
      "policy's state at that peak, relative to dense weights; not the activations that a dense\n"
      "gradient is formed from.\n"
      "Settings: 'espalier train --help', table topology.");
  command->callback([arguments] {
    arguments->criteria ? print_criteria(*arguments) : print_policies(*arguments);
  });
}

}  // namespace espalier::experiments
