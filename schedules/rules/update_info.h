// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/types.h>

namespace espalier::schedules {

/// What the updater knows of a weight beyond the weight's own view.
struct WeightHistory {
  Index initial_blocks = 0;           ///< stored when training began
  Index target_blocks = 0;            ///< to be stored when it ends
  std::span<const float> momentum{};  ///< [rows, cols] row-major, if the policy needs it
  std::span<const float> movement{};  ///< one for each stored value, if the policy needs it
};

/// The place of an update in the run.
struct UpdateInfo {
  Index update = 0;           ///< number of the update, from 1
  Index completed_steps = 0;  ///< optimizer steps done, the present one included
  Index total_steps = 0;      ///< end of the schedules: `Cadence::end_step`
  std::uint64_t seed = 0;
  const Context* context = nullptr;          ///< for work worth several threads; null: one
  std::span<const WeightHistory> history{};  ///< in the order of the weights; empty: all as now
};

}  // namespace espalier::schedules
// Tested by tests/schedules/policies/topology_policy_test.cpp
