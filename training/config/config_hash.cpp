// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/config_hash.h>

#include <fmt/format.h>

#include <espalier/sparse/core/rng.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/task_declaration.h>

namespace espalier::training {

namespace {

/// Without `data`, what names data counts as if it were at its default.
std::string hash_of(const RunConfig& config, bool data) {
  std::string text;
  for (const Key& key : keys()) {
    if (key.tags.decides == Decides::kOutput || !uses_key(config, key)) continue;
    const std::string default_value = key.default_text();
    const std::string value =
        key.tags.decides == Decides::kData && !data ? default_value : key.text(config);
    if (key.tags.absent_at_default && value == default_value) continue;
    text += key.path() + '=' + value + '\n';
  }
  return fmt::format("{:016x}", stream_id(text));
}

}  // namespace

std::string config_hash(const RunConfig& config) { return hash_of(config, true); }

std::string settings_hash(const RunConfig& config) {
  RunConfig settings = config;
  const RunConfig defaults;
  settings.run = defaults.run;
  settings.run.task = config.run.task;
  settings.training.learning_rate = defaults.training.learning_rate;
  settings.training.scale_learning_rate = false;
  settings.training.steps = steps(config);
  settings.training.tokens = 0;
  settings.training.epochs = 0;
  return hash_of(settings, false);
}

}  // namespace espalier::training
