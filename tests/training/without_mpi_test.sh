#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# without_mpi_test.sh ESPALIER: a build without MPI that is started as one of several processes says so, once, and ends with 2.
set -euo pipefail
espalier=$1
for rank in 0 1; do
  status=0
  output=$(OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=$rank "$espalier" train --config nowhere.toml 2>&1) || status=$?
  lines=$(printf '%s' "$output" | grep -c . || true)
  if [[ $status != 2 || $lines != $((1 - rank)) || ($rank == 0 && $output != *"this build has no MPI"*) ]]; then
    printf 'rank %s: ended with %s and printed:\n%s\n' "$rank" "$status" "$output" >&2
    exit 1
  fi
done
