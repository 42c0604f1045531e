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

/// Sequences that walk through all layers together unless somebody says how many: their panels stay
/// in the caches from one layer to the next, and weights are read once for them all.
inline constexpr Index kPanelGroup = 4;

/// Calls `body(MlmBatch)` for each panel group of a batch of masked sequences, in order: `group`
/// sequences, in the last one what is left. Throws ShapeError unless `sequence` and `group` are
/// positive.
///
/// tokens: [sequences * sequence], masked. positions: the masked ones, flat indices into `tokens`,
/// ascending; those of a group count from its own first token. labels: what
/// stood there, one for each position. A group is valid during its call. Cost: O(positions).
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
