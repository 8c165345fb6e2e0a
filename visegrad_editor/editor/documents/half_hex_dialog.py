"""The dialog for the hexes that the edges of a map cut in half, with a picture of what they leave."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from tkinter import ttk

from PIL import Image

from ...hexgrid import EDGES, Edge, HalfHexes, Hex, HexGrid, Lines
from ...model.edit.reshape import ReshapeResult, halve
from ...model.wording import count, fully_listed
from ..map.repaint import renderer_of
from ..map.tile_renderer import TileRenderer
from ..session import Session
from ..widgets.wrapped_label import WrappedLabel
from ..window import theme
from .reshape_dialogs import ReshapeDialog, numbers_picture

_NONE = "no hex"
_PURPOSE = (
    "On printed boards the hexes along an edge are often cut in half, so that two boards laid side by side "
    "make them whole. Only the half on the map is drawn; the hexes keep their numbers and what is in them.")
_SHOWN = 4


class HalfHexDialog(ReshapeDialog):
    """Says for each edge of the map which hexes it cuts in half."""

    def __init__(self, parent: tk.Misc, session: Session, renderer: TileRenderer) -> None:
        super().__init__(parent, session, renderer, "Half hexes")
        grid = session.design.map.grid
        self._pictures: dict[HalfHexes, TileRenderer] = {}
        WrappedLabel(self.fields, _PURPOSE).pack(fill="x", pady=(0, theme.px(8)))
        self._lines: dict[Edge, Sequence[Lines]] = {}
        self.boxes: dict[Edge, ttk.Combobox] = {}
        for edge, now in zip(EDGES, grid.half_hexes, strict=True):
            choices = edge_choices(grid, edge)
            row = ttk.Frame(self.fields, style="Panel.TFrame")
            row.pack(fill="x", pady=theme.px(2))
            ttk.Label(row, text=f"Cut at the {edge}", style="Quiet.TLabel", width=16).pack(side="left")
            box = ttk.Combobox(row, values=list(choices.values()), state="readonly", width=34)
            box.pack(side="left", fill="x", expand=True)
            self._lines[edge] = tuple(choices)
            box.current(self._lines[edge].index(now))
            box.bind("<<ComboboxSelected>>", lambda _e: self.later())
            self.boxes[edge] = box
        self.start = self.boxes["top"]
        self.show()

    @property
    def halves(self) -> HalfHexes:
        """What the fields say."""
        return HalfHexes(**{edge: self._lines[edge][box.current()] for edge, box in self.boxes.items()})

    def proposal(self) -> Callable[[], ReshapeResult]:
        design, halves = self.session.design, self.halves

        def work() -> ReshapeResult:
            made = halve(design, halves)
            if halves not in self._pictures:
                self._pictures[halves] = renderer_of(made.design)
            return made

        return work

    def draw(self, proposed: ReshapeResult, size: tuple[int, int]) -> Image.Image:
        grid = proposed.design.map.grid
        return numbers_picture(self._pictures[grid.half_hexes].picture, grid, 0, size, theme.BORDER)

    def remarks(self, proposed: ReshapeResult) -> tuple[str, ...]:
        return half_hex_sentences(proposed.design.map.grid)

    def name(self) -> str:
        return "Half hexes"


def edge_choices(grid: HexGrid, edge: Edge) -> Mapping[Lines, str]:
    """What an edge of a map can cut, each with its words.

    >>> from ...hexgrid import Axis, Numbering
    >>> axis = Axis(0, "right", 0, True), Axis(1, "down", 0)
    >>> grid = HexGrid("flat", 5, 4, "odd", Numbering("column-first", axis[1], axis[0]))
    >>> list(edge_choices(grid, "left"))
    ['', 'all']
    >>> list(edge_choices(grid, "top"))
    ['', 'odd', 'even']
    """
    straight = ("top", "bottom") if grid.orientation == "pointy" else ("left", "right")
    if edge in straight:
        return {"": _NONE, "all": "all hexes along it"}
    return {"": _NONE, "odd": "every second hex, from the second", "even": "every second hex, from the first"}


def half_hex_sentences(grid: HexGrid) -> tuple[str, ...]:
    """Which hexes the edges of a grid cut, and which they leave off the map."""
    cut = {edge: [h for h in grid.rim if edge in grid.cuts(h)] for edge in EDGES}
    lines = [f"The edge at the {edge} cuts {_some(grid, hexes)} in half."
             for edge, hexes in cut.items() if hexes]
    if grid.outside:
        lines.append(f"{_some(grid, grid.outside)} then lie beyond the edge and are no longer on the map, "
                     "because the hexes that are cut lie farther in. What is in them stays in the file.")
    return tuple(lines) or ("No hex is cut: all hexes are whole.",)


def _some(grid: HexGrid, hexes: Sequence[Hex]) -> str:
    names = [grid.number(h) for h in hexes]
    more = [f"{len(names) - _SHOWN} more"] if len(names) > _SHOWN else []
    return f"{count(len(names), 'hex')} ({fully_listed([*names[:_SHOWN], *more])})"
