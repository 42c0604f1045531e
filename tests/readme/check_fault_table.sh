#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every test that a row of the tables of faults names is a test that ctest knows.
# usage: check_fault_table.sh README BUILD_FOLDER
set -euo pipefail
readme=$1
# What ctest knows, and the cases of each test program, as Suite.Name without the names of instances and of
# parameters: "share.Tasks/Kill.AtEachCall/Text" is Kill.AtEachCall.
known=$({
  ctest --test-dir "$2" -N | sed -nE 's/^ *Test +#[0-9]+: (share\.)?//p'
  find "$2/tests" -name '*_test' -type f -executable -exec {} --gtest_list_tests ';' |
    awk '/^[^ ].*\.( |$)/ { suite = $1; next } /^  / { print suite $1 }'
} | sed -E 's#^[A-Za-z]+/##; s#/.*##' | sort -u)

rows=0
missing=0
while IFS='|' read -r _ _ _ tests _; do
  suite=
  while read -r name; do
    name=${name%%/*}
    if [[ $name == .* ]]; then name=$suite$name; fi # of the suite that was named before
    suite=${name%%.*}
    # The pattern of a shell, as `case` has it.
    found=false
    while read -r test; do
      # shellcheck disable=SC2254
      case $test in $name) found=true && break ;; esac
    done <<<"$known"
    if ! $found; then
      printf '%s names %s, which is no test\n' "$readme" "$name"
      missing=$((missing + 1))
    fi
  done < <(grep -oE '`[^`]+`' <<<"$tests" | tr -d '`' | grep -vE '\.(cpp|h)$')
  rows=$((rows + 1))
done < <(grep -E '^\| ' "$readme" | grep -vE '^\| Fault')
((rows > 0)) || { printf '%s has no table of faults\n' "$readme" && exit 1; }
printf '%d rows\n' "$rows"
((missing == 0))
