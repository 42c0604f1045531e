// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace espalier::benchmarks {

/// Sizes of the data caches that one core sees, and memory; 0 where the system does not say.
struct MemorySizes {
  std::size_t level1_bytes = 0;
  std::size_t level2_bytes = 0;
  std::size_t last_level_bytes = 0;
  int last_level_cores = 0;         ///< logical cores that share it
  int last_levels = 1;              ///< caches of that kind in the machine
  std::size_t available_bytes = 0;  ///< of main memory, now
};

/// The caches that a folder of Linux lists, in files "index0/level", "index0/type", "index0/size"
/// and "index0/shared_cpu_map", "index1/level" and so on.
MemorySizes caches_in(const std::filesystem::path& folder);

/// Asks sysconf, for the last level and what that does not say the folder of the first processor's
/// caches, and /proc/meminfo and control groups for what is available.
MemorySizes memory_sizes();

/// What the last level holds for so many threads, of which each may have a cache to itself, as long
/// as there are any.
std::size_t last_level_bytes(const MemorySizes& sizes, int threads);

/// Facts that decide how fast this machine is and what the numbers mean, as lines of key and text:
/// processor, caches, frequency governor, transparent huge pages and build.
std::vector<std::pair<std::string, std::string>> machine_context();

}  // namespace espalier::benchmarks
