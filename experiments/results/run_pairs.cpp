// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/run_pairs.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <espalier/experiments/results/key_words.h>
#include <espalier/experiments/results/plateau.h>
#include <espalier/experiments/results/run_identity.h>
#include <espalier/experiments/results/run_keys.h>
#include <espalier/experiments/results/run_list.h>
#include <espalier/experiments/results/seed_statistics.h>
#include <espalier/experiments/results/table_cells.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/training/config/key_list.h>
#include <espalier/training/config/settings.h>

namespace espalier::experiments {
namespace {

using training::Settings;
using RunPointers = std::vector<const training::RunSummary*>;

constexpr const char* kPolicyKey = "topology.policy";
/// What a label always says of a row.
constexpr std::array<std::string_view, 3> kRowKeys = {"model.hidden", "model.block",
                                                      "training.tokens"};

/// They say what a loss is measured on, which the metric of a row tells.
constexpr std::array<std::string_view, 2> kMeasureKeys = {"training.test_sequences",
                                                          "training.validation_sequences"};

/// No setting: the step at which a run branched from another.
constexpr const char* kBranchKey = "branched at step";

/// No settings either: the study, and the hash of the settings, of a run in a file of summaries.
constexpr const char* kStudyKey = "study";
constexpr const char* kHashKey = "settings_hash";

/// Settings that files of summaries have as columns too.
constexpr std::array kColumnKeys = {kPolicyKey, "model.block", "model.density", "model.hidden",
                                    "model.layers"};

/// Settings that only an update of a pattern asks for.
const std::set<std::string>& update_keys() {
  static const std::set<std::string> found = [] {
    std::set<std::string> names;
    for (const training::Key& key : training::keys())
      if (key.tags.of_updates) names.insert(key.path());
    return names;
  }();
  return found;
}

/// The settings of a run in two parts: those that both of a pair share, and those of its own side.
struct PairPlace {
  Settings common, own;
  bool operator<(const PairPlace& other) const {
    return std::tie(common, own) < std::tie(other.common, other.own);
  }
};

PairPlace pair_place(const training::RunSummary& run, const std::string& pair_key) {
  PairPlace place;
  const bool by_policy = pair_key == kPolicyKey;
  for (const auto& [key, value] : run.settings) {
    if (key == pair_key || is_rate_key(key)) continue;  // each side has the best rate of its own
    const bool own = by_policy && key.starts_with("topology.");
    // A pattern that stands still has no updates, whatever it says of them.
    if (own && run.policy == "static" && update_keys().contains(key)) continue;
    (own ? place.own : place.common)[key] = key_value(run, key);
  }
  for (const char* key : kColumnKeys)
    if (key != pair_key && !place.own.contains(key)) place.common[key] = key_value(run, key);
  // A branch begins with the weights and patterns of another run.
  if (const std::string branch = branch_step(run); !branch.empty()) place.own[kBranchKey] = branch;
  // Data that have one name and are not the same.
  place.common["text"] = run.corpus_hash;
  place.common["vocabulary"] = run.vocabulary_hash;
  return place;
}

/// What the hash of a run's settings is of, as far as they are known.
Settings hashed_settings(const training::RunSummary& run) {
  Settings settings = run.settings;
  settings.erase("training.learning_rate");
  for (const char* key : kColumnKeys) settings[key] = key_value(run, key);
  return settings;
}

/// Settings under which runs have several hashes. Files of summaries leave out what all of their
/// own runs have in common, so that runs of two may differ in what neither says.
std::set<Settings> ambiguous_settings(const std::vector<training::RunSummary>& runs) {
  std::map<Settings, std::set<std::string>> hashes;
  for (const training::RunSummary& run : runs)
    if (!run.settings_hash.empty()) hashes[hashed_settings(run)].insert(run.settings_hash);
  std::set<Settings> found;
  for (const auto& [settings, of_settings] : hashes)
    if (of_settings.size() > 1) found.insert(settings);
  return found;
}

/// Of several runs of one seed the first.
std::map<Index, const training::RunSummary*> by_seed(const RunPointers& runs,
                                                     std::vector<std::string>& notes) {
  std::map<Index, const training::RunSummary*> found;
  for (const training::RunSummary* run : runs)
    if (!found.try_emplace(run->seed, run).second)
      notes.push_back(fmt::format("{}: left out, {} has its settings and its seed",
                                  place_of_run(*run), place_of_run(*found[run->seed])));
  return found;
}

std::string row_metric(const RunPointers& runs, const std::string& asked) {
  if (!asked.empty()) return full_name(asked);
  const bool tested = std::ranges::all_of(runs, [](const training::RunSummary* run) {
    return std::isfinite(run->metrics.value(training::metric::kTestLoss));
  });
  return tested ? training::metric::kTestLoss : training::metric::kValidationLoss;
}

/// Those of the runs whose seed is one of the others' too.
RunPointers with_seed_among(const RunPointers& runs, const RunPointers& others) {
  RunPointers found;
  for (const training::RunSummary* run : runs)
    if (std::ranges::find(others, run->seed, &training::RunSummary::seed) != others.end())
      found.push_back(run);
  return found;
}

/// The two sides of a row, each at one rate. If those share no seed, the best rate of the first
/// among the seeds that both have at any rate, and that of the other among its seeds; empty: no
/// seed is common.
std::pair<RunPointers, RunPointers> sides_of(const RunPointers& first_runs,
                                             const RunPointers& against_runs) {
  RunPointers first = at_best_rate(first_runs), against = at_best_rate(against_runs);
  if (!with_seed_among(first, against).empty()) return {first, against};
  first = with_seed_among(first_runs, against_runs);
  if (first.empty()) return {};
  first = at_best_rate(first);
  return {first, at_best_rate(with_seed_among(against_runs, first))};
}

/// A row before it is known what tells it apart.
struct RowDraft {
  PairedRow row;
  Settings settings;
  Settings first_own;  ///< of the side that the other is subtracted from
};

std::optional<RowDraft> draft_of(const PairPlace& first_place, const RunPointers& first_runs,
                                 const PairPlace& against_place, const RunPointers& against_runs,
                                 const PairOptions& options, std::vector<std::string>& notes) {
  const auto [first_side, against_side] = sides_of(first_runs, against_runs);
  if (first_side.empty()) {
    notes.push_back(
        fmt::format("{} and {}, and those that differ in seed and rate alone: left "
                    "out, they have no seed in common",
                    place_of_run(*first_runs.front()), place_of_run(*against_runs.front())));
    return std::nullopt;
  }
  const auto first = by_seed(first_side, notes);
  const auto against = by_seed(against_side, notes);
  RowDraft draft;
  RunPointers used;
  for (const auto& [seed, run] : first)
    if (const auto other = against.find(seed); other != against.end()) {
      draft.row.pairs.push_back({.first = *run, .against = *other->second});
      used.insert(used.end(), {run, other->second});
    }
  PairedRow& row = draft.row;
  row.metric = row_metric(used, options.metric);
  std::erase_if(row.pairs, [&](RunPair& pair) {
    pair.difference = pair.first.metrics.value(row.metric) - pair.against.metrics.value(row.metric);
    if (std::isfinite(pair.difference)) return false;
    notes.push_back(fmt::format("{} and {}: left out, one of them has no {}",
                                place_of_run(pair.first), place_of_run(pair.against), row.metric));
    return true;
  });
  if (row.pairs.empty()) return std::nullopt;
  row.first = key_value(row.pairs[0].first, options.key);
  row.against = options.against;
  row.first_rate = row.pairs[0].first.learning_rate;
  row.against_rate = row.pairs[0].against.learning_rate;
  draft.settings = against_place.common;
  draft.settings.insert(against_place.own.begin(), against_place.own.end());
  draft.first_own = first_place.own;
  return draft;
}

/// Leaves each pair in the row that has most of them.
void count_once(std::vector<RowDraft>& drafts, std::vector<std::string>& notes) {
  std::map<std::string, std::string> by_folder;  // a run stands in several rows
  const auto identity = [&](const training::RunSummary& run) {
    if (!has_records(run)) return run_identity(run);
    auto& found = by_folder[run.folder];
    if (found.empty()) found = run_identity(run);
    return found;
  };
  std::ranges::stable_sort(drafts, [](const RowDraft& a, const RowDraft& b) {
    return a.row.pairs.size() > b.row.pairs.size();
  });
  std::map<std::pair<std::string, std::string>, const RunPair*> seen;
  // Pairs that stay must not move while others are compared with them.
  for (RowDraft& draft : drafts) {
    std::vector<RunPair> left;
    left.reserve(draft.row.pairs.size());
    for (RunPair& pair : draft.row.pairs) {
      const auto key = std::pair(identity(pair.first), identity(pair.against));
      if (const auto known = seen.find(key); known != seen.end()) {
        if (place_of_run(pair.first) != place_of_run(known->second->first) ||
            place_of_run(pair.against) != place_of_run(known->second->against))
          notes.push_back(fmt::format("{} and {}: the pair {} and {}, which counts once",
                                      place_of_run(pair.first), place_of_run(pair.against),
                                      place_of_run(known->second->first),
                                      place_of_run(known->second->against)));
        continue;
      }
      left.push_back(std::move(pair));
      seen[key] = &left.back();
    }
    draft.row.pairs = std::move(left);
  }
  std::erase_if(drafts, [](const RowDraft& draft) { return draft.row.pairs.empty(); });
  const auto enough = [](const training::RunSummary& run) {
    return trained_enough(run.metrics, run.validation_loss()).value_or(true);
  };
  for (RowDraft& draft : drafts)
    draft.row.trained_enough = std::ranges::all_of(draft.row.pairs, [&](const RunPair& pair) {
      return enough(pair.first) && enough(pair.against);
    });
}

std::vector<std::string> telling_keys(const std::vector<RowDraft>& drafts) {
  std::set<std::string> all;
  for (const RowDraft& draft : drafts)
    for (const auto& [key, value] : draft.settings) all.insert(key);
  std::vector<std::string> order(kRowKeys.begin(), kRowKeys.end()), telling;
  order.insert(order.end(), {"model.density", "topology.updates"});
  for (const std::string& key : all)
    if (std::ranges::find(order, key) == order.end() &&
        std::ranges::find(kMeasureKeys, key) == kMeasureKeys.end())
      order.push_back(key);
  const auto value = [](const RowDraft& draft, const std::string& key) {
    return training::setting(draft.settings, key);
  };
  for (const std::string& key : order)
    if (!follows(key, telling, drafts, value)) telling.push_back(key);
  return telling;
}

/// Adds, of the first side's own settings, those that tell apart rows which nothing else does.
void tell_apart(std::vector<RowDraft>& drafts) {
  const std::vector<std::string> keys = telling_keys(drafts);
  std::map<std::vector<std::string>, std::vector<const RowDraft*>> alike;
  for (const RowDraft& draft : drafts) {
    std::vector<std::string> place = {draft.row.first};
    for (const std::string& key : keys) place.push_back(training::setting(draft.settings, key));
    alike[place].push_back(&draft);
  }
  std::set<std::string> own;
  for (const auto& [place, group] : alike)
    for (const RowDraft* draft : group)
      for (const training::DifferingValue& value :
           training::differing(group.front()->first_own, draft->first_own))
        own.insert(value.name);
  for (const std::string& key : own) {
    // The other side may have the key too.
    const bool taken = std::ranges::any_of(
        drafts, [&](const RowDraft& draft) { return draft.settings.contains(key); });
    for (RowDraft& draft : drafts)
      if (const auto found = draft.first_own.find(key); found != draft.first_own.end())
        draft.settings[taken ? key + " of the first" : key] = found->second;
  }
}

void require_values(const std::vector<training::RunSummary>& runs, const PairOptions& options) {
  require_key(options.key, "pairs");
  if (runs.empty()) throw ConfigError("pairs: no run is done and left; name one that is");
  std::set<std::string> values;
  for (const training::RunSummary& run : runs) values.insert(key_value(run, options.key));
  for (const std::string& value : {options.first, options.against})
    if (!value.empty() && !values.contains(value))
      throw ConfigError(fmt::format("pairs: no run has {} {}; they have {}", options.key,
                                    files::printable(value), fmt::join(values, ", ")));
  if (options.against.empty())
    throw ConfigError(fmt::format("pairs: {} has the values {}; name one of them as `against`",
                                  options.key, fmt::join(values, ", ")));
}

/// Throws ConfigError if none of the runs has the metric that is asked for.
void require_metric(const std::vector<training::RunSummary>& runs, const std::string& asked) {
  if (asked.empty()) return;
  const std::string metric = full_name(asked);
  if (std::ranges::none_of(
          runs, [&](const training::RunSummary& run) { return run.metrics.has(metric); }))
    throw ConfigError("pairs: " + no_metric(runs.front(), metric));
}

}  // namespace

Sample PairedRow::differences() const {
  Sample sample;
  for (const RunPair& pair : pairs) sample.values.emplace_back(pair.first.seed, pair.difference);
  return sample;
}

std::size_t PairedRows::pairs() const {
  return std::accumulate(
      rows.begin(), rows.end(), std::size_t{0},
      [](std::size_t sum, const PairedRow& row) { return sum + row.pairs.size(); });
}

Index PairedRows::pairs_above() const {
  Index above = 0;
  for (const PairedRow& row : rows) above += row.differences().above_zero();
  return above;
}

PairedRows paired_rows(const std::vector<training::RunSummary>& runs, const PairOptions& options) {
  PairedRows found;
  found.options = options;
  std::vector<training::RunSummary> left = runs;
  keep_where(left, options.where);
  left = ablation_runs(left, &found.notes);
  std::erase_if(left, [&](const training::RunSummary& run) {
    const bool has_loss = std::isfinite(run.validation_loss());
    if (has_loss && std::isfinite(run.learning_rate)) return false;
    found.notes.push_back(fmt::format("{}: left out, it has no {}", place_of_run(run),
                                      has_loss ? "learning rate" : "validation loss"));
    return true;
  });
  require_values(left, options);
  require_metric(left, options.metric);
  const std::set<Settings> ambiguous = ambiguous_settings(left);
  std::map<Settings, std::map<std::string, std::map<PairPlace, RunPointers>>> places;
  std::vector<Settings> order;
  for (const training::RunSummary& run : left) {
    const std::string value = key_value(run, options.key);
    const bool wanted = value == options.against || options.first.empty() || value == options.first;
    if (!wanted) continue;
    PairPlace place = pair_place(run, options.key);
    if (ambiguous.contains(hashed_settings(run))) {
      place.common[kStudyKey] = study_of_run(run);
      place.own[kHashKey] = run.settings_hash;
    }
    if (!places.contains(place.common)) order.push_back(place.common);
    places[place.common][value][place].push_back(&run);
  }
  std::vector<RowDraft> drafts;
  for (const Settings& common : order) {
    const auto& sides = places[common];
    const auto against = sides.find(options.against);
    if (against == sides.end()) continue;
    for (const auto& [value, firsts] : sides) {
      if (value == options.against) continue;
      for (const auto& [first_place, first_runs] : firsts)
        for (const auto& [against_place, against_runs] : against->second)
          if (auto draft = draft_of(first_place, first_runs, against_place, against_runs, options,
                                    found.notes))
            drafts.push_back(*std::move(draft));
    }
  }
  count_once(drafts, found.notes);
  if (drafts.empty())
    throw ConfigError(
        fmt::format("pairs: no two runs of one seed differ in {} alone; name more "
                    "runs",
                    options.key));
  tell_apart(drafts);
  found.keys = telling_keys(drafts);
  for (RowDraft& draft : drafts) {
    PairedRow& row = draft.row;
    for (const std::string& key : found.keys)
      row.values.push_back(training::setting(draft.settings, key));
    for (const RunPair& pair : row.pairs)
      for (const training::RunSummary* run : {&pair.first, &pair.against}) {
        const std::string study = study_of_run(*run);
        if (!study.empty() && std::ranges::find(row.studies, study) == row.studies.end())
          row.studies.push_back(study);
      }
    found.rows.push_back(std::move(row));
  }
  std::ranges::stable_sort(found.rows, [](const PairedRow& a, const PairedRow& b) {
    if (a.first != b.first) return training::value_before(a.first, b.first);
    return std::ranges::lexicographical_compare(a.values, b.values, training::value_before);
  });
  std::ranges::sort(found.notes);
  found.notes.erase(std::unique(found.notes.begin(), found.notes.end()), found.notes.end());
  return found;
}

std::set<std::string> tasks_of(std::span<const PairedRow> rows) {
  std::set<std::string> tasks;
  for (const PairedRow& row : rows)
    for (const RunPair& pair : row.pairs) tasks.insert({pair.first.task, pair.against.task});
  return tasks;
}

namespace {

bool is_row_key(const std::string& key) {
  return std::ranges::find(kRowKeys, key) != kRowKeys.end();
}

/// As people read it: of a text the last part of its path.
std::string row_value(const std::string& key, const std::string& value) {
  if (key == "data.corpus") return std::filesystem::path(value).filename().string();
  return axis_value(in_words(key, value));
}

/// Of each key the value that most rows have; of several the first.
std::vector<std::string> usual_row(const PairedRows& rows) {
  std::vector<std::string> found;
  for (std::size_t k = 0; k < rows.keys.size(); ++k) {
    std::map<std::string, int> counts;
    for (const PairedRow& row : rows.rows) ++counts[row.values[k]];
    found.push_back(rows.rows.front().values[k]);
    for (const PairedRow& row : rows.rows)
      if (counts[row.values[k]] > counts[found[k]]) found[k] = row.values[k];
  }
  return found;
}

std::string named_value(const PairedRows& rows, std::size_t k, const std::string& value) {
  return in_words(rows.keys[k]) + ' ' + row_value(rows.keys[k], value);
}

/// What a row's label says beside what most rows have.
std::vector<std::string> own_parts(const PairedRows& rows, const std::vector<std::string>& usual,
                                   const PairedRow& row) {
  std::vector<std::string> parts;
  if (std::ranges::any_of(rows.rows, [&](const PairedRow& other) {
        return other.first != rows.rows.front().first;
      }))
    parts.push_back(in_words(rows.options.key, row.first));
  for (std::size_t k = 0; k < rows.keys.size(); ++k)
    if (is_row_key(rows.keys[k]) || row.values[k] != usual[k])
      parts.push_back(named_value(rows, k, row.values[k]));
  return parts;
}

}  // namespace

std::vector<std::string> row_labels(const PairedRows& rows) {
  const std::vector<std::string> usual = usual_row(rows);
  std::vector<std::string> labels;
  for (const PairedRow& row : rows.rows) {
    std::vector<std::string> parts = own_parts(rows, usual, row);
    if (parts.empty())
      for (std::size_t k = 0; k < rows.keys.size(); ++k)
        parts.push_back(named_value(rows, k, usual[k]));
    if (parts.empty()) parts.emplace_back();
    if (parts.front().empty()) parts.front() = "all";
    labels.push_back(fmt::format("{}", fmt::join(parts, ", ")));
  }
  return labels;
}

std::string usual_values(const PairedRows& rows) {
  const std::vector<std::string> usual = usual_row(rows);
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < rows.keys.size(); ++k)
    if (!is_row_key(rows.keys[k]) && std::ranges::any_of(rows.rows, [&](const PairedRow& row) {
          // A row that has nothing of its own states the usual values itself.
          return row.values[k] == usual[k] && !own_parts(rows, usual, row).empty();
        }))
      parts.push_back(named_value(rows, k, usual[k]));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace espalier::experiments
