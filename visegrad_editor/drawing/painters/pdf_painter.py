"""Paints items on a PDF page as vectors, with embedded fonts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from reportlab.pdfbase import pdfmetrics

from ...hexgrid import Point
from ..curves import Box, boxes_meet
from ..letters.fonts import CAP_HEIGHT, font_name, is_plain, text_width
from ..primitives import Item, Primitive, Text
from ..vector.parts import REACH, Drawn, HexRun, Paths, VectorScene
from .pdf_pen import HALO, SMALL, PdfPen, parts, register_fonts, run_font_name

__all__ = ["paint", "register_fonts", "run_font_name"]


def paint(
    what: VectorScene | Iterable[Drawn],
    canvas: Any,
    *,
    origin_pt: Point,
    scale_pt_per_unit: float,
    clip: Box | None = None,
    coarse: bool = False,
) -> None:
    """Draw a scene or items, from bottom to top, on a reportlab canvas.

    `origin_pt` is the position of the map's origin (0, 0) on the page, in points from its lower left corner;
    map y grows downward from there. `clip` is a box in map units: nothing outside it is drawn. Limits for the
    screen (`least_pixels`, `least_scale`) do not apply on paper; coarse forms for small scales (`most_scale`)
    are omitted, unless the items were chosen for their scale (`coarse`).
    """
    register_fonts()
    items: Iterable[Drawn]
    if isinstance(what, VectorScene):
        items = (part for layer in what.layers for part in layer.parts)
        clip = clip or what.bounds
    else:
        items = what
    canvas.saveState()
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    pen = PdfPen(canvas, origin_pt, scale_pt_per_unit)
    if clip is not None:
        (x0, y0), (x1, y1) = pen.at((clip[0], clip[3])), pen.at((clip[2], clip[1]))
        outline = canvas.beginPath()
        outline.rect(x0, y0, x1 - x0, y1 - y0)
        canvas.clipPath(outline, stroke=0, fill=0)
    if isinstance(what, VectorScene) and clip is not None:
        canvas.setFillColorRGB(*parts(what.background))
        canvas.rect(x0, y0, x1 - x0, y1 - y0, stroke=0, fill=1)
    for item in items:
        if not isinstance(item, Item):
            part = item if clip is None else item.within(clip)
            if isinstance(part, Paths):
                draw_paths(pen, part)
            else:
                draw_run(pen, part)
            continue
        if (item.most_scale < 1e9 and not coarse) or (clip is not None and not boxes_meet(item.box, clip)):
            continue
        for primitive in item.primitives:
            pen.draw(primitive)
    canvas.restoreState()


# Paths, and runs of hexes that look the same, on a PDF page: shapes apart from each other become one path,
# marks a form that is used repeatedly, numbers one text.

def draw_paths(pen: PdfPen, paths: Paths) -> None:
    """Draw paths in order; those of shapes apart from each other look by look."""
    if not len(paths.count):
        return
    together = paths.apart
    if paths.rows is not None:
        # Viewers put single lines on whole pixels, so that the sides of hexes look alike.
        together = pen.scale < SMALL
        paths = paths if together else paths.pieces()
    if paths.apart or paths.rows is not None:
        paths = paths.in_order(np.argsort(paths.which, kind="stable"))
    begins = np.nonzero(np.diff(paths.which, prepend=-1))[0].tolist()
    looks = [paths.looks[n] for n in paths.which[begins].tolist()]
    painted = "B*" if looks[0].fill and looks[0].stroke else "f*" if looks[0].fill else "S"
    end = ("h\n" if together else f"h {painted}\n") if paths.closed else ("" if together else f"{painted}\n")
    texts = pen.texts(paths.points, paths.count, end, begins)
    for text, look in zip(texts, looks, strict=True):
        pen.look(look.fill, look.stroke, look.width, look.opacity)
        pen.dash(look.dash)
        pen.canvas._code.append(text + painted if together else text)
        pen.dash(None)


def draw_run(pen: PdfPen, run: HexRun) -> None:
    """Draw all hexes of a run."""
    if not run.lettered:
        # Forms have no opacity of their own.
        clear = [any(getattr(p, "opacity", 1.0) < 1 for p in shapes) for shapes in run.drawings]
        there = np.array(clear, bool)[run.which]
        for item in run.of(there).items():
            for shape in item.primitives:
                pen.draw(shape)
        _forms(pen, run.of(~there))
        return
    for drawing in np.unique(run.which).tolist():
        _letters(pen, run.drawings[drawing], run.of(run.which == drawing))


def _forms(pen: PdfPen, run: HexRun) -> None:
    """Draw the drawings as forms at the positions of their hexes, in order."""
    names: dict[int, str] = {}
    canvas, k = pen.canvas, pen.scale
    pen.look("", "", 0.0, 1.0)  # forms inherit the opacity of fills
    for number in np.unique(run.which).tolist():
        names[number] = _form(canvas, run.drawings[number], k)
    code, used = canvas._code, canvas._formsinuse
    inside = {n: canvas._doc.getXObjectName(name) for n, name in names.items()}
    used.extend(n for n in names.values() if n not in used)
    drawn = zip(run.which.tolist(), pen.places(run.places), strict=True)
    code.append("\n".join(f"q 1 0 0 1 {place} cm /{inside[n]} Do Q" for n, place in drawn))


def _form(canvas: Any, shapes: tuple[Primitive, ...], scale: float) -> str:
    """The name of the form with these shapes about its origin, created once per document."""
    known: dict[object, str] = canvas.__dict__.setdefault("_map_forms", {})
    key = shapes, scale
    name = known.get(key)
    if name is None:
        name = known[key] = f"map{len(known) + 1}"
        reach = REACH * scale
        canvas.beginForm(name, -reach, -reach, reach, reach)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
        pen = PdfPen(canvas, (0.0, 0.0), scale)
        for shape in shapes:
            pen.draw(shape)
        canvas.endForm()
    return name


def _letters(pen: PdfPen, shapes: Iterable[Primitive], run: HexRun) -> None:
    """Draw the number of each hex, in letters of one look."""
    names = run.names
    for look in shapes:
        if not isinstance(look, Text):
            continue
        if look.rotation or look.family or not all(map(is_plain, names)):
            for item in run.items():
                for text in item.primitives:
                    pen.draw(text)
            continue
        for halo in (True, False) if look.halo else (False,):
            _text(pen, look, names, run.places.tolist(), halo)


def _text(
    pen: PdfPen, look: Text, names: Sequence[str], places: Sequence[Sequence[float]], halo: bool
) -> None:
    canvas, (left, top), k = pen.canvas, pen.origin, pen.scale
    size, name = look.size * k, font_name(look.bold, look.italic)
    font = pdfmetrics.getFont(name)
    if halo:
        pen.look("", look.halo, look.size * HALO, 1.0)
    else:
        pen.look(look.colour, "", 0.0, 1.0)
    share = {"left": 0.0, "centre": 0.5, "right": 1.0}[look.anchor]
    drop = CAP_HEIGHT * size / 2
    code = [f"BT {1 if halo else 0} Tr {look.spacing * size:.3f} Tc"]
    widths: dict[str, float] = {}
    current, x0, y0 = None, 0.0, 0.0
    for number, (px, py) in zip(names, places, strict=True):
        width = widths.get(number)
        if width is None:
            width = widths[number] = text_width(number, size, look.bold, look.italic, look.spacing)
        x = round(left + (px + look.at[0]) * k - share * width, 2)
        y = round(top - (py + look.at[1]) * k - drop, 2)
        chunks = font.splitString(number, canvas._doc)
        code.append(f"{x - x0:.2f} {y - y0:.2f} Td")
        x0, y0 = x, y
        for subset, letters in chunks:
            if subset != current:
                code.append(f"{font.getSubsetInternalName(subset, canvas._doc)} {size:.3f} Tf")
                current = subset
            code.append(f"({canvas._escape(letters)}) Tj")
    code.append("0 Tr 0 Tc ET" if halo or look.spacing else "ET")
    canvas._code.append("\n".join(code))
