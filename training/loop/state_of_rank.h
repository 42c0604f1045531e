// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace espalier::training {

/// What each rank of a job keeps of model and optimizer. The weights do not depend on it.
enum class StateOfRank {
  kAll,    ///< the whole of both: each trains a part of every batch and does the whole step
  kSlice,  ///< ZeRO-1 (`Zero1`): the whole model, and the optimizer's state of a slice
  kStage,  ///< a pipeline (`Stage`): some of the layers, and the optimizer's state of these
};

}  // namespace espalier::training
// Tested by tests/training/sessions/job_test.cpp
