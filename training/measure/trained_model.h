// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/models/checkpoints/stored_model.h>
#include <espalier/text/tokenizer/tokenizer.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::training {

/// A checkpoint, and the run that it is of.
struct TrainedModel {
  std::filesystem::path checkpoint;
  std::filesystem::path folder;
  Manifest manifest;
  RunConfig config;
};

/// Finds the newest checkpoint of RUN, or that of RUN@STEP; `asker` opens messages. Throws as
/// `branch_of`, `read_manifest` and `read_run_config`, and FormatError if the checkpoint is of
/// another configuration.
TrainedModel trained_model(const std::string& run, const std::string& asker);

/// The vocabulary that it was trained with. Throws ConfigError if the run reads no text, or is of a
/// version that kept none; FormatError if the file is not the one that the manifest names.
text::Tokenizer tokenizer_of(const TrainedModel& trained);

/// The names of its classes, in the order of the outputs, which are so many. A head may tell more
/// classes apart than texts had labels; those at its end have no names then. Empty if the run tells
/// none apart, or is of a version that kept no names. Throws FormatError if it has more of them.
std::vector<std::string> labels_of(const TrainedModel& trained, Index classes);

/// The model in memory, its head and the names of its classes included. Throws ConfigError as
/// `tokenizer_of`, and as `read_checkpoint_model`.
models::StoredModel stored_model_of(const TrainedModel& trained, Index vocabulary);

}  // namespace espalier::training
