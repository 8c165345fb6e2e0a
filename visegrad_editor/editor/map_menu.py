"""The context menu of the map: what can be done with the hex and the counters under the pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .tools import RegionTool

if TYPE_CHECKING:
    from .window import Window

_UNITS = ("flip", "off_map", "remove_unit")
_ALWAYS = ("new_unit", "show_inspector", "", "fit")
_REGION = ("cut", "copy", "paste", "clear_selection", "", "fill_selection", "replace_all", "", "rotate_right",
           "rotate_left", "mirror_across", "mirror_down", "", "save_stamp")
_SELECTING = ("", "select_all", "deselect", "invert_selection", "grow_selection", "shrink_selection",
              "select_by")
"""What the selection tool offers besides."""


class MapMenu:
    """Pops up at a place of the screen, for what is selected."""

    def __init__(self, window: Window) -> None:
        self._w = window

    def popup(self, x: int, y: int) -> None:
        """Show the menu there: that of the selected hexes on them, and for the tool that selects them."""
        session, tool = self._w.session, self._w.controller.tool
        if isinstance(tool, RegionTool):
            self._w.menus.popup([*_REGION, *_SELECTING], x, y, [])
        elif session.hex in session.region:
            self._w.menus.popup([*_UNITS, "", *_REGION, "", *_ALWAYS], x, y, self._stack())
        else:
            self._w.menus.popup([*_UNITS, "", *_ALWAYS], x, y, self._stack())

    def _stack(self) -> list[tuple[str, Callable[[], None]]]:
        """Entries to select the units of a stack."""
        session = self._w.session
        if session.scenario is None or session.hex is None:
            return []
        hex, number = session.hex, session.design.map.grid.number(session.hex)
        stack = [u for u in session.scenario.units if u.hex == number]

        def select(*keys: str) -> Callable[[], None]:
            return lambda: session.select(hex, keys)

        if len(stack) < 2:
            return []
        return [(f"Select all {len(stack)} units", select(*(u.key for u in stack))),
                *((f"Select {u.name}", select(u.key)) for u in reversed(stack))]
