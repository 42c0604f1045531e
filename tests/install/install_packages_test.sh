#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Where packages are missing and nothing can be run as root, cmake/install_packages says all that root has to run.
# A group that packages.txt does not have is refused, and a package of another architecture is not asked for.
# usage: install_packages_test.sh INSTALL_PACKAGES
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Without sudo, and with no package installed.
for tool in awk bash comm dirname sort; do ln -s "$(command -v "$tool")" "$folder/$tool"; done
printf '#!%s\nexit 1\n' "$(command -v bash)" >"$folder/dpkg-query"
printf '#!%s\nprintf %%s "$ARCHITECTURE"\n' "$(command -v bash)" >"$folder/dpkg"
# Beside its list, where whoever is not root can read them.
cp "$1" "$(dirname "$1")/packages.txt" "$folder"
chmod -R a+rX "$folder" && chmod a+rx "$folder/dpkg" "$folder/dpkg-query"
as_nobody=()
if ((EUID == 0)); then as_nobody=("$(command -v setpriv)" --reuid 65534 --clear-groups); fi

# expect STATUS LINE ARGUMENT...: LINE may be a pattern.
expect() {
  local expected=$1 line=$2 said status=0
  said=$(PATH=$folder "${as_nobody[@]}" "$folder/bash" "$folder/install_packages" "${@:3}" 2>&1) || status=$?
  # shellcheck disable=SC2053
  if ((status != expected)) || [[ $said != $line ]]; then
    printf 'FAILED: install_packages %s exits with %d: %s\n' "${*:3}" "$status" "$said"
    exit 1
  fi
}
export ARCHITECTURE=amd64
as_root='This needs root and there is no sudo. As root, run:'
expect 1 "$as_root apt-get update" --refresh
expect 1 "$as_root apt-get update && apt-get install -y --no-install-recommends python3-venv" triton
expect 2 "install_packages: found group 'libary'; expected one or more of: build library * aarch64" libary
expect 2 "install_packages: found group 'libary'; expected *" library libary
expect 2 "install_packages: found group 'build library'; expected *" 'build library'
expect 2 "install_packages: found group ''; expected *"
# LIBXSMM is of amd64 alone; one name that apt does not know, and it installs none.
expect 1 "$as_root apt-get update && *libxsmm-dev*" benchmarks
export ARCHITECTURE=arm64
peers='libbenchmark-dev libbenchmark-tools libgraphblas-dev libopenblas0-pthread librsb-dev python3-scipy'
expect 1 "$as_root apt-get update && apt-get install -y --no-install-recommends $peers" benchmarks
