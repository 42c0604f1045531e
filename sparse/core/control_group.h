// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace espalier {

/// A control group of Linux that holds this process.
struct ControlGroup {
  bool unified = false;          ///< of version 2, whose files have other names
  std::filesystem::path folder;  ///< where its limits stand; it may not be there
};

/// Those that limit `controller` ("cpu", "memory") for this process: its own, and all that hold it.
/// Any of them may set a limit, which holds for all below it. None where the system has no control
/// groups. In a container a folder above its own is that of the container.
/// `process` and `root` are where Linux tells of them.
/// Source: Linux, admin-guide/cgroup-v2 and cgroups(7).
std::vector<ControlGroup> control_groups(const std::string& controller,
                                         const std::filesystem::path& process = "/proc/self/cgroup",
                                         const std::filesystem::path& root = "/sys/fs/cgroup");

/// How much of `bytes` of memory `groups` leave to a process (docker --memory, a memory limit of
/// Kubernetes or Slurm). A limit that is absent, or that says there is none, is none.
double memory_within(double bytes, std::span<const ControlGroup> groups);

}  // namespace espalier
