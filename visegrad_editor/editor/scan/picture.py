"""Pictures of up to 250 megapixels, read in strips so that they never stand in memory as a whole. No Tk here.

Pillow keeps every pixel of a colour picture in four bytes, which makes 800 MB of 200 megapixels. So large
JPEG files are read twice: the brightness in full, one byte a pixel, and the colours at half the size,
which is what most JPEG files hold anyway. PNG files are read row by row, see `png_rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, JpegImagePlugin, PngImagePlugin

from .png_rows import BadPng, PngRows

MOST_PIXELS = 250_000_000
"""Larger pictures are refused."""
WHOLE = 60_000_000
"""Pictures of fewer pixels are simply loaded."""
STRIP = 512
"""Rows of a strip."""

Report = Callable[[float], bool]
"""Told how much is done, 0 to 1; answers whether to go on."""
_QUARTERS = {3: 2, 4: 2, 5: 3, 6: 1, 7: 1, 8: 3}
"""By the orientation that a camera has noted: quarters clockwise to turn the picture upright."""


class BadPicture(Exception):
    """Why a picture cannot be used, as a sentence."""


class Stopped(Exception):
    """The user stopped the reading."""


@dataclass(frozen=True)
class PictureInfo:
    """What the beginning of a picture file tells. `turned`: quarters clockwise to be turned by."""

    size: tuple[int, int]
    kind: str
    turned: int = 0

    @property
    def megapixels(self) -> float:
        """Millions of pixels."""
        return self.size[0] * self.size[1] / 1e6


def picture_info(path: Path) -> PictureInfo:
    """What a picture is; raises `BadPicture` for what cannot be used."""
    with _opened(path) as image:
        info = PictureInfo(image.size, str(image.format), _turned(image))
    if min(info.size) < 16:
        raise BadPicture(f"{path.name} has only {info.size[0]} x {info.size[1]} pixels.")
    if info.size[0] * info.size[1] > MOST_PIXELS:
        raise BadPicture(
            f"{path.name} has {info.megapixels:,.0f} megapixels ({info.size[0]:,} x {info.size[1]:,}); at "
            f"most {MOST_PIXELS // 1_000_000} can be used. Make it smaller with a picture program: half "
            "the resolution is a quarter of the pixels, and enough to trace.")
    return info


def strips(path: Path, report: Report, whole: int = WHOLE) -> Iterator[Image.Image]:
    """The picture from the top in strips of `STRIP` rows, as RGB, YCbCr or L images.

    Raises `BadPicture`, and `Stopped` where `report` asks to stop. Pictures of up to `whole` pixels
    are loaded at once.
    """
    info = picture_info(path)
    small = info.size[0] * info.size[1] <= whole
    try:
        if small:
            found = _cut(_loaded(path, report))
        elif info.kind == "PNG":
            found = _png(path, report)
        else:
            found = _jpeg(path, report)
        yield from found
    except BadPng as error:
        raise BadPicture(f"{path.name}: {error}") from None
    except (OSError, SyntaxError, ValueError, EOFError):
        raise BadPicture(
            f"{path.name} is damaged and cannot be read to its end. Open it in a picture program and save it "
            "anew.") from None
    except MemoryError:
        raise BadPicture(f"There is not enough memory for {path.name}. Make the picture smaller.") from None


# -- the kinds of files -----------------------------------------------------------------


def _opened(path: Path) -> JpegImagePlugin.JpegImageFile | PngImagePlugin.PngImageFile:
    """The picture, nothing but its header read. Pillow's own `open` is passed by: it knows fewer pixels as
    its limit, and more kinds of files than are meant here."""
    try:
        with path.open("rb") as stream:
            start = stream.read(8)
        if start[:3] == b"\xff\xd8\xff":
            return JpegImagePlugin.JpegImageFile(path)
        if start == b"\x89PNG\r\n\x1a\n":
            return PngImagePlugin.PngImageFile(path)
    except FileNotFoundError:
        raise BadPicture(f"There is no file {path.name} in {path.parent}.") from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        if isinstance(error, OSError) and error.strerror:
            raise BadPicture(f"{path.name} cannot be read: {error.strerror}.") from None
        raise BadPicture(f"{path.name} is damaged: its beginning cannot be read. Open it in a picture "
                         "program and save it anew.") from None
    raise BadPicture(f"{path.name} is neither a PNG nor a JPEG file. Save the picture as one of these.")


def _turned(image: Any) -> int:
    if image.format != "JPEG":
        # Pillow would load a whole PNG to look for such a note, and cameras write none.
        return 0
    try:
        return _QUARTERS.get(image.getexif().get(274, 1), 0)
    except (OSError, SyntaxError, ValueError, KeyError, TypeError):
        return 0


def _loaded(path: Path, report: Report, mode: str = "", shrink: int = 1, share: tuple[float, float] = (0, 1),
            ) -> Image.Image:
    """The whole picture; a JPEG file perhaps as another mode, or smaller by 2. `share` is what part of the
    work this is, from and to."""
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
            raise Stopped
        return data

    image.load_read = counted  # type: ignore[method-assign]
    try:
        with image:
            image.load()
    finally:
        # Else the picture would hold itself in memory.
        del image.load_read
    return image


def _cut(image: Image.Image) -> Iterator[Image.Image]:
    wide, high = image.size
    for y in range(0, high, STRIP):
        yield plain(image.crop((0, y, wide, min(high, y + STRIP))))


def _jpeg(path: Path, report: Report) -> Iterator[Image.Image]:
    with _opened(path) as header:
        mode, size = header.mode, header.size
    if mode == "L":
        yield from _cut(_loaded(path, report))
        return
    if mode != "RGB":
        # Four inks: half the size is enough for the eye, and a quarter of the memory.
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
        # The colour of a pixel lies between those of the half picture, so the rows around count, too.
        top = max(0, y // 2 - 1)
        around = half.crop((0, top, half.size[0], min(half.size[1], end // 2 + 2)))
        box = (0, y / 2 - top, size[0] / 2, min(end / 2 - top, around.size[1]))
        blue, red = (around.getchannel(band).resize(part.size, Image.Resampling.BILINEAR, box)
                     for band in ("Cb", "Cr"))
        yield Image.merge("YCbCr", (part, blue, red))


def _png(path: Path, report: Report) -> Iterator[Image.Image]:
    rows = PngRows(path)
    if not rows.streams:
        # One byte a pixel, or a rare kind.
        yield from _cut(_loaded(path, report))
        return
    done = 0
    for strip in rows.strips(STRIP):
        done += strip.size[1]
        if not report(done / rows.size[1]):
            raise Stopped
        yield plain(strip)


def plain(image: Image.Image) -> Image.Image:
    """An image without palette, alpha or deep colours: what is clear becomes white paper."""
    if image.mode in ("RGB", "L", "YCbCr"):
        return image
    if image.mode.startswith("I"):
        return image.convert("I").point(lambda v: v / 256).convert("L")
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        rgba = image.convert("RGBA")
        paper = Image.new("RGBA", rgba.size, "#ffffff")
        return Image.alpha_composite(paper, rgba).convert("RGB")
    return image.convert("RGB")
