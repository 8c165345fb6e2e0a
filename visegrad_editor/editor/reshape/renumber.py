"""Renumber: another numbering for the whole map, everything that names a hex following."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from PIL import Image

from ...hexgrid import Hex
from ...model.edit.reshape import Reshaped, renumber
from .. import theme
from ..session import Session
from ..tile_renderer import TileRenderer
from .dialog import ReshapeDialog
from .numbering_fields import NumberingFields
from .pictures import numbers_picture

_EXAMPLES = 3


class RenumberDialog(ReshapeDialog):
    """The fields of a numbering, the new numbers in the corners, and what some hexes will be called."""

    def __init__(self, parent: tk.Misc, session: Session, renderer: TileRenderer) -> None:
        super().__init__(parent, session, renderer, "Renumber the map")
        self.numbers = NumberingFields(self.fields, session.design.map.grid.numbering, self.later)
        self.numbers.pack(anchor="w")
        self.start = self.numbers.first
        self.show()

    def proposal(self) -> Callable[[], Reshaped]:
        design = self.session.design
        numbering = self.numbers.value(design.map.grid.columns, design.map.grid.rows)
        return lambda: renumber(design, numbering)

    def draw(self, proposed: Reshaped, size: tuple[int, int]) -> Image.Image:
        return numbers_picture(self.renderer.picture, proposed.design.map.grid, self.renderer.turn, size,
                               theme.BORDER)

    def remarks(self, proposed: Reshaped) -> tuple[str, ...]:
        if not proposed.losses.renumbered:
            return ("These are the numbers the map has.",)
        old, new = self.session.design.map, proposed.design.map
        named = [p for p in old.places if p.name]
        samples: list[tuple[str, Hex]] = [(p.name, p.hex) for p in named[:_EXAMPLES]]
        if self.session.hex is not None:
            samples.insert(0, ("the selected hex", self.session.hex))
        said = [f"{name}: {old.grid.number(hex)} becomes {new.grid.number(hex)}." for name, hex in samples]
        if self.session.scenario is not None:
            said.append("Set-ups, entries and all else in the scenario name the same hexes as before.")
        return tuple(s[0].upper() + s[1:] for s in said)

    def name(self) -> str:
        return "Renumber the map"
