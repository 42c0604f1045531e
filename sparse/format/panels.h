// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include <espalier/sparse/core/aligned_memory.h>
#include <espalier/sparse/core/bfloat16.h>
#include <espalier/sparse/core/extent.h>

namespace espalier::sparse {

/// Tokens per panel unless the caller chooses: narrow enough that the panels that a product reads
/// and writes, and those that come next, share the second-level cache with the weights, wide enough
/// that four vectors of AVX-512 serve each weight that is broadcast.
inline constexpr Index kDefaultPanelWidth = 64;

/// The same for layers with dense weights, whose library packs the weights anew for each panel.
inline constexpr Index kDensePanelWidth = 128;

/// Panel widths are multiples of this many lanes: one AVX-512 vector of floats, one cache line.
inline constexpr Index kPanelWidthMultiple = 16;

/// Extents of token panels of any type of value.
struct PanelShape {
  Index tokens = 0;
  Index features = 0;
  Index panel_width = 0;

  bool operator==(const PanelShape&) const = default;
  /// "F features of T tokens in panels of W".
  std::string text() const;
  /// Throws ShapeError "PRODUCT: OPERAND has ...; expected ..." unless `found` is this shape.
  void check(const std::string& product, const char* operand, const PanelShape& found) const;
};

/// How the values of a type lie in token panels: `kTogether` features of a token side by side, so
/// that they fill the 32 bits of a lane.
template <typename T>
struct PanelLayout;
/// One feature.
template <>
struct PanelLayout<float> {
  static constexpr Index kTogether = 1;
};
/// A pair: the dot products of bfloat16 instructions multiply such pairs; elsewhere one load yields
/// two vectors of floats, by a shift and by a mask.
template <>
struct PanelLayout<BFloat16> {
  static constexpr Index kTogether = 2;
};

/// Values of many tokens, `features` of each, in *token panels*:
///
///     [panels][rows][panel_width][together]
///     panels = ceil(tokens / panel_width)      rows = ceil(features / together)
///
/// where `together` is 1 for float and 2 for bfloat16 (PanelLayout). Feature f of token t lies in
/// panel t / panel_width, row f / together, lane t % panel_width, place f % together. Every row is
/// aligned to 64 bytes, so that each kernel vectorises over tokens whatever the block size, and a
/// panel stays in cache while a layer passes over it.
///
/// *Padding* is what no feature of a token owns: the lanes past `tokens` in the last panel, and the
/// places past `features` in the last row. It is zero in a new object, products read it as zero
/// only if it is zero, and an operation that writes something else there (a bias, a norm) must call
/// `clear_padding`. An object that was moved from is empty; one that a copy finds no memory for
/// stays as it was.
template <typename T>
class Panels {
 public:
  using Layout = PanelLayout<T>;

  Panels() = default;
  /// All values zero. Throws ShapeError if an extent is negative, `panel_width` is not a positive
  /// multiple of 16, or there are more values than an array can have.
  Panels(Index tokens, Index features, Index panel_width = kDefaultPanelWidth);

  Index tokens() const { return tokens_; }
  Index features() const { return features_; }
  Index panel_width() const { return panel_width_; }
  PanelShape shape() const { return {tokens_, features_, panel_width_}; }
  Index panels() const {
    return panel_width_ == 0 ? 0 : (tokens_ + panel_width_ - 1) / panel_width_;
  }
  /// Rows of a panel: as many as features, or half as many where they lie in pairs.
  Index rows() const { return (features_ + Layout::kTogether - 1) / Layout::kTogether; }
  /// Lanes of panel `p` that hold tokens: panel_width, or fewer in the last panel.
  Index used_lanes(Index p) const {
    return std::min<Index>(panel_width_, tokens_ - p * panel_width_);
  }
  /// Values from one panel to the next.
  Index panel_stride() const { return rows() * row_stride(); }

  T* panel(Index p) { return values_.data() + p * panel_stride(); }
  const T* panel(Index p) const { return values_.data() + p * panel_stride(); }
  /// Row `r` of panel `p`: of floats, feature `r` of its tokens; of bfloat16, features 2 r and 2 r
  /// + 1, side by side.
  T* row(Index p, Index r) { return panel(p) + r * row_stride(); }
  const T* row(Index p, Index r) const { return panel(p) + r * row_stride(); }

  /// One value; for conversions and tests, not for inner loops.
  T& at(Index token, Index feature) {
    return row(token / panel_width_, feature / Layout::kTogether)[place(token, feature)];
  }
  T at(Index token, Index feature) const {
    return row(token / panel_width_, feature / Layout::kTogether)[place(token, feature)];
  }

  /// All values including padding, in storage order.
  std::span<T> values() { return {values_.data(), size()}; }
  std::span<const T> values() const { return {values_.data(), size()}; }

  /// Gives the object this shape. If it has it already nothing changes; else all values are zero.
  /// Throws as the constructor does.
  void reshape(Index tokens, Index features, Index panel_width);
  /// The same for a caller that then writes every value, padding too: the values are unspecified.
  /// Memory is only allocated if there is too little, and never given back; if that fails, the
  /// object is empty.
  void reshape_for_overwrite(Index tokens, Index features, Index panel_width);
  /// Adds the tokens of another object behind its own; without any of its own it becomes a copy, in
  /// the memory that it has if that is enough.
  /// Panels of another width are rewritten. If it throws, nothing has changed: ShapeError if the
  /// features differ. Cost: one copy of `more`, and now and then one of its own values.
  void append(const Panels& more);
  /// Removes all tokens but keeps the memory for later ones.
  void remove_tokens();
  /// Sets every value to zero.
  void clear() { std::ranges::fill(values(), T()); }
  /// Sets the padding to zero. Cost: at most one panel and one row of each.
  void clear_padding();

 private:
  Index row_stride() const { return panel_width_ * Layout::kTogether; }
  std::size_t size() const { return static_cast<std::size_t>(panels() * panel_stride()); }
  Index place(Index token, Index feature) const {
    return token % panel_width_ * Layout::kTogether + feature % Layout::kTogether;
  }

  AlignedVector<T> values_;  // at least as many as there are; first, as only its copy can fail
  OwnedExtent tokens_;
  OwnedExtent features_;
  OwnedExtent panel_width_;
};

extern template class Panels<float>;
extern template class Panels<BFloat16>;

}  // namespace espalier::sparse
