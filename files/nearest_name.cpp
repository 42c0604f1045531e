// SPDX-License-Identifier: Apache-2.0
#include <espalier/files/nearest_name.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace espalier::files {
namespace {

/// Insertions, deletions and replacements that lead from `a` to `b`. Cost: |a| |b|.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_of(std::string_view name, const std::vector<std::string>& known) {
  constexpr std::size_t kLongest = 64, kFarthest = 3;
  if (name.size() > kLongest) return {};
  // A name of which more than half has to change is another one: fly is no flops, whatever dashes
  // stand before it.
  const std::size_t letters = name.size() - std::min(name.find_first_not_of('-'), name.size());
  std::size_t best = std::min(kFarthest, letters / 2);
  std::string nearest;
  for (const std::string& other : known) {
    const std::size_t distance = edit_distance(name, other);
    // Letters are sooner left out than typed wrong or twice: --sed is --seed rather than --set.
    if (distance > best || (distance == best && other.size() <= nearest.size())) continue;
    best = distance;
    nearest = other;
  }
  return nearest.empty() ? nearest : ", did you mean " + nearest + "?";
}

}  // namespace espalier::files
