// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/optimizer_registry.h>

#include <algorithm>
#include <mutex>

#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/optimizers/lamb.h>
#include <espalier/models/optimizers/sgd.h>
#include <espalier/sparse/core/error.h>

namespace espalier::models {
namespace {

std::vector<OptimizerEntry> optimizers_of_the_library() {
  return {
      adamw_entry(),
      sgd_entry(),
      lamb_entry(),
      nvlamb_entry(),
  };
}

/// The names a program knows. A process-wide table is what lets a configuration name an optimizer
/// that was compiled elsewhere; the table has no other state.
struct Registry {
  std::mutex mutex;
  std::vector<OptimizerEntry> entries = optimizers_of_the_library();

  /// The entry of this name; throws ConfigError that lists the names.
  const OptimizerEntry& at(std::string_view name) const {
    std::string names;
    for (const OptimizerEntry& entry : entries) {
      if (entry.info.name == name) return entry;
      names += (names.empty() ? "" : ", ") + entry.info.name;
    }
    throw ConfigError("optimizer '" + std::string(name) + "': expected one of " + names);
  }
};

Registry& registry() {
  static Registry instance;
  return instance;
}

}  // namespace

void register_optimizer(OptimizerEntry entry) {
  const std::string& name = entry.info.name;
  if (name.empty()) throw ConfigError("optimizer: the name is empty");
  if (!entry.make) throw ConfigError("optimizer '" + name + "': the factory is empty");
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  if (std::any_of(known.entries.begin(), known.entries.end(),
                  [&](const OptimizerEntry& other) { return other.info.name == name; }))
    throw ConfigError("optimizer '" + name + "': the name is taken");
  known.entries.push_back(std::move(entry));
}

std::vector<OptimizerInfo> optimizers() {
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  std::vector<OptimizerInfo> infos;
  for (const OptimizerEntry& entry : known.entries) infos.push_back(entry.info);
  return infos;
}

OptimizerInfo optimizer_info(std::string_view name) {
  Registry& known = registry();
  const std::lock_guard lock(known.mutex);
  return known.at(name).info;
}

std::unique_ptr<Optimizer> make_optimizer(std::string_view name, ParameterList parameters,
                                          const SettingValues& settings, const Context* context) {
  Registry& known = registry();
  OptimizerFactory make;
  {
    const std::lock_guard lock(known.mutex);
    make = known.at(name).make;
  }
  return make(std::move(parameters), settings, context);  // unlocked: it may make another by name
}

}  // namespace espalier::models
