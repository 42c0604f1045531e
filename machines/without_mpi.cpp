// SPDX-License-Identifier: Apache-2.0
// What a build without ESPALIER_MPI has in place of mpi.cpp.
#include <espalier/machines/mpi.h>
#include <espalier/sparse/core/error.h>

namespace espalier::machines {

bool has_mpi() { return false; }

std::unique_ptr<Machines> over_mpi(const MpiOptions&) {
  throw ConfigError(
      "this build has no MPI and trains on one machine only: start it without mpirun, or build it "
      "with -DESPALIER_MPI=ON");
}

}  // namespace espalier::machines
