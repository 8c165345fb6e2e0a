"""Reads a PNG file strip by strip: only a strip and a row of it are in memory. No Tk here.

The rows of a PNG are packed as one stream, and each is written as what differs from the row above. So the
stream is unpacked bit by bit, and every strip is put, behind the last row of the strip before, into a
small PNG of its own, which Pillow reads.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from PIL import Image, PngImagePlugin

_SIGN = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {2: 3, 4: 2, 6: 4}
"""Colour types read in strips: RGB, grey with alpha, RGB with alpha."""
_READ = 1 << 18


class BadPng(Exception):
    """Why a file cannot be read, as a sentence."""


class PngRows:
    """One PNG file. `streams` says whether it can be read in strips; a palette, deep colours and interlaced
    rows cannot."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("rb") as stream:
            if stream.read(8) != _SIGN:
                raise BadPng("This is no PNG file.")
            length, kind = _chunk(stream)
            if kind != b"IHDR" or length != 13:
                raise BadPng("The file begins with another thing than its size.")
            self._header = stream.read(13)
        wide, high, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", self._header)
        self.size = (wide, high)
        self.streams = depth == 8 and colour in _CHANNELS and not interlaced
        self._row = 1 + wide * _CHANNELS.get(colour, 1)

    def strips(self, rows: int) -> Iterator[Image.Image]:
        """The picture from the top, so many rows at a time; raises `BadPng`."""
        above = b""
        high = self.size[1]
        done = 0
        filtered = _Pieces(self._unpacked())
        while done < high:
            count = min(rows, high - done)
            data = filtered.take(count * self._row)
            if len(data) < count * self._row:
                raise BadPng(f"The file breaks off after {done + len(data) // self._row:,} of {high:,} rows.")
            strip = self._strip(above, data, count)
            above = b"\0" + strip.crop((0, count - 1, self.size[0], count)).tobytes()
            yield strip
            done += count

    def _strip(self, above: bytes, data: bytes, count: int) -> Image.Image:
        """A strip by itself; `above` is the row above it as it is, b"" for the first."""
        more = 1 if above else 0
        header = struct.pack(">II", self.size[0], count + more) + self._header[8:]
        body = zlib.compress(above + data, 0)
        small = _SIGN + _packed(b"IHDR", header) + _packed(b"IDAT", body) + _packed(b"IEND", b"")
        image = PngImagePlugin.PngImageFile(io.BytesIO(small))
        image.load()
        return image.crop((0, more, self.size[0], count + more)) if more else image

    def _unpacked(self) -> Iterator[bytes]:
        """The stream of filtered rows, a piece at a time."""
        unpack = zlib.decompressobj()
        with self._path.open("rb") as stream:
            stream.seek(8)
            while True:
                length, kind = _chunk(stream)
                if kind in (b"IEND", b""):
                    return
                if kind != b"IDAT":
                    stream.seek(length + 4, io.SEEK_CUR)
                    continue
                while length > 0:
                    data = stream.read(min(length, _READ))
                    if not data:
                        return
                    length -= len(data)
                    while data:
                        try:
                            yield unpack.decompress(data, _READ)
                        except zlib.error as error:
                            raise BadPng(f"The rows are damaged ({error}).") from None
                        data = unpack.unconsumed_tail
                stream.seek(4, io.SEEK_CUR)


def _chunk(stream: BinaryIO) -> tuple[int, bytes]:
    """Length and kind of the next part of a file; (0, b"") at its end."""
    head = stream.read(8)
    return struct.unpack(">I4s", head) if len(head) == 8 else (0, b"")


def _packed(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


class _Pieces:
    """Takes as many bytes as wanted from pieces of any length."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._left = pieces, bytearray()

    def take(self, count: int) -> bytes:
        """The next bytes; fewer at the end."""
        while len(self._left) < count and (piece := next(self._pieces, None)) is not None:
            self._left += piece
        taken = bytes(self._left[:count])
        del self._left[:count]
        return taken
