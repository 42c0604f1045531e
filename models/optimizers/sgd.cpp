// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/sgd.h>

#include <string>
#include <utility>
#include <vector>

#include <espalier/models/optimizers/optimizer_kernels.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>

namespace espalier::models {
namespace {

constexpr const char* kName = "sgd";

const std::vector<SettingOf<SgdOptions>>& settings() {
  using Options = SgdOptions;
  static const std::vector<SettingOf<Options>> list = {
      weight_decay_setting<Options>(),
      group_lasso_setting<Options>(),
      {{"momentum", decay_factor(), "momentum of SGD; 0: none"}, &Options::momentum},
      {{"dampening", decay_factor(),
        "dampening of the momentum: it takes 1 - dampening of each gradient"},
       &Options::dampening},
      {{"nesterov", Domain::truth(), "Nesterov momentum"}, &Options::nesterov},
      {{"decoupled_decay", Domain::truth(), "decoupled weight decay: not a part of the gradient"},
       &Options::decoupled_decay},
      gradient_clip_setting<Options>()};
  return list;
}

std::vector<std::string> state_of(const SgdOptions& options) {
  if (options.momentum == 0) return {};
  return {"momentum_buffer"};
}

}  // namespace

Sgd::Sgd(ParameterList parameters, const SgdOptions& options, const Context* context)
    : Optimizer(kName, std::move(parameters), common_options(options), state_of(options), context),
      options_(options) {
  check_settings(kName, settings(), options);
  if (options.nesterov && (options.momentum == 0 || options.dampening > 0))
    throw ConfigError(std::string(kName) + ": nesterov with momentum " +
                      number_text(options.momentum) + " and dampening " +
                      number_text(options.dampening) + ", expected momentum and no dampening");
}

void Sgd::update(const Chunks& chunks, double learning_rate, double gradient_scale) {
  const SgdConstants constants = {
      .gradient_scale = static_cast<float>(gradient_scale),
      .coupled_decay = static_cast<float>(options_.decoupled_decay ? 0 : options_.weight_decay),
      .momentum = static_cast<float>(options_.momentum),
      .gain = static_cast<float>(steps() == 1 ? 1 : 1 - options_.dampening),
      .rate = static_cast<float>(learning_rate),
      .decay =
          static_cast<float>(options_.decoupled_decay ? learning_rate * options_.weight_decay : 0),
      .nesterov = options_.nesterov};
  const auto update_values = kernels().sgd_update;
  for_each(chunks, [&](const Chunk& chunk) {
    SgdConstants own = constants;
    if (!parameter(chunk).weight_decay) own.coupled_decay = own.decay = 0;
    update_values(own, values(chunk), gradient(chunk),
                  options_.momentum > 0 ? state(chunk, 0) : nullptr, chunk.count);
  });
}

double Sgd::flops_per_value() const {
  const double decay = options_.weight_decay > 0 ? 2 : 0;
  const double momentum = options_.momentum > 0 ? 2 : 0;
  const double dampening = options_.momentum > 0 && options_.dampening > 0 ? 1 : 0;
  const double nesterov = options_.nesterov ? 2 : 0;
  const double step = 2;
  return decay + momentum + dampening + nesterov + step;
}

OptimizerEntry sgd_entry() {
  return optimizer_entry<Sgd>(kName, "gradient descent with momentum (Sutskever 2013)", settings(),
                              SgdOptions{});
}

}  // namespace espalier::models
