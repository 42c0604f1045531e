// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/rules/growth_rule.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include <espalier/schedules/rules/criteria.h>
#include <espalier/schedules/rules/share_out.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/rng.h>

namespace espalier::schedules {

std::vector<Index> GrowthRule::counts(std::span<const sparse::WeightView> weights,
                                      const std::vector<sparse::TopologyEdit>& edits,
                                      const std::vector<Index>& shed,
                                      const std::vector<bool>& fixed, const UpdateInfo& update,
                                      const DropRule& drop, double of_target) const {
  std::vector<Index> grow(weights.size(), 0);
  if (!grows()) return grow;
  std::vector<Index> stored(weights.size());
  std::vector<Index> dropped(weights.size());
  std::vector<Index> free(weights.size());
  std::vector<double> shares(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const WeightHistory& history = update.history[i];
    stored[i] = weights[i].pattern().blocks();
    dropped[i] = static_cast<Index>(edits[i].drop.size());
    free[i] = fixed[i] ? 0 : free_positions(weights[i].pattern(), dropped[i]);
    grow[i] = first ? std::min(free[i], drop.share(of_target, history.target_blocks))
                    : dropped[i] - shed[i];
    if (redistribute) shares[i] = mean_momentum(weights[i], history.momentum);
  }
  if (!redistribute) return grow;
  grow = share_out(std::accumulate(grow.begin(), grow.end(), Index{0}), shares, free);
  leave_one_each(stored, dropped, grow);
  return grow;
}

std::unique_ptr<GrowthScores> GrowthRule::scores(const CriterionInputs& inputs) const {
  std::unique_ptr<GrowthScores> found = criterion.scores(inputs);
  if (found == nullptr)
    throw ConfigError("grow criterion " + criterion.name + ", weight " + inputs.weight.name() +
                      ": no scores; expected some for its positions");
  return found;
}

std::vector<sparse::BlockCoordinate> GrowthRule::choose(const CriterionInputs& inputs,
                                                        const std::vector<Index>& drops,
                                                        Index count) const {
  const std::unique_ptr<GrowthScores> scored = scores(inputs);
  sparse::PatternPtr excluded = inputs.weight.pattern_ptr();
  if (regrow_dropped) excluded = sparse::apply_edit(*excluded, {.drop = drops, .grow = {}}).pattern;
  std::vector<sparse::BlockCoordinate> best = scored->best(*excluded, count);
  if (std::ssize(best) != count)
    throw ShapeError("grow criterion " + criterion.name + ", weight " + inputs.weight.name() +
                     ": " + std::to_string(best.size()) + " positions; expected " +
                     std::to_string(count));
  return best;
}

sparse::GrownStart GrowthRule::start(const sparse::WeightView& weight,
                                     const sparse::TopologyEdit& edit,
                                     const UpdateInfo& update) const {
  sparse::GrownStart start{.moments = moments};
  if (values == GrownValues::kZero) return start;
  const double of_values = values == GrownValues::kInitial ? weight.initial_deviation() : deviation;
  const Random random(update.seed, stream_id("grown values " + weight.name(),
                                             static_cast<std::uint64_t>(update.update)));
  start.values.resize(edit.grow.size() * static_cast<std::size_t>(weight.pattern().block().size()));
  for (std::size_t i = 0; i < start.values.size(); ++i)
    start.values[i] = static_cast<float>(of_values * random.truncated_normal(i));
  return start;
}

void keep_regrown_blocks(const sparse::BlockPattern& pattern, const std::vector<Index>& shed,
                         sparse::TopologyEdit& edit) {
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

}  // namespace espalier::schedules
