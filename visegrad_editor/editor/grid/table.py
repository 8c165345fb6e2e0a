"""The table itself: cells with a cursor, edited in place."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from .. import theme
from ..colour_dialog import ask_colour
from ..modifiers import ALT, CONTROL, SHIFT
from ..signals import Signal
from .cell_editor import CellEditor
from .model import Cell, GridModel, block_of, moved, within
from .mouse import GridMouse
from .painting import GridPainter
from .picking import ask_picture
from .places import Places

_LEAST_WIDTH = 24
_STEPS = {"KP_Up": "Up", "KP_Down": "Down", "KP_Left": "Left", "KP_Right": "Right", "KP_Home": "Home",
          "KP_End": "End", "KP_Prior": "Prior", "KP_Next": "Next", "ISO_Left_Tab": "Tab"}
_OF_THE_MAP = frozenset({"a", "b", "d", "delete", "h", "i", "l", "m", "comma", "period", "backspace"})
"""Keys that with Ctrl change what is selected on the map, which nobody means while in a table."""


class GridTable(ttk.Frame):
    """Shows a model. `cursor` is the current cell; `went` tells that it is another one; `said` is called
    with why an entry was refused, "" where all is well; `menu` pops up at a place of the screen."""

    def __init__(self, parent: tk.Misc, model: GridModel, said: Callable[[str], None] = lambda _text: None,
                 menu: Callable[[int, int], None] | None = None, height: int = 10,
                 width: int = 420) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self.model, self.said, self.menu = model, said, menu
        self.cursor = Cell(0, 0)
        self.went = Signal()
        self.editor: CellEditor | None = None
        self._row_px, self._head_px = theme.px(26), theme.px(25)
        self.canvas = tk.Canvas(
            self, background=theme.WINDOW, highlightthickness=0, borderwidth=0, takefocus=True,
            height=self._head_px + height * self._row_px, width=theme.px(width))
        self._down = ttk.Scrollbar(self, orient="vertical", command=lambda *a: self._scroll_to(1, *a))
        self._across = ttk.Scrollbar(self, orient="horizontal", command=lambda *a: self._scroll_to(0, *a))
        self.canvas.grid(row=0, column=0, sticky="nsew")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self.painter = GridPainter(self.canvas)
        self._widths: dict[str, int] = {}
        self._drawing = ""
        self.places = self._measured(0, 0)
        self._bind()
        self._mouse = GridMouse(self)

    def _bind(self) -> None:
        bind = self.canvas.bind
        bind("<Configure>", lambda _e: self.refresh())
        bind("<Key>", self._key)
        bind("<FocusIn>", lambda _e: self.refresh())
        bind("<FocusOut>", lambda _e: self.refresh())
        bind("<<ThemeChanged>>", lambda _e: self.refresh())

    # -- showing ------------------------------------------------------------------------

    def show(self, model: GridModel) -> None:
        """Show another model."""
        self.commit()
        self.model = model
        self.refresh()

    def refresh(self) -> None:
        """Show the model as it is now, as soon as there is time."""
        if not self._drawing:
            self._drawing = self.after_idle(self._draw)

    def _draw(self) -> None:
        self._drawing = ""
        old = self.places
        self.places = self._measured(old.left, old.top)
        self.cursor = within(self.cursor, self.places.rows, len(self.places.widths))
        focus = str(self.canvas.tk.call("focus")) == str(self.canvas)
        self.painter.draw(self.model, self.places, self.cursor, focus)
        self._bars()

    def _measured(self, left: int, top: int) -> Places:
        columns = self.model.columns
        widths = [self._widths.get(c.title, theme.px(c.width)) for c in columns]
        view = max(self.canvas.winfo_width(), 50), max(self.canvas.winfo_height(), 50)
        return Places(widths, self.model.rows, self._row_px, self._head_px, theme.px(20),
                      sum(c.frozen for c in columns), view).scrolled(left, top)

    def _bars(self) -> None:
        p = self.places
        for bar, at, seen, whole, head in (
            (self._down, p.top, p.view[1], p.size[1], p.head),
            (self._across, p.left, p.view[0], p.size[0], p.fixed),
        ):
            room = max(1, whole - head)
            bar.set(at / room, (at + max(1, seen - head)) / room)
            if whole <= seen:
                bar.grid_remove()
            elif bar is self._down:
                bar.grid(row=0, column=1, sticky="ns")
            else:
                bar.grid(row=1, column=0, sticky="ew")

    # -- scrolling ----------------------------------------------------------------------

    def _scroll_to(self, axis: int, *what: str) -> None:
        p = self.places
        now, whole, head = ((p.left, p.size[0], p.fixed), (p.top, p.size[1], p.head))[axis]
        if what[0] == "moveto":
            to = round(float(what[1]) * (whole - head))
        else:
            step = (p.view[axis] - head if what[2] == "pages" else self._row_px)
            to = now + int(what[1]) * step
        self.scroll(to if axis == 0 else p.left, to if axis else p.top)

    def scroll(self, left: int, top: int) -> None:
        """Scroll to so many pixels, as far as there is something to see."""
        self.commit()
        self.places = self.places.scrolled(left, top)
        self.refresh()

    # -- the cursor ---------------------------------------------------------------------

    def go(self, cell: Cell, focus: bool = False) -> None:
        """Make a cell the current one and bring it into sight."""
        if focus:
            self.canvas.focus_set()
        self.places = self._measured(self.places.left, self.places.top)
        cell = within(cell, self.places.rows, len(self.places.widths))
        if self.canvas.winfo_ismapped():
            self.places = self.places.showing(cell)
        self.cursor = cell
        self.refresh()
        self.went.emit()

    def widen(self, column: int, width: int) -> None:
        """Give a column another width, in pixels."""
        self._widths[self.model.columns[column].title] = max(_LEAST_WIDTH, width)
        self.refresh()

    def box_on_screen(self, cell: Cell) -> tuple[int, int, int, int]:
        """Left, top, width and height of a cell on the screen."""
        x, y, wide, high = self.places.box(cell)
        return self.canvas.winfo_rootx() + x, self.canvas.winfo_rooty() + y, wide, high

    def _key(self, event: Any) -> str | None:
        if self.editor is not None:
            return self.editor.late_key(event)
        key = _STEPS.get(event.keysym, event.keysym)
        control, shift, alt = (bool(event.state & bit) for bit in (CONTROL, SHIFT, ALT))
        if control:
            return self._control_key(key)
        if alt:
            return None
        if key == "Tab":
            key = "Shift-Tab" if shift else "Tab"
        to = moved(self.cursor, key, self.places.rows, len(self.places.widths), self.places.page)
        if to is not None:
            self.said("")
            self.go(to)
        elif key in ("Tab", "Shift-Tab"):
            other = self.canvas.tk_focusNext() if key == "Tab" else self.canvas.tk_focusPrev()
            if other is not None:
                other.focus_set()
        elif key in ("Return", "KP_Enter", "F2"):
            self.begin(open_list=True)
        elif key == "space":
            self.pick()
        elif key in ("Delete", "BackSpace"):
            self._clear()
        elif event.char and event.char.isprintable():
            self.begin(event.char)
        else:
            return None
        return "break"

    def _control_key(self, key: str) -> str | None:
        to = moved(self.cursor, f"Control-{key}", self.places.rows, len(self.places.widths), 1)
        if to is not None:
            self.go(to)
        elif key.lower() == "c":
            self._copy()
        elif key.lower() == "v":
            self._paste()
        elif key.lower() == "x":
            self._copy()
            self._clear()
        elif key.lower() not in _OF_THE_MAP:
            return None
        return "break"

    # -- editing ------------------------------------------------------------------------

    def begin(self, typed: str | None = None, open_list: bool = False) -> None:
        """Edit the current cell; with `typed` in place of what stands there."""
        if not self.places.rows:
            return
        self.commit()
        kind = self.model.kind(self.cursor)
        if kind == "fixed":
            self.said(self.model.help(self.cursor))
        elif kind in ("flag", "pictures") and typed is None:
            self.pick()
        else:
            self.go(self.cursor)
            self.update_idletasks()
            cell = self.cursor
            choices = self.model.choices(cell) if kind in ("choice", "flag") else ()
            self.editor = CellEditor(
                self.canvas, self.places.box(cell), self.model.text(cell), choices,
                lambda text: self._enter(cell, text), self._closed)
            self.editor.begin(typed, open_list and bool(choices))

    def pick(self) -> None:
        """Choose instead of type: toggle, or open the list, the pictures or the colours."""
        if not self.places.rows:
            return
        cell = self.cursor
        kind, text = self.model.kind(cell), self.model.text(cell)
        if kind == "flag":
            self._enter(cell, "no" if text == "yes" else "yes")
        elif kind == "colour":
            chosen = ask_colour(self, text, self.model.choices(cell))
            if chosen:
                self._enter(cell, chosen)
        elif kind == "pictures":
            title = self.model.columns[cell.column].title
            found = ask_picture(self, title, self.model, cell, self.painter.photo)
            if found is not None and found != text:
                self._enter(cell, found)
        else:
            self.begin(open_list=True)
        if kind in ("flag", "colour", "pictures"):
            self.canvas.focus_set()

    def commit(self) -> bool:
        """Hand over what is being typed; False where it was refused."""
        return self.editor.commit() if self.editor is not None else True

    def _enter(self, cell: Cell, text: str) -> str:
        complaint = self.model.enter(cell, text)
        if complaint:
            self.bell()
        self.said(complaint)
        self.refresh()
        return complaint

    def _closed(self, key: str) -> None:
        self.editor = None
        if key:
            self.canvas.focus_set()
            grown = self.model.rows > self.places.rows
            # Where a row was made the cursor goes on from it: it is to be filled in.
            at = Cell(self.model.row_made(), self.cursor.column) if grown else self.cursor
            to = None if grown and key == "Down" else moved(
                at, key, self.model.rows, len(self.model.columns), 1)
            self.go(to or at)
        self.refresh()

    def _clear(self) -> None:
        if self.model.kind(self.cursor) not in ("fixed", "flag") and self.model.text(self.cursor):
            self._enter(self.cursor, "")

    def _copy(self) -> None:
        self.clipboard_clear()
        self.clipboard_append(self.model.text(self.cursor))

    def _paste(self) -> None:
        try:
            text = self.clipboard_get()
        except tk.TclError:
            return
        block = block_of(text)
        if self.model.kind(self.cursor) == "fixed":
            self.said(self.model.help(self.cursor))
            return
        complaint = self.model.paste(self.cursor, block)
        if complaint:
            self.bell()
        self.said(complaint)
        self.refresh()
