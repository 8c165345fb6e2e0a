"""Exceptions of export and import, and the report of their progress."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import VisegradError
from ..model.files.atomic import DiskError

Report = Callable[[float, str], bool]
"""Gets the completed share (0 to 1) and a line of text; returns False to cancel the work."""


class ExportError(VisegradError):
    """Nothing was written; the text is a sentence for the user that says what is possible."""


class ExportWriteError(ExportError, DiskError):
    """Nothing was written because of the disk, the folder or its permissions."""


class FileImportError(VisegradError):
    """Nothing was read; the text is a sentence for the user that names the place in the file."""
