#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_links.sh DOCUMENT...: fails on a link to a file that is not there.
set -euo pipefail
status=0
for document in "$@"; do
  while read -r target; do
    if [[ $target == *://* || $target == \#* ]]; then continue; fi
    if [[ ! -e $(dirname "$document")/${target%%#*} ]]; then
      printf '%s: the link to %s leads nowhere\n' "$document" "$target" >&2
      status=1
    fi
  done < <({ grep -oE '\]\([^) ]+\)' "$document" || true; } | sed 's/^](//; s/)$//')
done
exit $status
