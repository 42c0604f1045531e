// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/job.h>

#include <nlohmann/json.hpp>

#include <espalier/machines/gathered.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/shards.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/loop/stage.h>
#include <espalier/training/sessions/replicas.h>

namespace espalier::training {

void require_ranks(Index ranks, StateOfRank state, const RunConfig& config) {
  if (state != StateOfRank::kStage) return require_shards_for(ranks, config);
  require_stages_for(ranks, config);
  if (ranks > 1) Stage::require_edits_by_weight(*topology_policy(config));
}

void Job::order(const OrderMessage& message) {
  if (machines_ != nullptr) pass_on(*machines_, message);
}

void Job::prepare(const RunConfig& config, StateOfRank state) {
  if (machines_ == nullptr) return;
  order({Order::kPrepare, static_cast<Index>(state)});
  pass_on(*machines_, to_toml(config));
}

void Job::keep_in_touch(const StoppableWork& work, const AsksToStop& asked) {
  machines_ == nullptr ? work(asked) : training::keep_in_touch(*machines_, work, asked);
}

void Job::require_alike(const RunConfig& config, const Context& context, const TrainingTask& task) {
  if (machines_ != nullptr)
    training::require_alike(
        machines::texts_of_all(*machines_, report_of(config, context, task).dump()));
}

void Job::hand_over(Trainer& trainer, const StateToTake& state) {
  if (machines_ == nullptr) return;
  order({Order::kTakeState});
  pass_on(*machines_, state);
  trainer.join();
}

}  // namespace espalier::training
