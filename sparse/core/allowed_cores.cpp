// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/allowed_cores.h>

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <thread>

namespace espalier {
namespace {

/// The cores whose time one group gives, or infinity.
double cores_of(const ControlGroup& group) {
  double quota = 0, period = 0;
  if (group.unified) {
    std::ifstream(group.folder / "cpu.max") >> quota >> period;  // "max 100000" has no number
  } else {
    std::ifstream(group.folder / "cpu.cfs_quota_us") >> quota;  // -1: none
    std::ifstream(group.folder / "cpu.cfs_period_us") >> period;
  }
  return quota > 0 && period > 0 ? quota / period : std::numeric_limits<double>::infinity();
}

}  // namespace

int machine_cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

int bound_cores() {
  // The system refuses a set that is smaller than its own, which may be larger than CPU_SETSIZE.
  for (int most = CPU_SETSIZE; most <= 64 * CPU_SETSIZE; most *= 2) {
    const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(
        CPU_ALLOC(most), [](cpu_set_t* allocated) { CPU_FREE(allocated); });
    const std::size_t bytes = CPU_ALLOC_SIZE(most);
    if (set != nullptr && ::sched_getaffinity(0, bytes, set.get()) == 0)
      return std::max(1, CPU_COUNT_S(bytes, set.get()));
    if (errno != EINVAL) break;
  }
  return machine_cores();
}

int cores_within(int cores, std::span<const ControlGroup> groups) {
  double most = cores;
  for (const ControlGroup& group : groups) most = std::min(most, std::ceil(cores_of(group)));
  return std::max(1, static_cast<int>(most));
}

int allowed_cores() { return cores_within(bound_cores(), control_groups("cpu")); }

}  // namespace espalier
