// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/sparse/topology/gradient_operands.h>
#include <espalier/sparse/topology/topology_edit.h>

namespace espalier::sparse {

/// What the attached buffers (moments) of grown blocks start from.
enum class GrownMoments {
  kZero,  ///< zero, as in every published method
  kMean,  ///< the mean of the buffer over the surviving values, so that the first steps of a grown
          ///< block are scaled as those of its neighbours
};

/// What grown blocks start from. The gradient always starts at zero.
struct GrownStart {
  /// Values of the grown blocks in pattern order, [grown blocks * block size]; empty: zeros.
  AlignedVector<float> values = {};
  GrownMoments moments = GrownMoments::kZero;
};

/// The joint between models and schedules: a non-owning view of one sparse weight whose pattern may
/// move. Models make it, a topology updater edits through it; neither knows the other.
///
/// Everything that has one value for each weight must be attached, so that it moves with the
/// pattern: values and gradient always, the moments of the optimizer by `attach`. What depends on
/// the pattern in another way (a product plan) is told by `on_change`. The viewed objects must
/// outlive it and must not move.
class EvolvableWeight {
 public:
  /// Views a weight. Throws ShapeError if the pattern is null or values or gradient do not have one
  /// entry for each stored value.
  EvolvableWeight(std::string name, PatternPtr& pattern, AlignedVector<float>& values,
                  AlignedVector<float>& gradient);
  /// A view is copied, never moved from.
  EvolvableWeight(const EvolvableWeight&) = default;
  EvolvableWeight& operator=(const EvolvableWeight&) = default;

  const std::string& name() const { return name_; }
  const BlockPattern& pattern() const { return **pattern_; }
  const PatternPtr& pattern_ptr() const { return *pattern_; }
  std::span<const float> values() const { return *values_; }
  std::span<const float> gradient() const { return *gradient_; }

  /// Adds a buffer over the same pattern that every edit remaps, such as a moment.
  /// Throws ShapeError if its size is not that of the values.
  void attach(AlignedVector<float>& buffer);
  /// Names where the layer keeps the operands of its gradient: what policies that grow by gradient
  /// need. They must outlive this object.
  void attach_operands(GradientOperands& operands) { operands_ = &operands; }
  /// Null unless attached.
  GradientOperands* operands() const { return operands_; }

  /// Deviation of the distribution that the values started from; 0 if it is not known.
  double initial_deviation() const { return initial_deviation_; }
  void set_initial_deviation(double deviation) { initial_deviation_ = deviation; }

  /// Memory of pattern, values, gradient, attached buffers and kept operands, in bytes.
  double bytes() const;

  /// Adds a callback that runs after each edit, when pattern and buffers are already the new ones.
  void on_change(std::function<void()> callback);

  /// Applies an edit to the pattern and to every buffer alike. Grown blocks start as `start` says.
  /// Strong guarantee: if the edit is refused (FormatError, see `apply_edit`), or a buffer or
  /// `start` has a wrong size (ShapeError), or memory runs out, nothing has changed. An exception
  /// of a callback passes through after the edit is done. Cost: one copy of every buffer.
  EditResult apply(const TopologyEdit& edit, const GrownStart& start = {});

 private:
  std::string name_;
  PatternPtr* pattern_;
  AlignedVector<float>* values_;
  AlignedVector<float>* gradient_;
  std::vector<AlignedVector<float>*> buffers_;  // values, gradient, then what was attached
  GradientOperands* operands_ = nullptr;
  double initial_deviation_ = 0;
  std::vector<std::function<void()>> callbacks_;
};

}  // namespace espalier::sparse
