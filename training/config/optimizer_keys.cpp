// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/optimizer_keys.h>

#include <algorithm>

#include <espalier/models/optimizers/optimizer_registry.h>
#include <espalier/training/config/key_list.h>

namespace espalier::training {
namespace {

/// Calls `visit(key, setting)` for every setting of the optimizer.
template <typename Visit>
void for_each_setting(const std::string& optimizer, const Visit& visit) {
  const models::OptimizerInfo info = models::optimizer_info(optimizer);
  for (const Key& key : keys()) {
    if (!key.tags.of_optimizer) continue;
    for (const Setting& setting : info.settings)
      if (setting.name == key.name) visit(key, setting);
  }
}

std::unique_ptr<models::Optimizer> example_of(const RunConfig& config) {
  return models::make_optimizer(config.training.optimizer, {}, optimizer_settings(config));
}

}  // namespace

std::vector<std::string> optimizer_names() {
  std::vector<std::string> names;
  for (const models::OptimizerInfo& info : models::optimizers()) names.push_back(info.name);
  return names;
}

std::vector<Key> optimizer_keys() {
  std::vector<Key> keys;
  for (const models::OptimizerInfo& info : models::optimizers())
    for (Setting setting : info.settings) {
      setting.tags = {.absent_at_default = true, .of_optimizer = true};
      keys.push_back(own_key("training", setting));
    }
  return keys;
}

Setting optimizer_setting(const std::string& name) {
  for (const models::OptimizerInfo& info : models::optimizers())
    for (const Setting& setting : info.settings)
      if (setting.name == name) return setting;
  throw ConfigError("no optimizer has a setting " + name);
}

bool has_optimizer_setting(const RunConfig& config, const std::string& name) {
  const models::OptimizerInfo info = models::optimizer_info(config.training.optimizer);
  return std::ranges::any_of(info.settings,
                             [&](const auto& setting) { return setting.name == name; });
}

void start_from_optimizer(const std::string& name, RunConfig& config) {
  config.training.optimizer = name;
  for_each_setting(name, [&](const Key& key, const Setting& setting) {
    key.write(config, setting.default_value);
  });
}

SettingValues optimizer_settings(const RunConfig& config) {
  SettingValues values;
  for_each_setting(config.training.optimizer,
                   [&](const Key& key, const auto&) { values[key.name] = key.read(config); });
  return values;
}

double optimizer_flops_per_value(const RunConfig& config) {
  return example_of(config)->flops_per_value();
}

bool keep_same_state(const RunConfig& a, const RunConfig& b) {
  const auto first = example_of(a), second = example_of(b);
  return first->name() == second->name() && first->state() == second->state();
}

double optimizer_state_per_value(const RunConfig& config) {
  return static_cast<double>(example_of(config)->state().size());
}

}  // namespace espalier::training
