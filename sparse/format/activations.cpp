// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/activations.h>

#include <string>

#include <espalier/sparse/core/error.h>
#include <espalier/sparse/format/panel_extents.h>

namespace espalier::sparse {
namespace {

void check_matrix(MatrixView<const float> matrix, const Activations& x) {
  if (matrix.rows != x.features() || matrix.cols != x.tokens())
    throw ShapeError("activations: matrix is " + std::to_string(matrix.rows) + " features x " +
                     std::to_string(matrix.cols) + " tokens; panels hold " +
                     std::to_string(x.features()) + " x " + std::to_string(x.tokens()));
}

}  // namespace

std::size_t checked_panel_values(Index tokens, Index features, Index panel_width,
                                 Index interleaved) {
  if (tokens < 0 || features < 0)
    throw ShapeError("activations: " + std::to_string(features) + " features x " +
                     std::to_string(tokens) + " tokens; expected no negative extent");
  if (panel_width < kPanelWidthMultiple || panel_width % kPanelWidthMultiple != 0)
    throw ShapeError("activations: panel width " + std::to_string(panel_width) +
                     "; expected a positive multiple of " + std::to_string(kPanelWidthMultiple));
  const auto groups = [](Index total, Index size) { return total / size + (total % size > 0); };
  const Index panels = groups(tokens, panel_width), rows = groups(features, interleaved);
  // One panel and one row are counted even where there is none: others compute with their extents.
  checked_product("activations",
                  {std::max<Index>(panels, 1), std::max<Index>(rows, 1), interleaved, panel_width});
  return static_cast<std::size_t>(panels * rows * interleaved * panel_width);
}

Activations::Activations(Index tokens, Index features, Index panel_width)
    : tokens_(tokens),
      features_(features),
      panel_width_(panel_width),
      values_(checked_panel_values(tokens, features, panel_width)) {}

void Activations::reshape(Index tokens, Index features, Index panel_width) {
  if (tokens == tokens_ && features == features_ && panel_width == panel_width_) return;
  *this = Activations(tokens, features, panel_width);
}

void Activations::append(const Activations& more) {
  if (tokens_ == 0) {
    *this = more;
    return;
  }
  if (more.features_ != features_)
    throw ShapeError("activations: tokens of " + std::to_string(more.features_) +
                     " features behind those of " + std::to_string(features_));
  const Index before = tokens_;
  const Index tokens = before + more.tokens_;
  values_.resize(checked_panel_values(tokens, features_, panel_width_));
  tokens_ = tokens;
  for (Index t = 0; t < more.tokens_;) {
    const Index from = t % more.panel_width_;
    const Index to = (before + t) % panel_width_;
    const Index lanes = std::min({more.panel_width_ - from, panel_width_ - to, more.tokens_ - t});
    for (Index f = 0; f < features_; ++f)
      std::copy_n(more.row(t / more.panel_width_, f) + from, lanes,
                  row((before + t) / panel_width_, f) + to);
    t += lanes;
  }
}

void Activations::remove_tokens() {
  tokens_ = 0;
  values_.clear();
}

void Activations::clear_padding() {
  if (tokens_ == 0 || tokens_ % panel_width_ == 0) return;
  const Index last = panels() - 1;
  for (Index f = 0; f < features_; ++f)
    std::fill(row(last, f) + used_lanes(last), row(last, f) + panel_width_, 0.0f);
}

Activations pack(MatrixView<const float> features_by_tokens, Index panel_width) {
  Activations out(features_by_tokens.cols, features_by_tokens.rows, panel_width);
  pack(features_by_tokens, out);
  return out;
}

void pack(MatrixView<const float> features_by_tokens, Activations& out) {
  check_matrix(features_by_tokens, out);
  for (Index p = 0; p < out.panels(); ++p)
    for (Index f = 0; f < out.features(); ++f)
      std::copy_n(&features_by_tokens(f, p * out.panel_width()), out.used_lanes(p), out.row(p, f));
  out.clear_padding();
}

void unpack(const Activations& x, MatrixView<float> features_by_tokens) {
  check_matrix(features_by_tokens, x);
  for (Index p = 0; p < x.panels(); ++p)
    for (Index f = 0; f < x.features(); ++f)
      std::copy_n(x.row(p, f), x.used_lanes(p), &features_by_tokens(f, p * x.panel_width()));
}

}  // namespace espalier::sparse
