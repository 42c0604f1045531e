// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace espalier::experiments {

/// All about one run, for people: its progress, its results, the settings that differ from the
/// defaults of its task, policy and optimizer, what computed it, its sessions and checkpoints.
/// Throws IoError or FormatError naming the file.
std::string run_details_text(const std::filesystem::path& folder);

/// The same as JSON, with all settings and the end record, which is null if there is none.
std::string run_details_json(const std::filesystem::path& folder);

}  // namespace espalier::experiments
