// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/loss_scale_keys.h>

#include <fmt/format.h>

#include <cmath>

#include <espalier/files/number_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/precision.h>

namespace espalier::training {
namespace {

constexpr const char* kDynamic = "dynamic";

/// The number in a text, if it is a scale.
std::optional<double> scale_in(const std::string& text) {
  const auto scale = files::number_in<double>(text);
  return scale && *scale > 0 && std::isfinite(*scale) ? scale : std::nullopt;
}

const OwnKey<std::string>& loss_scale() {
  static const OwnKey<std::string> key = [] {
    Domain domain{"'dynamic' or a number above 0"};
    domain.is_text = [](const std::string& text) { return text == kDynamic || scale_in(text); };
    domain.numbers_are_text = true;
    return training_key<std::string>(
        "loss_scale", kDynamic, domain,
        "factor of the loss in float16: a number, or the largest that does not overflow");
  }();
  return key;
}

const models::LossScalerOptions kDefaults;

const OwnKey<double>& initial_scale() {
  static const OwnKey<double> key = training_key("initial_loss_scale", kDefaults.initial_scale,
                                                 Domain::positive(), "first dynamic loss scale");
  return key;
}

const OwnKey<Index>& window() {
  static const OwnKey<Index> key =
      training_key("loss_scale_window", kDefaults.window, Domain::count_from(1),
                   "a dynamic loss scale doubles after so many steps without overflow");
  return key;
}

const OwnKey<double>& smallest_scale() {
  static const OwnKey<double> key =
      training_key("smallest_loss_scale", kDefaults.smallest, Domain::positive(),
                   "least dynamic loss scale; a run whose scale stays there for 100 steps ends");
  return key;
}

const OwnKey<Index>& hysteresis() {
  static const OwnKey<Index> key = training_key(
      "loss_scale_hysteresis", kDefaults.hysteresis, Domain::count_from(1),
      "a dynamic loss scale halves after so many overflows; the count begins anew when it doubles");
  return key;
}

/// Throws ConfigError if any of `keys` is not at its default.
void require_default(const std::vector<Key>& keys, const RunConfig& config,
                     const std::string& source, const std::string& reason) {
  for (const Key& key : keys)
    if (!key.is_default(config))
      throw_config_error(source, key.path(),
                         fmt::format("{}, which {} has no use for; leave it at {}",
                                     key.text(config), reason, key.default_text()));
}

std::vector<Key> settings() {
  return {initial_scale().key(), window().key(), smallest_scale().key(), hysteresis().key()};
}

}  // namespace

std::vector<Key> loss_scale_keys() {
  std::vector<Key> keys = settings();
  keys.insert(keys.begin(), loss_scale().key());
  return keys;
}

std::optional<models::LossScalerOptions> loss_scaler_options(const RunConfig& config) {
  if (precision_by_name(config.training.precision) != Precision::kFloat16) return std::nullopt;
  const std::string scale = loss_scale().of(config);
  if (const auto number = scale_in(scale))
    return models::LossScalerOptions{.dynamic = false, .initial_scale = *number};
  return models::LossScalerOptions{.initial_scale = initial_scale().of(config),
                                   .window = window().of(config),
                                   .smallest = smallest_scale().of(config),
                                   .hysteresis = hysteresis().of(config)};
}

void check_loss_scale(const RunConfig& config, const std::string& source) {
  const auto options = loss_scaler_options(config);
  if (!options)
    return require_default(loss_scale_keys(), config, source,
                           fmt::format("training.precision \"{}\"", config.training.precision));
  if (!options->dynamic)
    require_default(settings(), config, source,
                    fmt::format("training.loss_scale {}", options->initial_scale));
  try {
    static_cast<void>(models::LossScaler(*options));
  } catch (const ConfigError& error) {
    throw ConfigError(source + (options->dynamic ? ": training: " : ": training.loss_scale: ") +
                      error.what());
  }
}

}  // namespace espalier::training
