// SPDX-License-Identifier: Apache-2.0
// A drop criterion of one's own, in a shared library, for every policy that drops and grows:
//   espalier --plugin ./libown_criterion.so train ... --set topology.drop=spread
#include <algorithm>
#include <vector>

#include <espalier/schedules/rules/criterion.h>

using namespace espalier;

namespace {

/// Largest minus smallest value of each block: blocks that act as a constant go first.
std::vector<double> spreads(const schedules::CriterionInputs& in) {
  const auto size = static_cast<std::size_t>(in.weight.pattern().block().size());
  std::vector<double> scores;
  for (auto block = in.weight.values(); !block.empty(); block = block.subspan(size)) {
    const auto [low, high] = std::minmax_element(block.begin(), block.begin() + size);
    scores.push_back(double{*high} - *low);
  }
  return scores;
}

}  // namespace

// Called once, when the library has been loaded.
extern "C" void espalier_plugin() {
  schedules::register_drop_criterion({.name = "spread",
                                      .description = "largest minus smallest value of the block",
                                      .scores = spreads});
}
