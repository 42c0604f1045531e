#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Updates of published policies on dense masks, from their papers: shares nothing with the library.

    policy_updates.py policy_updates.json

README.md describes the file. Needs only python3-numpy (tested with 1.24).

A weight is a grid of blocks; all rules work on one score for each
block, in row order. Ties go to the lower position, which the papers leave open.
"""
import json
import math
import sys

import numpy as np


def smallest(score, among, count):
    """Positions of the `count` smallest scores of a subset."""
    among = np.flatnonzero(among)
    return among[np.argsort(score[among], kind="stable")[:count]]


def largest(score, among, count):
    return smallest(-score, among, count)


def cosine(start, t, length):
    """f_decay of Evci et al. 2020, algorithm 1."""
    return start / 2 * (1 + math.cos(math.pi * t / length))


def cosine_to(end, start, t, length):
    """CosineAnnealingLR, which the code of SNFS, ITOP and GraNet uses with eta_min = 0.005."""
    return end + cosine(start - end, t, length)


def up(x):  # ceil, but for what rounding alone lifts above an integer
    return math.ceil(x - 1e-9)


def down(x):
    return math.floor(x + 1e-9)


class Weight:
    """Dense arrays of a weight, and their sums over blocks."""

    def __init__(self, rng, grid_rows, grid_cols, block, density):
        self.shape, self.block = (grid_rows, grid_cols), block
        positions = grid_rows * grid_cols
        self.mask = np.zeros(positions, bool)
        self.mask[rng.permutation(positions)[:max(2, round(density * positions))]] = True
        values = positions * block * block
        # Different magnitudes; small integers, so that sums of floats are exact.
        self.w = (rng.permutation(values) + 1) * rng.choice([-1, 1], values)
        self.g = (rng.permutation(values) + 1) * rng.choice([-1, 1], values)
        self.m = (rng.permutation(values) + 1) * rng.choice([-1, 1], values)

    def per_block(self, values):
        b, (rows, cols) = self.block, self.shape
        return values.reshape(rows, b, cols, b).sum(axis=(1, 3)).reshape(-1).astype(float)


def rigl(weights, case):
    """Evci et al. 2020: drop the k smallest |w|, grow the k largest |g| of what is not kept."""
    for x in weights:
        k = down(cosine(case["drop_fraction"], case["t"], case["length"]) * x.mask.sum())
        x.after = x.mask.copy()
        x.after[smallest(x.per_block(abs(x.w)), x.mask, k)] = False
        x.after[largest(x.per_block(abs(x.g)), ~x.after, k)] = True


def set_(weights, case):
    """Mocanu et al. 2018: drop a share of the smallest positive and of the largest negative ones.
    What grows is random: only what is kept is compared, and how many grow."""
    for x in weights:
        score = x.per_block(x.w)
        x.kept = x.mask.copy()
        for side in (score >= 0, score < 0):
            among = x.mask & side
            k = down(case["drop_fraction"] * among.sum())
            x.kept[smallest(abs(score), among, k)] = False


def mest(weights, case):
    """Yuan et al. 2021: drop the smallest |w| + lambda |g|; the fraction falls linearly."""
    for x in weights:
        score = x.per_block(abs(x.w)) + case["gradient_weight"] * x.per_block(abs(x.g))
        fraction = case["drop_fraction"] * (1 - case["t"] / case["length"])
        x.kept = x.mask.copy()
        k = min(up(fraction * x.mask.sum()), (~x.mask).sum())
        x.kept[smallest(score, x.mask, k)] = False


def water_fill(total, shares, room):
    """Divides in proportion; who has no room for his part takes what he has room for."""
    quota = np.zeros(len(shares))
    open_ = np.ones(len(shares), bool)
    while open_.any():
        part = (total - quota[~open_].sum()) * shares / shares[open_].sum()
        full = open_ & (part >= room)
        if not full.any():
            quota[open_] = part[open_]
            break
        quota[full] = room[full]
        open_ &= ~full
    whole = np.floor(quota)
    for i in np.argsort(-(quota - whole), kind="stable")[:int(total - whole.sum())]:
        whole[i] += 1
    return whole.astype(int)


def snfs(weights, case):
    """Dettmers and Zettlemoyer 2019: all that was dropped is shared out by mean |momentum|. Their code rounds
    shares up, so that a layer never ends empty; here the one that gets most gives a block up instead."""
    share = np.array([abs(x.m)[np.repeat(np.repeat(x.mask.reshape(x.shape), x.block, 0), x.block, 1)
                               .reshape(-1)].mean() for x in weights])
    dropped = 0
    fraction = cosine_to(0.005, case["drop_fraction"], case["t"], case["length"])
    for x in weights:
        k = up(fraction * x.mask.sum())
        x.after = x.mask.copy()
        x.after[smallest(x.per_block(abs(x.w)), x.mask, k)] = False
        dropped += k
    room = np.array([(~x.after).sum() for x in weights])
    counts = water_fill(dropped, share, room)
    needed = np.array([not x.after.any() for x in weights])
    while (counts < needed).any():
        counts[np.argmax(counts - needed)] -= 1
        counts[np.argmax(counts < needed)] += 1
    for x, count in zip(weights, counts):
        x.after[largest(x.per_block(abs(x.m)), ~x.after, count)] = True


def shed_globally(weights, score, total):
    """Of all weights together, by the mean over a block; the best of each weight stays."""
    all_scores = np.concatenate([s / x.block**2 for s, x in zip(score, weights)])
    free_to_go = []
    for s, x in zip(score, weights):
        may_go = x.mask.copy()
        stored = np.flatnonzero(x.mask)
        may_go[stored[np.argmax(s[stored])]] = False
        free_to_go.append(may_go)
    gone = np.zeros(len(all_scores), bool)
    gone[smallest(all_scores, np.concatenate(free_to_go), total)] = True
    for x in weights:
        x.shed, gone = gone[:len(x.mask)], gone[len(x.mask):]


def granet(weights, case):
    """Liu et al. 2021: global magnitude pruning on a cubic schedule, then RigL's exchange. Their code applies the mask
    after each of the two: what pruning took is zero if it grows back, what the exchange took is as it was."""
    left = max(0, 1 - case["t"] / case["density_length"]) ** 3
    total = sum(x.mask.sum() - x.target - up(left * (x.initial - x.target)) for x in weights)
    shed_globally(weights, [x.per_block(abs(x.w)) for x in weights], max(0, total))
    for x in weights:
        x.after = x.mask & ~x.shed
        k = up(cosine_to(0.005, case["drop_fraction"], case["t"], case["length"]) * x.after.sum())
        x.after[smallest(x.per_block(abs(x.w)), x.after, k)] = False
        x.after[largest(x.per_block(abs(x.g)), ~x.after, k)] = True
        x.anew = x.after & (~x.mask | x.shed)


def blast(weights, case):
    """After Okanovic et al. 2025: each weight sheds its smallest blocks on a cubic course from dense, then exchanges a
    share of the rest for those of largest gradient. What was shed and grows back is zero."""
    left = max(0, 1 - case["t"] / (0.75 * case["steps"])) ** 3
    for x in weights:
        score = x.per_block(abs(x.w))
        excess = x.mask.sum() - x.target - up(left * (x.initial - x.target))
        shed = np.zeros(len(x.mask), bool)
        shed[smallest(score, x.mask, max(0, excess))] = True
        x.after = x.mask & ~shed
        k = up(cosine(case["drop_fraction"], case["t"], case["length"]) * x.after.sum())
        x.after[smallest(score, x.after, k)] = False
        x.after[largest(x.per_block(abs(x.g)), ~x.after, k)] = True
        x.anew = x.after & (~x.mask | shed)


def snip(weights, case):
    """Lee et al. 2019: keep the largest |w g| of all, once."""
    total = sum(x.mask.sum() - x.target for x in weights)
    shed_globally(weights, [x.per_block(abs(x.w * x.g)) for x in weights], total)
    for x in weights:
        x.after = x.mask & ~x.shed


RULES = {"rigl": rigl, "set": set_, "mest": mest, "snfs": snfs, "granet": granet, "snip": snip,
         "blast": blast}


def random_case(rng, policy, number, starved=False):
    block = [1, 2, 4][number % 3]
    density = 1.0 if policy == "snip" else float(rng.choice([0.2, 0.5, 0.8]))
    def extent():
        return int(rng.integers(2, 9 // block + 2))
    weights = [Weight(rng, extent(), extent(), block, density) for _ in range(1 + number % 3)]
    steps = 400
    case = {"policy": policy, "block": block, "steps": steps, "t": int(rng.integers(1, 4)) * 100,
            "drop_fraction": float(rng.choice([0.25, 0.5, 0.75])), "gradient_weight": 0.5}
    case["length"] = 300 if policy == "rigl" else steps  # T_end is 3/4 of the run for RigL
    case["density_length"] = 0.3 * steps
    if policy == "rigl":
        case["t"] = int(rng.integers(1, 3)) * 100
    if policy == "granet":
        case["t"] = int(rng.integers(1, 3)) * 50
    if policy == "snip":
        case["t"] = 1
    for x in weights:
        stored = int(x.mask.sum())
        x.target = int(rng.integers(1, stored + 1)) if policy in ("granet", "snip", "blast") else stored
        # A weight that GraNet shed much of stores less now than its own schedule says.
        x.initial = min(len(x.mask), stored + int(rng.integers(0, 3)))
    if starved:  # the first weight drops both of its blocks, and has next to no momentum
        first = weights[0]
        first.mask[np.flatnonzero(first.mask)[2:]] = False
        first.m = np.sign(first.m)
        case["drop_fraction"], case["t"] = 0.75, 100
    RULES[policy](weights, case)
    case["weights"] = []
    for x in weights:
        entry = {"grid": list(x.shape), "initial": x.initial, "target": x.target,
                 "before": np.flatnonzero(x.mask).tolist(), "w": x.w.tolist()}
        if policy in ("rigl", "mest", "granet", "snip", "blast"):
            entry["g"] = x.g.tolist()
        if policy == "snfs":
            entry["m"] = x.m.tolist()
        kind = "kept" if policy in ("set", "mest") else "after"
        entry[kind] = np.flatnonzero(getattr(x, kind)).tolist()
        if kind == "after":  # blocks that start from zero; others keep what they have
            entry["anew"] = np.flatnonzero(getattr(x, "anew", x.after & ~x.mask)).tolist()
        case["weights"].append(entry)
    return case


def main():
    rng = np.random.default_rng(20210813)
    cases = [random_case(rng, policy, number) for policy in RULES for number in range(9)]
    cases += [random_case(rng, "snfs", number, starved=True) for number in (1, 2, 4, 5, 7, 8)]
    cases += [random_case(rng, "granet", number) for number in range(18)]  # to have blocks that return
    with open(sys.argv[1], "w", encoding="ascii") as out:
        lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
        out.write("[\n" + lines + "\n]\n")


if __name__ == "__main__":
    main()
