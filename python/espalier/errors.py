# SPDX-License-Identifier: Apache-2.0
"""What the package raises: one line that names the operand or file, what was found, what was expected."""


class Error(Exception):
    """Base of every error that is Espalier's own."""


class ShapeError(Error, ValueError):
    """Operands whose extents or patterns do not fit together."""


class FormatError(Error, ValueError):
    """Structures or files from outside that break the rules of their format."""


class ConfigError(Error, ValueError):
    """A setting with an unknown name or a value outside its domain."""


class IoError(Error, OSError):
    """A file that could not be opened, read or written."""
