# SPDX-License-Identifier: Apache-2.0
"""Weights and checkpoints of the `espalier` program, read and written."""

from __future__ import annotations

import json
import os

import numpy as np

from espalier import _native
from espalier.arrays import floats
from espalier.matrix import BlockMatrix


def _matrices(weights: dict) -> dict[str, BlockMatrix | np.ndarray]:
    return {name: BlockMatrix(*weight) if isinstance(weight, tuple) else weight for name, weight in weights.items()}


def load_weights(path) -> dict[str, BlockMatrix | np.ndarray]:
    """The parameters of a file of `save_weights`, or of the model.safetensors of a checkpoint, by the names that
    Hugging Face gives them: sparse ones as `BlockMatrix`. Raises FormatError naming file, tensor, found and
    expected where it is damaged, and IoError."""
    return _matrices(_native.load_weights(os.fspath(path)))


def save_weights(path, weights: dict[str, BlockMatrix | np.ndarray]) -> None:
    """Writes parameters by name, as the program's `load_weights` and checkpoints have them. The file is then the old or
    the whole new one, whatever happens. Raises Error naming the parameter for a value that is not finite."""
    arrays = {}
    for name, weight in weights.items():
        if not isinstance(name, str):
            raise TypeError(f"weights: found the name {name!r}; expected a string")
        if isinstance(weight, BlockMatrix):
            arrays[name] = (weight.pattern, weight._checked_values())
        else:
            arrays[name] = floats(weight, f"weight {name}")
    _native.save_weights(os.fspath(path), arrays)


def load_checkpoint(folder) -> dict:
    """A checkpoint of the program, `.../checkpoints/step_N`: step, weights (see `load_weights`) and trainer_state.
    Lengths, hashes and values are checked; raises FormatError naming what is damaged, and IoError."""
    contents = _native.load_checkpoint(os.fspath(folder))
    return {"step": contents["step"], "weights": _matrices(contents["weights"]),
            "trainer_state": json.loads(contents["trainer_state"])}
