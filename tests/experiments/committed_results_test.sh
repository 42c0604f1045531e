#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What paper_results prints is what its raw records say: the tables of each study that `collect` made are made again from its
# archive and must be the same to the byte; of every run the last records of metrics.jsonl, read without this program, are
# what its line of summary.csv has; and every loss in the tables that pages have by hand is a number of those.
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
        if run.get("task") == "images":
            recorded["accuracy"] = last["validation"]["accuracy"]
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

# A page's own tables: each loss in them (three decimals) is a number of the tables that were just made, of this study or of
# one that the page links to, or the mean of those before it in its row; where a table follows runs (its head has percentages or
# nothing), a validation loss of them.
python3 - "$root" <<'PYTHON' || failures=$((failures + 1))
import csv, json, pathlib, re, statistics, sys

root = pathlib.Path(sys.argv[1])
loss = re.compile(r"(?<![\w.+-])(?<!± )\d\.\d{3}(?!\d)")  # no difference and no interval

def of_tables(study):
    for table in (root / "paper_results" / study).glob("*.csv"):
        for row in csv.reader(table.open()):
            for cell in row:
                if re.fullmatch(r"\d+(\.\d+)?", cell):
                    yield f"{float(cell):.3f}"

def of_runs(study, event, key):
    for metrics in pathlib.Path("runs", f"{study}-paper").glob("*/metrics.jsonl"):
        for line in metrics.open():
            record = json.loads(line)
            if record["event"] == event and record.get(key) is not None:
                yield f"{record[key]:.3f}"

wrong = seen = 0
for page in sorted(root.glob("paper_results/*/README.md")):
    if not (page.parent / "runs.tar.xz").exists():
        continue  # engine: no runs
    text = page.read_text()
    studies = {page.parent.name, *re.findall(r"\.\./(\w+)/README\.md", text)}
    tables = {number for study in studies for number in of_tables(study)}
    tables |= {number for study in studies for number in of_runs(study, "end", "context_free_loss")}
    curves = {number for study in studies for number in of_runs(study, "validation", "loss")}
    head = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            head = ""
            continue
        head = head or line
        follows = "%" in head or not any(cell.strip() for cell in head.split("|")[2:])
        before = []
        for found in loss.findall(line):
            value = float(found)
            if value < 1:  # a rate, or a difference
                continue
            seen += 1
            mean = len(before) > 1 and abs(value - statistics.mean(before[-3:])) <= 0.001
            if not (found in tables or (follows and found in curves) or mean):
                wrong += 1
                print(f"{page}:{number}: {found} is in no record")
            before.append(value)
print(f"{seen} losses of pages held against records")
sys.exit(wrong > 0 or seen < 200)
PYTHON

((failures == 0)) || { printf '%d failures\n' "$failures" && exit 1; }
printf '%d tables as committed\n' "$tables"
