"""Reads and writes the pictures of counters: PNG, JPEG and SVG files beside a scenario or a ruleset."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import VisegradError
from ..counter_picture import CounterPicture
from ..look import Look
from ..ruleset import Ruleset
from ..scenario import Scenario
from ..wording import quoted
from .atomic import SaveError, copy_file, real_path, save_bytes
from .file_guard import note_read
from .references import FileReferenceError, file_below

if TYPE_CHECKING:
    from PIL import Image

    from .svg_shapes import SvgDrawing, SvgShape

ENDINGS = (".png", ".jpg", ".jpeg", ".svg")
MOST_BYTES = 2_000_000
MOST_SIDE, LEAST_SIDE = 2_000, 8
"""The most and the fewest pixels of each side of a picture."""
MOST_PICTURES = 60
"""The most pictures of one document."""
_MOST_PAINTED, _MOST_TOGETHER = 60_000_000, 240_000_000
"""The most pixels that one drawing, and all pictures of a document, may take to paint."""
_KEPT_SIDE = 512
"""Pictures are kept in at most so many pixels each way: enough for 600 dots an inch on a large counter."""
_FINER = 2
_TOO_MANY = (f"A file may have {MOST_PICTURES} pictures, fewer if they are large. Make them smaller, or use "
             "one for several units.")
D = TypeVar("D", bound=Ruleset | Scenario)


def read_picture(name: str, folder: Path | None) -> CounterPicture:
    """The picture that a document in `folder` names; one without pixels, and why, if it cannot be used."""
    if folder is None:
        return CounterPicture(name, trouble="It is looked for once the document has a file.")
    try:
        path = file_below(name, folder, "picture", ENDINGS)
        if not path.name.lower().endswith(ENDINGS):
            raise CounterPictureError(_wrong_kind(path.name))
        if path.stat().st_size > MOST_BYTES:
            raise CounterPictureError(_too_large(path.name))
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileReferenceError as error:
        return CounterPicture(name, trouble=str(error))
    except CounterPictureError as error:
        return CounterPicture(name, trouble=str(error))
    except OSError as error:
        return CounterPicture(name, trouble=f"{name} cannot be read: {error.strerror or error}.")
    note_read(path)
    return picture_of(data, name)


def picture_of(data: bytes, name: str) -> CounterPicture:
    """The picture that the bytes of a file hold; one without pixels, and why, if it cannot be used."""
    if len(data) > MOST_BYTES:
        return CounterPicture(name, trouble=_too_large(name))
    try:
        image = _drawn(data, name) if name.lower().endswith(".svg") else _opened(data, name)
    except CounterPictureError as error:
        return CounterPicture(name, trouble=str(error))
    import hashlib  # here, since few documents have pictures of counters

    digest = hashlib.sha256(data).hexdigest()
    return CounterPicture(name, digest, *image.size, data=data, pixels=image.tobytes(),
                          effort=int(image.info.get("effort", 0)))


class CounterPictureError(VisegradError):
    """A picture cannot be used; the text is a sentence."""


def _too_large(name: str) -> str:
    return (f"{name} has more than {MOST_BYTES // 1_000_000} megabytes. Make the picture smaller with an "
            f"image editor: {_KEPT_SIDE} pixels each way are enough for a counter.")


def _wrong_kind(name: str) -> str:
    return f"{name} is none of PNG, JPEG and SVG. Save the picture as one of these."


def _opened(data: bytes, name: str) -> Image.Image:
    """The pixels of a PNG or JPEG file; no other kind is tried, whatever its name says."""
    from PIL import Image, JpegImagePlugin, PngImagePlugin

    stream = io.BytesIO(data)
    image: Any
    try:
        if data[:3] == b"\xff\xd8\xff":
            image = JpegImagePlugin.JpegImageFile(stream)
        elif data[:8] == b"\x89PNG\r\n\x1a\n":
            image = PngImagePlugin.PngImageFile(stream)
        else:
            raise CounterPictureError(
                f"{name} is neither a PNG nor a JPEG file inside, whatever its name says. Save the picture "
                "as one of these.")
        # The size is known before any pixel is unpacked.
        width, height = image.size
        if max(width, height) > MOST_SIDE:
            raise CounterPictureError(
                f"{name} has {width:,} x {height:,} pixels; at most {MOST_SIDE:,} each way can be used. Make "
                f"it smaller with an image editor: {_KEPT_SIDE} pixels are enough for a counter.")
        if min(width, height) < LEAST_SIDE:
            raise CounterPictureError(
                f"{name} has only {width} x {height} pixels; it needs at least {LEAST_SIDE}.")
        if isinstance(image, JpegImagePlugin.JpegImageFile):
            image.draft("RGB", (2 * _KEPT_SIDE, 2 * _KEPT_SIDE))
        whole = image.convert("RGBA")
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError) as error:
        del error
        raise CounterPictureError(
            f"{name} is damaged and cannot be read. Open it in an image editor and save it again.") from None
    whole.thumbnail((_KEPT_SIDE, _KEPT_SIDE), Image.Resampling.LANCZOS)
    kept: Image.Image = whole
    kept.info = {"effort": width * height * 4}
    return kept


def _drawn(data: bytes, name: str) -> Image.Image:
    """The pixels of an SVG drawing."""
    from .svg_shapes import SvgError, read_svg

    try:
        drawing = read_svg(data)
        return _painted(drawing)
    except SvgError as error:
        raise CounterPictureError(f"{name} {error}") from None
    except (RecursionError, OverflowError, MemoryError):
        raise CounterPictureError(f"{name} cannot be drawn. Save the drawing as PNG.") from None


def _painted(drawing: SvgDrawing) -> Image.Image:
    from PIL import Image

    scale = _KEPT_SIDE * _FINER / max(drawing.width, drawing.height)
    size = max(_FINER, round(drawing.width * scale)), max(_FINER, round(drawing.height * scale))
    whole = Image.new("RGBA", size)
    painted = size[0] * size[1]
    for shape in drawing.shapes:
        painted += _paint(whole, shape, scale, _MOST_PAINTED - painted)
    small = whole.reduce(_FINER)
    small.info = {"effort": painted}
    return small


def _paint(whole: Image.Image, shape: SvgShape, scale: float, left_over: int) -> int:
    """Paint a shape; the pixels that took. Raises `SvgError` if they are more than are left over."""
    from PIL import Image, ImageDraw

    from .svg_shapes import SvgError

    lines = [([(x * scale, y * scale) for x, y in points], closed) for points, closed in shape.outlines]
    around = shape.width * scale / 2 + 2 if shape.stroke else 1
    xs, ys = [x for points, _ in lines for x, _ in points], [y for points, _ in lines for _, y in points]
    left, top = max(0, int(min(xs) - around)), max(0, int(min(ys) - around))
    right, bottom = min(whole.width, int(max(xs) + around) + 1), min(whole.height, int(max(ys) + around) + 1)
    if right <= left or bottom <= top:
        return 0
    effort = (right - left) * (bottom - top) * len(lines) * (bool(shape.fill) + bool(shape.stroke))
    if effort > left_over:
        raise SvgError("has too many large shapes one over the other. Save the drawing as PNG.")
    moved = [([(x - left, y - top) for x, y in points], closed) for points, closed in lines]
    size = right - left, bottom - top
    if shape.fill is not None:
        _lay(whole, (left, top), _inside([p for p, _ in moved if len(p) > 2], size, shape.even_odd),
             shape.fill)
    if shape.stroke is not None:
        mask = Image.new("L", size)
        draw, width = ImageDraw.Draw(mask), max(1, round(shape.width * scale))
        for points, closed in moved:
            draw.line([*points, points[0]] if closed else points, fill=255, width=width, joint="curve")
        _lay(whole, (left, top), mask, shape.stroke)
    return effort


def _inside(outlines: list[list[tuple[float, float]]], size: tuple[int, int], even_odd: bool) -> Image.Image:
    """What lies inside outlines: of those that lie in each other, by the direction in which they run or, with
    `even_odd`, every other."""
    import numpy as np
    from PIL import Image, ImageDraw

    if len(outlines) == 1:
        mask = Image.new("L", size)
        ImageDraw.Draw(mask).polygon(outlines[0], fill=255)
        return mask
    turns = np.zeros((size[1], size[0]), np.int16)
    for points in outlines:
        one = Image.new("L", size)
        ImageDraw.Draw(one).polygon(points, fill=1)
        area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*points, points[0]]))
        turns += np.asarray(one, np.int16) * (1 if area > 0 or even_odd else -1)
    inside = turns % 2 == 1 if even_odd else turns != 0
    return Image.fromarray(np.where(inside, 255, 0).astype(np.uint8))


def _lay(whole: Image.Image, at: tuple[int, int], mask: Image.Image, paint: tuple[str, float]) -> None:
    from PIL import Image, ImageColor

    from .svg_shapes import SvgError

    try:
        red, green, blue = ImageColor.getrgb(paint[0])[:3]
    except ValueError:
        raise SvgError(f"has a colour {paint[0][:30]} that is not known. Save the drawing as PNG.") from None
    solid = Image.new("RGBA", mask.size, (red, green, blue, 255))
    solid.putalpha(mask.point(lambda v: round(v * paint[1])))
    whole.alpha_composite(solid, at)


# -- the looks of a document ---------------------------------------------------------------------


def looks_in(document: Ruleset | Scenario) -> Iterator[tuple[str, str, Look]]:
    """All looks of a document: the section and the name of the entry that has it, and the look."""
    if isinstance(document, Scenario):
        for unit in document.units:
            yield "units", unit.key, unit.look
        return
    for section in ("sides", "nationalities", "unit_types"):
        for one in getattr(document, section):
            yield section, one.id, one.look


def with_looks(document: D, change: Callable[[str, str, Look], Look]) -> D:
    """The document with its looks changed; itself if none differs. `change` takes section, name and look."""
    sections = ("units",) if isinstance(document, Scenario) else ("sides", "nationalities", "unit_types")
    new: dict[str, Any] = {}
    for section in sections:
        old = getattr(document, section)
        looks = [change(section, one.key if section == "units" else one.id, one.look) for one in old]
        if any(look is not one.look for look, one in zip(looks, old, strict=True)):
            new[section] = tuple(one if look is one.look else replace(one, look=look)
                                 for look, one in zip(looks, old, strict=True))
    return replace(document, **new) if new else document


def with_pictures(document: D, folder: Path | None) -> D:
    """The document with the pictures that its looks name, read from a folder; those it has stay."""
    if not any(look.picture and look.picture_read is None for _, _, look in looks_in(document)):
        return document
    known: dict[str, CounterPicture] = {
        look.picture: look.picture_read for _, _, look in looks_in(document)
        if look.picture_read is not None and look.picture_read.pixels}

    def change(_section: str, _name: str, look: Look) -> Look:
        if not look.picture or look.picture_read is not None:
            return look
        if look.picture not in known:
            effort = sum(art.effort for art in known.values())
            enough = len(known) >= MOST_PICTURES or effort >= _MOST_TOGETHER
            known[look.picture] = CounterPicture(look.picture, trouble=_TOO_MANY) if enough else (
                read_picture(look.picture, folder))
        return replace(look, art=known[look.picture])

    return with_looks(document, change)


def picture_files(document: Ruleset | Scenario, folder: Path) -> list[Path]:
    """The files of the pictures that were read for a document from a folder."""
    names = dict.fromkeys(look.picture for _, _, look in looks_in(document) if look.picture_read is not None)
    files = []
    for name in names:
        with suppress(FileReferenceError):
            files.append(file_below(name, folder, "picture", ENDINGS))
    return files


def free_name(wanted: str, folder: Path) -> str:
    """A file name for a picture that is not taken in the folder."""
    path = Path(wanted)
    number, name = 1, path.name
    while (folder / name).exists():
        number += 1
        name = f"{path.stem}-{number}{path.suffix}"
    return name


def picture_file_beside(file: Path) -> CounterPicture:
    """The picture of a file anywhere, named as it will be beside a document. Raises `SaveError` for a file
    that cannot be used."""
    name = file.name
    try:
        if not file.is_file():
            raise SaveError(f"There is no file {name} in {file.parent}.")
        if file.stat().st_size > MOST_BYTES:
            raise SaveError(_too_large(name))
        data = file.read_bytes()
    except OSError as error:
        raise SaveError(f"{name} cannot be read: {error.strerror or error}.") from None
    if not name.lower().endswith(ENDINGS):
        raise SaveError(_wrong_kind(name))
    art = picture_of(data, name)
    if art.trouble:
        raise SaveError(art.trouble)
    return art


def copy_picture(file: Path, folder: Path) -> str:
    """Copy a picture beside a document, under a free name, which is returned; a picture that is there already
    stays, and so does one with the same content. Raises `SaveError`, also for a file that cannot be used."""
    data = picture_file_beside(file).data
    with suppress(ValueError, OSError):
        # One that is already in the folder or below it stays where it is.
        return real_path(file).relative_to(real_path(folder)).as_posix()
    name = file.name
    name = "".join(c if c.isalnum() or c in "._- " else "-" for c in name)[-150:]
    target = folder / name
    try:
        if target.is_file() and not target.is_symlink() and target.stat().st_size == len(data) and (
                target.read_bytes() == data):
            return name
    except OSError:
        pass
    name = free_name(name, folder)
    copy_file(file, folder / name)
    return name


def bring_pictures(document: Ruleset | Scenario, base: Ruleset | Scenario | None, folder: Path) -> list[str]:
    """Write the pictures of a document that are not in the folder to which it is saved; sentences for the
    user. Those that a base has with the same look stay with the base."""
    inherited = {(section, name): look for section, name, look in looks_in(base)} if base else {}
    arts = {look.picture: art for section, name, look in looks_in(document)
            if (art := look.picture_read) is not None and art.data
            and inherited.get((section, name)) != look}
    return [note for art in _missing(arts.values(), folder) if (note := _bring(art, folder))]


def _missing(arts: Iterable[CounterPicture], folder: Path) -> Iterator[CounterPicture]:
    for art in arts:
        if read_picture(art.name, folder).digest != art.digest:
            yield art


def _bring(art: CounterPicture, folder: Path) -> str:
    target = folder / art.name
    if target.exists() or target.is_symlink():
        return (f"The counters now show the {art.name} of the new folder, which is another picture than "
                "before.")
    try:
        if not real_path(target).is_relative_to(real_path(folder)):
            raise SaveError("its folder leads out of this one by a symbolic link.")
        target.parent.mkdir(parents=True, exist_ok=True)
        save_bytes(art.data, target)
    except (OSError, SaveError) as error:
        return f"The picture {quoted(art.name)} of counters was not copied: {error}"
    return f"The picture {art.name} of counters was copied too."
