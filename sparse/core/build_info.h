// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace espalier {

/// What this binary is and what it runs on, for manifests, benchmark contexts and `espalier
/// doctor`.
struct BuildInfo {
  std::string version;     ///< of the project, such as "0.1.0"
  std::string revision;    ///< git revision it was configured from, or "unknown"
  bool dirty = false;      ///< the tree had uncommitted changes when configured
  std::string compiler;    ///< name and version
  std::string build_type;  ///< CMake build type
  std::string processor;   ///< name of the CPU, and family and model where those are told
  int logical_cores = 0;
  std::string simd_features;  ///< SIMD extensions of the CPU, as the system names them
};

/// The revision as it is shown: "0123abc", or "0123abc-dirty" of a tree with uncommitted changes.
std::string shown_revision(const std::string& revision, bool dirty);

/// The name of the CPU in a text such as Linux has in /proc/cpuinfo; "unknown" if there is none. Of
/// 64-bit ARM that says no name, but the numbers of maker and design: "ARM (implementer 0x41, part
/// 0xd0c)".
std::string processor_name(std::string_view cpuinfo);

/// Gathers the facts once and returns them. Never throws; what cannot be found reads "unknown".
const BuildInfo& build_info();

}  // namespace espalier
// Tested by tests/sparse/core/context_test.cpp
