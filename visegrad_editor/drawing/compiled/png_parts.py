"""Writes PNG files whose rows are painted and compressed in several threads."""

from __future__ import annotations

import os
import struct
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, BinaryIO, Generic, NamedTuple, TypeVar

import numpy as np

from . import _raster

if TYPE_CHECKING:
    packing = zlib
else:
    try:  # compresses rows of maps as well and five times as fast
        from isal import isal_zlib as packing
    except ImportError:
        packing = zlib

_LEVEL = 1
"""The level of compression: a higher one takes three times as long and hardly saves space."""
_ADLER = 65521

T = TypeVar("T")
Rows = Callable[[int, int], np.ndarray]
"""Paints rows of a picture: the first one, and how many."""


class _Part(NamedTuple):
    """Compressed rows, with the checksum and the number of the bytes that were compressed."""

    packed: bytes
    adler: int
    size: int


def workers() -> int:
    """The number of threads that paint at once."""
    return max(1, min(8, os.cpu_count() or 1))


class _Job(Generic[T]):
    """A job that a thread does, and its result. The library has such (`concurrent.futures`), but loads much
    else with them that no picture needs."""

    def __init__(self, run: Callable[[], T]) -> None:
        self.run: Callable[[], T] | None = run
        """None if it is no longer wanted."""
        self._result: list[T] = []
        self._error: BaseException | None = None
        self._done = Lock()
        self._done.acquire()

    def do(self) -> None:
        """Do it, in a thread."""
        try:
            if (run := self.run) is not None:
                self._result.append(run())
        except BaseException as error:
            self._error = error
        finally:
            self._done.release()

    def result(self) -> T:
        """Its result, once it is done, or its error. Asked for once."""
        self._done.acquire()
        if self._error is not None:
            raise self._error
        return self._result.pop()


def _work(asked: SimpleQueue[_Job[T] | None]) -> None:
    """Do jobs until None is asked for."""
    while (job := asked.get()) is not None:
        job.do()


def in_order(jobs: Iterator[Callable[[], T]]) -> Iterator[T]:
    """The results of jobs in order, while threads run the next ones; only a few jobs are queued at a time."""
    asked: SimpleQueue[_Job[T] | None] = SimpleQueue()
    threads = [Thread(target=_work, args=(asked,)) for _ in range(workers())]
    waiting: deque[_Job[T]] = deque()
    for thread in threads:
        thread.start()
    try:
        for job in jobs:
            waiting.append(_Job(job))
            asked.put(waiting[-1])
            if len(waiting) > workers():
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for left in waiting:
            left.run = None
        for _ in threads:
            asked.put(None)
        for thread in threads:
            thread.join()


def stripes(height: int, band: int) -> Iterator[tuple[int, int]]:
    """The first row and the number of rows of each band of a picture."""
    return ((y, min(band, height - y)) for y in range(0, height, band))


def write_png_of(
    stream: BinaryIO, width: int, height: int, rows: Rows, band: int, dots_per_inch: float = 0.0,
    done: Callable[[int], None] = lambda _rows: None,
) -> None:
    """Write a picture as PNG; `done` gets the number of finished rows and may raise to cancel."""
    _begin(stream, width, height, dots_per_inch)
    adler, ready = 1, 0
    packed = bytearray(b"\x78\x01")

    def part(first: int, count: int) -> Callable[[], _Part]:
        return lambda: _packed(rows, first, count, first + count == height)

    for packed_part in in_order(part(*s) for s in stripes(height, band)):
        adler = _joined(adler, packed_part.adler, packed_part.size)
        packed += packed_part.packed
        ready += band
        if len(packed) > 1 << 16 or ready >= height:
            if ready >= height:
                packed += adler.to_bytes(4, "big")
            _chunk(stream, b"IDAT", bytes(packed))
            packed.clear()
        done(min(ready, height))
    _chunk(stream, b"IEND", b"")


def _begin(stream: BinaryIO, width: int, height: int, dots_per_inch: float) -> None:
    """Write the header of an RGB picture."""
    stream.write(b"\x89PNG\r\n\x1a\n")
    _chunk(stream, b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    if dots_per_inch:
        per_metre = round(dots_per_inch / 0.0254)
        _chunk(stream, b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1))


def _chunk(stream: BinaryIO, kind: bytes, data: bytes) -> None:
    """Write one chunk of a PNG file."""
    stream.write(struct.pack(">I", len(data)) + kind)
    stream.write(data)
    stream.write(struct.pack(">I", packing.crc32(data, packing.crc32(kind))))


def _packed(rows: Rows, first: int, count: int, last: bool) -> _Part:
    """Some rows, filtered and compressed separately."""
    above = 1 if first else 0  # painted again, for the filter
    pixels = rows(first - above, count + above)
    flat = pixels.reshape(len(pixels), -1)
    before = flat[0] if above else np.zeros(flat.shape[1], np.uint8)
    data = _raster.filtered(flat[above:], before)
    pack = packing.compressobj(_LEVEL, zlib.DEFLATED, -15)
    data_out = pack.compress(data) + pack.flush(zlib.Z_FINISH if last else zlib.Z_SYNC_FLUSH)
    return _Part(data_out, packing.adler32(data), len(data))


def _joined(one: int, other: int, size: int) -> int:
    """The checksum of two concatenated pieces from their checksums; `size` is the length of the second.

    >>> _joined(zlib.adler32(b"hex "), zlib.adler32(b"side"), 4) == zlib.adler32(b"hex side")
    True
    """
    low = (one & 0xFFFF) + (other & 0xFFFF) - 1
    high = (one >> 16) + (other >> 16) + size * ((one & 0xFFFF) - 1)
    return (high % _ADLER) << 16 | low % _ADLER
