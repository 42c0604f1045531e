// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <espalier/training/config/run_config.h>

namespace espalier::training {

/// 64-bit hash, in hexadecimal, of everything that decides the result. It leaves out the run's
/// name, folders, the number of threads, how often the run is validated and saved, and keys of
/// other tasks.
std::string config_hash(const RunConfig& config);

/// The same without seed, learning rate and kernel, and with the budget in steps: runs with the
/// same hash are one experiment, repeated or tuned. The place of text files does not count; compare
/// the hashes of corpus and vocabulary as well.
std::string settings_hash(const RunConfig& config);

}  // namespace espalier::training
