# SPDX-License-Identifier: Apache-2.0
"""How many threads compute. Results do not depend on it."""

import numbers
import os

from espalier import _native
from espalier.errors import ConfigError

_threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

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
    if isinstance(threads, bool) or not isinstance(threads, numbers.Integral):
        raise TypeError(f"threads: found {threads!r}; expected an integer")
    if not 1 <= threads <= 4096:
        raise ConfigError(f"threads: found {threads}; expected a value from 1 to 4096")
    _native.start_threads(threads)
    _threads = int(threads)
