# SPDX-License-Identifier: Apache-2.0
"""Who does what, told by locks that the system lets go of however their holder ends (flock)."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from espalier.errors import IoError


class Lock:
    """A lock on a file, which is made and stays. Processes that are started with `file` among their own hold it too."""

    def __init__(self, path: Path, wait: bool):
        """Raises BlockingIoError if another has it and this is not to wait, IoError if there can be none."""
        try:
            self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise IoError(f"{path}: cannot open: {error.strerror}") from None
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self.file)
            if isinstance(error, BlockingIOError):
                raise
            raise IoError(
                f"{path}: cannot lock: {error.strerror}; use a folder whose file system has locks (flock), "
                "or mount this one with them: NFS without nolock, Lustre with flock"
            ) from None

    def release(self) -> None:
        if self.file >= 0:
            os.close(self.file)
        self.file = -1

    def __enter__(self) -> "Lock":
        return self

    def __exit__(self, *_) -> None:
        self.release()


def free(path: Path) -> Lock | None:
    """The lock on a file, if nobody has it."""
    try:
        return Lock(path, wait=False)
    except BlockingIOError:
        return None
