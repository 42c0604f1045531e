// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace espalier::benchmarks {

/// Sizes of the data caches that one core sees, and memory; 0 where the system does not say.
struct MemorySizes {
  std::size_t level1_bytes = 0;
  std::size_t level2_bytes = 0;
  std::size_t last_level_bytes = 0;
  std::size_t available_bytes = 0;  ///< of main memory, now
};

/// Asks sysconf, and /proc/meminfo for what is available.
MemorySizes memory_sizes();

/// Facts that decide how fast this machine is and what the numbers mean, as lines of key and text:
/// processor, caches, frequency governor, transparent huge pages and build.
std::vector<std::pair<std::string, std::string>> machine_context();

}  // namespace espalier::benchmarks
