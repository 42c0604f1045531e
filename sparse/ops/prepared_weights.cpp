// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/ops/prepared_weights.h>

#include <algorithm>
#include <array>
#include <cstring>

#include <espalier/sparse/format/panels.h>
#include <espalier/sparse/kernels/kernel_table.h>
#include <espalier/sparse/ops/operand_check.h>

namespace espalier::sparse {
namespace {

/// Of a pattern without blocks: kernels add the place within a block to the address of the values,
/// which must be that of an array, before they see that there are none.
template <typename T>
const std::array<T, 16 * 16> kNoValues = {};

/// Copies every block of the column-wise traversal, or of the pattern's own order if not
/// `by_column`, each by `copy(from, to)`.
template <typename T, typename To, typename Copy>
void copy_blocks(const BlockPattern& pattern, bool by_column, const T* values, To* out,
                 const Context& context, const Copy& copy) {
  const Index size = pattern.block().size();
  const Index blocks_per_task = std::max<Index>(1, (1 << 16) / size);
  const std::span<const Index> order = pattern.column_blocks();
  context.parallel_for_chunks(pattern.blocks(), blocks_per_task, [&](Index first, Index count) {
    for (Index e = first; e < first + count; ++e)
      copy(values + (by_column ? order[static_cast<std::size_t>(e)] : e) * size, out + e * size);
  });
}

/// The forms of a block. kSize is the extent: a copy of known size is a few instructions.
template <int kSize, typename T>
struct BlockForm {
  static void copy(const T* from, T* to) { std::memcpy(to, from, kSize * kSize * sizeof(T)); }
  static void widen(const T* from, float* to) {
    for (int i = 0; i < kSize * kSize; ++i) to[i] = static_cast<float>(from[i]);
  }
  /// [kSize][kSize] to [kSize / 2][kSize][2]: two rows become one row of pairs.
  static void pair_rows(const T* from, T* to) {
    if constexpr (kSize == 1) {
      *to = *from;
    } else {
      for (int i = 0; i < kSize; i += 2)
        for (int j = 0; j < kSize; ++j) {
          to[i * kSize + 2 * j] = from[i * kSize + j];
          to[i * kSize + 2 * j + 1] = from[(i + 1) * kSize + j];
        }
    }
  }
};

/// Calls body(integral_constant of the extent of the blocks).
template <typename Body>
void for_block_size(Index block, const Body& body) {
  switch (block) {
    case 1:
      return body(std::integral_constant<int, 1>());
    case 2:
      return body(std::integral_constant<int, 2>());
    case 4:
      return body(std::integral_constant<int, 4>());
    case 8:
      return body(std::integral_constant<int, 8>());
    default:
      return body(std::integral_constant<int, 16>());
  }
}

/// Whether the kernels read floats instead of values of type T.
template <typename T>
bool wants_floats(Index block, const Context& context) {
  const auto products = kernels::products_of<T>(context.variant());
  return products.panel_product.run == nullptr || (block == 1 && products.no_singles);
}

}  // namespace

template <typename T>
template <typename To>
To* OrderedWeights<T>::Room<To>::of(Index wanted) {
  if (count < wanted) {
    values = std::make_unique_for_overwrite<To[]>(static_cast<std::size_t>(wanted));
    count = wanted;
  }
  return values.get();
}

template <typename T>
void OrderedWeights<T>::refresh(const ProductPlan& plan, std::span<const T> values,
                                const Context& context) {
  const BlockPattern& pattern = *plan.pattern();
  const Index block = pattern.block().rows;
  const T* same_type = nullptr;
  const float* wide = nullptr;
  const bool as_floats = wants_floats<T>(block, context);
  if (values.empty() && as_floats) {
    wide = kNoValues<float>.data();
  } else if (values.empty()) {
    same_type = kNoValues<T>.data();
  } else if (as_floats) {
    float* const out = widened_.of(pattern.values());
    for_block_size(block, [&]<int kSize>(std::integral_constant<int, kSize>) {
      copy_blocks(pattern, transposed(), values.data(), out, context,
                  [](const T* from, float* to) { BlockForm<kSize, T>::widen(from, to); });
    });
    wide = out;
  } else if (!transposed()) {
    same_type = values.data();
  } else {
    T* const out = ordered_.of(pattern.values());
    for_block_size(block, [&]<int kSize>(std::integral_constant<int, kSize>) {
      copy_blocks(pattern, true, values.data(), out, context, [](const T* from, T* to) {
        if constexpr (PanelLayout<T>::kTogether == 1)
          BlockForm<kSize, T>::copy(from, to);
        else
          BlockForm<kSize, T>::pair_rows(from, to);
      });
    });
    same_type = out;
  }
  values_ = same_type;
  wide_ = wide;
}

template <typename T>
PreparedWeights<T>::PreparedWeights(const ProductPlan& plan, std::span<const T> values,
                                    const Context& context, PreparedFor products)
    : plan_(plan), products_(products) {
  refresh(values, context);
}

template <typename T>
void PreparedWeights<T>::refresh(std::span<const T> values, const Context& context) {
  constexpr const char* kName = "prepared weights";
  check_values(kName, static_cast<Index>(values.size()), checked_pattern(kName, plan_));
  forward_.refresh(plan_, values, context);
  if (products_ == PreparedFor::kBoth) transposed_.refresh(plan_, values, context);
  values_ = values;
  variant_ = &context.variant();
}

template class OrderedWeights<float>;
template class OrderedWeights<BFloat16>;
template class PreparedWeights<float>;
template class PreparedWeights<BFloat16>;

}  // namespace espalier::sparse
