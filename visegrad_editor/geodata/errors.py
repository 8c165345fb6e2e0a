"""The errors of geographic data."""

from __future__ import annotations

from ..errors import VisegradError


class GeodataError(VisegradError):
    """Why no map is made from data, as a sentence."""


class SourceError(GeodataError):
    """Why data cannot be used, as a sentence: the file, the place in it, the reason."""

    def __init__(self, file: str, where: str, message: str) -> None:
        self.file, self.where, self.message = file, where, message
        super().__init__(": ".join(p for p in (file, where, message) if p))
