"""The maps of printed boards beneath their plan, as the map window draws them, turned as the boards lie."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterator, Mapping

from PIL import Image

from ..desk.boards import Board, Layout
from ..desk.names import read_name
from ..hexgrid import Hex, HexGeometry, HexGrid, Point
from ..model.design import Design
from .board_plan import hex_centre, played_box
from .curves import Box
from .layers import PRINTED_LAYERS
from .lazy_scene import scene_of
from .painters.part_painter import PartPainter
from .primitives import Item, Text
from .viewport import Viewport

_LEFT_OUT = ("grid", "edges", "labels", "numbers", "names", "plates", "counters")
"""The layers that the plan draws itself, upright on turned boards, or that boards have not."""
_LAYERS = tuple(name for name in PRINTED_LAYERS if name not in _LEFT_OUT)
_KEPT = 8
"""The most maps whose painters are kept; most cards have fewer boards."""
_BEYOND = 2.0
"""The parts of boards that are in play reach less than this beyond their maps, in map units."""
_NAME, _HALO = "#1b2127", "#ffffff"
_LETTER_PX = 12.0
_LEAST_PX = 6.0
"""Hexes with sides of fewer pixels are too small for names of buildings."""


class BoardPictures:
    """Paints the maps of boards, and keeps what it made of the last of them, which serves while the view
    moves."""

    def __init__(self) -> None:
        self._painters: OrderedDict[int, tuple[Design, _BoardPainter]] = OrderedDict()
        """The painters by the identity of their designs, the last used at the end."""

    def picture(
        self, layout: Layout, maps: Mapping[str, Design], view: Viewport, paper: str
    ) -> Image.Image:
        """A picture as large as the view with the maps of the boards in it, on paper; of each board as much
        as is in play. `maps` has the designs by the ids of their boards."""
        picture = Image.new("RGB", (view.width_px, view.height_px), paper)
        for board in layout.boards:
            if board.id in maps:
                self._paste(picture, board, maps[board.id], view, paper)
        return picture

    def small(self, board: Board, design: Design, size: tuple[int, int], paper: str) -> Image.Image:
        """A small picture of the map of a board as it lies, no larger than `size` in pixels."""
        left, top, right, bottom = played_box(board)
        scale = min(size[0] / (right - left), size[1] / (bottom - top))
        view = Viewport(scale, left, top, max(1, round((right - left) * scale)),
                        max(1, round((bottom - top) * scale)))
        return self.picture(Layout((board,)), {board.id: design}, view, paper)

    def _paste(
        self, picture: Image.Image, board: Board, design: Design, view: Viewport, paper: str
    ) -> None:
        """Draw the part of a board that is in play and in view."""
        pixels = view.pixels(_meeting(played_box(board), view.box), 0)
        if pixels is None:
            return
        x, y, width, height = pixels
        left, top = view.to_map(x, y)
        right, bottom = view.to_map(x + width, y + height)
        a1 = design.map.grid.parse("A1")
        assert a1 is not None  # every board has it, and the map fits the board
        there = HexGeometry(design.map.grid).centre(a1)
        here = hex_centre(board.place(Hex(0, 1)))
        corner: Point = (there[0] + here[0] - right, there[1] + here[1] - bottom) if board.turned else (
            there[0] + left - here[0], there[1] + top - here[1])
        drawn = self._painter(design).render(Viewport(view.scale, *corner, width, height), paper)
        if board.turned:
            drawn = drawn.transpose(Image.Transpose.ROTATE_180)
        picture.paste(drawn, (x, y))

    def _painter(self, design: Design) -> _BoardPainter:
        known = self._painters.pop(id(design), None)
        if known is None and len(self._painters) >= _KEPT:
            self._painters.popitem(last=False)
        painter = _BoardPainter(design) if known is None else known[1]
        self._painters[id(design)] = design, painter
        return painter


def building_names(layout: Layout, maps: Mapping[str, Design], scale: float) -> Iterator[Item]:
    """The names of buildings on the plan, upright, at a scale in pixels to the side of a hex; none where they
    would be too small. A building without a name has its id."""
    if scale < _LEAST_PX:
        return
    size = max(0.5, min(_LETTER_PX / scale, 1.4))
    for board in layout.boards:
        if board.id not in maps:
            continue
        grid = maps[board.id].map.grid
        for building in maps[board.id].map.buildings:
            points = [hex_centre(board.place(own)) for hex in building.hexes
                      if board.plays(own := _own(grid, hex))]
            if not points:
                continue
            x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
            at = x, y + 0.4 + size / 2
            text = Text(at, building.name or building.id, size, _NAME, bold=True, halo=_HALO)
            yield Item((text,), (x - 5, y - 1, x + 5, y + 3))


class _BoardPainter:
    """Paints parts of the map of one board."""

    def __init__(self, design: Design) -> None:
        scene = scene_of(design)
        self._painter = PartPainter(scene)
        left, top, right, bottom = scene.bounds
        self._all = left - _BEYOND, top - _BEYOND, right + _BEYOND, bottom + _BEYOND

    def render(self, view: Viewport, paper: str) -> Image.Image:
        """The part of the map in a view, on paper."""
        # Gathered for all of the board, the shapes serve while the view moves.
        self._painter.gather(_LAYERS, view, self._all, math.inf)
        return self._painter.render(_LAYERS, view, paper)


def _own(grid: HexGrid, hex: Hex) -> Hex:
    """A hex of a map by its column and number on the board."""
    said = read_name(grid.number(hex))
    return Hex(said.column, said.row)


def _meeting(one: Box, other: Box) -> Box:
    return (max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]))
