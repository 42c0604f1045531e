// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <espalier/models/optimizers/optimizer.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/sparse/format/block_pattern.h>

namespace espalier::models {

/// A checkpoint is a folder `step_N` of four files that fit together and a fifth that says so:
///   model.safetensors      parameters by name. A sparse one is stored as `<name>.crow_indices`
///                          (int64 [block rows + 1]), `<name>.col_indices` (int32 [blocks]) and
///                          `<name>.values` (float [blocks, block rows, block cols]), with its
///                          shape and block in the metadata entry `<name>.bsr`
///   optimizer.safetensors  what the optimizer keeps of each parameter, such as
///                          `<name>.exp_avg`; its name and step count in the metadata
///   topology.safetensors   bit sets, numbers and lists of blocks of the caller, such as which
///                          positions were ever stored
///   trainer_state.json     whatever else the caller needs to go on
///   DONE                   the format's version, length and hash of the other files, written last
/// It is made aside, synced and renamed, so that `step_N` is complete or does not exist; hashes in
/// DONE prove that all files are of one generation. Equal state makes equal bytes.
///
/// Reading trusts nothing: lengths, hashes, structure and values (finite; second moments not
/// negative) are checked before anything changes, in memory that does not depend on what a file
/// claims. Versions: 2 is written; 1, whose lists of blocks were in trainer_state.json, is read
/// for ever.

/// The latest version of the format.
inline constexpr int kCheckpointFormat = 2;

/// The largest count of steps of any kind that a checkpoint may hold: up to here a double, which
/// counts become on their way through JSON and through bias correction, has every whole number.
inline constexpr Index kLargestStep = Index{1} << 53;

/// What a trainer keeps besides parameters and moments, by names such as those of weights.
struct CheckpointExtras {
  std::string trainer_state = "{}";  ///< text of a JSON object, at most 1 MiB
  std::map<std::string, std::vector<std::uint64_t>> bits;
  std::map<std::string, AlignedVector<float>> values = {};
  std::map<std::string, std::vector<sparse::BlockCoordinate>> blocks = {};
};

/// The same for saving, where nothing need be copied: what it views must live until then.
struct CheckpointExtrasView {
  CheckpointExtrasView() = default;
  CheckpointExtrasView(const CheckpointExtras& extras)
      : trainer_state(extras.trainer_state),
        bits(extras.bits.begin(), extras.bits.end()),
        values(extras.values.begin(), extras.values.end()),
        blocks(extras.blocks.begin(), extras.blocks.end()) {}

  std::string_view trainer_state = "{}";
  std::map<std::string, std::span<const std::uint64_t>> bits = {};
  std::map<std::string, std::span<const float>> values = {};
  std::map<std::string, std::span<const sparse::BlockCoordinate>> blocks = {};
};

/// A parameter as a save sees it, wherever its values lie. What a reader returns is whole, and good
/// until the next call of any reader of the model.
struct SavedParameter {
  std::string name;
  std::vector<Index> shape;
  sparse::PatternPtr pattern = nullptr;  ///< null: dense
  std::function<std::span<const float>()> values = nullptr;
  /// Buffer `buffer` of the optimizer's state.
  std::function<std::span<const float>(std::size_t buffer)> state = nullptr;
};

/// A model and its optimizer as a save sees them.
struct SavedModel {
  std::vector<SavedParameter> parameters;
  std::string optimizer;  ///< its name
  Index optimizer_steps = 0;
  std::vector<std::string> state;  ///< names of its buffers
};

/// What lies in memory. Where the optimizer keeps a slice of its state, `state` of the parameters
/// is null, and is for the caller to set. Parameters and optimizer must live and keep their lengths
/// as long as the result. Throws ConfigError unless the parameters are those of the optimizer.
SavedModel saved_model(const ParameterList& parameters, const Optimizer& optimizer);

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
/// Throws Error naming the parameter, and writes nothing, if a value or a moment is not finite or
/// a second moment is negative: such a checkpoint could push out a sound one and could not be
/// loaded. Throws IoError, after which the earlier checkpoints are as they were (if only the
/// removal of an old one failed, the new one is in its place); ConfigError if `keep` is not
/// positive, `step` is negative or above kLargestStep or a parameter lacks a reader that is wanted;
/// FormatError if the trainer state is not the text of a JSON object or too long, or what a reader
/// returns does not fit shape and pattern; and what a reader throws. Memory: headers only, no value
/// is copied. Cost: each `values`, and each `state` for every buffer, is called three times: for
/// the check, before anything is written; for a hash; and for the file. One tensor is read at a
/// time, in the same order whenever the model is the same, on the thread of the caller.
std::filesystem::path save_checkpoint(const std::filesystem::path& folder, Index step,
                                      const SavedModel& model, const CheckpointExtrasView& extras,
                                      const Retention& retention = {});
/// The same for what `saved_model` makes of these.
std::filesystem::path save_checkpoint(const std::filesystem::path& folder, Index step,
                                      const ParameterList& parameters, const Optimizer& optimizer,
                                      const CheckpointExtrasView& extras,
                                      const Retention& retention = {});

/// Removes what killed saves left in `folder` (`.tmp-step_N`), and puts back a checkpoint that one
/// was about to replace. A folder that does not exist has nothing. Only for the process that saves
/// into the folder. Throws IoError.
void sweep_unfinished_saves(const std::filesystem::path& folder);

/// What a checkpoint will bring, when all of it has been checked and nothing has changed yet.
struct CheckpointContents {
  int format = kCheckpointFormat;
  Index step = 0;                            ///< that it was saved under
  Index optimizer_steps = 0;                 ///< 0 without an optimizer
  std::vector<sparse::PatternPtr> patterns;  ///< in the order of the parameters; null: dense
  CheckpointExtras extras;
  /// With a part of a model: names of the parameters that were passed over, in alphabetical order.
  /// Whether the parts of several processes are one whole is for the caller to judge.
  std::vector<std::string> others = {};
};
/// Takes what it wants of the contents, or throws to refuse them.
using CheckpointGate = std::function<void(CheckpointContents&)>;

/// What a list of parameters is of a checkpoint's model.
enum class LoadScope : std::uint8_t {
  kWhole,  ///< all of it: anything else in the files is refused
  /// A part: what the files have of other parameters is checked to hold possible values and passed
  /// over. Of the extras those that belong to the list are read, by names that end in ':' and the
  /// name of a parameter, such as "explored:NAME".
  kPart,
};

/// Replaces values, patterns and moments by those of a checkpoint, clears the gradients and calls
/// `pattern_changed` of every sparse parameter. A null `optimizer` or `gate` is left out. The
/// optimizer must be that of these parameters; weights stay attached to it. Densities may differ
/// from the model's.
///
/// The files are read twice. The first time everything is checked, with little memory: throws
/// IoError if a file cannot be read, FormatError naming file, tensor, found and expected if files
/// are damaged, hold what no checkpoint may hold, or do not fit together, the model (other names,
/// shapes, blocks, or dense where the model is sparse) or the optimizer (another name); then `gate`
/// may refuse; nothing has changed then. The second time values are read straight into their
/// places. Only a file that has changed in between (FormatError), or that the system cannot read
/// again (IoError), or the end of memory can stop that: the model is then useless, all its values
/// are NaN, and it must be loaded or made anew. Memory beyond the model's: the patterns, the
/// extras, and 1 MiB. With a part of a model too the files are read whole, for their hashes.
void load_checkpoint(const std::filesystem::path& checkpoint, const ParameterList& parameters,
                     Optimizer* optimizer, const CheckpointGate& gate,
                     LoadScope scope = LoadScope::kWhole);
/// The same; fills `extras` unless it is null.
void load_checkpoint(const std::filesystem::path& checkpoint, const ParameterList& parameters,
                     Optimizer* optimizer, CheckpointExtras* extras,
                     LoadScope scope = LoadScope::kWhole);

/// The newest usable checkpoint of a folder, and why newer ones are not usable.
struct LatestCheckpoint {
  std::optional<std::filesystem::path> path;  ///< empty: none, so start anew
  Index step = 0;
  std::vector<std::string> skipped;            ///< one line for each newer one, newest first
  std::vector<std::filesystem::path> damaged;  ///< the folders of these lines, in their order
};

/// Finds the checkpoint with the highest step whose files all have the lengths and hashes that its
/// DONE says and hold possible values. A folder that does not exist has none. Reads the checkpoints
/// that it tries, in pieces. If none is usable but some were skipped, ask before starting anew.
/// Throws IoError if the folder exists and cannot be listed, or a file that is there cannot be
/// read: an error of the system says nothing of the checkpoint, which is not damaged for it. Those
/// of steps after `last_step` are passed over.
LatestCheckpoint latest_checkpoint(const std::filesystem::path& folder,
                                   Index last_step = kLargestStep);

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

/// Describes the parameters of a checkpoint, ordered by name. Throws as load_checkpoint. Memory:
/// the patterns, the norms and one weight.
std::vector<ParameterSummary> inspect_checkpoint(const std::filesystem::path& checkpoint);

/// The text of the JSON object that a trainer saved. Throws as load_checkpoint. Memory: 1 MiB, and
/// in format 1 some bytes for each stored block.
std::string trainer_state(const std::filesystem::path& checkpoint);

/// What a checkpoint holds besides parameters and moments. Throws as load_checkpoint. Memory: what
/// it returns, at most the length of the files.
CheckpointExtras checkpoint_extras(const std::filesystem::path& checkpoint);

}  // namespace espalier::models
