# SPDX-License-Identifier: Apache-2.0
"""What is checked of arrays and numbers before they are handed to the library."""

import numbers

import numpy as np

from espalier.errors import ConfigError, FormatError, ShapeError


def address(array: np.ndarray) -> int:
    """The address of the first element."""
    return array.__array_interface__["data"][0]


def floats(value, what: str) -> np.ndarray:
    """`value` as a C-contiguous array of float32. Integers that are a float32, float32 and Python's own floats are taken;
    other integers, other floats and all else are a TypeError, since a silent conversion would lose digits; and so are
    masked arrays, which would lose their mask, and Python's floats beyond float32, which would become infinite."""
    refuse_masked(value, what)
    array = np.asarray(value)
    # Not ascontiguousarray, which makes an array without extents one of one.
    if array.dtype == np.float32:
        return np.require(array, requirements="CA")
    if array.dtype.kind in "iub" or (isinstance(value, (float, list, tuple)) and array.dtype.kind == "f"):
        with np.errstate(over="ignore"):
            converted = np.asarray(array, dtype=np.float32, order="C")
        # All integers up to 2^24 are, and some beyond; these are compared as Python's numbers, which are exact.
        large = np.abs(converted) >= 2**24
        if array.dtype.kind in "iu" and large.any() and (array[large] != converted[large].astype(object)).any():
            raise TypeError(f"{what}: found an array of {array.dtype} with integers beyond 2^24 that are no float32; expected float32")
        beyond = np.isinf(converted) & np.isfinite(array)
        if beyond.any():
            raise TypeError(f"{what}: found {array[beyond].flat[0]}; expected magnitudes up to {np.finfo(np.float32).max}, those of float32")
        return converted
    raise TypeError(f"{what}: found an array of {array.dtype}; expected float32")


def refuse_masked(value, what: str) -> None:
    """Raises TypeError for a masked array of NumPy."""
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{what}: found a masked array, whose mask would be lost; expected a plain one, such as that of its filled(0)")


def number(value, what: str) -> float:
    """A number, of Python or NumPy; all else is a TypeError."""
    if not isinstance(value, numbers.Real) or isinstance(value, bool):
        raise TypeError(f"{what}: found {value!r}; expected a number")
    return float(value)


def truth(value, what: str) -> bool:
    """True or False, of Python or NumPy; all else is a TypeError."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{what}: found {value!r}; expected True or False")
    return bool(value)


def string(value, what: str) -> str:
    """A string; TypeError for all else, FormatError for half of a character."""
    if not isinstance(value, str):
        raise TypeError(f"{what}: found {value!r}; expected a string")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise FormatError(f"{what}: found the lone surrogate {value[error.start]!r}; expected characters") from None
    return value


def whole(value, what: str, least: int = -2**63, most: int = 2**63 - 1) -> int:
    """An integer of the width that the library has for it, of Python or NumPy: TypeError for all else, ConfigError out of
    range."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{what}: found {value!r}; expected an integer")
    if not least <= value <= most:
        raise ConfigError(f"{what}: found {value}; expected a value from {least} to {most}")
    return int(value)


def own_floats(array, shape: tuple, what: str) -> np.ndarray:
    """Checks memory that stays its owner's: a writable C-contiguous array of float32."""
    refuse_masked(array, what)
    if not isinstance(array, np.ndarray) or array.dtype != np.float32:
        found = f"an array of {array.dtype}" if isinstance(array, np.ndarray) else type(array).__name__
        raise TypeError(f"{what}: found {found}; expected an array of float32")
    if array.shape != shape:
        raise ShapeError(f"{what}: found the shape {array.shape}; expected {shape}")
    if not (array.flags.c_contiguous and array.flags.aligned and array.flags.writeable):
        raise TypeError(f"{what}: found an array that is strided or read-only; expected a C-contiguous, writable one")
    return array
