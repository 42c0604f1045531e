#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hardened_program.sh PROGRAM: fails unless it may be loaded anywhere, resolves its symbols at start into
# pages that are read-only afterwards, and has no memory that can be both written and executed.
set -euo pipefail
program=$1
# require WHAT PATTERN OPTION: readelf's output with OPTION has a line that matches.
require() {
  local lines
  lines=$(readelf --wide "$3" "$program") # read to its end, unlike by a pipe into grep -q
  if ! grep -qE "$2" <<<"$lines"; then
    printf '%s: %s\n' "$program" "$1" >&2
    exit 1
  fi
}
require 'is no position-independent executable' 'Type: +DYN' --file-header
require 'has no segment that becomes read-only' 'GNU_RELRO' --segments
require 'does not resolve all symbols at start' 'BIND_NOW|Flags:.* NOW' --dynamic
require 'has an executable stack' 'GNU_STACK .* RW +0x' --segments
if readelf --wide --segments "$program" | grep -E ' LOAD .* RWE ' >&2; then
  printf '%s: has a segment that can be written and executed\n' "$program" >&2
  exit 1
fi
