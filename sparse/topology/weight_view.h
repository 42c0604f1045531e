// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include <espalier/sparse/format/block_pattern.h>
#include <espalier/sparse/topology/gradient_operands.h>

namespace espalier::sparse {

/// What an owner may tell of a weight besides pattern and values.
struct WeightDetails {
  /// Standard deviation of the distribution that the values started from; 0 if it is not known.
  double initial_deviation = 0;
  /// Whether the weight is frozen for now: it keeps its blocks, whatever is proposed.
  bool frozen = false;
  /// From these follow the gradients at positions that are not stored; null if no layer keeps them.
  const GradientOperands* operands = nullptr;
  /// Keeps the memory of values and gradient alive even after an edit has replaced them; null if
  /// the owner shares this memory with nobody.
  std::shared_ptr<const void> memory = nullptr;
};

/// One sparse weight as a policy sees it, read-only. The owner of the weight makes it
/// (`WeightOwner::view`) for immediate use: after an edit, or when a buffer changes its size, its
/// spans point to old memory.
class WeightView {
 public:
  /// `values` and `gradient` have one entry for each stored value, in pattern order; `gradient` is
  /// empty if the owner shows none. Throws ShapeError if a length differs or the pattern is null.
  WeightView(std::string name, PatternPtr pattern, std::span<const float> values,
             std::span<const float> gradient = {}, WeightDetails details = {});

  const std::string& name() const { return name_; }
  const BlockPattern& pattern() const { return *pattern_; }
  const PatternPtr& pattern_ptr() const { return pattern_; }
  std::span<const float> values() const { return values_; }
  std::span<const float> gradient() const { return gradient_; }
  double initial_deviation() const { return details_.initial_deviation; }
  bool frozen() const { return details_.frozen; }
  /// Null if no layer keeps them; without tokens if they were not asked for before the backward
  /// pass.
  const GradientOperands* operands() const { return details_.operands; }
  /// Keeps values and gradient in memory; null if only the owner does.
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
