// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <espalier/files/append_log.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// A run that repeats another one which followed the clock. It takes the readings from that run's
/// record, and so makes the same weights to the bit, however fast it is.
struct RunReplay {
  std::string name;             ///< of the other run
  std::filesystem::path clock;  ///< its record
  files::LogMark mark;          ///< of all of it
  std::string corpus_hash, vocabulary_hash;
  /// `checkpoint_hashes` of the run.
  std::map<std::string, std::string> hashes = {};
};

/// The replay of the run in a folder. Throws ConfigError unless that run is done, did not go on
/// from another one, followed the clock and has a record of it. Throws IoError, and FormatError
/// naming the file, if the record has changed since the end of the run or does not cover all its
/// steps.
RunReplay replay_of(const std::filesystem::path& run);

/// The configuration of the replay: that of the other run with `overrides` ("table.key=value") of
/// its name and of other keys that decide no numbers. Throws ConfigError as `load_run_config`, for
/// any other key, and if run.name is not among them.
RunConfig replay_config(const std::filesystem::path& run,
                        const std::vector<std::string>& overrides);

}  // namespace espalier::training
