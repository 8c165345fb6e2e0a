"""Finding things on the map and in the lists."""

from __future__ import annotations

from ..go_to_dialog import GoToDialog
from .group import Group


class FindCommands(Group):
    """Going to a hex or a unit."""

    def go_to_hex(self) -> None:
        self._go_to()

    def _go_to(self) -> None:
        design = self._w.session.design
        number = GoToDialog(self._w.root, design).run()
        if number and (hex := design.map.grid.parse(number)):
            self._w.jumping.to_hex(hex)

    def find_unit(self) -> None:
        scenario = self._w.session.scenario
        if scenario is None or not scenario.units:
            # What is typed next is meant for a search, and not for the tools.
            self._w.say("There are no units here: find a hex or a name of the map instead.")
            self._go_to()
            return
        self._w.show_panel("units")
        self._w.units.search.focus_set()
        self._w.units.search.select_range(0, "end")
        self._w.say("Type a part of the unit's name; Return goes to the first one found.")
