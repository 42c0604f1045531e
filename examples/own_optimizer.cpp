// SPDX-License-Identifier: Apache-2.0
// Weights, gradients and velocity in std::vectors of one's own, products and optimizer of one's
// own: only the patterns are Espalier's. Two policies move them.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/update/topology_updater.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/topology/random_pattern.h>
#include <espalier/sparse/topology/weight_buffers.h>

using namespace espalier;

namespace {

constexpr Index kOut = 32, kIn = 32, kBlock = 4, kTokens = 16, kSteps = 3000;

/// y = W x for a block-sparse W, with heavy-ball momentum: plain loops over plain vectors.
struct OwnLayer {
  explicit OwnLayer(sparse::PatternPtr start) : pattern(std::move(start)) {
    const auto count = static_cast<std::size_t>(pattern->values());
    weights.resize(count), gradient.resize(count), velocity.resize(count);
  }

  /// Calls `body(value, row, column)` for each stored value.
  template <typename Body>
  void for_each_value(const Body& body) const {
    std::size_t value = 0;
    for (const sparse::BlockCoordinate c : pattern->coordinates())
      for (Index i = 0; i < kBlock; ++i)
        for (Index j = 0; j < kBlock; ++j) body(value++, c.row * kBlock + i, c.col * kBlock + j);
  }

  /// y [kOut, kTokens] for x [kIn, kTokens], both row-major.
  std::vector<float> forward(const std::vector<float>& x) const {
    std::vector<float> y(kOut * kTokens);
    for_each_value([&](std::size_t value, Index row, Index column) {
      for (Index t = 0; t < kTokens; ++t)
        y[row * kTokens + t] += weights[value] * x[column * kTokens + t];
    });
    return y;
  }

  /// The gradient at stored values; what others would have is computed from the operands, which are
  /// kept if a policy asks for them.
  void backward(const std::vector<float>& x, const std::vector<float>& dy) {
    for_each_value([&](std::size_t value, Index row, Index column) {
      gradient[value] = 0;
      for (Index t = 0; t < kTokens; ++t)
        gradient[value] += dy[row * kTokens + t] * x[column * kTokens + t];
    });
    if (operands.wanted())
      operands.keep(sparse::pack({x.data(), kIn, kTokens}),
                    sparse::pack({dy.data(), kOut, kTokens}));
  }

  void step(float learning_rate) {
    for (std::size_t i = 0; i < weights.size(); ++i) {
      velocity[i] = 0.9F * velocity[i] + gradient[i];
      weights[i] -= learning_rate * velocity[i];
    }
  }

  sparse::PatternPtr pattern;
  std::vector<float> weights, gradient, velocity;
  sparse::GradientOperands operands;
};

/// Trains until the layer does what a teacher does, and says how far it got: what is left of the
/// loss.
float train(const std::string& policy, const std::vector<std::string>& settings) {
  OwnLayer layer(sparse::random_pattern(kOut, kIn, {kBlock, kBlock}, 0.2, Random(7, 1)));
  // The five lines that hand vectors to an updater.
  auto weight =
      std::make_shared<sparse::WeightBuffers>("own", layer.pattern, layer.weights, layer.gradient);
  weight->attach(layer.velocity);
  weight->attach_operands(layer.operands);
  schedules::TopologyUpdater topology(schedules::preset_policy(policy, settings), {weight}, 7);

  // Four blocks of ones, which the layer has to find.
  std::vector<float> teacher(kOut * kIn);
  for (const auto& [row, col] : {std::pair{0, 20}, {8, 4}, {16, 16}, {28, 8}})
    for (Index i = 0; i < kBlock; ++i)
      for (Index j = 0; j < kBlock; ++j) teacher[(row + i) * kIn + col + j] = 1;

  float first_loss = 0, loss = 0;
  for (Index step = 0; step < kSteps; ++step) {
    const Random random(7, stream_id("input", static_cast<std::uint64_t>(step)));
    std::vector<float> x(kIn * kTokens);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(random.normal(i));
    std::vector<float> error = layer.forward(x);
    for (Index r = 0; r < kOut; ++r)
      for (Index c = 0; c < kIn; ++c)
        for (Index t = 0; t < kTokens; ++t)
          error[r * kTokens + t] -= teacher[r * kIn + c] * x[c * kTokens + t];
    loss = 0;
    for (float& e : error) {
      loss += e * e / static_cast<float>(error.size());
      e *= 2.0F / kTokens;
    }
    if (step == 0) first_loss = loss;
    layer.backward(x, error);
    topology.step(step, [&](bool skip) {
      if (!skip) layer.step(0.01F);
    });
    if (layer.velocity.size() != layer.weights.size()) return 1;  // they did not move together
  }
  std::printf("%-8s loss %.3f -> %.3f, %.2f of the positions tried\n", policy.c_str(), first_loss,
              loss, topology.explored());
  return loss / first_loss;
}

}  // namespace

int main() {
  const std::string steps = "steps=" + std::to_string(kSteps);
  const float dynamic = train("dynamic", {steps, "updates=200", "drop_fraction=0.5"});
  const float rigl = train("rigl", {steps, "every_steps=50", "drop_fraction=0.5"});
  return std::max(dynamic, rigl) < 0.1F ? 0 : 1;  // out of reach where one block is not found
}
