"""The field that lies over a cell while it is typed into."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from tkinter import ttk
from typing import Any

from ..choice_list import fit_choices

_LEAVING = {"<Return>": "Down", "<KP_Enter>": "Down", "<Tab>": "Tab", "<Shift-Tab>": "Shift-Tab",
            "<ISO_Left_Tab>": "Shift-Tab"}


class CellEditor:
    """A field over a cell. `accept` takes its text and returns a complaint, or ""; `closed` is called
    with the key that ends the editing ("" where the keyboard goes elsewhere)."""

    def __init__(self, parent: tk.Misc, box: tuple[int, int, int, int], text: str, choices: Sequence[str],
                 accept: Callable[[str], str], closed: Callable[[str], None]) -> None:
        self._accept, self._closed = accept, closed
        self._given = text
        self._done = False
        self.field: ttk.Entry
        if choices:
            self.field = fit_choices(ttk.Combobox(parent, values=list(choices), height=14))
            self.field.bind("<<ComboboxSelected>>", lambda _e: self._leave("stay"))
        else:
            self.field = ttk.Entry(parent)
        x, y, wide, high = box
        self.field.place(x=x, y=y, width=max(wide + 1, 60), height=high + 1)
        for sequence, key in _LEAVING.items():
            if sequence == "<ISO_Left_Tab>" and self.field.tk.call("tk", "windowingsystem") != "x11":
                continue
            self.field.bind(sequence, lambda _e, k=key: self._leave(k))  # type: ignore[misc]
        self.field.bind("<Escape>", self._cancel)
        self.field.bind("<FocusOut>", self._focus_out)
        if not choices:
            for key in ("Up", "Down"):
                self.field.bind(f"<{key}>", lambda _e, k=key: self._leave(k))  # type: ignore[misc]

    def begin(self, typed: str | None, open_list: bool) -> None:
        """Take the keyboard; with `typed` in place of what stood there."""
        self.field.insert(0, self._given if typed is None else typed)
        # A window that is not mapped yet gets the keyboard too late for a fast typist.
        self.field.update_idletasks()
        self.field.focus_set()
        if typed is None:
            self.field.select_range(0, "end")
        self.field.icursor("end")
        if open_list and isinstance(self.field, ttk.Combobox):
            self.field.after_idle(self._open_list)

    def _open_list(self) -> None:
        if self.field.winfo_exists():
            self.field.event_generate("<Down>")

    def late_key(self, event: Any) -> str:
        """A key that came before the field had the keyboard."""
        if event.char and event.char.isprintable():
            self.field.insert("insert", event.char)
        elif event.keysym in ("Return", "KP_Enter", "Tab"):
            self._leave(_LEAVING[f"<{event.keysym}>"])
        elif event.keysym == "Escape":
            self._cancel(event)
        return "break"

    def commit(self) -> bool:
        """Hand over what was typed and close, the keyboard staying where it is; False where it was not
        taken, and the field is closed all the same."""
        if self._done:
            return True
        good = not self._hand_over()
        self._close("")
        return good

    def _hand_over(self) -> str:
        text = self.field.get()
        return self._accept(text) if text != self._given else ""

    def _leave(self, key: str) -> str:
        if not self._done and not self._hand_over():
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
            self.field.after_idle(self._look_where)

    def _look_where(self) -> None:
        """The list of a drop-down takes the keyboard, and gives it back."""
        if self._done or not self.field.winfo_exists():
            return
        now = str(self.field.tk.call("focus"))
        if now != str(self.field) and not now.startswith(f"{self.field}.popdown"):
            self.commit()
