#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A policy of one's own beside the library's: it learns a sparse teacher by moving blocks, and needs NumPy alone.

    python examples/python/own_policy.py
"""

import zlib

import numpy as np

import espalier


class Tenth(espalier.TopologyPolicy):
    """Drop the tenth of the smallest L2 norm, grow as many at random."""

    def propose(self, weights, update):
        for w in weights:
            count = -(-w.pattern.blocks // 10)  # rounded up
            norms = np.sqrt((w.values.astype(np.float64) ** 2).sum(axis=(1, 2)))
            free = np.ones(w.pattern.grid, bool)
            free[tuple(w.pattern.coordinates().T)] = False
            # A pure function, so that a resumed run repeats it, and other numbers for each weight.
            random = np.random.default_rng((update.seed, update.update, zlib.crc32(w.name.encode())))
            grow = np.sort(random.choice(np.flatnonzero(free), count, replace=False))
            yield np.sort(np.argsort(norms, kind="stable")[:count]), np.column_stack(np.unravel_index(grow, free.shape))


espalier.register_policy("tenth", Tenth)


def train(policy, steps=3000, seed=7):
    """What is left of the loss, and the share of positions that were tried."""
    teacher = np.zeros((32, 32), np.float32)
    for row, col in (0, 20), (8, 4), (16, 16), (28, 8):
        teacher[row : row + 4, col : col + 4] = 1
    w = espalier.BlockMatrix(espalier.BlockPattern.generate("random", (32, 32), 4, 0.2, seed=seed))
    velocity, gradient = np.zeros_like(w.values), np.zeros_like(w.values)
    weight = espalier.Weight("w", w, gradient=gradient, moments={"velocity": velocity})
    topo = espalier.TopologyUpdater(policy, [weight], seed)
    random = np.random.default_rng(seed)
    losses = []
    for _ in range(steps):
        x = random.standard_normal((16, 32), dtype=np.float32)
        w = weight.matrix
        error = w.forward(x) - x @ teacher.T
        losses.append(float((error**2).mean()))
        dy = 2 / 16 * error
        w.weight_gradient(dy, x, out=gradient)
        weight.keep_operands(dy, x)  # for policies that grow by gradient

        def momentum(skip, w=w):
            if not skip:
                velocity[...] = 0.9 * velocity + gradient
                w.values[...] -= 0.01 * velocity

        topo.step(momentum)
    return losses[-1] / losses[0], topo.explored


if __name__ == "__main__":
    for name in "tenth", "dynamic", "rigl":
        timing = {"every_steps": 0, "updates": 150}
        left, explored = train(espalier.policy(name, steps=3000, **timing))
        print(f"{name:<8} loss left {left:.4f}, {explored:.2f} of the positions tried")
        assert left < 0.1  # out of reach where one block is not found
