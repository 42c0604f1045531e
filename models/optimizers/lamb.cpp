// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/lamb.h>

#include <cmath>
#include <utility>
#include <vector>

#include <espalier/models/optimizers/optimizer_kernels.h>

namespace espalier::models {
namespace {

constexpr const char* kName = "lamb";

const std::vector<SettingOf<LambOptions>>& settings() {
  using Options = LambOptions;
  static const std::vector<SettingOf<Options>> list = {
      weight_decay_setting<Options>(),
      group_lasso_setting<Options>(),
      beta1_setting<Options>(),
      beta2_setting<Options>(),
      epsilon_setting<Options>(),
      {{"bias_correction", Domain::truth(), "divide the moments by 1 - beta^t"},
       &Options::bias_correction},
      {{"adapt_all", Domain::truth(),
        "scale the steps of biases and norms by the trust ratio as well"},
       &Options::adapt_all},
      gradient_clip_setting<Options>()};
  return list;
}

/// Squared norms of a chunk or a parameter.
struct Squares {
  double values = 0;
  double direction = 0;
};

double trust_ratio(const Squares& squares) {
  if (squares.values == 0 || squares.direction == 0) return 1;
  return std::sqrt(squares.values) / std::sqrt(squares.direction);
}

}  // namespace

Lamb::Lamb(ParameterList parameters, const LambOptions& options, const Context* context)
    : Optimizer(kName, std::move(parameters), common_options(options),
                {kFirstMoment, kSecondMoment}, context),
      options_(options) {
  check_settings(kName, settings(), options);
}

void Lamb::update(const Chunks& chunks, double learning_rate, double gradient_scale) {
  LambConstants constants{};
  constants.moments =
      moment_constants(options_, options_.bias_correction ? steps() : 0, gradient_scale);
  constants.correction = static_cast<float>(1 / constants.moments.first_correction);
  std::vector<Squares> of_chunks(chunks.all.size());
  const OptimizerKernels table = kernels();
  for_each(chunks, [&](const Chunk& chunk) {
    LambConstants own = constants;
    own.decay = parameter(chunk).weight_decay ? static_cast<float>(options_.weight_decay) : 0.0f;
    table.lamb_direction(own, values(chunk), gradient(chunk), state(chunk, 0), state(chunk, 1),
                         chunk.count);
    of_chunks[chunk.index] = {table.sum_of_squares(values(chunk), chunk.count),
                              table.sum_of_squares(gradient(chunk), chunk.count)};
  });
  gather(chunks, of_chunks);

  std::vector<Squares> of_parameters(parameters().size());
  for (const Chunk& chunk : chunks.all) {
    of_parameters[chunk.parameter].values += of_chunks[chunk.index].values;
    of_parameters[chunk.parameter].direction += of_chunks[chunk.index].direction;
  }
  std::vector<float> rates(of_parameters.size());
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const bool adapted = options_.adapt_all || parameters()[i]->weight_decay;
    const double ratio = adapted ? trust_ratio(of_parameters[i]) : 1;
    rates[i] = static_cast<float>(learning_rate * ratio);
  }
  for_each(chunks, [&](const Chunk& chunk) {
    table.lamb_step(rates[chunk.parameter], values(chunk), gradient(chunk), chunk.count);
  });
}

double Lamb::flops_per_value() const {
  // First moment 3 (two products, a sum), second moment 4, bias corrections 2, root 1, epsilon 1,
  // quotient 1, decay 2, norms 4 (two squares, two sums), step 2.
  return options_.bias_correction ? 20 : 18;
}

LambOptions nvlamb_options() { return {.gradient_clip = 1.0, .adapt_all = true}; }

OptimizerEntry lamb_entry() {
  return optimizer_entry<Lamb>(kName, "Adam with a trust ratio for each tensor (You 2020)",
                               settings(), LambOptions{});
}

OptimizerEntry nvlamb_entry() {
  return optimizer_entry<Lamb>(
      "nvlamb", "LAMB as NVIDIA trains BERT: gradients clipped to norm 1, all tensors adapted",
      settings(), nvlamb_options());
}

}  // namespace espalier::models
