"""Exceptions of export and import, and the report of their progress."""

from __future__ import annotations

from collections.abc import Callable

Report = Callable[[float, str], bool]
"""Gets the completed share (0 to 1) and a line of text; returns False to cancel the work."""


class ExportError(Exception):
    """Nothing was written; the text is a sentence for the user that says what is possible."""


class CannotWrite(ExportError):
    """Nothing was written because of the disk, the folder or its permissions."""


class ImportProblem(Exception):
    """Nothing was read; the text is a sentence for the user that names the place in the file."""


class Stopped(Exception):
    """The user cancelled the work; nothing was written or read."""
