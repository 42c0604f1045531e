// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/policies/drop_and_grow.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include <espalier/schedules/rules/constrained_growth.h>
#include <espalier/schedules/rules/criteria.h>
#include <espalier/schedules/rules/growth.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/topology/random_pattern.h>
#include <espalier/sparse/topology/select.h>

namespace espalier::schedules {
namespace {

using sparse::TopologyEdit;
using sparse::WeightView;

void require_share(const char* option, double value) {
  if (!(value >= 0 && value <= 1))
    throw ConfigError(std::string(option) + " is " + std::to_string(value) +
                      "; expected a value from 0 to 1");
}

void require_not_negative(const char* option, double value) {
  if (!(value >= 0) || !std::isfinite(value))
    throw ConfigError(std::string(option) + " is " + std::to_string(value) +
                      "; expected a number of at least 0");
}

/// Steps after which the patterns stay as they are.
Index last_step(const PolicyOptions& options) {
  return std::max<Index>(
      1, static_cast<Index>(std::llround(options.end * static_cast<double>(options.steps))));
}

Cadence cadence_of(const PolicyOptions& options) {
  require_share("end", options.end);
  require_not_negative("every_seconds", options.every_seconds);
  if (options.steps < 1)
    throw ConfigError("steps is " + std::to_string(options.steps) +
                      "; expected the length of the run, at least 1");
  if (options.every_steps < 0)
    throw ConfigError("every_steps is " + std::to_string(options.every_steps) +
                      "; expected at least 0");
  const Index last = last_step(options);
  if (!(options.once_at < 0)) {
    require_share("once_at", options.once_at);
    const double step = std::round(options.once_at * static_cast<double>(options.steps));
    return Cadence::once(std::max<Index>(1, static_cast<Index>(step)));
  }
  if (options.every_seconds > 0) return Cadence::every_seconds(options.every_seconds, last);
  if (options.every_steps == 0) return Cadence::updates(options.updates, last);
  return Cadence::every(options.every_steps, std::min(options.every_steps, last), last);
}

/// Throws ConfigError, saying `found` and `expected`, if an option contradicts another.
void require(bool holds, const std::string& found, const char* expected) {
  if (!holds) throw ConfigError(found + "; expected " + expected);
}

/// Refuses settings of which one would silently undo the other.
void check_combination(const PolicyOptions& options, const Cadence& cadence) {
  const bool once = options.once_at >= 0;
  const bool gradual = options.density_start > 0;
  const bool grows = options.grow != GrowCriterion::kNone;
  if (options.structure != Structure::kNone) {
    const std::string structure =
        "structure '" + std::string(choice_name(options.structure)) + "' with ";
    require(!options.redistribute && !options.grow_first && !gradual,
            structure + "redistribute, grow_first or density_start", "a constant number of blocks");
    require(grows, structure + "grow criterion 'none'", "one that grows");
    require(options.drop != DropCriterion::kSigned, structure + "drop criterion 'signed'",
            "one that ranks all blocks of a weight");
  }
  require(grows || gradual, "grow criterion 'none' without density_start",
          "a density that falls, or a criterion that grows");
  if (options.redistribute) {
    require(grows && !options.grow_first, "redistribute with grow criterion 'none' or grow_first",
            "blocks that grow where the momentum is large, to stay there");
    require(!gradual || options.density_scope == DensityScope::kGlobal,
            "redistribute with density_start in each layer", "density_scope 'global'");
  }
  if (options.grow_first)
    require(grows && !once && !cadence.by_time(),
            "grow_first with grow criterion 'none', once_at or every_seconds",
            "updates of which it is known which is the last, that drops what grew");
  if (!gradual) return;
  require(cadence.count() > 0, "density_start without an update", "at least one update");
  if (once) return;
  require(options.density_schedule != ScheduleShape::kConstant,
          "density_start with density_schedule 'constant'", "a schedule that falls");
  require(options.density_end <= options.end,
          "density_end is " + std::to_string(options.density_end),
          "at most end, after which nothing is dropped");
}

PolicyCost cost_of(const PolicyOptions& options) {
  if (options.density_start >= 1 || options.grow == GrowCriterion::kMomentum ||
      options.redistribute)
    return PolicyCost::kDenseState;
  return options.grow == GrowCriterion::kGradient ? PolicyCost::kDenseUpdates
                                                  : PolicyCost::kAlwaysSparse;
}

PolicyInfo with_cost(PolicyInfo info, const PolicyOptions& options) {
  info.cost = cost_of(options);
  return info;
}

Index share_of(double fraction, Index total, Rounding rounding) {
  switch (rounding) {
    case Rounding::kUp:
      return sparse::ceil_of_fraction(fraction, total);
    case Rounding::kDown:
      return total - sparse::ceil_of_fraction(1 - fraction, total);
    case Rounding::kNearest:
      break;
  }
  return static_cast<Index>(std::llround(fraction * static_cast<double>(total)));
}

/// Divides `total` in proportion to `shares`, each part at most its capacity: parts that would be
/// larger are cut to it, and what they leave goes to the others in proportion. Whole numbers by
/// largest remainder, of equal ones the first. What no capacity takes is left out.
std::vector<Index> divide(Index total, std::vector<double> shares,
                          const std::vector<Index>& capacity) {
  for (double& share : shares)  // a weight whose training has diverged has no claim
    if (!std::isfinite(share)) share = 0;
  std::vector<Index> parts(shares.size(), 0);
  std::vector<double> exact(shares.size(), 0);
  std::vector<std::size_t> open(shares.size());
  std::iota(open.begin(), open.end(), std::size_t{0});
  Index left = total;
  for (std::size_t open_before = 0; !open.empty() && open.size() != open_before;) {
    open_before = open.size();
    double sum = 0;
    for (const std::size_t i : open) sum += shares[i];
    for (const std::size_t i : open)  // nothing to go by: evenly
      exact[i] = static_cast<double>(left) *
                 (sum > 0 ? shares[i] / sum : 1 / static_cast<double>(open_before));
    std::erase_if(open, [&](std::size_t i) {
      const bool full = exact[i] >= static_cast<double>(capacity[i]);
      if (full) left -= parts[i] = capacity[i];
      return full;
    });
  }
  for (const std::size_t i : open) left -= parts[i] = static_cast<Index>(exact[i]);
  std::stable_sort(open.begin(), open.end(), [&](std::size_t a, std::size_t b) {
    return exact[a] - std::floor(exact[a]) > exact[b] - std::floor(exact[b]);
  });
  for (const std::size_t i : open)
    if (left-- > 0) ++parts[i];
  return parts;
}

/// Leaves a block to each weight that had one: a weight that dropped all of its `stored` blocks and
/// would grow none takes one from the weight that can spare most, of equal ones the first. There is
/// always one that can, as each of these weights has dropped one of the blocks that are divided.
void leave_one_each(const std::vector<Index>& stored, const std::vector<Index>& dropped,
                    std::vector<Index>& grown) {
  std::vector<Index> spare(grown.size());
  for (std::size_t i = 0; i < grown.size(); ++i)
    spare[i] = grown[i] - (stored[i] > 0 && dropped[i] == stored[i] ? 1 : 0);
  for (std::size_t i = 0; i < grown.size(); ++i) {
    if (spare[i] >= 0) continue;
    const auto donor = std::max_element(spare.begin(), spare.end());
    --*donor;
    --grown[static_cast<std::size_t>(donor - spare.begin())];
    ++grown[i];
  }
}

class DropAndGrow final : public TopologyPolicy {
 public:
  DropAndGrow(PolicyInfo info, const PolicyOptions& options)
      : TopologyPolicy(with_cost(std::move(info), options), cadence_of(options)),
        options_(options),
        drop_fraction_(
            make_schedule(options.drop_schedule, options.drop_fraction, options.drop_fraction_end,
                          static_cast<double>(last_step(options)),
                          {.phase = options.drop_phase * static_cast<double>(last_step(options)),
                           .power = options.drop_power})),
        excess_(make_schedule(
            options.density_schedule, 1, 0,
            std::max(1.0, options.density_end * static_cast<double>(options.steps)))) {
    require_share("drop_fraction", options.drop_fraction);
    require_share("drop_fraction_end", options.drop_fraction_end);
    require_share("density_start", options.density_start);
    require_share("density_end", options.density_end);
    require_share("ablation", options.ablation);
    require_not_negative("gradient_weight", options.gradient_weight);
    require_not_negative("grown_deviation", options.grown_deviation);
    if (!(options.momentum >= 0 && options.momentum < 1))
      throw ConfigError("momentum is " + std::to_string(options.momentum) +
                        "; expected a value in [0, 1)");
    if (options.group < 1)
      throw ConfigError("group is " + std::to_string(options.group) + "; expected at least 1");
    check_combination(options, cadence());
  }

  PolicyNeeds needs() const override {
    return {.stored_gradients = options_.drop == DropCriterion::kMagnitudeGradient ||
                                options_.drop == DropCriterion::kSaliency,
            .growth_gradients = options_.grow == GrowCriterion::kGradient,
            .momentum = options_.grow == GrowCriterion::kMomentum || options_.redistribute
                            ? options_.momentum
                            : 0,
            .movement = options_.drop == DropCriterion::kMovement,
            .skips_optimizer = options_.skip_optimizer};
  }
  double initial_density(double density) const override {
    return std::max(density, options_.density_start);
  }
  std::string initial_pattern() const override { return options_.pattern; }
  bool grows_uniformly() const override {
    return options_.structure == Structure::kNone &&
           (options_.grow == GrowCriterion::kRandom || options_.grow == GrowCriterion::kNone);
  }
  double peak_blocks() const override {
    return options_.grow_first ? 1 + std::max(options_.drop_fraction, options_.drop_fraction_end)
                               : 1;
  }

  std::vector<TopologyEdit> propose(std::span<const WeightView> weights,
                                    const UpdateInfo& update) const override;
  sparse::GrownStart grown_start(const WeightView& weight, const TopologyEdit& edit,
                                 const UpdateInfo& update) const override;

 private:
  /// Whether no further update follows; by time nobody knows.
  bool is_last(const UpdateInfo& update) const {
    return !cadence().by_time() && update.update >= cadence().count();
  }
  /// What blocks are compared by where their sign does not part them.
  double rank(double score) const {
    return options_.drop == DropCriterion::kSigned ? std::abs(score) : score;
  }
  std::vector<Index> smallest_of_all(std::span<const WeightView> weights,
                                     const std::vector<std::vector<double>>& scores,
                                     Index count) const;
  std::vector<Index> blocks_to_shed(std::span<const WeightView> weights,
                                    const std::vector<std::vector<double>>& scores,
                                    std::span<const WeightHistory> history,
                                    const UpdateInfo& update) const;
  std::vector<Index> smallest_by_rank(const std::vector<double>& scores, Index count) const;
  std::vector<Index> blocks_to_drop(const WeightView& weight, const std::vector<double>& scores,
                                    Index shed, double fraction) const;
  std::vector<Index> blocks_to_grow(std::span<const WeightView> weights,
                                    const std::vector<TopologyEdit>& edits,
                                    const std::vector<Index>& shed,
                                    std::span<const WeightHistory> history, double fraction) const;
  std::unique_ptr<GrowthScores> growth(const WeightView& weight, const WeightHistory& history,
                                       const UpdateInfo& update, const Context* context) const;
  TopologyEdit constrained(const WeightView& weight, const std::vector<double>& scores,
                           const GrowthScores& growth, const WeightHistory& history,
                           double fraction) const;

  PolicyOptions options_;
  Schedule drop_fraction_;
  Schedule excess_;  ///< share of the blocks above the final number that is still stored
};

/// What the updater knows, or that all is as it was and will be.
std::vector<WeightHistory> history_of(std::span<const WeightView> weights,
                                      const UpdateInfo& update) {
  if (!update.history.empty()) return {update.history.begin(), update.history.end()};
  std::vector<WeightHistory> history;
  for (const WeightView& weight : weights)
    history.push_back(
        {.initial_blocks = weight.pattern().blocks(), .target_blocks = weight.pattern().blocks()});
  return history;
}

/// Among all weights at once, by the mean over a block's values: how many of the `count` smallest
/// blocks each weight has. The best block of each is safe.
std::vector<Index> DropAndGrow::smallest_of_all(std::span<const WeightView> weights,
                                                const std::vector<std::vector<double>>& scores,
                                                Index count) const {
  std::vector<double> pool;
  std::vector<std::size_t> owner;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto size = static_cast<double>(weights[i].pattern().block().size());
    const auto safe = std::max_element(scores[i].begin(), scores[i].end(),
                                       [&](double a, double b) { return rank(a) < rank(b); });
    for (auto score = scores[i].begin(); score != scores[i].end(); ++score) {
      if (score == safe) continue;
      pool.push_back(rank(*score) / size);
      owner.push_back(i);
    }
  }
  std::vector<Index> counts(weights.size(), 0);
  for (const Index i : sparse::smallest(pool, std::min(count, static_cast<Index>(pool.size()))))
    ++counts[owner[static_cast<std::size_t>(i)]];
  return counts;
}

/// Step 1: how many blocks each weight loses for good.
std::vector<Index> DropAndGrow::blocks_to_shed(std::span<const WeightView> weights,
                                               const std::vector<std::vector<double>>& scores,
                                               std::span<const WeightHistory> history,
                                               const UpdateInfo& update) const {
  std::vector<Index> shed(weights.size(), 0);
  if (options_.density_start <= 0 && !options_.grow_first) return shed;
  // What a schedule that ends with the run leaves, the last update takes.
  const bool at_once = options_.once_at >= 0 || is_last(update);
  const double excess = at_once ? 0 : excess_.at(static_cast<double>(update.completed_steps));
  Index surplus = 0;  // of all weights together
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Index end = history[i].target_blocks;
    const Index start = std::max(history[i].initial_blocks, end);
    const Index held = end + sparse::ceil_of_fraction(excess, start - end);
    shed[i] = std::max<Index>(0, weights[i].pattern().blocks() - held);
    surplus += weights[i].pattern().blocks() - held;
  }
  if (options_.density_scope == DensityScope::kLayer) return shed;
  return smallest_of_all(weights, scores, std::max<Index>(0, surplus));
}

/// Positions of the blocks that step 1 takes from one weight.
std::vector<Index> DropAndGrow::smallest_by_rank(const std::vector<double>& scores,
                                                 Index count) const {
  std::vector<double> ranks;
  ranks.reserve(scores.size());
  for (const double score : scores) ranks.push_back(rank(score));
  return sparse::smallest(ranks, count);
}

/// Positions of the blocks that steps 1 and 2 take from one weight.
std::vector<Index> DropAndGrow::blocks_to_drop(const WeightView& weight,
                                               const std::vector<double>& scores, Index shed,
                                               double fraction) const {
  const sparse::BlockPattern& pattern = weight.pattern();
  const bool exchanges = !options_.grow_first && options_.grow != GrowCriterion::kNone;
  const Index room =
      options_.regrow_dropped ? pattern.blocks() - shed : pattern.grid_size() - pattern.blocks();
  const auto share = [&](Index total) {
    return exchanges ? share_of(fraction, total, options_.rounding) : 0;
  };
  if (options_.drop != DropCriterion::kSigned)
    return sparse::smallest(scores, shed + std::min(share(pattern.blocks() - shed), room));

  std::vector<Index> drop = smallest_by_rank(scores, shed);
  std::vector<bool> gone(scores.size(), false);
  for (const Index i : drop) gone[static_cast<std::size_t>(i)] = true;
  // Sums of either sign by themselves, so that neither dies out.
  for (const bool negative : {false, true}) {
    std::vector<Index> positions;
    std::vector<double> of_this_sign;
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (!gone[i] && (scores[i] < 0) == negative) {
        positions.push_back(static_cast<Index>(i));
        of_this_sign.push_back(rank(scores[i]));
      }
    const Index free = shed + room - static_cast<Index>(drop.size());
    const Index count = std::min(share(static_cast<Index>(positions.size())), free);
    for (const Index i : sparse::smallest(of_this_sign, count))
      drop.push_back(positions[static_cast<std::size_t>(i)]);
  }
  std::sort(drop.begin(), drop.end());
  return drop;
}

/// Step 3: how many blocks each weight grows.
std::vector<Index> DropAndGrow::blocks_to_grow(std::span<const WeightView> weights,
                                               const std::vector<TopologyEdit>& edits,
                                               const std::vector<Index>& shed,
                                               std::span<const WeightHistory> history,
                                               double fraction) const {
  std::vector<Index> grow(weights.size(), 0);
  if (options_.grow == GrowCriterion::kNone) return grow;
  std::vector<Index> stored(weights.size());
  std::vector<Index> dropped(weights.size());
  std::vector<Index> free(weights.size());
  std::vector<double> shares(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    stored[i] = weights[i].pattern().blocks();
    dropped[i] = static_cast<Index>(edits[i].drop.size());
    free[i] =
        weights[i].pattern().grid_size() - stored[i] + (options_.regrow_dropped ? dropped[i] : 0);
    grow[i] =
        options_.grow_first
            ? std::min(free[i], share_of(fraction, history[i].target_blocks, options_.rounding))
            : dropped[i] - shed[i];
    if (options_.redistribute) shares[i] = mean_momentum(weights[i], history[i].momentum);
  }
  if (!options_.redistribute) return grow;
  grow = divide(std::accumulate(grow.begin(), grow.end(), Index{0}), shares, free);
  leave_one_each(stored, dropped, grow);
  return grow;
}

std::unique_ptr<GrowthScores> DropAndGrow::growth(const WeightView& weight,
                                                  const WeightHistory& history,
                                                  const UpdateInfo& update,
                                                  const Context* context) const {
  switch (options_.grow) {
    case GrowCriterion::kGradient:
      return std::make_unique<GradientGrowth>(weight, options_.gradient_pool, *context);
    case GrowCriterion::kMomentum:
      return std::make_unique<MomentumGrowth>(weight, history.momentum, options_.gradient_pool);
    case GrowCriterion::kNone:
    case GrowCriterion::kRandom:
      break;
  }
  return std::make_unique<RandomGrowth>(
      weight.pattern(), Random(update.seed, stream_id("grow " + weight.name(),
                                                      static_cast<std::uint64_t>(update.update))));
}

TopologyEdit DropAndGrow::constrained(const WeightView& weight, const std::vector<double>& scores,
                                      const GrowthScores& growth, const WeightHistory& history,
                                      double fraction) const {
  const sparse::BlockPattern& pattern = weight.pattern();
  const Index count = share_of(fraction, pattern.blocks(), options_.rounding);
  if (options_.structure == Structure::kGroups)
    return exchange_within_groups(pattern, scores, growth, count, options_.group);
  return exchange_with_constant_fan_in(
      pattern, scores, growth,
      {.count = count, .target = history.target_blocks, .ablation = options_.ablation});
}

/// A block that is dropped and grown keeps what it has: it leaves both lists. One that was shed
/// starts anew.
void keep_regrown(const sparse::BlockPattern& pattern, const std::vector<Index>& shed,
                  TopologyEdit& edit) {
  std::vector<Index> both;
  std::erase_if(edit.grow, [&](sparse::BlockCoordinate c) {
    const Index position = pattern.find(c);
    const bool keeps = position >= 0 && !std::binary_search(shed.begin(), shed.end(), position);
    if (keeps) both.push_back(position);
    return keeps;
  });
  std::erase_if(edit.drop,
                [&](Index i) { return std::binary_search(both.begin(), both.end(), i); });
}

std::vector<TopologyEdit> DropAndGrow::propose(std::span<const WeightView> weights,
                                               const UpdateInfo& update) const {
  std::unique_ptr<Context> own;
  if (update.context == nullptr && options_.grow == GrowCriterion::kGradient)
    own = std::make_unique<Context>(ContextOptions{.threads = 1});
  const Context* context = own != nullptr ? own.get() : update.context;
  const double fraction = drop_fraction_.at(static_cast<double>(update.completed_steps));
  const std::vector<WeightHistory> history = history_of(weights, update);

  std::vector<std::vector<double>> scores;
  for (std::size_t i = 0; i < weights.size(); ++i)
    scores.push_back(drop_scores(
        weights[i], options_, history[i].movement,
        Random(update.seed,
               stream_id("drop " + weights[i].name(), static_cast<std::uint64_t>(update.update)))));
  std::vector<TopologyEdit> edits(weights.size());
  std::vector<Index> shed(weights.size(), 0);
  if (options_.structure != Structure::kNone) {
    for (std::size_t i = 0; i < weights.size(); ++i)
      edits[i] =
          constrained(weights[i], scores[i], *growth(weights[i], history[i], update, context),
                      history[i], fraction);
  } else {
    shed = blocks_to_shed(weights, scores, history, update);
    for (std::size_t i = 0; i < weights.size(); ++i)
      edits[i].drop = blocks_to_drop(weights[i], scores[i], shed[i], fraction);
    // Growth that comes first would stay after the last update.
    const double growth_fraction = options_.grow_first && is_last(update) ? 0 : fraction;
    const std::vector<Index> grow = blocks_to_grow(weights, edits, shed, history, growth_fraction);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (grow[i] == 0) continue;
      const std::unique_ptr<GrowthScores> growth_scores =
          growth(weights[i], history[i], update, context);
      edits[i].grow =
          options_.regrow_dropped
              ? growth_scores->best(*sparse::apply_edit(weights[i].pattern(), edits[i]).pattern,
                                    grow[i])
              : growth_scores->best(weights[i].pattern(), grow[i]);
    }
  }
  if (options_.keep_regrown)
    for (std::size_t i = 0; i < weights.size(); ++i)
      keep_regrown(weights[i].pattern(), smallest_by_rank(scores[i], shed[i]), edits[i]);
  return edits;
}

sparse::GrownStart DropAndGrow::grown_start(const WeightView& weight, const TopologyEdit& edit,
                                            const UpdateInfo& update) const {
  sparse::GrownStart start{.moments = options_.grown_moments};
  if (options_.grown_values == GrownValues::kZero) return start;
  const double deviation = options_.grown_values == GrownValues::kInitial
                               ? weight.initial_deviation()
                               : options_.grown_deviation;
  const Random random(update.seed, stream_id("grown values " + weight.name(),
                                             static_cast<std::uint64_t>(update.update)));
  start.values.resize(edit.grow.size() * static_cast<std::size_t>(weight.pattern().block().size()));
  for (std::size_t i = 0; i < start.values.size(); ++i)
    start.values[i] = static_cast<float>(deviation * random.truncated_normal(i));
  return start;
}

}  // namespace

PolicyPtr drop_and_grow(PolicyInfo info, const PolicyOptions& options) {
  return std::make_shared<const DropAndGrow>(std::move(info), options);
}

}  // namespace espalier::schedules
