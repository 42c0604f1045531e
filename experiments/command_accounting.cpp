// SPDX-License-Identifier: Apache-2.0
// The verbs that compute without data: flops, explored, policies.
#include <fmt/format.h>

#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "experiments/commands.h"
#include "models/flops.h"
#include "models/model_config.h"
#include "schedules/explored.h"
#include "schedules/policy_registry.h"

namespace espalier::experiments {
namespace {

struct FlopsOptions {
  std::string model = "base";
  double density = 1.0;
  Index sequence = 128;
  Index vocabulary = 8192;
  Index batch = 64;
  bool json = false;
};

void print_flops(const FlopsOptions& options) {
  models::ModelConfig config = models::model_by_name(options.model);
  config.max_positions = std::max(config.max_positions, options.sequence);
  config.vocabulary = options.vocabulary;
  // BERT predicts 15% of the positions.
  const double masked = 0.15 * static_cast<double>(options.sequence);
  const models::FlopCount full = count_flops(config, options.density, options.sequence, masked,
                                             models::Pass::kTraining, options.batch);
  const double encoder = training_flops(config, options.density, options.sequence);
  const double parameters = count_parameters(config, options.density).total();
  if (options.json) {
    const nlohmann::json out = {{"model", options.model},
                                {"layers", config.layers},
                                {"hidden", config.hidden},
                                {"density", options.density},
                                {"sequence", options.sequence},
                                {"vocabulary", options.vocabulary},
                                {"training_flops", encoder},
                                {"encoder_linear_flops", full.encoder_linear},
                                {"attention_flops", full.attention},
                                {"head_flops", full.head},
                                {"embedding_flops", full.embedding},
                                {"update_flops", full.update},
                                {"total_training_flops", full.total()},
                                {"parameters", parameters}};
    std::cout << out.dump(2) << '\n';
    return;
  }
  const auto line = [](const char* label, double value) {
    std::cout << "  " << std::left << std::setw(34) << label << std::scientific
              << std::setprecision(3) << value << '\n';
  };
  std::cout << options.model << " (L" << config.layers << " H" << config.hidden << "), density "
            << options.density << ", training FLOPs of one sequence of " << options.sequence
            << " tokens\n";
  line("encoder (the paper's count)", encoder);
  line("  linear layers", full.encoder_linear);
  line("  attention products", full.attention);
  line("MLM head", full.head);
  line("embedding", full.embedding);
  line("optimizer (its share of a batch)", full.update);
  line("every FLOP", full.total());
  line("stored parameters", parameters);
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
  for (const std::string& name : models::model_names()) names += (names.empty() ? "" : ", ") + name;
  command->add_option("--model", options->model, "One of: " + names)->capture_default_str();
  command
      ->add_option("--density", options->density,
                   "Stored / total of the encoder weights, in (0, 1]")
      ->capture_default_str();
  command->add_option("--sequence", options->sequence, "Tokens of one sequence")
      ->capture_default_str();
  command->add_option("--vocabulary", options->vocabulary, "Pieces of the vocabulary")
      ->capture_default_str();
  command->add_option("--batch", options->batch, "Sequences that share one optimizer step")
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(
      "The paper's count is 3 (24 L f H^2 S + 4 S^2 H L) for one sequence (Dietrich et al. 2021); "
      "it leaves\n"
      "out embedding, head and optimizer, which 'every FLOP' includes.");
  command->callback([options] { print_flops(*options); });
}

void add_explored_command(CLI::App& app, int&) {
  auto* command = app.add_subcommand(
      "explored", "Print the expected share of positions that training will ever have stored");
  auto arguments = std::make_shared<ExploredArguments>();
  command->add_option("--density", arguments->density, "Stored / total, in (0, 1]")
      ->capture_default_str();
  command
      ->add_option("--updates", arguments->updates, "Intervals of the run; updates are one fewer")
      ->capture_default_str();
  command
      ->add_option("--drop-fraction", arguments->drop_fraction, "At the start; decays by a cosine")
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
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "Print JSON");
  command->callback([json] {
    nlohmann::json list = nlohmann::json::array();
    for (const schedules::PolicyInfo& policy : schedules::topology_policies()) {
      const std::string cost(policy_cost_name(policy.cost));
      list.push_back({{"name", policy.name}, {"cost", cost}, {"description", policy.description}});
      if (!*json)
        std::cout << fmt::format("{:<19} {:<23} {}\n", policy.name, cost, policy.description);
    }
    if (*json) std::cout << list.dump(2) << '\n';
  });
}

}  // namespace espalier::experiments
