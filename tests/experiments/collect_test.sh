#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# paper_results/collect and restore lose no run: a collection that fails, or that has fewer runs, leaves what is committed,
# and a restoration that was interrupted is mended by the next one. In place of the program is one that writes a table.
# What reproduce and check refuse is here too.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0
fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}
# refuse PATTERN COMMAND...: the command fails with a line that has PATTERN.
refuse() {
  local pattern=$1
  shift
  if "$@" >out.txt 2>&1; then fail "$* succeeds"; fi
  grep -qE -- "$pattern" out.txt || fail "$* does not print '$pattern': $(tail -n 2 out.txt)"
}

mkdir -p paper_results/small experiments/configs/small
cp "$root"/paper_results/{collect,restore} paper_results/
echo study >experiments/configs/small/study.toml
for run in a b c; do
  mkdir -p "runs/small-paper/$run"
  printf '{"status": "done", "dirty": false}\n' >"runs/small-paper/$run/manifest.json"
  for file in config.toml metrics.jsonl; do printf '%s of %s\n' "$file" "$run" >"runs/small-paper/$run/$file"; done
done
refuse 'no build/release/experiments/espalier' paper_results/collect small
refuse '^usage: paper_results/collect STUDY' paper_results/collect
refuse '^usage: paper_results/collect STUDY' paper_results/collect small runs/small-paper runs/other
refuse 'no experiments/configs/smal/study.toml' paper_results/collect smal runs/small-paper
[[ ! -e paper_results/smal ]] || fail 'a study that is none has a folder'
mkdir -p build/release/experiments
cat >build/release/experiments/espalier <<'SH'
#!/usr/bin/env bash
[[ ! -e fails ]] || { echo 'cannot draw' >&2; exit 1; }
while [[ $1 != --out ]]; do shift; done
rm -f "$2/summary.csv" # as one that is put in place
printf '%s\n' "${@:4}" >"$2/summary.csv"
SH
chmod +x build/release/experiments/espalier

committed() { tar --list --xz --file paper_results/small/runs.tar.xz | grep -c '/manifest.json$'; }
paper_results/collect small/ >out.txt # as a shell completes it
[[ $(committed) == 3 && $(wc -l <paper_results/small/summary.csv) == 3 && -f paper_results/small/configs/study.toml ]] || fail 'collects not all'
cp -r paper_results/small before
mv runs/small-paper/b kept
refuse 'has 1 runs that are not done in runs/small-paper, such as b;' paper_results/collect small
touch fails
refuse 'cannot draw' paper_results/collect small --replace
rm fails
diff -r paper_results/small before || fail 'a collection that fails changes what is committed'

# An interrupted restoration left a part of a run, hidden.
mkdir -p runs/small-paper/.restoring/b
echo part >runs/small-paper/.restoring/b/config.toml
echo mine >runs/small-paper/a/metrics.jsonl
paper_results/restore small/ >out.txt
refuse 'no paper_results/smal/runs.tar.xz; studies that have one: small$' paper_results/restore smal
refuse '^usage: paper_results/restore STUDY' paper_results/restore
refuse '^usage: paper_results/restore STUDY' paper_results/restore small elsewhere other
refuse "fuzz: '0', expected a number of seconds above 0" "$root/check" --fuzz 0
refuse 'experiments/configs/pareto/study.toml has no scale none; it has: smoke' "$root/reproduce" --study pareto/ --scale none
diff -r runs/small-paper/b kept || fail 'restores no whole run'
[[ $(<runs/small-paper/a/metrics.jsonl) == mine ]] || fail 'restores over a run that is there'
[[ ! -e runs/small-paper/.restoring ]] || fail 'restoring leaves its folder'

mv runs/small-paper/b gone
paper_results/collect small runs/small-paper/ --replace >out.txt
[[ $(committed) == 2 ]] || fail '--replace drops no run'
mv runs/small-paper elsewhere
paper_results/collect small elsewhere >out.txt
grep -q '^runs/small-paper/a$' paper_results/small/summary.csv || fail 'runs are not named as restore puts them back'

((failures == 0)) || exit 1
echo 'nothing is lost'
