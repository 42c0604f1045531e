// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/topology/weight_buffers.h>

#include <cmath>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/core/number_text.h>

namespace espalier::sparse {

WeightBuffers::WeightBuffers(std::string name, PatternPtr& pattern, std::unique_ptr<Buffer> values,
                             std::unique_ptr<Buffer> gradient)
    : name_(std::move(name)),
      pattern_(&pattern),
      values_(std::move(values)),
      gradient_(std::move(gradient)) {
  const WeightView checked = view();
  if (gradient_ != nullptr && gradient_->values().size() != checked.values().size())
    throw ShapeError("weight " + name_ + ": no values of the gradient; expected " +
                     std::to_string(checked.values().size()));
  if (gradient_ != nullptr && gradient_->address() == values_->address())
    throw ShapeError("weight " + name_ +
                     ": values and gradient are one container; give each its own, as edits move "
                     "them in different ways");
}

WeightBuffers::~WeightBuffers() = default;

template <typename Body>
void WeightBuffers::for_each_buffer(const Body& body) const {
  body(*values_);
  if (gradient_ != nullptr) body(*gradient_);
  for (const std::unique_ptr<Buffer>& moments : moments_) body(*moments);
}

void WeightBuffers::attach(std::unique_ptr<Buffer> buffer) {
  const std::size_t expected = values_->values().size();
  if (buffer->values().size() != expected)
    throw ShapeError("weight " + name_ + ": attached buffer of " +
                     std::to_string(buffer->values().size()) + " values; expected " +
                     std::to_string(expected));
  bool known = false;
  for_each_buffer([&](const Buffer& other) { known |= other.address() == buffer->address(); });
  if (!known) moments_.push_back(std::move(buffer));
}

void WeightBuffers::set_initial_deviation(double deviation) {
  if (!std::isfinite(deviation) || deviation < 0)
    throw ConfigError("weight " + name_ + ": initial deviation " + number_text(deviation) +
                      "; expected a finite value of at least 0");
  initial_deviation_ = deviation;
}

void WeightBuffers::on_change(std::function<void()> callback) {
  if (!callback)
    throw ConfigError("weight " + name_ +
                      ": the callback is an empty function; expected one to call after edits");
  callbacks_.push_back(std::move(callback));
}

WeightView WeightBuffers::view() const {
  return {name_,
          *pattern_,
          values_->values(),
          gradient_ == nullptr ? std::span<const float>() : gradient_->values(),
          {.initial_deviation = initial_deviation_, .operands = operands_}};
}

void WeightBuffers::commit(const WeightChange& change) {
  // Whether all succeed or one fails, what is then not in use is freed.
  struct FreeAtEnd {
    const WeightBuffers* weight;
    ~FreeAtEnd() {
      weight->for_each_buffer([](Buffer& buffer) { buffer.free_next(); });
    }
  } const free_at_end{this};
  const std::size_t size = change.size();
  change.move_values(values_->values(), values_->make_next(size));
  if (gradient_ != nullptr) change.move_gradient(gradient_->values(), gradient_->make_next(size));
  for (const std::unique_ptr<Buffer>& moments : moments_)
    change.move_moments(moments->values(), moments->make_next(size));

  // From here on nothing throws: the weight is never seen half edited.
  for_each_buffer([](Buffer& buffer) { buffer.swap_next(); });
  *pattern_ = change.pattern();
}

void WeightBuffers::changed() {
  for (const std::function<void()>& callback : callbacks_) callback();
}

void WeightBuffers::want_operands(bool wanted) {
  if (operands_ != nullptr) operands_->want(wanted);
}

double WeightBuffers::bytes() const {
  auto bytes = static_cast<double>((*pattern_)->bytes());
  for_each_buffer(
      [&](const Buffer& buffer) { bytes += static_cast<double>(buffer.values().size_bytes()); });
  return operands_ == nullptr ? bytes : bytes + operands_->bytes();
}

}  // namespace espalier::sparse
