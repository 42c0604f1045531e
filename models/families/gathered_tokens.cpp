// SPDX-License-Identifier: Apache-2.0
#include <espalier/models/families/gathered_tokens.h>

#include <algorithm>

namespace espalier::models {
namespace {

using sparse::Activations;

/// Calls body(feature) for each feature, in parallel in chunks that are worth the start of a task.
template <typename Body>
void for_each_feature(Index features, const Context& context, const Body& body) {
  constexpr Index chunk = 128;
  context.parallel_for_chunks(features, chunk, [&](Index first, Index count) {
    for (Index f = first; f < first + count; ++f) body(f);
  });
}

}  // namespace

void shape_gathered(Activations& x, Index count, Index features) {
  constexpr Index multiple = sparse::kPanelWidthMultiple;
  const Index width = (count + multiple - 1) / multiple * multiple;
  if (x.tokens() != count || x.features() != features || x.panel_width() != width)
    x = Activations(count, features, width);
}

void gather_tokens(const Activations& from, std::span<const Index> positions, Activations& to,
                   const Context& context) {
  const Index width = from.panel_width();
  for_each_feature(from.features(), context, [&](Index f) {
    float* row = to.row(0, f);
    for (std::size_t i = 0; i < positions.size(); ++i)
      row[i] = from.row(positions[i] / width, f)[positions[i] % width];
  });
}

void scatter_tokens(const Activations& from, std::span<const Index> positions, Activations& to,
                    const Context& context) {
  const Index width = to.panel_width();
  for_each_feature(to.features(), context, [&](Index f) {
    for (Index p = 0; p < to.panels(); ++p) std::fill_n(to.row(p, f), width, 0.0f);
    for (std::size_t i = 0; i < positions.size(); ++i)
      to.row(positions[i] / width, f)[positions[i] % width] = from.row(0, f)[i];
  });
}

}  // namespace espalier::models
