# SPDX-License-Identifier: Apache-2.0
"""The losses in the tables that the pages of paper_results and docs/results.md have by hand, against the records.

    check_pages.py ROOT RUNS

Each number of three decimals from 1 on must be, to its digits, a number of the study's CSV tables, or of those of a study that
the page links to, or the mean of the three numbers before it in its row. Where a table follows runs, which one knows by
percentages in its head or by an empty head, a validation loss of those runs will do. RUNS has the studies' unpacked archives.
A wrong number that happens to be another run's is not found.

Of pages over several studies each number of two or three decimals, in text too, must be one of their own tables, or half of an interval
there; of what others have published they say whose it is ("the paper's 0.24").

The tables of masked_dense are what its program prints.

A lead over dense models or a share of their cost with its interval, as in 0.166 (0.148 to 0.186), must be the three numbers of one
row of a frontier's table.
"""

import csv
import functools
import json
import pathlib
import re
import statistics
import subprocess
import sys

root, runs = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
LOSS = re.compile(r"(?<![\w.+-])(?<!± )[1-9]\.\d{3}(?!\d)")  # no difference, no interval and no rate


@functools.cache
def in_tables(study):
    cells = (cell for table in (root / "paper_results" / study).glob("*.csv") for row in csv.reader(table.open()) for cell in row)
    return {f"{float(cell):.3f}" for cell in cells if re.fullmatch(r"\d+(\.\d+)?", cell)}


@functools.cache
def in_records(study):
    """What a run validated at, and what a model without context has on its text."""
    validated, floors = set(), set()
    for metrics in (runs / f"{study}-paper").glob("*/metrics.jsonl"):
        for record in map(json.loads, metrics.open()):
            if record["event"] == "validation":
                validated.add(f"{record['loss']:.3f}")
            elif record["event"] == "end" and record.get("context_free_loss"):
                floors.add(f"{record['context_free_loss']:.3f}")
    return validated, floors


def is_mean(found, before):
    return len(before) == 3 and abs(float(found) - statistics.mean(map(float, before))) <= 0.001  # of rounded numbers


wrong = seen = 0
archives = {archive.parent.name for archive in root.glob("paper_results/*/runs.tar.xz")}
pages = [root / "paper_results" / study / "README.md" for study in sorted(archives)]
for page in [*pages, root / "docs/results.md"]:
    text = page.read_text()
    studies = sorted(archives & {page.parent.name, *re.findall(r"/(\w+)/README\.md", text)})
    records = [in_records(study) for study in studies]
    known = set().union(*map(in_tables, studies), *(floors for _, floors in records))
    curves = set().union(*(validated for validated, _ in records))
    head = ""
    for number, line in enumerate(text.splitlines(), 1):
        head = "" if not line.startswith("|") else head or line
        if not head:
            continue
        follows = "%" in head or not any(cell.strip() for cell in head.split("|")[2:])
        losses = LOSS.findall(line)
        for i, found in enumerate(losses):
            seen += 1
            if not (found in known or (follows and found in curves) or is_mean(found, losses[max(0, i - 3):i])):
                wrong += 1
                print(f"{page}:{number}: {found} is in no record")
DECIMAL = re.compile(r"(?<![\w.])(?<!paper's )\d\.\d{2,3}(?![\d.])")
for page in (root / "paper_results" / name / "README.md" for name in ("forest", "frontier")):
    values = []
    for table in page.parent.rglob("*.csv"):
        for row in csv.DictReader(table.open()):
            values += [abs(float(cell)) for cell in row.values() if re.fullmatch(r"-?\d+(\.\d+)?", cell)]
            if row.get("interval_high"):
                values.append((float(row["interval_high"]) - float(row["interval_low"])) / 2)
    for number, line in enumerate(page.read_text().splitlines(), 1):
        for found in [] if line.startswith("$ ") else DECIMAL.findall(line):
            seen += 1
            if found not in {f"{value:.{len(found) - 2}f}" for value in values}:
                wrong += 1
                print(f"{page}:{number}: {found} is in no table of the page")
INTERVAL = re.compile(r"(?<![\w.])(-?\d+\.\d+)(?: nats)? \((?:95% interval )?(-?\d+\.\d+) to (-?\d+\.\d+)\)")
leads = []
for table in root.glob("paper_results/**/frontier.csv"):
    for row in csv.DictReader(table.open()):
        for value in ("ahead", "share"):
            if row[value]:
                lead = [float(row[value + end]) for end in ("", "_low", "_high")]
                leads += [lead, [-lead[0], -lead[2], -lead[1]]]  # ahead, or behind
pages = ["dense_arms/README.md", "frontier/README.md", "README.md", "../docs/results.md"]
for page in (root / "paper_results" / name for name in pages):
    for number, line in enumerate(page.read_text().splitlines(), 1):
        for found in INTERVAL.findall(line):
            seen += 1
            digits = len(found[0].split(".")[1])
            if list(found) not in [[f"{value:.{digits}f}" for value in lead] for lead in leads]:
                wrong += 1
                print(f"{page}:{number}: {found[0]} ({found[1]} to {found[2]}) is no row of a frontier")
# What a page's own program prints from its records stands there as it is.
own = root / "paper_results/masked_dense"
text = (own / "README.md").read_text()
lines = text.splitlines()
stopped = ["--step", "120000", own / "mini.json", *sorted((own / "stopped").glob("*.json"))]
timed = [[*stopped, "--times", own / folder / "step_times.csv"] for folder in ("seconds", "seconds_again")]
for arguments in [*([record] for record in sorted(own.glob("*.json"))), *timed]:
    printed = subprocess.run([own / "summarise", *arguments], capture_output=True, text=True, check=True).stdout
    for line in filter(None, printed.splitlines()):
        seen += len(re.findall(r"\d\.\d", line))
        if line not in lines:
            wrong += 1
            print(f"{own}/README.md: {line} is missing, which summarise prints of {arguments[-1].name}")
print(f"{seen} numbers of pages held against records")
sys.exit(wrong > 0 or seen < 200)
