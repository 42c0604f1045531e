// SPDX-License-Identifier: Apache-2.0
#include "schedules/topology_updater.h"

#include <algorithm>
#include <bit>
#include <unordered_set>
#include <utility>

#include "sparse/core/error.h"

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

double ratio(Index part, Index whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Throws FormatError unless a saved state can belong to this weight as it is now.
void check_state(const TopologyState::Weight& state, const sparse::EvolvableWeight& weight) {
  const sparse::BlockPattern& pattern = weight.pattern();
  const std::string where = "topology state of weight " + weight.name() + ": ";
  if (state.name != weight.name())
    throw FormatError(where + "found the state of '" + state.name + "' in its place");
  if (state.explored.size() != words_for(pattern))
    throw FormatError(where + std::to_string(state.explored.size()) +
                      " words of explored bits; expected " + std::to_string(words_for(pattern)));
  const Index tail_bits = pattern.grid_size() % kBitsPerWord;
  if (tail_bits != 0 && (state.explored.back() >> tail_bits) != 0)
    throw FormatError(where + "explored bits past the last of " +
                      std::to_string(pattern.grid_size()) + " positions; expected zeros");
  for (const sparse::BlockCoordinate c : pattern.coordinates())
    if (!marked(state.explored, position_of(pattern, c)))
      throw FormatError(where + "stored block (" + std::to_string(c.row) + ", " +
                        std::to_string(c.col) + ") is not marked as explored");
  for (std::size_t i = 0; i < state.grown.size(); ++i) {
    const sparse::BlockCoordinate c = state.grown[i];
    const bool ascends = i == 0 || state.grown[i - 1] < c;
    if (!ascends || pattern.find(c) < 0)
      throw FormatError(where + "grown block (" + std::to_string(c.row) + ", " +
                        std::to_string(c.col) + "): expected stored blocks in row order");
  }
}

}  // namespace

TopologyUpdater::TopologyUpdater(PolicyPtr policy, std::vector<sparse::EvolvableWeight> weights,
                                 std::uint64_t seed)
    : policy_(std::move(policy)), weights_(std::move(weights)), seed_(seed) {
  if (policy_ == nullptr) throw ConfigError("topology updater: the policy is null");
  std::unordered_set<std::string> names;
  for (const sparse::EvolvableWeight& weight : weights_) {
    if (!names.insert(weight.name()).second)
      throw ConfigError("topology updater: two weights are named '" + weight.name() + "'");
    const sparse::BlockPattern& pattern = weight.pattern();
    TopologyState::Weight state{weight.name(), std::vector<std::uint64_t>(words_for(pattern)), {}};
    for (const sparse::BlockCoordinate c : pattern.coordinates())
      mark(state.explored, position_of(pattern, c));
    state_.weights.push_back(std::move(state));
  }
}

std::optional<UpdateReport> TopologyUpdater::step(Index step) {
  const Index completed_steps = step + 1;
  const std::optional<Index> update = policy_->cadence().update_at(completed_steps);
  if (!update) return std::nullopt;
  if (*update != state_.updates + 1)
    throw ConfigError("topology update " + std::to_string(*update) + " after " +
                      std::to_string(completed_steps) + " steps: expected update " +
                      std::to_string(state_.updates + 1) +
                      " next (a resumed run restores its topology state)");

  UpdateReport report{.update = *update, .completed_steps = completed_steps, .weights = {}};
  std::vector<sparse::TopologyEdit> edits =
      proposed_edits({*update, completed_steps, policy_->cadence().end_step(), seed_});
  Index stored_before = 0;
  Index grown_before = 0;
  Index removed_new = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    stored_before += weights_[i].pattern().blocks();
    WeightUpdate done = update_weight(i, std::move(edits[i]));
    report.dropped += static_cast<Index>(done.edit.drop.size());
    report.grown += static_cast<Index>(done.edit.grow.size());
    grown_before += done.grown_before;
    removed_new += done.removed_new;
    report.weights.push_back(std::move(done));
  }
  state_.updates = *update;
  report.drop_fraction = ratio(report.dropped, stored_before);
  report.removed_new = ratio(removed_new, grown_before);
  report.explored = explored();
  return report;
}

std::vector<sparse::TopologyEdit> TopologyUpdater::proposed_edits(const UpdateInfo& update) const {
  std::vector<sparse::TopologyEdit> edits = policy_->propose(weights_, update);
  if (edits.size() != weights_.size())
    throw FormatError("topology policy " + policy_->name() + ": " + std::to_string(edits.size()) +
                      " edits; expected one for each of " + std::to_string(weights_.size()) +
                      " weights");
  // All are checked before the first is applied, so that a refused one leaves no weight changed.
  for (std::size_t i = 0; i < edits.size(); ++i) {
    try {
      sparse::check_edit(weights_[i].pattern(), edits[i]);
    } catch (const FormatError& error) {
      throw FormatError("topology policy " + policy_->name() + ", weight " + weights_[i].name() +
                        ": " + error.what());
    }
  }
  return edits;
}

WeightUpdate TopologyUpdater::update_weight(std::size_t i, sparse::TopologyEdit edit) {
  sparse::EvolvableWeight& weight = weights_[i];
  TopologyState::Weight& state = state_.weights[i];
  WeightUpdate done;
  done.name = weight.name();
  done.grown_before = static_cast<Index>(state.grown.size());
  for (const sparse::BlockCoordinate c : state.grown)
    done.removed_new +=
        std::binary_search(edit.drop.begin(), edit.drop.end(), weight.pattern().find(c));

  if (!edit.empty()) weight.apply(edit);
  for (const sparse::BlockCoordinate c : edit.grow)
    mark(state.explored, position_of(weight.pattern(), c));
  state.grown = edit.grow;

  done.stored = weight.pattern().blocks();
  done.explored = explored_share(state.explored, weight.pattern());
  done.edit = std::move(edit);
  return done;
}

double TopologyUpdater::explored() const {
  double explored_values = 0;
  double all_values = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    const sparse::BlockPattern& pattern = weights_[i].pattern();
    const double size = static_cast<double>(pattern.rows()) * static_cast<double>(pattern.cols());
    explored_values += size * explored_share(state_.weights[i].explored, pattern);
    all_values += size;
  }
  return all_values == 0 ? 0 : explored_values / all_values;
}

void TopologyUpdater::restore(const TopologyState& state) {
  const Index planned = policy_->cadence().count();
  if (state.updates < 0 || state.updates > planned)
    throw FormatError("topology state: " + std::to_string(state.updates) +
                      " updates done; expected a value from 0 to " + std::to_string(planned));
  if (state.weights.size() != weights_.size())
    throw FormatError("topology state: " + std::to_string(state.weights.size()) +
                      " weights; expected " + std::to_string(weights_.size()));
  for (std::size_t i = 0; i < weights_.size(); ++i) check_state(state.weights[i], weights_[i]);
  state_ = state;
}

}  // namespace espalier::schedules
