"""A piece of map at the pointer, before it is put down."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image, ImageTk

from ..drawing.piece_picture import PiecePainter
from ..hexgrid import HexGeometry, Point
from ..model.region import Fragment, hex_at
from ..model.ruleset import Ruleset
from ..model.select import outlines
from . import map_style
from .canvas_view import MapView
from .theme import ACCENT, ERROR
from .tools import Carried

_MOST_DRAWN = 700
"""A larger piece is shown in plain colours, which is quick enough to follow the pointer."""
_MOST_PIXELS = 6_000_000
"""A larger picture is left out; the outline stays."""
_OPACITY = 0.8


class PieceGhost:
    """Draws on a map view's canvas; the picture of a piece is kept until it is turned or zoomed."""

    def __init__(self, view: MapView) -> None:
        self._view = view
        self._painter: PiecePainter | None = None
        self._photo: tuple[float, ImageTk.PhotoImage | None] = (0.0, None)
        self._outline: tuple[Fragment | None, list[list[Point]]] = (None, [])

    def draw(self, carried: Carried, geometry: HexGeometry, ruleset: Ruleset, tag: str) -> None:
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

    def _picture(self, carried: Carried, ruleset: Ruleset) -> ImageTk.PhotoImage | None:
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
        wide, high = painter.size
        if wide * high * scale * scale > _MOST_PIXELS:
            return None
        fine = len(painter.fragment) <= _MOST_DRAWN
        image: Image.Image = painter.image(scale) if fine else painter.coarse(scale)
        image.putalpha(image.getchannel("A").point(lambda a: round(a * _OPACITY)))
        return ImageTk.PhotoImage(image, master=self._view.canvas)

    def _rim(self, fragment: Fragment, geometry: HexGeometry) -> list[list[Point]]:
        """The outline of the piece about its anchor: the same wherever it lies."""
        if self._outline[0] is not fragment:
            grid = geometry.grid
            anchor = next(iter(grid))
            x, y = geometry.centre(anchor)
            lines = outlines(geometry, frozenset(hex_at(grid, anchor, o) for o in fragment.hexes))
            self._outline = (fragment, [[(px - x, py - y) for px, py in line] for line in lines])
        return self._outline[1]
