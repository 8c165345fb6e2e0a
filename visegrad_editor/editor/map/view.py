"""The map on a Tk canvas, with panning and zooming.

Canvas coordinates are pixels from the picture's origin at the current scale, so panning only moves Tk's
window over the canvas, and nothing is redrawn. The picture may show the map rotated by quarter turns:
`to_map`, `to_canvas` and all methods that take a point of the map handle that, while viewports and boxes
refer to the picture.
"""

from __future__ import annotations

import math
import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from ...drawing.curves import Box
from ...drawing.lazy_scene import LazyScene
from ...drawing.viewport import Viewport, fit
from ...hexgrid import HexGeometry, Point
from ...model.design import Design
from ...model.gamemap import GameMap
from ..signals import Signal
from ..widgets.presses import Presses
from ..window import theme
from .tile_renderer import TileRenderer
from .tiles import MapTiles

_STEP = 1.25
"""The zoom factor of one notch of the wheel."""
_MOST_SCALE = 160.0
_STILL_TURNS = 2
"""The size of the map stays the same for so many turns of Tk's loop before it is first shown."""


def zoom_percent(scale: float) -> float:
    """A scale in pixels per map unit as a percentage.

    >>> zoom_percent(40.0)
    100.0
    """
    return scale / 40 * 100


class MapCanvas(tk.Canvas):
    """The canvas of the map. The theme does not change its items."""

    keeps_items = True


class MapView(ttk.Frame):
    """Shows the tiles of a renderer. The signal `moved` means that the viewport changed."""

    def __init__(self, parent: tk.Misc, renderer: TileRenderer) -> None:
        super().__init__(parent)
        self.renderer = renderer
        self.viewport = Viewport(20.0, 0.0, 0.0, 1, 1)
        self.zoomed = Signal()
        self.moved = Signal()
        self.painted = Signal()
        """Emitted when some of the map looks different."""
        self.canvas = MapCanvas(self, background=theme.TABLE, highlightthickness=0, borderwidth=0,
                                xscrollincrement=1, yscrollincrement=1, takefocus=True, cursor="arrow")
        self._across = ttk.Scrollbar(self, orient="horizontal", command=self._scroll("x"))
        self._down = ttk.Scrollbar(self, orient="vertical", command=self._scroll("y"))
        # The row above is for a bar that belongs to the map.
        self.canvas.grid(row=1, column=0, sticky="nsew")
        self._down.grid(row=1, column=1, sticky="ns")
        self._across.grid(row=2, column=0, sticky="ew")
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        self.tiles = MapTiles(self.canvas, renderer)
        self.presses = Presses()
        """The presses of the left button on the map, whatever they are for."""
        self._fitted = False
        """Whether the map has had a size that stays, for which its first picture is painted."""
        self._turns_left, self._fitting = 0, ""
        self._refit: Callable[[], None] | None = None
        """Fits the view to the window again; None once the user has moved it."""
        self.home: Point = (0.0, 0.0)
        """The point on which the view is centred at first."""
        self.canvas.bind("<Configure>", self._resized)

    # -- showing ------------------------------------------------------------------------

    def show_all(self) -> None:
        """Forget the pictures: the renderer shows another design."""
        self.tiles.clear()
        self.refresh()
        self.painted.emit()

    @property
    def geometry(self) -> HexGeometry:
        """The geometry of the hexes in the picture."""
        return self.renderer.geometry

    def turn(self, scene: LazyScene, design: Design) -> None:
        """Show a scene prepared by the renderer with another rotation, keeping the same point in the
        middle."""
        v = self.viewport
        middle, refit = self.to_map(v.width_px // 2, v.height_px // 2), self._refit
        self.renderer.take(scene)
        self.renderer.show(design)
        self.show_all()
        if refit is not None:
            refit()
        else:
            self.centre_on(middle)
        self.zoomed.emit()

    def show_reshaped(self, before: GameMap, design: Design) -> None:
        """Show a design whose map was resized or turned, keeping the middle hexes in place."""
        v, refit = self.viewport, self._refit
        x, y = self.to_map(v.width_px // 2, v.height_px // 2)
        old, new = before.geometry, design.map.geometry
        hex = old.nearest(x, y)
        motion = before.moved.inverse().then(design.map.moved)
        (x0, y0), (x1, y1) = old.centre(hex), new.centre(motion.hex(hex))
        self.renderer.show(design)
        self.show_all()
        if refit is not None:
            refit()
        else:
            self.centre_on((x + x1 - x0, y + y1 - y0))

    def touch(self, boxes: list[Box]) -> None:
        """Repaint these boxes of the map, which look different now."""
        if boxes:
            self.refresh()
            self.tiles.changed(boxes)
            self.painted.emit()

    def refresh(self) -> None:
        """Put the visible tiles on the canvas, once it has a size: a picture of another one would be painted
        for nothing."""
        if self._fitted:
            self.tiles.show(self.viewport)

    @property
    def fitted(self) -> bool:
        """Whether the map is shown: before, what is drawn over it has no place and size yet. The first time,
        `zoomed` is emitted."""
        return self._fitted

    @property
    def bare(self) -> bool:
        """Whether some of the map in sight is only to be seen in blocks yet."""
        return self.tiles.bare or not self._fitted

    @property
    def busy(self) -> bool:
        """Whether tiles in sight are still to be painted."""
        return self.tiles.busy

    def fit(self) -> None:
        """Show the whole map."""
        width, height = self.canvas.winfo_width(), self.canvas.winfo_height()
        self._look(fit(self.renderer.bounds, max(width, 50), max(height, 50), 12.0))
        self._refit = self.fit

    def fill(self, about: Point) -> None:
        """Fill the view with the map, with this point in the middle if possible."""
        left, top, right, bottom = self.renderer.bounds
        width, height = max(self.canvas.winfo_width(), 50), max(self.canvas.winfo_height(), 50)
        scale = max(width / (right - left), height / (bottom - top))
        half_width, half_height = width / scale / 2, height / scale / 2
        about_x, about_y = self.geometry.turned(about)
        x = min(max(about_x, left + half_width), max(right - half_width, left + half_width))
        y = min(max(about_y, top + half_height), max(bottom - half_height, top + half_height))
        self._look(Viewport(min(scale, 60.0), 0.0, 0.0, width, height).centred((x, y)))
        self._refit = lambda: self.fill(about)

    def zoom(self, notches: int, at: tuple[int, int] | None = None) -> None:
        """Zoom by wheel notches; the point at the pixel `at` (default: the middle) stays in place."""
        wanted = self._zoomed(self.viewport, notches, at)
        if wanted == self.viewport:
            return
        then = self._zoomed(wanted, notches, at)
        # At the limit, the next notch is one back.
        self._look(wanted, then if then != wanted else self._zoomed(wanted, -notches, at))

    def _zoomed(self, view: Viewport, notches: int, at: tuple[int, int] | None) -> Viewport:
        """The viewport of a view after a zoom."""
        x, y = at or (view.width_px // 2, view.height_px // 2)
        # Zoom levels are fixed steps, so that zooming back finds the same tiles.
        here = math.log(view.scale / 20.0, _STEP)
        step = math.floor(here + 1e-6) + notches if notches > 0 else math.ceil(here - 1e-6) + notches
        whole = fit(self.renderer.bounds, view.width_px, view.height_px)
        least = min(whole.scale * 0.7, 8.0)
        scale = min(max(20.0 * _STEP**step, least), _MOST_SCALE)
        return self._clamped(view.zoom_at(x, y, scale / view.scale, least, _MOST_SCALE))

    def look(self, at: Viewport) -> None:
        """Show a viewport in a window of the present size."""
        self._look(at.resized(self.viewport.width_px, self.viewport.height_px))

    def restorer(self) -> Callable[[], None]:
        """A function that restores the present view, fitted to the window if it is now."""
        viewport, refit = self.viewport, self._refit
        return refit if refit is not None else lambda: self.look(viewport)

    def pan(self, dx: int, dy: int) -> None:
        """Scroll by pixels."""
        self._look(self.viewport.moved(dx, dy))

    def centre_on(self, point: Point) -> None:
        """Scroll so that a point of the map is in the middle."""
        self._look(self.viewport.centred(self.geometry.turned(point)))

    def reveal(self, point: Point, margin: float = 1.5) -> None:
        """Scroll as little as needed to make a point of the map visible."""
        left, top, right, bottom = self.viewport.box
        x, y = self.geometry.turned(point)
        margin = min(margin, (right - left) / 3, (bottom - top) / 3)
        dx = min(0.0, x - left - margin) or max(0.0, x - right + margin)
        dy = min(0.0, y - top - margin) or max(0.0, y - bottom + margin)
        if dx or dy:
            self.pan(round(dx * self.viewport.scale), round(dy * self.viewport.scale))

    def to_map(self, x: int, y: int) -> Point:
        """The point of the map under a pixel of the window."""
        return self.geometry.unturned(self.viewport.to_map(x, y))

    def to_canvas(self, point: Point) -> Point:
        """A point of the map in canvas coordinates."""
        x, y = self.geometry.turned(point)
        return x * self.viewport.scale, y * self.viewport.scale

    # -- moving -------------------------------------------------------------------------

    def _look(self, wanted: Viewport, then: Viewport | None = None) -> None:
        """Show a viewport; `then` is the likely next one."""
        self._refit = None
        self.tiles.moving()
        wanted = self._clamped(wanted)
        if wanted.scale != self.viewport.scale:
            self.tiles.begin_zoom(wanted, then or wanted)
            self.viewport = wanted
            self._scroll_canvas()
            self.zoomed.emit()
        else:
            self.viewport = wanted
            self._scroll_canvas()
        self.refresh()
        self.moved.emit()

    def _clamped(self, v: Viewport) -> Viewport:
        """The viewport moved so that some of the map stays visible."""
        left, top, right, bottom = self.renderer.reach
        width, height = v.width_px / v.scale, v.height_px / v.scale
        x = min(max(v.left, left - width * 0.6), right - width * 0.4)
        y = min(max(v.top, top - height * 0.6), bottom - height * 0.4)
        return Viewport(v.scale, x, y, v.width_px, v.height_px)

    def _scroll_canvas(self) -> None:
        x, y = self.viewport.origin_px
        self.canvas.xview_scroll(x - round(self.canvas.canvasx(0)), "units")
        self.canvas.yview_scroll(y - round(self.canvas.canvasy(0)), "units")
        left, top, right, bottom = self.renderer.reach
        a, b, c, d = self.viewport.box
        self._across.set(*_fractions(a, c, left, right))
        self._down.set(*_fractions(b, d, top, bottom))

    def _scroll(self, axis: str) -> Callable[..., None]:
        def command(how: str, amount: str, what: str = "") -> None:
            left, top, right, bottom = self.renderer.reach
            box, v = self.viewport.box, self.viewport
            page = (v.width_px if axis == "x" else v.height_px) * 0.8
            if how == "scroll":
                by = float(amount) * (page if what == "pages" else 60)
            else:
                low, high = (left, right) if axis == "x" else (top, bottom)
                by = (low + float(amount) * (high - low) - box[0 if axis == "x" else 1]) * v.scale
            self.pan(round(by) if axis == "x" else 0, 0 if axis == "x" else round(by))

        return command

    def _resized(self, event: Any) -> None:
        self.viewport = self.viewport.resized(event.width, event.height)
        if not self._fitted:
            if event.width > 100 and event.height > 100:
                self._turns_left = _STILL_TURNS
                self._begin_when_still()
        elif self._refit is not None:
            self._refit()
        else:
            self._scroll_canvas()
            self.refresh()
            self.moved.emit()

    def _begin_when_still(self) -> None:
        """Show the map when its size has stayed the same for some turns of Tk's loop: in the first turns the
        parts around it take their room, and a picture would be painted for nothing."""
        if self._fitting:
            self.after_cancel(self._fitting)
            self._fitting = ""
        if not self.winfo_exists():
            return
        if self._turns_left:
            self._turns_left -= 1
            self._fitting = self.after(1, self._turned)
        else:
            self._fitted = True
            before = self.viewport.scale
            self.fill(self.home)
            if self.viewport.scale == before:
                self.zoomed.emit()

    def _turned(self) -> None:
        self._fitting = self.after_idle(self._begin_when_still)


def _fractions(low: float, high: float, least: float, most: float) -> tuple[float, float]:
    """The two fractions of a scroll bar that shows low..high of least..most."""
    span = max(most - least, 1e-9)
    return max(0.0, min(1.0, (low - least) / span)), max(0.0, min(1.0, (high - least) / span))
