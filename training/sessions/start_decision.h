// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/sessions/run_state.h>
#include <espalier/training/sessions/training_run_options.h>

namespace espalier::training {

/// How a run begins.
enum class Start {
  kFresh,    ///< at step 0; records that an earlier session left before any checkpoint are cut
  kBranch,   ///< from the checkpoint of another run
  kReplay,   ///< at step 0, by the record of another run's clock
  kResume,   ///< from the newest usable checkpoint of its own, or the one that was named
  kExtend,   ///< the same, with another budget from the last common step on
  kReplace,  ///< as where none has trained, once the run that is there is put aside
  kDone,     ///< not at all: nothing is left to train
  kRefuse,   ///< not at all: something stands against it
};

struct StartDecision {
  Start start = Start::kFresh;
  Index last_common_step = 0;       ///< if it extends: as the function of this name
  std::exception_ptr refusal = {};  ///< if it refuses: a ConfigError, FormatError or IoError, which
                                    ///< says what to do

  /// Throws the refusal, if there is one.
  void require_start() const {
    if (refusal) std::rethrow_exception(refusal);
  }
};

/// How a run of this configuration begins where this lies in its folder. A pure function: it reads
/// no file. Refused is a run of another configuration or beginning, unless it makes way, and one of
/// which a checkpoint or a file was lost. It makes way if that was asked for, or if it failed, or
/// was killed, before its first checkpoint, so that nothing is lost with it. One that went on from
/// another run, or whose files cannot be read, makes no way by itself.
StartDecision decide(const RunState& state, const RunConfig& config,
                     const TrainingRunOptions& options);

}  // namespace espalier::training
