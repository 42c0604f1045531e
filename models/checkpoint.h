// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/optimizer.h"
#include "models/parameter.h"
#include "sparse/format/block_pattern.h"

namespace espalier::models {

/// A checkpoint is a folder `step_N` of four files that fit together and a fifth that says so:
///   model.safetensors      parameters by name. A sparse one is stored as `<name>.crow_indices`
///                          (int64 [block rows + 1]), `<name>.col_indices` (int32 [blocks]) and
///                          `<name>.values` (float [blocks, block rows, block cols]), with its
///                          shape and block in the metadata entry `<name>.bsr`
///   optimizer.safetensors  `<name>.exp_avg`, `<name>.exp_avg_sq`; the step count in the metadata
///   topology.safetensors   bit sets and numbers of the caller, such as which positions were ever
///                          stored
///   trainer_state.json     whatever else the caller needs to go on
///   DONE                   length and hash of the other files, written last
/// It is made aside, synced and renamed, so that `step_N` is complete or does not exist; hashes in
/// DONE prove that all files are of one generation. Equal state makes equal bytes.

/// What a trainer keeps besides parameters and moments.
struct CheckpointExtras {
  std::string trainer_state = "{}";                         ///< text of a JSON object
  std::map<std::string, std::vector<std::uint64_t>> bits;   ///< by name, such as that of a weight
  std::map<std::string, AlignedVector<float>> values = {};  ///< the same for numbers
};

/// Which checkpoints a save leaves.
struct Retention {
  int keep = 2;  ///< the newest so many, the new one included; positive
  /// The last step at which all was well, if that was before this one: of the checkpoints up to it
  /// the newest `keep` stay besides, so that trouble does not push out what was before it.
  std::optional<Index> sound_step = {};
};

/// Writes `folder/step_<step>` and returns its path; then removes the oldest checkpoints up to this
/// step that `retention` does not keep. Replaces a checkpoint of the same step. Calls
/// `sweep_unfinished_saves`. A checkpoint that is visibly damaged (no usable DONE, a file missing
/// or of another length) is never removed: it does not count, and stays or, if it is of the same
/// step, is set aside (see set_aside_damaged). One process at a time may save into a folder.
/// Throws IoError, after which the earlier checkpoints are as they were; ConfigError if `keep` is
/// not positive, `step` is negative or a parameter is not of `optimizer`; FormatError if the
/// trainer state is not the text of a JSON object.
std::filesystem::path save_checkpoint(const std::filesystem::path& folder, Index step,
                                      const ParameterList& parameters, const AdamW& optimizer,
                                      const CheckpointExtras& extras,
                                      const Retention& retention = {});

/// Removes what killed saves left in `folder` (`.tmp-step_N`), and puts back a checkpoint that one
/// was about to replace. A folder that does not exist has nothing. Only for the process that saves
/// into the folder. Throws IoError.
void sweep_unfinished_saves(const std::filesystem::path& folder);

/// Replaces values, patterns and moments by those of a checkpoint, clears the gradients, calls
/// `pattern_changed` of every sparse parameter and fills `extras`. A null `optimizer` or `extras`
/// is left out. The optimizer must be that of these parameters; weights stay attached to it. Throws
/// IoError if a file cannot be read, FormatError naming file, tensor, found and expected if files
/// are damaged or do not fit together or the model (other names, shapes, blocks, or dense where the
/// model is sparse); nothing has changed then. Densities may differ from the model's.
void load_checkpoint(const std::filesystem::path& checkpoint, const ParameterList& parameters,
                     AdamW* optimizer, CheckpointExtras* extras);

/// The newest usable checkpoint of a folder, and why newer ones are not usable.
struct LatestCheckpoint {
  std::optional<std::filesystem::path> path;  ///< empty: none, so start anew
  Index step = 0;
  std::vector<std::string> skipped;            ///< one line for each newer one, newest first
  std::vector<std::filesystem::path> damaged;  ///< the folders of these lines, in their order
};

/// Finds the checkpoint with the highest step whose files all have the lengths and hashes that its
/// DONE says. A folder that does not exist has none. Reads the checkpoints that it tries.
/// Throws IoError if the folder exists and cannot be listed.
LatestCheckpoint latest_checkpoint(const std::filesystem::path& folder);

/// Renames the damaged checkpoints that were found from `step_N` to `damaged-step_N`, with a number
/// behind it if that name is taken, and returns the new paths in the same order. No save removes or
/// replaces them under these names, so that what they hold can still be rescued. Throws IoError.
std::vector<std::filesystem::path> set_aside_damaged(const LatestCheckpoint& latest);

/// One parameter of a checkpoint.
struct ParameterSummary {
  std::string name;
  std::vector<Index> shape;
  double density = 1;                    ///< stored / total
  sparse::PatternPtr pattern = nullptr;  ///< null: dense
  /// Norm (L1) of each stored block, in pattern order; empty if dense.
  std::vector<double> block_norms = {};
  std::string values_hash = {};  ///< content_hash of the values
};

/// Describes the parameters of a checkpoint, ordered by name. Throws as load_checkpoint.
std::vector<ParameterSummary> inspect_checkpoint(const std::filesystem::path& checkpoint);

/// What a checkpoint holds besides parameters and moments. Throws as load_checkpoint.
CheckpointExtras checkpoint_extras(const std::filesystem::path& checkpoint);

}  // namespace espalier::models
