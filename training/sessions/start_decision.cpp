// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/sessions/start_decision.h>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/config_hash.h>
#include <espalier/training/config/derived_values.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/settings.h>
#include <espalier/training/config/time_budget.h>
#include <espalier/training/runs/run_files.h>
#include <espalier/training/sessions/run_extension.h>
#include <espalier/training/tasks/encoder_start.h>

namespace espalier::training {
namespace {

constexpr const char* kChoose = "; choose another run.name or run.folder, or --overwrite";

std::string how_to_go_on(const RunState& state) {
  return "; restore it from a copy, or move it away and name a checkpoint of " +
         (state.folder / run_file::kCheckpoints).string() +
         " with --resume, or choose another run.name";
}

const Manifest& manifest_of(const RunState& state) {
  try {
    return state.manifest.get();
  } catch (const FormatError& error) {
    throw FormatError(error.what() + how_to_go_on(state));
  }
}

/// The budget of `config` in words that are not those of the other one's: runs of as many hours
/// differ in the steps that end them too.
std::string budget_unlike(const RunConfig& other, const RunConfig& config) {
  const std::string text = budget_text(config);
  return text == budget_text(other) ? fmt::format("{}, at most {} steps", text, steps(config))
                                    : text;
}

/// The keys in which two configurations differ, as `text` has each; empty: none.
std::string differing_keys(const RunConfig& first, const RunConfig& second,
                           const std::function<std::string(const DifferingValue&)>& text) {
  Settings a = settings_of(first), b = settings_of(second);
  a[kSeedKey] = std::to_string(first.run.seed);
  b[kSeedKey] = std::to_string(second.run.seed);
  std::string keys;
  for (const DifferingValue& value : differing(a, b))
    keys += (keys.empty() ? "" : "; ") + text(value);
  return keys;
}

/// Are two configurations the same but for the names of files of whose contents a checkpoint has
/// the hashes?
bool differ_in_places_only(const RunConfig& a, const RunConfig& b) {
  // Of a run from scratch there is no hash that could tell it from one with an encoder.
  if (encoder_key().of(a).empty() != encoder_key().of(b).empty()) return false;
  RunConfig same = a;
  for (const Key& key : keys())
    if (key.tags.decides == Decides::kData || key.path() == encoder_key().key().path())
      key.write(same, key.read(b));
  return config_hash(same) == config_hash(b);
}

/// The step of the newest checkpoint of a run whose files lie in another place; nothing if that is
/// not all that differs. Of a done run the new manifest would ask for checksums in its records.
std::optional<Index> moved_at(const RunState& state, const Manifest& run, const RunConfig& config,
                              const TrainingRunOptions& options) {
  if (options.checkpoint || run.config_hash == config_hash(config)) return std::nullopt;
  if (run.status == RunStatus::kDone && run.format < Manifest::kRunFormat) return std::nullopt;
  if (!state.config.value || !differ_in_places_only(*state.config.value, config))
    return std::nullopt;
  for (const Found<std::vector<Index>>* steps : {&state.checkpoints, &state.start})
    if (steps->value && !steps->value->empty()) return steps->value->front();
  return std::nullopt;
}

/// Throws ConfigError that says how the configuration of the run that is there is another one.
[[noreturn]] void refuse_other(const RunState& state, const RunConfig& config) {
  const std::string path = state.folder.string();
  if (!state.config.value)
    throw ConfigError(path + ": holds a run of another configuration, which cannot be read" +
                      kChoose);
  const RunConfig& earlier = *state.config.value;
  if (differ_in_budget_only(earlier, config)) {
    static_cast<void>(last_common_step(state, config));
    throw ConfigError(fmt::format("{}: a run of {}; add --extend to make it one of {}", path,
                                  budget_unlike(config, earlier), budget_unlike(earlier, config)));
  }
  const auto shown = [](const std::string& value) {
    return value.empty() ? "''" : files::printable(value);
  };
  const std::string keys = differing_keys(earlier, config, [&](const DifferingValue& value) {
    return fmt::format("{} {}, not {}", value.name, shown(value.first), shown(value.second));
  });
  throw ConfigError(path + ": holds a run of another configuration" +
                    (keys.empty() ? "" : ", with " + keys) + kChoose);
}

/// What a run of equal configuration is, and is not, if it began elsewhere than it is expected to;
/// empty: it did not. Who extends a run or names a checkpoint means the one that is there.
std::string other_origin(const RunState& state, const Manifest& run,
                         const TrainingRunOptions& options) {
  if (options.resume == Resume::kExtend || options.checkpoint) return {};
  const std::string& from = run.branched_from;
  if (!options.branch)
    return !options.began_by_itself || from.empty()
               ? ""
               : fmt::format(
                     "a branch of {}, not a run that began by itself; with its own {} it "
                     "goes on",
                     from, run_file::kConfig);
  const RunBranch& branch = *options.branch;
  const std::string name = files::printable(branch.name);
  if (from.empty()) return "a run that began by itself, not a branch of " + name;
  if (from != branch.name) return fmt::format("a branch of {}, not of {}", from, name);
  const std::string& hash = run.branched_from_hash;
  if (!hash.empty() && !branch.config_hashes.empty() &&
      std::ranges::find(branch.config_hashes, hash) == branch.config_hashes.end())
    return fmt::format("a branch of {}, of another run of that name", from);
  const std::vector<Index>& start = state.start.get();
  if (start.empty() || start.front() == branch.first_step()) return {};
  return branch.start == BranchStart::kThere
             ? fmt::format("a next phase of {}, not a branch of it", from)
             : fmt::format("a branch of {}, not a next phase of it", from);
}

/// Has a session of it gone on from a checkpoint?
bool went_on(const Manifest& run) {
  return std::ranges::any_of(run.sittings,
                             [](const SessionFacts& session) { return session.first_step > 0; });
}

/// Did it end, by a failure or a kill, before it had a checkpoint of its own or of another run?
bool ended_without_a_checkpoint(const RunState& state, const Manifest& run) {
  if (run.status != RunStatus::kFailed && run.status != RunStatus::kRunning) return false;
  if (!run.branched_from.empty() || !run.replayed_from.empty()) return false;
  return !went_on(run) && state.checkpoints.get().empty() && !state.past_a_checkpoint.get();
}

/// Is a run that has trained replaced although the options do not ask for it?
bool makes_way(const RunState& state, const RunConfig& config, const TrainingRunOptions& options) {
  const bool auto_only = options.resume == Resume::kAuto;
  if ((!auto_only && options.resume != Resume::kReplaceOther) || options.checkpoint) return false;
  if (!state.manifest.value) return false;
  const Manifest& run = *state.manifest.value;
  try {
    if (run.config_hash == config_hash(config) && other_origin(state, run, options).empty())
      return false;
    return !auto_only || ended_without_a_checkpoint(state, run);
  } catch (const Error&) {
    return false;  // of a damaged one its own start says what is wrong with it
  }
}

[[noreturn]] void refuse_replaced(const RunState& state) {
  throw ConfigError(replaced_path(state.folder).string() +
                    ": an earlier run of this name, which a replacement that was killed has left; "
                    "remove it, or move it back");
}

StartDecision replace(const RunState& state) {
  if (state.replaced_there) refuse_replaced(state);
  return {Start::kReplace};
}

StartDecision where_none_has_trained(const RunState& state, const TrainingRunOptions& options) {
  // Who did not ask for a replacement may want the run that it was to replace.
  const bool replaces =
      options.resume == Resume::kReplace || options.resume == Resume::kReplaceOther;
  if (state.replaced_has_checkpoint && !replaces) refuse_replaced(state);
  if (options.resume == Resume::kExtend)
    throw ConfigError(state.folder.string() +
                      ": no run here has trained; train one without --extend first");
  if (options.checkpoint) return {Start::kResume};
  if (options.branch) return {Start::kBranch};
  // Who has its own configuration alone means to go on with it, and not to begin at step 0.
  if (!state.untrained.empty() && !replaces && !options.replay && !options.began_by_itself)
    throw ConfigError(fmt::format(
        "{}: {}, which was killed before it trained; repeat the command that began it, or train a "
        "run that begins by itself in its place with --overwrite",
        state.folder.string(), state.untrained));
  return {options.replay ? Start::kReplay : Start::kFresh};
}

/// With the run that is there, which is of this configuration and beginning and not done.
StartDecision go_on(const RunState& state, const Manifest& run) {
  if (!state.checkpoints.get().empty()) return {Start::kResume};
  const char* const what_to_do =
      "; restore one from a copy, or name one with --resume, or choose another run.name; nothing "
      "was changed";
  if (!run.branched_from.empty()) {
    if (!state.start.get().empty()) return {Start::kResume};
    throw FormatError((state.folder / run_file::kStart).string() +
                      ": no checkpoint, though a branch keeps here what it began with" +
                      what_to_do);
  }
  if (went_on(run) || state.past_a_checkpoint.get())
    throw FormatError((state.folder / run_file::kCheckpoints).string() +
                      ": no checkpoint, though " +
                      (went_on(run) ? "by manifest.json the run went on from one"
                                    : "metrics.jsonl has records that come after one") +
                      what_to_do);
  return {Start::kFresh};
}

StartDecision decided(const RunState& state, const RunConfig& config,
                      const TrainingRunOptions& options) {
  const std::string path = state.folder.string();
  if (!state.has_trained) return where_none_has_trained(state, options);
  if (options.resume == Resume::kReplace || makes_way(state, config, options))
    return replace(state);
  if (options.resume == Resume::kNever)
    throw ConfigError(path + ": a run of this name exists; resume it or choose another run.name");
  if (!state.manifest.value && !state.manifest.fault) {
    // What it would say of the configuration, a checkpoint says too.
    if (options.checkpoint) return {Start::kResume};
    throw ConfigError(path + ": files of a run but no manifest.json" + how_to_go_on(state));
  }
  const Manifest& run = manifest_of(state);
  const std::optional<Index> moved = moved_at(state, run, config, options);
  if (run.config_hash != config_hash(config) && !moved) {
    if (options.resume == Resume::kExtend && !options.checkpoint &&
        differ_in_budget_only(state.config.get(), config))
      return {Start::kExtend, last_common_step(state, config)};
    refuse_other(state, config);
  }
  if (options.replay && run.replayed_from != options.replay->name)
    throw ConfigError(
        fmt::format("{}: holds a run that is no replay of {}; choose another run.name", path,
                    files::printable(options.replay->name)));
  if (const std::string other = other_origin(state, run, options); !other.empty())
    throw ConfigError(path + ": holds " + other + kChoose);
  if (moved)
    return {.start = run.status == RunStatus::kDone ? Start::kMove : Start::kExtend,
            .last_common_step = *moved,
            .former_places =
                differing_keys(*state.config.value, config, [](const DifferingValue& value) {
                  const std::string place = files::without_controls(value.first);
                  return value.name + ' ' + (place.empty() ? "''" : place);
                })};
  if (run.status == RunStatus::kDone) {
    if (options.checkpoint)
      throw ConfigError(path +
                        ": the run is done, and goes on from no checkpoint; go on as another run "
                        "with --from RUN@STEP, or train anew with --overwrite");
    return {Start::kDone};
  }
  return options.checkpoint ? StartDecision{Start::kResume} : go_on(state, run);
}

}  // namespace

StartDecision decide(const RunState& state, const RunConfig& config,
                     const TrainingRunOptions& options) try {
  return decided(state, config, options);
} catch (const Error&) {
  return {.start = Start::kRefuse, .refusal = std::current_exception()};
}

}  // namespace espalier::training
