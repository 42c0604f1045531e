// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include <espalier/sparse/kernels/line_visit.h>

namespace espalier::sparse {

/// Part `part` of `parts` of some visits, which take about equally long: a visit counts its
/// entries, and one more for its start and its end, so that lines of no entries belong to a part
/// too. Private to the products.
inline std::span<const kernels::LineVisit> part_of_work(std::span<const kernels::LineVisit> all,
                                                        Index part, Index parts) {
  Index work = 0;
  for (const kernels::LineVisit& visit : all) work += visit.count + 1;
  std::size_t at = 0;
  Index before = 0;
  const auto reach = [&](Index share) {
    for (; before < share; ++at) before += all[at].count + 1;
    return at;
  };
  const std::size_t first = reach(work * part / parts);
  return all.subspan(first, reach(work * (part + 1) / parts) - first);
}

}  // namespace espalier::sparse
