#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An array job in a Slurm of its own on this machine, with a task that is stopped at the end of its time. Skipped (77) where
# Slurm (packages slurm-wlm and munge) or root is missing.
# usage: real_slurm_test.sh PROGRAM
set -euo pipefail
espalier=$1
here=$(cd "$(dirname "$0")" && pwd)
skip() {
  printf 'skipped: %s\n' "$*"
  exit 77
}
for tool in munged slurmctld slurmd sbatch; do
  PATH=$PATH:/usr/sbin command -v "$tool" >/dev/null || skip "no $tool"
done
((EUID == 0)) || skip 'a private Slurm needs root'
PATH=$PATH:/usr/sbin
folder=$(mktemp -d)
pids=()
stop() {
  ((${#pids[@]} == 0)) || kill "${pids[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap stop EXIT
cd "$folder"
chmod 755 . # munge wants nobody else to be able to write
fail() {
  printf 'FAILED: %s\n' "$*" >&2
  tail -n 5 slurmctld.log slurmd.log runs/*/slurm/*.log >&2 || true
  exit 1
}

name=$(hostname -s)
port=$((20000 + RANDOM % 10000))
mkdir state spool
dd if=/dev/urandom of=munge.key bs=1 count=1024 status=none
chmod 600 munge.key
cat >slurm.conf <<CONF
ClusterName=test
SlurmctldHost=$name(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MailProg=/bin/true
ReturnToService=2
KillWait=5
MaxArraySize=4
SchedulerParameters=batch_sched_delay=0,sched_interval=2
NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=test Nodes=$name Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$folder/slurm.conf
munged --foreground --force --socket=munge.socket --key-file=munge.key --seed-file=munge.seed --log-file=munge.log \
  --pid-file=munge.pid >munge.out 2>&1 &
pids+=($!)
for _ in {1..50}; do [[ ! -S munge.socket ]] || break; sleep 0.1; done
[[ -S munge.socket ]] || skip "munged does not start: $(tail -n 1 munge.log munge.out | tr '\n' ' ')"
slurmctld -D -c >slurmctld.out 2>&1 &
pids+=($!)
slurmd -D >slurmd.out 2>&1 &
pids+=($!)
for _ in {1..100}; do
  [[ $(sinfo --noheader --format=%t 2>/dev/null) != idle ]] || break
  sleep 0.2
done
[[ $(sinfo --noheader --format=%t) == idle ]] ||
  skip "no node is idle: $(sinfo --noheader --format='%t %E' 2>&1; tail -qn 2 slurmctld.log slurmd.log | tr '\n' ' ')"

source "$here/small_study.sh"
small_study 5 60
study=("$espalier" study small --scale full --quiet)
"${study[@]}" --slurm --slurm-option time=10 >script.txt
grep -q -- '--array=1-3$' "$(<script.txt)" || fail "MaxArraySize=4 leaves 3 tasks: $(grep -- --array "$(<script.txt)")"
sbatch --test-only "$(<script.txt)" 2>&1 | grep -q 'to start at' || fail "sbatch --test-only: $(sbatch --test-only "$(<script.txt)" 2>&1)"

# finished: waits until the queue is empty.
finished() {
  for _ in {1..300}; do
    [[ -n $(squeue --noheader 2>/dev/null) ]] || return 0
    sleep 1
  done
  fail "still queued: $(squeue)"
}
# As at the end of its time, a long run gets USR1: it makes a checkpoint, is queued again, and goes on.
sed 's/steps = 60/steps = 20000/; s/validate_every = 10/validate_every = 5000/; s/"run.seed" = .*/"run.seed" = [1]/' small/study.toml >long.toml
"$espalier" study long.toml --scale full --quiet --out runs/long --slurm --submit >submitted.txt
job=$(sed -n 's/^Submitted batch job //p' submitted.txt)
for _ in {1..100}; do [[ ! -s runs/long/moving-seed_1/metrics.jsonl ]] || break; sleep 0.2; done
scancel --signal=USR1 --batch "${job}_1"
for _ in {1..100}; do
  (($(scontrol show job "${job}_1" | sed -n 's/.*Restarts=\([0-9]*\).*/\1/p') == 0)) || break
  sleep 0.2
done
[[ $(scontrol show job "${job}_1" 2>&1) == *Restarts=1* ]] || fail "not queued again: $(scontrol show job "${job}_1" 2>&1)"
ls runs/long/moving-seed_1/checkpoints/* >/dev/null 2>&1 || fail 'USR1: no checkpoint'
# It has begun again once its log tells of a second start.
for _ in {1..200}; do (($(grep -c 'started' runs/long/logs/moving-seed_1.log) < 2)) || break; sleep 0.5; done
(($(grep -c 'started' runs/long/logs/moving-seed_1.log) == 2)) || fail 'did not go on'
scancel "$job"
finished

# Five runs in three tasks.
"${study[@]}" --slurm --slurm-option time=10 --submit >submitted.txt
finished
"${study[@]}" --out runs/here >/dev/null
for seed in 1 2 3 4 5; do
  [[ $(same_weights runs/small-full/moving-seed_$seed runs/here/moving-seed_$seed) == same ]] || fail "seed $seed: other weights than without Slurm"
done
echo 'passed'
