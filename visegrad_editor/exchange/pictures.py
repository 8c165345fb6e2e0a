"""Pictures of the map, with the set-up of the scenario if there is one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import BinaryIO

import numpy as np
from PIL import Image

from ..drawing.style import Style
from ..errors import Cancelled
from ..model.design import Design
from ..model.gc_pause import gc_paused
from .errors import Report
from .picture_options import PictureOptions, PictureSize, check_drawing, picture_size, shown_box

_GREATEST_DPI = 65_535
"""The highest resolution that a JPEG file can state."""


def write_map_png(
    design: Design, stream: BinaryIO, options: PictureOptions, report: Report = lambda _f, _t: True
) -> None:
    """Write the map as a PNG picture, band by band: only a small part of it is in memory at any time."""
    size = picture_size(design.map, options, box=shown_box(design, options))
    from ..drawing.compiled.png_parts import write_png_of
    from ..drawing.painters.map_painter import band_height

    rows = _painter(design, options, size, report)
    write_png_of(stream, size.width_px, size.height_px, rows, band_height(size.width_px), size.dpi,
                 lambda done: _report_rows(report, done, size.height_px))


def write_map_jpeg(
    design: Design, stream: BinaryIO, options: PictureOptions, report: Report = lambda _f, _t: True
) -> None:
    """Write the map as a JPEG picture."""
    size = picture_size(design.map, options, "JPEG", shown_box(design, options))
    image = Image.new("RGB", (size.width_px, size.height_px))
    y = 0
    for band in _bands(design, options, size, report):
        image.paste(band, (0, y))
        y += band.height
    dpi = min(_GREATEST_DPI, round(size.dpi))
    image.save(stream, "JPEG", quality=options.quality, subsampling=0, dpi=(dpi, dpi))


def write_map_svg(
    design: Design, stream: BinaryIO, options: PictureOptions, report: Report = lambda _f, _t: True
) -> None:
    """Write the map as an SVG drawing in millimetres, in UTF-8, piece by piece; raises `ExportError` for
    impossible hex sizes."""
    check_drawing(options)
    if not report(0.0, "Drawing the map"):
        raise Cancelled
    with gc_paused():
        for piece in _svg(design, options):
            stream.write(piece.encode())


def map_svg(design: Design, options: PictureOptions) -> bytes:
    """The map as an SVG drawing: see `write_map_svg`."""
    stream = BytesIO()
    write_map_svg(design, stream, options)
    return stream.getvalue()


def _svg(design: Design, options: PictureOptions) -> Iterator[str]:
    from ..drawing.painters.svg_painter import svg_pieces, svg_pixels
    from ..drawing.vector.vector_scene import vector_scene

    name = design.scenario.title if design.scenario else design.map.title
    scene = vector_scene(design, svg_pixels(options.side_mm), layers=options.shown, style=_style(options),
                         box=shown_box(design, options))
    return svg_pieces(scene, mm_per_unit=options.side_mm, title=name, lettering=options.lettering,
                      counters=options.counters)


def _style(options: PictureOptions) -> Style:
    return replace(options.style, turn=options.turn % 4)


def _report_rows(report: Report, done: int, whole: int) -> None:
    """Report how many rows are done; raises `Cancelled` if the picture is cancelled."""
    if not report(done / whole, f"{done:,} of {whole:,} rows of pixels"):
        raise Cancelled


def _painter(
    design: Design, options: PictureOptions, size: PictureSize, report: Report
) -> Callable[[int, int], np.ndarray]:
    """A function that paints rows of the picture, given the first and their number; the pixels are valid
    until the same thread paints other rows."""
    from ..drawing.painters.map_painter import MapPainter

    if not report(0.0, "Drawing the map"):
        raise Cancelled

    box = shown_box(design, options)

    def of(layers: tuple[str, ...]) -> MapPainter:
        with gc_paused():
            return MapPainter(
                design, layers, size.scale, size.width_px, size.height_px, _style(options), box)

    whole = of(options.shown)
    if "counters" not in options.shown or options.counters >= 1:
        return whole.lent_rows
    bare = of(tuple(x for x in options.shown if x != "counters"))
    share = options.counters

    def blended(first: int, count: int) -> np.ndarray:
        below, above = (Image.fromarray(p.lent_rows(first, count)) for p in (bare, whole))
        return np.asarray(Image.blend(below, above, share))

    return blended


def _bands(
    design: Design, options: PictureOptions, size: PictureSize, report: Report
) -> Iterator[Image.Image]:
    """The picture from top to bottom; raises `Cancelled` if `report` cancels it."""
    from ..drawing.compiled.png_parts import in_order, stripes
    from ..drawing.painters.map_painter import band_height

    rows = _painter(design, options, size, report)
    parts = stripes(size.height_px, band_height(size.width_px))
    done = 0
    for band in in_order(partial(_copied, rows, *part) for part in parts):
        yield band
        done += band.height
        _report_rows(report, done, size.height_px)


def _copied(rows: Callable[[int, int], np.ndarray], first: int, count: int) -> Image.Image:
    return Image.fromarray(rows(first, count))
