"""The map on paper: what `MapDrawing` draws, fitted to a box."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ..drawing.curves import Box, box_inside
from ..drawing.painters.pdf_painter import paint
from ..drawing.scene_builder import WRITING
from ..drawing.vector.runs import Drawn, Run
from .map_drawing import MapDrawing
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
        wide, high = self.box[2] - self.box[0], self.box[3] - self.box[1]
        scale = min(width / wide, height / high)
        return wide * scale, high * scale

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
