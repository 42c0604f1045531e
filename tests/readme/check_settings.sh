#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_settings.sh DOCUMENT: DOCUMENT has a row for every option of the build and every environment variable that the
# sources read, and for no option or variable of ours that there is not.
set -euo pipefail
document=$1
options=$(find . -path ./build -prune -o \( -name CMakeLists.txt -o -name '*.cmake' \) -print0 |
  xargs -0 sed -nE 's/^ *option\((ESPALIER_[A-Z_]+) .*/\1/p; s/^ *set\((ESPALIER_[A-Z_]+) .* CACHE (STRING|BOOL|PATH) .*/\1/p')
read_by() { # NAME_PATTERN FOLDER...: the variables of that pattern that the C++ there reads
  grep -rohE --include='*.cpp' --include='*.h' "getenv\\(\"$1\"\\)" "${@:2}" | sed -E 's/.*"(.*)".*/\1/'
}
# In machines others are what a launcher sets, and nobody else.
variables=$(read_by '[A-Z_]+' sparse files drawing schedules models text serving training experiments benchmarks python &&
  read_by 'ESPALIER_[A-Z_]+' machines tests)
known=$(printf '%s\n' "$options" "$variables" | grep -v '^$' | sort -u)
named=$(grep -E '^\| `' "$document" | cut -d '|' -f 2 | grep -oE '`[A-Z_]+`' | tr -d '`' | sort -u)
status=0
for name in $known; do
  grep -qxF "$name" <<<"$named" || { printf '%s: has no row for %s\n' "$document" "$name" >&2 && status=1; }
done
for name in $(grep '^ESPALIER_' <<<"$named"); do
  grep -qxF "$name" <<<"$known" || { printf '%s: %s is no option and no variable that is read\n' "$document" "$name" >&2 && status=1; }
done
(($(wc -l <<<"$known") >= 12)) || { printf 'only found: %s\n' "$known" >&2 && status=1; }
exit $status
