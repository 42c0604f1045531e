#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mpi_train_test.sh MPIRUN ESPALIER: one run on one process, on four, and on four and then two, has one hash, under policies that score dense gradients too, and whatever each rank keeps; what cannot be shared is
# refused in a line, and a rank that dies ends the job.
set -euo pipefail
mpirun=$1 espalier=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# shellcheck source=tests/training/mpi_runs.sh
source "$here/mpi_runs.sh"
cat >run.toml <<'EOF'
run = { task = "mlm", threads = 1, folder = "runs" }
model = { name = "nano", layers = 1, hidden = 32, heads = 2, density = 0.25, dropout = 0.1 }
topology = { policy = "dynamic", updates = 6 }
data = { corpus = "text.txt", vocabulary_size = 64, sequence = 16, validation_fraction = 0.2, cache = "" }
training = { steps = 300, batch = 16, shards = 4, panel_group = 2, validation_sequences = 10, checkpoint_every = 50 }
EOF
# on RANKS ARGUMENT...: trains on so many ranks; leaves status and output.
on() {
  local ranks=$1
  shift
  status=0
  # shellcheck disable=SC2086 # options
  output=$(timeout --signal=KILL 200 $mpirun -n "$ranks" "$espalier" train --config run.toml --quiet "$@" 2>&1) || status=$?
}
"$espalier" train --config run.toml --quiet --name one >/dev/null

on 4 --name four
[[ $status == 0 && $output == runs/four ]] || fail "four ranks: ended with $status and printed: $output"
[[ $(hash_of four) == "$(hash_of one)" ]] || fail 'four ranks: other weights than one process'
cmp runs/one/edits.log runs/four/edits.log

# Gradients of what is not stored are summed over all ranks before they are scored, at updates and at each step.
for policy in rigl snfs; do
  changes=(--set "topology.policy=$policy" --set topology.every_steps=20)
  "$espalier" train --config run.toml --quiet --name "${policy}_one" "${changes[@]}" >/dev/null
  on 4 --name "${policy}_four" "${changes[@]}"
  [[ $status == 0 && $(hash_of "${policy}_four") == "$(hash_of "${policy}_one")" ]] ||
    fail "$policy on four ranks: ended with $status, or other weights than one process; printed: $output"
  cmp "runs/${policy}_one/edits.log" "runs/${policy}_four/edits.log"
done

# Each keeps a slice of the optimizer's state.
for policy in dynamic rigl; do
  changes=(--set "topology.policy=$policy" --set topology.every_steps=20 --set training.optimizer=nvlamb)
  "$espalier" train --config run.toml --quiet --name "${policy}_whole" "${changes[@]}" >/dev/null
  on 4 --name "${policy}_slices" "${changes[@]}" --zero1
  [[ $status == 0 && $(hash_of "${policy}_slices") == "$(hash_of "${policy}_whole")" ]] ||
    fail "$policy --zero1 on four ranks: ended with $status, or other weights than one process; printed: $output"
done

# Killed with its first checkpoint there, and gone on with on two; with all of the optimizer's state on each rank, and with slices that the two do not keep.
for slices in '' --zero1; do
  name=killed$slices
  # shellcheck disable=SC2086 # options
  $mpirun -n 4 "$espalier" train --config run.toml --quiet --name "$name" $slices >killed.log 2>&1 &
  job=$!
  while [[ ! -e runs/$name/checkpoints/step_50 ]] && kill -0 $job 2>/dev/null; do sleep 0.02; done
  kill -KILL "$(pgrep -P $job -o)" || true
  status=0
  wait $job || status=$?
  [[ $status != 0 ]] || fail "$name: the run was faster than its killer"
  on 2 --name "$name"
  [[ $status == 0 && $(hash_of "$name") == "$(hash_of one)" ]] || fail "$name: ended with $status, and other weights; printed: $output"
done

# Each has some of the layers: the weights of one process, on four and then on two.
layers=(--set model.layers=4 --set training.shards=1 --set topology.policy=rigl --set topology.every_steps=20)
"$espalier" train --config run.toml --quiet --name deep "${layers[@]}" >/dev/null
on 4 --name stages "${layers[@]}" --pipeline
[[ $status == 0 && $(hash_of stages) == "$(hash_of deep)" ]] || fail "--pipeline on four ranks: ended with $status, or other weights than one process; printed: $output"
cmp runs/deep/edits.log runs/stages/edits.log
# shellcheck disable=SC2086 # options
$mpirun -n 4 "$espalier" train --config run.toml --quiet --name killed_stages "${layers[@]}" --pipeline >killed.log 2>&1 &
job=$!
while [[ ! -e runs/killed_stages/checkpoints/step_50 ]] && kill -0 $job 2>/dev/null; do sleep 0.02; done
kill -KILL "$(pgrep -P $job -o)" || true
status=0
wait $job || status=$?
[[ $status != 0 ]] || fail 'killed_stages: the run was faster than its killer'
on 2 --name killed_stages "${layers[@]}" --pipeline
[[ $status == 0 && $(hash_of killed_stages) == "$(hash_of deep)" ]] || fail "killed --pipeline: ended with $status, and other weights; printed: $output"
on 4 --name few --pipeline --set model.layers=3
[[ $status == 2 && $output == *'model.layers: 3'* && ! -e runs/few ]] || fail "three layers on four ranks: ended with $status and printed: $output"

# What one process has no memory for two have: 400 MB of values, gradients and moments, where 380 are allowed.
large=(--set model.layers=8 --set model.hidden=512 --set model.heads=8 --set model.density=1 --set topology.policy=dense --set training.shards=1
  --set training.batch=2 --set training.panel_group=1 --set training.steps=2 --set training.checkpoint_every=0)
(
  ulimit -d 370000
  "$espalier" train --config run.toml --quiet --name large "${large[@]}"
) >large.log 2>&1 && fail 'a model that is too large was trained by one process'
grep -q 'needs at least 0.4.*or train it on 2 machines with --pipeline' large.log || fail "a model that is too large: $(<large.log)"
(
  ulimit -d 370000
  on 2 --name large "${large[@]}" --pipeline
  [[ $status == 0 ]] || fail "a model that is too large for one process, on two: ended with $status and printed: $output"
)

# Ranks on processors of two kinds compute as the weaker: SSE4 is on every x86-64 that has more.
"$espalier" doctor >doctor.txt
if grep -q SSE4 doctor.txt; then
  ESPALIER_SIMD_TARGET=SSE4 "$espalier" train --config run.toml --quiet --name weak >/dev/null
  # shellcheck disable=SC2086 # options
  $mpirun -n 1 "$espalier" train --config run.toml --quiet --name mixed : \
    -n 1 env ESPALIER_SIMD_TARGET=SSE4 "$espalier" train --config run.toml --quiet --name mixed >/dev/null
  [[ $(hash_of mixed) == "$(hash_of weak)" ]] || fail 'mixed: not the weights of the weaker SIMD target'
fi

# A machine with another text.
mkdir other
head -n 700 text.txt >other/text.txt
status=0
# shellcheck disable=SC2086 # options
output=$($mpirun -n 1 "$espalier" train --config run.toml --quiet --name differs : \
  -n 1 --wdir "$folder/other" "$espalier" train --config "$folder/run.toml" --quiet --name differs 2>&1) || status=$?
[[ $status == 2 && $(grep -c 'corpus of rank 1 is' <<<"$output") == 1 ]] || fail "another text: ended with $status and printed: $output"

on 3 --name three
[[ $status == 2 && $output == *'training.shards: 4, expected a multiple of 3'* ]] || fail "three ranks: ended with $status and printed: $output"
[[ $(grep -c 'training.shards' <<<"$output") == 1 ]] || fail "three ranks: more than one line: $output"
[[ ! -e runs/three ]] || fail 'three ranks: a folder was made'
on 2 --name wrong --set training.shards=16 --set training.batch=24
[[ $status == 2 && $(grep -c '^espalier: ' <<<"$output") == 1 ]] || fail "wrong shards: ended with $status and printed: $output"
