"""A picture on counters, as it was read from its file."""

from __future__ import annotations

from dataclasses import field

from ..lazy_dataclass import dataclass


@dataclass(frozen=True)
class CounterPicture:
    """The picture of a file. `name` is its path as the document names it; `data` are the bytes of the file.

    `pixels` are red, green, blue and opacity of each pixel, row by row. A file that cannot be used has no
    pixels, and `trouble` is a sentence that says why.
    """

    name: str
    digest: str = ""
    width: int = 0
    height: int = 0
    trouble: str = ""
    effort: int = field(default=0, compare=False, repr=False)
    """How many pixels it took to read, as a measure of time."""
    data: bytes = field(default=b"", compare=False, repr=False)
    pixels: bytes = field(default=b"", compare=False, repr=False)
