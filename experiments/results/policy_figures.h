// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <espalier/experiments/results/policy_table.h>

namespace espalier::experiments {

/// Draws into `folder`, as .svg and .png, accuracy_flops (the metric, here accuracy, against
/// training FLOPs: a panel for each policy, the others in grey) and ranking (accuracy of each
/// policy, a panel for each density). Throws IoError naming a file or gnuplot's package. Rows of
/// dense runs alone make no figure.
void draw_policy_figures(const PolicyTable& table, const std::filesystem::path& folder);

}  // namespace espalier::experiments
