"""The overlay above the tiles of the map: hover, hex cursor, selection, previews, flashes, highlights."""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from PIL import Image, ImageDraw, ImageTk

from ...drawing.counters import Counter, counter_item
from ...drawing.painters.pixel_painter import PixelPainter
from ...drawing.piece_picture import PiecePainter
from ...drawing.styled_design import apply_style_to_ruleset
from ...drawing.viewport import Viewport
from ...hexgrid import Hex, HexGeometry, Point
from ...model.design import Design
from ...model.region import Fragment, hex_at
from ...model.ruleset import Ruleset
from ...model.select import box, outlines
from ..tools import CarriedPiece, Preview
from ..window.theme import ACCENT, ERROR, px
from . import style as map_style
from .view import MapView

_LEAST_LETTERS = 12
"""The least height in pixels of the letters of a dragged name, however small the map is drawn."""
_FLASHES = 6
_FLASH_MS = 140
LEGAL = "#1f9d4d"
"""The tint of the hexes where what is carried may be put down."""
AREA_NAME = "area-name"
"""The tag of the names of areas, which stay readable above tints."""
_MOST_TINTED = 800
"""A preview of more hexes is shown as an outline, which follows the pointer quickly."""


class Overlay:
    """Draws on the canvas of a map view; everything is redrawn when the zoom changes."""

    def __init__(self, view: MapView, design: Design) -> None:
        self._view = view
        self._canvas = view.canvas
        self._design = design
        self._fills: dict[tuple[str, int, float, str], ImageTk.PhotoImage] = {}
        self._ghosts: dict[tuple[str, bool, float], ImageTk.PhotoImage] = {}
        self._painter = PixelPainter()
        self._hover: Hex | None = None
        self._cursor: Hex | None = None
        self._selected: Hex | None = None
        self._highlighted: frozenset[Hex] = frozenset()
        self._preview = Preview()
        self._lit: frozenset[Hex] = frozenset()
        self._at: Point = (0.0, 0.0)
        self._flash_timer = ""
        self._region: frozenset[Hex] = frozenset()
        self._marks = RegionMarks(view, self.fill)
        self._piece = PieceGhost(view)
        self._rim: tuple[frozenset[Hex], list[list[Point]]] = (frozenset(), [])
        view.zoomed.connect(self._zoomed)

    @property
    def _geometry(self) -> HexGeometry:
        return self._design.map.geometry

    def show(self, design: Design) -> None:
        """Use this design from now on."""
        self._design = design
        self._ghosts.clear()
        self.redraw()

    def _zoomed(self) -> None:
        self._fills.clear()
        self._ghosts.clear()
        self.redraw()

    def redraw(self) -> None:
        """Draw everything again."""
        self.highlight(self._highlighted)
        self.region(self._region)
        self.select(self._selected)
        self.hover(self._hover)
        self.cursor(self._cursor)
        self._canvas.delete("lit")
        self._lit = frozenset()
        self.preview(self._preview, self._at)

    # -- single hexes -------------------------------------------------------------------

    def hover(self, hex: Hex | None) -> None:
        """Outline the hex under the pointer."""
        self._hover = hex
        self._outline("hover", hex, (("#ffffff", 3), ("#20262e", 1)))

    def cursor(self, hex: Hex | None) -> None:
        """Outline the hex of the keyboard's hex cursor."""
        self._cursor = hex
        self._outline("cursor", hex, (("#ffffff", 5), ("#d9480f", 3)))

    def select(self, hex: Hex | None) -> None:
        """Outline the selected hex."""
        self._selected = hex
        self._outline("selection", hex, (("#ffffff", 5), (ACCENT, 3)))

    def _outline(self, tag: str, hex: Hex | None, rims: Iterable[tuple[str, int]]) -> None:
        self._canvas.delete(tag)
        if hex is None:
            return
        xy = self._flat(self._geometry.corners(hex))
        for colour, width in rims:
            self._canvas.create_polygon(xy, fill="", outline=colour, width=width, tags=(tag, "overlay"))

    # -- many hexes ---------------------------------------------------------------------

    def highlight(self, hexes: frozenset[Hex]) -> None:
        """Tint hexes until the next call, for example the set-up area of the selected unit."""
        self._highlighted = hexes
        self._canvas.delete("highlight")
        self._tint(hexes, ACCENT, "highlight", 80)

    def region(self, hexes: frozenset[Hex]) -> None:
        """Mark the selected hexes."""
        self._region = hexes
        self._marks.show(hexes, self._geometry)

    def _tint(self, hexes: Collection[Hex], colour: str, tag: str, strength: int = 150) -> None:
        if not hexes:
            return  # saves making the picture of a tinted hex at each zoom level
        photo = self.fill(colour, strength)
        for hex in hexes:
            x, y = self._view.to_canvas(self._geometry.centre(hex))
            self._canvas.create_image(round(x), round(y), image=photo, tags=(tag, "overlay"))

    def fill(self, colour: str, strength: int) -> ImageTk.PhotoImage:
        """A translucent hex of a colour at the current scale."""
        scale, shape_seen = self._view.viewport.scale, self._view.geometry.shape
        if (colour, strength, scale, shape_seen) not in self._fills:
            edge = max(4, round(scale * 2) + 2)
            mask = Image.new("L", (edge * 3, edge * 3))
            corners = [self._view.geometry.corner_offset(i) for i in range(6)]
            shape = [((x * scale + edge / 2) * 3, (y * scale + edge / 2) * 3) for x, y in corners]
            ImageDraw.Draw(mask).polygon(shape, fill=strength)
            image = Image.new("RGBA", (edge, edge), colour)
            image.putalpha(mask.reduce(3))
            self._fills[colour, strength, scale, shape_seen] = ImageTk.PhotoImage(image, master=self._canvas)
        return self._fills[colour, strength, scale, shape_seen]

    def flash(self, hexes: Iterable[Hex]) -> None:
        """Make hexes blink so that they are easy to find."""
        if self._flash_timer:
            self._canvas.after_cancel(self._flash_timer)
        targets = list(hexes)

        def blink(left: int) -> None:
            self._canvas.delete("flash")
            self._flash_timer = ""
            if left and left % 2 == 0:
                for hex in targets:
                    self._canvas.create_polygon(self._flat(self._geometry.corners(hex)), fill="",
                                                outline=ERROR, width=5, tags=("flash", "overlay"))
                self._tint(targets, ERROR, "flash")
            if left > 1:
                self._flash_timer = self._canvas.after(_FLASH_MS, blink, left - 1)

        blink(_FLASHES)

    # -- previews of tools --------------------------------------------------------------

    def preview(self, preview: Preview, at: Point) -> None:
        """Draw a tool's preview; `at` is the pointer in map units."""
        self._preview, self._at = preview, at
        self._light(preview.lit)
        self._canvas.delete("preview")
        colour = ERROR if preview.erasing else preview.colour
        if len(preview.hexes) <= _MOST_TINTED:
            self._tint(preview.hexes, colour, "preview")
        elif not preview.outline:
            self._strokes(self._outlines(preview.hexes), colour, True)
        if len(preview.outline) > 1:
            self._strokes([list(preview.outline)], colour, preview.erasing)
        if preview.piece is not None:
            self._piece.draw(preview.piece, self._geometry, self._design.ruleset, "preview")
        self._strokes([list(self._geometry.side_ends(s)) for s in preview.sides], colour, preview.erasing)
        roads = [[self._geometry.centre(s.a), self._geometry.centre(s.b)] for s in preview.stretches]
        self._strokes(roads, colour, preview.erasing)
        if len(preview.path) > 1:
            self._strokes([[self._geometry.centre(h) for h in preview.path]], colour, preview.erasing)
        elif preview.path:
            self._dot(self._geometry.centre(preview.path[0]), colour)
        if preview.frame:
            seen = self._view.viewport.scale >= preview.letters_below
            self._framed(preview.frame, "" if seen else preview.letters, colour)
        for point in preview.points:
            self._dot(point, colour)
        if preview.refused:
            self._no_entry(at)
        if len(preview.hexes) == 1:
            at = self._geometry.centre(next(iter(preview.hexes)))
        self._draw_ghosts(preview.ghost, at)

    def _light(self, hexes: frozenset[Hex]) -> None:
        """Tint the hexes where something can be done; they seldom change while the pointer moves."""
        if hexes != self._lit:
            self._lit = hexes
            self._canvas.delete("lit")
            self._tint(hexes, LEGAL, "lit", 90)
            if self._canvas.find_withtag(AREA_NAME):
                self._canvas.tag_raise(AREA_NAME)

    def _dot(self, at: Point, colour: str) -> None:
        """Draw a place that was, or would be, clicked."""
        x, y = self._view.to_canvas(at)
        r = max(4.0, self._view.viewport.scale * 0.16)
        self._canvas.create_oval(x - r, y - r, x + r, y + r, fill=colour, outline="#ffffff", width=2,
                                 tags=("preview", "overlay"))

    def _framed(self, frame: tuple[Point, ...], letters: str, colour: str) -> None:
        """Draw a frame around a name, perhaps with the name in it."""
        for rim, width in (("#ffffff", 4), (colour, 2)):
            self._canvas.create_polygon(self._flat(frame), fill="", outline=rim, width=width,
                                        tags=("preview", "overlay"))

        if not letters:
            return
        (x0, y0), (x1, y1), (x2, y2), _ = (self._view.to_canvas(p) for p in frame)
        height = math.hypot(x2 - x1, y2 - y1)
        if height * 0.75 < _LEAST_LETTERS:
            self._above_frame(letters, (x0 + x2) / 2, min(y0, y1, y2) - 4, colour)
            return
        self._canvas.create_text(
            (x0 + x2) / 2, (y0 + y2) / 2, text=letters, fill=colour,
            font=("TkDefaultFont", -max(1, round(height * 0.75))),
            angle=-math.degrees(math.atan2(y1 - y0, x1 - x0)), tags=("preview", "overlay"))

    def _above_frame(self, letters: str, x: float, y: float, colour: str) -> None:
        """Draw a name above a frame that is too small for it."""
        tags = ("preview", "overlay")
        text = self._canvas.create_text(x, y, text=letters, fill=colour, anchor="s", tags=tags,
                                        font=("TkDefaultFont", -px(_LEAST_LETTERS)))
        left, top, right, bottom = self._canvas.bbox(text)
        ground = self._canvas.create_rectangle(left - 3, top, right + 3, bottom, fill="#ffffff",
                                               outline=colour, tags=tags)
        self._canvas.tag_lower(ground, text)

    def _no_entry(self, at: Point) -> None:
        """Draw the sign beside the pointer that nothing can be done here."""
        x, y = self._view.to_canvas(at)
        r = px(8)
        x, y = x + 2 * r, y + 2 * r
        tags, d = ("preview", "overlay", "refused"), r * 0.7
        box = x - r, y - r, x + r, y + r
        self._canvas.create_oval(box, fill="#ffffff", outline=ERROR, width=3, tags=tags)
        self._canvas.create_line(x - d, y + d, x + d, y - d, fill=ERROR, width=3, tags=tags)

    def _outlines(self, hexes: frozenset[Hex]) -> list[list[Point]]:
        """The closed outlines of many hexes, cached while the set is the same object."""
        if self._rim[0] is not hexes:
            lines = outlines(self._geometry, hexes)
            self._rim = (hexes, [[*line, line[0]] for line in lines])
        return self._rim[1]

    def _strokes(self, lines: list[list[Point]], colour: str, erasing: bool) -> None:
        """Draw lines with a pale rim; all rims are below all lines, so that lines join."""
        width = max(4, round(self._view.viewport.scale * 0.16))
        flat = [self._flat(points) for points in lines]
        for xy in flat:
            self._canvas.create_line(xy, fill="#ffffff", width=width + 3, capstyle="round",
                                     joinstyle="round", tags=("preview", "overlay"))
        for xy in flat:
            self._canvas.create_line(xy, fill=colour, width=width, capstyle="round", joinstyle="round",
                                     dash=(6, 4) if erasing else (), tags=("preview", "overlay"))

    def _draw_ghosts(self, keys: tuple[str, ...], at: Point) -> None:
        step = self._view.viewport.scale * 0.15
        for i, key in enumerate(keys):
            photo = self._ghost(key)
            if photo is not None:
                x, y = self._view.to_canvas(at)
                self._canvas.create_image(round(x + i * step), round(y - i * step), image=photo,
                                          tags=("preview", "overlay"))

    def _ghost(self, key: str) -> ImageTk.PhotoImage | None:
        scenario = self._design.scenario
        unit = scenario.unit_by_key.get(key) if scenario else None
        if unit is None:
            return None
        scale = max(self._view.viewport.scale, 18.0)
        known = self._ghosts.get((key, unit.reduced, scale))
        if known is None:
            ruleset, style = apply_style_to_ruleset(self._design.ruleset, map_style.current())
            item = counter_item(Counter(unit), ruleset, (0.0, 0.0), style.counter_size, style=style)
            edge = round(scale * style.counter_size * 1.2)
            half = edge / scale / 2
            image = self._painter.render_transparent([item], Viewport(scale, -half, -half, edge, edge))
            image.putalpha(image.getchannel("A").point(lambda a: a * 4 // 5))
            known = ImageTk.PhotoImage(image, master=self._canvas)
            self._ghosts[key, unit.reduced, scale] = known
        return known

    def _flat(self, points: Iterable[Point]) -> list[float]:
        return [v for p in points for v in self._view.to_canvas(p)]


def overlay_tags(canvas: tk.Canvas) -> set[str]:
    """The tags of everything drawn above the tiles, for tests."""
    return {t for item in canvas.find_withtag("overlay") for t in canvas.gettags(item) if t != "overlay"}


# The selected hexes on the map: a dashed outline and a light tint.

_MOST_SELECTED_TINTED = 1500
"""With more visible hexes, these are so small that the outline is enough."""
_STRENGTH = 60
_LINE = "region"


class RegionMarks:
    """Draws on a map view's canvas. `fill` makes the picture of a tinted hex at the view's scale; `name` is
    the tag of the outline on the canvas."""

    def __init__(self, view: MapView, fill: Callable[[str, int], ImageTk.PhotoImage], *, name: str = _LINE,
                 dash: tuple[int, int] = (7, 4), strength: int = _STRENGTH) -> None:
        self._view, self._fill = view, fill
        self._line, self._tint_name, self._dash, self._strength = name, f"{name}-tint", dash, strength
        self.colour = ACCENT
        """The colour in which it is drawn from the next call of `show` or `redraw`."""
        self._hexes: frozenset[Hex] = frozenset()
        self._geometry: HexGeometry | None = None
        self._lines: list[list[Point]] = []
        view.moved.connect(self._moved)

    def show(self, hexes: frozenset[Hex], geometry: HexGeometry) -> None:
        """Mark these hexes from now on."""
        if hexes != self._hexes or geometry != self._geometry:
            self._hexes, self._geometry = hexes, geometry
            self._lines = outlines(geometry, hexes)
        self.redraw()

    def redraw(self) -> None:
        """Redraw the marks at the scale of the view."""
        if not self._view.fitted:
            return
        canvas = self._view.canvas
        canvas.delete(self._line)
        self._tint()
        flat = [[v for p in (*line, line[0]) for v in self._view.to_canvas(p)] for line in self._lines]
        for xy in flat:
            canvas.create_line(xy, fill="#ffffff", width=4, joinstyle="round", tags=(self._line, "overlay"))
        for xy in flat:
            canvas.create_line(xy, fill=self.colour, width=2, dash=self._dash, joinstyle="round",
                               tags=(self._line, "overlay"))

    def _tint(self) -> None:
        """Tint the visible hexes."""
        canvas, geometry = self._view.canvas, self._geometry
        canvas.delete(self._tint_name)
        if not self._hexes or geometry is None:
            return
        seen = self._in_sight(geometry)
        if len(seen) > _MOST_SELECTED_TINTED:
            return
        photo = self._fill(self.colour, self._strength)
        for hex in seen:
            x, y = self._view.to_canvas(geometry.centre(hex))
            canvas.create_image(round(x), round(y), image=photo, tags=(self._tint_name, "overlay"))
        if canvas.find_withtag(self._line):
            canvas.tag_lower(self._tint_name, self._line)

    def _in_sight(self, geometry: HexGeometry) -> frozenset[Hex]:
        """The marked hexes that are in the window or just outside it."""
        v = self._view.viewport
        corners = [self._view.to_map(x, y) for x in (0, v.width_px) for y in (0, v.height_px)]
        corner_hexes = [geometry.nearest(x, y) for x, y in corners]
        first = Hex(min(h.col for h in corner_hexes) - 1, min(h.row for h in corner_hexes) - 1)
        last = Hex(max(h.col for h in corner_hexes) + 1, max(h.row for h in corner_hexes) + 1)
        return box(geometry.grid, first, last) & self._hexes

    def _moved(self) -> None:
        """Tint the hexes that have become visible."""
        if self._hexes and self._view.fitted:
            self._tint()


# A piece of map at the pointer, before it is pasted.

_MOST_DRAWN = 700
"""A larger piece is drawn in plain colours, to follow the pointer quickly enough."""
_MOST_PIXELS = 6_000_000
"""A larger picture is omitted; only the outline is drawn."""
_OPACITY = 0.8


class PieceGhost:
    """Draws a piece on the canvas of a map view; its picture is cached until it is turned or zoomed."""

    def __init__(self, view: MapView) -> None:
        self._view = view
        self._painter: PiecePainter | None = None
        self._photo: tuple[float, ImageTk.PhotoImage | None] = (0.0, None)
        self._outline: tuple[Fragment | None, list[list[Point]]] = (None, [])

    def draw(self, carried: CarriedPiece, geometry: HexGeometry, ruleset: Ruleset, tag: str) -> None:
        """Draw the piece; `geometry` is that of the map."""
        canvas = self._view.canvas
        x, y = self._view.to_canvas(geometry.centre(carried.at))
        photo = self._picture(carried, ruleset)
        if photo is not None and self._painter is not None:
            dx, dy = self._painter.anchor
            scale = self._view.viewport.scale
            canvas.create_image(round(x - dx * scale), round(y - dy * scale), anchor="nw", image=photo,
                                tags=(tag, "overlay"))
        ax, ay = geometry.centre(carried.at)
        for line in self._rim(carried.fragment, geometry):
            xy = [v for px, py in (*line, line[0]) for v in self._view.to_canvas((px + ax, py + ay))]
            canvas.create_line(xy, fill="#ffffff", width=4, tags=(tag, "overlay"))
            canvas.create_line(xy, fill=ERROR if carried.lost else ACCENT, width=2, dash=(7, 4),
                               tags=(tag, "overlay"))

    def _picture(self, carried: CarriedPiece, ruleset: Ruleset) -> ImageTk.PhotoImage | None:
        scale, turn = self._view.viewport.scale, self._view.geometry.turn
        old = self._painter
        style = replace(map_style.current(), turn=turn)
        if (old is None or old.fragment is not carried.fragment or old.parts != carried.parts
                or old.ruleset is not ruleset or old.style != style):
            self._painter = PiecePainter(carried.fragment, ruleset, carried.parts, style)
            self._photo = (0.0, None)
        assert self._painter is not None
        if self._photo[0] != scale:
            self._photo = (scale, self._painted(self._painter, scale))
        return self._photo[1]

    def _painted(self, painter: PiecePainter, scale: float) -> ImageTk.PhotoImage | None:
        width, height = painter.size
        if width * height * scale * scale > _MOST_PIXELS:
            return None
        fine = len(painter.fragment) <= _MOST_DRAWN
        image: Image.Image = painter.image(scale) if fine else painter.coarse(scale)
        image.putalpha(image.getchannel("A").point(lambda a: round(a * _OPACITY)))
        return ImageTk.PhotoImage(image, master=self._view.canvas)

    def _rim(self, fragment: Fragment, geometry: HexGeometry) -> list[list[Point]]:
        """The outline of the piece, relative to its anchor."""
        if self._outline[0] is not fragment:
            grid = geometry.grid
            anchor = next(iter(grid))
            x, y = geometry.centre(anchor)
            lines = outlines(geometry, frozenset(hex_at(grid, anchor, o) for o in fragment.hexes))
            self._outline = (fragment, [[(px - x, py - y) for px, py in line] for line in lines])
        return self._outline[1]
