#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_scales.sh REPRODUCE CONFIGS: the table that REPRODUCE --help prints has each study of CONFIGS, with the scales that it has.
set -euo pipefail
said=$("$1" --help | awk '
  /^  study +what it trains +smoke +quick +paper$/ { smoke = index($0, "smoke"); quick = index($0, "quick"); paper = index($0, "paper"); next }
  smoke && /^$/ { exit }
  smoke && /scale pilot alone/ { print $1, "pilot"; next }
  smoke {
    print $1 (substr($0, smoke, quick - smoke) ~ /[^ ]/ ? " smoke" : "") (substr($0, quick, paper - quick) ~ /[^ ]/ ? " quick" : "") \
      (substr($0, paper) ~ /[^ ]/ ? " paper" : "")
  }' | sort)
found=$(for file in "$2"/*/study.toml; do
  printf '%s ' "$(basename "$(dirname "$file")")"
  sed -n 's/^\[*scale\.\([a-z_0-9]*\)[].].*/\1/p' "$file" | uniq | paste -sd ' '
done | sort)
[[ -n $found ]]
diff -u --label "$1 --help" --label "$2" <(echo "$said") <(echo "$found")
