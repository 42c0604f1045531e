// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include <espalier/sparse/core/types.h>

namespace espalier {

/// Elements that one array can have: their bytes, eight for each at most, must be a difference of
/// pointers.
inline constexpr Index kMaxElements = std::numeric_limits<Index>::max() / 8;

/// The product of extents that came from outside, as a number of elements. Throws ShapeError
/// "WHAT: A x B ... elements; expected ..." if an extent is negative or the product is more than
/// `kMaxElements`.
Index checked_product(const std::string& what, std::span<const Index> extents);
inline Index checked_product(const std::string& what, std::initializer_list<Index> extents) {
  return checked_product(what, std::span(extents.begin(), extents.size()));
}

/// An extent of an object that owns its memory: zero once the object was moved from, since its
/// memory is gone.
class OwnedExtent {
 public:
  OwnedExtent() = default;
  OwnedExtent(Index value) : value_(value) {}
  OwnedExtent(const OwnedExtent&) = default;
  OwnedExtent& operator=(const OwnedExtent&) = default;
  OwnedExtent(OwnedExtent&& other) noexcept : value_(std::exchange(other.value_, 0)) {}
  OwnedExtent& operator=(OwnedExtent&& other) noexcept {
    value_ = other.value_;
    other.value_ = 0;  // last: what is moved to itself has lost its memory too
    return *this;
  }
  operator Index() const { return value_; }

 private:
  Index value_ = 0;
};

}  // namespace espalier
