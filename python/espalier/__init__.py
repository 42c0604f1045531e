# SPDX-License-Identifier: Apache-2.0
"""Espalier: training of neural networks that are block-sparse from the first step to the last.

Here: block-sparse matrices over NumPy, and patterns that move during training. For PyTorch: `espalier.torch`,
which is imported by its name only.
"""

from espalier import cores as _cores  # before anything else that loads the compiled module
from espalier._native import ByteLevelBpe, Tokenizer, __version__
from espalier.accounting import explored, flops
from espalier.checkpoints import load_checkpoint, load_weights, save_checkpoint, save_weights
from espalier.errors import ConfigError, Error, FormatError, IoError, ShapeError
from espalier.matrix import BlockMatrix, BlockPattern, pattern_names
from espalier.predictor import Predictor
from espalier.topology_policy import (
    Policy,
    TopologyPolicy,
    policies,
    policy,
    policy_options,
    register_policy,
)
from espalier.run_folders import Run, Runs, runs
from espalier.threads import num_threads, set_num_threads
from espalier.topology import TopologyUpdater, Weight

__all__ = [
    "__version__",
    "BlockMatrix",
    "BlockPattern",
    "ByteLevelBpe",
    "ConfigError",
    "Error",
    "FormatError",
    "IoError",
    "Policy",
    "Predictor",
    "Run",
    "Runs",
    "ShapeError",
    "Tokenizer",
    "TopologyPolicy",
    "TopologyUpdater",
    "Weight",
    "explored",
    "flops",
    "load_checkpoint",
    "load_weights",
    "num_threads",
    "pattern_names",
    "policies",
    "policy",
    "policy_options",
    "register_policy",
    "runs",
    "save_checkpoint",
    "save_weights",
    "set_num_threads",
]
