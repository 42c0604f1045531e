// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/launcher.h>

#include <sched.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <thread>

#include <espalier/files/number_text.h>

namespace espalier::machines {

bool is_under_mpirun() {
  // Of Open MPI, of MPICH and whatever else speaks PMI, and of a step of srun. SLURM_NTASKS says
  // nothing: a batch script, which is one process, has it too.
  return std::ranges::any_of(
      std::array{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}, [](const char* name) {
        const char* text = std::getenv(name);
        return text != nullptr && files::number_in<int>(text).value_or(1) > 1;
      });
}

int launched_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* text = std::getenv(name)) return files::number_in<int>(text).value_or(0);
  return 0;
}

int allowed_cores() {
  // The system refuses a set that is smaller than its own, which may be larger than CPU_SETSIZE.
  for (int most = CPU_SETSIZE; most <= 64 * CPU_SETSIZE; most *= 2) {
    const std::unique_ptr<cpu_set_t, void (*)(cpu_set_t*)> set(
        CPU_ALLOC(most), [](cpu_set_t* allocated) { CPU_FREE(allocated); });
    const std::size_t bytes = CPU_ALLOC_SIZE(most);
    if (set != nullptr && ::sched_getaffinity(0, bytes, set.get()) == 0)
      return std::max(1, CPU_COUNT_S(bytes, set.get()));
    if (errno != EINVAL) break;
  }
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::optional<std::string> binding_warning(int threads, int cores, bool under_mpirun) {
  if (!under_mpirun || threads <= cores) return std::nullopt;
  return "each rank has " + std::to_string(threads) + " threads and is bound to " +
         std::to_string(cores) + (cores == 1 ? " core" : " cores") +
         ": start it by mpirun --bind-to none, or by srun --cpus-per-task=" +
         std::to_string(threads) + ", or set run.threads=" + std::to_string(cores);
}

}  // namespace espalier::machines
