// SPDX-License-Identifier: Apache-2.0
#include <espalier/experiments/results/frontier.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include <espalier/experiments/results/run_identity.h>
#include <espalier/experiments/results/run_keys.h>
#include <espalier/experiments/results/run_list.h>
#include <espalier/experiments/results/wall_clock.h>
#include <espalier/files/content_hash.h>
#include <espalier/files/number_text.h>
#include <espalier/files/plain_text.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>
#include <espalier/sparse/core/spread.h>
#include <espalier/training/config/settings.h>

namespace espalier::experiments {
namespace {

constexpr std::array<std::pair<FrontierCost, const char*>, 4> kCostNames = {
    {{FrontierCost::kEncoderFlops, "encoder_flops"},
     {FrontierCost::kTotalFlops, "total_flops"},
     {FrontierCost::kSeconds, "seconds"},
     {FrontierCost::kTokens, "tokens"}}};

/// By how much FLOPs of a sequence may differ where a step is the same but for the blocks'
/// rounding.
constexpr double kSameStep = 0.01;

/// A row of the table, with all that resampling needs.
struct HullRow {
  ParetoRow row;
  std::string family;
  std::vector<double> means;  ///< resampled
};

/// Of runs by the hour each has its number.
double steps_of(const ParetoRow& row) {
  double sum = 0;
  for (const training::RunSummary& run : row.runs) sum += static_cast<double>(run.steps);
  return sum / static_cast<double>(row.runs.size());
}

/// The keys beside model, policy, density and block that decide what a step computes, and how fast.
constexpr std::array kKeysOfStep = {"training.batch", "training.precision", "training.optimizer",
                                    "training.panel_group", "run.kernel"};

/// Whether two rows differ in nothing that is left out of their settings: files of summaries leave
/// out what all runs of a study have in common.
bool tell_alike(const training::RunSummary& run, const training::RunSummary& other) {
  return (!run.is_of_summaries && !other.is_of_summaries) ||
         study_of_run(run) == study_of_run(other);
}

/// Whether a step of the one does what a step of the other does.
bool has_step_of(const ParetoRow& row, const ParetoRow& other) {
  return tell_alike(row.runs.front(), other.runs.front()) &&
         std::tie(row.model, row.policy, row.density, row.block) ==
             std::tie(other.model, other.policy, other.density, other.block) &&
         std::ranges::all_of(kKeysOfStep,
                             [&](const char* key) {
                               return key_value(row.runs.front(), key) ==
                                      key_value(other.runs.front(), key);
                             }) &&
         std::abs(row.encoder_flops / other.encoder_flops - 1) <= kSameStep;
}

/// Unknown if no step of the row, or of one that differs in its length alone, was timed, or if the
/// steps of its runs computed something else, as those of a policy that starts dense do.
double seconds_of(const ParetoRow& row, const std::vector<HullRow>& rows,
                  const std::vector<training::StepTime>& times) {
  for (const bool own : {true, false})
    for (const training::StepTime& time : times)
      for (const HullRow& other : rows)
        if (other.row.settings_hash == time.settings_hash &&
            (own ? row.settings_hash == time.settings_hash : has_step_of(row, other.row)) &&
            measures(time, row))
          return time.seconds * steps_of(row);
  return training::kUnknown;
}

/// In the mean, of runs by the hour, of which each has its number of sequences.
double encoder_flops_of_runs(const ParetoRow& row) {
  double flops = 0;
  for (const training::RunSummary& run : row.runs)
    flops += run.encoder_flops_per_sequence * static_cast<double>(run.sequences);
  return flops / static_cast<double>(row.runs.size());
}

double cost_of(const ParetoRow& row, FrontierCost cost, const std::vector<HullRow>& rows,
               const FrontierOptions& options) {
  switch (cost) {
    case FrontierCost::kEncoderFlops:
      return row.hours == 0 ? row.encoder_flops * static_cast<double>(row.samples)
                            : encoder_flops_of_runs(row);
    case FrontierCost::kTotalFlops:
      return row.total_flops;
    case FrontierCost::kSeconds:
      return seconds_of(row, rows, options.times);
    case FrontierCost::kTokens:
      break;
  }
  return trained_on(row);
}

std::string family_of(const ParetoRow& row, const std::vector<std::string>& keys) {
  std::vector<std::string> values;
  values.reserve(keys.size());
  for (const std::string& key : keys) values.push_back(key_value(row.runs.front(), key));
  return fmt::format("{}", fmt::join(values, ", "));
}

/// Draws the means of all rows anew, by random numbers that do not depend on which other rows there
/// are, and returns the families of which none has several seeds: their means stay empty.
std::vector<std::string> resample(std::vector<HullRow>& rows, Index resamples) {
  std::map<std::string, std::vector<double>> deviations;  // by family
  for (const HullRow& hull_row : rows)
    if (std::isfinite(hull_row.row.loss_spread))
      deviations[hull_row.family].push_back(hull_row.row.loss_spread);
  std::vector<std::string> without_spread;
  for (HullRow& hull_row : rows) {
    if (!deviations.contains(hull_row.family)) {
      if (std::ranges::find(without_spread, hull_row.family) == without_spread.end())
        without_spread.push_back(hull_row.family);
      continue;
    }
    const std::vector<double>& losses = hull_row.row.losses;
    const std::size_t n = losses.size();
    const double usual = spread_of(deviations[hull_row.family]).median;
    const double scale = n > 1 ? std::sqrt(static_cast<double>(n) / static_cast<double>(n - 1)) : 0;
    const std::string stream = "frontier:" + place_of_run(hull_row.row.runs.front());
    for (Index b = 0; b < resamples; ++b) {
      const Random random(0, stream_id(stream, static_cast<std::uint64_t>(b)));
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i)
        sum += n > 1 ? scale * (losses[random.below(i, n)] - hull_row.row.loss)
                     : usual * random.normal(0);
      // A loss is above zero, however far the few that there are lie apart.
      hull_row.means.push_back(std::max(hull_row.row.loss + sum / static_cast<double>(n),
                                        std::numeric_limits<double>::min()));
    }
  }
  return without_spread;
}

/// A hull as a line.
class Hull {
 public:
  explicit Hull(const std::vector<CurvePoint>& points) : line_(corners(points)) {}

  const DenseCurve& line() const { return line_; }
  /// The loss that the family reaches for a cost: beyond its end that of the end, since one need
  /// not spend all.
  double reached(double cost) const {
    const std::vector<CurvePoint>& points = line_.points();
    if (cost >= points.back().cost) return points.back().loss;
    const auto loss = line_.loss_at(cost);
    return loss ? loss->value : points.back().loss;
  }

 private:
  static std::vector<CurvePoint> corners(const std::vector<CurvePoint>& points) {
    std::vector<CurvePoint> found;
    for (const std::size_t place : lower_hull(points)) found.push_back(points[place]);
    return found;
  }
  DenseCurve line_;
};

/// Gives runs of equal settings one hash whatever else their studies say, and step times that of
/// the runs that they are of. What stands at its default is left out, so that a later key changes
/// no hash, by which rows of equal cost are in order. Runs of files of summaries have that of runs
/// of folders with their `settings_hash`, or else keep theirs: two may differ in what neither file
/// says, since all of its runs have it in common.
std::vector<training::StepTime> with_common_hashes(std::vector<training::RunSummary>& runs,
                                                   const FrontierOptions& options) {
  const training::Settings defaults = settings_of(training::RunConfig());
  std::map<std::string, std::string> common;
  for (training::RunSummary& run : runs) {
    if (options.any_windows)
      for (const char* key : {"training.test_sequences", "training.validation_sequences"})
        run.settings.erase(key);
    if (run.is_of_summaries) continue;
    files::ContentHash hash;
    for (const auto& [key, value] : run.settings)
      if (key != "training.learning_rate" && key != "training.scale_learning_rate" &&
          training::setting(defaults, key) != value)
        hash.update_field(key).update_field(value);
    std::string& found = common[run.settings_hash];
    found = files::hex(hash.value());
    run.settings_hash = found;
  }
  const auto take_common = [&common](std::string& settings_hash) {
    if (const auto found = common.find(settings_hash); found != common.end())
      settings_hash = found->second;
  };
  for (training::RunSummary& run : runs)
    if (run.is_of_summaries) take_common(run.settings_hash);
  std::vector<training::StepTime> times = options.times;
  for (training::StepTime& time : times) take_common(time.settings_hash);
  return times;
}

/// By the nearest rank.
Interval percentiles(std::vector<double> values) {
  if (values.empty() || !std::ranges::all_of(values, [](double v) { return std::isfinite(v); }))
    return {};
  std::ranges::sort(values);
  const auto at = [&](double share) {
    const double place = share * static_cast<double>(values.size() - 1);
    return values[static_cast<std::size_t>(std::lround(place))];
  };
  return {.low = at(0.025), .high = at(0.975)};
}

/// The points of one family by one cost, and which row each is.
struct Member {
  FrontierFamily family;
  std::vector<std::size_t> rows;

  std::vector<CurvePoint> points() const {
    std::vector<CurvePoint> found;
    for (const FrontierPoint& point : family.points) found.push_back({point.cost, point.row.loss});
    return found;
  }
  std::vector<CurvePoint> resampled(const std::vector<HullRow>& all, std::size_t b) const {
    std::vector<CurvePoint> found;
    for (std::size_t i = 0; i < rows.size(); ++i)
      found.push_back({family.points[i].cost, all[rows[i]].means[b]});
    return found;
  }
};

/// Compares the points on the hull of `member` with the hull of `reference`.
void match_hulls(Member& member, const Member& reference, const std::vector<HullRow>& rows,
                 Index resamples) {
  const Hull theirs(reference.points());
  std::vector<FrontierPoint*> on_hull;
  for (FrontierPoint& point : member.family.points)
    if (point.on_hull) on_hull.push_back(&point);
  for (FrontierPoint* point : on_hull) {
    const DenseMatch found = match(theirs.line(), point->cost, point->row.loss);
    point->ahead = found.loss;
    if (point->ahead) point->ahead->value -= point->row.loss;
    point->share = found.cost_ratio;
  }
  const auto has_spread = [&rows](const Member& each) {
    return !rows[each.rows.front()].means.empty();
  };
  if (!has_spread(member) || !has_spread(reference)) return;
  std::vector<std::vector<double>> ahead(on_hull.size()), share(on_hull.size());
  for (Index b = 0; b < resamples; ++b) {
    const Hull mine(member.resampled(rows, static_cast<std::size_t>(b)));
    const Hull other(reference.resampled(rows, static_cast<std::size_t>(b)));
    for (std::size_t i = 0; i < on_hull.size(); ++i) {
      const double cost = on_hull[i]->cost, loss = mine.reached(cost);
      const DenseMatch found = match(other.line(), cost, loss);
      ahead[i].push_back(found.loss ? found.loss->value - loss : training::kUnknown);
      share[i].push_back(found.cost_ratio ? found.cost_ratio->value : training::kUnknown);
    }
  }
  for (std::size_t i = 0; i < on_hull.size(); ++i) {
    if (on_hull[i]->ahead) on_hull[i]->ahead_interval = percentiles(std::move(ahead[i]));
    if (on_hull[i]->share) on_hull[i]->share_interval = percentiles(std::move(share[i]));
  }
}

/// Why the family that others are held against has no row.
[[noreturn]] void refuse_reference(FrontierCost cost, const std::vector<HullRow>& rows,
                                   const FrontierOptions& options, Index untrained) {
  const std::string family = files::printable(options.against);
  if (std::ranges::find(rows, options.against, &HullRow::family) != rows.end())
    throw ConfigError(fmt::format("frontier: no row of family {} has {}; name runs that have",
                                  family, to_string(cost)));
  if (untrained > 0)
    throw ConfigError(
        fmt::format("frontier: no row of family {} is left: of its {} none is trained long enough "
                    "({}); name runs that are trained longer, or another family as `against`",
                    family, untrained, kNotTrainedEnough));
  std::vector<std::string> families;
  for (const HullRow& row : rows)
    if (std::ranges::find(families, row.family) == families.end()) families.push_back(row.family);
  throw ConfigError(fmt::format("frontier: no row of family {}, expected one of {}", family,
                                fmt::join(families, ", ")));
}

FrontierOfCost frontier_of(FrontierCost cost, const std::vector<HullRow>& rows, Index untrained,
                           const FrontierOptions& options, std::vector<std::string>& notes) {
  std::vector<Member> members;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double its = cost_of(rows[r].row, cost, rows, options);
    if (!(its > 0 && std::isfinite(its))) {
      notes.push_back(fmt::format("{}: left out of {}, which is not known of it",
                                  place_of_run(rows[r].row.runs.front()), to_string(cost)));
      continue;
    }
    auto member =
        std::ranges::find(members, rows[r].family, [](const Member& m) { return m.family.name; });
    if (member == members.end()) {
      members.push_back({.family = {.name = rows[r].family, .points = {}}, .rows = {}});
      member = members.end() - 1;
    }
    member->family.points.push_back({.row = rows[r].row, .cost = its});
    member->rows.push_back(r);
  }
  const auto reference =
      std::ranges::find(members, options.against, [](const Member& m) { return m.family.name; });
  if (reference == members.end()) refuse_reference(cost, rows, options, untrained);
  std::rotate(members.begin(), reference, reference + 1);
  const auto is_number = [](const Member& m) {
    return files::number_in<double>(m.family.name).has_value();
  };
  if (std::all_of(members.begin() + 1, members.end(), is_number))
    std::sort(members.begin() + 1, members.end(), [](const Member& a, const Member& b) {
      return training::value_before(a.family.name, b.family.name);
    });
  FrontierOfCost found = {.cost = cost, .families = {}};
  for (Member& member : members) {
    for (const std::size_t place : lower_hull(member.points()))
      member.family.points[place].on_hull = true;
    if (&member != members.data()) match_hulls(member, members.front(), rows, options.resamples);
  }
  for (Member& member : members) {
    std::ranges::stable_sort(member.family.points, {}, &FrontierPoint::cost);
    found.families.push_back(std::move(member.family));
  }
  return found;
}

}  // namespace

double trained_on(const ParetoRow& row) {
  if (row.hours == 0) return row.budget();
  return static_cast<double>(row.tokens > 0 ? row.tokens : row.samples);
}

std::vector<std::size_t> lower_hull(const std::vector<CurvePoint>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (const CurvePoint& point : points)
    if (!(point.cost > 0 && std::isfinite(point.cost) && point.loss > 0 &&
          std::isfinite(point.loss)))
      throw ConfigError(
          fmt::format("lower hull: a point of cost {} and loss {}, expected finite values above 0",
                      point.cost, point.loss));
  std::ranges::stable_sort(
      order, {}, [&](std::size_t i) { return std::pair(points[i].cost, points[i].loss); });
  std::vector<std::size_t> hull;
  const auto x = [&](std::size_t i) { return std::log(points[i].cost); };
  const auto y = [&](std::size_t i) { return std::log(points[i].loss); };
  for (const std::size_t i : order) {
    // Only what is better than all that cost no more can be on a falling line.
    if (!hull.empty() && points[i].loss >= points[hull.back()].loss) continue;
    while (hull.size() >= 2) {
      const std::size_t a = hull[hull.size() - 2], b = hull.back();
      const double turn = (x(b) - x(a)) * (y(i) - y(a)) - (y(b) - y(a)) * (x(i) - x(a));
      if (turn > 0) break;
      hull.pop_back();
    }
    hull.push_back(i);
  }
  return hull;
}

std::string to_string(FrontierCost cost) {
  return std::ranges::find(kCostNames, cost, [](const auto& name) { return name.first; })->second;
}

FrontierCost frontier_cost(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [cost, its] : kCostNames) {
    if (name == its) return cost;
    names.emplace_back(its);
  }
  throw ConfigError(fmt::format("frontier: no cost {}, expected {}", files::printable(name),
                                fmt::join(names, ", ")));
}

Frontier make_frontier(const std::vector<training::RunSummary>& runs,
                       const FrontierOptions& options) {
  for (const std::string& key : options.families) require_key(key, "frontier");
  Frontier frontier = {.options = options, .tasks = {}, .costs = {}, .notes = {}};
  std::vector<training::RunSummary> left = runs;
  keep_where(left, options.where);
  // Of runs that are one, one that is done stays, and of those one whose settings are all known.
  std::ranges::stable_sort(left, {}, [](const training::RunSummary& run) {
    return std::pair(run.status != "done", run.is_of_summaries);
  });
  // Before any is left out, since a step may have been timed with the settings of another study.
  frontier.options.times = with_common_hashes(left, options);
  left = without_repetitions(left, frontier.notes, &frontier.windows_apart);
  const ParetoTable table = make_pareto_table(
      left, options.any_windows ? ReportedLoss::kValidation : ReportedLoss::kTestOfAll);
  frontier.tested = table.tested;
  for (const training::RunSummary& run : left) frontier.tasks.insert(run.task);
  frontier.notes.insert(frontier.notes.end(), table.notes.begin(), table.notes.end());
  std::vector<HullRow> rows;
  Index untrained = 0;  // of the family that others are held against
  for (const ParetoRow& row : table.rows) {
    if (!row.trained_enough().value_or(true)) {
      if (family_of(row, options.families) == options.against) ++untrained;
      frontier.notes.push_back(
          fmt::format("{}: left out, {}", place_of_run(row.runs.front()), kNotTrainedEnough));
      continue;
    }
    rows.push_back({.row = row, .family = family_of(row, options.families), .means = {}});
    ++(row.seeds > 1 ? frontier.repeated : frontier.single);
  }
  if (rows.empty())
    throw ConfigError(
        table.rows.empty()
            ? "frontier: no run is left; name runs that are done"
            : fmt::format("frontier: no row is left: of {} none is trained long enough ({}); name "
                          "runs that are trained longer",
                          table.rows.size(), kNotTrainedEnough));
  frontier.without_spread = resample(rows, options.resamples);
  for (const std::string& family : frontier.without_spread)
    frontier.notes.push_back(
        fmt::format("family {}: no row has several seeds, by whose spread there would be intervals",
                    files::printable(family)));
  for (const FrontierCost cost : options.costs)
    frontier.costs.push_back(frontier_of(cost, rows, untrained, frontier.options, frontier.notes));
  return frontier;
}

}  // namespace espalier::experiments
