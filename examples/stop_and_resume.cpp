// SPDX-License-Identifier: Apache-2.0
// Training that is stopped and goes on from a checkpoint, in objects that are made anew. It ends
// with the weights of training that was never stopped, bit for bit.
#include <Eigen/Core>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <utility>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/models/layers/linear.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/rng.h>

namespace {

namespace models = espalier::models;
namespace schedules = espalier::schedules;

constexpr int kFeatures = 64, kTokens = 32, kSteps = 400;

/// The tokens of a step are a function of its number: batches then go on where they were, too.
Eigen::MatrixXf tokens_of(espalier::Index step) {
  const espalier::Random random(7, espalier::stream_id("step", static_cast<std::uint64_t>(step)));
  Eigen::MatrixXf x(kFeatures, kTokens);
  for (Eigen::Index i = 0; i < x.size(); ++i)
    x.data()[i] = static_cast<float>(random.normal(static_cast<std::uint64_t>(i)));
  return x;
}

struct Training {
  explicit Training(const espalier::Context& context)
      : layer({.name = "layer", .in = kFeatures, .out = kFeatures, .block = 4, .density = 0.1},
              context),
        adamw(layer.parameters(), {.learning_rate = 1e-2}),
        topology(schedules::dynamic({.updates = 40, .steps = kSteps}),
                 models::evolvable(layer, adamw), context.seed()) {}

  /// Steps up to number `end`: the layer learns to turn its inputs upside down.
  void run(espalier::Index end) {
    for (; step < end; ++step) {
      const Eigen::MatrixXf x = tokens_of(step);
      layer.backward((layer.forward(x) - x.colwise().reverse()) / kTokens);
      adamw.step();
      topology.step(step);
    }
  }

  std::filesystem::path save(const std::filesystem::path& folder) {
    models::CheckpointExtras extras;
    const schedules::TopologyState& state = topology.state();
    extras.bits["updates"] = {static_cast<std::uint64_t>(state.updates),
                              static_cast<std::uint64_t>(state.postponed)};
    for (const schedules::TopologyState::Weight& weight : state.weights) {
      extras.bits["explored:" + weight.name] = weight.explored;
      extras.blocks["grown:" + weight.name] = weight.grown;
      // Sums that some policies need; empty here.
      extras.values["momentum:" + weight.name] = weight.momentum;
      extras.values["movement:" + weight.name] = weight.movement;
    }
    return models::save_checkpoint(folder, step, layer.parameters(), adamw, extras);
  }

  /// Weights, patterns and moments first, then what the updater knows of them.
  void load(const std::filesystem::path& checkpoint) {
    models::CheckpointExtras extras;
    models::load_checkpoint(checkpoint, layer.parameters(), &adamw,
                            [&](models::CheckpointContents& contents) {
                              step = contents.step;
                              extras = std::move(contents.extras);
                            });
    schedules::TopologyState state;
    state.updates = static_cast<espalier::Index>(extras.bits.at("updates").at(0));
    state.postponed = static_cast<espalier::Index>(extras.bits.at("updates").at(1));
    for (const auto& weight : topology.weights())
      state.weights.push_back({.name = weight.name(),
                               .explored = extras.bits.at("explored:" + weight.name()),
                               .grown = extras.blocks.at("grown:" + weight.name()),
                               .momentum = extras.values.at("momentum:" + weight.name()),
                               .movement = extras.values.at("movement:" + weight.name())});
    topology.restore(std::move(state), step);
  }

  espalier::Index step = 0;
  models::Linear layer;
  models::AdamW adamw;
  schedules::TopologyUpdater topology;
};

}  // namespace

int main() {
  const espalier::Context context({.threads = 2, .seed = 7});
  const std::filesystem::path folder = "stop_and_resume_checkpoints";
  std::filesystem::remove_all(folder);

  Training whole(context);
  whole.run(kSteps);

  auto first = std::make_unique<Training>(context);
  first->run(kSteps / 2);
  const std::filesystem::path checkpoint = first->save(folder);
  first.reset();

  Training second(context);
  second.load(checkpoint);
  second.run(kSteps);

  const models::Parameter &a = whole.layer.weight(), &b = second.layer.weight();
  const bool same = *a.pattern == *b.pattern && a.values == b.values &&
                    whole.topology.state() == second.topology.state();
  std::printf("stopped at step %d of %d: %s weights, %.2f of the positions tried\n", kSteps / 2,
              kSteps, same ? "the same" : "other", second.topology.explored());
  std::filesystem::remove_all(folder);
  return same ? 0 : 1;
}
