"""Finding things on the map and in the lists."""

from __future__ import annotations

from ..go_to_dialog import GoToDialog
from .group import Group


class FindCommands(Group):
    """Going to a hex or a unit."""

    def go_to_hex(self) -> None:
        design = self._w.session.design
        number = GoToDialog(self._w.root, design).run()
        if number and (hex := design.map.grid.parse(number)):
            self._w.jump_to(hex)

    def find_unit(self) -> None:
        self._w.show_panel("units")
        self._w.units.search.focus_set()
        self._w.units.search.select_range(0, "end")
