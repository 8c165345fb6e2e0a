"""The dialog in which users give actions the keys they like."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from ..actions import ACTIONS, MENUS, Action, key_text
from ..platforms import held_keys
from ..widgets.dialogs import Dialog
from ..widgets.scroll_bars import grid_scrolled
from ..widgets.variables import when_written
from . import theme
from .own_keys import OwnKeys, sequence_of, why_not_a_key

_MOST_ROWS, _ROW_PX = 14, 24
_BESIDES_PX = 260
"""Pixels at 100 % that a dialog has above and below a list."""
_ADVICE = "Choose an action, press Return, then its new key."


class KeysDialog(Dialog):
    """Lists all actions with their keys. After *New key* the next key that is pressed becomes the key of the
    selected action; one that another action has must be pressed twice."""

    def __init__(self, parent: tk.Misc, own_keys: OwnKeys) -> None:
        super().__init__(parent, "Change keys")
        self._keys = own_keys
        self._waiting: Action | None = None
        self._doubtful = ""
        self._words = tk.StringVar(self)
        body = self.body
        head = ttk.Frame(body, style="Panel.TFrame")
        head.grid(row=0, column=0, columnspan=2, sticky="ew", pady=(0, theme.px(8)))
        ttk.Label(head, text="Search", style="Panel.TLabel").pack(side="left")
        self.search = ttk.Entry(head, textvariable=self._words, width=30)
        self.search.pack(side="left", padx=theme.px(8))
        room = (parent.winfo_screenheight() - theme.px(_BESIDES_PX)) // theme.px(_ROW_PX)
        self.tree = ttk.Treeview(body, columns=("menu", "key"), selectmode="browse", style="Flat.Treeview",
                                 height=max(3, min(_MOST_ROWS, room)))
        for id, text, width in (("#0", "Action", 250), ("menu", "Menu", 100), ("key", "Key", 170)):
            self.tree.heading(id, text=text, anchor="w")
            self.tree.column(id, width=theme.px(width), stretch=id == "#0")
        grid_scrolled(self.tree, 1)
        body.rowconfigure(1, weight=1)
        body.columnconfigure(0, weight=1)
        self.tree.tag_configure("own", font="VeSection")
        self.status = ttk.Label(body, style="Quiet.TLabel", text=_ADVICE, wraplength=theme.px(520),
                                justify="left")
        self.status.grid(row=2, column=0, columnspan=2, sticky="w", pady=(theme.px(6), 0))
        self.button("Close", self.cancel)
        self.all_button = self.button("Reset all", self._reset_all)
        self.reset_button = self.button("Reset", self._reset)
        self.none_button = self.button("No key", self._no_key)
        self.new_button = self.button("New key", self.wait_for_key)
        when_written(self._words, self, self._list)
        for sequence in ("<Return>", "<Double-Button-1>"):
            self.tree.bind(sequence, self._row_chosen)
        self.search.bind("<Down>", lambda _e: self._to_list())
        self.search.bind("<Return>", lambda _e: self._to_list())
        self._catcher = ttk.Frame(body, takefocus=False)
        self._catcher.grid(row=3, column=0)
        # Nothing else hears the keys that are to be assigned, not even the dialog.
        self._catcher.bindtags((str(self._catcher),))
        self._catcher.bind("<Key>", self._caught)
        self._catcher.bind("<FocusOut>", lambda _e: self._stop_waiting())
        self._list()
        self.field_undo.keep(lambda: own_keys.state, self._put_back)

    def present(self, focus: tk.Misc | None = None) -> None:
        """Show the dialog with the keyboard in the search field."""
        super().present(focus or self.search)

    def _list(self) -> None:
        tree, words = self.tree, self._words.get().casefold().split()
        chosen = tree.focus()
        tree.delete(*tree.get_children())
        for action in sorted(ACTIONS, key=lambda a: MENUS.index(a.menu)):
            keys = ", ".join(dict.fromkeys(key_text(k) for k in action.keys if "KP_" not in k))
            where = " › ".join(filter(None, (action.menu, action.submenu)))
            name = _name(action)
            if all(w in f"{name} {where} {keys}".casefold() for w in words):
                tree.insert("", "end", action.id, text=f" {name}", values=(where, keys),
                            tags=("own",) if self._keys.is_own(action) else ())
        rows = tree.get_children()
        if rows:
            row = chosen if chosen in rows else rows[0]
            tree.focus(row)
            tree.selection_set(row)
            tree.see(row)

    def _row_chosen(self, _event: Any) -> str:
        self.wait_for_key()
        return "break"

    def _to_list(self) -> str:
        self.tree.focus_set()
        return "break"

    @property
    def chosen(self) -> Action | None:
        """The selected action."""
        row = next(iter(self.tree.selection()), "")
        return next((a for a in ACTIONS if a.id == row), None)

    # -- the new key --------------------------------------------------------------------------

    def wait_for_key(self) -> None:
        """Let the next key that is pressed be that of the selected action."""
        action = self.chosen
        if action is not None:
            self._waiting, self._doubtful = action, ""
            self._tell(f"Press the new key of {_name(action)}; Esc leaves it as it is.")
            self._catcher.focus_set()

    def _caught(self, event: Any) -> str:
        action = self._waiting
        if action is None:
            return "break"
        if event.keysym == "Escape":
            self._done(_ADVICE)
            return "break"
        if event.keysym.endswith(("_L", "_R", "_Lock")) or event.keysym == "ISO_Level3_Shift":
            return "break"  # a modifier, which is held for the key that follows
        sequence = sequence_of(event.keysym, held_keys(event.state))
        if wrong := why_not_a_key(sequence):
            self._tell(wrong, "Error.TLabel")
            return "break"
        other = self._keys.owner(sequence)
        if other is not None and other.id != action.id and sequence != self._doubtful:
            self._doubtful = sequence
            self._tell(f"{key_text(sequence)} is the key of {_name(other)}. Press it again to take it from "
                       "there, another key, or Esc.", "Error.TLabel")
            return "break"
        self._keys.give(action.id, sequence)
        lost = f" {_name(other)} has lost it." if other is not None and other.id != action.id else ""
        self._done(f"{_name(action)}: {key_text(sequence)}.{lost}")
        return "break"

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting = None
            self._tell(_ADVICE)

    def _done(self, text: str) -> None:
        self._waiting = None
        self._list()
        self.tree.focus_set()
        self._tell(text)

    def _tell(self, text: str, style: str = "Quiet.TLabel") -> None:
        self.status.configure(text=text, style=style)

    def _no_key(self) -> None:
        if (action := self.chosen) is not None:
            self._keys.take(action.id)
            self._done(f"{_name(action)} has no key.")

    def _reset(self) -> None:
        if (action := self.chosen) is not None:
            self._keys.reset(action.id)
            self._done(f"{_name(action)}: {action.key_text or 'no key'}, as usual.")

    def _put_back(self, state: Any) -> None:
        """Give all actions the keys of an earlier moment, after Ctrl+Z or Ctrl+Y."""
        before = {a.id: a.keys for a in ACTIONS}
        self._keys.put_back(state)
        changed = [a for a in ACTIONS if a.keys != before[a.id]]
        self._list()
        told = [f"{_name(a)}: {a.key_text or 'no key'}." for a in changed[:3]]
        self._tell(" ".join([*told, *(["…"] if len(changed) > 3 else [])]))

    def _reset_all(self) -> None:
        self._keys.reset()
        self._done("All actions have their usual keys.")


def _name(action: Action) -> str:
    name = action.label.rstrip("…")
    return f"{name} panel" if action.panel else name
