// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <espalier/machines/machines.h>
#include <espalier/models/parameters/parameter.h>
#include <espalier/training/loop/rank_sum.h>

namespace espalier::training {

/// Tells the operands that layers have kept of this step, of parameters whose operands are wanted,
/// what the other ranks have kept (`GradientOperands::join`): policies then see the gradient of the
/// whole batch, summed by `sum`; this and the machines must outlive the step. Does nothing if none
/// are wanted. Collective. 24 bytes for each such parameter travel; of the gradients nothing, until
/// a policy asks for them. Throws LostRankError as the transport.
void share_operands(machines::Machines& machines, RankSum& sum,
                    const models::ParameterList& parameters);

}  // namespace espalier::training
// Tested by tests/training/loop/ranks_test.cpp
