// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/extent.h>

#include <espalier/sparse/core/error.h>

namespace espalier {
namespace {

std::string extents_text(std::span<const Index> extents) {
  std::string text;
  for (const Index extent : extents) text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text;
}

}  // namespace

Index checked_product(const std::string& what, std::span<const Index> extents) {
  Index product = 1;
  bool fits = true;
  bool empty = false;
  for (const Index extent : extents) {
    if (extent < 0)
      throw ShapeError(what + ": " + extents_text(extents) + "; expected no negative extent");
    empty = empty || extent == 0;
    fits = fits && !__builtin_mul_overflow(product, extent, &product);
  }
  if (empty) return 0;
  if (!fits || product > kMaxElements)
    throw ShapeError(what + ": " + extents_text(extents) + " elements; expected at most " +
                     std::to_string(kMaxElements));
  return product;
}

}  // namespace espalier
