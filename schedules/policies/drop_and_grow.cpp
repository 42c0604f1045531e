// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/policies/drop_and_grow.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <espalier/schedules/rules/density_distribution.h>
#include <espalier/sparse/topology/select.h>

namespace espalier::schedules {
namespace {

using sparse::TopologyEdit;
using sparse::WeightView;

PolicyInfo with_cost(PolicyInfo info, const UpdateRules& rules) {
  info.cost = rules.cost();
  return info;
}

/// What the updater knows, or that all is as it was and will be.
std::vector<WeightHistory> history_of(std::span<const WeightView> weights,
                                      const UpdateInfo& update) {
  if (!update.history.empty() && update.history.size() != weights.size())
    throw ShapeError("topology update: the history of " + std::to_string(update.history.size()) +
                     " weights; expected none or that of all " + std::to_string(weights.size()));
  if (!update.history.empty()) return {update.history.begin(), update.history.end()};
  std::vector<WeightHistory> history;
  for (const WeightView& weight : weights)
    history.push_back(
        {.initial_blocks = weight.pattern().blocks(), .target_blocks = weight.pattern().blocks()});
  return history;
}

class DropAndGrow final : public TopologyPolicy {
 public:
  DropAndGrow(PolicyInfo info, const Cadence& cadence, UpdateRules rules, bool of_options)
      : TopologyPolicy(with_cost(std::move(info), rules), cadence),
        rules_(std::move(rules)),
        of_options_(of_options) {
    check_combination(rules_, cadence);
  }

  PolicyNeeds needs() const override { return rules_.needs(); }
  void check_weights(std::span<const WeightView> weights) const override;
  double initial_density(double density) const override { return rules_.density.initial(density); }
  std::string initial_pattern() const override { return rules_.pattern; }
  Index group() const override {
    return rules_.structure.kind == Structure::kGroups ? rules_.structure.group : 0;
  }
  bool made_of_options() const override { return of_options_; }
  bool grows_uniformly() const override {
    return !rules_.structure.constrains() &&
           (!rules_.growth.grows() || rules_.growth.criterion.uniform);
  }
  double peak_blocks() const override { return rules_.growth.first ? 1 + largest_share_ : 1; }
  std::optional<std::vector<double>> course(Index update, Index completed_steps) const override {
    const UpdateInfo at = {.update = update, .completed_steps = completed_steps};
    std::vector<double> numbers = {drop_fraction(at)};
    if (rules_.density.falls())
      numbers.push_back(rules_.density.excess.at(static_cast<double>(completed_steps)));
    if (rules_.density.falls() || rules_.growth.first) numbers.push_back(is_last(at) ? 1 : 0);
    return numbers;
  }

  std::vector<TopologyEdit> propose(std::span<const WeightView> weights,
                                    const UpdateInfo& update) const override;
  sparse::GrownStart grown_start(const WeightView& weight, const TopologyEdit& edit,
                                 const UpdateInfo& update) const override {
    return rules_.growth.start(weight, edit, update);
  }

 private:
  using Scores = std::vector<std::vector<double>>;

  /// Whether weights store more than they are to end with, and shed it.
  bool sheds() const { return rules_.density.falls() || rules_.growth.first; }
  /// Whether no further update follows; unknown for a cadence by time.
  bool is_last(const UpdateInfo& update) const {
    return !cadence().by_time() && update.update >= cadence().count();
  }
  double drop_fraction(const UpdateInfo& update) const {
    return rules_.drop.fraction.at(static_cast<double>(update.completed_steps));
  }
  CriterionInputs growth_inputs(std::span<const WeightView> weights, std::size_t i,
                                const UpdateInfo& update) const {
    return {weights[i], update.history[i], update, rules_.growth.settings};
  }
  std::vector<bool> fixed(std::span<const WeightView> weights) const;
  std::vector<TopologyEdit> constrained_edits(std::span<const WeightView> weights,
                                              const Scores& scores, const std::vector<bool>& fixed,
                                              const UpdateInfo& update) const;
  std::vector<TopologyEdit> free_edits(std::span<const WeightView> weights, const Scores& scores,
                                       const std::vector<Index>& shed,
                                       const std::vector<bool>& fixed,
                                       const UpdateInfo& update) const;

  UpdateRules rules_;
  bool of_options_;
  double largest_share_ =
      std::max(rules_.drop.fraction.at(0),
               rules_.drop.fraction.at(static_cast<double>(cadence().end_step())));
};

/// A frozen weight takes no part in what the others share: it may have other blocks.
void DropAndGrow::check_weights(std::span<const WeightView> weights) const {
  std::string apart;
  if (rules_.growth.redistribute) apart += ", redistribute off";
  if (sheds() && rules_.density.scope == DensityScope::kGlobal) apart += ", density_scope 'layer'";
  if (apart.empty()) return;
  std::vector<WeightShape> shapes;
  for (const WeightView& weight : weights)
    if (!weight.frozen())
      shapes.push_back({.name = weight.name(),
                        .rows = weight.pattern().rows(),
                        .cols = weight.pattern().cols(),
                        .block = weight.pattern().block()});
  check_same_block(shapes, "topology policy " + name() + apart);
}

/// Which weights exchange no blocks: frozen ones, and those that show no gradient at the positions
/// that are not stored, where growth by gradient would take the first: that of the step has
/// overflowed (see sparse::GradientOperands), or no backward pass has reached them. None of these
/// if none of all was reached: then nobody keeps operands.
std::vector<bool> DropAndGrow::fixed(std::span<const WeightView> weights) const {
  std::vector<bool> fixed;
  for (const WeightView& weight : weights) fixed.push_back(weight.frozen());
  const auto reached = [](const WeightView& weight) {
    return weight.operands() != nullptr && weight.operands()->kept();
  };
  if (!rules_.growth.criterion.needs.growth_gradients || std::ranges::none_of(weights, reached))
    return fixed;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i].operands() != nullptr && weights[i].operands()->is_zero()) fixed[i] = true;
  return fixed;
}

/// Under a structure, which chooses what is dropped and what grows at once, but for weights that
/// stay `fixed`.
std::vector<TopologyEdit> DropAndGrow::constrained_edits(std::span<const WeightView> weights,
                                                         const Scores& scores,
                                                         const std::vector<bool>& fixed,
                                                         const UpdateInfo& update) const {
  std::vector<TopologyEdit> edits(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (fixed[i]) continue;
    const sparse::BlockPattern& pattern = weights[i].pattern();
    const auto growth = rules_.growth.scores(growth_inputs(weights, i, update));
    edits[i] = rules_.structure.exchange(pattern, scores[i], *growth,
                                         rules_.drop.share(drop_fraction(update), pattern.blocks()),
                                         update.history[i].target_blocks);
  }
  return edits;
}

/// Steps 2 and 3, after step 1 has said how many blocks each weight sheds. In those that stay
/// `fixed` that is all that happens.
std::vector<TopologyEdit> DropAndGrow::free_edits(std::span<const WeightView> weights,
                                                  const Scores& scores,
                                                  const std::vector<Index>& shed,
                                                  const std::vector<bool>& fixed,
                                                  const UpdateInfo& update) const {
  const GrowthRule& growth = rules_.growth;
  const double fraction = drop_fraction(update);
  // Where nothing grows, or it grows first, what would be exchanged stays.
  const double dropped = growth.grows() && !growth.first ? fraction : 0;
  std::vector<TopologyEdit> edits(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const sparse::BlockPattern& pattern = weights[i].pattern();
    const Index room =
        growth.regrow_dropped ? pattern.blocks() - shed[i] : pattern.grid_size() - pattern.blocks();
    edits[i].drop = rules_.drop.choose(scores[i], shed[i], fixed[i] ? 0 : dropped, room);
  }
  // Growth that comes first would stay after the last update.
  const double grown = growth.first && is_last(update) ? 0 : fraction;
  const std::vector<Index> counts =
      growth.counts(weights, edits, shed, fixed, update, rules_.drop, grown);
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (counts[i] > 0)
      edits[i].grow = growth.choose(growth_inputs(weights, i, update), edits[i].drop, counts[i]);
  return edits;
}

std::vector<TopologyEdit> DropAndGrow::propose(std::span<const WeightView> weights,
                                               const UpdateInfo& update) const {
  check_weights(weights);
  const std::vector<bool> fixed = this->fixed(weights);
  if (!sheds() && std::ranges::all_of(fixed, std::identity()))
    return std::vector<TopologyEdit>(weights.size());
  const std::vector<WeightHistory> history = history_of(weights, update);
  UpdateInfo known = update;
  known.history = history;
  std::optional<Context> own;
  if (known.context == nullptr && rules_.needs().growth_gradients)
    known.context = &own.emplace(ContextOptions{.threads = 1});

  Scores scores;
  for (std::size_t i = 0; i < weights.size(); ++i)
    scores.push_back(rules_.drop.scores({weights[i], history[i], known, rules_.drop.settings}));
  Scores sizes;  // where signs part the scores: what is shed is compared without
  if (rules_.drop.criterion.by_sign)
    for (const std::vector<double>& of_weight : scores) sizes.push_back(sizes_of(of_weight));
  const Scores& ranks = rules_.drop.criterion.by_sign ? sizes : scores;
  std::vector<Index> shed(weights.size(), 0);
  if (sheds()) shed = rules_.density.surplus(weights, ranks, known, is_last(update));
  std::vector<TopologyEdit> edits = rules_.structure.constrains()
                                        ? constrained_edits(weights, scores, fixed, known)
                                        : free_edits(weights, scores, shed, fixed, known);
  if (rules_.growth.keep_regrown)
    for (std::size_t i = 0; i < weights.size(); ++i)
      keep_regrown_blocks(weights[i].pattern(), sparse::smallest(ranks[i], shed[i]), edits[i]);
  return edits;
}

}  // namespace

PolicyPtr drop_and_grow(PolicyInfo info, const Cadence& cadence, UpdateRules rules) {
  return std::make_shared<const DropAndGrow>(std::move(info), cadence, std::move(rules),
                                             /*of_options=*/false);
}

PolicyPtr drop_and_grow(PolicyInfo info, const PolicyOptions& options) {
  const Cadence cadence = cadence_of(options);
  return std::make_shared<const DropAndGrow>(std::move(info), cadence, rules_of(options),
                                             /*of_options=*/true);
}

}  // namespace espalier::schedules
