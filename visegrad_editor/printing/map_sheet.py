"""The map on one page, and the overview picture of a set-up sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..drawing.scene import map_scene
from ..drawing.style import DEFAULT
from ..model.design import Design
from .document import Imprint, pdf_bytes
from .fingerprint import fingerprint
from .flow import Block, lay_out
from .fonts import clean
from .map_art import Box, MapPicture
from .paper import Frame, Paper, frame, paper_named
from .pen import Pen
from .text import EYEBROW, GROUP, SMALL, shorten

_HEAD = 30.0
_ROOM_FOR_COUNTERS = 0.5
"""White space around a part of the map in play, in map units."""


def overview(design: Design, counter_size: float = DEFAULT.counter_size) -> MapPicture:
    """The map with all units whose hex is fixed, cut to the part in play; counters may be larger than a hex."""
    scene = map_scene(design, style=replace(DEFAULT, counter_size=counter_size))
    return MapPicture(scene, play_box(design) or scene.bounds)


def play_box(design: Design) -> Box | None:
    """The box around the part of the map in play; None where all of it is."""
    map, scenario = design.map, design.scenario
    corners = [h for t in (scenario.play_area if scenario else ()) if (h := map.grid.parse(t)) is not None]
    left, top, right, bottom = map.geometry.bounds()
    if len(corners) != 2:
        return None
    (c0, r0), (c1, r1) = corners
    points = [p for h in map.grid if min(c0, c1) <= h.col <= max(c0, c1) and min(r0, r1) <= h.row <= max(r0, r1)
              for p in map.geometry.corners(h)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    spare = _ROOM_FOR_COUNTERS
    return (max(left, min(xs) - spare), max(top, min(ys) - spare),
            min(right, max(xs) + spare), min(bottom, max(ys) + spare))


@dataclass
class MapPage(Block):
    """A line of title and the map as large as the page allows."""

    picture: MapPicture
    title: str
    room: float

    def height(self, width: float) -> float:
        return self.room

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        wide, high = self.picture.fitted(width, self.room - _HEAD)
        pen.outline(self.title, "map", top)
        pen.text(x, top, shorten(self.title, GROUP, width), GROUP)
        pen.text(x, top + 13, "Printed at full size of the page; every hex, road and river is drawn as lines.", SMALL)
        self.picture.draw(pen, x + (width - wide) / 2, top + _HEAD, wide, high)


def map_bytes(design: Design, *, paper: Paper = "A4") -> bytes:
    """The map with the set-up of the scenario, if there is one, on a single page, as a PDF file.

    The page is turned to the side that lets the map be larger.
    """
    picture = overview(design)
    page = _better(picture, paper_named(paper))
    scenario, map = design.scenario, design.map
    title = clean(map.title or map.name)
    version, mark = map.version, fingerprint(design)
    if scenario is not None:
        title, version = f"{title}: {clean(scenario.title or scenario.name)}", scenario.version
    game = clean(design.ruleset.title or design.ruleset.name)
    about = Imprint(f"{title}: map", f"Map of {game}, version {version}, content {mark}.", game.upper(),
                    f"{title} · version {version} · content {mark}", (game, "wargame", "map", f"content {mark}"))
    block = MapPage(picture, title, page.content_height)
    return pdf_bytes(lay_out([block], page), page, about)


def _better(picture: MapPicture, paper: Paper) -> Frame:
    def size(page: Frame) -> float:
        return picture.fitted(page.content_width, page.content_height - _HEAD)[0]

    pages = [frame(paper), frame(paper, landscape=True)]
    return max(pages, key=size)
