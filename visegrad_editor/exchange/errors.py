"""How exporting and importing can end otherwise, and how they tell how far they are."""

from __future__ import annotations

from collections.abc import Callable

Report = Callable[[float, str], bool]
"""Told how much is done (0 to 1) and a line of text; answers False where the work is not wanted any more."""


class ExportError(Exception):
    """Nothing was written; the text is a sentence for the user that says what is possible."""


class CannotWrite(ExportError):
    """Nothing was written, as the disk, the folder or its permissions do not let it."""


class ImportProblem(Exception):
    """Nothing was read; the text is a sentence for the user that says where in the file it fails."""


class Stopped(Exception):
    """The user stopped the work; nothing came of it."""
