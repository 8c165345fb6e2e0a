"""The context menu of the map: what can be done with the hex and the counters under the pointer."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

from .context_menu import LINE, MenuEntry, popup
from .hex_menu import hex_entries
from .row_menus import action_entry
from .tools import RegionTool, SelectTool

if TYPE_CHECKING:
    from .window import Window

_UNITS = ("flip", "off_map", "remove_unit")
_REGION = ("cut", "copy", "paste", "clear_selection", "", "fill_selection", "replace_all", "", "rotate_right",
           "rotate_left", "mirror_across", "mirror_down", "", "save_stamp")
_SELECTING = ("", "select_all", "deselect", "invert_selection", "grow_selection", "shrink_selection",
              "select_by")
"""What the selection tool offers besides."""


class MapMenu:
    """Pops up at a place of the screen, for what is selected."""

    def __init__(self, window: Window) -> None:
        self._w = window
        self.menu: tk.Menu | None = None
        """The menu shown last."""

    def popup(self, x: int, y: int) -> None:
        """Show the menu there: that of the selected hexes on them, and for the tool that selects them."""
        if self.menu is not None:
            self.menu.destroy()
        self.menu = popup(self._w.root, self.entries(), x, y)

    def entries(self) -> list[MenuEntry]:
        """What is offered now."""
        session = self._w.session
        if isinstance(self._w.controller.tool, RegionTool):
            return self._actions(*_REGION, *_SELECTING)
        found = self._counters()
        if session.hex is not None and session.hex in session.region:
            found += [*self._actions(*_REGION), LINE]
        if session.hex is not None and session.hex in session.design.map.grid:
            return [*found, *hex_entries(self._w, session.hex)]
        return [*found, *self._actions("paste", "go_to_hex", "", "fit")]

    def _actions(self, *ids: str) -> list[MenuEntry]:
        return [action_entry(self._w, id) if id else LINE for id in ids]

    def _counters(self) -> list[MenuEntry]:
        """The counters of the hex, and what is done with those selected; nothing on a map alone."""
        session = self._w.session
        if session.scenario is None:
            return []
        found: list[MenuEntry] = []
        units, hex = session.scenario.unit_by_key, session.hex
        stack = SelectTool.stack(session.design, hex)
        if len(stack) > 1:
            found = [MenuEntry(f"Select all {len(stack)} units", lambda: session.select(hex, stack)),
                     *(MenuEntry(f"Select {units[key].name}", lambda k=key: session.select(hex, (k,)))  # type: ignore[misc]
                       for key in reversed(stack)), LINE]
        return [*found, *self._actions(*_UNITS, "new_unit"), LINE]
