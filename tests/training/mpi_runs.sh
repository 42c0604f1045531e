# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the tests that train on many ranks, in a folder of their own: makes text.txt, which their runs read.
for i in {1..400}; do
  printf 'the %s %s a %s.\n\n' "$(cut -d' ' -f$((i % 5 + 1)) <<<'cat dog bird horse fox')" "$(cut -d' ' -f$((i % 3 + 1)) <<<'sees likes hears')" \
    "$(cut -d' ' -f$((i % 7 + 1)) <<<'hen fish cow cat bird fox dog')"
done >text.txt
fail() {
  printf '%s\n' "$1" >&2
  exit 1
}
# hash_of NAME: of all that a run of 300 steps ends with; of one that does not it is like no other's.
hash_of() {
  (cd "runs/$1/checkpoints/step_300" && sha256sum model.safetensors optimizer.safetensors topology.safetensors) || printf 'not all of %s\n' "$1"
}
