"""An image pyramid: a picture in several sizes, cut into tiles in one file, read on demand. No Tk here.

Level 0 is the picture itself, every further level half as wide and high. The file holds the tiles as JPEG,
followed by an index as JSON.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import struct
import tempfile
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from PIL import Image, JpegImagePlugin

from ...errors import VisegradError
from ...hexgrid.affine import Affine
from ...model.files.atomic import put_in_place, real_path, why_not_written
from .picture import STRIP, PictureError, Report, picture_info, strips

TILE = STRIP
_SIGN = b"VEscan1\n"
_END = struct.Struct(">Q8s")
_KEPT = 64
"""The most tiles in memory, a megabyte each."""
_QUALITY = 90
_SHARP = 0.75
"""The least number of pixels of a level for a pixel of the screen, each way."""


class PyramidError(VisegradError):
    """The file is not a pyramid, or is incomplete."""


# -- writing ----------------------------------------------------------------------------


def write_pyramid(
    strips: Iterable[Image.Image], size: tuple[int, int], turned: int, out: BinaryIO
) -> None:
    """Write a picture given in strips from the top, all of `TILE` rows except the last."""
    out.write(_SIGN)
    levels: list[_Level] = [_Level(out, size)]
    while max(levels[-1].size) > TILE:
        width, height = levels[-1].size
        levels.append(_Level(out, ((width + 1) // 2, (height + 1) // 2)))
        levels[-2].smaller = levels[-1]
    for strip in strips:
        levels[0].add(strip)
    levels[0].end()
    start = out.tell()
    index = {"turned": turned, "levels": [{"size": x.size, "tiles": x.tiles} for x in levels]}
    out.write(json.dumps(index).encode("ascii"))
    out.write(_END.pack(start, _SIGN))


class _Level:
    """Cuts strips into tiles and passes them, half as large, to the next level."""

    def __init__(self, out: BinaryIO, size: tuple[int, int]) -> None:
        self._out, self.size = out, size
        self.tiles: list[tuple[int, int]] = []
        self.smaller: _Level | None = None
        self._half: Image.Image | None = None
        """Half a strip of this level, waiting for the other half."""

    def add(self, strip: Image.Image) -> None:
        for x in range(0, self.size[0], TILE):
            tile = strip.crop((x, 0, min(x + TILE, self.size[0]), strip.size[1]))
            start = self._out.tell()
            tile.save(self._out, "JPEG", quality=_QUALITY, subsampling=0)
            self.tiles.append((start, self._out.tell() - start))
        if self.smaller is not None:
            self.smaller.add_half(strip.reduce(2))

    def add_half(self, half: Image.Image) -> None:
        if self._half is None:
            self._half = half
            return
        first, self._half = self._half, None
        strip = Image.new(half.mode, (half.size[0], first.size[1] + half.size[1]))
        strip.paste(first, (0, 0))
        strip.paste(half, (0, first.size[1]))
        self.add(strip)

    def end(self) -> None:
        if self._half is not None:
            half, self._half = self._half, None
            self.add(half)
        if self.smaller is not None:
            self.smaller.end()


# -- reading ----------------------------------------------------------------------------


class Pyramid:
    """Reads a pyramid file; raises `PyramidError`, also later if the file is gone. Not thread-safe."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                index = _index(file)
            self.turned = int(index["turned"])
            self.sizes = [(int(x["size"][0]), int(x["size"][1])) for x in index["levels"]]
            self._where = [[(int(a), int(n)) for a, n in x["tiles"]] for x in index["levels"]]
        except (OSError, ValueError, KeyError, TypeError, IndexError, struct.error) as error:
            raise PyramidError(str(error)) from None
        if not self.sizes or any(
                len(w) != _across(s) * _down(s) for w, s in zip(self._where, self.sizes, strict=True)):
            raise PyramidError("tiles are missing")
        self._tiles: OrderedDict[tuple[int, int], Image.Image] = OrderedDict()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        return self.sizes[0]

    def part(
        self, to_picture: Affine, size: tuple[int, int]
    ) -> tuple[Image.Image, Image.Image | None] | None:
        """An image of a size, whose pixels `to_picture` takes to pixels of the picture, and a mask of its
        pixels that lie on the picture (None if all do). Returns None if none does."""
        level = self._level(to_picture.growth)
        factor = 0.5**level
        to_level = to_picture.then(Affine.scaling(factor))
        width, height = self.size[0] * factor, self.size[1] * factor
        corners = [to_level.apply(p) for p in _corners((0, 0, *size))]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        box = (max(0, math.floor(min(xs)) - 2), max(0, math.floor(min(ys)) - 2),
               min(self.sizes[level][0], math.ceil(max(xs)) + 2),
               min(self.sizes[level][1], math.ceil(max(ys)) + 2))
        if box[0] >= box[2] or box[1] >= box[3]:
            return None
        region = self.region(level, box)
        t = to_level.then(Affine.shift(-box[0], -box[1]))
        image = region.transform(size, Image.Transform.AFFINE, tuple(t), Image.Resampling.BILINEAR)
        if min(xs) >= 0 and min(ys) >= 0 and max(xs) <= width and max(ys) <= height:
            return image, None
        inside = Image.new("L", region.size, 255).transform(
            size, Image.Transform.AFFINE, tuple(t), Image.Resampling.NEAREST)
        return image, inside

    def _level(self, growth: float) -> int:
        """The smallest level with enough pixels for the screen."""
        wanted = math.floor(math.log2(max(growth / _SHARP, 1.0)))
        return min(wanted, len(self.sizes) - 1)

    def region(self, level: int, box: tuple[int, int, int, int]) -> Image.Image:
        """A part of a level; the box must lie within it."""
        left, top, right, bottom = box
        image = Image.new("RGB", (right - left, bottom - top))
        for row in range(top // TILE, (bottom - 1) // TILE + 1):
            for column in range(left // TILE, (right - 1) // TILE + 1):
                tile = self._tile(level, row * _across(self.sizes[level]) + column)
                image.paste(tile, (column * TILE - left, row * TILE - top))
        return image

    def _tile(self, level: int, number: int) -> Image.Image:
        key = (level, number)
        tile = self._tiles.get(key)
        if tile is None:
            start, count = self._where[level][number]
            try:
                with self.path.open("rb") as file:
                    file.seek(start)
                    data = file.read(count)
                tile = JpegImagePlugin.JpegImageFile(io.BytesIO(data)).convert("RGB")
            except (OSError, SyntaxError, ValueError) as error:
                raise PyramidError(str(error)) from None
            self._tiles[key] = tile
            while len(self._tiles) > _KEPT:
                self._tiles.popitem(last=False)
        self._tiles.move_to_end(key)
        return tile


def _index(file: BinaryIO) -> dict[str, Any]:
    """The index at the end of the file."""
    if file.read(len(_SIGN)) != _SIGN:
        raise PyramidError("another kind of file")
    end = file.seek(-_END.size, io.SEEK_END)
    start, sign = _END.unpack(file.read(_END.size))
    if sign != _SIGN or start >= end:
        raise PyramidError("cut short")
    file.seek(start)
    index = json.loads(file.read(end - start))
    if not isinstance(index, dict):
        raise PyramidError("no index")
    return index


def _corners(box: tuple[float, float, float, float]) -> Iterator[tuple[float, float]]:
    left, top, right, bottom = box
    yield from ((left, top), (right, top), (right, bottom), (left, bottom))


def _across(size: tuple[int, int]) -> int:
    return -(-size[0] // TILE)


def _down(size: tuple[int, int]) -> int:
    return -(-size[1] // TILE)


# The cache of pyramids between runs: a folder of bounded size.
#
# A pyramid is identified by the path, the size and the time of its picture.

MOST_BYTES = 1_500_000_000
"""Above this, the least recently used are removed; 200 megapixels take about a tenth of it."""
_VERSION = 1
_OLD_S = 3600


class ScanCache:
    """The pyramids in a folder."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder, self._most = folder, most_bytes

    def find(self, picture: Path) -> Pyramid | None:
        """The pyramid of a picture in its present state; None if it must be made first. Raises `PictureError`
        if the picture cannot be read."""
        path = self._path(picture)
        if not path.exists():
            return None
        try:
            pyramid = Pyramid(path)
        except PyramidError:
            with suppress(OSError):
                path.unlink()
            return None
        with suppress(OSError):
            os.utime(path)
        return pyramid

    def make(self, picture: Path, report: Report) -> Pyramid:
        """The pyramid of a picture, made now if necessary. Raises `PictureError`, and `Cancelled` if
        `report` returns False."""
        pyramid = self.find(picture)
        if pyramid is not None:
            return pyramid
        info = picture_info(picture)
        path = self._path(picture)
        made = ""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, made = tempfile.mkstemp(prefix="scan-", suffix=".tmp", dir=self._folder)
            with os.fdopen(handle, "wb") as out:
                write_pyramid(strips(picture, report), info.size, info.turned, out)
            put_in_place(made, path)
            return Pyramid(path)
        except OSError as error:
            why = why_not_written(error, path)
            raise PictureError(f"{picture.name} could not be prepared: {why}") from None
        except PyramidError as error:
            raise PictureError(f"{picture.name} could not be prepared: {error}.") from None
        finally:
            with suppress(OSError):
                os.unlink(made)
            self.tidy(path)

    def tidy(self, keep: Path | None = None) -> None:
        """Remove the least recently used pyramids until the rest fits, and leftovers of a crash."""
        with suppress(OSError):
            for left in self._folder.glob("scan-*.tmp"):
                if time.time() - left.stat().st_mtime > _OLD_S:
                    left.unlink()
            files = sorted(((p.stat().st_mtime, p) for p in self._folder.glob("*.scan")), reverse=True)
            room = self._most
            for _, path in files:
                room -= path.stat().st_size
                if room < 0 and path != keep:
                    with suppress(OSError):
                        path.unlink()

    def _path(self, picture: Path) -> Path:
        try:
            info = picture.stat()
        except OSError as error:
            raise PictureError(f"{picture.name} cannot be read: {error.strerror or error}.") from None
        mark = f"{_VERSION} {real_path(picture)} {info.st_size} {info.st_mtime_ns}"
        return self._folder / f"{hashlib.sha256(mark.encode('utf-8', 'replace')).hexdigest()[:24]}.scan"
