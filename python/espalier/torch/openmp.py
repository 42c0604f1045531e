# SPDX-License-Identifier: Apache-2.0
"""Computing on torch's threads.

torch's OpenMP threads wait actively for their next work, on the cores that threads of our own would need.
"""

from __future__ import annotations

import ctypes
import os

import torch

from espalier import _native


def _runtime() -> str | None:
    """The file of the OpenMP runtime of GCC that torch has brought into this process; None where it runs on another."""
    if not torch.backends.openmp.is_available() or not os.path.exists("/proc/self/maps"):
        return None
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
        mapped = {fields[5].rstrip() for line in maps if len(fields := line.split(maxsplit=5)) == 6}
    found = {path for path in mapped if os.path.basename(path).startswith("libgomp")}
    # Beside torch, where there are several: wheels bring a copy of their own.
    home = os.path.dirname(os.path.dirname(os.path.abspath(torch.__file__)))
    ours = sorted(path for path in found if path.startswith(os.path.join(home, "torch"))) or sorted(found)
    return ours[0] if len(ours) == 1 else None


def use_threads_of_torch() -> bool:
    """Has the products run on them from now on; false where torch's runtime is not known, and they keep their own."""
    path = _runtime()
    if path is None:
        return False
    try:
        parallel = ctypes.CDLL(path).GOMP_parallel
    except (OSError, AttributeError):
        return False
    _native.use_openmp(ctypes.cast(parallel, ctypes.c_void_p).value)
    return True
