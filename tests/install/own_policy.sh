#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# own_policy.sh PROGRAM LIBRARY: the espalier PROGRAM loads the policy "tenth" from LIBRARY, lists it, trains with it on a
# few small images, and the run is accounted for, logged and plotted like any other. So does a policy of the program with the
# criterion "spread" of libown_criterion.so, which lies beside LIBRARY.
set -euo pipefail
program=$1
library=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
espalier=("$program" --plugin "$library")

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

# has FILE PATTERN: a line of the file matches the extended regular expression.
has() {
  [[ -s $1 ]] || fail "$1 is missing or empty"
  grep -qE -- "$2" "$1" || fail "$1 has no '$2': $(head -n 5 "$1")"
}

# refused CODE PATTERN ARGUMENT...: the program exits with CODE and one line that matches.
refused() {
  local status=0
  "$program" "${@:3}" >/dev/null 2>refused.txt || status=$?
  ((status == $1)) || fail "$program ${*:3} exits with $status, expected $1: $(cat refused.txt)"
  (($(wc -l <refused.txt) == 1)) || fail "$program ${*:3} does not answer with one line: $(cat refused.txt)"
  has refused.txt "$2"
}

# images PREFIX COUNT: an IDX set of COUNT images of 8x8 in four classes, the quarter that is bright.
images() {
  local count header
  count=$(printf '\\%03o' 0 0 0 "$2")
  header="\\000\\000\\010\\003$count\\000\\000\\000\\010\\000\\000\\000\\010"
  printf "$header$(awk -v count="$2" 'BEGIN {
    for (i = 0; i < count; ++i)
      for (p = 0; p < 64; ++p) {
        bright = int(p / 32) * 2 + int(p % 8 / 4) == i % 4
        printf "\\%03o", (i * 37 + p * 101 + i * p * 13) % 120 + (bright ? 100 : 0)
      }
  }')" >"images/$1-images-idx3-ubyte"
  printf "\\000\\000\\010\\001$count$(awk -v count="$2" 'BEGIN {
    for (i = 0; i < count; ++i) printf "\\%03o", i % 4
  }')" >"images/$1-labels-idx1-ubyte"
}

mkdir images
images train 200
images t10k 70
cat >run.toml <<'TOML'
[run]
name = "own"
task = "images"
threads = 1
[model]
widths = "64-32-16-4"
density = 0.25
[topology]
policy = "tenth"
updates = 6
[data]
images = "images"
[training]
steps = 60
batch = 70
TOML

"${espalier[@]}" policies >policies.txt
has policies.txt '^tenth +always sparse +never +0.10 +0.10  drop a tenth by L2 norm, grow at random$'

"${espalier[@]}" train --config run.toml --quiet >/dev/null
# 32 x 16 and 8 x 4 blocks of 4 x 4 at density 0.25 store 32 and 8, of which a tenth, rounded up, is 4 and 1.
(($(grep -c '"dropped":5,' runs/own/metrics.jsonl) == 5)) || fail "the metrics do not have five updates of 5 blocks"
has runs/own/metrics.jsonl '"explored":0\.[0-9]'
has runs/own/edits.log '.'
"${espalier[@]}" inspect runs/own >inspected.txt
has inspected.txt 'layer'

"${espalier[@]}" table runs/own --out table >/dev/null
has table/policies.md '^\| tenth \|.*\| always sparse \|$'
has table/policies.csv '^tenth,'
has table/ranking.png PNG
has table/accuracy_flops.png PNG
"${espalier[@]}" topology runs/own --out topology --frames 2 >/dev/null
has topology/explored.png PNG

# A sweep's processes have it too.
cat >sweep.toml <<'TOML'
[sweep]
base = "run.toml"
folder = "swept"
[grid]
"run.seed" = [1, 2]
TOML
"${espalier[@]}" sweep --config sweep.toml --quiet >/dev/null

# A criterion is known by name wherever those of the program are: in help, configurations, their checks and their hashes.
criterion=("$program" --plugin "$(dirname "$library")/libown_criterion.so")
"${criterion[@]}" train --help >help.txt
has help.txt "'spread'"
"${criterion[@]}" policies --criteria >criteria.txt
has criteria.txt '^drop  spread  +[a-z]'
for drop in magnitude spread; do
  "${criterion[@]}" train --config run.toml --set topology.policy=dynamic --set "topology.drop=$drop" --name "$drop" --quiet >/dev/null
done
has runs/spread/config.toml '^drop = .spread.'
has runs/spread/edits.log '.'
hash_of() { grep -oE '"config_hash": *"[^"]*"' "runs/$1/manifest.json"; }
[[ -n $(hash_of spread) && $(hash_of spread) != "$(hash_of magnitude)" ]] || fail "the hash does not tell the criteria apart"
! cmp -s runs/spread/edits.log runs/magnitude/edits.log || fail "the criterion drops what the norm does"
refused 2 "topology.drop: .*spread.*, expected one of 'magnitude'" train --config run.toml --set topology.policy=dynamic --set topology.drop=spread

refused 2 "run.toml:9: topology.policy: 'tenth', expected one of " train --config run.toml
refused 1 '--plugin .*nowhere\.so.*No such file' --plugin nowhere.so policies
refused 1 '--plugin .*run\.toml' --plugin=run.toml policies
refused 1 '--plugin .*libz\.so\.1: has no function espalier_plugin' --plugin "$(ldd "$program" | awk '/libz\.so/ { print $3 }')" policies
cp "$library" again.so
refused 2 "'tenth': the name is taken" --plugin "$library" --plugin again.so policies
