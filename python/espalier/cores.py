# SPDX-License-Identifier: Apache-2.0
"""Loads the compiled module, and leaves the calling thread the cores that it had: where OMP_PROC_BIND or OMP_PLACES is set, the
OpenMP runtime that comes with oneDNN binds it to the first of its places. Threads of ours, and the runtime of a torch that is
imported later, would take that core for all that there are. What torch has bound before stays so."""

import os

_cores = os.sched_getaffinity(0)

from espalier import _native  # noqa: E402, F401

if os.sched_getaffinity(0) != _cores:
    os.sched_setaffinity(0, _cores)
