// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

#include <espalier/sparse/core/types.h>
#include <espalier/training/config/run_config.h>
#include <espalier/training/sessions/run_state.h>
#include <espalier/training/sessions/training_run_options.h>

namespace espalier::training {

/// How a run begins.
enum class Start {
  kFresh,    ///< at step 0; cuts records that an earlier session wrote before any checkpoint
  kBranch,   ///< from the checkpoint of another run
  kReplay,   ///< at step 0, with the clock's readings of another run
  kResume,   ///< from the newest usable checkpoint of its own, or the one that was named
  kExtend,   ///< as kResume, with another budget, or its files elsewhere, from the last common step
             ///< on
  kReplace,  ///< as in an empty folder, after the old run has been put aside
  kDone,     ///< not at all: the run is done
  kMove,     ///< as kDone, if a checkpoint tells that its files are the same in another place
  kRefuse,   ///< not at all: `refusal` says why
};

struct StartDecision {
  Start start = Start::kFresh;
  Index last_common_step = 0;       ///< for kExtend: the result of the function of this name, or,
                                    ///< as for kMove, the step of the newest checkpoint
  std::string former_places = {};   ///< for kExtend and kMove: the keys that name its files, as
                                    ///< they were; empty: they stay
  std::exception_ptr refusal = {};  ///< if it refuses: a ConfigError, FormatError or IoError, which
                                    ///< says what to do

  /// Throws the refusal, if there is one.
  void require_start() const {
    if (refusal) std::rethrow_exception(refusal);
  }
};

/// How a run of this configuration begins, given the state of its folder. A pure function: reads no
/// file. A run may find its data and its encoder in another place, since every checkpoint has the
/// hashes of what they hold, which whoever starts it compares. It refuses if the folder has a run
/// of another configuration or another beginning that does not make way, or a run that has lost a
/// checkpoint or a file. A run makes way if the options ask for it. It also makes way if it failed
/// or was killed before its first checkpoint, since nothing is lost with it, unless it went on from
/// another run or its files cannot be read.
StartDecision decide(const RunState& state, const RunConfig& config,
                     const TrainingRunOptions& options);

}  // namespace espalier::training
