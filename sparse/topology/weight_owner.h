// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/topology/topology_edit.h>
#include <espalier/sparse/topology/weight_view.h>

namespace espalier::sparse {

/// The first values of the moments of grown blocks.
enum class GrownMoments {
  kZero,  ///< zero, as in every published method
  kMean,  ///< the mean of the buffer over the surviving values, so that the first steps of a grown
          ///< block are scaled as those of its neighbours
};

/// The first values of grown blocks and of their moments. Their gradient always starts at zero.
struct GrownStart {
  /// Values of the grown blocks in pattern order, [grown blocks * block size]; empty: zeros.
  AlignedVector<float> values = {};
  GrownMoments moments = GrownMoments::kZero;
};

/// A checked edit of one weight, ready for the owner of its memory: the new pattern, and how each
/// buffer with one value for each weight moves there, from span to span. Survivors are
/// bit-identical in all of them. Every move throws ShapeError if `old` does not have one entry for
/// each value of the old pattern or `moved` is not `size` long. The two must not overlap. Cost of a
/// move: one copy.
class WeightChange {
 public:
  /// Throws FormatError if the edit does not fit (see `apply_edit`), ShapeError if `start` does not
  /// have one value for each value that grows.
  WeightChange(const BlockPattern& pattern, const TopologyEdit& edit, GrownStart start = {});

  const PatternPtr& pattern() const { return result_.pattern; }
  const BlockRemap& remap() const { return result_.remap; }
  /// The first values of grown blocks, for an owner whose buffers have another number of values for
  /// each block; it moves them by `remap`.
  const GrownStart& start() const { return start_; }
  /// Number of entries that every buffer has afterwards.
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

/// The owner of the memory of one sparse weight whose pattern may move. Schedules edit weights of
/// models only through this interface. `WeightBuffers` implements it for any containers; a
/// framework with memory of its own implements these few functions.
class WeightOwner {
 public:
  WeightOwner() = default;
  WeightOwner(const WeightOwner&) = delete;
  WeightOwner& operator=(const WeightOwner&) = delete;
  virtual ~WeightOwner() = default;

  /// The weight as it is now.
  virtual WeightView view() const = 0;

  /// Moves the pattern and every buffer that has one value for each weight. Must have the strong
  /// guarantee: make all new buffers first, and do not throw once the first is in its place.
  virtual void commit(const WeightChange& change) = 0;

  /// Called after `commit`, once the new pattern and buffers are in place. Updates whatever else
  /// depends on the pattern, such as a product plan.
  virtual void changed() {}

  /// Says whether coming backward passes keep the operands of their gradient and the view shows
  /// them. Every call forgets those that were kept before. Owners that keep none ignore it.
  virtual void want_operands(bool wanted) { static_cast<void>(wanted); }

  /// Bytes of all memory that belongs to the weight.
  virtual double bytes() const;
};

/// The weights that a topology updater may edit. The pointers are shared, since the maker of an
/// owner may want to keep it.
using WeightOwners = std::vector<std::shared_ptr<WeightOwner>>;

/// Applies one edit to one weight, from check to `changed`. Strong guarantee up to there. Throws as
/// `WeightChange` and the owner do. For tests and programs that edit by hand: a topology updater
/// does the same.
WeightChange edit_weight(WeightOwner& owner, const TopologyEdit& edit, GrownStart start = {});

}  // namespace espalier::sparse
// Tested by tests/sparse/topology/weight_buffers_test.cpp
