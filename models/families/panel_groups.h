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

/// Calls `body(MlmBatch)` for each panel group of the sequences [begin, end) of a batch of masked
/// sequences, in order. Each group has `group` sequences; the last has the rest. Throws ShapeError
/// unless `sequence` and `group` are positive and the batch has these sequences.
///
/// tokens: [sequences * sequence], masked. positions: flat indices of the masked ones in `tokens`,
/// ascending; in a group they count from its own first token. labels: the original tokens, one for
/// each position. A group is valid during its call. Cost: O(positions).
template <typename Body>
void for_each_panel_group(std::span<const std::int32_t> tokens, Index sequence,
                          std::span<const std::int32_t> positions,
                          std::span<const std::int32_t> labels, Index group, Index begin, Index end,
                          const Body& body) {
  if (sequence < 1 || group < 1)
    throw ShapeError("panel groups: " + std::to_string(group) + " sequences of " +
                     std::to_string(sequence) + " tokens; expected at least 1 of each");
  const Index sequences = std::ssize(tokens) / sequence;
  if (begin < 0 || end < begin || end > sequences || sequences * sequence != std::ssize(tokens))
    throw ShapeError("panel groups: sequences " + std::to_string(begin) + " to " +
                     std::to_string(end) + " of " + std::to_string(sequences));
  const Index last = end * sequence;
  std::vector<Index> inside;
  auto next = static_cast<std::size_t>(std::ranges::lower_bound(positions, begin * sequence) -
                                       positions.begin());
  for (Index first = begin * sequence; first < last; first += group * sequence) {
    const Index count = std::min(group * sequence, last - first);
    inside.clear();
    for (std::size_t i = next; i < positions.size() && positions[i] < first + count; ++i)
      inside.push_back(positions[i] - first);
    body(MlmBatch{
        .tokens = tokens.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)),
        .sequence = sequence,
        .positions = inside,
        .labels = labels.subspan(next, inside.size()),
        .first_sequence = first / sequence});
    next += inside.size();
  }
}

/// The same of all sequences.
template <typename Body>
void for_each_panel_group(std::span<const std::int32_t> tokens, Index sequence,
                          std::span<const std::int32_t> positions,
                          std::span<const std::int32_t> labels, Index group, const Body& body) {
  for_each_panel_group(tokens, sequence, positions, labels, group, 0,
                       std::ssize(tokens) / std::max<Index>(1, sequence), body);
}

}  // namespace espalier::models
