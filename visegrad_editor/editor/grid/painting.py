"""Draws the cells of a table that are in sight."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Hashable
from tkinter.font import nametofont

from PIL import ImageTk

from .. import theme
from ..columns import elided
from .model import Cell, GridModel, Picture
from .places import Places

_MOST_KEPT = 400


class GridPainter:
    """Draws into a canvas; it keeps the pictures it has drawn."""

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._kept: dict[Hashable, ImageTk.PhotoImage] = {}
        self._font = nametofont("TkDefaultFont", canvas)
        self._head_font = nametofont("VeSection", canvas)

    def draw(self, model: GridModel, places: Places, cursor: Cell, focus: bool) -> None:
        """Draw everything that is in sight."""
        self._canvas.delete("all")
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        for column in places.visible_columns():
            for row in places.visible_rows():
                self._cell(model, places, Cell(row, column), row == cursor.row)
            self._head(model, places, column)
        self._marks(model, places, cursor.row)
        if places.rows and places.widths:
            self._cursor(places, cursor, focus)

    def width(self, text: str) -> int:
        """Pixels that a text needs."""
        return self._font.measure(text)

    # -- parts --------------------------------------------------------------------------

    def _cell(self, model: GridModel, places: Places, cell: Cell, current: bool) -> None:
        x, y, wide, high = places.box(cell)
        if y + high <= places.head:
            return
        kind = model.kind(cell)
        ground = theme.ACCENT_SOFT if current else theme.PANEL if kind == "fixed" else theme.FIELD
        self._canvas.create_rectangle(x, y, x + wide, y + high, fill=ground, outline=theme.BORDER)
        text = model.text(cell)
        left = x + theme.px(6)
        if kind == "flag" and text:
            self._flag(left, y, high, text == "yes")
            return
        if kind == "colour" and text:
            left = self._colour(left, y, high, text)
        picture = model.picture(cell)
        if picture is not None:
            image = self.photo(picture)
            self._canvas.create_image(left, y + high // 2, image=image, anchor="w")
            left += image.width() + theme.px(6)
        hint = "" if text else model.hint(cell)
        if not text and not hint:
            return
        room = x + wide - left - theme.px(4)
        shown = elided(text or hint, room, self._font.measure)
        ink = theme.QUIET if hint or kind == "fixed" else theme.TEXT
        if model.columns[cell.column].centred and picture is None:
            self._canvas.create_text(x + wide // 2, y + high // 2, text=shown, fill=ink, font=self._font)
        else:
            self._canvas.create_text(left, y + high // 2, text=shown, fill=ink, font=self._font, anchor="w")

    def _head(self, model: GridModel, places: Places, column: int) -> None:
        x, wide = places.x(column), places.widths[column]
        self._canvas.create_rectangle(x, 0, x + wide, places.head, fill=theme.PANEL, outline=theme.BORDER)
        title = elided(model.columns[column].title, wide - theme.px(10), self._head_font.measure)
        centred = model.columns[column].centred
        self._canvas.create_text(
            x + (wide // 2 if centred else theme.px(6)), places.head // 2, text=title, fill=theme.QUIET,
            font=self._head_font, anchor="center" if centred else "w")

    def _marks(self, model: GridModel, places: Places, current: int) -> None:
        for row in places.visible_rows():
            y, high = places.y(row), places.high
            self._canvas.create_rectangle(
                0, y, places.mark, y + high, outline=theme.BORDER,
                fill=theme.ACCENT_SOFT if row == current else theme.PANEL)
            mark = model.mark(row)
            if mark is not None:
                x, r = places.mark // 2, theme.px(6)
                colour = getattr(theme, mark.severity.upper())
                self._canvas.create_oval(
                    x - r, y + high // 2 - r, x + r, y + high // 2 + r, fill=colour, outline="")
                self._canvas.create_text(
                    x, y + high // 2, text="!", fill=theme.ON_ACCENT, font="VeSection")
        self._canvas.create_rectangle(
            0, 0, places.mark, places.head, fill=theme.PANEL, outline=theme.BORDER)

    def _cursor(self, places: Places, cursor: Cell, focus: bool) -> None:
        x, y, wide, high = places.box(cursor)
        if y + high <= places.head or (cursor.column >= places.frozen and x + wide <= places.fixed):
            return
        left = max(x, places.fixed) if cursor.column >= places.frozen else x
        self._canvas.create_rectangle(
            left, max(y, places.head), x + wide, y + high, width=2 if focus else 1,
            outline=theme.ACCENT if focus else theme.QUIET)

    def _flag(self, x: int, y: int, high: int, on: bool) -> None:
        edge = theme.px(13)
        top = y + (high - edge) // 2
        self._canvas.create_rectangle(x, top, x + edge, top + edge, fill=theme.FIELD, outline=theme.QUIET)
        if on:
            k = edge / 13
            tick = [(x + 3 * k, top + 7 * k), (x + 5.5 * k, top + 9.5 * k), (x + 10 * k, top + 3.5 * k)]
            self._canvas.create_line(tick, fill=theme.ACCENT, width=theme.px(2))

    def _colour(self, x: int, y: int, high: int, colour: str) -> int:
        """Draw a patch of the colour; where the text beside it begins."""
        edge = high - theme.px(9)
        top = y + (high - edge) // 2
        try:
            self._canvas.create_rectangle(
                x, top, x + 2 * edge, top + edge, fill=colour, outline=theme.QUIET)
        except tk.TclError:
            self._canvas.create_rectangle(x, top, x + 2 * edge, top + edge, outline=theme.ERROR)
        return x + 2 * edge + theme.px(6)

    def photo(self, picture: Picture) -> ImageTk.PhotoImage:
        """The picture for Tk, which lives as long as this does."""
        if picture.key not in self._kept:
            self._kept[picture.key] = ImageTk.PhotoImage(picture.make(), master=self._canvas)
        return self._kept[picture.key]
