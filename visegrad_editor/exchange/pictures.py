"""Pictures of the map, with the set-up of the scenario where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from PIL import Image

from ..drawing.bands import bands
from ..drawing.png_stream import write_png
from ..drawing.scene import SceneBuilder
from ..drawing.svg_painter import svg_text
from ..drawing.viewport import Viewport
from ..model.design import Design
from .errors import Report, Stopped
from .picture_options import PictureOptions, picture_size

_GREATEST_DPI = 65_535
"""That a JPEG file can name."""


def write_map_png(
    design: Design, stream: BinaryIO, options: PictureOptions, report: Report = lambda _f, _t: True
) -> None:
    """Write the map as a PNG picture, band by band: never more than a small part of it is in memory."""
    size = picture_size(design.map, options)
    write_png(stream, size.width_px, size.height_px, _bands(design, options, report), size.dpi)


def write_map_jpeg(
    design: Design, stream: BinaryIO, options: PictureOptions, report: Report = lambda _f, _t: True
) -> None:
    """Write the map as a JPEG picture."""
    size = picture_size(design.map, options, "JPEG")
    image = Image.new("RGB", (size.width_px, size.height_px))
    y = 0
    for band in _bands(design, options, report, "JPEG"):
        image.paste(band, (0, y))
        y += band.height
    dpi = min(_GREATEST_DPI, round(size.dpi))
    image.save(stream, "JPEG", quality=options.quality, subsampling=0, dpi=(dpi, dpi))


def map_svg(design: Design, options: PictureOptions) -> bytes:
    """The map as an SVG drawing in millimetres, in UTF-8."""
    name = design.scenario.title if design.scenario else design.map.title
    scene = _builder(options).scene(design, layers=options.shown)
    text = svg_text(scene, mm_per_unit=options.side_mm, title=name, lettering=options.lettering)
    return text.encode()


def _builder(options: PictureOptions) -> SceneBuilder:
    return SceneBuilder(replace(options.style, turn=options.turn % 4))


def _bands(
    design: Design, options: PictureOptions, report: Report, kind: str = "PNG"
) -> Iterator[Image.Image]:
    """The picture from top to bottom; raises `Stopped` where `report` says that it is not wanted any more."""
    size = picture_size(design.map, options, kind)
    if not report(0.0, "Drawing the map"):
        raise Stopped
    builder = _builder(options)
    scene = builder.scene(design, layers=options.shown)
    left, top, _, _ = scene.bounds
    view = Viewport(size.scale, left, top, size.width_px, size.height_px)
    painted = bands(scene, view)
    if "counters" in options.shown and options.counters < 1:
        bare = builder.scene(design, layers=[x for x in options.shown if x != "counters"])
        painted = (
            Image.blend(below, above, options.counters)
            for below, above in zip(bands(bare, view), painted, strict=True))
    done = 0
    for band in painted:
        yield band
        done += band.height
        if not report(done / size.height_px, f"{done:,} of {size.height_px:,} rows of pixels"):
            raise Stopped
