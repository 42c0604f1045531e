#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_tables.sh DOCUMENT...: in the tables of DOCUMENT that list files (their head begins with "| file |" or "| in `FOLDER/` |"),
# each `name` of the first column is a file beside DOCUMENT or in that folder, with or without its ending. And DOCUMENT names each
# source in those places.
set -euo pipefail
status=0 names=0
for document in "$@"; do
  while IFS='|' read -r folder name; do
    names=$((names + 1))
    place=$(dirname "$document")/$folder
    # A pattern such as `highway_*` stays one.
    if ! compgen -G "$place$name" >/dev/null && ! compgen -G "$place$name.*" >/dev/null && ! compgen -G "$place$name-inl.*" >/dev/null; then
      printf '%s: no file %s%s\n' "$document" "$folder" "$name" >&2
      status=1
    fi
  done < <(awk -F '|' '
    !/^\|/ { lists = 0; next }
    $2 == " file " { lists = 1; folder = ""; next }
    $2 ~ /^ in `[^`]+` $/ { lists = 1; folder = $2; gsub(/ in |[` ]/, "", folder); next }
    lists { for (rest = $2; match(rest, /`[^`]+`/); rest = substr(rest, RSTART + RLENGTH)) print folder "|" substr(rest, RSTART + 1, RLENGTH - 2) }
  ' "$document")

  mapfile -t told < <({ grep -oE '`[A-Za-z0-9_.*-]*[A-Za-z][A-Za-z0-9_.*-]*`' "$document" || true; } | tr -d '`' | sort -u)
  while read -r folder; do
    for source in "$(dirname "$document")/$folder"*.{h,cpp,py}; do
      name=${source##*/} stem=
      [[ -e $source && $name != __* ]] || continue # __init__.py says what a package is
      stem=${name%%.*}
      for known in "${told[@]}"; do
        # shellcheck disable=SC2053
        [[ $name == $known || ${stem%-inl} == ${known%-inl} ]] && continue 2
      done
      printf '%s: says nothing of %s%s\n' "$document" "$folder" "$name" >&2
      status=1
    done
  done < <(awk '
    /^\| file \|/ { print "" }
    /^\| in `[^`]+` \|/ { gsub(/^\| in `|` \|.*/, ""); print }' "$document" | sort -u)
done
printf '%d names of files\n' "$names"
((names > 100)) || status=1
exit $status
