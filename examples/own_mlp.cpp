// SPDX-License-Identifier: Apache-2.0
// A perceptron of one's own on arrays of one's own: two sparse layers with a ReLU between them
// learn which of four quadrants two of sixteen numbers lie in, while their patterns move.
//
// The arrays are [samples][features], as most programs have them. The layers take Eigen matrices
// [features, samples] by columns, which is the same memory: a Map costs nothing.
#include <Eigen/Core>
#include <cmath>
#include <cstdio>
#include <vector>

#include <espalier/models/layers/linear.h>
#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/parameters/evolvable.h>
#include <espalier/schedules/policies/topology_policy.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/rng.h>

namespace {

constexpr int kFeatures = 16, kHidden = 64, kClasses = 4, kSamples = 128, kSteps = 1500;

/// One's own data: samples row by row, and their labels.
struct Batch {
  std::vector<float> samples;  // [kSamples][kFeatures]
  std::vector<int> labels;     // [kSamples]
};

Batch make_batch(int number) {
  const espalier::Random random{7,
                                espalier::stream_id("sample", static_cast<std::uint64_t>(number))};
  Batch batch{std::vector<float>(kSamples * kFeatures), std::vector<int>(kSamples)};
  for (std::size_t i = 0; i < batch.samples.size(); ++i)
    batch.samples[i] = static_cast<float>(random.normal(i));
  for (std::size_t s = 0; s < batch.labels.size(); ++s) {
    const float* sample = &batch.samples[s * kFeatures];
    batch.labels[s] = (sample[3] > 0 ? 1 : 0) + (sample[12] > 0 ? 2 : 0);
  }
  return batch;
}

/// The two layers as one model: what optimizer and updater need of it is the list of its
/// parameters.
struct Perceptron {
  explicit Perceptron(const espalier::Context& context)
      : first({.name = "first", .in = kFeatures, .out = kHidden, .block = 4, .density = 0.25},
              context),
        second({.name = "second", .in = kHidden, .out = kClasses, .block = 4, .density = 0.5},
               context) {}

  espalier::models::ParameterList parameters() {
    espalier::models::ParameterList all = first.parameters();
    for (espalier::models::Parameter* parameter : second.parameters()) all.push_back(parameter);
    return all;
  }

  espalier::models::Linear first, second;
};

}  // namespace

int main() {
  const espalier::Context context({.threads = 2, .seed = 7});
  Perceptron model(context);
  espalier::models::AdamW adamw(model.parameters(), {.learning_rate = 3e-3});
  espalier::schedules::TopologyUpdater topology(
      espalier::schedules::dynamic({.drop_fraction = 0.3, .updates = 30, .steps = kSteps}),
      espalier::models::evolvable(model, adamw));

  double loss = 0;
  int right = 0;
  for (int step = 0; step < kSteps; ++step) {
    const Batch batch = make_batch(step);
    const Eigen::Map<const Eigen::MatrixXf> x(batch.samples.data(), kFeatures, kSamples);

    const Eigen::MatrixXf hidden = model.first.forward(x);
    const Eigen::MatrixXf scores = model.second.forward(hidden.cwiseMax(0.0F));

    // Cross-entropy, its gradient and how many are right, sample by sample.
    Eigen::MatrixXf gradient(kClasses, kSamples);
    loss = 0;
    right = 0;
    for (int s = 0; s < kSamples; ++s) {
      const int label = batch.labels[static_cast<std::size_t>(s)];
      const Eigen::ArrayXf e = (scores.col(s).array() - scores.col(s).maxCoeff()).exp();
      gradient.col(s) = e / e.sum() / kSamples;
      loss -= std::log(static_cast<double>(e(label) / e.sum())) / kSamples;
      gradient(label, s) -= 1.0F / kSamples;
      Eigen::Index best = 0;
      scores.col(s).maxCoeff(&best);
      right += best == label ? 1 : 0;
    }

    const Eigen::MatrixXf d_hidden = model.second.backward(gradient);
    model.first.backward((hidden.array() > 0).select(d_hidden, 0.0F));
    adamw.step();
    topology.step(step);
  }
  std::printf("loss %.3f, %d of %d right, %.2f of the positions tried\n", loss, right, kSamples,
              topology.explored());
  return right > kSamples * 9 / 10 ? 0 : 1;
}
