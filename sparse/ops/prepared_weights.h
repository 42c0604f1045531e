// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/context.h>
#include <espalier/sparse/core/extent.h>
#include <espalier/sparse/ops/product_plan.h>

namespace espalier::sparse {

/// The values of a sparse weight as the kernels of one direction read them: where they are, or
/// copied in the order of that direction's entries, as floats, or in pairs.
template <typename T>
class OrderedWeights {
 public:
  enum class Direction { kForward, kTransposed };

  /// Nothing yet.
  explicit OrderedWeights(Direction direction) : direction_(direction) {}

  /// Takes the values of the pattern of `plan`, which must stay where they are. Memory is asked for
  /// only where there is not enough.
  void refresh(const ProductPlan& plan, std::span<const T> values, const Context& context);

  bool transposed() const { return direction_ == Direction::kTransposed; }
  /// In the type of the operands; null if the kernels want floats.
  const T* values() const { return values_; }
  /// As floats, for kernels that want those; else null.
  const float* wide() const { return wide_; }
  /// Of copies.
  std::size_t bytes() const {
    return static_cast<std::size_t>(ordered_.count) * sizeof(T) +
           static_cast<std::size_t>(widened_.count) * sizeof(float);
  }

 private:
  /// Memory whose values are not specified.
  template <typename To>
  struct Room {
    To* of(Index wanted);
    std::unique_ptr<To[]> values;
    OwnedExtent count;
  };

  Direction direction_;
  const T* values_ = nullptr;
  const float* wide_ = nullptr;
  Room<T> ordered_;
  Room<float> widened_;
};

/// The products that weights are prepared for.
enum class PreparedFor : std::uint8_t {
  kBoth,     ///< forward and input gradient
  kForward,  ///< of weights that only answer: nothing is kept for the input gradient
};

/// The values of a sparse weight with all that its kernels make of them beforehand: the copy in the
/// order of the input gradient, bfloat16 as floats or in pairs. The owner of the values makes it
/// once and refreshes it when they have changed; products only read it, so that one serves any
/// number of products and threads, of contexts with the kernel variant that it was made for.
///
/// It reads some values where they are: they must stay there, and after they have changed, products
/// are right again only when `refresh` has returned. After an edit of the pattern it is made anew.
/// Memory: up to one copy of the values of float, and two as floats of those of bfloat16; for the
/// forward product alone none, and one.
template <typename T>
class PreparedWeights {
 public:
  /// Throws ShapeError if the plan has no pattern or there are not as many values as it stores.
  PreparedWeights(const ProductPlan& plan, std::span<const T> values, const Context& context,
                  PreparedFor products = PreparedFor::kBoth);

  /// Does it again for values that have changed, or lie elsewhere now. Throws as the constructor
  /// does; then nothing has changed. Only another kernel variant asks for more memory; if there
  /// is none, products are wrong until it has succeeded. Cost: one pass over the values.
  void refresh(std::span<const T> values, const Context& context);

  const ProductPlan& plan() const { return plan_; }
  std::span<const T> values() const { return values_; }
  /// Of the context that it was last refreshed with.
  const KernelVariant& variant() const { return *variant_; }
  PreparedFor products() const { return products_; }
  /// Of copies of the values.
  std::size_t bytes() const { return forward_.bytes() + transposed_.bytes(); }
  const OrderedWeights<T>& forward() const { return forward_; }
  const OrderedWeights<T>& transposed() const { return transposed_; }

 private:
  ProductPlan plan_;
  std::span<const T> values_;
  PreparedFor products_;
  const KernelVariant* variant_ = nullptr;
  OrderedWeights<T> forward_{OrderedWeights<T>::Direction::kForward};
  OrderedWeights<T> transposed_{OrderedWeights<T>::Direction::kTransposed};
};

extern template class OrderedWeights<float>;
extern template class OrderedWeights<BFloat16>;
extern template class PreparedWeights<float>;
extern template class PreparedWeights<BFloat16>;

}  // namespace espalier::sparse
