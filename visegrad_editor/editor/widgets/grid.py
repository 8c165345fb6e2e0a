"""A table whose cells are edited in place, with keyboard and mouse."""

from __future__ import annotations

import re
import tkinter as tk
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from tkinter import ttk
from tkinter.font import nametofont
from typing import Any, Literal, NamedTuple

from PIL import Image, ImageTk

from ...exchange.cell_texts import guard_formula, plain_cell
from ...lazy_dataclass import dataclass
from ...model.wording import count
from ..platforms import bind_wheel, held_keys, is_x11, menu_clicks
from ..signals import Signal
from ..window import theme
from .colour_dialog import ask_colour
from .columns import elided
from .dialogs import Dialog
from .fields import fit_choices
from .keyboard import ALT, CONTROL, SHIFT, enter_field
from .presses import Presses
from .tooltips import Tooltip
from .typed_choice import complete, take_on_return

_LEAST_WIDTH = 24
_STEPS = {"KP_Up": "Up", "KP_Down": "Down", "KP_Left": "Left", "KP_Right": "Right", "KP_Home": "Home",
          "KP_End": "End", "KP_Prior": "Prior", "KP_Next": "Next", "ISO_Left_Tab": "Tab"}
_OF_THE_MAP = frozenset({"a", "b", "d", "delete", "h", "i", "l", "m", "comma", "period", "backspace"})
"""Keys that with Ctrl change the selection on the map; tables ignore them."""


class GridTable(ttk.Frame):
    """Shows a model. `cursor` is the current cell, and `went` is emitted when it changes; `say` is called
    with the reason an entry was refused, or ""; `menu` opens a context menu at a place on the screen."""

    def __init__(self, parent: tk.Misc, model: GridModel, say: Callable[[str], None] = lambda _text: None,
                 menu: Callable[[int, int], None] | None = None, height: int = 10,
                 width: int = 420) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self.model, self.say, self.menu = model, say, menu
        self.cursor = Cell(0, 0)
        self.marked: frozenset[int] = frozenset()
        """The rows that are marked, with `span` columns; none but the current row if empty."""
        self.span = (0, 0)
        """The first and the last marked column."""
        self._anchor = Cell(0, 0)
        self._copied = ""
        """The text that was copied here last."""
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
        self._hear()
        self._mouse = GridMouse(self)

    def _hear(self) -> None:
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
        """Redraw the model soon."""
        if not self._drawing:
            self._drawing = self.after_idle(self._draw)

    def _draw(self) -> None:
        self._drawing = ""
        old = self.places
        self.places = self._measured(old.left, old.top)
        self.cursor = within(self.cursor, self.places.rows, len(self.places.widths))
        self.marked = frozenset(row for row in self.marked if row < self.places.rows)
        focus = str(self.canvas.tk.call("focus")) == str(self.canvas)
        self.painter.draw(self.model, self.places, self.cursor, focus, self.marked, self.span)
        self._bars()

    def _measured(self, left: int, top: int) -> GridLayout:
        columns = self.model.columns
        widths = [self._widths.get(c.title, theme.px(c.width)) for c in columns]
        view = max(self.canvas.winfo_width(), 50), max(self.canvas.winfo_height(), 50)
        return GridLayout(widths, self.model.rows, self._row_px, self._head_px, theme.px(20),
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
        """Scroll to this place in pixels, within the table."""
        self.commit()
        self.places = self.places.scrolled(left, top)
        self.refresh()

    # -- the cursor ---------------------------------------------------------------------

    def mark_rows(self, rows: Iterable[int], span: tuple[int, int] | None = None) -> None:
        """Mark rows, in some columns or in that of the cursor; one row alone is not marked."""
        rows = frozenset(rows)
        wide = span is not None and span[0] != span[1]
        self.span = (self.cursor.column, self.cursor.column) if span is None else span
        self.marked = rows if len(rows) > 1 or wide else frozenset()
        self.refresh()
        self.went.emit()

    def mark_to(self, cell: Cell) -> None:
        """Mark everything from where marking began to a cell, and go there."""
        anchor = self._anchor
        self.go(cell, keep=True)
        self._anchor = anchor = within(anchor, self.places.rows, len(self.places.widths))
        rows, columns = sorted((anchor.row, self.cursor.row)), sorted((anchor.column, self.cursor.column))
        self.mark_rows(range(rows[0], rows[1] + 1), (columns[0], columns[1]))

    def follow(self, rows: Sequence[int]) -> None:
        """Mark the rows of what was chosen elsewhere, which is not told with `went`; for none nothing stays
        marked."""
        self.commit()
        if rows:
            self.cursor = Cell(rows[0], self.cursor.column)
            self.places = self._measured(self.places.left, self.places.top)
            if self.canvas.winfo_ismapped():
                self.places = self.places.showing(self.cursor)
        self._anchor, self.span = self.cursor, (self.cursor.column, self.cursor.column)
        self.marked = frozenset(rows if len(rows) > 1 else ())
        self.refresh()

    def toggle(self, row: int) -> None:
        """Mark a row besides those that are, or unmark it."""
        rows = self.chosen_rows() ^ {row} if self.marked or row != self.cursor.row else {row}
        span = self.span if self.marked else (self.cursor.column, self.cursor.column)
        self.go(Cell(row, min(max(self.cursor.column, span[0]), span[1])), keep=True)
        self._anchor = self.cursor
        self.mark_rows(rows, span)

    def chosen_rows(self) -> frozenset[int]:
        """The marked rows, or the current one."""
        return self.marked or frozenset({self.cursor.row} if self.places.rows else ())

    def chosen_cells(self) -> tuple[list[int], range]:
        """The marked rows from top to bottom and the marked columns, or those of the current cell."""
        if not self.marked:
            return sorted(self.chosen_rows()), range(self.cursor.column, self.cursor.column + 1)
        return sorted(self.marked), range(self.span[0], self.span[1] + 1)

    def go(self, cell: Cell, focus: bool = False, keep: bool = False) -> None:
        """Make a cell the current one and scroll to it; what is marked stays so if it is to `keep`."""
        if focus:
            self.canvas.focus_set()
        self.places = self._measured(self.places.left, self.places.top)
        cell = within(cell, self.places.rows, len(self.places.widths))
        if self.canvas.winfo_ismapped():
            self.places = self.places.showing(cell)
        self.cursor = cell
        if not keep:
            self._anchor, self.marked, self.span = cell, frozenset(), (cell.column, cell.column)
        self.refresh()
        self.went.emit()

    def widen(self, column: int, width: int) -> None:
        """Give a column another width, in pixels."""
        self._widths[self.model.columns[column].title] = max(_LEAST_WIDTH, width)
        self.refresh()

    def box_on_screen(self, cell: Cell) -> tuple[int, int, int, int]:
        """Left, top, width and height of a cell on the screen in pixels."""
        x, y, width, height = self.places.box(cell)
        return self.canvas.winfo_rootx() + x, self.canvas.winfo_rooty() + y, width, height

    def _key(self, event: Any) -> str | None:
        if self.editor is not None:
            return self.editor.late_key(event)
        key = _STEPS.get(event.keysym, event.keysym)
        held = held_keys(event.state)
        control, shift, alt = (bool(held & bit) for bit in (CONTROL, SHIFT, ALT))
        if control:
            return self._control_key(key, shift)
        if alt:
            return None
        if key == "Tab":
            key = "Shift-Tab" if shift else "Tab"
        if shift and self._shift_key(key):
            return "break"
        if key == "Escape" and self.marked:
            self.go(self.cursor)
            return "break"
        to = moved(self.cursor, key, self.places.rows, len(self.places.widths), self.places.page)
        if to is not None:
            self.say("")
            self.go(to)
        elif key in ("Tab", "Shift-Tab"):
            other = self.canvas.tk_focusNext() if key == "Tab" else self.canvas.tk_focusPrev()
            if other is not None:
                enter_field(other)
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

    def _shift_key(self, key: str) -> bool:
        """Whether a key with Shift marks rows or columns."""
        if key == "space":
            self.mark_rows(self.chosen_rows(), (0, len(self.places.widths) - 1))
            return True
        if key in ("Tab", "Shift-Tab"):
            return False
        to = moved(self.cursor, key, self.places.rows, len(self.places.widths), self.places.page)
        if to is not None:
            self.mark_to(to)
        return to is not None

    def _control_key(self, key: str, shift: bool = False) -> str | None:
        to = moved(self.cursor, f"Control-{key}", self.places.rows, len(self.places.widths), 1)
        if to is not None:
            self.mark_to(to) if shift else self.go(to)
        elif key.lower() == "a":
            self.mark_rows(range(self.places.rows), self.span if self.marked else None)
        elif key == "space":
            self.mark_rows(range(self.places.rows), (self.cursor.column, self.cursor.column))
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
        """Edit the current cell; `typed`, if given, replaces its text."""
        if not self.places.rows:
            return
        self.commit()
        kind = self.model.kind(self.cursor)
        if kind == "fixed":
            self.say(self.model.help(self.cursor))
        elif kind in ("flag", "pictures") and typed is None:
            self.pick()
        else:
            self.go(self.cursor, keep=True)
            self.update_idletasks()
            cell = self.cursor
            choices = self.model.choices(cell) if kind in ("choice", "flag") else ()
            self.editor = CellEditor(
                self.canvas, self.places.box(cell), self.model.text(cell), choices,
                lambda text: self._enter(cell, text), self._closed, bool(self.marked))
            self.editor.begin(typed, open_list and bool(choices))

    def pick(self) -> None:
        """Choose a value instead of typing it: toggle it, or open the list, the pictures or the colours."""
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
            value = ask_picture(self, title, self.model, cell, self.painter.photo)
            if value is not None and value != text:
                self._enter(cell, value)
        else:
            self.begin(open_list=True)
        if kind in ("flag", "colour", "pictures"):
            self.canvas.focus_set()

    def commit(self) -> bool:
        """Accept text that is being typed; False if it was refused."""
        return self.editor.commit() if self.editor is not None else True

    def _enter(self, cell: Cell, text: str) -> str:
        rows = self.marked
        many = cell.row in rows and self.span[0] <= cell.column <= self.span[1]
        complaint = self.model.enter_many(sorted(rows), cell.column, text) if many else (
            self.model.enter(cell, text))
        if complaint:
            self.bell()
        self.say(complaint)
        self.refresh()
        return complaint

    def _closed(self, key: str) -> None:
        self.editor = None
        if key:
            self.canvas.focus_set()
            if self.marked:
                # All marked rows were changed: the cursor stays with them.
                self.refresh()
                return
            grown = self.model.rows > self.places.rows
            # If a row was added, the cursor continues from there, to fill it in.
            at = Cell(self.model.row_made(), self.cursor.column) if grown else self.cursor
            to = None if grown and key == "Down" else moved(
                at, key, self.model.rows, len(self.model.columns), 1)
            self.go(to or at)
        self.refresh()

    def _clear(self) -> None:
        if not self.places.rows:
            self.say("There is no row here.")
            return
        if self.marked and self.span[0] != self.span[1]:
            rows, columns = self.chosen_cells()
            complaint = self.model.paste_cells(rows, columns, [[""]])
            if complaint:
                self.bell()
            self.say(complaint)
            self.refresh()
            return
        if self.model.kind(self.cursor) not in ("fixed", "flag") and self.model.text(self.cursor):
            self._enter(self.cursor, "")

    def _copy(self) -> None:
        if not self.places.rows:
            self.say("There is no row here.")
            return
        self.clipboard_clear()
        self._copied = self.model.copied(*self.chosen_cells()) if self.marked else (
            text_of_block([[self.model.text(self.cursor)]]))
        self.clipboard_append(self._copied)

    def _paste(self) -> None:
        try:
            text = self.clipboard_get()
        except tk.TclError:
            return
        if self.model.kind(self.cursor) == "fixed":
            self.say(self.model.help(self.cursor))
            return
        try:
            block = self.model.pasted(text, text == self._copied)
        except ValueError as error:
            complaint = str(error)
        else:
            if block is None:
                self.refresh()
                return
            complaint = self.model.paste_cells(*self.chosen_cells(), block) if self.marked else (
                self.model.paste(self.cursor, block))
        if complaint:
            self.bell()
        self.say(complaint)
        self.refresh()


_LEAVING = {"<Return>": "Down", "<KP_Enter>": "Down", "<Tab>": "Tab", "<Shift-Tab>": "Shift-Tab",
            "<ISO_Left_Tab>": "Shift-Tab"}


class CellEditor:
    """The field over a cell that is being edited. `accept` takes its text and returns a complaint, or "";
    `closed` is called with the key that ended editing, "" if the keyboard has gone elsewhere. With `many` the
    text is for several cells, so that one as before is accepted too when it is entered."""

    def __init__(self, parent: tk.Misc, box: tuple[int, int, int, int], text: str, choices: Sequence[str],
                 accept: Callable[[str], str], closed: Callable[[str], None], many: bool = False) -> None:
        self._accept, self._closed, self._many = accept, closed, many
        self._given = text
        self._done = False
        self.field: ttk.Entry
        if choices:
            self.field = values_list = fit_choices(ttk.Combobox(parent, values=list(choices), height=14))
            self.field.bind("<<ComboboxSelected>>", lambda _e: self._leave("stay"))
            take_on_return(values_list)
        else:
            self.field = ttk.Entry(parent)
        x, y, width, height = box
        self.field.place(x=x, y=y, width=max(width + 1, 60), height=height + 1)
        for sequence, key in _LEAVING.items():
            if sequence == "<ISO_Left_Tab>" and not is_x11():
                continue
            self.field.bind(sequence, lambda _e, k=key: self._leave(k))  # type: ignore[misc]
        self.field.bind("<Escape>", self._cancel)
        self.field.bind("<FocusOut>", self._focus_out)
        if not choices:
            for key in ("Up", "Down"):
                self.field.bind(f"<{key}>", lambda _e, k=key: self._leave(k))  # type: ignore[misc]

    def begin(self, typed: str | None, open_list: bool) -> None:
        """Take the keyboard; `typed`, if given, replaces the text."""
        self.field.insert(0, self._given if typed is None else typed)
        # A field that is not mapped yet would get the keyboard too late for a fast typist.
        self.field.update_idletasks()
        self.field.focus_set()
        if typed is None:
            self.field.select_range(0, "end")
        self.field.icursor("end")
        if typed:
            self._complete()
        if open_list and isinstance(self.field, ttk.Combobox):
            self.field.after_idle(self._open_list)

    def _open_list(self) -> None:
        if self.field.winfo_exists():
            self.field.event_generate("<Down>")

    def _complete(self) -> None:
        """Complete what was typed in a cell with values to choose from."""
        if isinstance(self.field, ttk.Combobox):
            complete(self.field)

    def late_key(self, event: Any) -> str:
        """Handle a key that arrived before the field had the keyboard."""
        if event.char and event.char.isprintable():
            if self.field.selection_present():
                self.field.delete("sel.first", "sel.last")
            self.field.insert("insert", event.char)
            self._complete()
        elif event.keysym in ("Return", "KP_Enter", "Tab"):
            self._leave(_LEAVING[f"<{event.keysym}>"])
        elif event.keysym == "Escape":
            self._cancel(event)
        return "break"

    def commit(self) -> bool:
        """Accept the text and close the field, leaving the keyboard where it is. If the text was refused, the
        field is closed too, and False is returned."""
        if self._done:
            return True
        good = not self._accept_text()
        self._close("")
        return good

    def _accept_text(self) -> str:
        text = self.field.get()
        return self._accept(text) if text != self._given else ""

    def _leave(self, key: str) -> str:
        if self._done:
            return "break"
        complaint = self._accept(self.field.get()) if self._many and key != "stay" else self._accept_text()
        if not complaint:
            self._close(key)
        return "break"

    def give_up(self) -> None:
        """Close without a change."""
        self._close("stay")

    def _cancel(self, _event: Any) -> str:
        self._close("stay")
        return "break"

    def _close(self, key: str) -> None:
        if not self._done:
            self._done = True
            self.field.destroy()
            self._closed(key)

    def _focus_out(self, _event: Any) -> None:
        if not self._done:
            self.field.after_idle(self._commit_if_left)

    def _commit_if_left(self) -> None:
        """Accept the text if the keyboard has gone elsewhere, but not to the field's own drop-down list."""
        if self._done or not self.field.winfo_exists():
            return
        now = str(self.field.tk.call("focus"))
        if now != str(self.field) and not now.startswith(f"{self.field}.popdown"):
            self.commit()


_TICK, _PATCH = 24, 42
"""Distance from a cell's left edge to the right edge of its tick or its colour patch, in pixels at 100 %."""


class GridMouse:
    """The mouse on a table: it selects and edits cells, scrolls, and drags the edges of columns."""

    def __init__(self, table: GridTable) -> None:
        self._table = table
        self._note = Tooltip(table.canvas, "")
        self._dragged: int | None = None
        self._presses = Presses()
        self._marking = False
        """Whether the button was pressed on a cell, so that dragging marks cells."""
        bind = table.canvas.bind
        bind("<ButtonPress-1>", self._press)
        bind("<B1-Motion>", self._drag)
        bind("<ButtonRelease-1>", lambda _e: self._let_go())
        for click in menu_clicks():
            bind(click, self._right)
        bind("<Motion>", self._point)
        bind_wheel(table.canvas, self._wheel)

    def _wheel(self, event: Any, notches: int) -> str:
        places = self._table.places
        step = -notches * 2 * places.height
        if held_keys(event.state) & SHIFT:
            self._table.scroll(places.left + step, places.top)
        else:
            self._table.scroll(places.left, places.top + step)
        return "break"

    def _press(self, event: Any) -> None:
        on = str(self._table.places.cell_at(event.x, event.y))
        if self._presses.press(event, on) > 1 and self._doubled(event):
            return
        self._dragged = self._table.places.edge_at(event.x, event.y)
        self._marking = False
        if self._dragged is not None:
            return
        self._table.canvas.focus_set()
        if not self._table.commit():
            return
        table, places = self._table, self._table.places
        cell = places.cell_at(event.x, event.y)
        if cell is None:
            row, column = places.row_at(event.y), places.column_at(event.x)
            if row is not None:
                last = len(places.widths) - 1
                if held_keys(event.state) & SHIFT:
                    table.mark_to(Cell(row, table.cursor.column))
                elif held_keys(event.state) & CONTROL:
                    table.toggle(row)
                else:
                    table.go(Cell(row, table.cursor.column))
                if event.x < places.mark:
                    table.mark_rows(table.chosen_rows(), (0, last))
            elif column is not None and event.y < places.head:
                table.model.press_heading(column)
                table.refresh()
            return
        table.say("")
        if held_keys(event.state) & SHIFT:
            table.mark_to(cell)
            return
        if held_keys(event.state) & CONTROL:
            table.toggle(cell.row)
            return
        table.go(cell)
        self._marking = True
        x = event.x - self._table.places.x(cell.column)
        if self._table.model.kind(cell) == "flag" and x < theme.px(_TICK):
            self._table.pick()

    def _doubled(self, event: Any) -> bool:
        """Edit or pick the value of a cell on a double click; False where a quick second click counts as one,
        such as on a heading."""
        cell = self._table.places.cell_at(event.x, event.y)
        if cell is None and event.y < self._table.places.head:
            return False
        if cell is None or self._dragged is not None:
            return True
        self._table.go(cell)
        on_patch = event.x - self._table.places.x(cell.column) < theme.px(_PATCH)
        if self._table.model.kind(cell) == "colour" and on_patch:
            self._table.pick()
        elif self._table.model.kind(cell) != "flag":
            self._table.begin(open_list=True)
        return True

    def _drag(self, event: Any) -> None:
        """Drag the edge of a column, or mark cells."""
        self._presses.move(event)
        if self._dragged is not None:
            self._table.widen(self._dragged, event.x - self._table.places.x(self._dragged))
            return
        cell = self._table.places.cell_at(event.x, event.y)
        if cell is not None and self._marking and cell != self._table.cursor:
            self._table.mark_to(cell)

    def _let_go(self) -> None:
        self._dragged = None

    def _right(self, event: Any) -> None:
        self._table.canvas.focus_set()
        self._table.commit()
        cell = self._table.places.cell_at(event.x, event.y)
        if cell is not None:
            self._table.go(cell, keep=cell.row in self._table.marked)
        if self._table.menu is not None:
            self._table.menu(event.x_root, event.y_root)

    def _point(self, event: Any) -> None:
        """Show a tooltip: what is wrong with a row, what a column means, or the full text of a cell."""
        edge = self._table.places.edge_at(event.x, event.y)
        self._table.canvas.configure(cursor="sb_h_double_arrow" if edge is not None else "")
        row, column = self._table.places.row_at(event.y), self._table.places.column_at(event.x)
        text = ""
        if row is not None and event.x < self._table.places.mark:
            mark = self._table.model.mark(row)
            text = "\n".join(filter(None, (mark.text if mark else "", self._table.model.own_row(row)[1])))
        elif event.y < self._table.places.head and column is not None:
            text = self._table.model.columns[column].help
        elif row is not None and column is not None:
            cell = Cell(row, column)
            model = self._table.model
            text = "\n".join(t for t in (self._cut(cell), model.note(cell), model.own(cell)) if t)
        self._note.follow(event, text)

    def _cut(self, cell: Cell) -> str:
        """The text of a cell if it does not fit, otherwise ""."""
        text, room = self._table.model.text(cell), self._table.places.widths[cell.column] - theme.px(12)
        return text if self._table.painter.width(text) > room else ""


_MOST_KEPT = 400
_CORNER = 8
"""The edge of the corner that marks a cell of a variant's own, in pixels at 100 %."""
OWN = "own"
"""The tag of these marks on the canvas."""


class GridPainter:
    """Draws the visible cells of a table on a canvas, and caches their pictures."""

    def __init__(self, canvas: tk.Canvas) -> None:
        self._canvas = canvas
        self._kept: dict[Hashable, ImageTk.PhotoImage] = {}
        self._font = nametofont("TkDefaultFont", canvas)
        self._head_font = nametofont("VeSection", canvas)
        self._bold_font = self._font.copy()
        self._bold_font.configure(weight="bold")

    def draw(self, model: GridModel, places: GridLayout, cursor: Cell, focus: bool,
             marked: frozenset[int] = frozenset(), span: tuple[int, int] = (0, 0)) -> None:
        """Draw everything visible."""
        self._canvas.delete("all")
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        for column in places.visible_columns():
            for row in places.visible_rows():
                chosen = row in marked and span[0] <= column <= span[1] if marked else row == cursor.row
                self._cell(model, places, Cell(row, column), chosen)
            self._head(model, places, column)
        self._marks(model, places, marked or {cursor.row})
        if places.rows and places.widths:
            self._cursor(places, cursor, focus)

    def width(self, text: str) -> int:
        """The width of a text in pixels."""
        return self._font.measure(text)

    # -- parts --------------------------------------------------------------------------

    def _cell(self, model: GridModel, places: GridLayout, cell: Cell, current: bool) -> None:
        x, y, width, height = places.box(cell)
        if y + height <= places.head:
            return
        kind, own = model.kind(cell), model.own(cell)
        ground = theme.ACCENT_SOFT if current else theme.PANEL if kind == "fixed" else theme.FIELD
        self._canvas.create_rectangle(x, y, x + width, y + height, fill=ground, outline=theme.BORDER)
        if own:
            corner = theme.px(_CORNER)
            self._canvas.create_polygon(
                x, y, x + corner, y, x, y + corner, fill=theme.OWN, outline="", tags=(OWN,))
        text = model.text(cell)
        left = x + theme.px(6)
        if kind == "flag" and text:
            self._flag(left, y, height, text == "yes")
            return
        if kind == "colour" and text:
            left = self._colour(left, y, height, text)
        picture = model.picture(cell)
        if picture is not None:
            image = self.photo(picture)
            self._canvas.create_image(left, y + height // 2, image=image, anchor="w")
            left += image.width() + theme.px(6)
        hint = "" if text else model.hint(cell)
        if not text and not hint:
            return
        room = x + width - left - theme.px(4)
        font = self._bold_font if text and model.is_bold(cell) else self._font
        shown = elided(text or hint, room, font.measure)
        ink = theme.OWN if own else theme.QUIET if hint or kind == "fixed" else theme.TEXT
        if model.columns[cell.column].centred and picture is None:
            self._canvas.create_text(x + width // 2, y + height // 2, text=shown, fill=ink, font=font)
        else:
            self._canvas.create_text(left, y + height // 2, text=shown, fill=ink, font=font, anchor="w")

    def _head(self, model: GridModel, places: GridLayout, column: int) -> None:
        x, width = places.x(column), places.widths[column]
        self._canvas.create_rectangle(x, 0, x + width, places.head, fill=theme.PANEL, outline=theme.BORDER)
        title = f"{model.columns[column].title} {model.heading_mark(column)}".rstrip()
        title = elided(title, width - theme.px(10), self._head_font.measure)
        centred = model.columns[column].centred
        self._canvas.create_text(
            x + (width // 2 if centred else theme.px(6)), places.head // 2, text=title, fill=theme.QUIET,
            font=self._head_font, anchor="center" if centred else "w")

    def _marks(self, model: GridModel, places: GridLayout, current: Collection[int]) -> None:
        for row in places.visible_rows():
            y, height = places.y(row), places.height
            self._canvas.create_rectangle(
                0, y, places.mark, y + height, outline=theme.BORDER,
                fill=theme.ACCENT_SOFT if row in current else theme.PANEL)
            mark, (sign, _) = model.mark(row), model.own_row(row)
            if sign and mark is None:
                self._canvas.create_text(places.mark // 2, y + height // 2, text=sign, fill=theme.OWN,
                                         font="VeSection", tags=(OWN,))
            elif sign:
                corner = theme.px(_CORNER)
                self._canvas.create_polygon(
                    0, y, corner, y, 0, y + corner, fill=theme.OWN, outline="", tags=(OWN,))
            if mark is not None:
                x, r = places.mark // 2, theme.px(6)
                colour = getattr(theme, mark.severity.upper())
                self._canvas.create_oval(
                    x - r, y + height // 2 - r, x + r, y + height // 2 + r, fill=colour, outline="")
                self._canvas.create_text(
                    x, y + height // 2, text="!", fill=theme.ON_ACCENT, font="VeSection")
        self._canvas.create_rectangle(
            0, 0, places.mark, places.head, fill=theme.PANEL, outline=theme.BORDER)

    def _cursor(self, places: GridLayout, cursor: Cell, focus: bool) -> None:
        x, y, width, height = places.box(cursor)
        if y + height <= places.head or (cursor.column >= places.frozen and x + width <= places.fixed):
            return
        left = max(x, places.fixed) if cursor.column >= places.frozen else x
        self._canvas.create_rectangle(
            left, max(y, places.head), x + width, y + height, width=2 if focus else 1,
            outline=theme.ACCENT if focus else theme.QUIET)

    def _flag(self, x: int, y: int, height: int, on: bool) -> None:
        edge = theme.px(13)
        top = y + (height - edge) // 2
        self._canvas.create_rectangle(x, top, x + edge, top + edge, fill=theme.FIELD, outline=theme.QUIET)
        if on:
            k = edge / 13
            tick = [(x + 3 * k, top + 7 * k), (x + 5.5 * k, top + 9.5 * k), (x + 10 * k, top + 3.5 * k)]
            self._canvas.create_line(tick, fill=theme.ACCENT, width=theme.px(2))

    def _colour(self, x: int, y: int, height: int, colour: str) -> int:
        """Draw a patch of the colour; the place where the text beside it begins."""
        edge = height - theme.px(9)
        top = y + (height - edge) // 2
        try:
            self._canvas.create_rectangle(
                x, top, x + 2 * edge, top + edge, fill=colour, outline=theme.QUIET)
        except tk.TclError:
            self._canvas.create_rectangle(x, top, x + 2 * edge, top + edge, outline=theme.ERROR)
        return x + 2 * edge + theme.px(6)

    def photo(self, picture: Picture) -> ImageTk.PhotoImage:
        """The picture for Tk, kept alive by this object."""
        if picture.key not in self._kept:
            self._kept[picture.key] = ImageTk.PhotoImage(picture.make(), master=self._canvas)
        return self._kept[picture.key]


_ACROSS = 5


def ask_picture(parent: tk.Misc, title: str, model: GridModel, cell: Cell,
                photo: Callable[[Picture], ImageTk.PhotoImage]) -> str | None:
    """Ask for one of the choices of a cell by its picture; None if it was cancelled."""
    return PictureDialog(parent, title, model, cell, photo).ask()


class PictureDialog(Dialog):
    """Shows the choices of a cell as buttons with pictures; arrow keys move between them."""

    def __init__(self, parent: tk.Misc, title: str, model: GridModel, cell: Cell,
                 photo: Callable[[Picture], ImageTk.PhotoImage]) -> None:
        super().__init__(parent, title)
        self.choices = list(model.choices(cell))
        self.buttons: list[ttk.Button] = []
        now = model.text(cell)
        for i, choice in enumerate(self.choices):
            picture = model.choice_picture(cell, choice)
            button = ttk.Button(
                self.body, text=choice or "none", style="Accent.TButton" if choice == now else "TButton",
                compound="top", command=lambda c=choice: self.finish(f"={c}"))  # type: ignore[misc]
            if picture is not None:
                button.configure(image=photo(picture))
            row, column = divmod(i, _ACROSS)
            button.grid(row=row, column=column, sticky="nsew", padx=theme.px(3), pady=theme.px(3))
            button.bind("<Key>", self._key)
            self.buttons.append(button)
        self.button("Cancel", self.cancel)
        self._now = self.choices.index(now) if now in self.choices else 0

    def ask(self) -> str | None:
        """Show the dialog and wait for the choice; None if it was cancelled."""
        result = self.run(self.buttons[self._now] if self.buttons else None)
        return result[1:] if result else None

    def _key(self, event: Any) -> str | None:
        if event.keysym in ("Return", "KP_Enter"):
            event.widget.invoke()
            return "break"
        at = self.buttons.index(event.widget)
        if event.keysym in ("Tab", "ISO_Left_Tab"):
            return None
        to = moved(Cell(*divmod(at, _ACROSS)), event.keysym, -(-len(self.buttons) // _ACROSS), _ACROSS, 3)
        if to is None:
            return None
        self.buttons[min(to.row * _ACROSS + to.column, len(self.buttons) - 1)].focus_set()
        return "break"


# The layout of a table. No Tk here.

@dataclass(frozen=True)
class GridLayout:
    """Where the cells of a table are on its canvas, in pixels. `left` and `top` tell how far the table is
    scrolled; `mark` is the width of the column of marks, `frozen` the number of columns that do not
    scroll."""

    widths: Sequence[int]
    rows: int
    height: int
    head: int
    mark: int
    frozen: int
    view: tuple[int, int]
    left: int = 0
    top: int = 0

    @property
    def fixed(self) -> int:
        """Where the scrolling columns begin."""
        return self.mark + sum(self.widths[: self.frozen])

    @property
    def size(self) -> tuple[int, int]:
        """The size of the whole table."""
        return self.mark + sum(self.widths), self.head + self.rows * self.height

    @property
    def page(self) -> int:
        """The number of completely visible rows."""
        return max(1, (self.view[1] - self.head) // self.height)

    def x(self, column: int) -> int:
        """The left edge of a column."""
        return self.mark + sum(self.widths[:column]) - (0 if column < self.frozen else self.left)

    def y(self, row: int) -> int:
        """The upper edge of a row."""
        return self.head + row * self.height - self.top

    def box(self, cell: Cell) -> tuple[int, int, int, int]:
        """Left, top, width and height of a cell, even if it is not visible."""
        return self.x(cell.column), self.y(cell.row), self.widths[cell.column], self.height

    def visible_rows(self) -> range:
        """The rows that are at least partly visible."""
        first = self.top // self.height
        return range(first, min(self.rows, first + self.view[1] // self.height + 2))

    def visible_columns(self) -> Iterator[int]:
        """The visible columns: first those that scroll, as the others are drawn over them."""
        for c in range(self.frozen, len(self.widths)):
            x = self.x(c)
            if x < self.view[0] and x + self.widths[c] > self.fixed:
                yield c
        yield from range(self.frozen)

    def row_at(self, y: int) -> int | None:
        """The row at a height; None above or below all rows."""
        row: int = (y - self.head + self.top) // self.height
        return row if y >= self.head and 0 <= row < self.rows else None

    def column_at(self, x: int) -> int | None:
        """The column at a place; None beside all columns and over the marks."""
        for c in [*range(self.frozen), *range(self.frozen, len(self.widths))]:
            left = self.x(c)
            if left <= x < left + self.widths[c] and (c < self.frozen or x >= self.fixed):
                return int(c)
        return None

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell at a place, None if there is none."""
        row, column = self.row_at(y), self.column_at(x)
        return None if row is None or column is None else Cell(row, column)

    def edge_at(self, x: int, y: int, near: int = 4) -> int | None:
        """The column whose right edge is at a place in the heading, None if there is none."""
        if y >= self.head:
            return None
        edges = ((c, self.x(c) + self.widths[c]) for c in range(len(self.widths)))
        return next((c for c, edge in edges if abs(edge - x) <= near and edge >= self.fixed - near), None)

    def scrolled(self, left: int, top: int) -> GridLayout:
        """The layout scrolled to a place, within the table."""
        most_left = max(0, self.size[0] - self.view[0])
        most_top = max(0, self.size[1] - self.view[1])
        return replace(self, left=min(max(left, 0), most_left), top=min(max(top, 0), most_top))

    def showing(self, cell: Cell) -> GridLayout:
        """The layout scrolled as little as needed to make a cell visible."""
        left, top = self.left, self.top
        x, y, width, height = self.box(cell)
        if cell.column >= self.frozen:
            if x < self.fixed:
                left -= self.fixed - x
            elif x + width > self.view[0]:
                left += min(x + width - self.view[0], x - self.fixed)
        if y < self.head:
            top -= self.head - y
        elif y + height > self.view[1]:
            top += y + height - self.view[1]
        return self.scrolled(left, top)


# The model of a table, and movement by keys. No Tk here.

CellKind = Literal["text", "choice", "flag", "colour", "pictures", "fixed"]
"""`choice` has values to choose in a list, `pictures` in a dialog with pictures; `flag` is yes or no; `fixed`
cannot be edited."""
Severity = Literal["error", "warning", "note"]
_END = re.compile(r"[\t\n]|\Z")
_QUOTED = re.compile(r'"((?:[^"]|"")*)"(?=[\t\n]|\Z)')
"""A copied cell in quotes, as spreadsheets write one that contains a tab, a line end or a quote."""


class Cell(NamedTuple):
    """A cell by its row and column, from 0."""

    row: int
    column: int


@dataclass(frozen=True)
class Column:
    """`width` is in pixels at 100 %; `frozen` columns, which come first, do not scroll."""

    title: str
    width: int
    kind: CellKind = "text"
    help: str = ""
    frozen: bool = False
    centred: bool = False


@dataclass(frozen=True)
class Picture:
    """A picture, made when it is first shown; pictures with equal keys are the same."""

    key: Hashable
    make: Callable[[], Image.Image]


@dataclass(frozen=True)
class Mark:
    """What is wrong with a row."""

    severity: Severity
    text: str


class GridModel(ABC):
    """The contents of a table. Rows and columns are counted from 0. Several cells can be marked, and are
    changed together."""

    @property
    @abstractmethod
    def columns(self) -> Sequence[Column]:
        """The columns from left to right."""

    @property
    @abstractmethod
    def rows(self) -> int:
        """How many rows there are."""

    @abstractmethod
    def text(self, cell: Cell) -> str:
        """The text of a cell."""

    @abstractmethod
    def enter(self, cell: Cell, text: str) -> str:
        """Change a cell to a typed text; why that is refused, "" on success."""

    def row_made(self) -> int:
        """The row that was added last; by default the last row."""
        return self.rows - 1

    def kind(self, cell: Cell) -> CellKind:
        """How a cell is edited."""
        return self.columns[cell.column].kind

    def choices(self, cell: Cell) -> Sequence[str]:
        """The values to choose from in a cell; for a colour, those to offer first."""
        return ()

    def picture(self, cell: Cell) -> Picture | None:
        """The picture to the left of a cell's text, None if there is none."""
        return None

    def choice_picture(self, cell: Cell, choice: str) -> Picture | None:
        """The picture of a choice, None if there is none."""
        return None

    def hint(self, cell: Cell) -> str:
        """The hint shown in a cell without text."""
        return ""

    def mark(self, row: int) -> Mark | None:
        """What is wrong with a row, None if nothing."""
        return None

    def is_bold(self, cell: Cell) -> bool:
        """Whether a cell is written bold, because it says something else than what it would have anyway."""
        return False

    def note(self, cell: Cell) -> str:
        """What the tooltip of a cell says besides its text, such as what it would have anyway."""
        return ""

    def own(self, cell: Cell) -> str:
        """What a cell is in the base of a variant, as a sentence; "" where it is the same. Such cells have a
        coloured corner."""
        return ""

    def own_row(self, row: int) -> tuple[str, str]:
        """The sign of a row that differs from the base of a variant, and a sentence; "" for one that does
        not."""
        return "", ""

    def help(self, cell: Cell) -> str:
        """A sentence about a cell, for the line below the table."""
        return self.columns[cell.column].help

    def pasted(self, text: str, own: bool) -> Sequence[Sequence[str]] | None:
        """The cells of a text that is pasted, which is the table's `own` if it was copied here; None if there
        is nothing more to do with it. Raises ValueError with the reason if it cannot be pasted."""
        return block_of(text)

    def paste(self, cell: Cell, block: Sequence[Sequence[str]]) -> str:
        """Change the cells from this one on to a block of texts, in one step; why that is refused, "" on
        success."""
        return self.enter(cell, block[0][0]) if block and block[0] else ""

    def enter_many(self, rows: Sequence[int], column: int, text: str) -> str:
        """Change the cells of several rows to a text, in one step; why that is refused, "" on success."""
        return self.paste_cells(rows, range(column, column + 1), [[text]])

    def paste_cells(self, rows: Sequence[int], columns: Sequence[int], block: Sequence[Sequence[str]]) -> str:
        """Change marked cells to a block of texts, which is repeated if it is smaller, in one step; why that
        is refused, "" on success."""
        try:
            return self.enter_cells(spread(rows, columns, block))
        except ValueError as error:
            return str(error)

    def enter_cells(self, cells: Sequence[tuple[Cell, str]]) -> str:
        """Change cells, each to its text, in one step; why that is refused, "" on success."""
        return next(filter(None, (self.enter(cell, text) for cell, text in cells)), "")

    def copied(self, rows: Sequence[int], columns: Sequence[int]) -> str:
        """The text of marked cells for the clipboard."""
        return text_of_block([[self.text(Cell(row, column)) for column in columns] for row in rows])

    def heading_mark(self, column: int) -> str:
        """A sign after the heading of a column, such as an arrow if the rows are sorted by it."""
        return ""

    def press_heading(self, column: int) -> None:
        """The heading of a column was clicked; by default nothing happens."""
        return


def moved(cell: Cell, key: str, rows: int, columns: int, page: int) -> Cell | None:
    """The cell to which a key moves from a cell; None if that is outside the table, or for another key.

    >>> moved(Cell(0, 2), "Tab", 2, 3, 10), moved(Cell(1, 2), "Tab", 2, 3, 10)
    (Cell(row=1, column=0), None)
    >>> moved(Cell(0, 0), "Control-End", 5, 3, 10), moved(Cell(4, 1), "Prior", 5, 3, 2)
    (Cell(row=4, column=2), Cell(row=2, column=1))
    """
    row, column = cell
    if key in ("Tab", "Shift-Tab"):
        at = row * columns + column + (1 if key == "Tab" else -1)
        return Cell(*divmod(at, columns)) if 0 <= at < rows * columns else None
    to = {
        "Up": (row - 1, column), "Down": (row + 1, column), "Left": (row, column - 1),
        "Right": (row, column + 1), "Home": (row, 0), "End": (row, columns - 1),
        "Control-Home": (0, 0), "Control-End": (rows - 1, columns - 1), "Prior": (row - page, column),
        "Next": (row + page, column), "Control-Up": (0, column), "Control-Down": (rows - 1, column),
    }.get(key)
    return None if to is None else within(Cell(*to), rows, columns)


def spread(rows: Sequence[int], columns: Sequence[int],
           block: Sequence[Sequence[str]]) -> list[tuple[Cell, str]]:
    """Marked cells, each with its text of a block, which is repeated if it is smaller. Raises ValueError
    with a sentence for a block that does not fit.

    >>> [text for _, text in spread([0, 1], [4], [["x"]])]
    ['x', 'x']
    """
    height, width = len(block), max((len(line) for line in block), default=0)
    if not height or not width:
        raise ValueError("There is nothing to paste.")
    if len(rows) % height or len(columns) % width:
        raise ValueError(f"{count(height, 'row')} and {count(width, 'column')} do not fit into "
                         f"{count(len(rows), 'marked row')} and {count(len(columns), 'column')}.")
    cells = []
    for r, row in enumerate(rows):
        line = block[r % height]
        cells += [(Cell(row, column), line[c % width]) for c, column in enumerate(columns)
                  if c % width < len(line)]
    return cells


def within(cell: Cell, rows: int, columns: int) -> Cell:
    """The nearest cell in a table of this size; the first cell if it is empty.

    >>> within(Cell(-1, 9), 4, 3)
    Cell(row=0, column=2)
    """
    return Cell(min(max(cell.row, 0), max(rows - 1, 0)), min(max(cell.column, 0), max(columns - 1, 0)))


def block_of(text: str) -> list[list[str]]:
    r"""The cells of a text copied from a spreadsheet: lines of texts separated by tabs. A cell in quotes can
    contain tabs, line ends and doubled quotes; a quote within a text, or an unclosed one, is an ordinary
    character. An apostrophe in front, which keeps a spreadsheet from running or changing a text, goes.

    >>> block_of("AE\tDR\nDE\tEX\n")
    [['AE', 'DR'], ['DE', 'EX']]
    >>> block_of('"Big\nhill"\t3" gun')
    [['Big\nhill', '3" gun']]
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    rows: list[list[str]] = [[]]
    at = 0
    while True:
        quoted = _QUOTED.match(plain, at)
        end = quoted.end() if quoted else _END.search(plain, at).start()  # type: ignore[union-attr]
        rows[-1].append(plain_cell(quoted[1].replace('""', '"') if quoted else plain[at:end]))
        if end == len(plain):
            return rows
        if plain[end] == "\n":
            rows.append([])
        at = end + 1


def text_of_block(block: Sequence[Sequence[str]]) -> str:
    r"""The cells as text for a spreadsheet, which runs none of them; the inverse of `block_of`.

    >>> text_of_block([["AE", "x\ty"], ["=1+1", ""]])
    'AE\t"x\ty"\n\'=1+1\t'
    """
    def quoted(text: str) -> str:
        text = guard_formula(text)
        return '"' + text.replace('"', '""') + '"' if re.search(r'[\t\n\r]|^"', text) else text

    return "\n".join("\t".join(map(quoted, row)) for row in block)


__all__ = ["OWN", "Cell", "CellKind", "Column", "GridModel", "GridTable", "Mark", "Picture"]
