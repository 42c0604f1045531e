// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include <espalier/sparse/format/block_pattern.h>
#include <espalier/sparse/topology/gradient_operands.h>

namespace espalier::sparse {

/// What an owner may show of a weight besides its pattern and values.
struct WeightDetails {
  /// Of the distribution that the values started from; 0 if it is not known.
  double initial_deviation = 0;
  /// Whether training leaves it as it is for now: it keeps its blocks, whatever is proposed.
  bool frozen = false;
  /// What gradients at positions that are not stored are computed from; null if nobody keeps them.
  const GradientOperands* operands = nullptr;
  /// Whoever holds it has values and gradient stay in memory, though an edit replaced them; null
  /// where the owner shares their memory with nobody.
  std::shared_ptr<const void> memory = nullptr;
};

/// One sparse weight as a policy sees it: read-only, and all that it sees. Made by the weight's
/// owner (`WeightOwner::view`) for the moment: an edit or a resized buffer leaves its spans behind.
class WeightView {
 public:
  /// `values` has one entry for each stored value in pattern order, and so has `gradient`, unless
  /// it is empty: then nobody shows it. Throws ShapeError if a length is another or the pattern is
  /// null.
  WeightView(std::string name, PatternPtr pattern, std::span<const float> values,
             std::span<const float> gradient = {}, WeightDetails details = {});

  const std::string& name() const { return name_; }
  const BlockPattern& pattern() const { return *pattern_; }
  const PatternPtr& pattern_ptr() const { return pattern_; }
  std::span<const float> values() const { return values_; }
  std::span<const float> gradient() const { return gradient_; }
  double initial_deviation() const { return details_.initial_deviation; }
  bool frozen() const { return details_.frozen; }
  /// Null if nobody keeps them; without tokens if nobody asked for them in time.
  const GradientOperands* operands() const { return details_.operands; }
  /// What keeps values and gradient in memory; null if only the owner does.
  const std::shared_ptr<const void>& memory() const { return details_.memory; }

 private:
  std::string name_;
  PatternPtr pattern_;
  std::span<const float> values_;
  std::span<const float> gradient_;
  WeightDetails details_;
};

}  // namespace espalier::sparse
// Tested by tests/sparse/topology/weight_buffers_test.cpp
