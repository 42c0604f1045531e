// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/format/activations_bf16.h>

#include <espalier/sparse/format/panel_extents.h>

namespace espalier::sparse {

ActivationsBf16::ActivationsBf16(Index tokens, Index features, Index panel_width)
    : tokens_(tokens),
      features_(features),
      panel_width_(panel_width),
      values_(checked_panel_values(tokens, features, panel_width, 2)) {}

void ActivationsBf16::reshape(Index tokens, Index features, Index panel_width) {
  if (tokens == tokens_ && features == features_ && panel_width == panel_width_) return;
  *this = ActivationsBf16(tokens, features, panel_width);
}

void ActivationsBf16::clear_padding() {
  if (tokens_ == 0) return;
  const Index last = panels() - 1;
  const Index used = used_lanes(last);
  if (used < panel_width_)
    for (Index pair = 0; pair < feature_pairs(); ++pair)
      std::fill(pair_row(last, pair) + 2 * used, pair_row(last, pair) + 2 * panel_width_,
                BFloat16());
  if (features_ % 2 == 0) return;
  for (Index p = 0; p < panels(); ++p)
    for (Index lane = 0; lane < panel_width_; ++lane)
      pair_row(p, feature_pairs() - 1)[2 * lane + 1] = BFloat16();
}

}  // namespace espalier::sparse
