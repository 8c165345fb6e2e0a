"""The map on paper: the same scene as in the window, fitted to a box."""

from __future__ import annotations

from dataclasses import dataclass

from ..drawing.pdf_painter import paint
from ..drawing.primitives import Item, Scene
from .pen import Pen
from .text import INK

Box = tuple[float, float, float, float]


@dataclass
class MapPicture:
    """A scene, or the part of it inside `box` (left, top, right, bottom in map units)."""

    scene: Scene
    box: Box

    def fitted(self, width: float, height: float) -> tuple[float, float]:
        """The largest width and height, in points, the picture has within a room."""
        wide, high = self.box[2] - self.box[0], self.box[3] - self.box[1]
        scale = min(width / wide, height / high)
        return wide * scale, high * scale

    def draw(self, pen: Pen, x: float, top: float, width: float, height: float) -> None:
        """Draw it into that rectangle, cut off at its edges, with a thin frame."""
        scale = width / (self.box[2] - self.box[0])
        canvas = pen.canvas
        canvas.saveState()
        path = canvas.beginPath()
        path.rect(x, pen.height - top - height, width, height)
        canvas.clipPath(path, stroke=0, fill=0)
        pen.box(x, top, width, height, fill=self.scene.background)
        origin = (x - self.box[0] * scale, pen.height - top + self.box[1] * scale)
        paint(self._items(), canvas, origin_pt=origin, scale_pt_per_unit=scale)
        canvas.restoreState()
        pen.box(x, top, width, height, stroke=INK, line=0.6)

    def _items(self) -> list[Item]:
        left, top, right, bottom = self.box
        return [i for layer in self.scene.layers for i in layer.items
                if i.box[2] >= left and i.box[0] <= right and i.box[3] >= top and i.box[1] <= bottom]
