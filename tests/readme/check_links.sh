#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_links.sh DOCUMENT...: fails on a link to a file that is not there, or to a section that a document does not have.
set -euo pipefail
# The names that GitHub gives the sections of a document.
sections() {
  awk '/^```/ { code = !code } !code && /^#/' "$1" | tr '[:upper:]' '[:lower:]' |
    sed -E 's/^#+ *//; s/\[([^]]*)\]\([^)]*\)/\1/g; s/[^[:alnum:]_ -]//g; s/ /-/g'
}
status=0
for document in "$@"; do
  while read -r target; do
    if [[ $target == *://* ]]; then continue; fi
    file=$(dirname "$document")/${target%%#*}
    if [[ $target == \#* ]]; then file=$document; fi
    if [[ ! -e $file ]] || { [[ $target == *.md#* || $target == \#* ]] && ! grep -qxF -- "${target#*#}" <(sections "$file"); }; then
      printf '%s: the link to %s leads nowhere\n' "$document" "$target" >&2
      status=1
    fi
  done < <({ grep -oE '\]\([^) ]+\)' "$document" || true; } | sed 's/^](//; s/)$//')
done
exit $status
