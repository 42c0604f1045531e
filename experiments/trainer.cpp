// SPDX-License-Identifier: Apache-2.0
#include "experiments/trainer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "experiments/topology_setup.h"
#include "models/atomic_file.h"
#include "models/checkpoint.h"
#include "models/evolvable.h"
#include "sparse/core/error.h"

namespace espalier::experiments {
namespace {

schedules::LearningRate make_learning_rate(const RunConfig& config) {
  const double factor = config.training.scale_learning_rate
                            ? schedules::sparse_learning_rate_factor(config.model.density)
                            : 1.0;
  const Index total = steps(config);
  const auto warmup = static_cast<Index>(
      std::llround(config.training.warmup_fraction * static_cast<double>(total)));
  return {config.training.learning_rate * factor, std::min(warmup, total), total};
}

/// The final number of blocks of each weight that the updater gets, in its order.
std::vector<Index> targets_of(const RunConfig& config,
                              const std::vector<sparse::EvolvableWeight>& weights) {
  const std::map<std::string, Index> targets = initial_topology(config).targets();
  std::vector<Index> result;
  result.reserve(weights.size());
  for (const sparse::EvolvableWeight& weight : weights) result.push_back(targets.at(weight.name()));
  return result;
}

/// Grown blocks of the largest models fit into a small part of this; a longer file is not ours.
constexpr std::size_t kMaximumStateBytes = std::size_t{256} << 20;

constexpr const char* kMomentumPrefix = "momentum:";
constexpr const char* kMovementPrefix = "movement:";

nlohmann::json grown_blocks(const schedules::TopologyState& topology) {
  nlohmann::json out = nlohmann::json::object();
  for (const auto& weight : topology.weights) {
    nlohmann::json list = nlohmann::json::array();
    for (const auto& c : weight.grown) list.push_back({c.row, c.col});
    out[weight.name] = std::move(list);
  }
  return out;
}

schedules::TopologyState read_topology(const nlohmann::json& state,
                                       const models::CheckpointExtras& extras) {
  const auto values = [&](const std::string& name) {
    const auto found = extras.values.find(name);
    return found == extras.values.end() ? AlignedVector<float>() : found->second;
  };
  schedules::TopologyState topology;
  topology.updates = state.at("topology_updates").get<Index>();
  // The order of the updater's weights, which a JSON object would lose.
  for (const auto& name : state.at("topology_weights")) {
    auto& weight = topology.weights.emplace_back();
    weight.name = name.get<std::string>();
    weight.explored = extras.bits.at(kExploredPrefix + weight.name);
    weight.momentum = values(kMomentumPrefix + weight.name);
    weight.movement = values(kMovementPrefix + weight.name);
    for (const auto& c : state.at("grown").at(weight.name))
      weight.grown.push_back({.row = c.at(0).get<BlockIndex>(), .col = c.at(1).get<BlockIndex>()});
  }
  return topology;
}

}  // namespace

Trainer::Trainer(const RunConfig& config, TrainingTask& task, const Context& context,
                 std::function<double()> seconds)
    : config_(config),
      task_(&task),
      total_steps_(steps(config)),
      learning_rate_(make_learning_rate(config)),
      optimizer_(task.parameters(),
                 models::AdamWOptions{.learning_rate = config.training.learning_rate,
                                      .beta1 = config.training.beta1,
                                      .beta2 = config.training.beta2,
                                      .epsilon = config.training.epsilon,
                                      .weight_decay = config.training.weight_decay,
                                      .max_gradient_norm = config.training.gradient_clip,
                                      .group_lasso = config.training.group_lasso},
                 &context),
      topology_(topology_policy(config), models::evolvable(task, optimizer_),
                {.seed = context.seed(),
                 .context = &context,
                 .target_blocks = targets_of(config, models::evolvable(task, optimizer_)),
                 .seconds = std::move(seconds)}) {}

TrainingStep Trainer::step() {
  TrainingStep result;
  result.batch = task_->train(completed_steps_);
  result.learning_rate = learning_rate_.at(completed_steps_ + 1);
  peak_bytes_ = std::max(peak_bytes_, topology_.bytes());  // before operands are released
  training_flops_ += task_->sample_flops() * static_cast<double>(config_.training.batch);
  result.update = topology_.step(completed_steps_, [&](bool skip) {
    if (skip) return optimizer_.skip();
    const models::StepResult step = optimizer_.step(result.learning_rate);
    result.applied = step.applied;
    result.gradient_norm = step.gradient_norm;
  });
  skipped_in_a_row_ = result.applied ? 0 : skipped_in_a_row_ + 1;
  if (skipped_in_a_row_ >= kMaxSkippedSteps)
    throw Error("step " + std::to_string(completed_steps_ + 1) + ": the gradient was not finite " +
                std::to_string(kMaxSkippedSteps) +
                " times in a row; a smaller training.learning_rate may help");
  update_flops_ += topology_.step_flops() + (result.update ? result.update->flops : 0);
  ++completed_steps_;
  predictions_ += result.batch.predictions;
  return result;
}

void Trainer::save(const std::filesystem::path& folder) const {
  const schedules::TopologyState topology = topology_.state();
  nlohmann::json names = nlohmann::json::array();
  models::CheckpointExtras extras;
  for (const auto& weight : topology.weights) {
    names.push_back(weight.name);
    extras.bits[kExploredPrefix + weight.name] = weight.explored;
    if (!weight.momentum.empty()) extras.values[kMomentumPrefix + weight.name] = weight.momentum;
    if (!weight.movement.empty()) extras.values[kMovementPrefix + weight.name] = weight.movement;
  }
  nlohmann::json state = {
      {"completed_steps", completed_steps_}, {"predictions", predictions_},
      {"training_flops", training_flops_},   {"peak_bytes", peak_bytes_},
      {"update_flops", update_flops_},       {"skipped_in_a_row", skipped_in_a_row_},
      {"config_hash", config_hash(config_)}, {"topology_updates", topology.updates},
      {"topology_weights", names},           {"grown", grown_blocks(topology)}};
  for (const DataHash& hash : task_->data_hashes()) state[hash.key] = hash.value;
  extras.trainer_state = state.dump(1);
  models::save_checkpoint(folder, completed_steps_, task_->parameters(), optimizer_, extras,
                          {.keep = static_cast<int>(config_.training.keep_checkpoints),
                           .sound_step = completed_steps_ - skipped_in_a_row_});
}

void Trainer::restore(const std::filesystem::path& checkpoint) {
  // First the small file that says whether this checkpoint is ours at all: nothing may change if it
  // is not.
  const std::filesystem::path state_path = checkpoint / "trainer_state.json";
  const auto refuse = [&](const std::string& what, const std::string& found,
                          const std::string& expected) {
    throw ConfigError(checkpoint.string() + ": made with " + what + " " + found +
                      "; this run has " + expected);
  };
  nlohmann::json state;
  try {
    state = nlohmann::json::parse(models::read_file(state_path, kMaximumStateBytes));
    std::vector<DataHash> hashes = task_->data_hashes();
    hashes.insert(hashes.begin(), {"config_hash", "configuration", config_hash(config_)});
    for (const DataHash& hash : hashes) {
      const auto found = state.at(hash.key).get<std::string>();
      if (found != hash.value) refuse(hash.what, found, hash.value);
    }
    models::CheckpointExtras extras;
    models::load_checkpoint(checkpoint, task_->parameters(), &optimizer_, &extras);
    topology_.restore(read_topology(state, extras));
    completed_steps_ = state.at("completed_steps").get<Index>();
    predictions_ = state.at("predictions").get<Index>();
    training_flops_ = state.at("training_flops").get<double>();
    peak_bytes_ = state.at("peak_bytes").get<double>();
    update_flops_ = state.at("update_flops").get<double>();
    skipped_in_a_row_ = state.at("skipped_in_a_row").get<Index>();
  } catch (const nlohmann::json::exception& error) {
    throw FormatError(state_path.string() + ": " + error.what());
  } catch (const std::out_of_range&) {
    throw FormatError((checkpoint / "topology.safetensors").string() +
                      ": lacks the explored positions of a weight");
  }
}

RunResult Trainer::result() const {
  RunResult result;
  result.steps = total_steps_;
  result.sequences = result.steps * config_.training.batch;
  result.peak_learning_rate = learning_rate_.peak();
  result.masked_per_sequence =
      static_cast<double>(predictions_) /
      static_cast<double>(std::max<Index>(1, completed_steps_ * config_.training.batch));
  result.training_flops = training_flops_;
  result.update_flops = update_flops_;
  result.peak_bytes = peak_bytes_;
  double parameters = 0;
  for (const models::Parameter* p : task_->parameters())
    parameters += static_cast<double>(p->values.size());
  result.parameters = parameters;
  if (!topology_.weights().empty()) result.explored = topology_.explored();
  task_->complete(result);
  return result;
}

}  // namespace espalier::experiments
