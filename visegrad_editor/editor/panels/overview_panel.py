"""The overview panel: the whole map with the visible part and the problems; a click or drag goes there."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Mapping
from tkinter import ttk
from typing import Any

from PIL import ImageTk

from ...drawing.counters import UnitView
from ...drawing.overview import overview
from ...hexgrid import Point
from ...model.problems import Problem
from ..map import frame_clock, style
from ..map.view import MapView
from ..platforms import bind_wheel
from ..session import Session
from ..window import theme

_WAIT_MS = 250
_RIM = 4
_RANK = {"error": 2, "warning": 1, "note": 0}


class OverviewPanel(ttk.Frame):
    """Redraws the overview a moment after an edit, and only while it is visible."""

    def __init__(self, parent: tk.Misc, session: Session, view: MapView) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._session, self._view = session, view
        self.canvas = tk.Canvas(self, background=theme.TABLE, highlightthickness=0, borderwidth=0,
                                width=theme.px(220), height=theme.px(150), cursor="crosshair")
        self.canvas.pack(fill="both", expand=True)
        self._photo: ImageTk.PhotoImage | None = None
        self._drawn: tuple[object, ...] = ()
        self._timer = ""
        self._scale = 1.0
        self._left = self._top = 0.0
        for event in ("<ButtonPress-1>", "<B1-Motion>"):
            self.canvas.bind(event, self._go)
        bind_wheel(self.canvas, lambda _e, notches: view.zoom(notches))
        self.canvas.bind("<Configure>", lambda _e: self.later())
        self.bind("<Map>", lambda _e: self.later())
        session.changed.connect(self.later)
        session.opened.connect(self.later)
        style.changed.connect(self.later)
        session.checked.connect(self._mark)
        view.moved.connect(self._frame)
        view.painted.connect(self.later)

    def later(self) -> None:
        """Draw when the map has not changed for a moment."""
        if not self.winfo_exists() or not self.winfo_ismapped():
            return
        if self._timer:
            self.after_cancel(self._timer)
        self._timer = self.after(_WAIT_MS if self._drawn else 1, self.show)

    @property
    def _position(self) -> Mapping[str, UnitView] | None:
        return self._view.renderer.position

    def show(self) -> None:
        """Draw the current map if it looks different; later if the window is busy."""
        self._timer = ""
        if self._drawn and frame_clock.is_busy():
            self.later()
            return
        width, height = self.canvas.winfo_width() - 2 * _RIM, self.canvas.winfo_height() - 2 * _RIM
        if min(width, height) < 10:
            return
        design, turn = self._session.design, self._view.renderer.turn
        units = design.scenario.units if design.scenario else ()
        key = (design.map, design.ruleset, units, self._position, turn, width, height, style.current())
        if len(key) != len(self._drawn) or any(
                a is not b and a != b for a, b in zip(key, self._drawn, strict=True)):
            self._drawn = key
            picture = overview(design, width, height, turn, self._position, style.current())
            self._photo = ImageTk.PhotoImage(picture, master=self.canvas)
            self._left = _RIM + (width - picture.width) / 2
            self._top = _RIM + (height - picture.height) / 2
            _, _, right, _ = self._view.geometry.bounds()
            self._scale = picture.width / right
            self.canvas.delete("all")
            self.canvas.create_image(round(self._left), round(self._top), anchor="nw", image=self._photo)
        self._mark()
        self._frame()

    def _place(self, point: Point) -> Point:
        """The place in the overview, in pixels, of a point of the turned map."""
        return self._left + point[0] * self._scale, self._top + point[1] * self._scale

    def _mark(self) -> None:
        """Draw a dot on every hex with a problem, the most severe ones on top."""
        self.canvas.delete("problem")
        colours = {"error": theme.ERROR, "warning": theme.WARNING, "note": theme.NOTE}
        r = theme.px(3)
        for problem in sorted(self._session.problems, key=lambda p: _RANK[p.severity]):
            if (point := self._where(problem)) is not None:
                x, y = self._place(point)
                self.canvas.create_oval(x - r, y - r, x + r, y + r, fill=colours[problem.severity],
                                        outline="#ffffff", tags=("problem",))
        self.canvas.tag_raise("window")

    def _where(self, problem: Problem) -> Point | None:
        grid, scenario = self._session.design.map.grid, self._session.scenario
        number = problem.hex
        if not number and scenario is not None and problem.unit in scenario.unit_by_key:
            number = scenario.unit_by_key[problem.unit].hex
        hex = grid.parse(number) if number else None
        return self._view.geometry.centre(hex) if hex is not None else None

    def _frame(self) -> None:
        """Outline the part of the map that the window shows."""
        self.canvas.delete("window")
        left, top, right, bottom = self._view.viewport.box
        (x0, y0), (x1, y1) = self._place((left, top)), self._place((right, bottom))
        for colour, width in (("#ffffff", 3), (theme.ACCENT, 1)):
            self.canvas.create_rectangle(x0, y0, x1, y1, outline=colour, width=width, tags=("window",))

    def _go(self, event: Any) -> None:
        point = ((event.x - self._left) / self._scale, (event.y - self._top) / self._scale)
        self._view.centre_on(self._view.geometry.unturned(point))
