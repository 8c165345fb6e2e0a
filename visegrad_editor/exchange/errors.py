"""The one error of exporting."""

from __future__ import annotations


class ExportError(Exception):
    """Nothing was written; the text is a sentence for the user that says what is possible."""
