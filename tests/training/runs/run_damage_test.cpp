// SPDX-License-Identifier: Apache-2.0
#include "tests/training/runs/finished_run.h"

namespace espalier::training {
namespace {

using RunDamage = FinishedRun;

TEST_F(RunDamage, NoFlippedBitAndNoCutOfARunsFilesIsAccepted) { expect_damage_refused(1); }

}  // namespace
}  // namespace espalier::training
