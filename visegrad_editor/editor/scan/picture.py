"""Reads pictures of up to 250 megapixels in strips, so that they are never in memory as a whole. No Tk here.

Pillow keeps every pixel of a colour picture in four bytes, so 200 megapixels take 800 MB. Large JPEG files
are therefore read twice: the brightness in full, one byte per pixel, and the colours at half the size, which
is what most JPEG files hold anyway. PNG files are read row by row, see `PngRows`.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from PIL import Image, JpegImagePlugin, PngImagePlugin

from ...errors import Cancelled, VisegradError
from ...lazy_dataclass import dataclass

MOST_PIXELS = 250_000_000
"""Larger pictures are refused."""
WHOLE = 60_000_000
"""Pictures with fewer pixels are loaded as a whole."""
STRIP = 512
"""The number of rows of a strip."""

Report = Callable[[float], bool]
"""Gets the progress, 0 to 1, and returns whether to continue."""
_QUARTERS = {3: 2, 4: 2, 5: 3, 6: 1, 7: 1, 8: 3}
"""For the EXIF orientation of a camera: clockwise quarter turns that set the picture upright."""


class PictureError(VisegradError):
    """A picture cannot be used; the text is a sentence."""


@dataclass(frozen=True)
class PictureInfo:
    """The header of a picture file. `turned` is the clockwise quarter turns that set it upright."""

    size: tuple[int, int]
    kind: str
    turned: int = 0

    @property
    def megapixels(self) -> float:
        """Millions of pixels."""
        return self.size[0] * self.size[1] / 1e6


def picture_info(path: Path) -> PictureInfo:
    """The header of a picture; raises `PictureError` for files that cannot be used."""
    with _opened(path) as image:
        info = PictureInfo(image.size, str(image.format), _turned(image))
    if min(info.size) < 16:
        raise PictureError(f"{path.name} has only {info.size[0]} x {info.size[1]} pixels.")
    if info.size[0] * info.size[1] > MOST_PIXELS:
        raise PictureError(
            f"{path.name} has {info.megapixels:,.0f} megapixels ({info.size[0]:,} x {info.size[1]:,}); at "
            f"most {MOST_PIXELS // 1_000_000} can be used. Make it smaller with an image editor: half "
            "the resolution is a quarter of the pixels, and enough for tracing.")
    return info


def strips(path: Path, report: Report, whole: int = WHOLE) -> Iterator[Image.Image]:
    """The picture from the top in strips of `STRIP` rows, as RGB, YCbCr or L images.

    Raises `PictureError`, and `Cancelled` if `report` returns False. Pictures of up to `whole` pixels
    are loaded at once.
    """
    info = picture_info(path)
    small = info.size[0] * info.size[1] <= whole
    try:
        if small:
            parts = _cut(_loaded(path, report))
        elif info.kind == "PNG":
            parts = _png(path, report)
        else:
            parts = _jpeg(path, report)
        yield from parts
    except PngError as error:
        raise PictureError(f"{path.name}: {error}") from None
    except (OSError, SyntaxError, ValueError, EOFError):
        raise PictureError(
            f"{path.name} is damaged and cannot be read to its end. Open it in an image editor and save it "
            "again.") from None
    except MemoryError:
        raise PictureError(f"There is not enough memory for {path.name}. Make the picture smaller.") from None


# -- the kinds of files -----------------------------------------------------------------


def _opened(path: Path) -> JpegImagePlugin.JpegImageFile | PngImagePlugin.PngImageFile:
    """The picture with only its header read. Pillow's own `open` is avoided: it has a lower limit of pixels
    and accepts more kinds of files than wanted here."""
    try:
        with path.open("rb") as stream:
            start = stream.read(8)
        if start[:3] == b"\xff\xd8\xff":
            return JpegImagePlugin.JpegImageFile(path)
        if start == b"\x89PNG\r\n\x1a\n":
            return PngImagePlugin.PngImageFile(path)
    except FileNotFoundError:
        raise PictureError(f"There is no file {path.name} in {path.parent}.") from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        if isinstance(error, OSError) and error.strerror:
            raise PictureError(f"{path.name} cannot be read: {error.strerror}.") from None
        raise PictureError(f"{path.name} is damaged: its beginning cannot be read. Open it in an image "
                           "editor and save it again.") from None
    raise PictureError(f"{path.name} is neither a PNG nor a JPEG file. Save the picture as one of these.")


def _turned(image: Any) -> int:
    if image.format != "JPEG":
        # Pillow would load a whole PNG to look for an orientation, and cameras write none there.
        return 0
    try:
        return _QUARTERS.get(image.getexif().get(274, 1), 0)
    except (OSError, SyntaxError, ValueError, KeyError, TypeError):
        return 0


def _loaded(path: Path, report: Report, mode: str = "", shrink: int = 1, share: tuple[float, float] = (0, 1),
            ) -> Image.Image:
    """The whole picture; a JPEG file perhaps in another mode or shrunk. `share` is the range of the progress
    that this is part of."""
    image = _opened(path)
    if isinstance(image, JpegImagePlugin.JpegImageFile) and (mode or shrink > 1):
        image.draft(mode or None, (image.size[0] // shrink, image.size[1] // shrink))
    total = max(1, path.stat().st_size)
    done = 0
    read = image.load_read

    def counted(read_bytes: int) -> bytes:
        nonlocal done
        data = read(read_bytes)
        done += len(data)
        if not report(share[0] + (share[1] - share[0]) * min(1.0, done / total)):
            raise Cancelled
        return data

    image.load_read = counted  # type: ignore[method-assign]
    try:
        with image:
            image.load()
    finally:
        # Otherwise the picture would keep a reference to itself.
        del image.load_read
    return image


def _cut(image: Image.Image) -> Iterator[Image.Image]:
    width, height = image.size
    for y in range(0, height, STRIP):
        yield plain(image.crop((0, y, width, min(height, y + STRIP))))


def _jpeg(path: Path, report: Report) -> Iterator[Image.Image]:
    with _opened(path) as header:
        mode, size = header.mode, header.size
    if mode == "L":
        yield from _cut(_loaded(path, report))
        return
    if mode != "RGB":
        # CMYK: half the size looks good enough and takes a quarter of the memory.
        inks = _loaded(path, report, shrink=2)
        for y in range(0, size[1], STRIP):
            end = min(size[1], y + STRIP)
            part = plain(inks.crop((0, y // 2, inks.size[0], (end + 1) // 2)))
            yield part.resize((size[0], end - y))
        return
    half = _loaded(path, report, "YCbCr", 2, (0, 0.45))
    light = _loaded(path, report, "L", 1, (0.45, 1))
    for y in range(0, size[1], STRIP):
        end = min(size[1], y + STRIP)
        part = light.crop((0, y, size[0], end))
        # The colour of a pixel is interpolated in the half picture, so the rows around it are needed.
        top = max(0, y // 2 - 1)
        around = half.crop((0, top, half.size[0], min(half.size[1], end // 2 + 2)))
        box = (0, y / 2 - top, size[0] / 2, min(end / 2 - top, around.size[1]))
        blue, red = (around.getchannel(band).resize(part.size, Image.Resampling.BILINEAR, box)
                     for band in ("Cb", "Cr"))
        yield Image.merge("YCbCr", (part, blue, red))


def _png(path: Path, report: Report) -> Iterator[Image.Image]:
    rows = PngRows(path)
    if not rows.streams:
        # One byte per pixel, or a rare kind.
        yield from _cut(_loaded(path, report))
        return
    done = 0
    for strip in rows.strips(STRIP):
        done += strip.size[1]
        if not report(done / rows.size[1]):
            raise Cancelled
        yield plain(strip)


def plain(image: Image.Image) -> Image.Image:
    """An image without palette, alpha or deep colours; transparent parts become white."""
    if image.mode in ("RGB", "L", "YCbCr"):
        return image
    if image.mode.startswith("I"):
        return image.convert("I").point(lambda v: v / 256).convert("L")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        rgba = image.convert("RGBA")
        paper = Image.new("RGBA", rgba.size, "#ffffff")
        return Image.alpha_composite(paper, rgba).convert("RGB")
    return image.convert("RGB")


# Reads a PNG file strip by strip: only a strip and a row of it are in memory.
#
# The rows of a PNG are compressed as one stream, and each is stored as the difference from the row above. So
# the stream is unpacked piece by piece, and every strip, after the last row of the previous strip, is put
# into a small PNG, which Pillow reads.

_SIGN = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {2: 3, 4: 2, 6: 4}
"""Channels of the colour types read in strips: RGB, grey with alpha, RGB with alpha."""
_READ = 1 << 18


class PngError(PictureError):
    """A file cannot be read; the text is a sentence."""


class PngRows:
    """One PNG file. `streams` says whether it can be read in strips; files with a palette, deep colours or
    interlacing cannot."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("rb") as stream:
            if stream.read(8) != _SIGN:
                raise PngError("This is not a PNG file.")
            length, kind = _chunk(stream)
            if kind != b"IHDR" or length != 13:
                raise PngError("The file does not begin with the size of the picture.")
            self._header = stream.read(13)
        width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", self._header)
        self.size = (width, height)
        self.streams = depth == 8 and colour in _CHANNELS and not interlaced
        self._row = 1 + width * _CHANNELS.get(colour, 1)

    def strips(self, rows: int) -> Iterator[Image.Image]:
        """The picture from the top in strips of `rows` rows; raises `PngError`."""
        above = b""
        height = self.size[1]
        done = 0
        filtered = _Pieces(self._unpacked())
        while done < height:
            count = min(rows, height - done)
            data = filtered.take(count * self._row)
            if len(data) < count * self._row:
                complete = done + len(data) // self._row
                raise PngError(f"The file ends after {complete:,} of {height:,} rows.")
            strip = self._strip(above, data, count)
            above = b"\0" + strip.crop((0, count - 1, self.size[0], count)).tobytes()
            yield strip
            done += count

    def _strip(self, above: bytes, data: bytes, count: int) -> Image.Image:
        """A strip as an image; `above` is the plain row above it, b"" for the first strip."""
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
                            raise PngError(f"The rows are damaged ({error}).") from None
                        data = unpack.unconsumed_tail
                stream.seek(4, io.SEEK_CUR)


def _chunk(stream: BinaryIO) -> tuple[int, bytes]:
    """The length and kind of the next chunk of a file; (0, b"") at its end."""
    head = stream.read(8)
    return struct.unpack(">I4s", head) if len(head) == 8 else (0, b"")


def _packed(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


class _Pieces:
    """A buffer that takes any number of bytes from pieces of any length."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._left = pieces, bytearray()

    def take(self, count: int) -> bytes:
        """The next bytes; fewer at the end."""
        while len(self._left) < count and (piece := next(self._pieces, None)) is not None:
            self._left += piece
        taken = bytes(self._left[:count])
        del self._left[:count]
        return taken
