"""A map on several pages to be glued together, after a page of instructions.

Each page with a neighbour on its left is trimmed at its left edge and laid on that neighbour, up to a dashed
line; rows are laid on the rows above in the same way. In the overlap both pages show the same hexes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..lazy_dataclass import dataclass
from .blocks import Heading, Paragraph
from .cover import TitleBlock
from .document import Imprint, document_bytes, draw_page, end_page, open_document
from .flow import Block, Element, lay_out
from .map_art import MapDrawing, MapPicture
from .map_key import MapKey
from .page_plan import PagePlan, PageWindow
from .paper import MM, Frame
from .pen import Pen
from .text import BODY, HAIRLINE, INK, LABEL, SMALL, STRONG, TextStyle, shorten
from .words import count_words, map_source_words

_PLAN_LAYERS = ("terrain", "rivers", "borders")
_MARK, _OFF = 2.4 * MM, 0.6 * MM
"""Length of a cutting mark, and its distance from the corner."""
_FLAG = 1.5 * MM
"""Half the width of a triangle at the end of the line for the next page."""
_DASHES = (3.0, 3.0)
_GLUE = "#8a8f94"


def tiled_bytes(
    drawing: MapDrawing, plan: PagePlan, key: MapKey, imprint: Imprint, eyebrow: str, title: str
) -> bytes:
    """The PDF of a map on the pages of a plan, after a page with the plan, the key and instructions."""
    first = Frame(plan.page.width, plan.page.height)
    pages = lay_out(_first_page(drawing, plan, key, eyebrow, title, first), first)
    stream, canvas = open_document(plan.page, imprint)
    pen = Pen(canvas, plan.page.height, drawing.style)
    count = len(pages) + len(plan.windows)
    for number, blocks in enumerate(pages, start=1):
        draw_page(pen, first, imprint, blocks, number, count)
    for window in plan.windows:
        _draw_window(pen, drawing, plan, window, imprint)
        end_page(canvas)
    return document_bytes(stream, canvas)


# -- the first page -------------------------------------------------------------------------------


def _first_page(
    drawing: MapDrawing, plan: PagePlan, key: MapKey, eyebrow: str, title: str, page: Frame
) -> Sequence[Element]:
    across, down = (o * plan.scale / MM for o in plan.overlap)
    several = len(plan.windows) > 1
    sizes = [f"{size:.0f} mm {way}" for size, way in ((across, "across"), (down, "down")) if size > 0]
    shared = f"Pages overlap by {' and '.join(sizes)} and show the same hexes there." if sizes else ""
    width, height = _size_mm(plan)
    texts = [
        "Print at actual size (100 %), not fitted to the page. The bar above is then 100 mm long.",
        *([
            "If there is a page to its left, trim a page at its left edge; if there is one above, at its top "
            "edge. Cut from cutting mark to cutting mark.",
            "Glue each page onto the one to its left, with its edge along the dashed line between the "
            f"triangles; glue each row onto the row above in the same way. {shared}",
        ] if several else []),
    ]
    summary = (
        f"Hexes {plan.scale * 3**0.5 / MM:.4g} mm from side to side; "
        f"the map is {width:.0f} × {height:.0f} mm on {count_words(len(plan.windows), 'page')}"
        + (f", {count_words(plan.rows, 'row')} of {plan.columns}." if several else "."))
    head: list[Block] = [TitleBlock(eyebrow, title, summary)]
    tail: list[Block] = [Heading("Assembling the pages" if several else "Printing the page"), Ruler()]
    tail += [Paragraph(text, BODY, 3.0, f"{n}.", 16.0) for n, text in enumerate(texts, start=1)]
    used = sum(b.gap + b.height(page.content_width) for b in (*head, *tail))
    signs = key.height(page.content_width) + 12.0
    room = page.content_height - used - 14.0
    if room - signs >= 0.3 * page.content_height:
        room -= signs
    remarks = " ".join(t for t in (map_source_words(drawing.design.map), drawing.left_out(plan.scale)) if t)
    if remarks:
        head.append(Paragraph(remarks, SMALL))
        room -= 14.0
    key.gap = 12.0
    return [*head, Plan(drawing, plan, room), *tail, key]


def _size_mm(plan: PagePlan) -> tuple[float, float]:
    """Width and height of the assembled map in millimetres."""
    first, last = plan.windows[0].box, plan.windows[-1].box
    return tuple((last[n + 2] - first[n]) * plan.scale / MM for n in (0, 1))  # type: ignore[return-value]


@dataclass
class Plan(Block):
    """The map fitted to the room, with the outlines and names of the pages."""

    drawing: MapDrawing
    plan: PagePlan
    room: float
    gap: float = 8.0

    def _picture(self) -> MapPicture:
        first, last = self.plan.windows[0].box, self.plan.windows[-1].box
        return MapPicture(self.drawing, (*first[:2], *last[2:]), _PLAN_LAYERS)

    def height(self, width: float) -> float:
        return self._picture().fitted(width, self.room)[1]

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        picture = self._picture()
        picture_width, picture_height = picture.fitted(width, self.room)
        left = x + (width - picture_width) / 2
        picture.draw(pen, left, top, picture_width, picture_height)
        scale = picture.scale(picture_width)
        for window in self.plan.windows:
            x0, y0, x1, y1 = _trimmed(self.plan, window)
            at = left + (x0 - picture.box[0]) * scale, top + (y0 - picture.box[1]) * scale
            size = (x1 - x0) * scale, (y1 - y0) * scale
            pen.box(*at, *size, stroke=INK, line=0.8)
            letters = TextStyle(STRONG.font, max(5.0, min(16.0, 0.4 * min(size))), 0.0, INK)
            name_width = letters.width(window.name) + 0.5 * letters.size
            middle = at[0] + size[0] / 2, at[1] + size[1] / 2
            pen.box(middle[0] - name_width / 2, middle[1] - 0.65 * letters.size,
                    name_width, 1.3 * letters.size, fill="#ffffff", radius=0.3 * letters.size)
            pen.text(middle[0], middle[1], window.name, letters, "centre")


def _trimmed(plan: PagePlan, window: PageWindow) -> tuple[float, float, float, float]:
    """The part of a page that its neighbours do not cover."""
    x0, y0, x1, y1 = window.box
    return (x0, y0, x1 - plan.overlap[0] * (window.column < plan.columns - 1),
            y1 - plan.overlap[1] * (window.row < plan.rows - 1))


@dataclass
class Ruler(Block):
    """A bar of 100 mm, to check the scale of the print."""

    gap: float = 6.0

    def height(self, width: float) -> float:
        return 20.0

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        for n in range(10):
            pen.box(x + n * 10 * MM, top + 2, 10 * MM, 5, fill=INK if n % 2 == 0 else "#ffffff", stroke=INK)
        pen.text(x + 100 * MM + 6, top - 1, "100 mm", LABEL)


# -- the pages of the map -------------------------------------------------------------------------


def _draw_window(pen: Pen, drawing: MapDrawing, plan: PagePlan, window: PageWindow, imprint: Imprint) -> None:
    page = plan.page
    x0, y0, x1, y1 = window.box
    width, height = (x1 - x0) * plan.scale, (y1 - y0) * plan.scale
    left, top = page.side, page.top
    MapPicture(drawing, window.box, whole=False).draw(pen, left, top, width, height)
    pen.outline(f"Page {window.name}", f"page-{window.name}", 0)
    _marks(pen, left, top, width, height)
    _joins(pen, plan, window, left, top, width, height)
    pen.text(left, 10 * MM, shorten(imprint.head, LABEL, page.content_width), LABEL)
    _foot(pen, plan, window, imprint)


def _marks(pen: Pen, left: float, top: float, width: float, height: float) -> None:
    """Cutting marks at the four corners."""
    for x, way in ((left, -1), (left + width, 1)):
        for y, up in ((top, -1), (top + height, 1)):
            _stroke(pen, (x + way * _OFF, y), (x + way * (_OFF + _MARK), y))
            _stroke(pen, (x, y + up * _OFF), (x, y + up * (_OFF + _MARK)))


def _joins(
    pen: Pen, plan: PagePlan, window: PageWindow, left: float, top: float, width: float, height: float
) -> None:
    """Dashed lines for the edges of the next pages, with triangles at their ends."""
    across, down = (o * plan.scale for o in plan.overlap)
    if window.column < plan.columns - 1:
        x = left + width - across
        _stroke(pen, (x, top), (x, top + height), _DASHES)
        for y, way in ((top - _OFF, -1), (top + height + _OFF, 1)):
            _flag(pen, [(x, y), (x - _FLAG, y + way * _FLAG * 1.4), (x + _FLAG, y + way * _FLAG * 1.4)])
        name = f"{PageWindow(window.row, window.column + 1, window.box).name} →"
        pen.text(x + _FLAG + 2, top + height + _OFF - 1, name, SMALL)
    if window.row < plan.rows - 1:
        y = top + height - down
        _stroke(pen, (left, y), (left + width, y), _DASHES)
        for x, way in ((left - _OFF, -1), (left + width + _OFF, 1)):
            _flag(pen, [(x, y), (x + way * _FLAG * 1.4, y - _FLAG), (x + way * _FLAG * 1.4, y + _FLAG)])


def _stroke(
    pen: Pen, start: tuple[float, float], end: tuple[float, float], dashes: tuple[float, float] | None = None
) -> None:
    canvas = pen.canvas
    canvas.saveState()
    canvas.setStrokeColor(_GLUE if dashes else INK)
    canvas.setLineWidth(0.4)
    if dashes:
        canvas.setDash(*dashes)
    canvas.line(start[0], pen.height - start[1], end[0], pen.height - end[1])
    canvas.restoreState()


def _flag(pen: Pen, points: Sequence[tuple[float, float]]) -> None:
    path: Any = pen.canvas.beginPath()
    path.moveTo(points[0][0], pen.height - points[0][1])
    for x, y in points[1:]:
        path.lineTo(x, pen.height - y)
    path.close()
    pen.canvas.setFillColor(INK)
    pen.canvas.drawPath(path, stroke=0, fill=1)


def _foot(pen: Pen, plan: PagePlan, window: PageWindow, imprint: Imprint) -> None:
    """The name of the page, its row and column, and a small plan that shows it filled."""
    page = plan.page
    top, bottom = page.floor + 3.6 * MM, page.height - 10 * MM
    room = bottom - top
    cell = min(room / plan.rows, 60 * MM / plan.columns, 7 * MM)
    plan_width, plan_height = cell * plan.columns, cell * plan.rows
    left = page.width - page.side - plan_width
    for other in plan.windows:
        mine = other is window
        pen.box(left + other.column * cell, bottom - plan_height + other.row * cell, cell, cell,
                fill=INK if mine else "#ffffff", stroke=INK if mine else HAIRLINE, line=0.4)
    name = TextStyle(STRONG.font, 13, 15, INK)
    pen.text(page.side, bottom - 15, window.name, name)
    x = page.side + name.width(window.name) + 8
    where = f"row {window.row + 1} of {plan.rows}, column {window.column + 1} of {plan.columns}"
    width = left - x - 10
    pen.text(x, bottom - 20, shorten(where, LABEL, width), LABEL)
    pen.text(x, bottom - 10, shorten(imprint.foot, SMALL, width), SMALL)
