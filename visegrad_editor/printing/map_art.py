"""The map on paper, as drawn by `MapDrawing` and fitted to a box."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Protocol

import numpy as np

from ..drawing.box_index import BoxIndex
from ..drawing.curves import Box, box_inside, boxes_meet
from ..drawing.drawn_hexes import DrawnHexes
from ..drawing.ground import Ground
from ..drawing.layers import ALL_LAYERS, PRINTED_LAYERS, WRITING
from ..drawing.letters.lettering import letter_boxes
from ..drawing.map_bounds import map_bounds
from ..drawing.painters.pdf_painter import paint
from ..drawing.play_limit import play_limit
from ..drawing.primitives import Item, Text
from ..drawing.style import DEFAULT, Style
from ..drawing.styled_design import apply_style
from ..drawing.vector.paper_numbers import clear_numbers, number_boxes, number_style, road_boxes
from ..drawing.vector.parts import Drawn, HexRun, Paths, VectorLayer
from ..drawing.vector.whole_map import WholeMap
from ..drawing.whole_layers import WHOLE_LAYERS, whole_layer
from ..drawing.writing.label_displacement import StackBoxes
from ..drawing.writing.map_text import MapText, Sheet
from ..drawing.writing.medium import FULL_SIZE
from ..drawing.writing.numbers import Numbers
from ..drawing.writing.obstacles import Obstacles
from ..drawing.writing.river_names import river_names
from ..engine.key_hexes import key_hexes
from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.in_play import InPlay
from . import words
from .pen import Pen
from .text import INK


class Marks(Protocol):
    """What a sheet draws on a map, at so many points per side of a hex."""

    def below(self, scale: float) -> list[Item]:
        """What is drawn below the writing and the counters."""

    def above(self, scale: float) -> list[Item]:
        """What is drawn above everything else."""


@dataclass
class MapPicture:
    """A map, or the part of it inside `box` (left, top, right, bottom in map units)."""

    drawing: MapDrawing
    box: Box
    layers: Collection[str] | None = None
    """The layers to draw; None for all."""
    whole: bool = True
    """Whether the map ends at the edges of the picture; if not, names are cut off there and continue on the
    next page."""
    marks: Marks | None = None
    """What else is drawn on the map."""

    def fitted(self, width: float, height: float) -> tuple[float, float]:
        """The largest width and height, in points, of the picture within a room."""
        box_width, box_height = self.box[2] - self.box[0], self.box[3] - self.box[1]
        scale = min(width / box_width, height / box_height)
        return box_width * scale, box_height * scale

    def scale(self, width: float) -> float:
        """Points per side of a hex for a width of the picture in points."""
        return width / (self.box[2] - self.box[0])

    def draw(self, pen: Pen, x: float, top: float, width: float, height: float) -> None:
        """Draw it into the rectangle, cut off at its edges, with a thin frame."""
        scale = self.scale(width)
        canvas = pen.canvas
        canvas.saveState()
        path = canvas.beginPath()
        path.rect(x, pen.height - top - height, width, height)
        canvas.clipPath(path, stroke=0, fill=0)
        pen.box(x, top, width, height, fill=self.drawing.background)
        origin = (x - self.box[0] * scale, pen.height - top + self.box[1] * scale)
        paint(self._parts(scale), canvas, origin_pt=origin, scale_pt_per_unit=scale, coarse=True)
        canvas.restoreState()
        if self.whole:
            pen.box(x, top, width, height, stroke=INK, line=0.6)

    def _parts(self, scale: float) -> list[Drawn]:
        """The visible items, and under the writing the limit of play; lettering only if all of it is in the
        box, because half a name misleads."""
        parts: list[Drawn] = []
        limited = False
        for layer in self.drawing.within(self.box, scale, self.layers):
            if not limited and layer.name in (*_WRITING, "counters"):
                parts += self.drawing.limit(self.box)
                parts += self.marks.below(scale) if self.marks is not None else []
                limited = True
            if self.whole and layer.name in WRITING:
                parts += [x for x in layer.parts if not isinstance(x, Item) or box_inside(x.box, self.box)]
            else:
                parts += layer.parts
        return parts + (self.marks.above(scale) if self.marks is not None else [])


# The layers of a map for paper, and what is left out at a size.

DOTS = 300 / 72
"""Dots per point in common print; detail too fine for a picture of that resolution is left out."""
_ANY_SCALE = 1e8
"""Pixels per map unit at which everything has full detail."""
_ROUND_KEY = 0.06
"""The room that labels and names leave around the number of a hex that decides the game, in map units."""
_WRITING = ("labels", "names", "plates", "numbers")
_Index = tuple[str, list[HexRun | Paths | BoxIndex[Item]]]


class MapDrawing:
    """A design's map in a style, for paper. It keeps what it made for the last size."""

    def __init__(
        self, design: Design, style: Style = DEFAULT, layers: Collection[str] = PRINTED_LAYERS
    ) -> None:
        self._names = layers
        self.design, self.style = design, style = apply_style(design, style)
        self.bounds: Box = map_bounds(style.geometry(design.map))
        self.background = style.paper
        self._hexes = DrawnHexes(design, style)
        self._whole = WholeMap(self._hexes)
        self._play = InPlay(design)
        self._obstacles = Obstacles(
            design, self._hexes.ground, self._hexes.roads, frame=self._play.bounds(style.turn))
        grid = design.map.grid
        self._deciding = frozenset(
            hex for key in key_hexes(design) if key.decides for number in key.hexes
            if (hex := grid.parse(number)) is not None)
        self._limit = BoxIndex(
            (x.box, x) for x in play_limit(self._play, self._hexes.geometry, style))
        self._longest = max(map(design.map.grid.number, design.map.grid), key=len, default="")
        self._drawn: dict[tuple[str, float], list[Drawn]] = {}
        self._written: tuple[float, dict[str, list[Drawn]], int, int] | None = None
        self._indexed: tuple[float, list[_Index]] | None = None

    def layers(self, points: float, names: Collection[str] | None = None) -> list[VectorLayer]:
        """The layers, or those in `names`, from bottom to top, for sides of hexes of `points` points."""
        return [VectorLayer(name, partial(self._layer, name, points)) for name in ALL_LAYERS
                if name in self._names and (names is None or name in names)]

    def within(
        self, box: Box, points: float, names: Collection[str] | None = None
    ) -> list[VectorLayer]:
        """The layers at that size, reduced to what meets a box."""
        if names is not None:
            return [VectorLayer(x.name, partial(_meeting, x, box)) for x in self.layers(points, names)]
        if self._indexed is None or self._indexed[0] != points:
            self._indexed = points, [(x.name, _indexed(x.parts)) for x in self.layers(points)]
        return [VectorLayer(name, partial(_found, entries, box)) for name, entries in self._indexed[1]]

    def limit(self, box: Box) -> list[Item]:
        """What shows the limit of play in a box; [] if all of the map is in play."""
        return self._limit.meeting(box)

    def left_out(self, points: float) -> str:
        """A sentence on the names and numbers too small to be printed at that size; "" if none is missing."""
        written, names, numbers = self._writing(points)
        missing = []
        if "numbers" in self._names and number_style(self.style, self._longest, points) is None:
            missing.append("most hex numbers" if _has_places(written["numbers"]) else "hex numbers")
        elif numbers:
            missing.append("1 hex number" if numbers == 1 else f"{numbers:,} hex numbers")
        if names:
            missing.append("1 name" if names == 1 else f"{names:,} names")
        return f"No room for {words.both(missing)}; print larger hexes on several pages to show them." if (
            missing) else ""

    def _layer(self, name: str, points: float) -> list[Drawn]:
        if name in _WRITING:
            return self._writing(points)[0][name]
        dots = points * DOTS
        items = self._drawn.get((name, dots))
        if items is None:
            if name in WHOLE_LAYERS:
                items = [*whole_layer(name, self.design.map, self._hexes.geometry, self.style)]
            else:
                items = [*self._whole.layer(name, dots)]
            self._drawn[name, dots] = items
        return items

    # -- lettering ---------------------------------------------------------------------------

    def _writing(self, points: float) -> tuple[dict[str, list[Drawn]], int, int]:
        """The layers of lettering, and how many names and single hex numbers are left out."""
        if self._written is not None and self._written[0] == points:
            return self._written[1:]
        stacks = self._hexes.stacks if "counters" in self._names else None
        boxes = StackBoxes(stacks, self._hexes.geometry, self.style) if stacks else None
        numbered, small = "numbers" in self._names, points < FULL_SIZE
        counters = boxes.boxes(self.bounds) if boxes is not None else []
        kept: list[Box] = []
        if small and numbered:
            # Names avoid the numbers of hexes that decide the game; labels cannot always.
            key = self._key_numbers(points, counters)
            kept = [(a - _ROUND_KEY, b - _ROUND_KEY, c + _ROUND_KEY, d + _ROUND_KEY)
                    for run in key for a, b, c, d in number_boxes(run)]
        text = MapText(self._hexes.ground, self.style, self._hexes.roads, boxes,
                       Sheet(points, self._play, self._deciding, kept))
        layers: dict[str, list[Drawn]] = {
            "labels": [*text.items("labels")], "names": [*text.items("names")],
            "plates": [*text.items("shields")] if "plates" in self._names else [], "numbers": []}
        missing = text.left_out if "names" in self._names else 0
        unnumbered = 0
        if numbered and small:
            taken = text.letters()
            if layers["plates"]:
                taken += text.plate_faces()
            key = self._key_numbers(points, [*counters, *taken])
            layers["numbers"], unnumbered = self._numbers(points, taken, key)
        elif numbered:
            layers["numbers"] = self._in_play(self._whole.numbers(
                text.plain_numbers, _ANY_SCALE, text.moved_numbers(_ANY_SCALE)))
        if "labels" in self._names:
            layers["labels"] += self._river_names(points, layers)
        self._written = points, layers, missing, unnumbered
        return layers, missing, unnumbered

    def _key_numbers(self, points: float, taken: list[Box]) -> list[HexRun]:
        """The numbers of hexes that decide the game, clear of what is `taken` if possible: they are printed
        in any case if hexes have numbers at that size."""
        style = number_style(self.style, self._longest, points)
        if style is None:
            return []
        return [clear_numbers(run, self._hexes.geometry.shape, taken, self._signs, all=True)
                for run in self._number_runs(style, of_deciding=True)]

    def _numbers(self, points: float, taken: list[Box], key: list[HexRun]) -> tuple[list[Drawn], int]:
        """Hex numbers that are legible and clear of other lettering, after those of the `key` hexes, and how
        many are left out. If hexes are too small for numbers, only those that decide the game have them."""
        style, shape = number_style(self.style, self._longest, points), self._hexes.geometry.shape
        roads = road_boxes(self._hexes.roads) if "roads" in self._names else []
        if style is None:
            large = number_style(self.style, self._longest, points, few=True)
            runs = self._number_runs(large, of_deciding=True) if large is not None else []
            # So large in their hexes, they would hide the symbols.
            return [clear_numbers(run, shape, [*taken, *self._signs], (), roads) for run in runs], 0
        runs = self._number_runs(style, of_deciding=False)
        kept = [clear_numbers(run, shape, taken, self._signs, roads) for run in runs]
        left_out = sum(len(run.which) for run in runs) - sum(len(run.which) for run in kept)
        return [*key, *kept], left_out

    def _number_runs(self, style: Style, of_deciding: bool) -> list[HexRun]:
        """The numbers of the hexes in play that decide the game, or those of the others."""
        plain = Numbers(Ground(self.design, style), style)
        deciding = self._numbered(self._deciding)
        return [run.of(np.isin(run.hexes, deciding) == of_deciding)
                for run in self._in_play(self._whole.numbers(plain, _ANY_SCALE)) if isinstance(run, HexRun)]

    def _in_play(self, numbers: Sequence[Drawn]) -> list[Drawn]:
        """The numbers of hexes in play."""
        if self._play.whole:
            return [*numbers]
        grid = self.design.map.grid
        there = [hex for hex in grid if hex in self._play]
        shown, hexes = set(map(grid.number, there)), self._numbered(there)
        return [x.of(np.isin(x.hexes, hexes)) if isinstance(x, HexRun) else x
                for x in numbers if isinstance(x, HexRun) or (isinstance(x, Item) and x.hex in shown)]

    def _numbered(self, hexes: Collection[Hex]) -> list[int]:
        """The numbers of hexes, row by row from 0."""
        return [hex.row * self.design.map.grid.columns + hex.col for hex in hexes]

    @cached_property
    def _signs(self) -> list[Box]:
        """The boxes of symbols."""
        return [box for place in self.design.map.places for box in self._obstacles.features(place.hex)]

    def _river_names(self, points: float, layers: Mapping[str, Sequence[Drawn]]) -> list[Item]:
        """The names of rivers, clear of everything else that is written, and of counters."""
        taken: list[Box] = []
        if "counters" in self._names:
            taken += [x.box for x in self._layer("counters", points) if isinstance(x, Item)]
        for drawn in (x for name in _WRITING for x in layers[name]):
            if isinstance(drawn, HexRun):
                taken += number_boxes(drawn)
            elif isinstance(drawn, Item):
                taken += [box for text in drawn.primitives if isinstance(text, Text)
                          for box in letter_boxes(text, spaces=True)]
        return river_names(self._play, self._obstacles, self.style, points, taken)


def _has_places(numbers: Sequence[Drawn]) -> bool:
    """Whether any hex has its number."""
    return any(not isinstance(x, HexRun) or len(x.which) for x in numbers)


def _indexed(parts: Iterable[Drawn]) -> list[HexRun | Paths | BoxIndex[Item]]:
    """Paths and runs, and between them items indexed by position."""
    entries: list[HexRun | Paths | BoxIndex[Item]] = []
    for part in parts:
        if not isinstance(part, Item):
            entries.append(part)
            continue
        if not entries or not isinstance(entries[-1], BoxIndex):
            entries.append(BoxIndex())
        index = entries[-1]
        assert isinstance(index, BoxIndex)
        index.add(part.box, part)
    return entries


def _found(entries: Sequence[HexRun | Paths | BoxIndex[Item]], box: Box) -> Iterator[Drawn]:
    """What of some parts may be visible in a box."""
    for entry in entries:
        if isinstance(entry, BoxIndex):
            yield from entry.meeting(box)
        else:
            yield entry.within(box)


def _meeting(layer: VectorLayer, box: Box) -> Iterator[Drawn]:
    return (x if isinstance(x, Item) else x.within(box) for x in layer.parts
            if not isinstance(x, Item) or boxes_meet(x.box, box))
