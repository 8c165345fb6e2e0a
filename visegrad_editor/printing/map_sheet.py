"""The map on one page or on many, and the overview picture of a set-up sheet."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ..drawing.curves import Box
from ..drawing.layers import PRINTED_LAYERS
from ..drawing.map_bounds import map_bounds
from ..drawing.style import DEFAULT, Style
from ..drawing.styled_design import apply_style
from ..hexgrid import HexGeometry
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.fingerprint import content_mark
from ..model.in_play import InPlay, with_whole_map
from . import words
from .document import Imprint, pdf_bytes
from .flow import Block, lay_out
from .fonts import clean
from .hidden_set_up import without_hidden_places
from .map_art import MapDrawing, MapPicture
from .map_key import MapKey, map_key
from .map_options import MapOptions
from .map_tiles import tiled_bytes
from .page_plan import PagePlan, page_plan
from .paper import MM, Frame, Paper, frame, paper_named
from .pen import Pen
from .text import GROUP, LABEL, SMALL, shorten

_HEAD = 30.0
_GAP = 10.0
"""White space between the map and its key, in points."""
_MOST_KEY = 0.4
"""The largest share of a page for the key below the map."""
_LEAST_KEY = 0.6
"""The width of the key below a narrow map, as a share of the width of the page."""


def overview(
    design: Design, counter_size: float = 0.0, turn: int = 0, style: Style = DEFAULT
) -> MapPicture:
    """The map with all units whose hex is fixed, cut to the part in play, after `turn` clockwise quarter
    turns. `counter_size` 0 stands for that of the style."""
    return _whole(
        design, turn, replace(style, counter_size=counter_size or style.counter_size), PRINTED_LAYERS)


def _whole(design: Design, turn: int, style: Style, layers: Collection[str]) -> MapPicture:
    drawing = MapDrawing(design, replace(style, turn=turn % 4), layers)
    return MapPicture(drawing, play_box(design, turn) or drawing.bounds)


def play_box(design: Design, turn: int = 0) -> Box | None:
    """The box around the part of the map in play; None if the whole map is in play."""
    return InPlay(design).bounds(turn)


@dataclass
class MapPage(Block):
    """A title line, the map as large as the page allows, and below it the key, if any, as wide as the map."""

    picture: MapPicture
    key: MapKey | None
    title: str
    room: float

    def height(self, width: float) -> float:
        return self.room

    def size(self, width: float) -> tuple[float, float]:
        """Width and height of the map in points. The key below is as wide as the map, so a narrow map has a
        taller key and is a little smaller."""
        map_width, map_height = self.picture.fitted(width, self.room - _HEAD)
        if self.key is None:
            return map_width, map_height
        while True:
            below = _GAP + self.key.height(self._key_width(map_width, width))
            smaller = self.picture.fitted(map_width, self.room - _HEAD - below)
            if smaller[0] >= map_width:
                return map_width, map_height
            map_width, map_height = smaller

    def _key_width(self, map_width: float, width: float) -> float:
        """The width of the map; below a narrow map a large part of the page, to avoid a thin column."""
        return max(map_width, _LEAST_KEY * width)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        map_width, map_height = self.size(width)
        left = x + (width - map_width) / 2
        pen.outline(self.title, "map", top)
        source = "A reconstruction, not the printed map" if words.map_source_words(
            self.picture.drawing.design.map) else ""
        pen.text(left, top, shorten(self.title, GROUP, map_width - LABEL.width(source) - 10), GROUP)
        pen.text(left + map_width, top + 2, source, LABEL, "right")
        side = self.picture.scale(map_width)
        note = f"A hex is {side * 3**0.5 / MM:.1f} mm across at this size."
        note = f"{note} {self.picture.drawing.left_out(side)}".strip()
        pen.text(left, top + 13, shorten(note, SMALL, map_width), SMALL)
        self.picture.draw(pen, left, top + _HEAD, map_width, map_height)
        if self.key:
            room = self._key_width(map_width, width)
            self.key.draw(pen, x + (width - room) / 2, top + _HEAD + map_height + _GAP, room)


def _blocks(picture: MapPicture, key: MapKey, title: str, page: Frame) -> tuple[MapPage, list[Block]]:
    """The map on a page, and all blocks of the sheet; a key that would leave the map little room follows on
    pages of its own."""
    width, room = page.content_width, page.content_height
    if key.height(width) <= _MOST_KEY * room:
        map = MapPage(picture, key, title, room)
        return map, [map]
    map = MapPage(picture, None, title, room)
    return map, [map, key]


def map_bytes(
    design: Design, *, paper: Paper = "A4", turn: int = 0, style: Style = DEFAULT,
    options: MapOptions | None = None,
) -> bytes:
    """The map with the set-up of the scenario, if there is one, as a PDF file; what is set up hidden is
    not on it.

    A map fitted to one page has its key below it, or on a further page if the key is too long; the
    orientation of the page is the one that allows the larger map unless `options` choose one. `turn` is used
    if `options` is not given. Raises `TooManyPagesError`, a ValueError, if hexes are too large for the paper.
    """
    options = options or MapOptions(turn)
    scenario, map = design.scenario, design.map
    title = clean(map.title or map.name)
    version, mark = map.version, content_mark(design)
    if scenario is not None:
        named = clean(scenario.title or scenario.name)
        title, version = title if named == title else f"{title} · {named}", scenario.version
    game = clean(design.ruleset.title or design.ruleset.name)
    about = Imprint(
        f"{title}: map",
        f"Map of {game}, version {version}, content {mark}.",
        game.upper(),
        f"{title} · version {version} · content {mark}"
        + (" · reconstructed map" if words.map_source_words(map) else ""),
        (game, "wargame", "map", f"content {mark}"),
    )
    if options.whole_map:
        design = with_whole_map(design)
    design, style = apply_style(without_hidden_places(design), style)
    picture, key = _whole(design, options.turn, style, options.layers), map_key(design, style)
    chosen = paper_named(paper)
    if options.hex_mm:
        plan = plan_of(design, chosen, options)
        eyebrow = f"{game.upper()} · MAP"
        return tiled_bytes(picture.drawing, plan, key, replace(about, head=title), eyebrow, title)
    ways = {"auto": (False, True), "portrait": (False,), "landscape": (True,)}[options.orientation]
    page, (_, blocks) = max(
        ((p, _blocks(picture, key, title, p)) for p in (frame(chosen, landscape=way) for way in ways)),
        key=lambda pair: pair[1][0].size(pair[0].content_width)[0],
    )
    return pdf_bytes(lay_out(blocks, page), page, about, style)


def plan_of(design: Design, paper: Paper, options: MapOptions) -> PagePlan:
    """The pages of a map with hexes of a given size; raises `TooManyPagesError`."""
    if options.whole_map:
        design = with_whole_map(design)
    geometry = HexGeometry(design.map.grid, options.turn % 4)
    corners = [geometry.corner_offset(n) for n in range(6)]
    extent = (2 * max(x for x, _ in corners), 2 * max(y for _, y in corners))
    scale = options.hex_mm / 3**0.5 * MM
    shown = play_box(design, options.turn) or map_bounds(geometry)
    return page_plan(shown, extent, paper, scale, options.orientation, options.overlap_mm)
