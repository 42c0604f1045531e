// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <espalier/files/append_log.h>
#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// A run that follows the clock of another one, as that has written it down, and so repeats it to
/// the bit at any pace.
struct RunReplay {
  std::string name;             ///< of the other run
  std::filesystem::path clock;  ///< its record
  files::LogMark mark;          ///< of all of it
  std::string corpus_hash, vocabulary_hash;
};

/// The replay of the run in a folder. Throws ConfigError unless it is done, began by itself,
/// followed the clock and has a record of it; IoError, and FormatError naming the file, if the
/// record is not what it was at the end of the run, or is not one of all its steps.
RunReplay replay_of(const std::filesystem::path& run);

/// The configuration of that replay: that of the run with `overrides` ("table.key=value") of its
/// name and other keys that decide no numbers. Throws ConfigError as `load_run_config`, for other
/// keys, and unless run.name is among them.
RunConfig replay_config(const std::filesystem::path& run,
                        const std::vector<std::string>& overrides);

}  // namespace espalier::training
