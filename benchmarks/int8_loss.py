#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What 8 bits cost a classifier: its answers to labelled texts with `espalier predict --int8` beside those without.

    benchmarks/int8_loss.py runs/topic .cache/fine_tuning/topic/test.tsv [--espalier PROGRAM]

MODEL is what `espalier predict` takes; the table has a line `label<TAB>text` for each text. Prints a row of a table: right answers of both in
percent, the loss in points, texts that get another label, mean negative log-probabilities of the right label in nats, and the largest difference
of a probability.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys

import option_values

ALL_LABELS = "1000"  # the most that --top-k takes


def scores(given, texts, *options):
    """Of each text the probability of each label, as `predict` prints them."""
    command = [given.espalier, "predict", given.model, "-", "--task", "classify", "--format", "text", "--json", "--top-k", ALL_LABELS, *options]
    program = subprocess.run(command, input="".join(f"{text}\n" for text in texts), stdout=subprocess.PIPE, text=True)
    if program.returncode != 0:
        sys.exit(program.returncode)  # it has said why
    answers = [{one["label"]: one["score"] for one in json.loads(line)["labels"]} for line in program.stdout.removesuffix("\n").split("\n")]
    if len(answers) != len(texts):
        sys.exit(f"int8_loss: {given.espalier}: {len(answers)} answers; expected {len(texts)}, one for each text")
    return answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("table", type=option_values.text_file)
    parser.add_argument("--espalier", default="build/release/experiments/espalier", help="the program")
    given = parser.parse_args()
    option_values.require_program(parser, "--espalier", given.espalier)
    with given.table.open(encoding="utf-8", newline="\n") as lines:  # as predict: what else ends a line elsewhere is part of a text
        rows = [line.rstrip("\r\n").partition("\t")[::2] for line in lines]
    labels, texts = [label for label, _ in rows], [text for _, text in rows]
    if not rows:
        parser.error(f"{given.table}: has no line; expected label<TAB>text in each")
    before, after = scores(given, texts), scores(given, texts, "--int8")
    for number, label in enumerate(labels):
        if label not in before[number]:
            parser.error(f"{given.table}:{number + 1}: label {label!r}; expected one of the model's: {', '.join(sorted(before[number]))}")

    def right(answers):
        return 100 * sum(max(of, key=of.get) == label for of, label in zip(answers, labels)) / len(labels)

    def nats(answers):
        return sum(-math.log(max(of[label], sys.float_info.min)) for of, label in zip(answers, labels)) / len(labels)

    changed = sum(max(a, key=a.get) != max(b, key=b.get) for a, b in zip(before, after))
    farthest = max(abs(a[label] - b[label]) for a, b in zip(before, after) for label in a)
    print("| model | texts | right, % | in 8 bits | loss, points | another label | nats | in 8 bits | largest difference of a probability |")
    print("|" + "---|" * 9)
    print(f"| {pathlib.Path(given.model).name} | {len(texts)} | {right(before):.2f} | {right(after):.2f} | "
          f"{right(before) - right(after):+.2f} | {changed} | {nats(before):.4f} | {nats(after):.4f} | {farthest:.3f} |")


if __name__ == "__main__":
    main()
