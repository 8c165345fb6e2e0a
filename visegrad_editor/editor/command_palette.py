"""The command palette: type a few letters, press Return, and it is done."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from . import theme
from .columns import ElidedTexts
from .dialogs import Dialog
from .keyboard_focus import focused
from .palette_entries import Entry, PaletteEntries
from .scroll_bar import grid_scrolled

if TYPE_CHECKING:
    from .window import Window

_SETTING = "recent_commands"
_REMEMBERED = 8
_ROWS = 14


class CommandPalette(Dialog):
    """Lists what can be done and where one can go. Closes when it loses the keyboard."""

    def __init__(self, window: Window) -> None:
        super().__init__(window.root, "Command palette")
        self._window = window
        remembered = window.settings.get(_SETTING)
        self._recent = [x for x in remembered if isinstance(x, str)] if isinstance(remembered, list) else []
        self._entries = PaletteEntries(window.session.design, window.why_not, self._recent,
                                       window.play.on)
        self._shown: dict[str, Entry] = {}
        body = self.body
        self._words = tk.StringVar(self)
        self.search = ttk.Entry(body, textvariable=self._words, width=64)
        self.search.grid(row=0, column=0, columnspan=2, sticky="ew")
        self.tree = ttk.Treeview(body, columns=("detail", "key"), show="tree", selectmode="browse",
                                 height=_ROWS, style="Flat.Treeview", takefocus=False)
        self.tree.column("#0", width=theme.px(250), stretch=True)
        self.tree.column("detail", width=theme.px(220), stretch=True)
        self.tree.column("key", width=theme.px(110), stretch=False)
        self._texts = ElidedTexts(self.tree)
        grid_scrolled(self.tree, 1, (theme.px(8), 0))
        self.told = ttk.Label(body, style="Quiet.TLabel", text=" ", wraplength=theme.px(560), justify="left")
        self.told.grid(row=2, column=0, columnspan=2, sticky="w", pady=(theme.px(6), 0))
        self.tree.tag_configure("greyed", foreground=theme.FAINT)
        self._words.trace_add("write", lambda *_: self._list())
        self.tree.bind("<<TreeviewSelect>>", lambda _e: self._tell())
        self.tree.bind("<ButtonRelease-1>", self._clicked)
        for sequence, by in (("<Down>", 1), ("<Up>", -1), ("<Next>", _ROWS - 1), ("<Prior>", 1 - _ROWS)):
            self.search.bind(sequence, lambda _e, n=by: self._step(n))  # type: ignore[misc]
        for sequence in ("<Return>", "<KP_Enter>"):
            self.search.bind(sequence, lambda _e: self._do())
        self.bind("<FocusOut>", lambda _e: self.after_idle(self._close_if_left), add=True)
        self._list()

    def show(self) -> None:
        """Open it over the window."""
        self.present(self.search)

    # -- the list -----------------------------------------------------------------------

    def _list(self) -> None:
        self.tree.delete(*self.tree.get_children())
        self._texts.clear()
        self._shown.clear()
        for entry in self._entries.find(self._words.get()):
            row = self.tree.insert("", "end", tags=("greyed",) if entry.why_not else ())
            self._texts.put(row, f" {entry.title}")
            self._texts.put_cell(row, "detail", entry.detail)
            self.tree.set(row, "key", entry.key)
            self._shown[row] = entry
        rows = self.tree.get_children()
        if rows:
            self.tree.selection_set(rows[0])
            self.tree.see(rows[0])
        self._tell()

    def _step(self, by: int) -> str:
        rows = self.tree.get_children()
        if rows:
            now = rows.index(self.tree.selection()[0]) if self.tree.selection() else 0
            # Single steps go round, pages stop at the ends.
            to = (now + by) % len(rows) if abs(by) == 1 else min(len(rows) - 1, max(0, now + by))
            self.tree.selection_set(rows[to])
            self.tree.see(rows[to])
        return "break"

    @property
    def chosen(self) -> Entry | None:
        """The entry that Return would do."""
        return self._shown.get(next(iter(self.tree.selection()), ""))

    def _tell(self) -> None:
        entry = self.chosen
        self.told.configure(
            text="Nothing fits. Words, a hex number, a name on the map or a unit are found." if entry is None
            else f"Not now: {entry.why_not}" if entry.why_not
            else "Return does it, Escape closes. ↑ ↓ choose.")

    # -- doing --------------------------------------------------------------------------

    def _clicked(self, event: Any) -> None:
        if self.tree.identify_row(event.y):
            self._do()

    def _do(self) -> str:
        entry = self.chosen
        if entry is None or entry.why_not:
            self.bell()
            return "break"
        w = self._window
        self._recent = [entry.name, *(n for n in self._recent if n != entry.name)][:_REMEMBERED]
        w.settings.set(_SETTING, self._recent)
        self.finish("done")
        w.view.canvas.focus_set()
        # What it does may open a dialog of its own; the palette is gone by then.
        w.root.after_idle(w.performing.do_entry, entry)
        return "break"

    def _close_if_left(self) -> None:
        if self.winfo_exists():
            focus = focused(self)
            if focus is not None and focus.winfo_toplevel() is not self:
                self.cancel()
