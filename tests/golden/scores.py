#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Predictions at random and their scores by scikit-learn and SciPy.

    scores.py scores.json

README.md describes the file. Needs NumPy, scikit-learn and SciPy (tested with 2.4.6, 1.9.1 and 1.17.1), which need not be
installed where the test runs.
"""
import json
import sys

import numpy as np
import scipy.stats
import sklearn.metrics

rng = np.random.default_rng(7)
cases = {"classes": [], "numbers": []}
for count, classes, right in [(1, 2, 0.5), (7, 2, 0.5), (40, 2, 0.9), (40, 3, 0.4), (200, 5, 0.7), (30, 2, 0.0), (12, 4, 1.0)]:
    truth = rng.integers(classes, size=count)
    predicted = np.where(rng.random(count) < right, truth, rng.integers(classes, size=count))
    cases["classes"].append({
        "predicted": predicted.tolist(), "truth": truth.tolist(),
        "accuracy": sklearn.metrics.accuracy_score(truth, predicted),
        "f1": sklearn.metrics.f1_score(truth == 1, predicted == 1, zero_division=0),
        "macro_f1": sklearn.metrics.f1_score(truth, predicted, average="macro", zero_division=0),
        "matthews": sklearn.metrics.matthews_corrcoef(truth, predicted),
    })
cases["classes"].append({"predicted": [0, 0, 0], "truth": [0, 1, 0], "accuracy": 2 / 3, "f1": 0.0,
                         "macro_f1": sklearn.metrics.f1_score([0, 1, 0], [0, 0, 0], average="macro"),
                         "matthews": sklearn.metrics.matthews_corrcoef([0, 1, 0], [0, 0, 0])})
for count, step, noise in [(2, 0, 1), (9, 0, 1), (50, 0.5, 1), (100, 1, 3), (60, 2, 0.1)]:  # of steps: with many ties
    truth = rng.normal(2.5, 1.5, count)
    predicted = truth + rng.normal(0, noise, count)
    if step:
        truth, predicted = np.round(truth / step) * step, np.round(predicted / step) * step
    cases["numbers"].append({
        "predicted": predicted.tolist(), "truth": truth.tolist(),
        "pearson": float(scipy.stats.pearsonr(predicted, truth)[0]),
        "spearman": float(scipy.stats.spearmanr(predicted, truth)[0]),
    })
with open(sys.argv[1], "w") as file:
    json.dump(cases, file)
    file.write("\n")
