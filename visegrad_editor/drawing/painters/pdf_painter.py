"""Paints items on a PDF page as vectors, with embedded fonts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from reportlab.pdfbase import pdfmetrics

from ...hexgrid import Point
from ..curves import Box, boxes_meet
from ..letters.fonts import CAP_HEIGHT, font_name, is_plain, text_width
from ..primitives import Line, Polygon, Primitive, Scene, Text
from ..vector.runs import REACH, Drawn, HexRun, RunPlace, VectorScene
from .pdf_pen import HALO, PdfPen, parts, register_fonts, run_font_name

__all__ = ["paint", "register_fonts", "run_font_name"]


def paint(
    what: Scene | VectorScene | Iterable[Drawn],
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
    if isinstance(what, Scene):
        items = (i for layer in what.layers for i in layer.items)
        clip = clip or what.bounds
    elif isinstance(what, VectorScene):
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
    if isinstance(what, (Scene, VectorScene)) and clip is not None:
        canvas.setFillColorRGB(*parts(what.background))
        canvas.rect(x0, y0, x1 - x0, y1 - y0, stroke=0, fill=1)
    for item in items:
        if isinstance(item, HexRun):
            draw_run(pen, item if clip is None else item.within(clip))
            continue
        if (item.most_scale < 1e9 and not coarse) or (clip is not None and not boxes_meet(item.box, clip)):
            continue
        for primitive in item.primitives:
            pen.draw(primitive)
    canvas.restoreState()


# Runs of hexes that look the same on a PDF page: grounds and grid lines become one path, marks a form that is
# used repeatedly, numbers one text.

_FEW = 3
"""A drawing with more shapes than this becomes a form."""


def draw_run(pen: PdfPen, run: HexRun) -> None:
    """Draw all hexes of a run."""
    if run.lettered:
        for shapes, places in run.alike():
            _letters(pen, shapes, places)
    elif all(len(d) <= _FEW and all(isinstance(p, (Polygon, Line)) and _is_plain(p) for p in d)
             for d in run.drawings):
        for shapes, places in run.alike():
            for shape in shapes:
                _paths(pen, shape, places)
    else:
        _forms(pen, run)


def _is_plain(shape: Polygon | Line) -> bool:
    return not shape.smooth and (isinstance(shape, Polygon) or shape.dash is None)


def _paths(pen: PdfPen, shape: Primitive, places: Sequence[RunPlace]) -> None:
    """The same shape at many places, as one path."""
    if isinstance(shape, Polygon):
        pen.look(shape.fill, shape.stroke, shape.width, shape.opacity)
        closed, stroke, fill = True, bool(shape.stroke), bool(shape.fill)
    else:
        assert isinstance(shape, Line)
        pen.look("", shape.colour, shape.width, 1.0)
        closed, stroke, fill = False, True, False
    (left, top), k = pen.origin, pen.scale
    form = " ".join(("%.2f %.2f m", *["%.2f %.2f l"] * (len(shape.points) - 1), *("h" * closed)))
    offsets = [(px * k, -py * k) for px, py in shape.points]
    written = []
    for _, _, x, y in places:
        ox, oy = left + x * k, top - y * k
        written.append(form % tuple([v for dx, dy in offsets for v in (ox + dx, oy + dy)]))
    pen.end("\n".join(written), stroke, fill)


def _forms(pen: PdfPen, run: HexRun) -> None:
    """Draw the drawings as forms at the positions of their hexes, in order."""
    names: dict[int, str] = {}
    canvas, (left, top), k = pen.canvas, pen.origin, pen.scale
    pen.look("", "", 0.0, 1.0)  # forms inherit the opacity of fills
    for number in sorted({p.drawing for p in run.places}):
        names[number] = _form(canvas, run.drawings[number], k)
    code, used = canvas._code, canvas._formsinuse
    inside = {n: canvas._doc.getXObjectName(name) for n, name in names.items()}
    used.extend(n for n in names.values() if n not in used)
    for drawing, _, x, y in run.places:
        code.append(f"q 1 0 0 1 {left + x * k:.2f} {top - y * k:.2f} cm /{inside[drawing]} Do Q")


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


def _letters(pen: PdfPen, shapes: Iterable[Primitive], places: Sequence[RunPlace]) -> None:
    """Draw the number of each hex, in letters of one look."""
    for look in shapes:
        if not isinstance(look, Text):
            continue
        if look.rotation or look.family or not all(is_plain(p.number) for p in places):
            for p in places:
                pen.draw(_own(look, p))
            continue
        for halo in (True, False) if look.halo else (False,):
            _text(pen, look, places, halo)


def _own(look: Text, place: RunPlace) -> Text:
    return replace(look, at=(look.at[0] + place.x, look.at[1] + place.y), text=place.number)


def _text(pen: PdfPen, look: Text, places: Sequence[RunPlace], halo: bool) -> None:
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
    for _, number, px, py in places:
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
