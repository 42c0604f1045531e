// SPDX-License-Identifier: Apache-2.0
#include <espalier/machines/launcher.h>

#include <algorithm>
#include <array>
#include <cstdlib>

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

std::optional<std::string> binding_warning(int threads, int cores, int machine, bool under_mpirun) {
  const std::string bound = std::to_string(cores) + (cores == 1 ? " core" : " cores");
  if (!under_mpirun || cores >= (threads == 0 ? machine : threads)) return std::nullopt;
  if (threads == 0)
    return "each rank computes on " + bound + " of " + std::to_string(machine) +
           ", to which it is bound: for more, start it by mpirun --bind-to none and set "
           "run.threads, or by srun --cpus-per-task";
  return "each rank has " + std::to_string(threads) + " threads and is bound to " + bound +
         ": start it by mpirun --bind-to none, or by srun --cpus-per-task=" +
         std::to_string(threads) + ", or set run.threads=" + std::to_string(cores);
}

}  // namespace espalier::machines
