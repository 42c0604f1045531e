// SPDX-License-Identifier: Apache-2.0
// A sparse layer in a program of one's own. It learns a teacher that is itself sparse, without
// being told where the teacher's blocks are: dynamic sparsity has to find them.
#include <Eigen/Core>
#include <cstdio>

#include <espalier/models/layers/linear.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/context.h>

int main() {
  constexpr int kSteps = 4000;
  const espalier::Context context({.threads = 2, .seed = 7});
  espalier::models::Linear layer({.in = 64, .out = 64, .block = 4, .density = 0.1}, context);
  espalier::models::AdamW adamw(layer.parameters(), {.learning_rate = 1e-2});
  espalier::schedules::TopologyUpdater topology(
      espalier::schedules::dynamic({.drop_fraction = 0.5, .updates = 400, .steps = kSteps}),
      espalier::models::evolvable(layer, adamw));

  Eigen::MatrixXf teacher = Eigen::MatrixXf::Zero(64, 64);  // four of its 256 blocks are not zero
  teacher.block<4, 4>(0, 40).setOnes();
  teacher.block<4, 4>(12, 4).setOnes();
  teacher.block<4, 4>(32, 32).setOnes();
  teacher.block<4, 4>(60, 20).setOnes();

  float first_loss = 0, loss = 0;
  for (int step = 0; step < kSteps; ++step) {
    const Eigen::MatrixXf x = Eigen::MatrixXf::Random(64, 32);  // [features, tokens]
    const Eigen::MatrixXf error = layer.forward(x) - teacher * x;
    loss = error.squaredNorm() / static_cast<float>(error.size());
    if (step == 0) first_loss = loss;

    layer.backward(error / 16);
    adamw.step();
    topology.step(step);  // weights and moments move together
  }
  std::printf("loss %.2f at the start, %.2f at the end\n", first_loss, loss);
  std::printf("blocks stored %.2f, at some time %.2f\n", layer.density(), topology.explored());
  return loss < 0.1F * first_loss ? 0 : 1;  // out of reach where one block is not found
}
