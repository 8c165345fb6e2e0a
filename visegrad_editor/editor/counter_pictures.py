"""Small pictures of counters for lists and the inspector."""

from __future__ import annotations

import tkinter as tk

from PIL import Image, ImageTk

from ..drawing.counters import counter
from ..drawing.pillow_painter import PillowPainter
from ..drawing.viewport import Viewport
from ..model.ruleset import Ruleset
from ..model.scenario import Unit


class CounterPictures:
    """Makes and keeps Tk pictures of counters."""

    def __init__(self, master: tk.Misc, background: str) -> None:
        self._master = master
        self._background = background
        self._painter = PillowPainter(supersample=4, background=background)
        self._kept: dict[tuple[object, ...], ImageTk.PhotoImage] = {}

    def picture(self, unit: Unit, ruleset: Ruleset, edge_px: int) -> ImageTk.PhotoImage:
        """The counter of a unit, `edge_px` wide."""
        nation = ruleset.nationality_by_id.get(unit.nationality)
        key = (unit.name, unit.nationality, unit.type, unit.strength, unit.reduced_strength, unit.movement,
               unit.reduced, unit.size, nation.colours if nation else None, edge_px)
        if key not in self._kept:
            if len(self._kept) > 1500:
                self._kept.clear()
            self._kept[key] = ImageTk.PhotoImage(self._image(unit, ruleset, edge_px), master=self._master)
        return self._kept[key]

    def _image(self, unit: Unit, ruleset: Ruleset, edge_px: int) -> Image.Image:
        item = counter(unit, ruleset, (0.0, 0.0), 1.0, shadow=False)
        scale = (edge_px - 1) / 1.04
        half = edge_px / scale / 2
        return self._painter.render([item], Viewport(scale, -half, -half, edge_px, edge_px))
