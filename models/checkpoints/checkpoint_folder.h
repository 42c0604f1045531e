// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <utility>
#include <vector>

#include <espalier/models/checkpoints/checkpoint.h>
#include <espalier/sparse/core/types.h>

namespace espalier::models {

// The names of checkpoints' folders, and how one replaces another. All but names throw IoError.

/// Checkpoints of a folder by name, complete or not: step and path, newest first. Throws IoError.
std::vector<std::pair<Index, std::filesystem::path>> checkpoints_in(
    const std::filesystem::path& folder);

std::filesystem::path step_path(const std::filesystem::path& folder, Index step);

/// Where a save makes `step_<step>` before it puts it in place.
std::filesystem::path aside_path(const std::filesystem::path& folder, Index step);

/// Puts `aside` in the place of `folder/step_<step>`, in one step where the file system can, so
/// that a crash leaves one of the two there, and removes what was there. A visibly damaged
/// checkpoint is renamed instead.
void put_in_place(const std::filesystem::path& folder, Index step);

/// Removes the checkpoints up to `step` that `retention` does not keep. Damaged ones stay.
void prune(const std::filesystem::path& folder, Index step, const Retention& retention);

/// Removes the checkpoint of a step; a crash leaves all of it or what the next save sweeps away.
/// Throws IoError.
void remove_checkpoint(const std::filesystem::path& folder, Index step);

/// Renames the checkpoints behind `step`, so that none of them is the newest. Throws IoError.
void set_aside_later(const std::filesystem::path& folder, Index step);

}  // namespace espalier::models
// Tested by tests/models/checkpoints/checkpoint_test.cpp
