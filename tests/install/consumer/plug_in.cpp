// SPDX-License-Identifier: Apache-2.0
// A sparse layer in a program of one's own. It learns a teacher that is itself sparse, without
// being told where the teacher's blocks are: dynamic sparsity has to find them.
#include <Eigen/Core>
#include <cstdint>
#include <cstdio>
#include <utility>

#include <espalier/models/layers/linear.h>
#include <espalier/models/optimizers/optimizer.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/rng.h>

namespace {

Eigen::MatrixXf random_normal(int rows, int cols, const espalier::Random& random) {
  Eigen::MatrixXf values(rows, cols);
  for (int i = 0; i < values.size(); ++i)
    values.data()[i] = static_cast<float>(random.normal(static_cast<std::uint64_t>(i)));
  return values;
}

}  // namespace

int main() {
  constexpr int kFeatures = 64, kTokens = 32, kSteps = 4000;
  constexpr float kNoise = 0.1F;

  espalier::Context context({.threads = 2, .seed = 7});
  espalier::models::Linear layer({.in = kFeatures, .out = kFeatures, .block = 4, .density = 0.1},
                                 context);
  espalier::models::AdamW adamw(layer.parameters(), {.learning_rate = 1e-2});
  espalier::schedules::TopologyUpdater topology(
      espalier::schedules::dynamic({.drop_fraction = 0.5, .updates = 400, .steps = kSteps}),
      espalier::models::evolvable(layer, adamw));

  // The teacher: four of the 256 blocks, with noise of variance 0.01 on what it says.
  Eigen::MatrixXf teacher = Eigen::MatrixXf::Zero(kFeatures, kFeatures);
  for (const auto [row, col] : {std::pair{0, 40}, {12, 4}, {32, 32}, {60, 20}})
    teacher.block<4, 4>(row, col).setOnes();

  float first_loss = 0, last_loss = 0;
  for (int step = 0; step < kSteps; ++step) {
    const auto at = static_cast<std::uint64_t>(step);
    const Eigen::MatrixXf x =
        random_normal(kFeatures, kTokens, {7, espalier::stream_id("input", at)});
    const Eigen::MatrixXf noise =
        random_normal(kFeatures, kTokens, {7, espalier::stream_id("noise", at)});
    const Eigen::MatrixXf error = layer.forward(x) - teacher * x - kNoise * noise;
    last_loss = error.squaredNorm() / static_cast<float>(error.size());
    if (step == 0) first_loss = last_loss;

    layer.backward(2.0F / kTokens * error);
    adamw.step();
    topology.step(step);  // weights and moments move together
  }

  std::printf("loss at the start   %.2f\n", first_loss);
  std::printf("loss at the end     %.2f\n", last_loss);
  std::printf("blocks ever stored  %.2f\n", topology.explored());
  return last_loss < 0.1F * first_loss ? 0 : 1;  // out of reach where one block is not found
}
