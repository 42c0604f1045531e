// SPDX-License-Identifier: Apache-2.0
// A policy of one's own, in a shared library: espalier --plugin ./libown_policy.so train ...
#include <algorithm>

#include <espalier/schedules/policies/policy_registry.h>
#include <espalier/schedules/rules/criteria.h>
#include <espalier/sparse/topology/random_pattern.h>

using namespace espalier;

namespace {

/// At each update, drops the tenth of the blocks with the smallest L2 norm and grows as many at
/// random, where there is room.
class Tenth final : public schedules::TopologyPolicy {
 public:
  static schedules::PolicyInfo about() {
    return {"tenth", "drop a tenth by L2 norm, grow at random"};
  }
  explicit Tenth(const schedules::PolicyOptions& options)
      : TopologyPolicy(about(), schedules::Cadence::updates(options.updates, options.steps)) {}

  std::vector<sparse::TopologyEdit> propose(std::span<const sparse::WeightView> weights,
                                            const schedules::UpdateInfo& update) const override {
    std::vector<sparse::TopologyEdit> edits;
    for (const sparse::WeightView& weight : weights) {
      const sparse::BlockPattern& pattern = weight.pattern();
      const Index count = std::min(sparse::ceil_of_fraction(0.1, pattern.blocks()),
                                   pattern.grid_size() - pattern.blocks());
      const Random random(update.seed, stream_id("tenth " + weight.name(), update.update));
      edits.push_back({schedules::smallest_blocks(weight, count, sparse::BlockNorm::kL2),
                       schedules::random_unstored(pattern, count, random)});
    }
    return edits;
  }
};

}  // namespace

// Called once, when the library has been loaded.
extern "C" void espalier_plugin() {
  schedules::register_topology_policy(Tenth::about(), [](const schedules::PolicyOptions& options) {
    return std::make_shared<const Tenth>(options);
  });
}
