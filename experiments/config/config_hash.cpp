// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/config/config_hash.h>

#include <fmt/format.h>

#include <espalier/experiments/config/derived_values.h>
#include <espalier/experiments/config/key_list.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::experiments {

std::string config_hash(const RunConfig& config) {
  RunConfig copy = config, defaults;
  std::string text;
  for (const Key& key : keys()) {
    if (key.role != Role::kResult || !key.belongs_to(config)) continue;
    const std::string value = toml_text(key.slot(copy));
    if (key.later && value == toml_text(key.slot(defaults))) continue;
    text += key.path() + '=' + value + '\n';
  }
  return fmt::format("{:016x}", stream_id(text));
}

std::string settings_hash(const RunConfig& config) {
  RunConfig settings = config;
  const RunConfig defaults;
  settings.run = defaults.run;
  settings.run.task = config.run.task;
  settings.data.corpus = defaults.data.corpus;
  settings.data.vocabulary = defaults.data.vocabulary;
  settings.data.images = defaults.data.images;
  settings.training.learning_rate = defaults.training.learning_rate;
  settings.training.scale_learning_rate = false;
  settings.training.steps = steps(config);
  settings.training.tokens = 0;
  settings.training.epochs = 0;
  return config_hash(settings);
}

}  // namespace espalier::experiments
