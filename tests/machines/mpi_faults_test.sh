#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mpi_faults_test.sh MPIRUN PROGRAM: a rank that dies, hangs or disagrees ends the whole job, with a code and a line that say so.
set -euo pipefail
mpirun=$1 program=$2
failed=0
# expect FAULT CODES LINE: the job of three ranks ends with one of CODES, in bars, and prints LINE.
expect() {
  local status=0 output
  # shellcheck disable=SC2086 # options
  output=$(timeout --signal=KILL 100 $mpirun -n 3 "$program" "$1" 2>&1) || status=$?
  if [[ $2 != *"|$status|"* || $output != *"$3"* ]]; then
    printf '%s: ended with %s, expected %s, and printed:\n%s\nexpected: %s\n' "$1" "$status" "$2" "$output" "$3" >&2
    failed=1
  fi
}
# MPICH's mpiexec may tell of signal 9, with which it ends the others.
expect kill '|137|9|' 'signal 9'
expect stop '|75|9|' 'waited 2 s in vain for rank 2'
expect abort '|3|9|' 'planted: no memory'
expect throw '|1|9|' 'planted'
expect size '|75|9|' 'rank 2 has sent 99 bytes, expected 100'
expect nothing '|75|9|' 'rank 2 has sent for gather 3, expected for gather 2'
expect unexpected '|75|9|' 'rank 2 has sent 100 bytes more than expected for gather 2'
expect call '|75|9|' 'rank 2 has sent for exchange 2, expected for gather 2'
expect broadcast '|75|9|' 'rank 2: rank 0 has sent 100 bytes, expected 101'
expect 'stop broadcast' '|75|9|' 'rank 0: waited 2 s in vain for ranks in a broadcast'
exit "$failed"
