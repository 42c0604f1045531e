# SPDX-License-Identifier: Apache-2.0
"""Espalier: training of neural networks that are block-sparse from the first step to the last.

Here: block-sparse matrices over NumPy, and patterns that move during training. For PyTorch: `espalier.torch`,
which is imported by its name only.
"""

from espalier.errors import ConfigError, Error, FormatError, IoError, ShapeError
from espalier.matrix import BlockMatrix, BlockPattern, pattern_names
from espalier.topology_policy import (
    Policy,
    TopologyPolicy,
    explored,
    policies,
    policy,
    policy_options,
    register_policy,
)
from espalier.threads import num_threads, set_num_threads
from espalier.topology import TopologyUpdater, Weight

__all__ = [
    "BlockMatrix",
    "BlockPattern",
    "ConfigError",
    "Error",
    "FormatError",
    "IoError",
    "Policy",
    "ShapeError",
    "TopologyPolicy",
    "TopologyUpdater",
    "Weight",
    "explored",
    "num_threads",
    "pattern_names",
    "policies",
    "policy",
    "policy_options",
    "register_policy",
    "set_num_threads",
]
