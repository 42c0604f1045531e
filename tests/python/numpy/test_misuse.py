# SPDX-License-Identifier: Apache-2.0
"""Whatever is handed to whatever is public ends in an exception or a result, never in a crash."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CASES = int(os.environ.get("ESPALIER_MISUSE_CASES", "3000"))

PROGRAM = """
import gc, random, sys, threading
import numpy as np, scipy.sparse
import espalier
from espalier import BlockMatrix, BlockPattern, Weight, TopologyUpdater

def values(r):
    pattern = BlockPattern.generate("random", (16, 32), r.choice([1, 2, 4, 8, (2, 4)]), r.uniform(0.05, 1), seed=r.randrange(9))
    matrix = BlockMatrix(pattern)
    floats = np.zeros(r.choice([(), (0,), (16,), (32,), (3, 32), (3, 16), (16, 32), (2, 4, 4), matrix.values.shape]), np.float32)
    return [None, True, -1, 0, 3, 2**31, 2**63, 2**70, 0.5, float("nan"), float("inf"), "", "random", "rigl", "l1", b"x", [], [0], [0, 1],
            [[0, 1]], (), (4, 4), (16, 32), (-1, 4), (2**40, 2**40), {}, set(), object(), len, lambda *a: None, lambda *a: [],
            pattern, matrix, pattern.row_offsets, pattern.columns, pattern.coordinates(), matrix.values, floats, floats.astype(np.float64),
            floats.T, floats[..., ::-1] if floats.ndim else floats, np.array(["a"]), np.array([None]), np.ma.masked_array(floats), matrix.to_scipy(),
            scipy.sparse.csr_matrix((4, 4), dtype=np.float32), scipy.sparse.coo_matrix((4, 4)),
            Weight("w", matrix), Weight("w", matrix, gradient=np.zeros_like(matrix.values)),
            espalier.policy("dynamic", steps=20, updates=10), espalier.policy("rigl", steps=20, updates=10, every_steps=0), BlockMatrix, Weight]

def targets(r, things):
    kinds = (BlockMatrix, BlockPattern, Weight, TopologyUpdater, espalier.Policy)
    owner = r.choice([espalier] + [t for t in things if isinstance(t, kinds)] + list(kinds))
    names = [n for n in dir(owner) if not n.startswith("_") or n in ("__init__", "__matmul__", "__rmatmul__", "__eq__", "__hash__", "__setstate__")]
    # What writes files, sleeps or starts as many threads as one says is tried elsewhere.
    names = [n for n in names if n not in ("save", "save_weights", "set_num_threads", "register_policy")]
    return owner, r.choice(names)

seed, cases = int(sys.argv[1]), int(sys.argv[2])
for case in range(seed, seed + cases):
    r = random.Random(case)
    things = values(r)
    for _ in range(4):
        owner, name = targets(r, things)
        print(case, getattr(owner, "__name__", type(owner).__name__), name, flush=True)
        try:
            target = getattr(owner, name)
            if callable(target):
                keywords = {k: r.choice(things) for k in ("block", "density", "seed", "out", "bias", "mask") if r.random() < 0.06}
                result = target(*[r.choice(things) for _ in range(r.randrange(5))], **keywords)
            elif r.random() < 0.5 and not isinstance(owner, (type, type(espalier))):
                setattr(owner, name, r.choice(things))
                result = None
            else:
                result = target
            things.append(result)
        except (Exception, DeprecationWarning):
            pass
    if r.random() < 0.1:
        gc.collect()
print("done")
"""


@pytest.mark.parametrize("share", range(3))
def test_no_call_crashes_the_interpreter(share):
    # A limit on memory, so that what announces too much fails at once.
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))\n"
    path = os.pathsep.join([str(Path(__import__("espalier").__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    found = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", limit + PROGRAM, str(share * CASES), str(CASES // 3)], capture_output=True,
        text=True, env={**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"})
    assert found.returncode == 0 and found.stdout.endswith("done\n"), (
        f"exit code {found.returncode} after: {found.stdout.splitlines()[-1:]}\n{found.stderr[-2000:]}")
