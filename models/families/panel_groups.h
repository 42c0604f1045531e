// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <espalier/models/families/lm_head.h>
#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

/// Default number of sequences that go through all layers together: their panels stay in the caches
/// from one layer to the next, and weights are read once for all of them.
inline constexpr Index kPanelGroup = 4;

/// Calls `body(MlmBatch)` for each panel group of a batch of masked sequences, in order. Each group
/// has `group` sequences; the last has the rest. Throws ShapeError unless `sequence` and `group`
/// are positive.
///
/// tokens: [sequences * sequence], masked. positions: flat indices of the masked ones in `tokens`,
/// ascending; in a group they count from its own first token. labels: the original tokens, one for
/// each position. A group is valid during its call. Cost: O(positions).
template <typename Body>
void for_each_panel_group(std::span<const std::int32_t> tokens, Index sequence,
                          std::span<const std::int32_t> positions,
                          std::span<const std::int32_t> labels, Index group, const Body& body) {
  if (sequence < 1 || group < 1)
    throw ShapeError("panel groups: " + std::to_string(group) + " sequences of " +
                     std::to_string(sequence) + " tokens; expected at least 1 of each");
  const auto all = static_cast<Index>(tokens.size());
  std::vector<Index> inside;
  std::size_t begin = 0;
  for (Index first = 0; first < all; first += group * sequence) {
    const Index count = std::min(group * sequence, all - first);
    inside.clear();
    for (std::size_t i = begin; i < positions.size() && positions[i] < first + count; ++i)
      inside.push_back(positions[i] - first);
    body(MlmBatch{
        .tokens = tokens.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)),
        .sequence = sequence,
        .positions = inside,
        .labels = labels.subspan(begin, inside.size()),
        .first_sequence = first / sequence});
    begin += inside.size();
  }
}

}  // namespace espalier::models
