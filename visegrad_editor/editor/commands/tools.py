"""The Tools menu: taking up a tool; the size, the shape and the use of its brush."""

from __future__ import annotations

from ...model.brushes import TIP_SHAPES, TIP_SIZES, tip_of
from ..actions import TOOL_ACTIONS
from ..panels.palette_kinds import TOOL_OF
from ..tools.base import MODES, count
from ..widgets.dialogs import ask_text
from .group import Command, Group

_WITH_OPTIONS = ("replace", "area", "name", "eraser", "pick", "region", "measure")
_PAINTS = ("terrain", "country", "area")


class ToolCommands(Group):
    """Tools and their brush."""

    def table(self) -> dict[str, Command]:
        tools: dict[str, Command] = {a.id: lambda t=a.tool: self._use(t) for a in TOOL_ACTIONS}  # type: ignore[misc]
        return {**super().table(), **tools}

    def _use(self, tool: str) -> None:
        """Take a tool up, and show what it draws and how, where another panel is in front of the tools."""
        was = self._w.controller.tool.id
        self._w.use_tool(tool)
        if tool == was == "select":
            # Of other tools it is told how to use them.
            self._w.say(f"{self._w.controller.tool.name} is in hand already.")
        dock = self._w.dock
        if (tool in TOOL_OF.values() or tool in _WITH_OPTIONS) and dock.layout.area_of("tools") is not None:
            dock.choose("tools")

    # -- the brush ----------------------------------------------------------------------

    def brush_smaller(self) -> None:
        self._resize(-1)

    def brush_larger(self) -> None:
        self._resize(1)

    def _resize(self, by: int) -> None:
        session = self._w.session
        if session.brush.tip not in TIP_SHAPES:
            self._w.complain(
                f"The brush {session.brush.tip} has one size. Choose another shape in the palette.")
            return
        self._choose(size=min(TIP_SIZES - 1, max(0, session.brush.size + by)))
        self._w.say(f"The brush has {count(len(session.brush.offsets), 'hex')}.")

    def next_mode(self) -> None:
        """The next way to paint."""
        modes = list(MODES)
        self._choose(mode=modes[(modes.index(self._w.session.brush.mode) + 1) % len(modes)])
        self._w.say(f"{MODES[self._w.session.brush.mode]}.")

    def brush_outline(self) -> None:
        brush = self._w.session.brush
        self._choose(outline=not brush.outline)
        self._w.say("Rectangles and hexagons are outlines." if brush.outline
                    else "Rectangles and hexagons are filled.")

    def turn_brush(self) -> None:
        brush = self._w.session.brush
        before = brush.offsets
        self._choose(turn=(brush.turn + 1) % 6)
        self._w.say("The brush is turned by 60°." if brush.offsets != before else
                    "The shape of this brush looks the same when it is turned.")

    def brush_from_selection(self) -> None:
        """Keep the shape of the selected hexes under a name, and paint with it."""
        session = self._w.session
        try:
            shape = tip_of(session.design.map.geometry, session.region)
        except ValueError as error:
            self._w.complain(str(error))
            return
        name = ask_text(
            self._w.root, "A brush of your own", "Name of the shape", complain=session.tips.complaint)
        if name:
            session.tips.add(name, shape)
            self._choose(tip=name, own_tip=shape, turn=0)
            if self._w.controller.tool.id not in _PAINTS:
                self._w.use_tool("terrain")

    def forget_brush(self) -> None:
        session = self._w.session
        if session.brush.tip in TIP_SHAPES:
            self._w.complain("Only a brush of your own can be forgotten; this shape comes with the program.")
            return
        session.tips.remove(session.brush.tip)
        self._choose(tip="hexagon", own_tip=frozenset())

    def by_corners(self) -> None:
        brush = self._w.session.brush
        self._choose(by_corners=not brush.by_corners)
        self._w.say("Click corners: the line takes the shortest way between them." if brush.by_corners
                    else "Drag along hexsides, or click single ones.")

    def _choose(self, **choices: object) -> None:
        self._w.session.choose(**choices)
        self._w.controller.refresh()
