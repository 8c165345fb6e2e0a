"""Finding things on the map and in the lists."""

from __future__ import annotations

from ..dialogs import ask_text
from .group import Group


class FindCommands(Group):
    """Going to a hex or a unit."""

    def go_to_hex(self) -> None:
        grid = self._w.session.design.map.grid

        def wrong(text: str) -> str:
            return "" if grid.parse(text) else f"There is no hex {text} on this map."

        number = ask_text(self._w.root, "Go to hex", "Hex number", complain=wrong)
        if number and (hex := grid.parse(number)):
            self._w.jump_to(hex)

    def find_unit(self) -> None:
        self._w.show_panel("units")
        self._w.units.search.focus_set()
        self._w.units.search.select_range(0, "end")
