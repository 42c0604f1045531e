# SPDX-License-Identifier: Apache-2.0
"""Text of files from outside."""

from __future__ import annotations

from pathlib import Path

from espalier.errors import FormatError, IoError


def read_text(path: Path, most_bytes: int | None = None) -> str:
    """The UTF-8 text of a file. Raises IoError if it cannot be read, FormatError if it is no text or longer."""
    try:
        with open(path, "rb") as file:
            data = file.read() if most_bytes is None else file.read(most_bytes + 1)
    except OSError as error:
        raise IoError(f"{path}: {error.strerror}") from None
    if most_bytes is not None and len(data) > most_bytes:
        raise FormatError(f"{path}: found more than {most_bytes} bytes; expected fewer")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError(f"{path}: found bytes that are no UTF-8; expected text") from None
