#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What paper_results prints is what its raw records say: the tables of each study that `collect` made are made again from its
# archive and must be the same to the byte; of every run the last records of metrics.jsonl, read without this program, are
# what its line of summary.csv has; what is derived from several studies is so again; and every loss in the tables that pages
# have by hand is a number of those.
# usage: committed_results_test.sh PROGRAM
set -euo pipefail
export LC_ALL=C
espalier=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir experiments
cp -r "$root/experiments/configs" experiments/
cp -r "$root/paper_results" .
failures=0
tables=0
# Figures are not compared, and drawing them all took most of the time: gnuplot draws the first of each name, and for the
# others this in its place writes how a picture ends.
mkdir bin drawn
cat >bin/gnuplot <<SH
#!/usr/bin/env bash
script=\${!#}
if mkdir "$work/drawn/\$script" 2>/dev/null; then exec "$(command -v gnuplot)" "\$@"; fi
sed -n "s/^set output '\(.*\)'\$/\1/p" "\$script" | while IFS= read -r picture; do
  case \$picture in
    *.svg.*) printf '</svg>\n\n' ;;
    *.png.*) printf 'IEND\xae\x42\x60\x82' ;;
  esac >"\$picture"
done
SH
chmod +x bin/gnuplot
export PATH=$work/bin:$PATH

for archive in "$root"/paper_results/*/runs.tar.xz; do
  study=$(basename "$(dirname "$archive")")
  runs=runs/$study-paper # as the summary names them
  mkdir -p "$runs"
  tar --extract --xz --file "$archive" --directory "$runs"
  [[ -f $root/experiments/configs/$study/study.toml ]] || continue # recipes: runs of many configurations
  rm paper_results/"$study"/{ablation.*,pareto.*,policies.*,learning_rates.csv} 2>/dev/null || true
  "$espalier" study "experiments/configs/$study" --out "paper_results/$study" --draw "$runs"/* >/dev/null
  for table in paper_results/"$study"/*.{md,csv,tex}; do
    committed=$root/$table
    [[ -f $table && $table != */README.md ]] || continue # or the pattern itself
    tables=$((tables + 1))
    cmp "$table" "$committed" || failures=$((failures + 1))
  done
  for committed in "$root/paper_results/$study"/*.{md,csv,tex}; do
    [[ -f $committed && ! -f ${committed#"$root"/} ]] || continue # or the pattern itself
    printf '%s is not made any more\n' "${committed#"$root"/}"
    failures=$((failures + 1))
  done
done
((tables >= 22)) || { printf 'only %d tables were made\n' "$tables" && exit 1; }

python3 - "$root" <<'PYTHON' || failures=$((failures + 1))
import csv, json, pathlib, sys

root = pathlib.Path(sys.argv[1])
wrong = seen = 0
for summary in sorted(root.glob("paper_results/*/summary.csv")):
    study = summary.parent.name
    folders = pathlib.Path("runs", f"{study}-paper")
    for run in csv.DictReader(summary.open()):
        last = {}
        for line in (folders / run["name"] / "metrics.jsonl").open():
            record = json.loads(line)
            last[record["event"]] = record
        recorded = {"validation_loss": last["validation"]["loss"], "steps": last["validation"]["step"]}
        if run.get("task") in ("images", "sequence_classification"):
            recorded["accuracy"] = last["validation"]["accuracy"]
        for metric in ("exact_match", "f1"):
            if run.get("task") == "question_answering":
                recorded[metric] = last["validation"][metric]
        if run.get("test_accuracy"):
            recorded["test_accuracy"] = last["end"]["test_accuracy"]
        if run.get("test_loss"):
            recorded["test_loss"] = last["end"]["test_loss"]
        for key, value in recorded.items():
            seen += 1
            if float(run[key]) != value:
                wrong += 1
                print(f"{summary}: {run['name']}: {key} is {run[key]}; its records say {value}")
print(f"{seen} figures of summaries held against records")
sys.exit(wrong > 0 or seen < 2500)
PYTHON

# The commands that pages give for tables of pairs and frontiers make the tables that are there.
rm paper_results/{*,*/*}/{forest,frontier,gap}.* 2>/dev/null || true
while IFS= read -r command; do
  PATH=$(dirname "$espalier"):$PATH bash -c "$command" >/dev/null 2>&1 || { printf '%s fails\n' "$command" && exit 1; }
done < <(sed -n 's/^\$ \(espalier .*--out paper_results.*\)/\1/p' "$root"/paper_results/*/README.md)
derived=0
for committed in "$root"/paper_results/{*,*/*}/{forest,frontier,gap}.{md,csv,tex}; do
  [[ -f $committed ]] || continue # or the pattern itself
  derived=$((derived + 1))
  cmp "${committed#"$root"/}" "$committed" || failures=$((failures + 1))
done
((derived >= 15)) || { printf 'only %d tables of pairs and frontiers\n' "$derived" && exit 1; }
"$espalier" runs same runs/*-paper | cmp - "$root/paper_results/shared_runs.md" || failures=$((failures + 1))
"$root"/paper_results/half_the_tokens | cmp - "$root/paper_results/pareto/half_the_tokens.md" || failures=$((failures + 1))
"$root"/paper_results/margin_gains | cmp - "$root/paper_results/margin/gains.md" || failures=$((failures + 1))
for studies in "fine_tuning fine_tuning_polarity" fine_tuning_pairs fine_tuning_spans; do
  # shellcheck disable=SC2086 # studies are words
  "$root"/paper_results/fine_tuning_tables $studies | cmp - "$root/paper_results/${studies%% *}/tables.md" || failures=$((failures + 1))
done
python3 "$root/tests/experiments/check_pages.py" "$root" runs || failures=$((failures + 1))

((failures == 0)) || { printf '%d failures\n' "$failures" && exit 1; }
printf '%d tables as committed\n' "$tables"
