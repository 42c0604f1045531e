// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/schedules/rules/growth.h>
#include <espalier/schedules/rules/update_info.h>
#include <espalier/sparse/ops/block_norms.h>
#include <espalier/sparse/ops/sddmm_top_k.h>
#include <espalier/sparse/topology/weight_view.h>

namespace espalier::schedules {

/// What a criterion reads besides patterns and values. The updater provides it and accounts for its
/// cost.
struct CriterionNeeds {
  bool stored_gradients = false;  ///< `WeightView::gradient`
  bool growth_gradients = false;  ///< `WeightView::operands`: dense FLOPs on updates
  bool momentum = false;          ///< `WeightHistory::momentum`: dense state
  bool movement = false;          ///< `WeightHistory::movement`
};

/// Settings that several criteria share. Their names are those of the options that set them.
struct CriterionSettings {
  sparse::BlockNorm block_norm = sparse::BlockNorm::kL1;  ///< which blocks count as small
  double gradient_weight = 1;                             ///< lambda of magnitude_gradient
  sparse::GradientPool gradient_pool = sparse::GradientPool::kSum;
};

/// The names of all of them.
inline std::vector<std::string_view> criterion_settings() {
  return {"block_norm", "gradient_weight", "gradient_pool"};
}

/// What a criterion sees of one weight at one update. The criterion must be a pure function of it:
/// random numbers come from the seed, the weight's name and the number of the update.
struct CriterionInputs {
  const sparse::WeightView& weight;
  const WeightHistory& history;
  const UpdateInfo& update;  ///< with a context if the criterion needs `growth_gradients`
  CriterionSettings settings = {};
};

/// How blocks to drop are chosen: those with the smallest score.
struct DropCriterion {
  std::string name;
  std::string description;  ///< one line
  /// Scores of all stored blocks in pattern order. Ties break on the lower position; a score that
  /// is not a number goes last.
  std::function<std::vector<double>(const CriterionInputs&)> scores;
  CriterionNeeds needs = {};
  /// Whether blocks with positive and with negative scores are ranked separately, each by |score|.
  bool by_sign = false;
  /// Which of the `CriterionSettings` it reads. A change of another one is told to have no effect.
  std::vector<std::string_view> settings = criterion_settings();
};

/// How positions to grow are chosen: those with the largest score.
struct GrowCriterion {
  std::string name;
  std::string description;  ///< one line
  /// Scores of a weight's positions; empty: nothing grows.
  std::function<std::unique_ptr<GrowthScores>(const CriterionInputs&)> scores;
  CriterionNeeds needs = {};
  /// Whether all positions are equally likely.
  bool uniform = false;
  /// As of DropCriterion.
  std::vector<std::string_view> settings = criterion_settings();
};

/// Adds a criterion, for instance one from outside the library, under its name.
/// `PolicyOptions::drop` and whatever else names a criterion then accepts it. Throws ConfigError if
/// the name is empty or taken, or the function that scores is missing. May be called from any
/// thread.
void register_drop_criterion(DropCriterion criterion);
void register_grow_criterion(GrowCriterion criterion);

/// All criteria: those of the library, then the registered ones in order of registration.
std::vector<DropCriterion> drop_criteria();
std::vector<GrowCriterion> grow_criteria();

/// The criterion with this name. Throws ConfigError, which lists the names, if there is none.
DropCriterion drop_criterion(std::string_view name);
GrowCriterion grow_criterion(std::string_view name);

}  // namespace espalier::schedules
