"""Turn the map itself: flat tops become pointy tops and the other way round."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from PIL import Image

from ...model.edit.reshape import Reshaped, rotate
from .. import theme
from ..map_repaint import renderer_of
from ..session import Session
from ..tile_renderer import TileRenderer
from .dialog import ReshapeDialog
from .pictures import numbers_picture

_WAYS = ((1, "90° to the right"), (3, "90° to the left"), (2, "180°"))


class TurnDialog(ReshapeDialog):
    """Three ways to turn the map, and how it lies then."""

    def __init__(self, parent: tk.Misc, session: Session, renderer: TileRenderer) -> None:
        super().__init__(parent, session, renderer, "Turn the map")
        self._pictures: dict[int, TileRenderer] = {}
        self.quarters = tk.IntVar(self, 1)
        for quarters, text in _WAYS:
            ttk.Radiobutton(self.fields, text=text, value=quarters, variable=self.quarters,
                            command=self.show).pack(anchor="w", pady=1)
        self.show()

    def proposal(self) -> Callable[[], Reshaped]:
        design, quarters = self.session.design, self.quarters.get()

        def work() -> Reshaped:
            turned = rotate(design, quarters)
            if quarters not in self._pictures:
                self._pictures[quarters] = renderer_of(turned.design)
            return turned

        return work

    def draw(self, proposed: Reshaped, size: tuple[int, int]) -> Image.Image:
        return numbers_picture(self._pictures[self.quarters.get()].picture, proposed.design.map.grid, 0, size,
                               theme.BORDER)

    def remarks(self, proposed: Reshaped) -> tuple[str, ...]:
        shape = proposed.design.map.grid.orientation
        said = ["Every hex keeps its number, its neighbours and what stands in it."]
        if self.quarters.get() % 2:
            top = "a side" if shape == "flat" else "a corner"
            said.insert(0, f"The hexes will have {top} at the top ({shape} tops).")
        said.append("To see the map from another side without changing it, turn the view (Ctrl+R).")
        return tuple(said)

    def name(self) -> str:
        return f"Turn the map by {90 * self.quarters.get()}°"
