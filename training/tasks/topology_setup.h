// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <espalier/models/families/declaration.h>
#include <espalier/models/layers/linear.h>
#include <espalier/schedules/rules/density_distribution.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/tasks/training_task.h>

namespace espalier::training {

/// What a configuration says of one weight that may be sparse.
struct InitialWeight {
  schedules::WeightShape shape;
  Index target_blocks = 0;     ///< to be stored when training ends
  sparse::PatternPtr pattern;  ///< to start from; null: the weight is dense
};

/// The patterns that a run starts from: a pure function of its configuration.
struct InitialTopology {
  std::vector<InitialWeight> weights;  ///< every linear layer of the model that may be sparse
  /// Of the patterns that the files of topology.pattern give; empty: none give any.
  std::string file_hash = {};

  /// For the model to start from. A weight that is not listed is dense.
  models::PatternSource source() const;
  /// Blocks that each weight that is not dense will store in the end, by name.
  std::map<std::string, Index> targets() const;
  /// The hash of the files, if there is one, for `TrainingTask::data_hashes`: the configuration has
  /// their path alone, and how much a weight is to store follows from what is in them.
  std::vector<DataHash> data_hashes() const;
};

/// Hash of which blocks a pattern stores.
std::string pattern_hash(const sparse::BlockPattern& pattern);

/// What the model of a configuration consists of, without a head. Throws ConfigError if its extents
/// do not fit together.
models::ModelDeclaration declared_model(const RunConfig& config);

/// The weights that a policy may move: those that may be sparse, without what topology.layers and
/// topology.dense_attention keep dense. Throws ConfigError if densities do not fit the model.
/// Builds nothing.
std::vector<schedules::WeightShape> movable_weights(const RunConfig& config);

/// The patterns that training starts from, with random numbers of `config.run.seed`. Weights of
/// attention are dense by `topology.dense_attention`, and those whose density is 1 by
/// `topology.layers`; a policy that starts dense starts from full patterns. Patterns that the task
/// or a file gives say themselves how much is stored. Throws ConfigError, IoError or FormatError if
/// density distribution, overrides or the pattern's file do not fit the model. Cost: O(blocks) and
/// the patterns' memory. A policy that lowers the density ends with what the configuration says
/// where a given pattern stores more.
InitialTopology initial_topology(const RunConfig& config);
/// The same by who has read `Task::starting_patterns` already.
InitialTopology initial_topology(const RunConfig& config,
                                 const std::map<std::string, sparse::PatternPtr>& given);

/// Throws ConfigError "WHERE: ..." if a policy that keeps the density starts from other numbers of
/// blocks than model.density means, taken over the weights that it may move and to a block for
/// each: learning rate and tables go by that key. `topology` is that of the configuration.
void require_density(const RunConfig& config, const InitialTopology& topology,
                     const std::string& where);

}  // namespace espalier::training
