"""Small pictures of counters for lists and the inspector."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from PIL import Image, ImageTk

from ...drawing.appearance import counter_look
from ...drawing.counters import Counter, counter_item
from ...drawing.painters.pixel_painter import PixelPainter
from ...drawing.styled_design import apply_style_to_ruleset
from ...drawing.viewport import Viewport
from ...model.ruleset import Ruleset
from ...model.scenario import Unit
from ...model.whole_look import look_of
from ..map import style as map_style
from ..window import theme


class CounterPictures:
    """Makes and caches pictures of counters on a background colour of the theme, and repaints them when theme
    or style change."""

    def __init__(self, master: tk.Misc, background: str) -> None:
        self._master = master
        self._background = background
        self._painter = PixelPainter()
        self._kept: dict[tuple[object, ...], tuple[ImageTk.PhotoImage, Unit, Ruleset]] = {}
        theme.changed.connect(self._repaint, owner=master)
        map_style.changed.connect(self._paint_again, owner=master)

    def picture(self, unit: Unit, ruleset: Ruleset, edge_px: int) -> ImageTk.PhotoImage:
        """The counter of a unit, `edge_px` pixels wide at 100 %."""
        edge_px = theme.px(edge_px)
        key = (edge_px, unit.name, unit.nationality, unit.type, unit.values, unit.steps,
               unit.formation, unit.setup, unit.reduced, unit.size, unit.short, unit.look,
               look_of(ruleset, unit).art, counter_look(ruleset, unit), ruleset.style)
        if key not in self._kept:
            if len(self._kept) > 1500:
                self._kept.clear()
            photo = ImageTk.PhotoImage(self._image(unit, ruleset, edge_px), master=self._master)
            self._kept[key] = photo, unit, ruleset
        return self._kept[key][0]

    def _repaint(self) -> None:
        ground = theme.current(self._background)
        if ground == self._background:
            return
        self._background = ground
        self._paint_again()

    def _paint_again(self) -> None:
        for photo, unit, ruleset in self._kept.values():
            photo.paste(self._image(unit, ruleset, photo.width()))
        _show_again(self._master)

    def _image(self, unit: Unit, ruleset: Ruleset, edge_px: int) -> Image.Image:
        ruleset, style = apply_style_to_ruleset(ruleset, map_style.current())
        item = counter_item(Counter(unit), ruleset, (0.0, 0.0), 1.0, shadow=False, style=style)
        scale = (edge_px - 1) / 1.04
        half = edge_px / scale / 2
        view = Viewport(scale, -half, -half, edge_px, edge_px)
        return self._painter.render([item], view, self._background)


def _show_again(widget: tk.Misc) -> None:
    """Make the lists in a widget redraw their pictures, which Tk does not do by itself."""
    if isinstance(widget, ttk.Treeview):
        widget.configure(show=widget.cget("show"))
    for child in widget.winfo_children():
        _show_again(child)
