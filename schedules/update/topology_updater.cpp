// SPDX-License-Identifier: Apache-2.0
#include <espalier/schedules/update/topology_updater.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_set>
#include <utility>

#include <espalier/schedules/policies/starting_pattern.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>
#include <espalier/sparse/ops/dense_gradient.h>

namespace espalier::schedules {
namespace {

constexpr Index kBitsPerWord = 64;

std::size_t words_for(const sparse::BlockPattern& pattern) {
  return static_cast<std::size_t>((pattern.grid_size() + kBitsPerWord - 1) / kBitsPerWord);
}

Index position_of(const sparse::BlockPattern& pattern, sparse::BlockCoordinate c) {
  return c.row * pattern.grid_cols() + c.col;
}

void mark(std::vector<std::uint64_t>& bits, Index position) {
  bits[static_cast<std::size_t>(position / kBitsPerWord)] |= std::uint64_t{1}
                                                             << (position % kBitsPerWord);
}

bool marked(const std::vector<std::uint64_t>& bits, Index position) {
  return (bits[static_cast<std::size_t>(position / kBitsPerWord)] >> (position % kBitsPerWord)) & 1;
}

double explored_share(const std::vector<std::uint64_t>& bits, const sparse::BlockPattern& pattern) {
  if (pattern.grid_size() == 0) return 0;
  Index count = 0;
  for (const std::uint64_t word : bits) count += std::popcount(word);
  return static_cast<double>(count) / static_cast<double>(pattern.grid_size());
}

/// Values of the dense weight.
double values_of(const sparse::BlockPattern& pattern) {
  return static_cast<double>(pattern.rows()) * static_cast<double>(pattern.cols());
}

double ratio(Index part, Index whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Whether the gradients of all that is trained are finite at stored positions.
bool are_finite(const std::vector<sparse::WeightView>& weights) {
  const auto finite = [](float value) { return std::isfinite(value); };
  return std::ranges::all_of(weights, [&](const sparse::WeightView& weight) {
    return weight.frozen() || std::ranges::all_of(weight.gradient(), finite);
  });
}

/// Whether the policy scores positions that are not stored.
bool reads_operands(const PolicyNeeds& needs) {
  return needs.growth_gradients || needs.momentum > 0;
}

std::size_t momentum_values(const PolicyNeeds& needs, const sparse::BlockPattern& pattern) {
  return needs.momentum > 0 ? static_cast<std::size_t>(pattern.rows() * pattern.cols()) : 0;
}

std::size_t movement_values(const PolicyNeeds& needs, const sparse::BlockPattern& pattern) {
  return needs.movement ? static_cast<std::size_t>(pattern.values()) : 0;
}

/// momentum := decay * momentum + (1 - decay) * dense gradient, which is zero where no backward
/// pass has reached the weight.
void note_momentum(const sparse::WeightView& weight, double decay, const Context* context,
                   AlignedVector<float>& momentum) {
  const sparse::BlockPattern& pattern = weight.pattern();
  const auto keep = static_cast<float>(decay);
  const auto add = static_cast<float>(1 - decay);
  AlignedVector<float> gradient(momentum.size());
  const MatrixView<float> view{gradient.data(), pattern.rows(), pattern.cols()};
  const auto form = [&](const Context& on) {
    sparse::dense_gradient(weight.operands()->gradient(), view, on);
  };
  if (weight.operands()->tokens() == 0)
    std::fill(gradient.begin(), gradient.end(), 0.0F);
  else if (context != nullptr)
    form(*context);
  else
    form(Context({.threads = 1}));
  for (std::size_t i = 0; i < momentum.size(); ++i)
    momentum[i] = keep * momentum[i] + add * gradient[i];
}

/// Throws FormatError unless a saved state can belong to the weight of this name and pattern.
void check_state(const TopologyState::Weight& state, const std::string& name,
                 const sparse::BlockPattern& pattern, const PolicyNeeds& needs) {
  const std::string where = "topology state of weight " + name + ": ";
  if (state.name != name)
    throw FormatError(where + "found the state of '" + state.name + "' in its place");
  if (state.explored.size() != words_for(pattern))
    throw FormatError(where + std::to_string(state.explored.size()) +
                      " words of explored bits; expected " + std::to_string(words_for(pattern)));
  const auto check_size = [&](const char* what, std::size_t found, std::size_t expected) {
    if (found != expected)
      throw FormatError(where + std::to_string(found) + " values of " + what + "; expected " +
                        std::to_string(expected));
  };
  check_size("momentum", state.momentum.size(), momentum_values(needs, pattern));
  check_size("movement", state.movement.size(), movement_values(needs, pattern));
  const Index tail_bits = pattern.grid_size() % kBitsPerWord;
  if (tail_bits != 0 && (state.explored.back() >> tail_bits) != 0)
    throw FormatError(where + "explored bits past the last of " +
                      std::to_string(pattern.grid_size()) + " positions; expected zeros");
  for (const sparse::BlockCoordinate c : pattern.coordinates())
    if (!marked(state.explored, position_of(pattern, c)))
      throw FormatError(where + "stored block (" + std::to_string(c.row) + ", " +
                        std::to_string(c.col) +
                        ") is not marked as explored; load the state of the weights first");
  for (std::size_t i = 0; i < state.grown.size(); ++i) {
    const sparse::BlockCoordinate c = state.grown[i];
    const bool ascends = i == 0 || state.grown[i - 1] < c;
    if (!ascends || pattern.find(c) < 0)
      throw FormatError(where + "grown block (" + std::to_string(c.row) + ", " +
                        std::to_string(c.col) +
                        "): expected stored blocks in row order; load the state of the weights "
                        "first");
  }
}

/// Throws ConfigError unless the weight shows the gradients that the policy reads.
void check_shown(const TopologyPolicy& policy, const PolicyNeeds& needs,
                 const sparse::WeightView& weight) {
  const std::string where = "topology policy " + policy.name() + ": weight " + weight.name();
  if (reads_operands(needs) && weight.operands() == nullptr)
    throw ConfigError(where +
                      " cannot tell gradients at positions that are not stored; let its layer "
                      "keep the operands of its gradient");
  // A momentum too: the stored gradient tells of the steps that the optimizer leaves out.
  if ((needs.stored_gradients || needs.movement || needs.momentum > 0) &&
      weight.gradient().size() != weight.values().size())
    throw ConfigError(where + " does not show its gradient; let its owner show one for each value");
}

}  // namespace

void UpdateReport::sum_up() {
  Index stored_before = 0, grown_before = 0, removed = 0;
  std::vector<ExploredShare> shares;
  dropped = grown = 0;
  for (const WeightUpdate& weight : weights) {
    const auto gone = static_cast<Index>(weight.edit.drop.size());
    const auto come = static_cast<Index>(weight.edit.grow.size());
    dropped += gone;
    grown += come;
    stored_before += weight.stored + gone - come;
    grown_before += weight.grown_before;
    removed += weight.removed_new;
    shares.push_back({weight.explored, weight.positions});
  }
  drop_fraction = ratio(dropped, stored_before);
  removed_new = ratio(removed, grown_before);
  explored = mean_explored(shares);
}

double mean_explored(const std::vector<ExploredShare>& weights) {
  double explored = 0, all = 0;
  for (const ExploredShare& weight : weights) {
    explored += weight.positions * weight.share;
    all += weight.positions;
  }
  return all == 0 ? 0 : explored / all;
}

TopologyUpdater::TopologyUpdater(PolicyPtr policy, sparse::WeightOwners weights,
                                 const TopologyUpdaterOptions& options)
    : policy_(std::move(policy)), owners_(std::move(weights)), options_(options) {
  if (policy_ == nullptr) throw ConfigError("topology updater: the policy is null");
  needs_ = policy_->needs();
  if (policy_->cadence().by_time() && !options_.seconds)
    throw ConfigError("topology policy " + policy_->name() +
                      " updates by time; set TopologyUpdaterOptions::seconds, the clock");
  const auto check_one_for_each = [&](const char* what, const std::vector<Index>& blocks) {
    if (!blocks.empty() && blocks.size() != owners_.size())
      throw ConfigError("topology updater: " + std::to_string(blocks.size()) + " " + what +
                        "; expected one for each of " + std::to_string(owners_.size()) +
                        " weights");
  };
  check_one_for_each("targets", options_.target_blocks);
  check_one_for_each("initial numbers of blocks", options_.initial_blocks);
  const auto check_range = [](const std::string& weight, const char* what, Index blocks,
                              Index grid_size) {
    if (blocks < 0 || blocks > grid_size)
      throw ConfigError("topology updater: weight " + weight + ": " + what + " of " +
                        std::to_string(blocks) + " blocks; expected 0 to " +
                        std::to_string(grid_size));
  };
  std::vector<Index> blocks_now;
  std::unordered_set<std::string> names;
  for (const std::shared_ptr<sparse::WeightOwner>& owner : owners_) {
    if (owner == nullptr) throw ConfigError("topology updater: the owner of a weight is null");
    const sparse::WeightView weight = owner->view();
    if (!names.insert(weight.name()).second)
      throw ConfigError("topology updater: two weights are named '" + weight.name() + "'");
    check_shown(*policy_, needs_, weight);
    const sparse::BlockPattern& pattern = weight.pattern();
    blocks_now.push_back(pattern.blocks());
    TopologyState::Weight state{.name = weight.name(),
                                .explored = std::vector<std::uint64_t>(words_for(pattern)),
                                .grown = {},
                                .momentum = AlignedVector<float>(momentum_values(needs_, pattern)),
                                .movement = AlignedVector<float>(movement_values(needs_, pattern))};
    for (const sparse::BlockCoordinate c : pattern.coordinates())
      mark(state.explored, position_of(pattern, c));
    state_.weights.push_back(std::move(state));
    patterns_.push_back(weight.pattern_ptr());
  }
  if (options_.initial_blocks.empty()) options_.initial_blocks = blocks_now;
  if (options_.target_blocks.empty()) options_.target_blocks = options_.initial_blocks;
  for (std::size_t i = 0; i < owners_.size(); ++i) {
    const sparse::WeightView weight = owners_[i]->view();
    const Index grid_size = weight.pattern().grid_size();
    check_range(weight.name(), "a target", options_.target_blocks[i], grid_size);
    check_range(weight.name(), "a start", options_.initial_blocks[i], grid_size);
  }
  want_operands(scores_gradients_at(0));
}

// Not by the constructor: the weights of a run that is to be restored may have been pruned already.
void TopologyUpdater::check_starts() const {
  if (next_step_ != Index{0}) return;
  policy_->check_weights(weights());
  for (std::size_t i = 0; i < owners_.size(); ++i) {
    const sparse::WeightView weight = owners_[i]->view();
    if (weight.frozen()) continue;
    check_start(*policy_, weight.name(), weight.pattern().grid_size(), options_.initial_blocks[i],
                options_.target_blocks[i]);
  }
}

std::optional<UpdateReport> TopologyUpdater::step(Index step, const OptimizerStep& optimizer) {
  if (!optimizer)
    throw ConfigError("topology step " + std::to_string(step) +
                      ": the optimizer's step is an empty function; expected one to call");
  check_starts();
  expect_next(step);
  const std::optional<Index> number = due(step);
  const bool updates = number && gradients_are_finite_at(step);
  next_step_ = step + 1;
  std::optional<UpdateReport> report;
  try {
    note_gradients();
    if (updates && needs_.before_optimizer()) report = update(*number, step + 1);
    optimizer(updates && needs_.skips_optimizer);
    if (updates && !needs_.before_optimizer()) report = update(*number, step + 1);
  } catch (...) {
    note_postponed(step);
    // Else the next step's gradients would be scored with this one's.
    want_operands(scores_gradients_at(step + 1));
    throw;
  }
  note_postponed(step);
  want_operands(scores_gradients_at(step + 1));
  return report;
}

void TopologyUpdater::leave_out(Index step) {
  check_starts();
  expect_next(step);
  static_cast<void>(due(step));
  next_step_ = step + 1;
  step_flops_ = 0;
  note_postponed(step);
  want_operands(scores_gradients_at(step + 1));
}

/// Updates that should have been done by the end of step number `step`.
void TopologyUpdater::note_postponed(Index step) {
  const Cadence& cadence = policy_->cadence();
  if (!cadence.by_time()) state_.postponed = cadence.updates_by(step + 1) - state_.updates;
}

std::optional<UpdateReport> TopologyUpdater::step(Index step) {
  if (needs_.before_optimizer())
    throw ConfigError("topology policy " + policy_->name() +
                      " reads gradients; hand the optimizer's step to the updater, which reads "
                      "them before the optimizer clears them");
  check_starts();
  const std::optional<Index> number = due(step);
  next_step_ = step + 1;
  if (!number) return std::nullopt;
  std::optional<UpdateReport> report;
  try {
    report = update(*number, step + 1);
  } catch (...) {
    note_postponed(step);
    throw;
  }
  note_postponed(step);
  return report;
}

/// Throws ConfigError unless step number `step` follows the last one.
void TopologyUpdater::expect_next(Index step) const {
  if (next_step_ && step != *next_step_)
    throw ConfigError("topology step " + std::to_string(step) + ": expected step " +
                      std::to_string(*next_step_) +
                      "; call the updater for every step, once and in order");
}

/// Whether an update falls due after step number `step`, and which. Throws ConfigError if the step
/// is negative or other updates are due before it than were done.
std::optional<Index> TopologyUpdater::due(Index step) const {
  if (step < 0)
    throw ConfigError("topology step " + std::to_string(step) + ": expected one from 0 on");
  const Cadence& cadence = policy_->cadence();
  const Index before = cadence.updates_by(step);
  if (!cadence.by_time() && before != state_.updates + state_.postponed)
    throw ConfigError(
        "topology step " + std::to_string(step) + " after " + std::to_string(state_.updates) +
        " updates: expected " + std::to_string(before) +
        "; call the updater for each in its turn, and restore its state in a resumed run");
  if (state_.postponed > 0) return state_.updates + 1;
  const double seconds = options_.seconds ? options_.seconds() : 0;
  return cadence.due(step + 1, state_.updates, seconds);
}

/// Whether an update may come with step number `step`, the next.
bool TopologyUpdater::may_update_at(Index step) const {
  const Cadence& cadence = policy_->cadence();
  return cadence.by_time() || state_.postponed > 0 || cadence.update_at(step + 1);
}

bool TopologyUpdater::reads_gradients_at(Index step) const {
  return needs_.movement || needs_.momentum > 0 ||
         (needs_.before_optimizer() && may_update_at(step));
}

bool TopologyUpdater::gradients_are_finite_at(Index step) const {
  return !reads_gradients_at(step) || are_finite(weights());
}

/// Whether the gradients of step number `step` will be scored at positions that are not stored.
bool TopologyUpdater::scores_gradients_at(Index step) const {
  return needs_.momentum > 0 || (needs_.growth_gradients && may_update_at(step));
}

/// Tells the layers whether to keep the operands of the coming step's gradients.
void TopologyUpdater::want_operands(bool wanted) {
  if (!reads_operands(needs_)) return;
  for (const std::shared_ptr<sparse::WeightOwner>& owner : owners_) owner->want_operands(wanted);
}

std::vector<sparse::WeightView> TopologyUpdater::weights() const {
  std::vector<sparse::WeightView> views;
  views.reserve(owners_.size());
  for (const std::shared_ptr<sparse::WeightOwner>& owner : owners_) views.push_back(owner->view());
  return views;
}

void TopologyUpdater::check_patterns() const { check_patterns(weights()); }

void TopologyUpdater::check_patterns(const std::vector<sparse::WeightView>& views) const {
  for (std::size_t i = 0; i < views.size(); ++i)
    if (views[i].pattern_ptr() != patterns_[i] && views[i].pattern() != *patterns_[i])
      throw ConfigError("topology updater: weight " + views[i].name() +
                        " has another pattern than this updater left; restore its state after the "
                        "weights', or make it anew");
}

/// Brings what the policy needs of every step up to date with the gradients of this one.
void TopologyUpdater::note_gradients() {
  step_flops_ = 0;
  if (!(needs_.movement || needs_.momentum > 0)) return;
  const std::vector<sparse::WeightView> views = weights();
  check_patterns(views);
  const auto frozen = [](const sparse::WeightView& weight) { return weight.frozen(); };
  if (std::ranges::all_of(views, frozen)) return;
  // A gradient that is not finite is that of a step which the optimizer leaves out. In a mean it
  // would stay for good.
  if (!are_finite(views)) return;
  if (needs_.momentum > 0) {
    // A batch may pass some layers by; where it has passed them all, nobody keeps operands.
    if (std::ranges::none_of(
            views, [](const sparse::WeightView& weight) { return weight.operands()->kept(); }))
      throw ConfigError(
          "topology policy " + policy_->name() +
          ": no layer has kept input and output gradient; in each step call backward, "
          "then hand the optimizer's step to the updater");
    step_flops_ = dense_gradient_flops();
  }
  for (std::size_t i = 0; i < views.size(); ++i) {
    const sparse::WeightView& weight = views[i];
    if (weight.frozen()) continue;
    TopologyState::Weight& state = state_.weights[i];
    if (needs_.movement)
      for (std::size_t j = 0; j < state.movement.size(); ++j)
        state.movement[j] -= weight.values()[j] * weight.gradient()[j];
    if (needs_.momentum > 0)
      note_momentum(weight, needs_.momentum, options_.context, state.momentum);
  }
}

double TopologyUpdater::dense_gradient_flops() const {
  double flops = 0;
  for (const sparse::WeightView& weight : weights()) {
    if (weight.frozen()) continue;  // it has neither a mean nor scores
    const sparse::BlockPattern& pattern = weight.pattern();
    flops += 2.0 * static_cast<double>(weight.operands()->tokens()) *
             static_cast<double>(pattern.rows()) * static_cast<double>(pattern.cols());
  }
  return flops;
}

double TopologyUpdater::bytes() const {
  double bytes = 0;
  for (const std::shared_ptr<sparse::WeightOwner>& owner : owners_) bytes += owner->bytes();
  for (const TopologyState::Weight& state : state_.weights)
    bytes += static_cast<double>(state.explored.size() * sizeof(std::uint64_t) +
                                 state.grown.size() * sizeof(sparse::BlockCoordinate) +
                                 (state.momentum.size() + state.movement.size()) * sizeof(float));
  return bytes;
}

std::vector<WeightHistory> TopologyUpdater::history() const {
  std::vector<WeightHistory> history;
  for (std::size_t i = 0; i < owners_.size(); ++i)
    history.push_back({.initial_blocks = options_.initial_blocks[i],
                       .target_blocks = options_.target_blocks[i],
                       .momentum = state_.weights[i].momentum,
                       .movement = state_.weights[i].movement});
  return history;
}

UpdateReport TopologyUpdater::update(Index number, Index completed_steps) {
  UpdateReport report{.update = number, .completed_steps = completed_steps, .weights = {}};
  if (needs_.growth_gradients)
    report.flops = static_cast<double>(needs_.dense_gradients) * dense_gradient_flops();
  const std::vector<WeightHistory> known = history();
  const UpdateInfo info = {.update = number,
                           .completed_steps = completed_steps,
                           .total_steps = policy_->cadence().end_step(),
                           .seed = options_.seed,
                           .context = options_.context,
                           .history = known};
  std::vector<sparse::TopologyEdit> edits = proposed_edits(info);
  // Asked of all before the first edit is made: what the policy throws leaves no half of an update.
  std::vector<sparse::GrownStart> starts(owners_.size());
  for (std::size_t i = 0; i < owners_.size(); ++i)
    if (!edits[i].empty()) starts[i] = grown_start(owners_[i]->view(), edits[i], info);
  for (std::size_t i = 0; i < owners_.size(); ++i)
    report.weights.push_back(update_weight(i, std::move(edits[i]), std::move(starts[i])));
  state_.updates = number;
  report.sum_up();
  return report;
}

std::vector<sparse::TopologyEdit> TopologyUpdater::proposed_edits(const UpdateInfo& update) const {
  const std::vector<sparse::WeightView> views = weights();
  check_patterns(views);
  std::vector<sparse::TopologyEdit> edits = policy_->propose(views, update);
  if (edits.size() != views.size())
    throw FormatError("topology policy " + policy_->name() + ": " + std::to_string(edits.size()) +
                      " edits; expected one for each of " + std::to_string(views.size()) +
                      " weights");
  // All are checked before the first is applied, so that a refused one leaves no weight changed.
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (views[i].frozen()) edits[i] = {};
    try {
      sparse::check_edit(views[i].pattern(), edits[i]);
    } catch (const FormatError& error) {
      throw FormatError("topology policy " + policy_->name() + ", weight " + views[i].name() +
                        ": " + error.what());
    }
  }
  return edits;
}

/// Throws ShapeError, naming policy and weight, unless there is a value for each that grows.
sparse::GrownStart TopologyUpdater::grown_start(const sparse::WeightView& weight,
                                                const sparse::TopologyEdit& edit,
                                                const UpdateInfo& update) const {
  sparse::GrownStart start = policy_->grown_start(weight, edit, update);
  const sparse::BlockShape block = weight.pattern().block();
  const std::size_t expected = edit.grow.size() * static_cast<std::size_t>(block.rows * block.cols);
  if (!start.values.empty() && start.values.size() != expected)
    throw ShapeError("topology policy " + policy_->name() + ", weight " + weight.name() + ": " +
                     std::to_string(start.values.size()) + " values for grown blocks; expected " +
                     std::to_string(expected));
  return start;
}

WeightUpdate TopologyUpdater::update_weight(std::size_t i, sparse::TopologyEdit edit,
                                            sparse::GrownStart start) {
  TopologyState::Weight& state = state_.weights[i];
  const sparse::WeightView before = owners_[i]->view();
  WeightUpdate done;
  done.name = before.name();
  done.grown_before = static_cast<Index>(state.grown.size());
  for (const sparse::BlockCoordinate c : state.grown)
    done.removed_new +=
        std::binary_search(edit.drop.begin(), edit.drop.end(), before.pattern().find(c));

  std::vector<sparse::BlockCoordinate> grown = edit.grow;
  sparse::PatternPtr pattern = before.pattern_ptr();
  if (!edit.empty()) {
    const sparse::WeightChange change(*pattern, edit, std::move(start));
    AlignedVector<float> movement(needs_.movement ? change.size() : 0);
    if (needs_.movement) change.move_gradient(state.movement, movement);  // 0 of what grows
    owners_[i]->commit(change);
    // What is kept here moves with the weight: nothing below throws before it is in its place.
    state.movement.swap(movement);
    pattern = change.pattern();
    patterns_[i] = pattern;
  }
  for (const sparse::BlockCoordinate c : grown) mark(state.explored, position_of(*pattern, c));
  state.grown.swap(grown);
  if (!edit.empty()) owners_[i]->changed();

  done.stored = pattern->blocks();
  done.target = options_.target_blocks[i];
  done.explored = explored_share(state.explored, *pattern);
  done.positions = values_of(*pattern);
  done.edit = std::move(edit);
  return done;
}

std::vector<ExploredShare> TopologyUpdater::explored_shares() const {
  std::vector<ExploredShare> shares;
  for (std::size_t i = 0; i < owners_.size(); ++i) {
    const sparse::WeightView weight = owners_[i]->view();
    shares.push_back({explored_share(state_.weights[i].explored, weight.pattern()),
                      values_of(weight.pattern())});
  }
  return shares;
}

void TopologyUpdater::check(const TopologyState& state,
                            std::span<const sparse::PatternPtr> patterns) const {
  const Cadence& cadence = policy_->cadence();
  // Branches by time once took over an update for each interval, up to count(), even if there had
  // been fewer steps, and each later step could add one. Their checkpoints are still read. A state
  // does not tell the step at which it was taken over, nor how many there have been since, so that
  // it may have all of both.
  const Index planned = cadence.by_time() ? 2 * cadence.count() : cadence.count();
  if (state.updates < 0 || state.updates > planned)
    throw FormatError("topology state: " + std::to_string(state.updates) +
                      " updates done; expected a value from 0 to " + std::to_string(planned));
  // By time none is: what falls due on a step that is left out is still due after the next.
  const Index most_postponed = cadence.by_time() ? 0 : planned - state.updates;
  if (state.postponed < 0 || state.postponed > most_postponed)
    throw FormatError("topology state: " + std::to_string(state.postponed) +
                      " updates postponed; expected a value from 0 to " +
                      std::to_string(most_postponed));
  if (state.weights.size() != owners_.size() || patterns.size() != owners_.size())
    throw FormatError("topology state: " + std::to_string(state.weights.size()) +
                      " weights; expected " + std::to_string(owners_.size()));
  for (std::size_t i = 0; i < owners_.size(); ++i)
    check_state(state.weights[i], state_.weights[i].name, *patterns[i], needs_);
}

/// Throws ConfigError if the policy only prunes and too little is there for that.
void TopologyUpdater::require_enough(std::span<const sparse::PatternPtr> patterns) const {
  Index stored = 0, target = 0, grid = 0;  // in values: blocks may differ in size
  for (std::size_t i = 0; i < std::min(patterns.size(), owners_.size()); ++i) {
    const Index block = patterns[i]->block().size();
    stored += patterns[i]->blocks() * block;
    target += options_.target_blocks[i] * block;
    grid += patterns[i]->grid_size() * block;
  }
  const double there = ratio(stored, grid), end = ratio(target, grid);
  if (there < end && policy_->initial_density(end) > end)
    throw ConfigError("topology policy " + policy_->name() +
                      " only prunes: the weights have density " + number_text(there) +
                      "; expected at least that to end with, " + number_text(end));
}

TopologyState TopologyUpdater::adopted(TopologyState state,
                                       std::span<const sparse::PatternPtr> patterns,
                                       Index completed_steps, double seconds) const {
  require_enough(patterns);
  const auto resized = [](AlignedVector<float>& values, std::size_t size) {
    if (values.size() != size) values = AlignedVector<float>(size);
  };
  state.updates = policy_->cadence().updates_by(completed_steps, seconds);
  state.postponed = 0;
  for (std::size_t i = 0; i < std::min(state.weights.size(), patterns.size()); ++i) {
    resized(state.weights[i].momentum, momentum_values(needs_, *patterns[i]));
    resized(state.weights[i].movement, movement_values(needs_, *patterns[i]));
  }
  return state;
}

void TopologyUpdater::restore(TopologyState state, std::optional<Index> next_step) {
  std::vector<sparse::PatternPtr> patterns;
  patterns.reserve(owners_.size());
  for (const sparse::WeightView& weight : weights()) patterns.push_back(weight.pattern_ptr());
  check(state, patterns);
  state_.updates = state.updates;
  state_.postponed = state.postponed;
  next_step_.reset();
  state_.weights.swap(state.weights);
  patterns_.swap(patterns);
  want_operands(!next_step || scores_gradients_at(*next_step));
}

}  // namespace espalier::schedules
