// SPDX-License-Identifier: Apache-2.0
#include <espalier/sparse/core/allowed_cores.h>

#include <dlfcn.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

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

/// A function of OpenMP's runtime; null if that is not there.
template <typename Function>
Function* openmp(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_DEFAULT, name));
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

void leave_first_openmp_place() {
  auto* const count = openmp<int()>("omp_get_num_places");
  auto* const size = openmp<int(int)>("omp_get_place_num_procs");
  auto* const cores_in = openmp<void(int, int*)>("omp_get_place_proc_ids");
  if (count == nullptr || size == nullptr || cores_in == nullptr) return;
  std::vector<int> cores;
  for (int place = 0; place < count(); ++place) {
    const std::size_t before = cores.size();
    cores.resize(before + static_cast<std::size_t>(size(place)));
    cores_in(place, cores.data() + before);
  }
  if (cores.empty()) return;
  const int most = *std::ranges::max_element(cores) + 1;
  const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(
      CPU_ALLOC(most), [](cpu_set_t* allocated) { CPU_FREE(allocated); });
  if (set == nullptr) return;
  const std::size_t bytes = CPU_ALLOC_SIZE(most);
  CPU_ZERO_S(bytes, set.get());
  for (const int core : cores) CPU_SET_S(core, bytes, set.get());
  // If it is refused, the thread stays where it is, and `bound_cores` says so.
  static_cast<void>(::sched_setaffinity(0, bytes, set.get()));
}

int cores_within(int cores, std::span<const ControlGroup> groups) {
  double most = cores;
  for (const ControlGroup& group : groups) most = std::min(most, std::ceil(cores_of(group)));
  return std::max(1, static_cast<int>(most));
}

int allowed_cores() { return cores_within(bound_cores(), control_groups("cpu")); }

}  // namespace espalier
