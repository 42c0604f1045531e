#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_speeds.sh DOCUMENT RESULTS: the table of speeds in DOCUMENT says what the committed results of espalier-bench say,
# for float32 and a layer of 768 x 768 at density 0.1.
set -euo pipefail
document=$1
results=$2
status=0
check() { # ROW MACHINE PRODUCT: a row of the table, and where its numbers are from
  local said found
  said=$(awk -F ' [|] ' -v row="| $1" '$1 == row { sub(/^[|][^|]*[|] /, ""); sub(/ [|]$/, ""); print }' "$document")
  found=$(awk -F , -v product="$3" '$1 == product && $2 == "f32" && $3 == 768 && $4 == 768 && $5 == 2048 && $6 == 0.1 && $7 == 1 {
    printf "%s%.2f", separator, $9; separator = " | " }' "$results/$2/speed_up_block.csv")
  [[ -n $said && $said == "$found" ]] || {
    printf '%s: "%s" says %s; the results say %s\n' "$document" "$1" "$said" "$found" >&2
    status=1
  }
}
check forward sapphire_rapids_1_thread spmm
check 'input gradient' sapphire_rapids_1_thread spmm_transposed
check 'weight gradient' sapphire_rapids_1_thread sddmm
check 'all three' sapphire_rapids_1_thread layer_step
check 'all three, on a core of an AMD EPYC (Zen 4)' zen4_1_thread layer_step
check 'all three, on a core of an AMD EPYC (Zen 3), without AVX-512' zen3_1_thread layer_step
exit $status
