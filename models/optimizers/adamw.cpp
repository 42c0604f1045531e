// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/adamw.h>

#include <utility>

#include <espalier/models/optimizers/optimizer_kernels.h>
#include <espalier/models/optimizers/optimizer_settings.h>

namespace espalier::models {
namespace {

constexpr const char* kName = "adamw";

// The order in which configurations print and hash them.
const std::vector<SettingOf<AdamWOptions>>& settings() {
  using Options = AdamWOptions;
  static const std::vector<SettingOf<Options>> list = {
      weight_decay_setting<Options>(), group_lasso_setting<Options>(),
      beta1_setting<Options>(),        beta2_setting<Options>(),
      epsilon_setting<Options>(),      gradient_clip_setting<Options>()};
  return list;
}

}  // namespace

AdamW::AdamW(ParameterList parameters, const AdamWOptions& options, const Context* context)
    : Optimizer(kName, std::move(parameters), common_options(options),
                {kFirstMoment, kSecondMoment}, context),
      options_(options) {
  check_settings(kName, settings(), options);
}

void AdamW::update(const Chunks& chunks, double learning_rate, double gradient_scale) {
  AdamWConstants constants{};
  constants.moments = moment_constants(options_, steps(), gradient_scale);
  constants.step_size = static_cast<float>(learning_rate / constants.moments.first_correction);
  const auto decay = static_cast<float>(learning_rate * options_.weight_decay);
  const auto update_values = kernels().adamw_update;
  for_each(chunks, [&](const Chunk& chunk) {
    AdamWConstants own = constants;
    own.decay = parameter(chunk).weight_decay ? decay : 0.0f;
    update_values(own, values(chunk), gradient(chunk), state(chunk, 0), state(chunk, 1),
                  chunk.count);
  });
}

double AdamW::flops_per_value() const {
  // First moment 3 (two products, a sum), second moment 4, bias corrections 2, root 1, epsilon 1,
  // quotient 1, decay 2, step 2.
  return 16;
}

OptimizerEntry adamw_entry() {
  return optimizer_entry<AdamW>(kName, "Adam with decoupled weight decay (Loshchilov 2019)",
                                settings(), AdamWOptions{.gradient_clip = 1.0});
}

}  // namespace espalier::models
