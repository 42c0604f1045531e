// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/optimizer_keys.h>

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include <espalier/models/optimizers/optimizer_registry.h>
#include <espalier/training/config/key_list.h>

namespace espalier::training {
namespace {

constexpr const char* kTable = "training";

/// Settings that are fields of RunConfig::Training: those of the published runs.
const std::set<std::string>& fields() {
  static const std::set<std::string> names = {"weight_decay", "group_lasso", "beta1",
                                              "beta2",        "epsilon",     "gradient_clip"};
  return names;
}

Key key_of(const models::OptimizerSetting& setting) {
  Key key = std::visit(
      [&](auto default_value) {
        return OwnKey<decltype(default_value)>(kTable, setting.name, default_value, setting.domain,
                                               setting.meaning)
            .key();
      },
      setting.default_value);
  key.tags.every_task = true;
  key.tags.of_optimizer = true;
  key.tags.absent_at_default = true;
  return key;
}

/// Calls `visit(key, setting)` for every setting of the optimizer.
template <typename Visit>
void for_each_setting(const std::string& optimizer, const Visit& visit) {
  const models::OptimizerInfo info = models::optimizer_info(optimizer);
  for (const Key& key : keys()) {
    if (!key.tags.of_optimizer) continue;
    for (const models::OptimizerSetting& setting : info.settings)
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
  std::set<std::string> seen = fields();
  for (const models::OptimizerInfo& info : models::optimizers())
    for (const models::OptimizerSetting& setting : info.settings)
      if (seen.insert(setting.name).second) keys.push_back(key_of(setting));
  return keys;
}

models::OptimizerSetting optimizer_setting(const std::string& name) {
  for (const models::OptimizerInfo& info : models::optimizers())
    for (const models::OptimizerSetting& setting : info.settings)
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
  for_each_setting(name, [&](const Key& key, const models::OptimizerSetting& setting) {
    const Slot slot = key.slot(config);
    if (const auto* number = std::get_if<double>(&setting.default_value))
      *std::get<double*>(slot) = *number;
    else
      *std::get<bool*>(slot) = std::get<bool>(setting.default_value);
  });
}

models::SettingValues optimizer_settings(const RunConfig& config) {
  models::SettingValues values;
  for_each_setting(config.training.optimizer, [&](const Key& key, const auto&) {
    const Value value = key.value(config);
    if (const auto* number = std::get_if<double>(&value))
      values[key.name] = *number;
    else
      values[key.name] = std::get<bool>(value);
  });
  return values;
}

double optimizer_flops_per_value(const RunConfig& config) {
  return example_of(config)->flops_per_value();
}

double optimizer_state_per_value(const RunConfig& config) {
  return static_cast<double>(example_of(config)->state().size());
}

}  // namespace espalier::training
