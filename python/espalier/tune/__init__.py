# SPDX-License-Identifier: Apache-2.0
"""Search for settings by Optuna (`pip install 'espalier-nn[tune]'`): sweeps as W&B writes them, trials as runs of the
`espalier` program or calls of a function, pruned as they are validated, shared out among any number of processes.
`python -m espalier.tune --help` says more."""

import sys as _sys

try:
    import optuna as _optuna  # noqa: F401
except ImportError:
    _wanted = "espalier.tune wants Optuna; pip install optuna pyyaml, or 'espalier-nn[tune]'"
    if _sys.argv[:1] == ["-m"] and __name__ in _sys.orig_argv:  # while Python looks for our __main__: no traceback for a command
        _sys.exit(_wanted)
    raise ImportError(_wanted) from None

from espalier.tune.search import Best, Outcome, tune
from espalier.tune.sweep_file import Sweep, load_sweep

__all__ = ["Best", "Outcome", "Sweep", "load_sweep", "tune"]
