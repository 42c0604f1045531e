// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/machines/machines.h>
#include <espalier/models/parameters/parameter.h>

namespace espalier::training {

/// Whether all ranks of a job have the same patterns and values, by their XXH3 hashes: empty, or in
/// what a rank differs from rank 0, such as "weight encoder.layer.0.attention.self.query.weight has
/// another pattern on rank 2 than on rank 0". Says the same on all ranks. Collective. Cost: a pass
/// over the values; sixteen bytes for each parameter travel. Throws IoError as the transport.
std::string difference_of_replicas(machines::Machines& machines,
                                   const models::ParameterList& parameters);

}  // namespace espalier::training
// Tested by tests/training/loop/ranks_test.cpp
