"""The status bar: the hex under the pointer, what the tool would do, zoom, number of problems."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import font, ttk

from ...hexgrid import Hex
from ...model.design import Design
from ...model.gamemap import GameMap
from ...model.georeference import GeoReference, degrees_text, georeference
from ..actions import BY_ID
from ..map.controller import MapController
from ..map.hex_words import hex_source
from ..map.view import MapView, zoom_percent
from ..platforms import key_words
from ..session import Session
from ..widgets.columns import elided
from ..widgets.tooltips import Tooltip
from . import theme
from .messages import Messages


class StatusBar(ttk.Frame):
    """Three main fields, `hex` (wide), `tool` and `zoom`, and a button for the problems."""

    def __init__(self, parent: tk.Misc, show_problems: Callable[[], None]) -> None:
        super().__init__(parent, style="Bar.TFrame")
        self.number = ttk.Label(self, style="Status.TLabel", foreground=theme.QUIET)
        """The hex number, shown while a message takes the place of the description."""
        self.hex = ttk.Label(self, style="Status.TLabel", anchor="w", width=10)
        self.tag = ttk.Label(self, style="Tag.TLabel", text="reconstructed")
        self.where = ttk.Label(self, style="Status.TLabel", foreground=theme.QUIET, anchor="e", width=17)
        """Longitude and latitude under the pointer, on a map with a georeference."""
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
        self._fitted = "", 0
        """The text that was last made to fit, and the room for it."""
        self.hex.bind("<Configure>", lambda _e: self._fit())

    def set_hex(self, text: str, reconstructed: bool) -> None:
        """Describe the hex under the pointer; a tag is shown if its data are reconstructed."""
        self._text = text
        self._fit()
        if reconstructed:
            self.tag.grid(row=0, column=2)
        else:
            self.tag.grid_remove()

    def set_number(self, number: str) -> None:
        """Show the hex number beside a message; "" hides it."""
        if number:
            self.number.configure(text=number)
            self.number.grid(row=0, column=0)
        else:
            self.number.grid_remove()

    def set_place(self, degrees: str) -> None:
        """Show longitude and latitude of the pointer; "" hides them, on a map without a georeference."""
        if degrees:
            self.where.configure(text=degrees)
            self.where.grid(row=0, column=4)
        else:
            self.where.grid_remove()

    def _fit(self) -> None:
        """Shorten a text that does not fit, with an ellipsis."""
        shown, room = self._text, self.hex.winfo_width() - theme.px(24)
        if (shown, room) == self._fitted:
            return
        self._fitted = shown, room
        if room > 0:
            shown = elided(self._text, room, font.nametofont("TkDefaultFont", self).measure)
        if self.hex.cget("text") != shown:
            self.hex.configure(text=shown)

    def set_tool(self, text: str, refused: bool = False) -> None:
        """Say what the tool would do or, if `refused`, why it cannot."""
        shown = key_words(text), theme.ERROR if refused else theme.TEXT
        if shown != (self.tool.cget("text"), str(self.tool.cget("foreground"))):
            self.tool.configure(text=shown[0], foreground=shown[1])

    def set_unknown(self, lasts: bool) -> None:
        """Show no number of problems or, if a check `lasts`, that one is running."""
        self.problems.configure(text="Checking…" if lasts else "")

    def set_problems(self, errors: int, warnings: int, notes: int = 0) -> None:
        """Show how many problems there are: all that the tab of the list counts."""
        words = []
        if errors:
            words.append(f"{errors} error{'s' if errors != 1 else ''}")
        if warnings:
            words.append(f"{warnings} warning{'s' if warnings != 1 else ''}")
        if notes:
            words.append(f"{notes} note{'s' if notes != 1 else ''}")
        self.problems.configure(text=", ".join(words) or "No problems")


_HINT_MS = 3500


class StatusPresenter:
    """Keeps a status bar up to date: the hex under the pointer, what the tool would do, and messages.

    `describe` returns what is in a hex, `in_hand` the name of the palette's choice.
    """

    def __init__(self, bar: StatusBar, messages: Messages, session: Session, view: MapView,
                 controller: MapController, describe: Callable[[Design, Hex], str],
                 in_hand: Callable[[], str]) -> None:
        self._bar, self._messages, self._session = bar, messages, session
        self._view, self._controller = view, controller
        self._describe, self._in_hand = describe, in_hand
        self._map: GameMap | None = None
        self._reference: GeoReference | None = None
        """The georeference of `_map`, kept so that moving the pointer costs nothing."""
        self._advice = ""
        """The last advice shown on how to use a tool."""
        messages.changed.connect(self.show_hex)
        controller.pointed.connect(self.show_hex)
        session.chosen.connect(self.show_hex)
        # A message about the hexes that were selected is out of date.
        session.region_changed.connect(messages.clear)
        controller.moved.connect(self.show_place)
        session.opened.connect(self.show_place)
        controller.tool_changed.connect(self.show_tool)
        view.moved.connect(self.show_zoom)
        session.checked.connect(self.show_problems)
        session.check_lasts.connect(self.show_problems)

    def use_bar(self, bar: StatusBar) -> None:
        """Use another status bar, made after the scale of the interface changed."""
        self._bar = bar
        self.show_problems()
        self.show_zoom()
        self.show_hex()

    def show_hex(self) -> None:
        """Describe the hex under the pointer, or else the selected one."""
        design, controller, message = self._session.design, self._controller, self._messages.text
        hex = controller.hex or self._session.hex
        known = hex is not None and hex in design.map.grid
        self._bar.set_number(design.map.grid.number(hex) if hex is not None and known and message else "")
        if message:
            self._bar.set_hex(message, False)
        elif hex is not None and known:
            # Away from the map, what is told is not what the pointer is over.
            selected = "" if controller.hex is not None else "Selected: "
            self._bar.set_hex(f"{selected}{self._describe(design, hex)}",
                              hex_source(design, hex) == "reconstructed")
        else:
            self._bar.set_hex("", False)
        # A message takes the place of the palette's choice, but not of what a click would do.
        name = "" if message else self._in_hand()
        # After a click that was refused, the message is why a click would be refused: once is enough.
        told = controller.refused and message.rstrip(".") == controller.words
        self._bar.set_tool("" if told else controller.words or name, controller.refused)

    def show_place(self) -> None:
        """Show longitude and latitude of the pointer, on a map with a georeference."""
        map, point = self._session.design.map, self._controller.place
        if map.geography is None or point is None:
            self._bar.set_place("")
            return
        if self._reference is None or self._map is not map:
            self._map, self._reference = map, georeference(map)
        if self._reference is not None:
            lon, lat = self._reference.to_earth(*point)
            self._bar.set_place(degrees_text(float(lon), float(lat)))

    def show_zoom(self) -> None:
        """Show the scale of the map."""
        self._bar.zoom.configure(text=f"{zoom_percent(self._view.viewport.scale):.0f} %")

    def show_problems(self) -> None:
        """Show how many problems there are; if that is not known, show nothing or that a check is running."""
        session = self._session
        if session.checking or not session.problems_known:
            self._bar.set_unknown(session.checking)
            return
        problems = session.problems
        self._bar.set_problems(sum(p.severity == "error" for p in problems),
                               sum(p.severity == "warning" for p in problems),
                               sum(p.severity == "note" for p in problems))

    def show_tool(self) -> None:
        """Name the current tool and say how to use it."""
        tool, messages = self._controller.tool, self._messages
        self._bar.set_tool(tool.name if tool.id == "select" else "")
        if tool.id != "select":
            self._advice = tool.advice(self._session.design)
            messages.say(self._advice, _HINT_MS)
        elif self._advice and messages.text == self._advice:
            messages.say("")
