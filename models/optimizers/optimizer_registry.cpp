// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/optimizers/optimizer_registry.h>

#include <utility>

#include <espalier/models/optimizers/adamw.h>
#include <espalier/models/optimizers/lamb.h>
#include <espalier/models/optimizers/sgd.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/named_registry.h>

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

std::string name_of(const OptimizerEntry& entry) { return entry.info.name; }

NamedRegistry<OptimizerEntry, &name_of>& registry() {
  static NamedRegistry<OptimizerEntry, &name_of> instance("optimizer", optimizers_of_the_library());
  return instance;
}

/// Settings of one name are one key of a configuration.
void check_settings_agree(const OptimizerEntry& entry) {
  for (const Setting& setting : entry.info.settings)
    for (const OptimizerInfo& other : optimizers())
      for (const Setting& known : other.settings)
        if (known.name == setting.name &&
            (known.default_value.index() != setting.default_value.index() ||
             known.domain.expected != setting.domain.expected))
          throw ConfigError("optimizer '" + entry.info.name + "': setting " + setting.name +
                            " has another type or domain than that of '" + other.name + "'");
}

}  // namespace

void register_optimizer(OptimizerEntry entry) {
  if (!entry.make) throw ConfigError("optimizer '" + entry.info.name + "': the factory is empty");
  check_settings_agree(entry);
  registry().add(std::move(entry));
}

std::vector<OptimizerInfo> optimizers() {
  std::vector<OptimizerInfo> infos;
  for (OptimizerEntry& entry : registry().all()) infos.push_back(std::move(entry.info));
  return infos;
}

OptimizerInfo optimizer_info(std::string_view name) { return registry().at(name).info; }

std::unique_ptr<Optimizer> make_optimizer(std::string_view name, ParameterList parameters,
                                          const SettingValues& settings, const Context* context) {
  return registry().at(name).make(std::move(parameters), settings, context);
}

}  // namespace espalier::models
