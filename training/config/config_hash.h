// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// 64-bit hash, in hexadecimal, of everything that decides the result: not of the run's name,
/// folders, number of threads, how often it is validated and saved, and keys of another task.
std::string config_hash(const RunConfig& config);

/// The same without seed, learning rate and kernel, and with the budget in steps: runs that agree
/// in it are one experiment, repeated or tuned. Nor does it depend on where the text is: compare
/// the hashes of corpus and vocabulary beside it.
std::string settings_hash(const RunConfig& config);

}  // namespace espalier::training
