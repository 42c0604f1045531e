// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/run_branch.h>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include <espalier/files/checked_call.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/models/checkpoints/checkpoint_folder.h>
#include <espalier/models/families/declaration.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_file.h>
#include <espalier/training/config/config_table.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/key.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/optimizer_keys.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/task_declaration.h>
#include <espalier/training/config/time_budget.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/tasks/encoder_start.h>

namespace espalier::training {
namespace {

/// RUN and, where there is one, STEP.
struct Place {
  std::filesystem::path run;
  std::optional<Index> step;
};

Place place_of(const std::string& from, const std::string& option) {
  const std::size_t at = from.rfind('@');
  if (at == std::string::npos || from.find('/', at) != std::string::npos) return {from, {}};
  const auto step = files::number_in<Index>(std::string_view(from).substr(at + 1));
  if (!step || *step < 0)
    throw ConfigError(option + ' ' + files::printable(from) +
                      ": expected RUN or RUN@STEP, with a number of steps");
  return {from.substr(0, at), step};
}

/// Leaves the settings of the policy of `source` out, for another one to bring its own. How blocks
/// spread over the weights is none of them, unless the run is dense and has spread none.
void forget_policy(toml::table& file, const RunConfig& source) {
  toml::table* const topology = file["topology"].as_table();
  if (topology == nullptr) return;
  toml::table spread;
  const bool dense = topology_policy(source)->cost() == schedules::PolicyCost::kDense;
  for (const Key& key : keys())
    if (key.tags.of_spread && !dense)
      if (const toml::node* value = topology->get(key.name)) spread.insert(key.name, *value);
  *topology = std::move(spread);
}

/// Leaves the settings of the optimizer of `source` out, for another one to bring its own.
void forget_optimizer(toml::table& file) {
  toml::table* const training = file["training"].as_table();
  if (training == nullptr) return;
  for (const Key& key : keys())
    if (key.table == "training" && key.tags.of_optimizer) training->erase(key.name);
}

/// A branch goes on from the optimizer's state of its run. Throws if its optimizer keeps another.
void require_optimizer_state_of(const RunConfig& source, const RunConfig& branch,
                                const std::string& where) {
  if (keep_same_state(source, branch)) return;
  std::string now, there;
  for (const Key& key : keys()) {
    const bool named = branch.training.optimizer != source.training.optimizer
                           ? key.path() == "training.optimizer"
                           : key.tags.of_optimizer && key.text(branch) != key.text(source);
    if (!named) continue;
    now += fmt::format("{}{} is {}", now.empty() ? "" : ", ", key.path(), key.text(branch));
    there += fmt::format("{}{}", there.empty() ? "" : ", ", key.text(source));
  }
  throw ConfigError(
      fmt::format("{}: {}; expected {}, as the run has it: a branch goes on from the state of its "
                  "optimizer, and this one keeps another; leave it so, or train a run anew",
                  where, now, there));
}

/// Throws if an override names another task. Before all are applied: keys of the run, such as its
/// corpus, are none of that task's, and would be refused instead.
void require_task_of(const RunConfig& source, const std::vector<std::string>& overrides,
                     const std::string& where) {
  const std::string* const text = override_of(overrides, "run.task");
  if (text == nullptr) return;
  RunConfig branch;
  apply_override(*text, kSetOption, branch);
  if (branch.run.task != source.run.task)
    throw ConfigError(
        fmt::format("{}: run.task is {}; expected {}, that of the run: a branch goes on with its "
                    "task; to fine-tune its encoder, name it as model.encoder of a new run",
                    where, branch.run.task, source.run.task));
}

/// Throws if the branch names an encoder to start from and its run began from scratch.
void require_no_new_encoder(const RunConfig& source, const RunConfig& branch,
                            const std::string& where) {
  const std::string encoder = encoder_key().of(branch);
  if (encoder.empty() || !encoder_key().of(source).empty()) return;
  throw ConfigError(
      fmt::format("{}: model.encoder is {}; expected '', as the run has it: a branch goes on from "
                  "the weights of its run; leave it so, or train a run anew from this encoder",
                  where, files::without_controls(encoder)));
}

/// Positions that the model of a run has.
Index positions_of(const RunConfig& config) {
  return config.model.positions > 0 ? config.model.positions : config.data.sequence;
}

/// Throws unless the branch has the positions of its run.
void require_positions_of(const RunConfig& source, const RunConfig& branch,
                          const std::string& where) {
  // An encoder has its own, and says itself which sequences fit.
  if (!encoder_key().of(branch).empty()) return;
  const Index there = positions_of(source);
  if (positions_of(branch) == there) return;
  const bool has_key = std::ranges::any_of(keys(), [&](const Key& key) {
    return key.path() == "model.positions" && uses_key(branch, key);
  });
  if (!has_key)
    throw ConfigError(fmt::format(
        "{}: data.sequence is {}; expected {}, that of the run, whose model has as many positions",
        where, branch.data.sequence, there));
  if (branch.data.sequence <= there)
    throw ConfigError(
        fmt::format("{}: the model has {} positions; expected {}, those of the run: "
                    "model.positions={}",
                    where, positions_of(branch), there, there));
  throw ConfigError(
      fmt::format("{}: data.sequence is {}; expected at most {}, the positions of the run's model; "
                  "train that run anew with model.positions={}, to have room for them",
                  where, branch.data.sequence, there, branch.data.sequence));
}

/// Throws unless the branch has the weights of its run. Those of a dense run have no blocks.
void require_weights_of(const RunConfig& source, const RunConfig& branch,
                        const std::string& where) {
  const auto weights_of = [](const RunConfig& config) {
    return task_declaration(config)->declare_model(config).weights;
  };
  const std::vector<models::LinearWeight> now = weights_of(branch), there = weights_of(source);
  const auto alike = [](const models::LinearWeight& a, const models::LinearWeight& b) {
    return std::tie(a.name, a.rows, a.cols, a.groups) == std::tie(b.name, b.rows, b.cols, b.groups);
  };
  const auto [own, other] = std::ranges::mismatch(now, there, alike);
  if (own != now.end() && other != there.end() && own->name == other->name)
    throw ConfigError(fmt::format("{}: {} is {} x {}; expected {} x {}, as in the run", where,
                                  own->name, own->rows, own->cols, other->rows, other->cols));
  if (own != now.end() || other != there.end())
    throw ConfigError(fmt::format("{}: the model is {}; expected {}, that of the run", where,
                                  model_name(branch), model_name(source)));
  const auto require_same = [&](const char* key, const auto& asked, const auto& found) {
    if (asked != found)
      throw ConfigError(
          fmt::format("{}: {} is {}; expected {}, that of the run", where, key, asked, found));
  };
  require_same("model.norm", branch.model.norm, source.model.norm);
  const auto is_dense = [](const RunConfig& config) {
    return topology_policy(config)->cost() == schedules::PolicyCost::kDense;
  };
  if (!is_dense(source) && !is_dense(branch))
    require_same("model.block", branch.model.block, source.model.block);
}

}  // namespace

RunBranch branch_of(const std::string& from, const std::string& option) {
  const Place place = place_of(from, option);
  const Manifest manifest = read_manifest(place.run);
  std::vector<std::string> hashes = {manifest.config_hash};
  for (const Extension& extension : manifest.extensions) hashes.push_back(extension.config_hash);
  const std::filesystem::path folder = place.run / run_file::kCheckpoints;
  if (!files::is_there(folder))
    throw IoError(folder.string() + ": not there; name a run that has checkpoints");
  std::vector<Index> steps;
  for (const auto& [step, path] : models::checkpoints_in(folder)) {
    if (!place.step || *place.step == step)
      return {.checkpoint = path,
              .name = fmt::format("{}@{}", manifest.name, step),
              .start = BranchStart::kThere,
              .step = step,
              .config_hashes = std::move(hashes)};
    steps.push_back(step);
  }
  if (steps.empty())
    throw IoError(folder.string() + ": has no checkpoint; name a run that has some");
  throw ConfigError(
      fmt::format("{} {}: no such checkpoint; there are those of step {}, and "
                  "training.keep_checkpoints keeps more",
                  option, files::printable(from), fmt::join(steps, ", ")));
}

void require_continuation(const RunConfig& source, const RunConfig& branch,
                          const std::string& where, BranchStart start) {
  if (branch.model.embedding_density != source.model.embedding_density)
    throw ConfigError(fmt::format("{}: model.embedding_density is {}; expected {}, that of the run",
                                  where, branch.model.embedding_density,
                                  source.model.embedding_density));
  require_optimizer_state_of(source, branch, where);
  require_no_new_encoder(source, branch, where);
  // What a step takes in is counted as if all had been alike.
  const auto require_same = [&](const char* key, Index now, Index before) {
    if (start == BranchStart::kThere && now != before)
      throw ConfigError(
          fmt::format("{}: {} is {}; expected {}, that of the run, unless a next phase begins anew "
                      "there (espalier train --next-phase)",
                      where, key, now, before));
  };
  require_same("training.batch", branch.training.batch, source.training.batch);
  require_same("data.sequence", branch.data.sequence, source.data.sequence);
  require_positions_of(source, branch, where);
  require_weights_of(source, branch, where);
}

void require_patterns_of(const RunConfig& source, const RunConfig& branch,
                         const std::function<bool(std::string_view)>& overridden,
                         const std::string& where) {
  const double density = branch.model.density;
  if (topology_policy(branch)->initial_density(density) != density) return;
  if (density != source.model.density)
    throw ConfigError(
        fmt::format("{}: model.density is {}; expected {}, that of the run, which "
                    "policy {} keeps",
                    where, density, source.model.density, branch.topology.policy));
  const Settings asked = settings_of(branch), there = settings_of(source);
  for (const char* key : {"topology.distribution", "topology.erk_power", "topology.dense_attention",
                          "topology.layers", "topology.pattern", "topology.rewire"})
    if (overridden(key) && setting(asked, key) != setting(there, key))
      throw ConfigError(
          fmt::format("{}: {}: a branch has the patterns of its run; leave this key as it is there",
                      where, key));
}

void require_step_left(const RunBranch& branch, const RunConfig& config) {
  if (branch.first_step() < steps(config)) return;
  const std::string run = branch.name.substr(0, branch.name.rfind('@'));
  throw ConfigError(
      fmt::format("no step is left after step {} of {}; name an earlier checkpoint by "
                  "RUN@STEP, or set more than {}",
                  branch.step, files::printable(run), steps_setting(config)));
}

void require_time_left(const RunBranch& branch, double seconds, const RunConfig& config) {
  const double budget = time_budget(config).seconds;
  if (branch.start != BranchStart::kThere || budget == 0 || seconds < budget) return;
  const std::string run = branch.name.substr(0, branch.name.rfind('@'));
  throw ConfigError(fmt::format(
      "no time is left after step {} of {}, which took {:.3g} hours of {}; name an "
      "earlier checkpoint by RUN@STEP, or set more than {:.3g}",
      branch.step, files::printable(run), seconds / 3600, budget_text(config), seconds / 3600));
}

RunConfig branch_config(const std::string& from, const std::vector<std::string>& overrides,
                        BranchStart start) {
  const std::filesystem::path run = place_of(from, "--from").run;
  const RunConfig source = read_run_config(run);
  const auto overridden = [&](std::string_view key) {
    return override_of(overrides, key) != nullptr;
  };
  const std::string where = "--from " + files::printable(from);
  if (!overridden("run.name"))
    throw ConfigError(where + ": the branch has no name; add --name NAME");
  require_task_of(source, overrides, where);
  toml::table file = toml::parse(to_toml(source));
  // With overrides that may be wrong and are told of below.
  const auto with_overrides = [&](const toml::table& settings) {
    return run_config_of({&settings}, "--from " + run.string(), {{kSetOption, overrides}});
  };
  if (overridden("training.optimizer")) {
    toml::table probe = file;
    forget_optimizer(probe);
    if (with_overrides(probe).training.optimizer != source.training.optimizer)
      file = std::move(probe);
  }
  if (overridden("topology.policy")) {
    toml::table probe = file;
    forget_policy(probe, source);
    if (with_overrides(probe).topology.policy != source.topology.policy) file = std::move(probe);
  }
  RunConfig branch = with_overrides(file);
  require_patterns_of(source, branch, overridden, where);
  require_continuation(source, branch, where, start);
  return branch;
}

}  // namespace espalier::training
