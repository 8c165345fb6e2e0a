"""What of a map is drawn on paper at a size: writing that can be read, no detail finer than print."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from ..drawing.box_index import BoxIndex
from ..drawing.dressing import dressed
from ..drawing.ground import Ground
from ..drawing.natural import NaturalLines
from ..drawing.primitives import Item, SceneLayer
from ..drawing.roads import Roads
from ..drawing.scene_builder import ALL_LAYERS, MARGIN, PRINTED_LAYERS, SceneBuilder
from ..drawing.style import DEFAULT, Style
from ..drawing.writing.obstacles import Obstacles
from ..drawing.writing.paper_writing import FULL_SIZE, lowered, number_style, paper_writing
from ..model.design import Design
from . import words

Box = tuple[float, float, float, float]
DOTS = 300 / 72
"""Dots a point has in common print: detail that a picture of so many dots leaves out is dust on paper."""
_SHIELDS_FROM = 20.0
"""Points to the side of a hex from which the names of roads on their plates can be read."""
_WRITING = ("labels", "names", "numbers")


class MapDrawing:
    """A design's map in a style, for paper. What was made for one size is kept for the next."""

    def __init__(
        self, design: Design, style: Style = DEFAULT, layers: Collection[str] = PRINTED_LAYERS
    ) -> None:
        self.design, self.chosen, self._names = design, style, layers
        self._builder = SceneBuilder(style)
        self._dressed, self.style = dressed(design, style)
        geometry = self.style.geometry(design.map)
        left, top, right, bottom = geometry.bounds()
        self.bounds: Box = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
        self.background = self.style.paper
        ground = Ground(self._dressed, self.style, NaturalLines(geometry, self.style.wander))
        self._obstacles = Obstacles(self._dressed, ground, Roads(self._dressed, self.style))
        self._longest = max(map(design.map.grid.number, design.map.grid), key=len, default="")
        self._drawn: dict[str, list[Item]] = {}
        self._indexed: tuple[float, list[tuple[str, BoxIndex[Item]]]] | None = None
        self._written: tuple[float, dict[str, list[Item]], int] | None = None

    def layers(self, points: float) -> list[SceneLayer]:
        """The layers where the side of a hex is that many points, from bottom to top."""
        dots = points * DOTS
        written = self._writing(points)[0]
        found = []
        for name in ALL_LAYERS:
            if name not in self._names:
                continue
            items = written[name] if name in _WRITING else [
                i for i in self._layer(name, points) if i.least_scale <= dots < i.most_scale]
            found.append(SceneLayer(name, items))
        return found

    def within(
        self, box: Box, points: float, names: Collection[str] | None = None
    ) -> Iterator[tuple[str, list[Item]]]:
        """The names of the layers at that size, from bottom to top, with their items that meet a box; with
        `names` only of these layers."""
        if self._indexed is None or self._indexed[0] != points:
            self._indexed = points, [
                (x.name, BoxIndex((i.box, i) for i in x.items)) for x in self.layers(points)]
        for name, index in self._indexed[1]:
            if names is None or name in names:
                yield name, index.meeting(box)

    def left_out(self, points: float) -> str:
        """A sentence on what is too small to be printed at that size; "" where nothing is missing."""
        written, names = self._writing(points)[:2]
        missing = []
        if "numbers" in self._names and not written["numbers"]:
            missing.append("hex numbers")
        if names:
            missing.append(words.count_words(names, "name"))
        return f"No room for {words.both(missing)}; larger hexes over several pages have them." if (
            missing) else ""

    def _layer(self, name: str, points: float) -> list[Item]:
        """The items of a layer that is no writing."""
        if name == "grid" and points * DOTS < 6.0:
            return []
        if name == "roads" and points < _SHIELDS_FROM:
            return self._kept("roads", "roads without shields")
        return self._kept(name, name)

    def _kept(self, name: str, key: str) -> list[Item]:
        if key not in self._drawn:
            some = self.design.map.grid if key != name else None
            self._drawn[key] = self._builder.layer(self.design, name, list(some) if some else None)
        return self._drawn[key]

    def _writing(self, points: float) -> tuple[dict[str, list[Item]], int]:
        """The layers of writing, and how many names are left out."""
        if self._written is not None and self._written[0] == points:
            return self._written[1], self._written[2]
        if points >= FULL_SIZE:
            found = {x: [i for i in self._kept(x, x) if i.most_scale >= 1e9]
                     for x in _WRITING if x in self._names}
            missing = 0
        else:
            counters = [i.box for i in self._kept("counters", "counters")] if (
                "counters" in self._names) else []
            made = paper_writing(self._dressed, self.style, self._obstacles, points, counters)
            found = {"labels": list(made.labels), "names": list(made.names), "numbers": []}
            missing = made.left_out if "names" in self._names else 0
            if "numbers" in self._names:
                found["numbers"] = self._numbers(points, made.boxes)
        self._written = points, found, missing
        return found, missing

    def _numbers(self, points: float, taken: BoxIndex[bool]) -> list[Item]:
        """Hex numbers that can be read, where no other writing stands."""
        style = number_style(self.style, self._longest, points)
        if style is None:
            return []
        builder = SceneBuilder(replace(self.chosen, number_size=style.number_size))
        usual = self.style.number_size
        numbers = (lowered(i, usual) for i in builder.layer(self.design, "numbers"))
        return [i for i in numbers if not taken.meeting(i.box)]
