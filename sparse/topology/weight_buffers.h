// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <espalier/sparse/topology/weight_owner.h>

namespace espalier::sparse {

/// A container of floats that can be replaced whole: `std::vector<float>`, `AlignedVector<float>`.
template <typename T>
concept FloatBuffer = requires(T& container) {
  requires std::ranges::contiguous_range<T>;
  requires std::ranges::sized_range<T>;
  { *std::ranges::data(container) } -> std::same_as<float&>;
  requires std::default_initializable<T>;
  requires std::constructible_from<T, std::size_t>;  // so many values
  requires std::assignable_from<T&, T>;
  requires std::is_nothrow_swappable_v<T>;
};

/// A weight whose values, gradient and moments lie in containers, of the library or of a user:
///
///   sparse::PatternPtr pattern = ...;
///   std::vector<float> values(n), gradient(n), velocity(n);      // n = pattern->values()
///   auto weight = std::make_shared<sparse::WeightBuffers>("mine", pattern, values, gradient);
///   weight->attach(velocity);
///   schedules::TopologyUpdater topology(policy, {weight});
///
/// An edit replaces the pattern, and the contents of the containers by new memory, which the
/// container's own allocator gives: pointers to the containers stay valid, pointers to elements do
/// not. The containers must outlive this object and must not move.
class WeightBuffers final : public WeightOwner {
 public:
  /// Throws ShapeError if the pattern is null, values or gradient do not have one entry for each
  /// stored value, or they are one container.
  template <FloatBuffer Values, FloatBuffer Gradient>
  WeightBuffers(std::string name, PatternPtr& pattern, Values& values, Gradient& gradient)
      : WeightBuffers(std::move(name), pattern, buffer_of(values), buffer_of(gradient)) {}
  /// A weight without a gradient, for policies that read none.
  template <FloatBuffer Values>
  WeightBuffers(std::string name, PatternPtr& pattern, Values& values)
      : WeightBuffers(std::move(name), pattern, buffer_of(values), nullptr) {}
  ~WeightBuffers() override;

  /// Adds a buffer over the same pattern, such as a moment, which every edit moves. Adding one
  /// twice moves it only once. Throws ShapeError if its size is not that of the values.
  template <FloatBuffer Moments>
  void attach(Moments& buffer) {
    attach(buffer_of(buffer));
  }
  /// Says where a layer keeps the operands of its gradient, which policies that grow by gradient
  /// read. They must outlive this object.
  void attach_operands(GradientOperands& operands) { operands_ = &operands; }
  /// Deviation of the distribution that the values started from. Throws ConfigError unless it is
  /// finite and at least 0.
  void set_initial_deviation(double deviation);
  /// Adds a callback that runs after each edit, when pattern and buffers are already the new ones.
  /// Throws ConfigError if it is empty.
  void on_change(std::function<void()> callback);

  WeightView view() const override;
  void commit(const WeightChange& change) override;
  void changed() override;
  void want_operands(bool wanted) override;
  /// Pattern, buffers and kept operands.
  double bytes() const override;

 private:
  /// A container of any type.
  class Buffer {
   public:
    virtual ~Buffer() = default;
    virtual const void* address() const = 0;
    virtual std::span<const float> values() const = 0;
    /// Makes the container's successor, of this size. May throw.
    virtual std::span<float> make_next(std::size_t size) = 0;
    /// Swaps container and successor.
    virtual void swap_next() noexcept = 0;
    /// Frees the successor.
    virtual void free_next() noexcept = 0;
  };

  template <FloatBuffer Container>
  class BufferOf final : public Buffer {
   public:
    explicit BufferOf(Container& container) : container_(&container) {}
    const void* address() const override { return container_; }
    std::span<const float> values() const override { return *container_; }
    std::span<float> make_next(std::size_t size) override {
      // Containers of unequal allocators, such as two memory resources, cannot be swapped.
      if constexpr (requires { Container(size, container_->get_allocator()); })
        return next_.emplace(size, container_->get_allocator());
      else
        return next_.emplace(size);
    }
    void swap_next() noexcept override { std::ranges::swap(*container_, *next_); }
    void free_next() noexcept override { next_.reset(); }

   private:
    Container* container_;
    std::optional<Container> next_;
  };

  template <FloatBuffer Container>
  static std::unique_ptr<Buffer> buffer_of(Container& container) {
    return std::make_unique<BufferOf<Container>>(container);
  }

  WeightBuffers(std::string name, PatternPtr& pattern, std::unique_ptr<Buffer> values,
                std::unique_ptr<Buffer> gradient);
  void attach(std::unique_ptr<Buffer> buffer);
  /// Calls `body` with each container.
  template <typename Body>
  void for_each_buffer(const Body& body) const;

  std::string name_;
  PatternPtr* pattern_;
  std::unique_ptr<Buffer> values_;
  std::unique_ptr<Buffer> gradient_;  ///< null: the weight shows none
  std::vector<std::unique_ptr<Buffer>> moments_;
  GradientOperands* operands_ = nullptr;
  double initial_deviation_ = 0;
  std::vector<std::function<void()>> callbacks_;
};

}  // namespace espalier::sparse
