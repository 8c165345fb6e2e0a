"""Tooltips."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from ..platforms import key_words
from ..window import theme

_DELAY_MS = 500
_LONGEST_MS = 8000
_PRESSED = "<<AnyKeyPressed>>"
_KEYS = "TooltipKeys"
"""A bind tag for the focused widget while a tooltip is shown, so that any key hides the tooltip."""


class Tooltip:
    """Shows `text` when the pointer rests on a widget: below it, or, with `above` and where a list is below
    it, above it."""

    def __init__(self, widget: tk.Misc, text: str, above: bool = False) -> None:
        self._widget, self._above = widget, above
        widget.tooltip = self  # type: ignore[attr-defined]
        self.text = text
        self._timer = ""
        self._window: tk.Toplevel | None = None
        self._at: tuple[int, int] | None = None
        self._listening: tk.Misc | None = None
        if isinstance(widget, ttk.Label | ttk.Frame) and not str(widget.cget("takefocus")):
            # Tab goes to whatever listens to the keyboard, as below, unless it says no.
            widget.configure(takefocus=False)
        widget.bind("<Enter>", self._wait, add=True)
        for event in ("<Leave>", "<ButtonPress>", "<Destroy>", "<FocusOut>", _PRESSED):
            widget.bind(event, self._hide, add=True)

    def _wait(self, _event: Any) -> None:
        self._hide()
        self._timer = self._widget.after(_DELAY_MS, self._show)

    def follow(self, event: Any, text: str) -> None:
        """Set another text when the pointer is over another row of a list."""
        if text != self.text:
            self.text = text
            self._at = (event.x_root + 12, event.y_root + 16)
            self._wait(event)

    def forget(self) -> None:
        """Hide the tooltip and clear its text, for a list whose rows have changed."""
        self.text = ""
        self._hide()

    def _show(self) -> None:
        self._timer = ""
        if not self.text or not self._widget.winfo_exists():
            return
        window = tk.Toplevel(self._widget, background=theme.TIP_BORDER, padx=1, pady=1)
        window.withdraw()
        window.overrideredirect(True)
        tk.Label(window, text=key_words(self.text), background=theme.TIP, foreground=theme.TIP_TEXT,
                 padx=theme.px(7), pady=theme.px(4),
                 justify="left", wraplength=theme.px(420), font="TkTooltipFont").pack()
        window.update_idletasks()
        x, y = self._at or (self._widget.winfo_rootx() + 4,
                            self._widget.winfo_rooty() + self._widget.winfo_height() + 5)
        x = max(0, min(x, window.winfo_screenwidth() - window.winfo_reqwidth() - 4))
        over = self._widget.winfo_rooty() - window.winfo_reqheight() - 5
        if (self._above or (self._at is None and self._covers_list(x, y))) and over >= 0:
            y = over
        if y + window.winfo_reqheight() > window.winfo_screenheight():
            y = (self._at[1] - 20 if self._at else self._widget.winfo_rooty()) - window.winfo_reqheight() - 5
        window.geometry(f"+{x}+{y}")
        window.deiconify()
        self._window = window
        self._timer = self._widget.after(_LONGEST_MS, self._hide)
        self._hear_keys()

    def _covers_list(self, x: int, y: int) -> bool:
        """Whether a tooltip at this place would lie over the first rows of a list below the widget."""
        try:
            below = self._widget.winfo_containing(x, y)
        except KeyError:
            return False  # a widget that tkinter does not know
        return isinstance(below, ttk.Treeview | tk.Text) and below is not self._widget

    def _hear_keys(self) -> None:
        path = str(self._widget.tk.call("focus"))
        try:
            focus = self._widget.nametowidget(path) if path else None
        except KeyError:
            return  # a widget that tkinter does not know
        if focus is not None:
            # Bind in Tcl, because each bound Python function would be kept forever.
            focus.tk.call("bind", _KEYS, "<KeyPress>", f"event generate {self._widget} {_PRESSED}")
            focus.bindtags((_KEYS, *(tag for tag in focus.bindtags() if tag != _KEYS)))
            self._listening = focus

    def _hide(self, _event: Any = None) -> None:
        if self._timer:
            self._widget.after_cancel(self._timer)
            self._timer = ""
        if self._window is not None:
            self._window.destroy()
            self._window = None
        focus, self._listening = self._listening, None
        if focus is not None and focus.winfo_exists():
            focus.bindtags(tuple(tag for tag in focus.bindtags() if tag != _KEYS))
