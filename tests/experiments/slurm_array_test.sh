#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A study as an array job, with an sbatch that runs the tasks here: options, signals, requeues. real_slurm_test.sh has Slurm's own.
# usage: slurm_array_test.sh PROGRAM
set -euo pipefail
espalier=$1
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
source "$here/small_study.sh"
small_study 3 30
fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

mkdir tools
# Runs task $task of the script, or all; $signal goes to the script once a run has begun, as at the end of its time.
cat >tools/sbatch <<'SH'
#!/usr/bin/env bash
script=$1
[[ $script != *gone* ]] || { echo 'sbatch: error: no such partition' >&2; exit 1; }
last=$(sed -n 's/^#SBATCH --array=1-//p' "$script")
cd "$(sed -n 's/^#SBATCH --chdir=//p' "$script")"
export SLURM_ARRAY_JOB_ID=7
for SLURM_ARRAY_TASK_ID in ${task:-$(seq 1 "$last")}; do
  export SLURM_ARRAY_TASK_ID
  bash "$script" >>"$(dirname "$script")/7_$SLURM_ARRAY_TASK_ID.log" 2>&1 &
  if [[ -n ${signal-} ]]; then
    until ls runs/small-full/moving-seed_*/metrics.jsonl >/dev/null 2>&1; do sleep 0.05; done
    kill -s "$signal" $!
  fi
  status=0
  wait $! || status=$?
  echo "task $SLURM_ARRAY_TASK_ID: $status" >>tasks.txt
done
echo 'Submitted batch job 7'
SH
cat >tools/scontrol <<'SH'
#!/usr/bin/env bash
if [[ $1 == show ]]; then
  printf 'MaxArraySize            = %s\nMaxJobCount             = 10000\n' "${array_size:-1001}"
else
  echo "$*" >>requeued.txt
fi
SH
chmod +x tools/*
PATH=$folder/tools:$PATH
study=("$espalier" study small --scale full --quiet)

# Only written.
"${study[@]}" --slurm --slurm-option time=1:00:00 --slurm-option partition=long >out.txt
grep -qx "$folder/runs/small-full/slurm/array.sh" out.txt || fail "prints $(cat out.txt)"
script=runs/small-full/slurm/array.sh
grep -qx '#SBATCH --array=1-3' $script || fail 'not a task for each run'
grep -qx '#SBATCH --partition=long' $script || fail 'an option is lost'
[[ ! -e runs/small-full/moving-seed_1 ]] || fail 'trained where it should only write'
bash -n $script

# Fewer tasks than runs.
array_size=3 "${study[@]}" --slurm >/dev/null
grep -qx '#SBATCH --array=1-2' $script || fail 'more tasks than MaxArraySize allows'
"${study[@]}" --slurm --workers 3 >/dev/null
grep -qx '#SBATCH --array=1-1' $script && grep -qx '#SBATCH --cpus-per-task=3' $script || fail '--workers 3: not one task of 3 cores'
"${study[@]}" --slurm --slurm-tasks 2 >/dev/null
grep -qx '#SBATCH --array=1-2' $script || fail '--slurm-tasks is not heeded'

# Whatever way the command was written.
task=1 "$espalier" study --scale full --quiet --out runs/other/ --slurm --submit -- small >/dev/null
grep -qx '#SBATCH --job-name=espalier-other' runs/other/slurm/array.sh || fail 'a slash behind --out: the job has no name'
grep -qx 'task 1: 0' tasks.txt || fail "--: $(cat runs/other/slurm/7_1.log)"
rm tasks.txt

# Refused, and nothing written.
refuse() {
  local status=0
  "${@:2}" >out.txt 2>err.txt || status=$?
  ((status == 2 || status == 1)) && grep -qE -- "$1" err.txt || fail "${*:2}: $status, $(cat err.txt)"
}
rm -r runs
refuse 'expected NAME=VALUE' "${study[@]}" --slurm --slurm-option 'time=1 2'
refuse '--slurm' "${study[@]}" --slurm-option time=1
refuse 'expected NUMBER/COUNT' "${study[@]}" --part 4/3
[[ ! -e runs ]] || fail 'what was refused made a folder'
refuse 'cannot be submitted: sbatch: error: no such partition' "${study[@]}" --slurm --submit --out runs/gone

# The time is up: the run has a checkpoint, is queued again, and goes on.
task=2 signal=USR1 "${study[@]}" --slurm --submit >out.txt
grep -qx 'Submitted batch job 7' out.txt || fail "prints $(cat out.txt)"
grep -qx 'task 2: 75' tasks.txt || fail "USR1: $(cat tasks.txt)"
grep -qx 'requeue 7_2' requeued.txt || fail 'not queued again'
ls runs/small-full/moving-seed_2/checkpoints/* >/dev/null || fail 'USR1: no checkpoint'
[[ ! -e runs/small-full/moving-seed_1 ]] || fail 'task 2 trained run 1 too'
rm requeued.txt
# Cancelled: not queued again.
rm -r runs/small-full/moving-seed_2
task=2 signal=TERM "${study[@]}" --slurm --submit >/dev/null
[[ ! -e requeued.txt ]] || fail 'a cancelled task was queued again'
# All the rest.
: >tasks.txt
"${study[@]}" --slurm --submit >/dev/null
(($(grep -c ': 0$' tasks.txt) == 3)) || fail "$(cat tasks.txt runs/small-full/slurm/*.log)"
[[ ! -e requeued.txt && ! -e runs/small-full/figure ]] || fail 'a task was queued again, or drew'
# The same weights as without Slurm, and the figure in seconds.
"${study[@]}" >out.txt
"${study[@]}" --out runs/here >/dev/null
for seed in 1 2 3; do
  [[ $(same_weights runs/small-full/moving-seed_$seed runs/here/moving-seed_$seed) == same ]] || fail "seed $seed: other weights"
done
grep -q 'small-full/figure' out.txt || fail 'draws no figure of runs of an array'
echo 'passed'
