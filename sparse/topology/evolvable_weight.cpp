// SPDX-License-Identifier: Apache-2.0
#include "sparse/topology/evolvable_weight.h"

#include <algorithm>
#include <utility>

#include "sparse/core/error.h"

namespace espalier::sparse {

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

void EvolvableWeight::on_change(std::function<void()> callback) {
  callbacks_.push_back(std::move(callback));
}

EditResult EvolvableWeight::apply(const TopologyEdit& edit) {
  EditResult result = apply_edit(pattern(), edit);
  std::vector<AlignedVector<float>> moved;
  moved.reserve(buffers_.size());
  for (const AlignedVector<float>* buffer : buffers_)
    moved.push_back(result.remap.remapped(*buffer));

  // From here on nothing throws: the weight is never seen half edited.
  for (std::size_t i = 0; i < buffers_.size(); ++i) buffers_[i]->swap(moved[i]);
  *pattern_ = result.pattern;

  for (const std::function<void()>& callback : callbacks_) callback();
  return result;
}

}  // namespace espalier::sparse
