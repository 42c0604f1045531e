#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_program.sh DOCUMENT PROGRAM: fails unless the one ```cpp block of DOCUMENT is PROGRAM, to the letter.
set -euo pipefail
diff -u --label "the cpp block of $1" --label "$2" \
  <(awk '/^```cpp$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$1") "$2"
