#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# check_reference.sh REFERENCE: fails on a name on the first page of the API reference that leads to no documentation,
# and unless the page of a header has what that says of all its functions. Doxygen leaves out functions of namespaces that
# it takes for undocumented, and comments of two slashes, without a warning.
set -euo pipefail
page=$1/index.html
grep -qE '<a [^>]*>espalier::' "$page" || { printf '%s: links no name of espalier\n' "$page" >&2 && exit 1; }
status=0
while read -r name; do
  printf '%s: %s has no documentation\n' "$page" "$name" >&2
  status=1
done < <(sed -E 's#<a [^>]*>[^<]*</a>##g' "$page" | { grep -oE 'espalier(::[A-Za-z_]+)+' || true; })
grep -q 'All throw .*ShapeError' "$1/pattern__generators_8h.html" || {
  printf '%s: pattern_generators.h lacks what holds for every generator\n' "$1" >&2
  status=1
}
exit $status
