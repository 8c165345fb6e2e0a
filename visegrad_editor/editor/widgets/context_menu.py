"""Context menus of lists, opened by right-click, the Menu key or Shift+F10."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import Any, Literal

from ...lazy_dataclass import dataclass
from ..platforms import accelerator, menu_clicks, menu_keys


@dataclass(frozen=True)
class MenuEntry:
    """A menu entry, disabled if it has neither a command nor a submenu. A label of "" makes a line."""

    label: str
    command: Callable[[], object] | None = None
    key: str = ""
    below: Sequence[MenuEntry] = ()
    """The entries of its submenu."""
    ticked: bool | None = None
    """Whether it is ticked; None for an entry without a tick."""


LINE = MenuEntry("")
Entries = Callable[[str], Sequence[MenuEntry]]
"""Returns the entries for a row, "" for the space below the rows."""


def popup(widget: tk.Misc, entries: Sequence[MenuEntry], x_root: int, y_root: int) -> tk.Menu:
    """Show a menu at a place on the screen in pixels."""
    menu = _menu(widget, entries)
    menu.tk_popup(x_root, y_root)
    return menu


class _Menu(tk.Menu):
    """A menu that keeps references to the variables of its ticks."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, tearoff=False)
        self.ticks: list[tk.BooleanVar] = []


def _menu(widget: tk.Misc, entries: Sequence[MenuEntry]) -> tk.Menu:
    menu = _Menu(widget)
    for entry in entries:
        state: Literal["normal", "disabled"] = "normal" if entry.command or entry.below else "disabled"
        if not entry.label:
            if menu.index("end") is not None:
                menu.add_separator()
        elif entry.below:
            menu.add_cascade(label=entry.label, menu=_menu(menu, entry.below))
        elif entry.ticked is not None:
            menu.ticks.append(tk.BooleanVar(menu, entry.ticked))
            menu.add_checkbutton(label=entry.label, command=entry.command or "", state=state,
                                 variable=menu.ticks[-1])
        else:
            menu.add_command(label=entry.label, accelerator=accelerator(entry.key),
                             command=entry.command or "", state=state)
    return menu


class RowMenus:
    """The context menu of a list's rows. It first selects the row under the pointer."""

    def __init__(self, tree: ttk.Treeview, entries: Entries) -> None:
        self._tree, self._entries = tree, entries
        self.menu: tk.Menu | None = None
        """The menu shown last."""
        for sequence in menu_clicks():
            tree.bind(sequence, self._clicked)
        for sequence in menu_keys():
            tree.bind(sequence, self._key)

    def _clicked(self, event: Any) -> str:
        row = self._tree.identify_row(event.y)
        if row and row not in self._tree.selection():
            self._tree.selection_set(row)
            self._tree.focus(row)
            # Let listeners handle the selection first.
            self._tree.update_idletasks()
            self._tree.update()
        self._tree.focus_set()
        self._show(row, event.x_root, event.y_root)
        return "break"

    def _key(self, _event: Any) -> str:
        tree = self._tree
        row = next(iter(tree.selection()), tree.focus())
        box = tree.bbox(row) if row else ""
        x, y = (box[0] + 20, box[1] + box[3]) if box else (20, 20)
        self._show(row, tree.winfo_rootx() + x, tree.winfo_rooty() + y)
        return "break"

    def _show(self, row: str, x_root: int, y_root: int) -> None:
        if entries := self._entries(row):
            if self.menu is not None:
                self.menu.destroy()
            self.menu = popup(self._tree, entries, x_root, y_root)


def copy_text(widget: tk.Misc, text: str) -> None:
    """Put a text on the clipboard."""
    widget.clipboard_clear()
    widget.clipboard_append(text)
