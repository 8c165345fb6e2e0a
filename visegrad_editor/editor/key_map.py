"""F1: the keyboard as a picture and every key in a list, searched together."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from . import theme
from .dialogs import Dialog
from .key_list import KeyRow, Modifiers, matching, rows, subjects
from .keyboard_picture import KeyboardPicture, ink_of
from .scroll_bar import grid_scrolled

_HELD: tuple[tuple[str, Modifiers], ...] = (
    ("No key held", frozenset()), ("Shift", frozenset({"Shift"})), ("Ctrl", frozenset({"Ctrl"})),
    ("Ctrl + Shift", frozenset({"Ctrl", "Shift"})))
_LEAST_ROWS = 6
"""Where fewer rows of the list have room below the picture, one of the two is shown at a time."""
_CONTROL = ("Control_L", "Control_R")


class KeyMap(Dialog):
    """Shows the keys that can be pressed while Ctrl, Shift or both are held; the list shows all of them."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, "Keys and mouse")
        self._rows, self._subjects = rows(), subjects()
        self._held = tk.IntVar(self, 0)
        self._words = tk.StringVar(self)
        self._shown: dict[str, KeyRow] = {}
        body = self.body
        head = ttk.Frame(body, style="Panel.TFrame")
        head.grid(row=0, column=0, columnspan=2, sticky="ew")
        ttk.Label(head, text="Search", style="Panel.TLabel").pack(side="left")
        self.search = ttk.Entry(head, textvariable=self._words, width=24)
        self.search.pack(side="left", padx=theme.px(8))
        for i, (text, _) in enumerate(_HELD):
            ttk.Radiobutton(head, text=text, variable=self._held, value=i, command=self._draw).pack(
                side="left", padx=(theme.px(8), 0))
        wide = min(theme.px(960), parent.winfo_screenwidth() - theme.px(80))
        self.picture = KeyboardPicture(body, self._subjects, wide, self._find_key)
        self.picture.grid(row=1, column=0, columnspan=2, pady=(theme.px(8), theme.px(6)))
        row, below = theme.px(22), parent.winfo_screenheight() - theme.px(230)
        room = below - self.picture.winfo_reqheight()
        self._apart = tk.BooleanVar(self, False)
        crowded = room < _LEAST_ROWS * row
        if crowded:
            # On such a screen either is shown, so that neither scrolls within the dialog.
            room = below
            self.picture.grid_remove()
            ttk.Checkbutton(head, text="Keyboard", variable=self._apart, command=self._show_one).pack(
                side="left", padx=(theme.px(14), 0))
        self.tree = ttk.Treeview(body, columns=("what",), show="tree", style="Flat.Treeview",
                                 height=max(5, min(14, room // row)), selectmode="browse")
        self.tree.column("#0", width=theme.px(260), stretch=False)
        self.tree.column("what", width=wide - theme.px(290), stretch=True)
        self._list_parts = (self.tree, grid_scrolled(self.tree, 2))
        self.tree.tag_configure("subject", font="VeSection")
        for subject in self._subjects:
            self.tree.tag_configure(subject, foreground=ink_of(subject, self._subjects))
        self.button("Close", self.cancel, default=True)
        self._words.trace_add("write", lambda *_: self._list())
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._row_chosen())
        for key in _CONTROL:
            self.bind(f"<KeyPress-{key}>", self._control_down)
            self.bind(f"<KeyRelease-{key}>", self._control_up)
        self._list()

    def _show_one(self) -> None:
        """The picture, or the list."""
        for part in self._list_parts:
            if self._apart.get():
                part.grid_remove()
            else:
                part.grid()
        if self._apart.get():
            self.picture.grid()
        else:
            self.picture.grid_remove()

    # -- the list and the picture -------------------------------------------------------

    def _list(self) -> None:
        self.tree.delete(*self.tree.get_children())
        self._shown.clear()
        found = matching(self._words.get(), self._rows)
        for subject in self._subjects:
            of = [r for r in found if r.subject == subject]
            if of:
                self.tree.insert("", "end", text=f"■ {subject}", tags=("subject", subject))
            for row in of:
                self._shown[self.tree.insert("", "end", text=f"    {row.keys}", values=(row.what,))] = row
        self._draw()

    def _draw(self) -> None:
        chosen = self._shown.get(next(iter(self.tree.selection()), ""))
        marked = [chosen] if chosen else list(self._shown.values()) if self._words.get().strip() else []
        self.picture.show(self._rows, _HELD[self._held.get()][1], marked)

    def _row_chosen(self) -> None:
        """Hold what the chosen row wants held, so that its key can be seen."""
        row = self._shown.get(next(iter(self.tree.selection()), ""))
        if row is not None and row.caps:
            held = [m for _, m in row.caps]
            self._held.set(next((i for i, (_, m) in enumerate(_HELD) if m in held), self._held.get()))
        self._draw()

    def _find_key(self, name: str) -> None:
        """A key of the picture was clicked: show its row."""
        held = _HELD[self._held.get()][1]
        self._words.set("")
        for item, row in self._shown.items():
            if (name, held) in row.caps:
                if self._apart.get():
                    self._apart.set(False)
                    self._show_one()
                self.tree.selection_set(item)
                self.tree.see(item)
                return

    def _control_down(self, _event: Any) -> None:
        if self._held.get() == 0:
            self._held.set(2)
            self._draw()

    def _control_up(self, _event: Any) -> None:
        if self._held.get() == 2:
            self._held.set(0)
            self._draw()


def show_keys(parent: tk.Misc) -> None:
    """Show all keys."""
    dialog = KeyMap(parent)
    dialog.present(dialog.search)
