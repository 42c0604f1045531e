// SPDX-License-Identifier: Apache-2.0
#include <espalier/training/config/shards.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include <espalier/sparse/core/balanced_tree.h>
#include <espalier/sparse/core/error.h>

namespace espalier::training {
namespace {

/// No batch is larger.
constexpr Index kMostShards = 1 << 20;

}  // namespace

const OwnKey<Index>& shards_key() {
  static const OwnKey<Index> key(
      "training", "shards", 1, Domain::count_from(1, kMostShards),
      "equal parts of a batch whose gradients a balanced binary tree adds, a power of two: so many "
      "processes, or fewer, can share the run, and the weights are the same for any number of "
      "them; each doubling holds one gradient more",
      {.absent_at_default = true});
  return key;
}

Index shards(const RunConfig& config) { return shards_key().of(config); }

Index spare_gradients(const RunConfig& config, Index ranks) {
  return tree_levels(std::max<Index>(1, shards(config) / ranks));
}

void require_shards_for(Index ranks, const RunConfig& config) {
  const Index count = shards(config);
  if (count % ranks == 0) return;
  throw ConfigError(fmt::format("{}: {}, expected a multiple of {}, the processes of this job",
                                shards_key().key().path(), count, ranks));
}

void check_shards(const RunConfig& config, const std::string& source) {
  const Index count = shards(config);
  if (count == 1) return;
  const std::string path = shards_key().key().path();
  if (!std::has_single_bit(static_cast<std::uint64_t>(count)) || config.training.batch % count != 0)
    throw_config_error(source, path,
                       fmt::format("{}, expected a power of two that divides training.batch, {}",
                                   count, config.training.batch));
}

}  // namespace espalier::training
