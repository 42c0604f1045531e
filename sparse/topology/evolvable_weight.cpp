// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/evolvable_weight.h>

#include <algorithm>
#include <utility>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {
namespace {

// Places in the list of buffers.
constexpr std::size_t kValues = 0;
constexpr std::size_t kFirstAttached = 2;

/// Mean of the surviving values of a moved buffer, summed in double precision in pattern order.
float mean_of_survivors(const AlignedVector<float>& moved, const BlockRemap& remap) {
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

/// Calls `body(position in pattern order, number among the grown)` for each grown block.
template <typename Body>
void for_each_grown(const BlockRemap& remap, const Body& body) {
  std::size_t grown = 0;
  for (std::size_t i = 0; i < remap.source.size(); ++i)
    if (remap.source[i] < 0) body(i, grown++);
}

}  // namespace

EvolvableWeight::EvolvableWeight(std::string name, PatternPtr& pattern,
                                 AlignedVector<float>& values, AlignedVector<float>& gradient)
    : name_(std::move(name)), pattern_(&pattern), values_(&values), gradient_(&gradient) {
  if (pattern == nullptr) throw ShapeError("evolvable weight " + name_ + ": the pattern is null");
  if (static_cast<Index>(values.size()) != pattern->values())
    throw ShapeError("evolvable weight " + name_ + ": " + std::to_string(values.size()) +
                     " values; expected " + std::to_string(pattern->values()));
  attach(values);
  attach(gradient);
}

void EvolvableWeight::attach(AlignedVector<float>& buffer) {
  if (buffer.size() != values_->size())
    throw ShapeError("evolvable weight " + name_ + ": attached buffer of " +
                     std::to_string(buffer.size()) + " values; expected " +
                     std::to_string(values_->size()));
  // A buffer that is attached twice must still move only once.
  if (std::find(buffers_.begin(), buffers_.end(), &buffer) == buffers_.end())
    buffers_.push_back(&buffer);
}

double EvolvableWeight::bytes() const {
  double bytes = static_cast<double>(pattern().bytes());
  for (const AlignedVector<float>* buffer : buffers_)
    bytes += static_cast<double>(buffer->size() * sizeof(float));
  if (operands_ != nullptr)
    bytes += static_cast<double>((operands_->x.values().size() + operands_->dy.values().size()) *
                                 sizeof(float));
  return bytes;
}

void EvolvableWeight::on_change(std::function<void()> callback) {
  callbacks_.push_back(std::move(callback));
}

EditResult EvolvableWeight::apply(const TopologyEdit& edit, const GrownStart& start) {
  EditResult result = apply_edit(pattern(), edit);
  const auto block = static_cast<std::size_t>(result.remap.block_values);
  if (!start.values.empty() && start.values.size() != edit.grow.size() * block)
    throw ShapeError("evolvable weight " + name_ + ": " + std::to_string(start.values.size()) +
                     " values for grown blocks; expected " +
                     std::to_string(edit.grow.size() * block));
  std::vector<AlignedVector<float>> moved;
  moved.reserve(buffers_.size());
  for (const AlignedVector<float>* buffer : buffers_)
    moved.push_back(result.remap.remapped(*buffer));

  // From here on nothing throws: the weight is never seen half edited.
  if (!start.values.empty())
    for_each_grown(result.remap, [&](std::size_t position, std::size_t grown) {
      std::copy_n(start.values.begin() + static_cast<std::ptrdiff_t>(grown * block), block,
                  moved[kValues].begin() + static_cast<std::ptrdiff_t>(position * block));
    });
  if (start.moments == GrownMoments::kMean)
    for (std::size_t b = kFirstAttached; b < moved.size(); ++b) {
      const float mean = mean_of_survivors(moved[b], result.remap);
      for_each_grown(result.remap, [&](std::size_t position, std::size_t) {
        std::fill_n(moved[b].begin() + static_cast<std::ptrdiff_t>(position * block), block, mean);
      });
    }
  for (std::size_t i = 0; i < buffers_.size(); ++i) buffers_[i]->swap(moved[i]);
  *pattern_ = result.pattern;

  for (const std::function<void()>& callback : callbacks_) callback();
  return result;
}

}  // namespace espalier::sparse
