// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/loop/trainer.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <utility>

#include <espalier/files/json_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/optimizers/optimizer_registry.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/loss_scale_keys.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/shards.h>
#include <espalier/training/loop/replica_check.h>
#include <espalier/training/loop/shared_operands.h>
#include <espalier/training/loop/tally.h>

namespace espalier::training {
namespace {

/// The final number of blocks of each weight that the updater gets, in its order.
std::vector<Index> targets_of(const TrainingTask& task, const sparse::WeightOwners& weights) {
  std::vector<Index> result;
  result.reserve(weights.size());
  for (const auto& weight : weights)
    result.push_back(task.target_blocks().at(weight->view().name()));
  return result;
}

constexpr const char* kConfigHashKey = "config_hash";
constexpr const char* kOriginSuffix = "_of";  // behind the key of a hash: what it is of
constexpr const char* kCompletedStepsKey = "completed_steps";
constexpr const char* kLossScaleKey = "loss_scale";          // only in float16
constexpr const char* kPostponedKey = "topology_postponed";  // only where there are some
constexpr const char* kEarlierStepsKey = "earlier_steps";    // only where there was a phase before
constexpr const char* kMomentumPrefix = "momentum:";
constexpr const char* kMovementPrefix = "movement:";
constexpr const char* kGrownPrefix = "grown:";

/// A number of a trainer state, from 0 to `largest`. Throws FormatError.
template <typename T>
T number_in(const nlohmann::json& state, const char* key, T largest) {
  const nlohmann::json& value = state.at(key);
  const bool fits = std::is_integral_v<T> ? value.is_number_unsigned() : value.is_number();
  // Compared before it is converted, since a larger one would wrap; no number of JSON is a NaN.
  if (!fits || value < 0 || value > largest)
    throw FormatError(std::string(key) + " is " + value.dump().substr(0, 40) +
                      "; expected a number from 0 to " + nlohmann::json(largest).dump());
  return value.get<T>();
}

/// Seconds of training up to a checkpoint, as its session has noted them; 0 if it has not.
double seconds_of(const nlohmann::json& state) {
  const auto session = state.find(kSessionKey);
  if (session == state.end() || !session->contains(field::kSeconds)) return 0;
  return seconds_in(*session, field::kSeconds);
}

/// Throws FormatError unless a run of `total_steps` can have got there.
TrainingProgress progress_in(const nlohmann::json& state, Index total_steps) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  TrainingProgress progress;
  progress.completed_steps = number_in(state, kCompletedStepsKey, total_steps);
  progress.predictions = number_in(state, "predictions", models::kLargestStep);
  progress.skipped_in_a_row = number_in(state, "skipped_in_a_row",
                                        std::min(progress.completed_steps, kMaxSkippedSteps - 1));
  progress.training_flops = number_in(state, "training_flops", kLargest);
  progress.peak_bytes = number_in(state, "peak_bytes", kLargest);
  progress.update_flops = number_in(state, "update_flops", kLargest);
  if (state.contains(kEarlierStepsKey))
    progress.earlier_steps = number_in(state, kEarlierStepsKey, models::kLargestStep);
  return progress;
}

/// The blocks that the last update grew, as format 1 lists them.
std::vector<sparse::BlockCoordinate> listed_blocks(const nlohmann::json& list) {
  std::vector<sparse::BlockCoordinate> blocks;
  for (const auto& c : list) {
    constexpr BlockIndex kLargest = std::numeric_limits<BlockIndex>::max();
    if (!c.is_array() || c.size() != 2 || !c[0].is_number_unsigned() ||
        !c[1].is_number_unsigned() || c[0] > kLargest || c[1] > kLargest)
      throw FormatError("a grown block is " + c.dump().substr(0, 40) +
                        "; expected its row and column");
    blocks.push_back({.row = c[0].get<BlockIndex>(), .col = c[1].get<BlockIndex>()});
  }
  return blocks;
}

/// Moves the topology out of what a checkpoint holds; of a part of its model, the weights that the
/// extras are of.
schedules::TopologyState topology_in(const nlohmann::json& state,
                                     models::CheckpointContents& contents, bool of_part) {
  models::CheckpointExtras& extras = contents.extras;
  schedules::TopologyState topology;
  topology.updates = number_in(state, "topology_updates", models::kLargestStep);
  if (state.contains(kPostponedKey))
    topology.postponed = number_in(state, kPostponedKey, models::kLargestStep);
  // The order of the updater's weights, which a JSON object would lose.
  for (const auto& name : state.at("topology_weights")) {
    if (of_part && !extras.bits.contains(kExploredPrefix + name.get<std::string>())) continue;
    auto& weight = topology.weights.emplace_back();
    weight.name = name.get<std::string>();
    weight.explored = std::move(extras.bits[kExploredPrefix + weight.name]);
    weight.momentum = std::move(extras.values[kMomentumPrefix + weight.name]);
    weight.movement = std::move(extras.values[kMovementPrefix + weight.name]);
    weight.grown = contents.format == 1 ? listed_blocks(state.at("grown").at(weight.name))
                                        : std::move(extras.blocks[kGrownPrefix + weight.name]);
  }
  return topology;
}

nlohmann::json to_record(const models::LossScaler::State& state) {
  return {{"scale", state.scale},
          {"clean_steps", state.clean_steps},
          {"overflows_left", state.overflows_left},
          {"steps_at_smallest", state.steps_at_smallest}};
}

models::LossScaler::State loss_scale_in(const nlohmann::json& record) {
  return {.scale = number_in(record, "scale", std::numeric_limits<double>::max()),
          .clean_steps = number_in(record, "clean_steps", models::kLargestStep),
          .overflows_left = number_in(record, "overflows_left", models::kLargestStep),
          .steps_at_smallest = number_in(record, "steps_at_smallest", models::kLargestStep)};
}

/// The loss scaler of a configuration as a checkpoint has it; one that begins anew if that has none
/// or was made with other settings.
std::optional<models::LossScaler> scaler_in(const nlohmann::json& state, const RunConfig& config,
                                            bool same_run) {
  const auto options = loss_scaler_options(config);
  if (!options) return std::nullopt;
  models::LossScaler scaler(*options);
  if (!same_run && !state.contains(kLossScaleKey)) return scaler;
  try {
    scaler.restore(loss_scale_in(state.at(kLossScaleKey)));
  } catch (const FormatError&) {
    if (same_run) throw;
  }
  return scaler;
}

/// Patterns of the parameters that have one, as the updater's weights. Throws FormatError if a
/// fixed one stores another number of blocks than the model's, for which the FLOPs were counted.
std::vector<sparse::PatternPtr> patterns_in(const models::CheckpointContents& contents,
                                            const models::ParameterList& parameters) {
  std::vector<sparse::PatternPtr> patterns;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const sparse::PatternPtr& pattern = contents.patterns[i];
    if (pattern == nullptr) continue;
    if (!parameters[i]->fixed_pattern)
      patterns.push_back(pattern);
    else if (pattern->blocks() != parameters[i]->pattern->blocks())
      throw FormatError(parameters[i]->name + " stores " + std::to_string(pattern->blocks()) +
                        " blocks; expected " + std::to_string(parameters[i]->pattern->blocks()) +
                        ", as the model");
  }
  return patterns;
}

/// Throws ConfigError unless the checkpoint was made with what these hashes are of; of the model's
/// those of earlier versions say nothing.
void require_hashes(const nlohmann::json& state, const std::vector<DataHash>& hashes,
                    const std::filesystem::path& checkpoint) {
  const auto from = [](const std::string& origin) {
    return origin.empty() ? origin : " of " + files::cell_text(origin);
  };
  for (const DataHash& hash : hashes) {
    if (hash.of_model && !state.contains(hash.key)) continue;
    const auto found = state.at(hash.key).get<std::string>();
    if (found != hash.value)
      throw ConfigError(checkpoint.string() + ": made with " + hash.what + " " +
                        nlohmann::json(found).dump().substr(0, 40) +
                        from(state.value(hash.key + kOriginSuffix, std::string())) +
                        "; this run has " + hash.value + from(hash.origin) +
                        "; put back what has changed, " +
                        (hash.remedy.empty() ? "" : hash.remedy + ", ") + "or train anew");
  }
}

}  // namespace

bool is_of_run(const nlohmann::json& state, const std::string& config_hash,
               const std::vector<Extension>& extensions) {
  const auto hash = state.find(kConfigHashKey), steps = state.find(kCompletedStepsKey);
  if (hash == state.end() || steps == state.end()) return false;
  return *hash == config_hash || std::ranges::any_of(extensions, [&](const Extension& extension) {
    return *hash == extension.config_hash && *steps <= extension.step;
  });
}

double training_seconds(const std::filesystem::path& checkpoint) {
  const std::string where = (checkpoint / "trainer_state.json").string();
  const nlohmann::json state = files::parse_json_object(models::trainer_state(checkpoint), where);
  try {
    return seconds_of(state);
  } catch (const std::exception& error) {
    throw FormatError(where + ": " + kSessionKey + ": " + error.what());
  }
}

ContextOptions context_options(const RunConfig& config) {
  return {.threads = static_cast<int>(config.run.threads),
          .seed = static_cast<std::uint64_t>(config.run.seed),
          .kernel = config.run.kernel,
          .precision = precision_by_name(config.training.precision)};
}

Trainer::Trainer(const RunConfig& config, TrainingTask& task, const Context& context,
                 std::function<double()> seconds, machines::Machines* machines, StateOfRank state)
    : config_(config),
      task_(&task),
      context_(&context),
      timetable_(config),
      seconds_(seconds ? seconds : [] { return 0.0; }),
      optimizer_(models::make_optimizer(config.training.optimizer, task.parameters(),
                                        optimizer_settings(config), &context)),
      machines_(machines != nullptr && machines->ranks() > 1 ? machines : nullptr),
      stage_(machines_ == nullptr || state != StateOfRank::kStage
                 ? std::nullopt
                 : std::optional<Stage>(std::in_place, *machines_, *optimizer_,
                                        task.leading_parameters())),
      rank_sum_(machines_ == nullptr || stage_
                    ? std::nullopt
                    : std::optional<RankSum>(std::in_place, *machines_, context)),
      zero1_(!rank_sum_ || state != StateOfRank::kSlice
                 ? std::nullopt
                 : std::optional<Zero1>(std::in_place, *machines_, *rank_sum_, *optimizer_)),
      topology_(topology_policy(config),
                zero1_ ? zero1_->weights() : models::evolvable(task, *optimizer_),
                {.seed = context.seed(),
                 .context = &context,
                 .target_blocks = targets_of(task, models::evolvable(task, *optimizer_)),
                 .seconds = std::move(seconds)}),
      gradients_(task.parameters(), context) {
  if (stage_) Stage::require_edits_by_weight(topology_.policy());
  if (rank_sum_) require_shards_for(machines_->ranks(), config);
  if (rank_sum_ && !zero1_) overlapped_sum_.emplace(task.parameters(), *rank_sum_);
  topology_.check_starts();  // else the first step would, when the run has a folder
  if (const auto options = loss_scaler_options(config)) scaler_.emplace(*options);
}

void Trainer::join() {
  if (!stage_) return;
  stage_->join(topology_);
  task_->take_stored(stage_->stored_elsewhere());
}

void Trainer::apply(TrainingStep& result) {
  result.update = topology_.step(progress_.completed_steps, [&](bool skip) {
    if (skip) return optimizer_->skip();
    const models::StepResult step = optimizer_->step(result.learning_rate);
    result.applied = step.applied;
    result.gradient_norm = step.gradient_norm;
    if (zero1_ && step.applied) zero1_->gather_values();
  });
  if (!stage_ || !result.update) return;
  stage_->complete(*result.update);
  task_->take_stored(stage_->stored_elsewhere());
}

void Trainer::leave_out(TrainingStep& result) {
  topology_.leave_out(progress_.completed_steps);
  optimizer_->skip();
  result.applied = false;
  result.gradient_norm = std::numeric_limits<double>::infinity();
}

/// Forward and backward on the batch, shard by shard, and the sum over all shards.
BatchResult Trainer::train_batch(double loss_scale) {
  const Index predictions = task_->gather(progress_.completed_steps);
  const double scale = 1.0 / static_cast<double>(std::max<Index>(1, predictions));
  const Index count = shards(config_), samples = config_.training.batch / count;
  const Index own = rank_sum_ ? count / machines_->ranks() : count;
  const Index first = rank_sum_ ? machines_->rank() * own : 0;
  models::BackwardProgress progress;
  if (overlapped_sum_)
    progress = [this](const models::Parameter& parameter) { overlapped_sum_->complete(parameter); };
  double loss_sum = gradients_.sum(
      first, own,
      [&](Index shard, const models::BackwardProgress& of_shard) {
        for (models::Parameter* parameter : task_->parameters()) parameter->operands.begin_part();
        return task_->train({shard * samples, (shard + 1) * samples}, loss_scale * scale, of_shard);
      },
      progress);
  if (rank_sum_) loss_sum = sum_over_ranks(loss_sum);
  return {.loss = loss_sum * scale, .predictions = predictions};
}

/// Adds the gradients, and the losses.
double Trainer::sum_over_ranks(double loss) {
  if (zero1_)
    // The loss scaler, and an edit before the optimizer's step, move gradients of all owners.
    zero1_->sum_gradients(scaler_ || topology_.reads_gradients_at(progress_.completed_steps));
  else
    overlapped_sum_->finish();
  return rank_sum_->add(loss);
}

TrainingStep Trainer::step() {
  TrainingStep result;
  if (zero1_) zero1_->begin();
  // By the time at which the step begins.
  const double rate = timetable_.learning_rate(progress_.completed_steps + 1, seconds_());
  if (scaler_) result.loss_scale = scaler_->scale();
  result.batch = train_batch(result.loss_scale);
  result.learning_rate = rate;
  // Of a pipeline rank 0 alone knows what all store.
  if (!stage_ || speaks())
    progress_.training_flops += task_->sample_flops() * static_cast<double>(config_.training.batch);
  Stage::StepFacts facts = {
      .finite = scaler_ ? scaler_->unscale(task_->parameters(), *context_)
                        : topology_.gradients_are_finite_at(progress_.completed_steps)};
  if (rank_sum_) share_operands(*machines_, *rank_sum_, task_->parameters());
  facts.bytes = topology_.bytes();  // before operands are released
  if (stage_) facts = stage_->of_all(facts);
  const bool finite = facts.finite;
  progress_.peak_bytes = std::max(progress_.peak_bytes, facts.bytes);
  finite ? apply(result) : leave_out(result);
  const double scale = scaler_ ? scaler_->scale() : 1;
  if (scaler_) scaler_->update(finite);
  if (result.applied)
    progress_.skipped_in_a_row = 0;
  else if (!scaler_ || scaler_->scale() >= scale)
    ++progress_.skipped_in_a_row;
  require_sound_steps();
  progress_.update_flops += topology_.step_flops() + (result.update ? result.update->flops : 0);
  ++progress_.completed_steps;
  progress_.predictions += result.batch.predictions;
  if (rank_sum_ && (result.update || progress_.completed_steps % kReplicaCheckSteps == 0))
    require_equal_replicas();
  return result;
}

/// Throws Error if training on has no sense.
void Trainer::require_sound_steps() const {
  if (!speaks()) return;
  const std::string step = "step " + std::to_string(progress_.completed_steps + 1);
  if (progress_.skipped_in_a_row >= kMaxSkippedSteps) {
    const auto scale = loss_scaler_options(config_);
    throw Error(step + ": the gradient was not finite " + std::to_string(kMaxSkippedSteps) +
                " times in a row; a smaller training.learning_rate" +
                (!scale                  ? ""
                 : !scale->dynamic       ? " or training.loss_scale"
                 : scale->hysteresis > 1 ? ", training.smallest_loss_scale or "
                                           "training.loss_scale_hysteresis"
                                         : " or training.smallest_loss_scale") +
                " may help");
  }
  if (scaler_ && scaler_->state().steps_at_smallest >= kMaxStepsAtSmallestScale)
    throw Error(step + ": the loss scale fell to " + nlohmann::json(scaler_->scale()).dump() +
                " and has been there for " + std::to_string(kMaxStepsAtSmallestScale) +
                " steps: gradients do not fit into float16; a smaller training.learning_rate, or "
                "training.precision \"bfloat16\", may help");
}

/// Throws Error if a rank has other weights than rank 0.
void Trainer::require_equal_replicas() const {
  const std::string difference = difference_of_replicas(*machines_, task_->parameters());
  if (!difference.empty() && speaks())
    throw Error("step " + std::to_string(progress_.completed_steps) + ": " + difference +
                "; the run goes on from its last checkpoint, but look at that machine first");
}

void Trainer::save(const std::filesystem::path& folder, const nlohmann::json& session) {
  if (stage_)
    return stage_->save(
        topology_, [&](const models::SavedModel& model, const schedules::TopologyState& topology) {
          write(folder, model, topology, session);
        });
  const auto whole = [&](const models::SavedModel& model) {
    write(folder, model, topology_.state(), session);
  };
  keeps_part() ? zero1_->save(whole) : whole(models::saved_model(task_->parameters(), *optimizer_));
}

/// On rank 0.
void Trainer::write(const std::filesystem::path& folder, const models::SavedModel& model,
                    const schedules::TopologyState& topology, const nlohmann::json& session) const {
  nlohmann::json names = nlohmann::json::array();
  models::CheckpointExtrasView extras;
  for (const auto& weight : topology.weights) {
    names.push_back(weight.name);
    extras.bits[kExploredPrefix + weight.name] = weight.explored;
    extras.blocks[kGrownPrefix + weight.name] = weight.grown;
    if (!weight.momentum.empty()) extras.values[kMomentumPrefix + weight.name] = weight.momentum;
    if (!weight.movement.empty()) extras.values[kMovementPrefix + weight.name] = weight.movement;
  }
  nlohmann::json state = {{kCompletedStepsKey, progress_.completed_steps},
                          {"predictions", progress_.predictions},
                          {"training_flops", progress_.training_flops},
                          {"peak_bytes", progress_.peak_bytes},
                          {"update_flops", progress_.update_flops},
                          {"skipped_in_a_row", progress_.skipped_in_a_row},
                          {kConfigHashKey, config_hash(config_)},
                          {"topology_updates", topology.updates},
                          {"topology_weights", names}};
  for (const DataHash& hash : task_->data_hashes()) {
    state[hash.key] = hash.value;
    if (!hash.origin.empty()) state[hash.key + kOriginSuffix] = hash.origin;
  }
  if (topology.postponed > 0) state[kPostponedKey] = topology.postponed;
  if (scaler_) state[kLossScaleKey] = to_record(scaler_->state());
  if (progress_.earlier_steps > 0) state[kEarlierStepsKey] = progress_.earlier_steps;
  if (!session.is_null()) state[kSessionKey] = session;
  // Names of folders are any bytes.
  const std::string text = files::json_text(state, 1);
  extras.trainer_state = text;
  models::save_checkpoint(folder, progress_.completed_steps, model, extras,
                          {.keep = static_cast<int>(config_.training.keep_checkpoints),
                           .sound_step = progress_.completed_steps - progress_.skipped_in_a_row});
}

void Trainer::lend_state() {
  if (stage_) return stage_->save(topology_, nullptr);
  if (keeps_part()) zero1_->save(nullptr);
}

nlohmann::json Trainer::restore(const std::filesystem::path& checkpoint,
                                const std::vector<Extension>& extensions) {
  return load(checkpoint, Origin::kSameRun, extensions);
}

nlohmann::json Trainer::branch(const std::filesystem::path& checkpoint, BranchStart start) {
  return load(checkpoint,
              start == BranchStart::kNextPhase ? Origin::kEarlierPhase : Origin::kOtherRun);
}

nlohmann::json Trainer::load(const std::filesystem::path& checkpoint, Origin origin,
                             const std::vector<Extension>& extensions) {
  const std::string where = (checkpoint / "trainer_state.json").string();
  try {
    // First the small file that says whether this checkpoint is ours at all.
    const std::string text = models::trainer_state(checkpoint);
    const nlohmann::json state = files::parse_json_object(text, where);
    if (const std::string own = config_hash(config_);
        origin == Origin::kSameRun && !is_of_run(state, own, extensions))
      require_hashes(state, {{kConfigHashKey, "configuration", own}}, checkpoint);
    std::vector<DataHash> hashes = task_->data_hashes();
    if (origin != Origin::kSameRun)
      std::erase_if(hashes, [](const DataHash& hash) { return hash.of_model; });
    require_hashes(state, hashes, checkpoint);
    TrainingProgress progress;
    schedules::TopologyState topology;
    std::optional<models::LossScaler> scaler;
    const auto check = [&](models::CheckpointContents& contents) {
      if (contents.extras.trainer_state != text)
        throw FormatError("it has changed while it was read");
      progress = progress_in(
          state, origin == Origin::kEarlierPhase ? models::kLargestStep : total_steps());
      if (contents.step != progress.completed_steps ||
          contents.optimizer_steps > progress.completed_steps + progress.earlier_steps)
        throw FormatError("completed_steps is " + std::to_string(progress.completed_steps) +
                          ", but the checkpoint is of step " + std::to_string(contents.step) +
                          " and of " + std::to_string(contents.optimizer_steps) +
                          " steps of the optimizer");
      if (stage_) stage_->check_others(contents.others);
      topology = topology_in(state, contents, stage_.has_value());
      const std::vector<sparse::PatternPtr> patterns = patterns_in(contents, task_->parameters());
      if (origin == Origin::kEarlierPhase) progress = {.earlier_steps = contents.optimizer_steps};
      if (origin != Origin::kSameRun)
        topology = topology_.adopted(std::move(topology), patterns, progress.completed_steps,
                                     origin == Origin::kOtherRun ? seconds_of(state) : 0);
      topology_.check(topology, patterns);
      scaler = scaler_in(state, config_, origin == Origin::kSameRun);
    };
    models::load_checkpoint(
        checkpoint, task_->parameters(), optimizer_.get(),
        [&](models::CheckpointContents& contents) {
          try {
            check(contents);
          } catch (const FormatError& error) {
            throw FormatError(where + ": " + error.what());
          }
        },
        stage_ ? models::LoadScope::kPart : models::LoadScope::kWhole);
    topology_.restore(std::move(topology), progress.completed_steps);
    progress_ = progress;
    scaler_ = scaler;
    return state.value(kSessionKey, nlohmann::json());
  } catch (const nlohmann::json::exception& error) {
    throw FormatError(where + ": " + error.what());
  }
}

std::vector<NamedPattern> Trainer::patterns() const {
  return stage_ ? stage_->patterns() : patterns_of(topology_);
}

std::vector<schedules::ExploredShare> Trainer::explored_shares() const {
  return stage_ ? stage_->explored_shares() : topology_.explored_shares();
}

nlohmann::json Trainer::norms() const {
  return stage_ ? stage_->norm_records(topology_) : norm_records(topology_.weights());
}

void Trainer::lend_norms() const {
  if (stage_) static_cast<void>(stage_->norm_records(topology_));
}

RunResult Trainer::result() const {
  RunResult result;
  result.steps = progress_.completed_steps;
  result.sequences = result.steps * config_.training.batch;
  result.peak_learning_rate = peak_learning_rate();
  result.masked_per_sequence =
      static_cast<double>(progress_.predictions) /
      static_cast<double>(std::max<Index>(1, progress_.completed_steps * config_.training.batch));
  result.training_flops = progress_.training_flops;
  result.update_flops = progress_.update_flops;
  result.peak_bytes = progress_.peak_bytes;
  double parameters = 0;
  for (const models::Parameter* p : task_->parameters())
    parameters += static_cast<double>(p->values.size());
  result.parameters = stage_ ? stage_->stored_values() : parameters;
  if (!patterns().empty())
    result.metrics.set(metric::kExplored, schedules::mean_explored(explored_shares()));
  task_->complete(result);
  return result;
}

}  // namespace espalier::training
