# SPDX-License-Identifier: Apache-2.0
"""Weights and checkpoints of the `espalier` program, read and written."""

from __future__ import annotations

import json
import os

import numpy as np

from espalier import _native
from espalier.arrays import floats, refuse_masked, whole
from espalier.errors import ConfigError
from espalier.matrix import BlockMatrix


def _matrices(weights: dict) -> dict[str, BlockMatrix | np.ndarray]:
    return {name: BlockMatrix(*weight) if isinstance(weight, tuple) else weight for name, weight in weights.items()}


def _arrays(weights: dict, *, whole_numbers: bool = False) -> dict[str, tuple | np.ndarray]:
    """As the library takes them. whole_numbers: arrays of int64 stay such; those of other integers, which no reader would bring
    back, are a TypeError."""
    arrays = {}
    for name, weight in weights.items():
        if not isinstance(name, str):
            raise TypeError(f"weights: found the name {name!r}; expected a string")
        if isinstance(weight, BlockMatrix):
            arrays[name] = (weight.pattern, weight._checked_values())
        elif whole_numbers and isinstance(weight, (np.ndarray, np.generic)) and weight.dtype.kind in "iub":
            refuse_masked(weight, f"weight {name}")
            if weight.dtype != np.int64:
                raise TypeError(f"weight {name}: found an array of {weight.dtype}; expected float32, or int64 for whole numbers")
            arrays[name] = np.require(weight, requirements="CA")
        else:
            arrays[name] = floats(weight, f"weight {name}")
    return arrays


def load_weights(path) -> dict[str, BlockMatrix | np.ndarray]:
    """The parameters of a file of `save_weights`, of the model.safetensors of a checkpoint, or of any other safetensors, by
    the names that Hugging Face gives them: sparse ones as `BlockMatrix`. Values of BF16 and F16 become float32, as which
    they are exact; tensors of I64, such as position_ids, arrays of int64. Raises FormatError naming file, tensor, found and
    expected where it is damaged, and IoError."""
    return _matrices(_native.load_weights(os.fspath(path)))


def save_weights(path, weights: dict[str, BlockMatrix | np.ndarray]) -> None:
    """Writes parameters by name, as the program's `load_weights` and checkpoints have them, and arrays of int64 as tensors of
    I64. The file is then the old or the whole new one, whatever happens. Raises Error naming the parameter for a value that is
    not finite, TypeError for arrays of other integers."""
    _native.save_weights(os.fspath(path), _arrays(weights, whole_numbers=True))


def load_checkpoint(folder) -> dict:
    """A checkpoint of the program, `.../checkpoints/step_N`, as a dict:

    - step: number of steps
    - weights: see `load_weights`
    - optimizer: its name, its number of steps, and its state: by its name ("exp_avg") and that of the parameter an
      array of the shape of the values
    - topology: what the updater keeps: bits, values and blocks by names, such as which positions were ever stored
    - trainer_state: whatever else the trainer keeps

    Lengths, hashes and values are checked; raises FormatError naming what is damaged, and IoError."""
    contents = _native.load_checkpoint(os.fspath(folder))
    return {**contents, "weights": _matrices(contents["weights"]), "trainer_state": json.loads(contents["trainer_state"])}


def save_checkpoint(folder, checkpoint: dict, keep: int = 2) -> str:
    """Writes `folder/step_N` from what `load_checkpoint` makes and returns its path; the program goes on from it as from
    one of its own. Keeps the newest `keep` checkpoints of the folder. An optimizer's state must have one value for each
    value of the weights.

    It is complete or does not exist, whatever happens. Raises Error naming the parameter for a value that is not finite,
    ConfigError or ShapeError naming what is missing or of another size, and IoError."""
    if not isinstance(checkpoint, dict):
        raise TypeError(f"checkpoint: found {type(checkpoint).__name__}; expected what load_checkpoint makes")
    made = {"topology": {"bits": {}, "values": {}, "blocks": {}}, **checkpoint}
    for key in ("weights", "optimizer", "step"):
        if key not in made:
            raise ConfigError(f"checkpoint: found no '{key}'; expected one")
    made["weights"] = _arrays(made["weights"])
    made["trainer_state"] = json.dumps(made.get("trainer_state", {}), indent=1)
    return _native.save_checkpoint(os.fspath(folder), made, whole(keep, "keep", 1, 2**31 - 1))
