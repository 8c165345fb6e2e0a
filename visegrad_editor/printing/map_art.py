"""The map on paper: the same scene as in the window, fitted to a box."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..drawing.painters.pdf_painter import paint
from ..drawing.primitives import Item, Scene, Text
from .pen import Pen
from .text import INK

_WRITING = ("labels", "names", "numbers")
Box = tuple[float, float, float, float]


def without_small_print(item: Item, least: float) -> Item:
    """The item without texts whose size is below `least` map units; on paper they would be smudges."""
    kept = tuple(p for p in item.primitives if not (isinstance(p, Text) and p.size < least))
    return item if len(kept) == len(item.primitives) else replace(item, primitives=kept)


@dataclass
class MapPicture:
    """A scene, or the part of it inside `box` (left, top, right, bottom in map units)."""

    scene: Scene
    box: Box
    least_text: float = 0.0
    """Writing smaller than this, in points, is left out."""

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
        paint(
            [without_small_print(i, self.least_text / scale) for i in self._items()],
            canvas,
            origin_pt=origin,
            scale_pt_per_unit=scale,
        )
        canvas.restoreState()
        pen.box(x, top, width, height, stroke=INK, line=0.6)

    def _items(self) -> list[Item]:
        """What shows in the box; writing only where all of it does, for half a name misleads."""
        left, top, right, bottom = self.box
        found = []
        for layer in self.scene.layers:
            for item in layer.items:
                x0, y0, x1, y1 = item.box
                if layer.name in _WRITING:
                    shown = left <= x0 and top <= y0 and x1 <= right and y1 <= bottom
                else:
                    shown = x0 <= right and x1 >= left and y0 <= bottom and y1 >= top
                if shown:
                    found.append(item)
        return found
