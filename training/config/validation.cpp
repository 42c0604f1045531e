// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/validation.h>

#include <fmt/format.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <espalier/files/plain_text.h>
#include <espalier/schedules/rules/policy_option_list.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/loss_scale_keys.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/shards.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/config/time_budget.h>

namespace espalier::training {
namespace {

/// A key of another task or optimizer that was changed would have no effect: refuse it.
void check_task(const RunConfig& config, const std::string& source) {
  for (const Key& key : keys()) {
    if (key.tags.decides == Decides::kOutput || key.is_default(config) || uses_key(config, key))
      continue;
    const bool optimizer = key.tags.of_optimizer && !has_optimizer_setting(config, key.name);
    throw_config_error(
        source, key.path(),
        fmt::format("{}, which {} \"{}\" has no use for; leave it at {}",
                    files::printable(key.text(config)),
                    optimizer ? "training.optimizer" : "run.task",
                    optimizer ? config.training.optimizer : config.run.task, key.default_text()));
  }
}

/// Settings may contradict each other; the optimizer itself says which.
void check_optimizer(const RunConfig& config, const std::string& source) {
  try {
    static_cast<void>(optimizer_flops_per_value(config));
  } catch (const ConfigError& error) {
    throw ConfigError(source + ": training.optimizer: " + error.what());
  }
}

std::vector<std::pair<std::string, Index>> sparse_widths(const RunConfig& config,
                                                         const std::string& source) {
  try {
    return task_declaration(config)->sparse_widths(config);
  } catch (const ConfigError& error) {
    throw ConfigError(source + ": " + error.what());
  }
}

/// The policy itself says what contradicts, such as more updates than there are steps.
void check_policy_settings(const RunConfig& config, const std::string& source) {
  try {
    static_cast<void>(topology_policy(config));
  } catch (const ConfigError& error) {
    throw ConfigError(source + ": topology: " + error.what());
  }
}

/// Whether the policy ever updates a pattern, in a run that is long enough.
bool makes_updates(const RunConfig& config) {
  const schedules::Cadence cadence = topology_policy(config)->cadence();
  return cadence.count() > 0 || cadence.end_step() > 0;
}

/// The options that have no effect, each with the one that leaves it none, as far as they are known
/// of the policy. Where it makes no updates those of updates are left out.
std::map<std::string, std::string> overruled_options(const RunConfig& config) {
  const schedules::PolicyPtr policy = topology_policy(config);
  std::map<std::string, std::string> overruled;
  if (!policy->made_of_options()) return overruled;
  const bool updates = makes_updates(config);
  schedules::PolicyOptions options;
  if (updates) options = config.topology;
  options.pattern = policy->initial_pattern();
  for (const schedules::PolicyOption& option : schedules::policy_option_list())
    if (updates || !option.tags.of_updates)
      if (const std::string decides = option.overruled_by(options); !decides.empty())
        overruled[option.name] = decides;
  return overruled;
}

/// Whether the policy sheds blocks wherever in the model they are smallest, so that no weight has a
/// density of its own in the end.
bool sheds_over_all_layers(const RunConfig& config) {
  const RunConfig::Topology& topology = config.topology;
  return topology_policy(config)->made_of_options() && makes_updates(config) &&
         topology.density_scope == schedules::DensityScope::kGlobal &&
         !overruled_options(config).contains("density_scope");
}

/// What topology.layers keeps dense, the policy never sees.
void check_layers(const RunConfig& config, const std::string& source) {
  if (config.topology.layers.empty() || !sheds_over_all_layers(config)) return;
  try {
    for (const schedules::DensityOverride& layer : layer_densities(config))
      if (layer.density < 1)
        throw ConfigError(fmt::format(
            "topology.layers: {}={}, expected densities of 1 alone with topology.density_scope "
            "\"global\", which drops blocks wherever they are smallest and holds no other density "
            "in a layer; set topology.density_scope to \"layer\" or leave this one out",
            files::printable(layer.glob), layer.density));
  } catch (const ConfigError& error) {
    throw ConfigError(source + ": " + error.what());
  }
}

std::function<bool(const Key&)> is_key(const std::string& path) {
  return [path](const Key& key) { return key.path() == path; };
}

/// The keys that are not as policy and optimizer have them, of those that are asked for:
/// "topology.grow is gradient, ...".
std::string changed(const RunConfig& config, const std::function<bool(const Key&)>& asked_for) {
  RunConfig preset;
  preset.topology = topology_preset(config.topology.policy);
  start_from_optimizer(config.training.optimizer, preset);
  std::string changed;
  for (const Key& key : keys()) {
    if (!asked_for(key)) continue;
    const std::string value = key.text(config);
    if (value != key.text(preset))
      changed += fmt::format("{}{} is {}", changed.empty() ? "" : ", ", key.path(), value);
  }
  return changed;
}

}  // namespace

void validate(const RunConfig& config, const std::string& source) {
  for (const Key& key : keys())
    if (!key.allows(key.read(config)))
      throw_config_error(source, key.path(),
                         files::printable(key.text(config)) + ", expected " + key.domain.expected);

  check_task(config, source);
  check_optimizer(config, source);
  check_loss_scale(config, source);
  check_time_budget(config, source);
  check_policy_settings(config, source);
  check_layers(config, source);
  check_shards(config, source);
  if (config.training.warmup_steps > steps(config))
    throw_config_error(source, "training.warmup_steps",
                       fmt::format("{}, expected at most the steps of the run, {}",
                                   config.training.warmup_steps, steps(config)));
  const bool dense = config.topology.policy == "dense";
  if (dense && config.model.density < 1) {
    throw_config_error(
        source, "model.density",
        fmt::format("{} with topology.policy \"dense\", expected 1; for a sparse model set the "
                    "policy to \"static\" or \"dynamic\"",
                    config.model.density));
  }
  if (!dense && config.model.density == 1) {
    throw_config_error(
        source, "model.density",
        fmt::format("1 with topology.policy \"{}\", expected a density below 1; for a dense model "
                    "set the policy to \"dense\"",
                    config.topology.policy));
  }
  for (const auto& [name, width] : sparse_widths(config, source)) {
    if (dense || width % config.model.block == 0) continue;
    throw_config_error(
        source, "model.block",
        fmt::format("{}, expected a divisor of the {} width, {}", config.model.block, name, width));
  }
}

std::vector<std::string> changes_without_effect(const RunConfig& config) {
  std::vector<std::string> notes;
  const auto tell = [&](const std::string& keys, const std::string& why) {
    if (!keys.empty()) notes.push_back(keys + ", to no effect: " + why);
  };
  const Settings settings = settings_of(config);
  const auto tell_that = [&](const std::string& keys, const std::string& decides) {
    tell(keys, fmt::format("{} is {}", decides, setting(settings, decides)));
  };
  const RunConfig::Training& training = config.training;
  if ((training.epochs > 0 || training.tokens > 0) && training.steps != RunConfig().training.steps)
    tell_that(fmt::format("training.steps is {}", training.steps),
              training.epochs > 0 ? "training.epochs" : "training.tokens");
  if (const std::string& vocabulary = setting(settings, "data.vocabulary"); !vocabulary.empty()) {
    const std::string size = changed(config, is_key("data.vocabulary_size"));
    if (!size.empty())
      notes.push_back(size + ", to no effect on what is trained: data.vocabulary is " +
                      files::printable(vocabulary));
  }
  for (const char* decides : {"data.validation_texts", "data.validation_questions", "data.glue"})
    if (const auto found = settings.find(decides);
        found != settings.end() && !found->second.empty())
      tell_that(changed(config, is_key("data.validation_fraction")), decides);
  if (config.training.optimizer == "sgd" &&
      std::get<double>(optimizer_settings(config).at("momentum")) == 0)
    tell_that(changed(config, is_key("training.dampening")), "training.momentum");
  if (training.weight_decay == 0)
    tell_that(changed(config, is_key("training.decoupled_decay")), "training.weight_decay");
  if (training.warmup_steps > 0)
    tell_that(changed(config, is_key("training.warmup_fraction")), "training.warmup_steps");
  else if (training.warmup_fraction == 0)
    tell_that(changed(config, is_key("training.warmup_power")), "training.warmup_fraction");
  // No setting, since it decides no numbers: changed, it is above 0.
  if (const std::string decides = changed(config, is_key("training.validate_every_hours"));
      !decides.empty())
    tell(changed(config, is_key("training.validate_every")), decides);
  if (!config.model.attention_pattern.empty())
    tell_that(changed(config,
                      [](const Key& key) {
                        return key.path() == "model.attention_window" ||
                               key.path() == "model.attention_global" ||
                               key.path() == "model.attention_stride" ||
                               key.path() == "model.attention_random";
                      }),
              "model.attention_pattern");
  const RunConfig::Topology& topology = config.topology;
  const std::string pruned = changed(config, is_key("model.prune_encoder"));
  if (setting(settings, "model.encoder").empty())
    tell(pruned, "model.encoder names none to prune");
  else if (topology.policy == "dense")
    tell(pruned, "topology.policy dense keeps every weight whole");
  if (topology.policy == "dense") {
    tell(changed(config, [](const Key& key) { return key.table == "topology"; }),
         "topology.policy dense has no patterns");
    tell_that(changed(config, is_key("training.scale_learning_rate")), "model.density");
    if (config.model.embedding_density == 1)
      tell(changed(config, is_key("training.group_lasso")), "a dense model has no blocks");
    return notes;
  }
  if (topology.distribution != "erk")
    tell_that(changed(config, is_key("topology.erk_power")), "topology.distribution");
  const std::string pattern = topology_policy(config)->initial_pattern();
  if (pattern != "small_world")
    tell(changed(config, is_key("topology.rewire")), "topology.pattern is " + pattern);
  if (sheds_over_all_layers(config)) {
    const std::string spread = changed(config, is_key("topology.distribution"));
    if (!spread.empty())
      notes.push_back(spread +
                      ", to no effect on the densities in the end: "
                      "topology.density_scope global drops blocks wherever they are "
                      "smallest");
  }
  std::map<std::string, std::set<std::string>> overruled;  // by the option that decides
  for (const auto& [option, decides] : overruled_options(config)) overruled[decides].insert(option);
  for (const auto& entry : overruled)
    tell_that(changed(config,
                      [&](const Key& key) {
                        return key.table == "topology" && entry.second.contains(key.name);
                      }),
              "topology." + entry.first);
  if (!makes_updates(config)) {
    tell(changed(config, [](const Key& key) { return key.tags.of_updates; }),
         fmt::format("topology.policy {} makes no updates", topology.policy));
    return notes;
  }
  const std::string decides = schedules::instead_of_updates(topology);
  if (topology.updates != topology_preset(topology.policy).updates && !decides.empty())
    notes.push_back(
        fmt::format("topology.updates is {}, to no effect: topology.{} says when updates are; "
                    "topology.{} has the number count",
                    topology.updates, decides.substr(0, decides.find('=')), decides));
  const schedules::Cadence cadence = topology_policy(config)->cadence();
  if (cadence.count() == 0)
    notes.push_back(fmt::format(
        "topology.policy is {}, to no effect: the patterns stay from step {} on, and no "
        "update falls due before",
        topology.policy, cadence.end_step()));
  return notes;
}

}  // namespace espalier::training
