"""The small map beside the steps: what is planned on it, and hexes chosen with the mouse."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Collection
from tkinter import ttk
from tkinter.font import nametofont
from typing import Any

from PIL import ImageTk

from ....drawing.overview import overview
from ....hexgrid import Hex, HexGeometry
from ....model.design import Design
from ....model.edit.scenario_plan import ScenarioPlan
from ....model.gamemap import GameMap
from ....model.in_play import InPlay
from ...map import style
from ...window import theme

_BORDERS_FROM = 5
"""Pixels from the middle of a hex to a corner from which the borders of hexes are drawn."""
_FIGURES_FROM, _FEW_FIGURES = 7, 5
"""Pixels from which every column and row has its number at the edge; with smaller hexes every fifth has."""

Chosen = Callable[[Hex, Hex], None]
"""Takes the first and the last hex of a drag, or twice the same one for a click."""


class MapPreview(ttk.Frame):
    """Shows the map of a plan, the areas of its sides as dots in their colours, hexes to hold as stars, and
    entries as triangles; outlined are those hexes that a page has in its fields. Where hexes are large enough
    they have borders, and the columns and rows are counted at the edge. A drag marks a rectangle of hexes
    within the map. Below is the number of the hex at the pointer."""

    def __init__(self, parent: tk.Misc, width: int, height: int, chosen: Chosen) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._size, self._chosen = (width, height), chosen
        self.canvas = tk.Canvas(self, width=width, height=height, background=theme.PANEL, borderwidth=0,
                                highlightthickness=0)
        self.canvas.pack()
        self.told = ttk.Label(self, style="Quiet.TLabel", anchor="center")
        """The hex at the pointer, or the first and the last of a drag."""
        self.told.pack(fill="x")
        self._photo: ImageTk.PhotoImage | None = None
        self._geometry: HexGeometry | None = None
        self._map: GameMap | None = None
        self._drawn: tuple[object, ...] = ()
        self._left = self._top = 0
        self._figures: dict[Hex, int] = {}
        """The numbers of columns and rows, hidden where a mark covers them."""
        self._scale = 1.0
        self._first: Hex | None = None
        self.takes_hexes = False
        """Whether hexes may be chosen now."""
        self.canvas.bind("<ButtonPress-1>", self._press)
        self.canvas.bind("<B1-Motion>", self._drag)
        self.canvas.bind("<ButtonRelease-1>", self._release)
        self.canvas.bind("<Motion>", lambda e: self._tell(self._hex(e)))
        self.canvas.bind("<Leave>", lambda _e: self._tell(None))

    def show(self, plan: ScenarioPlan, marked: Collection[Hex] = ()) -> None:
        """Show what is planned, and outline hexes."""
        self._map = plan.map
        self.canvas.delete("mark", "drag")
        self.canvas.configure(cursor="crosshair" if self.takes_hexes else "")
        if plan.map is None or plan.ruleset is None:
            self.canvas.delete("all")
            self._geometry, self._drawn = None, ()
            self._tell(None)
            return
        key = (plan.map, plan.ruleset, style.current())
        if len(self._drawn) != len(key) or any(
                a is not b for a, b in zip(key, self._drawn, strict=True)):
            self._drawn = key
            picture = overview(Design(plan.ruleset, plan.map), *self._size, style=style.current())
            self._photo = ImageTk.PhotoImage(picture, master=self.canvas)
            self._left, self._top = ((whole - part) // 2 for whole, part in zip(
                self._size, picture.size, strict=True))
            self._geometry = HexGeometry(plan.map.grid)
            self._scale = picture.width / self._geometry.bounds()[2]
            self.canvas.delete("all")
            self.canvas.create_image(self._left, self._top, anchor="nw", image=self._photo)
            self._draw_grid(self._geometry)
        self._mark(plan)
        for hex in marked:
            x, y = self.pixel(hex)
            r = max(3, round(self._scale * 0.7))
            self.canvas.create_oval(x - r, y - r, x + r, y + r, outline=theme.ACCENT, width=2,
                                    tags=("mark", "chosen"))

    def pixel(self, hex: Hex) -> tuple[int, int]:
        """The place of a hex in the canvas."""
        assert self._geometry is not None
        x, y = self._geometry.centre(hex)
        return round(self._left + x * self._scale), round(self._top + y * self._scale)

    def _draw_grid(self, geometry: HexGeometry) -> None:
        """The borders of the hexes, and at the edge the columns and rows as the fields of the pages count
        them."""
        self._figures.clear()
        if self._scale < _BORDERS_FROM:
            return
        grid = geometry.grid
        for hex in grid:
            points = [p for x, y in geometry.corners(hex)
                      for p in (self._left + x * self._scale, self._top + y * self._scale)]
            self.canvas.create_polygon(*points, fill="", outline="#8a8672", tags=("grid",))
        every = 1 if self._scale >= _FIGURES_FROM else _FEW_FIGURES
        size = max(7, min(11, round(self._scale * 0.85)))
        family = nametofont("TkDefaultFont", self).actual("family")
        edge = [(Hex(col, 0), col) for col in range(grid.columns)]
        edge += [(Hex(0, row), row) for row in range(1, grid.rows)]
        for hex, at in edge:
            if (at + 1) % every == 0 or at == 0:
                x, y = self.pixel(hex)
                self._figures[hex] = self.canvas.create_text(
                    x, y, text=str(at + 1), font=(family, -size), fill="#4a4738", tags=("grid", "figure"))

    def _mark(self, plan: ScenarioPlan) -> None:
        assert plan.map is not None
        assert plan.ruleset is not None
        map = plan.map
        colours = {s.id: s.colour for s in (plan.sides or plan.ruleset.sides)}
        r = max(2, round(self._scale * 0.3))
        may_stand = InPlay(Design(plan.ruleset, map)).may_stand
        covered: set[Hex] = set()
        for side, where in plan.areas:
            for hex in filter(may_stand, where.resolve(map)):
                covered.add(hex)
                x, y = self.pixel(hex)
                self.canvas.create_oval(x - r, y - r, x + r, y + r, fill=colours.get(side, "#444444"),
                                        outline="", tags=("mark",))
        used = {u.reinforcement.entry for u in plan.units if u.reinforcement}
        for entry in plan.entries:
            if entry.id in used:
                for hex in filter(may_stand, entry.where.resolve(map)):
                    covered.add(hex)
                    x, y = self.pixel(hex)
                    self.canvas.create_polygon(x - r, y - r, x - r, y + r, x + r, y, fill="#222222",
                                               outline="#ffffff", tags=("mark",))
        for goal in plan.goals:
            for hex in goal.where.resolve(map) if goal.kind == "control" else ():
                covered.add(hex)
                x, y = self.pixel(hex)
                self.canvas.create_text(x, y, text="★", font=("TkDefaultFont", -max(12, 4 * r)),
                                        fill=colours.get(goal.side, "#444444"), tags=("mark",))
        for hex, figure in self._figures.items():
            self.canvas.itemconfigure(figure, state="hidden" if hex in covered else "normal")

    # -- the mouse ------------------------------------------------------------------------

    def _hex(self, event: Any) -> Hex | None:
        """The hex at the pointer, or the nearest one of the map."""
        if self._geometry is None:
            return None
        grid = self._geometry.grid
        hex = self._geometry.nearest(
            (event.x - self._left) / self._scale, (event.y - self._top) / self._scale)
        return Hex(min(max(hex.col, 0), grid.columns - 1), min(max(hex.row, 0), grid.rows - 1))

    def _tell(self, hex: Hex | None, first: Hex | None = None) -> None:
        """Tell the number of a hex with the name of its place, or, of a drag, two numbers."""
        map = self._map
        if hex is None or map is None or hex not in map.grid:
            self.told.configure(text="")
            return
        number = map.grid.number(hex)
        name = map.place_at[hex].name if hex in map.place_at else ""
        self.told.configure(text=f"{map.grid.number(first)} to {number}" if first not in (None, hex) else
                            f"{number} {name}".strip())

    def _press(self, event: Any) -> None:
        self._first = self._hex(event) if self.takes_hexes else None

    def _drag(self, event: Any) -> None:
        self.canvas.delete("drag")
        last = self._hex(event)
        self._tell(last, self._first)
        if self._first is None or last is None:
            return
        (x0, y0), (x1, y1) = self.pixel(self._first), self.pixel(last)
        r = round(self._scale * 0.5)
        self.canvas.create_rectangle(min(x0, x1) - r, min(y0, y1) - r, max(x0, x1) + r, max(y0, y1) + r,
                                     outline=theme.ACCENT, width=2, tags=("drag",))

    def _release(self, event: Any) -> None:
        first, last, self._first = self._first, self._hex(event), None
        self.canvas.delete("drag")
        self._tell(last)
        if first is not None and last is not None:
            self._chosen(first, last)
