// SPDX-License-Identifier: Apache-2.0
#include "experiments/trainer.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "models/atomic_file.h"
#include "models/checkpoint.h"
#include "models/evolvable.h"
#include "schedules/policy_registry.h"
#include "sparse/core/error.h"

namespace espalier::experiments {
namespace {

models::ModelConfig shape_of_model(const RunConfig& config, const PreparedData& data) {
  models::ModelConfig shape = model_config(config);
  shape.vocabulary = data.tokenizer.size();
  shape.max_positions = config.data.sequence;
  return shape;
}

schedules::LearningRate make_learning_rate(const RunConfig& config) {
  const double factor = config.training.scale_learning_rate
                            ? schedules::sparse_learning_rate_factor(config.model.density)
                            : 1.0;
  const Index total = steps(config);
  const auto warmup = static_cast<Index>(
      std::llround(config.training.warmup_fraction * static_cast<double>(total)));
  return {config.training.learning_rate * factor, std::min(warmup, total), total};
}

schedules::PolicyPtr make_policy(const RunConfig& config) {
  return schedules::make_topology_policy(
      config.topology.policy,
      {.drop_fraction = config.topology.drop_fraction,
       .updates = config.topology.updates,
       .steps = steps(config),
       .drop_schedule = schedules::choice<schedules::ScheduleShape>(config.topology.drop_schedule),
       .block_norm = schedules::choice<sparse::BlockNorm>(config.topology.block_norm),
       .regrow_dropped = config.topology.regrow_dropped});
}

/// One panel group of a masked batch: some of its sequences and the masked positions in them.
class GroupView {
 public:
  /// `first` is the first sequence of the group; `cursor`, the first masked position not yet in a
  /// group, is moved on.
  GroupView(const MaskedBatch& batch, Index sequence, Index first, Index count, std::size_t& cursor)
      : batch_(&batch),
        sequence_(sequence),
        first_token_(first * sequence),
        tokens_(count * sequence) {
    begin_ = cursor;
    while (cursor < batch.positions.size() && batch.positions[cursor] < first_token_ + tokens_)
      positions_.push_back(batch.positions[cursor++] - first_token_);
  }

  models::MlmBatch batch() const {
    return {.tokens = std::span(batch_->inputs)
                          .subspan(static_cast<std::size_t>(first_token_),
                                   static_cast<std::size_t>(tokens_)),
            .sequence = sequence_,
            .positions = positions_,
            .labels = std::span(batch_->labels).subspan(begin_, positions_.size())};
  }

 private:
  const MaskedBatch* batch_;
  Index sequence_;
  Index first_token_;
  Index tokens_;
  std::size_t begin_ = 0;
  std::vector<Index> positions_;
};

/// Calls `body(MlmBatch)` for each panel group of `batch`, in order.
template <typename Body>
void for_each_group(const MaskedBatch& batch, Index sequence, Index group, const Body& body) {
  const Index sequences = static_cast<Index>(batch.inputs.size()) / sequence;
  std::size_t cursor = 0;
  for (Index first = 0; first < sequences; first += group) {
    const GroupView view(batch, sequence, first, std::min(group, sequences - first), cursor);
    body(view.batch());
  }
}

/// Grown blocks of the largest models fit into a small part of this; a longer file is not ours.
constexpr std::size_t kMaximumStateBytes = std::size_t{256} << 20;

constexpr const char* kExploredPrefix = "explored:";

nlohmann::json grown_blocks(const schedules::TopologyState& topology) {
  nlohmann::json out = nlohmann::json::object();
  for (const auto& weight : topology.weights) {
    nlohmann::json list = nlohmann::json::array();
    for (const auto& c : weight.grown) list.push_back({c.row, c.col});
    out[weight.name] = std::move(list);
  }
  return out;
}

schedules::TopologyState read_topology(
    const nlohmann::json& state, const std::map<std::string, std::vector<std::uint64_t>>& bits) {
  schedules::TopologyState topology;
  topology.updates = state.at("topology_updates").get<Index>();
  // The order of the updater's weights, which a JSON object would lose.
  for (const auto& name : state.at("topology_weights")) {
    auto& weight = topology.weights.emplace_back();
    weight.name = name.get<std::string>();
    weight.explored = bits.at(kExploredPrefix + weight.name);
    for (const auto& c : state.at("grown").at(weight.name))
      weight.grown.push_back({.row = c.at(0).get<BlockIndex>(), .col = c.at(1).get<BlockIndex>()});
  }
  return topology;
}

/// Density over all weights whose name has (or lacks) ".attention.".
double mean_density(models::Bert& model, bool attention) {
  double stored = 0, total = 0;
  for (const models::Parameter* p : model.parameters()) {
    const bool encoder_weight = p->name.starts_with("bert.encoder.") && p->shape.size() == 2;
    if (!encoder_weight || (p->name.find(".attention.") != std::string::npos) != attention)
      continue;
    stored += static_cast<double>(p->values.size());
    total += static_cast<double>(p->positions());
  }
  return total == 0 ? 1.0 : stored / total;
}

}  // namespace

Trainer::Trainer(const RunConfig& config, const PreparedData& data, const Context& context)
    : config_(config),
      data_(&data),
      model_config_(shape_of_model(config, data)),
      total_steps_(steps(config)),
      learning_rate_(make_learning_rate(config)),
      model_(std::make_unique<models::Bert>(
          models::BertOptions{.config = model_config_,
                              .block = config.model.block,
                              .density = config.model.density,
                              .initial_deviation = config.model.initial_deviation},
          context)),
      optimizer_(std::make_unique<models::AdamW>(
          model_->parameters(),
          models::AdamWOptions{.learning_rate = config.training.learning_rate,
                               .beta1 = config.training.beta1,
                               .beta2 = config.training.beta2,
                               .epsilon = config.training.epsilon,
                               .weight_decay = config.training.weight_decay,
                               .max_gradient_norm = config.training.gradient_clip},
          &context)),
      topology_(std::make_unique<schedules::TopologyUpdater>(
          make_policy(config), models::evolvable(*model_, *optimizer_), context.seed())),
      sampler_(data.corpus.train.count(), config.training.batch, context.seed()),
      masker_(data.tokenizer.special(), data.tokenizer.size(), {}, context.seed()),
      validation_batches_(validation_batches(data.corpus.validation, data.tokenizer, {},
                                             config.training.validation_sequences,
                                             config.training.panel_group)) {}

TrainingStep Trainer::step() {
  const std::vector<std::int64_t> indices = sampler_.batch(completed_steps_);
  const MaskedBatch batch = masker_.mask(data_->corpus.train.gather(indices), config_.data.sequence,
                                         indices, static_cast<std::uint64_t>(completed_steps_));
  TrainingStep result;
  result.masked = static_cast<Index>(batch.positions.size());
  const double scale = 1.0 / static_cast<double>(result.masked);
  double loss_sum = 0;
  for_each_group(batch, config_.data.sequence, config_.training.panel_group,
                 [&](const models::MlmBatch& group) {
                   loss_sum += model_->train(group, scale, record_).loss_sum;
                 });
  result.loss = loss_sum * scale;
  result.learning_rate = learning_rate_.at(completed_steps_ + 1);
  const models::StepResult step = optimizer_->step(result.learning_rate);
  result.applied = step.applied;
  result.gradient_norm = step.gradient_norm;
  skipped_in_a_row_ = step.applied ? 0 : skipped_in_a_row_ + 1;
  if (skipped_in_a_row_ >= kMaxSkippedSteps)
    throw Error("step " + std::to_string(completed_steps_ + 1) + ": the gradient was not finite " +
                std::to_string(kMaxSkippedSteps) +
                " times in a row; a smaller training.learning_rate may help");
  result.update = topology_->step(completed_steps_);
  ++completed_steps_;
  masked_tokens_ += result.masked;
  return result;
}

Validation Trainer::validate() {
  Validation result;
  double loss_sum = 0;
  Index correct = 0;
  for (const MaskedBatch& batch : validation_batches_) {
    for_each_group(batch, config_.data.sequence, config_.training.panel_group,
                   [&](const models::MlmBatch& group) {
                     const models::PredictionLoss r = model_->evaluate(group, record_);
                     loss_sum += r.loss_sum;
                     correct += r.correct;
                     result.masked += r.count;
                   });
  }
  result.loss = loss_sum / static_cast<double>(result.masked);
  result.accuracy = static_cast<double>(correct) / static_cast<double>(result.masked);
  return result;
}

void Trainer::save(const std::filesystem::path& folder) const {
  const schedules::TopologyState topology = topology_->state();
  nlohmann::json names = nlohmann::json::array();
  models::CheckpointExtras extras;
  for (const auto& weight : topology.weights) {
    names.push_back(weight.name);
    extras.bits[kExploredPrefix + weight.name] = weight.explored;
  }
  const nlohmann::json state = {{"completed_steps", completed_steps_},
                                {"masked_tokens", masked_tokens_},
                                {"skipped_in_a_row", skipped_in_a_row_},
                                {"config_hash", config_hash(config_)},
                                {"corpus_hash", data_->corpus.facts.corpus.hash},
                                {"vocabulary_hash", data_->tokenizer.hash()},
                                {"topology_updates", topology.updates},
                                {"topology_weights", names},
                                {"grown", grown_blocks(topology)}};
  extras.trainer_state = state.dump(1);
  models::save_checkpoint(folder, completed_steps_, model_->parameters(), *optimizer_, extras,
                          static_cast<int>(config_.training.keep_checkpoints));
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
    const auto check = [&](const char* key, const char* what, const std::string& expected) {
      const auto found = state.at(key).get<std::string>();
      if (found != expected) refuse(what, found, expected);
    };
    check("config_hash", "configuration", config_hash(config_));
    check("corpus_hash", "corpus", data_->corpus.facts.corpus.hash);
    check("vocabulary_hash", "vocabulary", data_->tokenizer.hash());
    models::CheckpointExtras extras;
    models::load_checkpoint(checkpoint, model_->parameters(), optimizer_.get(), &extras);
    topology_->restore(read_topology(state, extras.bits));
    completed_steps_ = state.at("completed_steps").get<Index>();
    masked_tokens_ = state.at("masked_tokens").get<Index>();
    skipped_in_a_row_ = state.at("skipped_in_a_row").get<Index>();
  } catch (const nlohmann::json::exception& error) {
    throw FormatError(state_path.string() + ": " + error.what());
  } catch (const std::out_of_range&) {
    throw FormatError((checkpoint / "topology.safetensors").string() +
                      ": lacks the explored positions of a weight");
  }
}

double Trainer::attention_density() const { return mean_density(*model_, true); }

double Trainer::feed_forward_density() const { return mean_density(*model_, false); }

double Trainer::masked_per_sequence() const {
  const Index sequences = completed_steps_ * config_.training.batch;
  return sequences == 0 ? 0.0
                        : static_cast<double>(masked_tokens_) / static_cast<double>(sequences);
}

}  // namespace espalier::experiments
