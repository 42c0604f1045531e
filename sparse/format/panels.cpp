// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/panels.h>

#include <espalier/sparse/core/error.h>

namespace espalier::sparse {
namespace {

/// Number of values, padding included, of token panels with `together` features side by side.
std::size_t checked_values(Index tokens, Index features, Index panel_width, Index together) {
  if (tokens < 0 || features < 0)
    throw ShapeError("activations: " + std::to_string(features) + " features x " +
                     std::to_string(tokens) + " tokens; expected no negative extent");
  if (panel_width < kPanelWidthMultiple || panel_width % kPanelWidthMultiple != 0)
    throw ShapeError("activations: panel width " + std::to_string(panel_width) +
                     "; expected a positive multiple of " + std::to_string(kPanelWidthMultiple));
  const auto groups = [](Index total, Index size) { return total / size + (total % size > 0); };
  const Index panels = groups(tokens, panel_width), rows = groups(features, together);
  // One panel and one row are counted even where there is none: others compute with their extents.
  checked_product("activations",
                  {std::max<Index>(panels, 1), std::max<Index>(rows, 1), together, panel_width});
  return static_cast<std::size_t>(panels * rows * together * panel_width);
}

}  // namespace

std::string PanelShape::text() const {
  return std::to_string(features) + " features of " + std::to_string(tokens) +
         " tokens in panels of " + std::to_string(panel_width);
}

void PanelShape::check(const std::string& product, const char* operand,
                       const PanelShape& found) const {
  if (found != *this)
    throw ShapeError(product + ": " + operand + " has " + found.text() + "; expected " + text());
}

template <typename T>
Panels<T>::Panels(Index tokens, Index features, Index panel_width)
    : values_(checked_values(tokens, features, panel_width, Layout::kTogether)),
      tokens_(tokens),
      features_(features),
      panel_width_(panel_width) {}

template <typename T>
void Panels<T>::reshape(Index tokens, Index features, Index panel_width) {
  if (shape() == PanelShape{tokens, features, panel_width}) return;
  *this = Panels(tokens, features, panel_width);
}

template <typename T>
void Panels<T>::reshape_for_overwrite(Index tokens, Index features, Index panel_width) {
  const std::size_t wanted = checked_values(tokens, features, panel_width, Layout::kTogether);
  if (values_.capacity() < wanted) *this = Panels();  // not both at once
  if (values_.size() < wanted) values_.resize(wanted);
  tokens_ = tokens;
  features_ = features;
  panel_width_ = panel_width;
}

template <typename T>
void Panels<T>::append(const Panels& more) {
  if (tokens_ == 0) {
    values_.clear();
    values_.reserve(more.size());  // what may throw, while there is nothing to lose
    values_.assign(more.values().begin(), more.values().end());
    tokens_ = more.tokens_;
    features_ = more.features_;
    panel_width_ = more.panel_width_;
    return;
  }
  if (more.features_ != features_)
    throw ShapeError("activations: tokens of " + std::to_string(more.features_) +
                     " features behind those of " + std::to_string(features_));
  const Index before = tokens_, added = more.tokens_;  // `more` may be this object
  const Index tokens = before + added;
  values_.resize(size());  // so that what is added is zero
  values_.resize(checked_values(tokens, features_, panel_width_, Layout::kTogether));
  tokens_ = tokens;
  for (Index t = 0; t < added;) {
    const Index from = t % more.panel_width_;
    const Index to = (before + t) % panel_width_;
    const Index lanes = std::min({more.panel_width_ - from, panel_width_ - to, added - t});
    for (Index r = 0; r < rows(); ++r)
      std::copy_n(more.row(t / more.panel_width_, r) + from * Layout::kTogether,
                  lanes * Layout::kTogether,
                  row((before + t) / panel_width_, r) + to * Layout::kTogether);
    t += lanes;
  }
}

template <typename T>
void Panels<T>::remove_tokens() {
  tokens_ = 0;
  values_.clear();
}

template <typename T>
void Panels<T>::clear_padding() {
  if (tokens_ == 0) return;
  const Index last = panels() - 1;
  const Index used = used_lanes(last);
  if (used < panel_width_)
    for (Index r = 0; r < rows(); ++r)
      std::fill(row(last, r) + used * Layout::kTogether, row(last, r) + row_stride(), T());
  if (features_ % Layout::kTogether == 0) return;
  for (Index p = 0; p < panels(); ++p)
    for (Index lane = 0; lane < panel_width_; ++lane)
      for (Index place = features_ % Layout::kTogether; place < Layout::kTogether; ++place)
        row(p, rows() - 1)[lane * Layout::kTogether + place] = T();
}

template class Panels<float>;
template class Panels<BFloat16>;

}  // namespace espalier::sparse
