// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <espalier/training/config/run_config.h>
#include <espalier/training/runs/run_store.h>
#include <espalier/training/sessions/training_run.h>

namespace espalier::training {

/// Makes or finds the folder of a run and locks it. Throws ConfigError or FormatError, saying what
/// to do, unless the run that is there, if any, may go on, or start, with this configuration and
/// began where it is expected to have begun, or makes way for it. A start that failed before it had
/// trained does not keep others out. Throws as `RunFolder::claim` too.
RunFolder claim_run(const RunConfig& config, const TrainingRunOptions& options);

/// Throws what `claim_run` would of the run that is there, whether or not another process has it;
/// makes nothing.
void check_claim(const RunConfig& config, const TrainingRunOptions& options);

/// Has a run of another configuration or beginning trained in this folder? False of a damaged one,
/// whose own process says what is wrong with it.
bool holds_another(const std::filesystem::path& folder, const RunConfig& config,
                   const TrainingRunOptions& options);

/// Is the run in a folder to be replaced: because that was asked for, or because it is one of
/// another configuration or beginning that failed, or was killed, before its first checkpoint, so
/// that nothing is lost with it? One that went on from another run, or whose files cannot be read,
/// is not. Nobody may be training it.
bool makes_way(const std::filesystem::path& folder, const RunConfig& config,
               const TrainingRunOptions& options);

/// Where a run is kept while another takes its place. Throws ConfigError if something is there.
std::filesystem::path free_aside(const std::filesystem::path& folder);

/// Do the records of a run go on behind where its first checkpoint was due, so that one was lost if
/// there is none? Throws FormatError as `for_each_run_record`, but for what a power cut may do.
bool is_past_a_checkpoint(const std::filesystem::path& folder, const Manifest& run);

/// Is there nothing left to train, of this configuration?
bool is_done(const std::filesystem::path& folder, const RunConfig& config);

}  // namespace espalier::training
