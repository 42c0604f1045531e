// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>

#include <espalier/sparse/core/extent.h>
#include <espalier/sparse/core/matrix.h>

namespace espalier::sparse {

/// Tokens per panel unless the caller chooses: narrow enough that the panels that a product reads
/// and writes, and those that come next, share the second-level cache with the weights, wide enough
/// that four vectors of AVX-512 serve each weight that is broadcast.
inline constexpr Index kDefaultPanelWidth = 64;

/// The same for layers with dense weights, whose library packs the weights anew for each panel.
inline constexpr Index kDensePanelWidth = 128;

/// Panel widths are multiples of this many lanes: one AVX-512 vector of floats, one cache line.
inline constexpr Index kPanelWidthMultiple = 16;

/// The activations of many tokens, `features` values each, in *token panels*:
///
///     [panels][features][panel_width]      panels = ceil(tokens / panel_width)
///
/// Feature f of token t lies in panel t / panel_width, row f, lane t % panel_width. Every panel row
/// is aligned to 64 bytes, so that each kernel vectorises over tokens whatever the block size, and
/// a panel stays in cache while a layer passes over it.
///
/// Lanes past `tokens` in the last panel are *padding*: they are zero in a new object, products
/// read them as zero only if they are zero, and an operation that writes something else there (a
/// bias, a norm) must call `clear_padding`. An object that was moved from is empty.
class Activations {
 public:
  Activations() = default;
  /// All values zero. Throws ShapeError if an extent is negative, `panel_width` is not a positive
  /// multiple of 16, or there are more values than an array can have.
  Activations(Index tokens, Index features, Index panel_width = kDefaultPanelWidth);

  Index tokens() const { return tokens_; }
  Index features() const { return features_; }
  Index panel_width() const { return panel_width_; }
  Index panels() const {
    return panel_width_ == 0 ? 0 : (tokens_ + panel_width_ - 1) / panel_width_;
  }
  /// Lanes of panel `p` that hold tokens: panel_width, or fewer in the last panel.
  Index used_lanes(Index p) const {
    return std::min<Index>(panel_width_, tokens_ - p * panel_width_);
  }
  /// Values from one panel to the next.
  Index panel_stride() const { return features_ * panel_width_; }

  float* panel(Index p) { return values_.data() + p * panel_stride(); }
  const float* panel(Index p) const { return values_.data() + p * panel_stride(); }
  /// Row of `panel_width` lanes: feature `f` of the tokens of panel `p`.
  float* row(Index p, Index f) { return panel(p) + f * panel_width_; }
  const float* row(Index p, Index f) const { return panel(p) + f * panel_width_; }

  /// One value; for conversions and tests, not for inner loops.
  float& at(Index token, Index feature) {
    return row(token / panel_width_, feature)[token % panel_width_];
  }
  float at(Index token, Index feature) const {
    return row(token / panel_width_, feature)[token % panel_width_];
  }

  /// All values including padding, in storage order.
  std::span<float> values() { return values_; }
  std::span<const float> values() const { return values_; }

  /// Same tokens, features and panel width.
  bool same_shape(const Activations& other) const {
    return tokens_ == other.tokens_ && features_ == other.features_ &&
           panel_width_ == other.panel_width_;
  }
  /// Gives the object this shape. If it has it already nothing changes; else all values are zero.
  /// Throws as the constructor does.
  void reshape(Index tokens, Index features, Index panel_width);
  /// Adds the tokens of another object behind its own; without any of its own it becomes a copy.
  /// Panels of another width are rewritten. If it throws, nothing has changed: ShapeError if the
  /// features differ. Cost: one copy of `more`, and now and then one of its own values.
  void append(const Activations& more);
  /// Removes all tokens; the memory stays for others.
  void remove_tokens();
  /// Sets every value to zero.
  void clear() { std::fill(values_.begin(), values_.end(), 0.0f); }
  /// Sets the lanes past `tokens` to zero. Cost: at most one panel.
  void clear_padding();

 private:
  OwnedExtent tokens_;
  OwnedExtent features_;
  OwnedExtent panel_width_;
  AlignedVector<float> values_;
};

/// Copies a row-major [features x tokens] matrix into panels. Padding is zero.
Activations pack(MatrixView<const float> features_by_tokens,
                 Index panel_width = kDefaultPanelWidth);
/// As above into `out`, which must have the shape of the matrix; throws ShapeError otherwise.
void pack(MatrixView<const float> features_by_tokens, Activations& out);
/// Copies panels back to a row-major [features x tokens] matrix. Throws ShapeError if shapes
/// differ.
void unpack(const Activations& x, MatrixView<float> features_by_tokens);

}  // namespace espalier::sparse
