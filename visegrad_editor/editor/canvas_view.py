"""The map on a Tk canvas: tiles of pixels below, light items above; panning and zooming.

Canvas coordinates are pixels from the picture's origin at the current scale, so panning only moves
Tk's window onto the canvas and nothing is drawn again. The picture may show the map turned by
quarters: `to_map`, `to_canvas` and all that takes a point of the map see to that, while viewports
and boxes are those of the picture.
"""

from __future__ import annotations

import math
import time
import tkinter as tk
from collections import OrderedDict
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from PIL import Image, ImageTk

from ..drawing.lazy_scene import LazyScene
from ..drawing.viewport import Box, Viewport, fit
from ..hexgrid import HexGeometry, Point
from ..model.design import Design
from ..model.gamemap import GameMap
from . import theme
from .first_sight import FirstSight
from .signals import Signal
from .tile_places import TILE_PX, TileKey
from .tile_renderer import TileRenderer
from .underlay import Underlay

_STEP = 1.25
"""One notch of the wheel."""
_MOST_SCALE = 160.0
_SLICE_S = 0.006
"""How long tiles are painted before the window answers events again."""
_STILL_S = 0.08
"""While the view has moved so lately, tiles are only sketched."""
_PHOTOS = 80


class MapCanvas(tk.Canvas):
    """What is drawn on it are the map and marks for the map: the theme does not change them."""

    keeps_items = True


class MapView(ttk.Frame):
    """Shows the tiles of a renderer. `moved` tells that the viewport is another one."""

    def __init__(self, parent: tk.Misc, renderer: TileRenderer) -> None:
        super().__init__(parent)
        self.renderer = renderer
        self.viewport = Viewport(20.0, 0.0, 0.0, 1, 1)
        self.zoomed = Signal()
        self.moved = Signal()
        self.painted = Signal()
        """Something of the map looks different."""
        self.canvas = MapCanvas(self, background=theme.TABLE, highlightthickness=0, borderwidth=0,
                                xscrollincrement=1, yscrollincrement=1, takefocus=True, cursor="arrow")
        self._across = ttk.Scrollbar(self, orient="horizontal", command=self._scroll("x"))
        self._down = ttk.Scrollbar(self, orient="vertical", command=self._scroll("y"))
        self.canvas.grid(row=0, column=0, sticky="nsew")
        self._down.grid(row=0, column=1, sticky="ns")
        self._across.grid(row=1, column=0, sticky="ew")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self._photos: OrderedDict[TileKey, ImageTk.PhotoImage] = OrderedDict()
        self._shown: dict[TileKey, int] = {}
        self._underlay = Underlay(self.canvas, renderer)
        self._queue: list[TileKey] = []
        self._first = FirstSight(renderer)
        self._moved_at = 0.0
        self._timer = ""
        self._fitted = False
        self._refit: Callable[[], None] | None = None
        """How the view was fitted to the window; None once the user has moved it."""
        self.home: Point = (0.0, 0.0)
        """What the view is centred on at first."""
        self.canvas.bind("<Configure>", self._resized)

    # -- what is shown ------------------------------------------------------------------

    def show_all(self) -> None:
        """Forget the pictures: the renderer shows another design."""
        self._photos.clear()
        for item in self._shown.values():
            self.canvas.delete(item)
        self._shown.clear()
        self._first.forget()
        self._underlay.drop()
        self.refresh()
        self.painted.emit()

    @property
    def geometry(self) -> HexGeometry:
        """Where the hexes are in the picture."""
        return self.renderer.geometry

    def turn(self, scene: LazyScene, design: Design) -> None:
        """Show the map as a scene that the renderer has prepared, turned otherwise, the same point
        in the middle."""
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
        """Show a design whose map was resized or turned; the hexes in the middle stay there."""
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
        """These boxes of the map look different now: paint what shows of them at once."""
        if boxes:
            self.refresh()
            hurried = [self._hurry(key) for key in self._queue]
            if not any(hurried):
                self.work()
            self.painted.emit()

    def _hurry(self, key: TileKey) -> bool:
        """Show at once roughly what an edit changed of a tile; whether there is anything."""
        photo = self._photos.get(key)
        image = self.renderer.hurry(key) if photo is not None else None
        if photo is None or image is None:
            return False
        photo.paste(image)
        return True

    def fit(self) -> None:
        """Show the whole map."""
        wide, high = self.canvas.winfo_width(), self.canvas.winfo_height()
        self._look(fit(self.renderer.bounds, max(wide, 50), max(high, 50), 12.0))
        self._refit = self.fit

    def fill(self, about: Point) -> None:
        """Show as much of the map as fills the view, with this point in the middle if it can be."""
        left, top, right, bottom = self.renderer.bounds
        wide, high = max(self.canvas.winfo_width(), 50), max(self.canvas.winfo_height(), 50)
        scale = max(wide / (right - left), high / (bottom - top))
        half_wide, half_high = wide / scale / 2, high / scale / 2
        about_x, about_y = self.geometry.turned(about)
        x = min(max(about_x, left + half_wide), max(right - half_wide, left + half_wide))
        y = min(max(about_y, top + half_high), max(bottom - half_high, top + half_high))
        self._look(Viewport(min(scale, 60.0), 0.0, 0.0, wide, high).centred((x, y)))
        self._refit = lambda: self.fill(about)

    def zoom(self, notches: int, at: tuple[int, int] | None = None) -> None:
        """Zoom by wheel notches; the point under the pixel `at` (default: the middle) stays there."""
        x, y = at or (self.viewport.width_px // 2, self.viewport.height_px // 2)
        # Zoom levels are steps of one ladder, so that coming back finds the same tiles.
        here = math.log(self.viewport.scale / 20.0, _STEP)
        step = math.floor(here + 1e-6) + notches if notches > 0 else math.ceil(here - 1e-6) + notches
        whole = fit(self.renderer.bounds, self.viewport.width_px, self.viewport.height_px)
        least = min(whole.scale * 0.7, 8.0)
        scale = min(max(20.0 * _STEP**step, least), _MOST_SCALE)
        self._look(self.viewport.zoom_at(x, y, scale / self.viewport.scale, least, _MOST_SCALE))

    def look(self, at: Viewport) -> None:
        """Show what a viewport showed, in the window as large as it is now."""
        self._look(at.resized(self.viewport.width_px, self.viewport.height_px))

    def kept(self) -> Callable[[], None]:
        """What shows again what the view shows now: fitted to the window, if that is how it is."""
        viewport, refit = self.viewport, self._refit
        return refit if refit is not None else lambda: self.look(viewport)

    def pan(self, dx: int, dy: int) -> None:
        """Scroll by pixels."""
        self._look(self.viewport.moved(dx, dy))

    def centre_on(self, point: Point) -> None:
        """Scroll so that a point of the map is in the middle."""
        self._look(self.viewport.centred(self.geometry.turned(point)))

    def reveal(self, point: Point, margin: float = 1.5) -> None:
        """Scroll so that a point of the map shows, as little as needed."""
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

    def _look(self, wanted: Viewport) -> None:
        self._refit = None
        self._moved_at = time.perf_counter()
        wanted = self._kept_near(wanted)
        if wanted.scale != self.viewport.scale:
            self._stretch(wanted)
            self.viewport = wanted
            self._scroll_canvas()
            self.zoomed.emit()
        else:
            self.viewport = wanted
            self._scroll_canvas()
        self.refresh()
        self.moved.emit()

    def _kept_near(self, v: Viewport) -> Viewport:
        """Some of the map always stays in sight."""
        left, top, right, bottom = self.renderer.reach
        wide, high = v.width_px / v.scale, v.height_px / v.scale
        x = min(max(v.left, left - wide * 0.6), right - wide * 0.4)
        y = min(max(v.top, top - high * 0.6), bottom - high * 0.4)
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
        first = not self._fitted
        self.viewport = self.viewport.resized(event.width, event.height)
        if first and event.width > 100 and event.height > 100:
            self._fitted = True
            self.fill(self.home)
        elif self._refit is not None:
            self._refit()
        else:
            self._scroll_canvas()
            self.refresh()
            self.moved.emit()

    # -- tiles --------------------------------------------------------------------------

    def _visible(self) -> list[TileKey]:
        """The tiles in sight, the middle first."""
        v = self.viewport
        x, y = v.origin_px
        left, top, right, bottom = self.renderer.reach
        columns = range(max(x, math.floor(left * v.scale)) // TILE_PX,
                        min(x + v.width_px, math.ceil(right * v.scale)) // TILE_PX + 1)
        rows = range(max(y, math.floor(top * v.scale)) // TILE_PX,
                     min(y + v.height_px, math.ceil(bottom * v.scale)) // TILE_PX + 1)
        keys = [TileKey(v.scale, c, r) for r in rows for c in columns]
        mx, my = (x + v.width_px / 2) / TILE_PX - 0.5, (y + v.height_px / 2) / TILE_PX - 0.5
        return sorted(keys, key=lambda k: math.hypot(k.column - mx, k.row - my))

    def refresh(self) -> None:
        """Put the tiles in sight on the canvas, at once in blocks where there is nothing else yet; those
        still to be painted are queued."""
        visible = self._visible()
        self.renderer.room = max(self.renderer.room, 2 * len(visible))  # of a very large window
        wanted = set(visible)
        for key in [k for k in self._shown if k not in wanted]:
            self.canvas.delete(self._shown.pop(key))
        self._queue = [key for key in visible if self.renderer.cached(key) is None]
        for key in visible:
            if key in self._photos:
                if key not in self._shown:
                    self._put(key)
            elif (image := self.renderer.cached(key)) is not None:
                self._show(key, image)
            elif not self._underlay.covers(key, self.viewport):
                self._show(key, self._first.rough(key))
        self._first.expect(k for k in self._queue if k not in self._photos or self._first.is_rough(k))
        if not self._queue:
            self._underlay.drop()
        elif not self._timer:
            self._timer = self.after(1, self._work_later)

    def _work_later(self) -> None:
        self._timer = ""
        self.work()

    def work(self) -> None:
        """Paint queued tiles for a moment; what is left is done when the window is idle again."""
        start = time.perf_counter()
        end = start + _SLICE_S
        moving = start - self._moved_at < _STILL_S
        # First all that is in blocks; while the view moves, what the old picture does not cover either.
        sketch = self._first.sketch(lambda k: not moving or not self._underlay.covers(k, self.viewport))
        if sketch is not None:
            self._show(*sketch)
        while self._queue and not moving and not self._first.due:
            if not self._paint(self._queue[0], end):
                break
            del self._queue[0]
            if time.perf_counter() > end:
                break
        if not self._queue:
            self._underlay.drop()
        elif not self._timer:
            wait = 20 if moving and sketch is None else 1
            self._timer = self.after(wait, self._work_later)

    @property
    def bare(self) -> bool:
        """Whether some of the map in sight is only to be seen in blocks yet."""
        return self._first.due or not self._fitted

    @property
    def busy(self) -> bool:
        """Whether tiles in sight are still to be painted."""
        return bool(self._queue)

    def _paint(self, key: TileKey, end: float) -> bool:
        """Paint a tile and show it, unless it takes longer than the clock says `end`; whether it is done."""
        if not self.renderer.advance(key, end):
            return False
        self._first.painted(key)
        self._show(key, self.renderer.tile(key))
        return True

    def _show(self, key: TileKey, image: Image.Image) -> None:
        """Show a tile so."""
        photo = self._photos.get(key)
        if photo is None:
            self._photos[key] = ImageTk.PhotoImage(image, master=self.canvas)
            while len(self._photos) > max(_PHOTOS, len(self._shown) + len(self._queue) + 8):
                old, _ = self._photos.popitem(last=False)
                self._first.painted(old)
                if old in self._shown:
                    self.canvas.delete(self._shown.pop(old))
        else:
            photo.paste(image)
        self._photos.move_to_end(key)
        if key not in self._shown and key.scale == self.viewport.scale:
            self._put(key)

    def _put(self, key: TileKey) -> None:
        item = self.canvas.create_image(key.column * TILE_PX, key.row * TILE_PX, anchor="nw",
                                        image=self._photos[key], tags=("tile",))
        self._shown[key] = item
        self.canvas.tag_lower(item)
        self.canvas.tag_lower("underlay")

    def _stretch(self, wanted: Viewport) -> None:
        """Until the new tiles are painted, show the old ones at the new size beneath them."""
        first, renderer = self._first, self.renderer
        tiles = {key: first.picture(key) or renderer.remembered(key) or renderer.rough(key.viewport)
                 for key in self._shown}
        self._underlay.stretch(self.viewport, tiles, wanted)
        if self._shown:
            self.canvas.delete("tile")
            self._shown.clear()


def _fractions(low: float, high: float, least: float, most: float) -> tuple[float, float]:
    """What a scroll bar is told, for low..high in view of least..most."""
    span = max(most - least, 1e-9)
    return max(0.0, min(1.0, (low - least) / span)), max(0.0, min(1.0, (high - least) / span))
