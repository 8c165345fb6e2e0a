"""Writes PNG files row by row: a picture of any size needs the memory of only a few rows."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    checks = zlib
else:
    try:  # computes checksums eight times as fast
        from isal import isal_zlib as checks
    except ImportError:
        checks = zlib

LARGEST = 2**31 - 1
"""The most pixels each way of a PNG picture."""
_LEVEL = 6
_PIECE = 1 << 16


def write_png(
    stream: BinaryIO, width: int, height: int, images: Iterable[Image.Image], dots_per_inch: float = 0.0
) -> None:
    """Write RGB images, all `width` wide and one below the other, as one PNG picture.

    With `dots_per_inch` the file has its size on paper (the chunk pHYs). Raises ValueError if the images do
    not have `height` rows in total.
    """
    begin_png(stream, width, height, dots_per_inch)
    packer = _Packer(stream)
    above = np.zeros(width * 3, np.uint8)
    rows = 0
    # Compression releases the interpreter lock, so it runs while the next rows are drawn.
    with ThreadPoolExecutor(1) as pool:
        waiting: Future[None] | None = None
        for image in images:
            pixels = np.asarray(image).reshape(image.height, width * 3)
            rows += image.height
            if waiting is not None:
                waiting.result()
            waiting = pool.submit(packer.add, pixels, above)
            above = pixels[-1].copy()
        if waiting is not None:
            waiting.result()
    if rows != height:
        raise ValueError(f"a picture of {height} rows was announced, and {rows} were drawn")
    packer.end()
    end_png(stream)


def begin_png(stream: BinaryIO, width: int, height: int, dots_per_inch: float) -> None:
    """Write the header of an RGB picture."""
    stream.write(b"\x89PNG\r\n\x1a\n")
    chunk(stream, b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    if dots_per_inch:
        per_metre = round(dots_per_inch / 0.0254)
        chunk(stream, b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1))


def end_png(stream: BinaryIO) -> None:
    """Write the end of the file."""
    chunk(stream, b"IEND", b"")


class _Packer:
    """Filters and compresses rows into chunks of the file."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._pack = zlib.compressobj(_LEVEL)
        self._ready = bytearray()

    def add(self, pixels: np.ndarray, above: np.ndarray) -> None:
        self._ready += self._pack.compress(_filtered(pixels, above).tobytes())
        if len(self._ready) >= _PIECE:
            self._put()

    def end(self) -> None:
        self._ready += self._pack.flush()
        self._put()

    def _put(self) -> None:
        chunk(self._stream, b"IDAT", bytes(self._ready))
        self._ready.clear()


def _filtered(pixels: np.ndarray, above: np.ndarray) -> np.ndarray:
    """The rows, each with its filter type (none, left or above) that gives the smallest numbers."""
    rows, width = pixels.shape
    left, up = pixels.copy(), pixels.copy()
    left[:, 3:] -= pixels[:, :-3]
    up[0] -= above
    up[1:] -= pixels[:-1]
    ways = (pixels, left, up)
    # A number just below 0 counts as small as one just above it.
    sums = np.stack([np.minimum(way, -way).sum(axis=1, dtype=np.int64) for way in ways])
    best = sums.argmin(axis=0)
    filtered = np.empty((rows, width + 1), np.uint8)
    filtered[:, 0] = best
    for number, way in enumerate(ways):
        chosen = best == number
        filtered[chosen, 1:] = way[chosen]
    return filtered


def chunk(stream: BinaryIO, kind: bytes, data: bytes) -> None:
    """Write one chunk of a PNG file."""
    stream.write(struct.pack(">I", len(data)) + kind)
    stream.write(data)
    stream.write(struct.pack(">I", checks.crc32(data, checks.crc32(kind))))
