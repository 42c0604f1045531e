// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>

#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/extent.h>
#include <espalier/sparse/core/matrix.h>
#include <espalier/sparse/format/activations.h>

namespace espalier::sparse {

/// The activations of many tokens in bfloat16, in token panels whose features are interleaved in
/// pairs, so that one 32-bit lane holds two features of one token:
///
///     [panels][ceil(features / 2)][panel_width][2]      panels = ceil(tokens / panel_width)
///
/// Feature f of token t lies in panel t / panel_width, pair row f / 2, lane t % panel_width, place
/// f % 2. Every pair row is aligned to 64 bytes. The dot products of bfloat16 instructions multiply
/// such pairs; elsewhere one load yields two vectors of floats, by a shift and by a mask.
///
/// Padding is what no feature of a token owns: the lanes past `tokens` in the last panel and, if
/// the number of features is odd, the second place of the last pair. It is zero in a new object and
/// zero on entry to every product; an operation that writes something else there must call
/// `clear_padding`. An object that was moved from is empty.
class ActivationsBf16 {
 public:
  ActivationsBf16() = default;
  /// All values zero. Throws ShapeError if an extent is negative, `panel_width` is not a positive
  /// multiple of 16, or there are more values than an array can have.
  ActivationsBf16(Index tokens, Index features, Index panel_width = kDefaultPanelWidth);

  Index tokens() const { return tokens_; }
  Index features() const { return features_; }
  Index feature_pairs() const { return (features_ + 1) / 2; }
  Index panel_width() const { return panel_width_; }
  Index panels() const {
    return panel_width_ == 0 ? 0 : (tokens_ + panel_width_ - 1) / panel_width_;
  }
  /// Lanes of panel `p` that hold tokens: panel_width, or fewer in the last panel.
  Index used_lanes(Index p) const {
    return std::min<Index>(panel_width_, tokens_ - p * panel_width_);
  }
  /// Values from one panel to the next.
  Index panel_stride() const { return feature_pairs() * 2 * panel_width_; }

  BFloat16* panel(Index p) { return values_.data() + p * panel_stride(); }
  const BFloat16* panel(Index p) const { return values_.data() + p * panel_stride(); }
  /// Row of `panel_width` pairs: features 2 * `pair` and 2 * `pair` + 1 of the tokens of panel `p`.
  BFloat16* pair_row(Index p, Index pair) { return panel(p) + pair * 2 * panel_width_; }
  const BFloat16* pair_row(Index p, Index pair) const { return panel(p) + pair * 2 * panel_width_; }

  /// One value; for conversions and tests, not for inner loops.
  BFloat16& at(Index token, Index feature) {
    return pair_row(token / panel_width_, feature / 2)[token % panel_width_ * 2 + feature % 2];
  }
  BFloat16 at(Index token, Index feature) const {
    return pair_row(token / panel_width_, feature / 2)[token % panel_width_ * 2 + feature % 2];
  }

  /// All values including padding, in storage order.
  std::span<BFloat16> values() { return values_; }
  std::span<const BFloat16> values() const { return values_; }

  /// Same tokens, features and panel width.
  bool same_shape(const ActivationsBf16& other) const {
    return tokens_ == other.tokens_ && features_ == other.features_ &&
           panel_width_ == other.panel_width_;
  }
  /// Gives the object this shape. If it has it already nothing changes; else all values are zero.
  /// Throws as the constructor does.
  void reshape(Index tokens, Index features, Index panel_width);
  /// Sets every value to zero.
  void clear() { std::fill(values_.begin(), values_.end(), BFloat16()); }
  /// Sets the padding to zero. Cost: at most one panel and one pair row of each.
  void clear_padding();

 private:
  OwnedExtent tokens_;
  OwnedExtent features_;
  OwnedExtent panel_width_;
  AlignedVector<BFloat16> values_;
};

}  // namespace espalier::sparse
