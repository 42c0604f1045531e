# SPDX-License-Identifier: Apache-2.0
"""Types of options for argparse, so that a wrong value ends a program with one line (exit code 2) before it measures."""

from __future__ import annotations

import argparse
import os
import pathlib
import shutil

BLOCKS = (1, 2, 4, 8, 16)


def at_least(least: int):
    """A whole number from `least` on."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text}: expected a whole number from {least} on")
        return int(text)

    return read


def density(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= 1:
        raise argparse.ArgumentTypeError(f"{text}: expected a number above 0, at most 1")
    return found


def blocks(text: str) -> list[int]:
    """Sizes of blocks, by commas."""
    found = text.split(",")
    if not set(found) <= {str(block) for block in BLOCKS} or len(set(found)) < len(found):
        raise argparse.ArgumentTypeError(f"{text}: expected some of 1, 2, 4, 8 and 16 by commas, each once")
    return [int(block) for block in found]


def text_file(text: str) -> pathlib.Path:
    """A file that is there and can be read."""
    path = pathlib.Path(text)
    try:
        path.open().close()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: {error.strerror}") from None
    return path


def writable_file(text: str) -> pathlib.Path:
    """A file that can be written. It stays as it is: a new one is not left behind."""
    path = pathlib.Path(text)
    try:
        is_new = not os.path.lexists(path)
        path.open("a").close()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: {error.strerror}") from None
    if is_new:
        path.unlink()
    return path


def require_program(parser: argparse.ArgumentParser, option: str, program: str) -> None:
    """For options that not every use of a program needs: ends it if this is none that can be run."""
    if shutil.which(program) is None:
        parser.error(f"argument {option}: {program}: no such program; build it, or name another")
