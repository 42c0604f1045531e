#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_commands.sh DOCUMENT BIN...: runs each "$ command" in the ```console blocks of DOCUMENT, with the
# BIN folders first in PATH and their shared libraries in the current folder, and compares what it prints with
# the lines that follow. A command that stands in long_commands.txt is not run. A ```toml block that begins with
# "# NAME.toml" is in the current folder under that name; my_text.txt is there too, the reader's own text.
set -euo pipefail
document=$1
long_commands=$(dirname "${BASH_SOURCE[0]}")/long_commands.txt
bins=$(IFS=: && printf '%s' "${*:2}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
for bin in "${@:2}"; do find "$bin" -maxdepth 1 -name '*.so' -exec ln -s {} . ';'; done
for i in $(seq 2000); do printf 'animal %s sees house %s near tree %s\n\n' $((i % 7)) $((i % 11)) $((i * i % 5)); done >my_text.txt

awk '
  /^```toml$/ { begins = 1; next }
  /^```$/ { file = "" }
  begins && /^# [a-z_]+\.toml$/ { file = $2 }
  { begins = 0 }
  file { print > file }' "$document"

# Writes N.command and N.expected for the N-th command; a comment after a command is not part of it.
awk '
  /^```console$/ { inside = 1; next }
  /^```$/ { inside = 0 }
  !inside { next }
  /^\$ / {
    ++count
    sub(/^\$ /, ""); sub(/ +# .*$/, "")
    print > (count ".command"); printf "" > (count ".expected")
    next
  }
  { print > (count ".expected") }' "$document"

status=0 ran=0
for file in *.command; do
  [[ -e $file ]] || break
  command=$(<"$file")
  if grep -qxF -- "$command" "$long_commands"; then continue; fi
  ((++ran))
  if ! PATH="$bins:$PATH" bash -c "$command" </dev/null >actual 2>&1; then
    printf '%s: "%s" failed:\n' "$document" "$command" >&2
    cat actual >&2
    status=1
    continue
  fi
  # What only a program of a changed tree says: the documents must hold while they are worked on.
  sed -i '/^note: this program was built from a tree with uncommitted changes/d' actual
  if ! diff -u --label "$document" --label "what it prints" "${file%.command}.expected" actual >&2; then
    printf '%s: "%s" prints something else\n' "$document" "$command" >&2
    status=1
  fi
done
printf '%s: %d commands run\n' "$document" "$ran"
exit $status
