// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include <espalier/machines/machines.h>
#include <espalier/sparse/core/types.h>
#include <espalier/training/loop/trainer.h>
#include <espalier/training/runs/run_store.h>

namespace espalier::training {

/// What rank 0 has the other ranks of a job do next. Between two orders they wait.
enum class Order : Index {
  kPrepare,    ///< take the configuration, read the data, make the model; `number` is a StateOfRank
  kTakeState,  ///< take the state from which the run goes on (`StateToTake`)
  kStep,       ///< the next step, which begins at `seconds`
  kLendState,  ///< give what rank 0 saves
  kValidate,   ///< a validation: on piece `number` of the held-out data, or on all if negative
  kTest,       ///< the test of the finished run
  kEnd,        ///< no more: the exit code is `number`
};

struct OrderMessage {
  Order order = Order::kEnd;
  Index number = 0;
  double seconds = 0;
};

/// The checkpoint from which a run goes on, and how.
struct StateToTake {
  std::filesystem::path checkpoint;
  std::optional<BranchStart> branch = {};  ///< nothing: it is the run's own
  std::vector<Extension> extensions = {};  ///< of the run, if it is
};

/// All of these are collective and throw IoError as the transport does.

/// From rank 0 to all: what rank 0 gives is what all get.
OrderMessage pass_on(machines::Machines& machines, OrderMessage message = {});
std::string pass_on(machines::Machines& machines, std::string text);

/// From rank 0, whose checkpoint it is, to all: files in pieces of 16 MiB. The others write them
/// into a folder in `folder`, and get what they then have to take.
StateToTake pass_on(machines::Machines& machines, const StateToTake& state,
                    const std::filesystem::path& folder = {});

/// No longer than this does a rank keep silent in `keep_in_touch`.
inline constexpr Index kTouchSeconds = 5;

/// Leaves work that is to stop before its end: no error.
struct StoppedInPreparation {};

/// Is it asked to stop?
using AsksToStop = std::function<bool()>;
/// Work that is given whether it is to stop, and may then throw StoppedInPreparation.
using StoppableWork = std::function<void(const AsksToStop&)>;

/// Does `work`, which each rank has of its own, on a thread of its own, while this thread tells the
/// others every few seconds that the rank lives: no transport waits for ever, and reading data may
/// take long on a machine that does it for the first time. Returns when all ranks are done, and
/// then throws what `work` has thrown; on rank 0 at once. If a rank is lost, `work` is to stop.
///
/// If `asked` of rank 0 is true meanwhile, the work of all ranks is to stop, and this throws
/// StoppedInPreparation on all of them when it has ended, in whatever way. Empty: it never is.
void keep_in_touch(machines::Machines& machines, const StoppableWork& work,
                   const AsksToStop& asked = {});

}  // namespace espalier::training
// Tested by tests/training/sessions/job_test.cpp
