# SPDX-License-Identifier: Apache-2.0
"""What is checked of an array before its address is handed to the library."""

import numpy as np

from espalier.errors import ShapeError


def address(array: np.ndarray) -> int:
    """The address of the first element."""
    return array.__array_interface__["data"][0]


def floats(value, what: str) -> np.ndarray:
    """`value` as a C-contiguous array of float32. Integers that are a float32, float32 and Python's own floats are taken;
    other integers, other floats and all else are a TypeError, since a silent conversion would lose digits."""
    array = np.asarray(value)
    # Not ascontiguousarray, which makes an array without extents one of one.
    if array.dtype == np.float32:
        return np.asarray(array, order="C")
    if array.dtype.kind in "iub" or (isinstance(value, (float, list, tuple)) and array.dtype.kind == "f"):
        converted = np.asarray(array, dtype=np.float32, order="C")
        # All integers up to 2^24 are, and some beyond; these are compared as Python's numbers, which are exact.
        large = np.abs(converted) >= 2**24
        if array.dtype.kind in "iu" and large.any() and (array[large] != converted[large].astype(object)).any():
            raise TypeError(f"{what}: found an array of {array.dtype} with integers beyond 2^24 that are no float32; expected float32")
        return converted
    raise TypeError(f"{what}: found an array of {array.dtype}; expected float32")


def own_floats(array, shape: tuple, what: str) -> np.ndarray:
    """Checks memory that stays its owner's: a writable C-contiguous array of float32."""
    if not isinstance(array, np.ndarray) or array.dtype != np.float32:
        found = f"an array of {array.dtype}" if isinstance(array, np.ndarray) else type(array).__name__
        raise TypeError(f"{what}: found {found}; expected an array of float32")
    if array.shape != shape:
        raise ShapeError(f"{what}: found the shape {array.shape}; expected {shape}")
    if not (array.flags.c_contiguous and array.flags.aligned and array.flags.writeable):
        raise TypeError(f"{what}: found an array that is strided or read-only; expected a C-contiguous, writable one")
    return array
