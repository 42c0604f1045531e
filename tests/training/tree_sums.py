# SPDX-License-Identifier: Apache-2.0
"""tree_sums.py FOLDER, under mpirun: repeats by mpi4py and NumPy, bit for bit, what as many ranks of tree_sums have added."""

import pathlib
import sys

import numpy as np
from mpi4py import MPI

SHARDS = 8


def tree(leaves):
    """The two halves, added."""
    half = len(leaves) // 2
    return leaves[0] if half == 0 else tree(leaves[:half]) + tree(leaves[half:])


def main():
    folder, world = pathlib.Path(sys.argv[1]), MPI.COMM_WORLD
    rank, own = world.rank, SHARDS // world.size
    leaves = [np.fromfile(folder / f"shard_{i}", np.float32) for i in range(SHARDS)]
    part = tree(leaves[rank * own:(rank + 1) * own])
    step = 1
    while step < world.size:  # each level of the tree: with the rank that has the other half
        other = np.empty_like(part)
        world.Sendrecv(part, rank ^ step, recvbuf=other, source=rank ^ step)
        part = part + other if rank & step == 0 else other + part
        step *= 2
    found = np.fromfile(folder / f"sum_{rank}", np.float32)
    if found.dtype != part.dtype or found.tobytes() != part.tobytes():
        sys.exit(f"rank {rank}: {np.count_nonzero(found != part)} of {part.size} sums differ")
    # An order of its own: one that is not the tree's would be noticed.
    fold = leaves[0]
    for leaf in leaves[1:]:
        fold = fold + leaf
    if np.count_nonzero(fold != found) < found.size // 10:
        sys.exit("a sum from left to right is nearly the same: the test would find no other order")


main()
