// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <espalier/models/optimizers/optimizer.h>
#include <espalier/models/optimizers/optimizer_settings.h>

namespace espalier::models {

/// What is known of an optimizer before it is made.
struct OptimizerInfo {
  std::string name;
  std::string description;
  /// Without the learning rate, which a schedule gives; the defaults are those of its source.
  std::vector<Setting> settings;
};

/// Makes an optimizer. Throws ConfigError if the settings do not suit it.
using OptimizerFactory = std::function<std::unique_ptr<Optimizer>(
    ParameterList parameters, const SettingValues& settings, const Context* context)>;

/// One optimizer of the registry.
struct OptimizerEntry {
  OptimizerInfo info;
  OptimizerFactory make;
};

/// An entry for class `Made`, constructed from (parameters, options, context) as AdamW is, whose
/// default settings are those of `preset`.
template <typename Made, typename Options>
OptimizerEntry optimizer_entry(std::string name, std::string description,
                               std::vector<SettingOf<Options>> settings, const Options& preset) {
  OptimizerInfo info{std::move(name), std::move(description), {settings.begin(), settings.end()}};
  for (std::size_t i = 0; i < settings.size(); ++i)
    info.settings[i].default_value = settings[i].read(preset);
  return {info, [name = info.name, settings = std::move(settings), preset](
                    ParameterList parameters, const SettingValues& values, const Context* context) {
            return std::make_unique<Made>(std::move(parameters),
                                          with_settings(name, settings, preset, values), context);
          }};
}

/// Adds an optimizer from outside the library. If another optimizer has a setting of the same name,
/// both must have the same meaning and domain. Throws ConfigError if the name is empty or taken, or
/// the factory is empty. May be called from any thread.
void register_optimizer(OptimizerEntry entry);

/// All optimizers that can be made by name: those of the library, then the registered ones in order
/// of registration.
std::vector<OptimizerInfo> optimizers();

/// Throws ConfigError, which lists the names, if no optimizer has the name.
OptimizerInfo optimizer_info(std::string_view name);

/// Makes an optimizer by name; settings that are not given are those of its source. Throws
/// ConfigError if no optimizer has the name (the message lists them) or the settings do not suit
/// it, and as Optimizer does.
std::unique_ptr<Optimizer> make_optimizer(std::string_view name, ParameterList parameters,
                                          const SettingValues& settings = {},
                                          const Context* context = nullptr);

}  // namespace espalier::models
