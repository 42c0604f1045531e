// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/schedules/update/topology_statistics.h>
#include <espalier/sparse/format/block_pattern.h>
#include <espalier/training/runs/topology_record.h>

namespace espalier::experiments {

/// A parameter of a checkpoint, with its topology if it is sparse.
struct InspectedParameter {
  models::ParameterSummary summary;
  Index dead_rows = 0;                    ///< block rows that store nothing
  Index dead_cols = 0;                    ///< block columns that store nothing
  std::optional<double> explored;         ///< if the checkpoint holds it
  std::optional<double> overlap_initial;  ///< if the patterns of the start are known
  schedules::NormHistogram norms;         ///< L1, of stored blocks
  /// Share of the stored values on a path through the weight's chain; the others change no output
  /// or get no gradient. Known if the weight is in a chain and this build has GraphBLAS.
  std::optional<double> effective;
};

/// A chain of sparse weights, each of which reads what the one before writes.
struct InspectedChain {
  std::vector<std::string> weights;
  double paths = 0;  ///< number of paths from an input of the first to an output of the last
};

struct Inspection {
  std::filesystem::path checkpoint;
  std::vector<InspectedParameter> parameters;  ///< ordered by name
  std::vector<InspectedChain> chains;          ///< none if this build has no GraphBLAS
};

/// Does this build have GraphBLAS, which counts the paths?
bool follows_paths();

/// Reads and describes a checkpoint. `initial` are the patterns of the start, those that are known.
/// Throws as `models::inspect_checkpoint`, and FormatError if the explored positions of a weight do
/// not fit it.
Inspection inspect_checkpoint_topology(const std::filesystem::path& checkpoint,
                                       std::span<const training::NamedPattern> initial);

/// A sparse weight of a chain.
struct ChainLink {
  const models::ParameterSummary* weight;
  sparse::PatternPtr pattern;  ///< of a grouped weight that of the matrix in full
};

/// The sparse weights among `parameters` that follow each other, by the chains that the family of
/// the model declares. Two or more in each, ordered by the name of the first.
std::vector<std::vector<ChainLink>> weight_chains(
    std::span<const models::ParameterSummary> parameters);

/// A histogram as text, a character for each bin from the lowest: "2^-3 ▂█▁ 2^0, 4 at 0".
std::string histogram_text(const schedules::NormHistogram& histogram);

nlohmann::json inspection_json(const Inspection& inspection);
std::string inspection_text(const Inspection& inspection);

}  // namespace espalier::experiments
