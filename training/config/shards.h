// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/key.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// training.shards: parts S of equal size into which each batch is cut. The gradient of each starts
/// from zero, and a balanced binary tree adds them (`GradientTree`), so that the weights are the
/// same wherever the parts are computed.
Index shards(const RunConfig& config);
/// The key itself.
const OwnKey<Index>& shards_key();

/// Gradients of the whole model that the tree of each of so many processes holds besides that of
/// the model itself: log2(S / ranks), none where they are more than S.
Index spare_gradients(const RunConfig& config, Index ranks = 1);

/// Throws ConfigError unless so many processes can share the shards evenly: S is a multiple of
/// their number, which then is a power of two.
void require_shards_for(Index ranks, const RunConfig& config);

/// Throws ConfigError unless S is a power of two that divides training.batch.
void check_shards(const RunConfig& config, const std::string& source);

}  // namespace espalier::training
// Tested by tests/training/loop/gradient_tree_test.cpp
