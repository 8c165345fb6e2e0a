"""The map on paper: what `MapDrawing` draws, fitted to a box."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from ..drawing.areas import area_item
from ..drawing.box_index import BoxIndex
from ..drawing.curves import Box, box_inside, boxes_meet
from ..drawing.ground import Ground
from ..drawing.hex_layers import HexLayers
from ..drawing.painters.pdf_painter import paint
from ..drawing.primitives import Item
from ..drawing.scene_builder import ALL_LAYERS, MARGIN, PRINTED_LAYERS, WRITING
from ..drawing.style import DEFAULT, Style
from ..drawing.styled_design import apply_style
from ..drawing.vector.runs import Drawn, Run, VectorLayer
from ..drawing.vector.whole_map import WholeMap
from ..drawing.writing.label_displacement import CounterPiles
from ..drawing.writing.map_text import MapText
from ..drawing.writing.numbers import Numbers
from ..drawing.writing.obstacles import Obstacles
from ..drawing.writing.paper_numbers import clear_numbers, number_style, road_boxes
from ..drawing.writing.paper_text import FULL_SIZE, paper_text
from ..drawing.writing.shields import Shields
from ..model.design import Design
from . import words
from .pen import Pen
from .text import INK


@dataclass
class MapPicture:
    """A map, or the part of it inside `box` (left, top, right, bottom in map units)."""

    drawing: MapDrawing
    box: Box
    layers: Collection[str] | None = None
    """Only these of what is drawn."""
    whole: bool = True
    """Whether the picture ends at its edges; else it is a part that others go on from, and names are cut."""

    def fitted(self, width: float, height: float) -> tuple[float, float]:
        """The largest width and height, in points, the picture has within a room."""
        box_width, box_height = self.box[2] - self.box[0], self.box[3] - self.box[1]
        scale = min(width / box_width, height / box_height)
        return box_width * scale, box_height * scale

    def scale(self, width: float) -> float:
        """Points to the side of a hex where the picture is that wide."""
        return width / (self.box[2] - self.box[0])

    def draw(self, pen: Pen, x: float, top: float, width: float, height: float) -> None:
        """Draw it into that rectangle, cut off at its edges, with a thin frame."""
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
        """What shows in the box; writing only where all of it does, for half a name misleads."""
        found: list[Drawn] = []
        for layer in self.drawing.within(self.box, scale, self.layers):
            if self.whole and layer.name in WRITING:
                found += [
                    x for x in layer.parts if isinstance(x, Run) or box_inside(x.box, self.box)]
            else:
                found += layer.parts
        return found


# What of a map is drawn on paper at a size: writing that can be read, no detail finer than print.

DOTS = 300 / 72
"""Dots a point has in common print: detail that a picture of so many dots leaves out is dust on paper."""
_SHIELDS_FROM = 20.0
"""Points to the side of a hex from which the names of roads on their plates can be read."""
_ANY_SCALE = 1e8
"""Pixels per map unit at which everything has its full size."""
_WRITING = ("labels", "names", "plates", "numbers")
_Index = tuple[str, list[Run | BoxIndex[Item]]]


class MapDrawing:
    """A design's map in a style, for paper. What was made for one size is kept for the next."""

    def __init__(
        self, design: Design, style: Style = DEFAULT, layers: Collection[str] = PRINTED_LAYERS
    ) -> None:
        self._names = layers
        self.design, self.style = design, style = apply_style(design, style)
        left, top, right, bottom = style.geometry(design.map).bounds()
        self.bounds: Box = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
        self.background = style.paper
        self._hexes = HexLayers(design, style)
        self._whole = WholeMap(self._hexes)
        self._obstacles = Obstacles(design, self._hexes.ground, self._hexes.roads)
        self._longest = max(map(design.map.grid.number, design.map.grid), key=len, default="")
        self._drawn: dict[tuple[str, float], list[Drawn]] = {}
        self._written: tuple[float, dict[str, list[Drawn]], int, int] | None = None
        self._indexed: tuple[float, list[_Index]] | None = None

    def layers(self, points: float, names: Collection[str] | None = None) -> list[VectorLayer]:
        """The layers where the side of a hex is that many points, from bottom to top; or only `names`."""
        return [
            VectorLayer(name, tuple(self._layer(name, points))) for name in ALL_LAYERS
            if name in self._names and (names is None or name in names)]

    def within(
        self, box: Box, points: float, names: Collection[str] | None = None
    ) -> list[VectorLayer]:
        """What of the layers at that size meets a box."""
        if names is not None:
            return [replace(x, parts=tuple(_meeting(x.parts, box))) for x in self.layers(points, names)]
        if self._indexed is None or self._indexed[0] != points:
            self._indexed = points, [(x.name, _indexed(x.parts)) for x in self.layers(points)]
        return [
            VectorLayer(name, tuple(
                part for x in parts for part in ([x.within(box)] if isinstance(x, Run) else x.meeting(box))))
            for name, parts in self._indexed[1]]

    def left_out(self, points: float) -> str:
        """A sentence on what is too small to be printed at that size; "" where nothing is missing."""
        written, names, numbers = self._writing(points)
        missing = []
        if "numbers" in self._names and not written["numbers"]:
            missing.append("hex numbers")
        elif numbers:
            missing.append("1 hex number" if numbers == 1 else f"{numbers:,} hex numbers")
        if names:
            missing.append("1 name" if names == 1 else f"{names:,} names")
        return f"No room for {words.both(missing)}; larger hexes over several pages have them." if (
            missing) else ""

    def _layer(self, name: str, points: float) -> list[Drawn]:
        if name in _WRITING:
            return self._writing(points)[0][name]
        dots = points * DOTS
        found = self._drawn.get((name, dots))
        if found is None:
            if name == "areas":
                made = (area_item(area, n, self._hexes.geometry, self.style)
                        for n, area in enumerate(self.design.map.areas))
                found = [item for item in made if item is not None]
            else:
                found = self._whole.layer(name, dots)
            self._drawn[name, dots] = found
        return found

    def _shields(self, letters: Sequence[Box]) -> Shields:
        """The plates of roads, clear of what is written."""
        taken = [*letters]
        taken += [b for p in self.design.map.places for b in self._obstacles.features(p.hex)]
        index = BoxIndex(((box, box) for box in taken), edge=4.0)
        return Shields(self._hexes.roads, self.style, self._obstacles, index.meeting)

    # -- writing -----------------------------------------------------------------------------

    def _writing(self, points: float) -> tuple[dict[str, list[Drawn]], int, int]:
        """The layers of writing, and how many names and single hex numbers are left out."""
        if self._written is not None and self._written[0] == points:
            return self._written[1:]
        found: dict[str, list[Drawn]] = {}
        missing = unnumbered = 0
        if points >= FULL_SIZE:
            piles = self._hexes.piles if "counters" in self._names else None
            pieces = CounterPiles(piles, self._hexes.geometry, self.style) if piles else None
            writing = MapText(self._hexes.ground, self.style, self._hexes.roads, pieces)
            found = {"labels": [*writing.labels.items()], "names": [*writing.shown_names.items()],
                     "plates": [*writing.items("shields")], "numbers": []}
            if "numbers" in self._names:
                found["numbers"] = self._whole.numbers(
                    writing.plain_numbers, _ANY_SCALE, writing.moved_numbers(_ANY_SCALE))
        else:
            counters = [x.box for x in self._layer("counters", points) if isinstance(x, Item)] if (
                "counters" in self._names) else []
            made = paper_text(self.design, self.style, self._obstacles, points, counters)
            found = {"labels": [*made.labels], "names": [*made.names], "plates": [], "numbers": []}
            missing = made.left_out if "names" in self._names else 0
            taken = made.letters
            if points >= _SHIELDS_FROM and "plates" in self._names:
                plates = self._shields(made.letters)
                found["plates"] = [*plates.items()]
                taken += plates.faces()
            if "numbers" in self._names:
                found["numbers"], unnumbered = self._numbers(points, taken)
        self._written = points, found, missing, unnumbered
        return found, missing, unnumbered

    def _numbers(self, points: float, taken: list[Box]) -> tuple[list[Drawn], int]:
        """Hex numbers that can be read, where no other writing stands, and how many more there are."""
        style = number_style(self.style, self._longest, points)
        if style is None:
            return [], 0
        plain = Numbers(Ground(self.design, style, self._hexes.lines), style)
        numbers = self._whole.numbers(plain, _ANY_SCALE)
        signs = [box for place in self.design.map.places for box in self._obstacles.features(place.hex)]
        runs = [run for run in numbers if isinstance(run, Run)]
        roads = road_boxes(self._hexes.roads) if "roads" in self._names else []
        kept = [clear_numbers(run, self._hexes.geometry.shape, taken, signs, roads) for run in runs]
        return [*kept], sum(len(run.places) for run in runs) - sum(len(run.places) for run in kept)


def _indexed(parts: Sequence[Drawn]) -> list[Run | BoxIndex[Item]]:
    """Runs and, between them, items by where they are."""
    found: list[Run | BoxIndex[Item]] = []
    for part in parts:
        if isinstance(part, Run):
            found.append(part)
            continue
        if not found or isinstance(found[-1], Run):
            found.append(BoxIndex())
        index = found[-1]
        assert isinstance(index, BoxIndex)
        index.add(part.box, part)
    return found


def _meeting(parts: Sequence[Drawn], box: Box) -> list[Drawn]:
    return [x.within(box) if isinstance(x, Run) else x for x in parts
            if isinstance(x, Run) or boxes_meet(x.box, box)]
