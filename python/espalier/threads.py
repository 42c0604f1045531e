# SPDX-License-Identifier: Apache-2.0
"""How many threads compute. Results do not depend on it."""

import os

from espalier import _native
from espalier.arrays import whole


def allowed_cores() -> int:
    """Cores that this process may keep busy, whatever the machine has: as taskset, Slurm or a container bind it or limit its time."""
    return _native.allowed_cores()


_threads = allowed_cores()

# The threads that compute stay with the parent: a forked child computes on the calling thread.
os.register_at_fork(after_in_child=_native.after_fork)


def num_threads() -> int:
    """Threads that the products of `espalier` use; those of `espalier.torch` follow
    `torch.get_num_threads`. At first as many as the process may run on."""
    return _threads


def set_num_threads(threads: int) -> None:
    """Sets the number of threads. Raises ConfigError if it is not positive, or more than can be
    started here."""
    global _threads
    threads = whole(threads, "threads", 1, 4096)
    _native.start_threads(threads)
    _threads = threads
