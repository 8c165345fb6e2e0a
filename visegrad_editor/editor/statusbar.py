"""The line at the bottom: the hex under the pointer, what the tool would do, zoom, problems."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import font, ttk

from . import theme
from .actions import BY_ID
from .columns import elided
from .tooltips import Tooltip


class StatusBar(ttk.Frame):
    """Three fields: `hex` (wide), `tool`, `zoom`; and a button for the problems."""

    def __init__(self, parent: tk.Misc, show_problems: Callable[[], None]) -> None:
        super().__init__(parent, style="Bar.TFrame")
        self.number = ttk.Label(self, style="Status.TLabel", foreground=theme.QUIET)
        """The number of the hex while a sentence has the place of its description."""
        self.hex = ttk.Label(self, style="Status.TLabel", anchor="w", width=10)
        self.tag = ttk.Label(self, style="Tag.TLabel", text="reconstructed")
        self.where = ttk.Label(self, style="Status.TLabel", foreground=theme.QUIET, anchor="e", width=17)
        """Degrees under the pointer, on a map that says where it lies."""
        self.tool = ttk.Label(self, style="Status.TLabel", anchor="w", foreground=theme.QUIET)
        self.zoom = ttk.Label(self, style="Status.TLabel", anchor="e", width=7)
        self.problems = ttk.Button(self, style="Tool.TButton", command=show_problems, takefocus=False)
        Tooltip(self.problems, BY_ID["show_problems"].tooltip)
        self.hex.grid(row=0, column=1, sticky="ew")
        self.tool.grid(row=0, column=3, sticky="e")
        self.zoom.grid(row=0, column=5)
        self.problems.grid(row=0, column=6, padx=(0, theme.px(6)))
        self.columnconfigure(1, weight=1)
        self._text = ""
        self.hex.bind("<Configure>", lambda _e: self._fit())

    def set_hex(self, text: str, reconstructed: bool) -> None:
        """Describe the hex under the pointer; a tag says where its data are reconstructed."""
        self._text = text
        self._fit()
        if reconstructed:
            self.tag.grid(row=0, column=2)
        else:
            self.tag.grid_remove()

    def set_number(self, number: str) -> None:
        """Show the number of the hex beside a sentence; "" where its description begins with it."""
        if number:
            self.number.configure(text=number)
            self.number.grid(row=0, column=0)
        else:
            self.number.grid_remove()

    def set_place(self, degrees: str) -> None:
        """Show where on the earth the pointer is; "" on a map that does not say where it lies."""
        if degrees:
            self.where.configure(text=degrees)
            self.where.grid(row=0, column=4)
        else:
            self.where.grid_remove()

    def _fit(self) -> None:
        """What has no room ends in an ellipsis, so that it is seen that there is more."""
        shown = self._text
        if (room := self.hex.winfo_width() - theme.px(24)) > 0:
            shown = elided(self._text, room, font.nametofont("TkDefaultFont", self).measure)
        if self.hex.cget("text") != shown:
            self.hex.configure(text=shown)

    def set_tool(self, text: str, refused: bool = False) -> None:
        """Say what the tool would do, or, `refused`, why it cannot."""
        self.tool.configure(text=text, foreground=theme.ERROR if refused else theme.TEXT)

    def set_unknown(self, lasts: bool) -> None:
        """Say nothing of problems, or, where a check `lasts`, that there is one."""
        self.problems.configure(text="Checking…" if lasts else "")

    def set_problems(self, errors: int, warnings: int, notes: int = 0) -> None:
        """Show how many problems there are."""
        words = []
        if errors:
            words.append(f"{errors} error{'s' if errors != 1 else ''}")
        if warnings:
            words.append(f"{warnings} warning{'s' if warnings != 1 else ''}")
        if notes and not words:
            words.append(f"{notes} note{'s' if notes != 1 else ''}")
        self.problems.configure(text=", ".join(words) or "No problems")
