"""What the status bar says: the hex under the pointer, what the tool would do, and short messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model.gamemap import GameMap
from ..model.georeference import GeoReference, degrees_text, georeference
from .canvas_view import zoom_percent
from .hexinfo import describe, hex_source
from .palette_kinds import in_hand
from .statusbar import StatusBar

if TYPE_CHECKING:
    from .window import Window

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
