#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Densities, growth and scores of topology policies from their definitions: shares nothing with the library.

    policy_reference.py policy_golden.json

README.md describes the file. Needs only python3-numpy (tested with 1.24).
"""
import decimal
import json
import math
import sys

import numpy as np

SCALE = 64  # values are integers / SCALE, exact in float and in JSON
decimal.getcontext().prec = 60
generator = np.random.default_rng(20260)


def integers(*shape, limit=None):
    """Integers, from a normal of deviation SCALE or uniform from -limit to limit."""
    if limit is None:
        return np.rint(generator.standard_normal(shape) * SCALE).astype(int)
    return generator.integers(-limit, limit + 1, shape)


def shape_of(block):
    return [int(block[0]) * int(generator.integers(1, 9)), int(block[1]) * int(generator.integers(1, 9))]


# ---------------------------------------------------------------------------------------- densities
def erk_quotas(weights, block, budget, power):
    """density_l = min(1, eps p_l) that meets the budget. Not by repetition as in the authors' code: with the
    weights in falling order of p, the first m are dense, for the one m at which eps p fits for all others."""
    def number(value):
        return decimal.Decimal(value)
    grids = [number(rows * cols // (block[0] * block[1])) for rows, cols in weights]
    p = [(number(rows + cols) / number(rows * cols)) ** number(power) for rows, cols in weights]
    order = sorted(range(len(weights)), key=lambda i: -p[i])
    for m in range(len(weights) + 1):
        dense, others = order[:m], order[m:]
        rest = number(budget) - sum(grids[i] for i in dense)
        if not others:
            return grids
        eps = rest / sum(p[i] * grids[i] for i in others)
        if all(eps * p[i] <= 1 for i in others):
            return [grids[i] if i in dense else eps * p[i] * grids[i] for i in range(len(weights))]


def largest_remainder(quotas, budget):
    counts = [int(q) for q in quotas]
    remainders = [q - c for q, c in zip(quotas, counts)]
    order = sorted(range(len(quotas)), key=lambda i: (-remainders[i], i))
    for i in order[:budget - sum(counts)]:
        counts[i] += 1
    close = sorted(remainders)
    decided = all(b == a or b - a > decimal.Decimal(2) ** -18 for a, b in zip(close, close[1:]))
    return counts if decided and min(counts) >= 1 else None


def density_case(power):
    while True:
        block = [int(generator.choice([1, 2, 4])), int(generator.choice([1, 2, 4]))]
        weights = [[n * 4 for n in shape_of(block)] for _ in range(generator.integers(2, 9))]
        total = sum(rows * cols // (block[0] * block[1]) for rows, cols in weights)
        density = float(generator.choice([0.02, 0.05, 0.1, 0.2, 0.5, 0.8]))
        budget = math.ceil(decimal.Decimal(str(density)) * total)
        quotas = erk_quotas(weights, block, budget, power)
        if min(quotas) < 1:
            continue
        counts = largest_remainder(quotas, budget)
        if counts is not None:
            return {"weights": weights, "block": block, "density": density, "power": power, "counts": counts}


# ------------------------------------------------------------------------------------------- growth
def pooled(gradient, block, pool):
    rows, cols = gradient.shape
    blocks = np.abs(gradient).reshape(rows // block[0], block[0], cols // block[1], block[1])
    return {"sum": blocks.sum(axis=(1, 3)), "mean": blocks.mean(axis=(1, 3)), "max": blocks.max(axis=(1, 3))}[pool]


def growth_case(pool, limit):
    block = [int(generator.choice([1, 2, 4])), int(generator.choice([1, 2, 4]))]
    out, inputs = (2 * n for n in shape_of(block))
    tokens = int(generator.integers(1, 25))
    dy, x = integers(tokens, out, limit=limit), integers(tokens, inputs, limit=limit)
    # In integers, so that floats that sum below 2^24 have to be exact too; means divide by powers of two.
    assert (np.abs(dy.T) @ np.abs(x)).max() * block[0] * block[1] < 2**24
    scores = (pooled(dy.T @ x, block, pool) / SCALE**2).ravel()
    excluded = np.flatnonzero(generator.random(scores.size) < 0.3)
    open_positions = np.setdiff1d(np.arange(scores.size), excluded)
    count = int(generator.integers(1, open_positions.size + 1))
    order = open_positions[np.argsort(-scores[open_positions], kind="stable")]
    return {"block": block, "pool": pool, "dy": dy.tolist(), "x": x.tolist(), "excluded": excluded.tolist(),
            "scores": scores.tolist(), "top": sorted(order[:count].tolist())}


# ------------------------------------------------------------------------------------------- scores
def score_case():
    block = [int(generator.choice([1, 2, 4])), int(generator.choice([1, 2, 4]))]
    blocks = int(generator.integers(1, 12))
    values, gradient = integers(blocks, block[0] * block[1]), integers(blocks, block[0] * block[1])
    w, g = values / SCALE, gradient / SCALE
    weight = float(generator.choice([0.25, 1.0, 4.0]))
    return {
        "block": block, "values": values.ravel().tolist(), "gradient": gradient.ravel().tolist(),
        "gradient_weight": weight,
        "l1": np.abs(w).sum(axis=1).tolist(), "l2": np.sqrt((w * w).sum(axis=1)).tolist(),
        "linf": np.abs(w).max(axis=1).tolist(), "sum": w.sum(axis=1).tolist(),
        "saliency": np.abs(w * g).sum(axis=1).tolist(),
        "magnitude_gradient": (np.abs(w) + weight * np.abs(g)).sum(axis=1).tolist(),
    }


def main():
    golden = {
        "scale": SCALE,
        "densities": [density_case(power) for power in (1, 1, 1, 0, 2, 0.5) for _ in range(10)],
        # Small integers: most scores tie.
        "growth": [growth_case(pool, limit) for pool in ("sum", "mean", "max") for limit in (None, None, 1)],
        "scores": [score_case() for _ in range(12)],
    }
    with open(sys.argv[1], "w") as file:
        json.dump(golden, file, separators=(",", ":"))
        file.write("\n")


main()
