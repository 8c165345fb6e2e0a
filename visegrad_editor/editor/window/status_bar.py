"""The line at the bottom: the hex under the pointer, what the tool would do, zoom, problems."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import font, ttk
from typing import TYPE_CHECKING

from ...model.gamemap import GameMap
from ...model.georeference import GeoReference, degrees_text, georeference
from ..actions import BY_ID
from ..map.hex_words import describe, hex_source
from ..map.view import zoom_percent
from ..panels.palette_kinds import in_hand
from ..widgets.columns import elided
from ..widgets.tooltips import Tooltip
from . import theme

if TYPE_CHECKING:
    from .window import Window


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


# What the status bar says: the hex under the pointer, what the tool would do, and short messages.

_SAY_MS = 6000
_HINT_MS = 3500


class StatusWords:
    """Keeps the status bar of a window up to date."""

    def __init__(self, window: Window) -> None:
        self._w = window
        self._timer = ""
        self._map: GameMap | None = None
        self._reference: GeoReference | None = None
        """That of `_map`, kept so that moving the pointer costs nothing."""
        self.said = ""
        """The message shown now, "" where there is none."""
        self._advice = ""
        """What was said last of how to use a tool."""

    @property
    def _bar(self) -> StatusBar:
        return self._w.status

    def tell_hex(self) -> None:
        """Describe the hex under the pointer, or else the selected one."""
        w = self._w
        design = w.session.design
        hex = w.controller.hex or w.session.hex
        known = hex is not None and hex in design.map.grid
        self._bar.set_number(design.map.grid.number(hex) if hex is not None and known and self.said else "")
        if self.said:
            self._bar.set_hex(self.said, False)
        elif hex is not None and known:
            words = w.play.words_of(hex) if w.play.on else describe(design, hex)
            self._bar.set_hex(words, hex_source(design, hex) == "reconstructed")
        else:
            self._bar.set_hex("", False)
        # A sentence has the whole line, but what a click would do is told before it.
        name = "" if self.said else "Play-test" if w.play.on else in_hand(w.controller.tool, design)
        self._bar.set_tool(w.controller.words or name, w.controller.refused)

    def tell_place(self) -> None:
        """Show degrees under the pointer, on a map that says where it lies."""
        map, point = self._w.session.design.map, self._w.controller.place
        if map.geography is None or point is None:
            self._bar.set_place("")
            return
        if self._reference is None or self._map is not map:
            self._map, self._reference = map, georeference(map)
        if self._reference is not None:
            lon, lat = self._reference.to_earth(*point)
            self._bar.set_place(degrees_text(float(lon), float(lat)))

    def tell_zoom(self) -> None:
        """Show the scale of the map."""
        self._bar.zoom.configure(text=f"{zoom_percent(self._w.view.viewport.scale):.0f} %")

    def tell_problems(self) -> None:
        """Show how many problems there are, and nothing or that it is being checked where it is not known."""
        session = self._w.session
        if session.checking or not session.known:
            self._bar.set_unknown(session.checking)
            return
        problems = session.problems
        self._bar.set_problems(sum(p.severity == "error" for p in problems),
                               sum(p.severity == "warning" for p in problems),
                               sum(p.severity == "note" for p in problems))

    def tell_tool(self) -> None:
        """Name the tool in hand, and say how to use it."""
        tool = self._w.controller.tool
        self._bar.set_tool(tool.name if tool.id == "select" else "")
        if tool.id != "select":
            self._advice = tool.advice(self._w.session.design)
            self.say(self._advice, _HINT_MS)
        elif self._advice and self.said == self._advice:
            self.say("")

    def say(self, text: str, for_ms: int = _SAY_MS) -> None:
        """Show a sentence for a while."""
        if self._timer:
            self._w.root.after_cancel(self._timer)
        self.said = text
        self.tell_hex()
        self._timer = self._w.root.after(for_ms, self._over)

    def unsay(self, text: str) -> None:
        """Take that sentence back, where it is still shown."""
        if text and self.said == text:
            self.say("")

    def selected(self) -> None:
        """Other hexes are selected: what was said of those before is out of date."""
        if self.said:
            self.say("")

    def _over(self) -> None:
        self.said, self._timer = "", ""
        self.tell_hex()
