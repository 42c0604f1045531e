#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_hosts.sh RANKS RATE COMMAND...: mpirun of COMMAND on RANKS hosts of this machine, each a network namespace with its own name and
# address and a link of RATE (as tc writes it: 1gbit). Prints the bytes that each host has sent on its interface, MPI's own among
# them. Needs root and iproute2; MPIRUN_OPTIONS has further options of mpirun.
set -euo pipefail
if [[ ${ESPALIER_TEST_HOSTS_INSIDE-} != yes ]]; then
  export ESPALIER_TEST_HOSTS_INSIDE=yes
  exec unshare --net --mount --uts bash "$0" "$@" # all of it is gone when this ends
fi
ranks=$1 rate=$2
mkdir -p /run/netns
mount -t tmpfs none /run/netns
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ip link set lo up
ip link add bridge type bridge
ip addr add 10.9.0.254/24 dev bridge
ip link set bridge up
for ((i = 1; i <= ranks; ++i)); do
  ip netns add "host$i"
  ip link add "port$i" type veth peer name eth0 netns "host$i"
  ip link set "port$i" master bridge up
  ip -n "host$i" addr add "10.9.0.$i/24" dev eth0
  ip -n "host$i" link set lo up
  ip -n "host$i" link set eth0 up
  # Both ways. A burst must hold the largest packet that the kernel passes on, 64 KB.
  tc -n "host$i" qdisc add dev eth0 root tbf rate "$rate" burst 256kb latency 400ms
  tc qdisc add dev "port$i" root tbf rate "$rate" burst 256kb latency 400ms
  echo "10.9.0.$i slots=1"
done >"$folder/hosts"
# In place of ssh: AGENT 10.9.0.N COMMAND...
cat >"$folder/agent" <<'SH'
#!/usr/bin/env bash
name=host${1##*.}
shift
exec ip netns exec "$name" unshare --uts bash -c 'hostname "$0"; eval "$@"' "$name" "$*"
SH
chmod +x "$folder/agent"
status=0
# shellcheck disable=SC2086 # options
mpirun --allow-run-as-root --bind-to none --hostfile "$folder/hosts" -n "$ranks" \
  --mca plm_rsh_agent "$folder/agent" --mca pml ob1 --mca btl tcp,self \
  --mca oob_tcp_if_include 10.9.0.0/24 --mca btl_tcp_if_include 10.9.0.0/24 ${MPIRUN_OPTIONS-} "${@:3}" || status=$?
for ((i = 1; i <= ranks; ++i)); do
  printf 'host%d sent %s bytes\n' "$i" "$(ip netns exec "host$i" cat /sys/class/net/eth0/statistics/tx_bytes)"
done
exit "$status"
