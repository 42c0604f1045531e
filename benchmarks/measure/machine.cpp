// SPDX-License-Identifier: Apache-2.0
#include <espalier/benchmarks/measure/machine.h>

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <fstream>
#include <sstream>
#include <system_error>

#include <espalier/sparse/core/allowed_cores.h>
#include <espalier/sparse/core/build_info.h>
#include <espalier/sparse/core/control_group.h>

namespace espalier::benchmarks {
namespace {

std::size_t system_value(int name) {
  const long value = ::sysconf(name);
  return value > 0 ? static_cast<std::size_t>(value) : 0;
}

/// Of the machine, whatever a container leaves of it.
std::size_t free_memory_bytes() {
  std::ifstream in("/proc/meminfo");
  for (std::string key; in >> key;) {
    std::size_t kibibytes = 0;
    if (key == "MemAvailable:" && in >> kibibytes) return kibibytes * 1024;
    in.ignore(256, '\n');
  }
  return system_value(_SC_PHYS_PAGES) * system_value(_SC_PAGESIZE) / 2;
}

/// First line of a file of the system.
std::string system_line(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string line;
  return std::getline(in, line) && !line.empty() ? line : "not readable";
}

std::string kibibytes(std::size_t bytes) {
  return bytes == 0 ? "unknown" : std::to_string(bytes / 1024) + " KiB";
}

/// Of a text such as "48K"; 0 if it is none.
std::size_t bytes_of(const std::string& text) {
  std::istringstream in(text);
  std::size_t number = 0;
  char unit = ' ';
  if (!(in >> number)) return 0;
  in >> unit;
  return number << (unit == 'K' ? 10 : unit == 'M' ? 20 : 0);
}

/// The processors in a mask such as "00000000,0000000f"; 0 if it is none.
int cores_in(const std::string& mask) {
  if (mask.find_first_not_of("0123456789abcdef,") != std::string::npos) return 0;
  int cores = 0;
  for (const char digit : mask)
    if (unsigned bits = 0; std::from_chars(&digit, &digit + 1, bits, 16).ec == std::errc())
      cores += std::popcount(bits);
  return cores;
}

}  // namespace

MemorySizes caches_in(const std::filesystem::path& folder) {
  MemorySizes sizes;
  for (int index = 0;; ++index) {
    const std::filesystem::path cache = folder / ("index" + std::to_string(index));
    std::error_code error;
    if (!std::filesystem::exists(cache / "size", error)) return sizes;
    if (system_line(cache / "type") == "Instruction") continue;
    const std::size_t bytes = bytes_of(system_line(cache / "size"));
    const std::string level = system_line(cache / "level");
    if (level == "1") sizes.level1_bytes = bytes;
    if (level == "2") sizes.level2_bytes = bytes;
    if (level == "1" || bytes <= sizes.last_level_bytes) continue;
    sizes.last_level_bytes = bytes;
    sizes.last_level_cores = cores_in(system_line(cache / "shared_cpu_map"));
  }
}

MemorySizes memory_sizes() {
  MemorySizes sizes;
#if defined(_SC_LEVEL1_DCACHE_SIZE)
  sizes.level1_bytes = system_value(_SC_LEVEL1_DCACHE_SIZE);
  sizes.level2_bytes = system_value(_SC_LEVEL2_CACHE_SIZE);
  sizes.last_level_bytes = std::max({system_value(_SC_LEVEL3_CACHE_SIZE),
                                     system_value(_SC_LEVEL4_CACHE_SIZE), sizes.level2_bytes});
#endif
  const MemorySizes listed = caches_in("/sys/devices/system/cpu/cpu0/cache");
  if (sizes.level1_bytes == 0) sizes.level1_bytes = listed.level1_bytes;
  if (sizes.level2_bytes == 0) sizes.level2_bytes = listed.level2_bytes;
  if (listed.last_level_bytes > listed.level2_bytes) {
    // Of AMD's processors glibc adds up all third-level caches, of which a core sees one.
    sizes.last_level_bytes = listed.last_level_bytes;
    sizes.last_level_cores = listed.last_level_cores;
  }
  sizes.last_level_bytes = std::max(sizes.last_level_bytes, listed.last_level_bytes);
  if (sizes.last_level_cores > 0)
    sizes.last_levels = std::max(1, machine_cores() / sizes.last_level_cores);
  sizes.available_bytes = static_cast<std::size_t>(
      memory_within(static_cast<double>(free_memory_bytes()), control_groups("memory")));
  return sizes;
}

std::size_t last_level_bytes(const MemorySizes& sizes, int threads) {
  return sizes.last_level_bytes * static_cast<std::size_t>(std::min(threads, sizes.last_levels));
}

std::vector<std::pair<std::string, std::string>> machine_context() {
  const BuildInfo& info = build_info();
  const MemorySizes sizes = memory_sizes();
  return {
      {"machine", info.processor + ", " + std::to_string(info.logical_cores) + " logical cores"},
      {"caches", "level 1 " + kibibytes(sizes.level1_bytes) + ", level 2 " +
                     kibibytes(sizes.level2_bytes) + ", last " + kibibytes(sizes.last_level_bytes)},
      {"governor", system_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")},
      {"transparent_huge_pages", system_line("/sys/kernel/mm/transparent_hugepage/enabled")},
      {"espalier_build", info.version + ", " + shown_revision(info.revision, info.dirty) + ", " +
                             info.compiler + ", " + info.build_type}};
}

}  // namespace espalier::benchmarks
