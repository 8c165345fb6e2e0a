"""Panels in windows of their own: a frame of the window becomes a window, and a frame again."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import Any

from . import theme
from .screen_place import on_screen

_FRAME = (10, 44)
"""Pixels across and down that the window manager's frame and title take at most."""


class Floating:
    """Makes windows of the holders of panels. `moved` is told a window's geometry, `close` by which panel's
    window was closed."""

    def __init__(self, root: tk.Tk, moved: Callable[[tk.Frame, str], None]) -> None:
        self._root, self._moved = root, moved
        self._out: set[str] = set()
        self.keys: Callable[[tk.Misc], None] = lambda _holder: None
        """Binds the keys of the window to the holder of a panel, set by the window."""

    def is_out(self, holder: tk.Frame) -> bool:
        """Whether a holder is a window now."""
        return str(holder) in self._out

    def geometry(self, panel: ttk.Frame, at: tuple[int, int] | None) -> str:
        """The geometry of a window for a panel, as large as the panel is; without a place, over the map."""
        panel.update_idletasks()
        wide = max(panel.winfo_width(), panel.winfo_reqwidth(), 200)
        high = max(panel.winfo_height(), panel.winfo_reqheight(), 160)
        x, y = at or (self._root.winfo_rootx() + self._root.winfo_width() // 3,
                      self._root.winfo_rooty() + self._root.winfo_height() // 5)
        return f"{min(wide, theme.px(960))}x{min(high, theme.px(600))}+{max(0, x)}+{max(0, y)}"

    def show(self, holder: tk.Frame, panel: ttk.Frame, title: str, geometry: str,
             close: Callable[[], None]) -> None:
        """Show a panel in a window of its own."""
        if self.is_out(holder):
            return
        holder.pack_forget()
        tk_ = self._root.tk
        tk_.call("wm", "manage", holder)
        tk_.call("wm", "withdraw", holder)
        tk_.call("wm", "title", holder, title)
        tk_.call("wm", "transient", holder, self._root)
        tk_.call("wm", "protocol", holder, "WM_DELETE_WINDOW", holder.register(close))
        tk_.call("wm", "geometry", holder, on_screen(
            geometry, (0, 0, self._root.winfo_screenwidth() - _FRAME[0],
                       self._root.winfo_screenheight() - _FRAME[1])))
        self._root.update_idletasks()
        tk_.call("wm", "deiconify", holder)
        self._out.add(str(holder))
        panel.pack(fill="both", expand=True)
        holder.bind("<Configure>", lambda e: self._configured(e, holder))

    def dock(self, holder: tk.Frame, panel: ttk.Frame) -> None:
        """Make a panel's window a frame of the main window again, not shown yet."""
        if not self.is_out(holder):
            return
        holder.unbind("<Configure>")
        self._out.discard(str(holder))
        panel.pack_forget()
        self._root.tk.call("wm", "forget", holder)

    def title(self, holder: tk.Frame, title: str) -> None:
        """Another word in the title of a panel's window."""
        if self.is_out(holder):
            self._root.tk.call("wm", "title", holder, title)

    def lift(self, holder: tk.Frame) -> None:
        """Bring a panel's window up."""
        if self.is_out(holder):
            holder.lift()

    def forget(self) -> None:
        """All holders are gone."""
        self._out.clear()

    def _configured(self, event: Any, holder: tk.Frame) -> None:
        if event.widget is holder and self.is_out(holder):
            self._moved(holder, str(self._root.tk.call("wm", "geometry", holder)))
