"""What is wrong with geographic data, told so that it can be found."""

from __future__ import annotations


class GeodataError(Exception):
    """Why data cannot be used, as a sentence: which file, where in it, what."""

    def __init__(self, file: str, where: str, message: str) -> None:
        self.file, self.where, self.message = file, where, message
        super().__init__(": ".join(p for p in (file, where, message) if p))
