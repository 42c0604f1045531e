// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/weight_owner.h>

#include <algorithm>
#include <string>
#include <utility>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {
namespace {

/// Mean of the surviving values of a moved buffer, summed in double precision in pattern order.
float mean_of_survivors(std::span<const float> moved, const BlockRemap& remap) {
  double sum = 0;
  Index count = 0;
  const auto block = static_cast<std::size_t>(remap.block_values);
  for (std::size_t i = 0; i < remap.source.size(); ++i) {
    if (remap.source[i] < 0) continue;
    for (std::size_t j = i * block; j < (i + 1) * block; ++j) sum += moved[j];
    count += remap.block_values;
  }
  return count == 0 ? 0.0f : static_cast<float>(sum / static_cast<double>(count));
}

/// Calls `body(its values, number among the grown)` for each grown block of a moved buffer.
template <typename Body>
void for_each_grown(const BlockRemap& remap, std::span<float> moved, const Body& body) {
  const auto block = static_cast<std::size_t>(remap.block_values);
  std::size_t grown = 0;
  for (std::size_t i = 0; i < remap.source.size(); ++i)
    if (remap.source[i] < 0) body(moved.subspan(i * block, block), grown++);
}

}  // namespace

WeightChange::WeightChange(const BlockPattern& pattern, const TopologyEdit& edit, GrownStart start)
    : result_(apply_edit(pattern, edit)), start_(std::move(start)) {
  const std::size_t expected =
      edit.grow.size() * static_cast<std::size_t>(result_.remap.block_values);
  if (!start_.values.empty() && start_.values.size() != expected)
    throw ShapeError("topology edit: " + std::to_string(start_.values.size()) +
                     " values for grown blocks; expected " + std::to_string(expected));
}

void WeightChange::move_values(std::span<const float> old, std::span<float> moved) const {
  remap().move(old, moved);
  if (start_.values.empty()) return;
  for_each_grown(remap(), moved, [&](std::span<float> block, std::size_t grown) {
    std::copy_n(start_.values.begin() + static_cast<std::ptrdiff_t>(grown * block.size()),
                block.size(), block.begin());
  });
}

void WeightChange::move_gradient(std::span<const float> old, std::span<float> moved) const {
  remap().move(old, moved);
}

void WeightChange::move_moments(std::span<const float> old, std::span<float> moved) const {
  remap().move(old, moved);
  if (start_.moments != GrownMoments::kMean) return;
  const float mean = mean_of_survivors(moved, remap());
  for_each_grown(remap(), moved, [&](std::span<float> block, std::size_t) {
    std::fill(block.begin(), block.end(), mean);
  });
}

double WeightOwner::bytes() const {
  const WeightView weight = view();
  return static_cast<double>(weight.pattern().bytes()) +
         static_cast<double>(weight.values().size_bytes() + weight.gradient().size_bytes());
}

WeightChange edit_weight(WeightOwner& owner, const TopologyEdit& edit, GrownStart start) {
  WeightChange change(owner.view().pattern(), edit, std::move(start));
  owner.commit(change);
  owner.changed();
  return change;
}

}  // namespace espalier::sparse
