#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mpi_links_test.sh TEST_HOSTS ESPALIER: a link between hosts that goes down, or drops everything, in the middle of training ends the
# job in bounded time, with the code of docs/machines.md and a line that names whom nobody reaches; the same command goes on from the
# last checkpoint to the bits of a run whose links held. A link that comes back in time costs time only. For Open MPI. Skipped (77)
# where root, iproute2 or a kernel that has network namespaces and shapes links is missing.
set -euo pipefail
hosts=$1 espalier=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
skip() {
  printf 'skipped: %s\n' "$*"
  exit 77
}
((EUID == 0)) || skip 'test hosts need root'
PATH=$PATH:/usr/sbin
for tool in ip tc nsenter; do command -v $tool >/dev/null || skip "no $tool"; done
unshare --net --mount --uts bash -c 'ip link add bridge type bridge && ip link add port type veth peer name eth0 &&
  tc qdisc add dev port root tbf rate 1gbit burst 256kb latency 400ms' || skip 'this kernel has no network namespaces, or no tbf'

folder=$(mktemp -d)
# What mpirun starts on a host has this folder in its arguments.
trap 'pkill -KILL -f "$folder/" || true; rm -rf "$folder"' EXIT
cd "$folder"
# shellcheck source=tests/training/mpi_runs.sh
source "$here/mpi_runs.sh"
cat >run.toml <<'TOML'
run = { task = "mlm", threads = 1, folder = "runs" }
model = { name = "nano", layers = 2, hidden = 64, heads = 2, density = 0.25, dropout = 0.1 }
topology = { policy = "dynamic", updates = 6 }
data = { corpus = "text.txt", vocabulary_size = 64, sequence = 16, validation_fraction = 0.2, cache = "" }
training = { steps = 300, batch = 16, shards = 2, panel_group = 2, validation_sequences = 10, checkpoint_every = 50 }
TOML
# start NAME ARGUMENTS...: trains on two hosts, in the background; leaves job, whose network is that of the bridge. The kernels of
# the hosts give up a connection after some 15 s without an answer, and not after a quarter of an hour.
start() {
  # shellcheck disable=SC2016 # for the shell of the host
  TMPDIR=$folder bash "$hosts" 2 1gbit bash -c 'echo 5 >/proc/sys/net/ipv4/tcp_retries2 && exec "$@"' _ \
    "$espalier" train --config "$folder/run.toml" --quiet --name "$@" >"$1.log" 2>&1 &
  job=$!
}
# on_bridge COMMAND...: where the links of the hosts end, and mpirun runs.
on_bridge() { nsenter --target $job --net "$@"; }
# at_checkpoint NAME: waits for the first one, with five of six steps to go.
at_checkpoint() {
  local i
  for ((i = 0; i < 3000; ++i)); do
    [[ ! -e runs/$1/checkpoints/step_50 ]] || return 0
    kill -0 $job 2>/dev/null || break
    sleep 0.02
  done
  fail "$1: no checkpoint: $(<"$1.log")"
}
# ended NAME SECONDS: waits no longer than that for the job and for all that it has started; leaves status.
ended() {
  local i
  for ((i = 0; i < 10 * $2; ++i)); do
    pgrep -f "$folder/" >left.txt || break
    sleep 0.1
  done
  [[ ! -s left.txt ]] || fail "$1: after $2 s there are still: $(ps -o args= -p "$(paste -sd, left.txt)"); printed: $(<"$1.log")"
  status=0
  wait $job || status=$?
}
# goes_on NAME: the same command, to the bits of the run whose links held.
goes_on() {
  local last
  last=$(cd "runs/$1/checkpoints" && printf '%s\n' step_* | sort -t _ -k 2 -n | tail -n 1)
  [[ $last != step_300 ]] || fail "$1: the run was faster than its cut"
  start "$1"
  ended "$1" 200
  [[ $status == 0 ]] || fail "$1: the same command ended with $status and printed: $(<"$1.log")"
  [[ $(hash_of "$1") == "$(hash_of one)" ]] || fail "$1: other weights after it went on from $last"
  grep -q "\"first_step\": ${last#step_},\?$" "runs/$1/manifest.json" || fail "$1: did not go on from $last: $(<"$1.log")"
  cmp runs/one/edits.log "runs/$1/edits.log"
}
"$espalier" train --config run.toml --quiet --name one >/dev/null

# The ranks notice. The link of rank 0's host or of the other's is cut at the bridge: without carrier, or without a sign of it.
for cut in 'down 1' 'down 2' 'nomaster 1' 'nomaster 2'; do
  read -r how host <<<"$cut"
  name=${how}_$host
  start "$name" --rank-timeout 6
  at_checkpoint "$name"
  on_bridge bash -c 'echo 3 >/proc/sys/net/ipv4/tcp_retries2'
  on_bridge ip link set "port$host" "$how"
  ended "$name" 60
  [[ $status == 75 ]] || fail "$name: ended with $status, expected 75, and printed: $(<"$name.log")"
  grep -q 'waited 6 s in vain for rank' "$name.log" || fail "$name: printed: $(<"$name.log")"
  goes_on "$name"
done

# mpirun notices, by packets that it sends to silent hosts.
MPIRUN_OPTIONS='--mca oob_tcp_keepalive_time 3 --mca oob_tcp_keepalive_intvl 1 --mca oob_tcp_keepalive_probes 3' start by_mpirun
at_checkpoint by_mpirun
on_bridge ip link set port2 nomaster
ended by_mpirun 60
[[ $status == 205 ]] || fail "by_mpirun: ended with $status, expected 205, and printed: $(<by_mpirun.log)"
[[ $(<by_mpirun.log) == *'lost communication with a remote daemon'*'on node 10.9.0.2'* ]] || fail "by_mpirun: printed: $(<by_mpirun.log)"
goes_on by_mpirun

start short --rank-timeout 20
at_checkpoint short
on_bridge ip link set port2 down
sleep 1
on_bridge ip link set port2 up
ended short 200
[[ $status == 0 && $(hash_of short) == "$(hash_of one)" ]] || fail "a link that came back: ended with $status, or other weights; printed: $(<short.log)"
