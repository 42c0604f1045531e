// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/topology/topology_edit.h>
#include <espalier/sparse/topology/weight_view.h>

namespace espalier::sparse {

/// What the moments of grown blocks start from.
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

/// A checked edit of one weight, ready to be carried out by the owner of its memory: the new
/// pattern, and how each buffer that has one value for each weight moves there, from span to span.
/// Survivors are bit-identical in all of them. Every move throws ShapeError if `old` does not have
/// one entry for each value of the old pattern or `moved` is not `size` long; the two must not
/// overlap. Cost of a move: one copy.
class WeightChange {
 public:
  /// Throws FormatError if the edit does not fit (see `apply_edit`), ShapeError if `start` has not
  /// one value for each that grows.
  WeightChange(const BlockPattern& pattern, const TopologyEdit& edit, GrownStart start = {});

  const PatternPtr& pattern() const { return result_.pattern; }
  const BlockRemap& remap() const { return result_.remap; }
  /// What grown blocks start from: for an owner of buffers that have another number of values for
  /// each block, which it moves by `remap`.
  const GrownStart& start() const { return start_; }
  /// Entries of every buffer afterwards.
  std::size_t size() const { return static_cast<std::size_t>(result_.pattern->values()); }

  /// The weight's values; grown blocks start as `GrownStart::values` says.
  void move_values(std::span<const float> old, std::span<float> moved) const;
  /// The gradient; grown blocks start at zero.
  void move_gradient(std::span<const float> old, std::span<float> moved) const;
  /// Any other buffer, such as a moment; grown blocks start as `GrownStart::moments` says.
  void move_moments(std::span<const float> old, std::span<float> moved) const;

 private:
  EditResult result_;
  GrownStart start_;
};

/// Whoever owns the memory of one sparse weight whose pattern may move: the side of the joint
/// between models and schedules that may write. `WeightBuffers` is the ready one, for any
/// containers; a framework with memory of its own implements these few functions.
class WeightOwner {
 public:
  WeightOwner() = default;
  WeightOwner(const WeightOwner&) = delete;
  WeightOwner& operator=(const WeightOwner&) = delete;
  virtual ~WeightOwner() = default;

  /// The weight as it is now.
  virtual WeightView view() const = 0;

  /// Moves pattern and every buffer that has one value for each weight. Must have the strong
  /// guarantee: make all new buffers first, and throw only until the first is put in its place.
  virtual void commit(const WeightChange& change) = 0;

  /// Follows a commit once everything has moved, what others keep of the weight included: for what
  /// depends on the pattern in another way, such as a product plan.
  virtual void changed() {}

  /// Whether the gradient's operands of coming backward passes are to be kept and shown in the
  /// view. Every call forgets those that were kept before. Owners that keep none ignore it.
  virtual void want_operands(bool wanted) { static_cast<void>(wanted); }

  /// Memory of all that it owns of the weight, in bytes.
  virtual double bytes() const;
};

/// The weights that a topology updater may edit. Shared, as whoever made an owner may want to keep
/// it.
using WeightOwners = std::vector<std::shared_ptr<WeightOwner>>;

/// Applies one edit to one weight, from check to `changed`. Strong guarantee up to there. Throws as
/// `WeightChange` and the owner do. For tests and programs that edit by hand: a topology updater
/// does the same.
WeightChange edit_weight(WeightOwner& owner, const TopologyEdit& edit, GrownStart start = {});

}  // namespace espalier::sparse
// Tested by tests/sparse/topology/weight_buffers_test.cpp
