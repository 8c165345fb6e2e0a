"""A frame that is shown whole while there is room, and in part with scroll bars where there is none."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

_LEAST_PX = 60
_LINE_PX = 40
_OWN_WHEEL = (ttk.Treeview, tk.Text, ttk.Combobox, ttk.Spinbox, str)
"""What scrolls by itself under the wheel."""


class Shortened(ttk.Frame):
    """Shows its `inside` whole, and once `shorten` is called a part of it. A field that gets the keyboard is
    scrolled to."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, style="Panel.TFrame")
        # What is placed in a frame is cut at its edge; what is packed makes the frame as large as it is.
        self._clip = ttk.Frame(self, style="Panel.TFrame")
        self._clip.grid(row=0, column=0, sticky="nsew")
        self.rowconfigure(0, weight=1)
        self.columnconfigure(0, weight=1)
        self.inside = ttk.Frame(self._clip, style="Panel.TFrame")
        self.inside.pack(fill="both", expand=True)
        self._down = ttk.Scrollbar(self, orient="vertical", command=lambda *a: self._scroll("y", *a))
        self._across = ttk.Scrollbar(self, orient="horizontal", command=lambda *a: self._scroll("x", *a))
        self._at = {"x": 0, "y": 0}

    def shorten(self, wide: int, high: int) -> None:
        """Show no more than so many pixels at once."""
        whole_wide, whole_high = self.inside.winfo_reqwidth(), self.inside.winfo_reqheight()
        self.inside.pack_forget()
        self._clip.pack_propagate(False)
        self._clip.configure(width=max(min(wide, whole_wide), _LEAST_PX),
                             height=max(min(high, whole_high), _LEAST_PX))
        if high < whole_high:
            self._down.grid(row=0, column=1, sticky="ns")
        if wide < whole_wide:
            self._across.grid(row=1, column=0, sticky="ew")
        self._show()
        for widget in (self._clip, self.inside):
            widget.bind("<Configure>", lambda _e: self._show(), add=True)
        top = self.winfo_toplevel()
        top.bind("<Button-4>", lambda e: self._wheel(e, -1), add=True)
        top.bind("<Button-5>", lambda e: self._wheel(e, 1), add=True)
        top.bind("<MouseWheel>", lambda e: self._wheel(e, -1 if e.delta > 0 else 1), add=True)
        top.bind("<FocusIn>", lambda e: self._reveal(e.widget), add=True)

    def _extent(self, axis: str) -> tuple[int, int]:
        """Pixels of the whole, and of the part that shows."""
        clip, inside = self._clip, self.inside
        whole, room, wanted = (
            (inside.winfo_reqwidth(), clip.winfo_width(), clip.winfo_reqwidth()) if axis == "x"
            else (inside.winfo_reqheight(), clip.winfo_height(), clip.winfo_reqheight()))
        # Before it is drawn for the first time a frame is one pixel large.
        return whole, room if room > 1 else wanted

    def _show(self) -> None:
        sizes = {}
        for axis, bar in (("x", self._across), ("y", self._down)):
            whole, room = self._extent(axis)
            self._at[axis] = min(max(0, self._at[axis]), max(0, whole - room))
            bar.set(self._at[axis] / whole, min(1.0, (self._at[axis] + room) / whole))
            sizes[axis] = max(whole, room)
        self.inside.place(x=-self._at["x"], y=-self._at["y"], width=sizes["x"], height=sizes["y"])

    def _scroll(self, axis: str, how: str, amount: str, what: str = "") -> None:
        whole, room = self._extent(axis)
        if how == "moveto":
            self._at[axis] = round(float(amount) * whole)
        else:
            self._at[axis] += int(amount) * (room if what == "pages" else _LINE_PX)
        self._show()

    def _wheel(self, event: Any, by: int) -> None:
        if not isinstance(event.widget, _OWN_WHEEL):
            self._scroll("x" if event.state & 0x1 else "y", "scroll", str(by))

    def _reveal(self, widget: object) -> None:
        if not isinstance(widget, tk.Widget) or not str(widget).startswith(f"{self.inside}."):
            return
        places = {"x": (widget.winfo_rootx() - self.inside.winfo_rootx(), widget.winfo_width()),
                  "y": (widget.winfo_rooty() - self.inside.winfo_rooty(), widget.winfo_height())}
        for axis, (start, size) in places.items():
            _, room = self._extent(axis)
            if start < self._at[axis] or start + size > self._at[axis] + room:
                self._at[axis] = start - max(0, room - size) // 2
        self._show()
