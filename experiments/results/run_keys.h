// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <espalier/training/runs/run_summary.h>

namespace espalier::experiments {

/// The value of a key, or of the seed's, as tables compare runs by it. What a model's name says
/// comes from there: extents of 0, and the norm of families that have no other than pre.
std::string key_value(const training::RunSummary& run, const std::string& key);

/// Throws ConfigError, which begins with `where` and names the nearest key, if `key` is none that
/// decides a run's numbers, and not the seed's.
void require_key(const std::string& key, const std::string& where);

}  // namespace espalier::experiments
// Tested by tests/experiments/results/ablation_test.cpp
