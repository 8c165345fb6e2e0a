"""The Edit menu: undo and what is done to the selected counters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...model.design import Design
from ...model.edit.documents import with_scenario
from ...model.edit.units import flip_units, remove_units, take_off_map
from ...model.scenario import Scenario, Unit
from ...model.wording import count
from ..documents.scenario_dialogs import ask_new_unit, unit_names
from ..window.go_to_dialog import GoToDialog
from .group import Group


def _not_set_up(units: Sequence[Unit]) -> str:
    """Why none of the units can be taken off the map."""
    if len(units) > 1:
        return f"None of the {len(units)} marked units is set up anywhere."
    unit = units[0]
    why = " It arrives as a reinforcement." if unit.reinforcement else ""
    return f"{unit.name} is not set up anywhere.{why}"


class EditCommands(Group):
    """Undo, redo and the selected counters."""

    def undo(self) -> None:
        if self._w.controller.drop():
            self._w.say("What was being drawn is dropped; the steps before it are as they were.")
            return
        self._w.commit_fields()
        if label := self._w.session.undo():
            self._w.say(f"Undone: {label}")

    def redo(self) -> None:
        if label := self._w.session.redo():
            self._w.say(f"Redone: {label}")

    def flip(self) -> None:
        self._units("Flip", "flipped", flip_units)

    def off_map(self) -> None:
        """Take the selected units out of their set-up; those that have none stay as they are."""
        scenario, keys = self._w.session.scenario, self._w.session.units
        if scenario is None or not keys:
            return
        placed = tuple(k for k in keys if scenario.unit_by_key[k].setup is not None)
        if not placed:
            self._w.complain(_not_set_up([scenario.unit_by_key[k] for k in keys]))
            return
        rest = len(keys) - len(placed)
        also = f"; {rest} {'was' if rest == 1 else 'were'} not set up anywhere" if rest else ""
        self._units("Take off the map", f"taken off the map{also}", take_off_map, placed)

    def remove_unit(self) -> None:
        self._units("Remove", "removed from the scenario", remove_units)

    def _units(self, verb: str, done: str, function: Callable[[Scenario, tuple[str, ...]], Scenario],
               some: tuple[str, ...] = ()) -> None:
        """Do something to the selected units, or to some of them, and say to how many where it is not one."""
        session, keys = self._w.session, some or self._w.session.units

        def change(design: Design) -> Design:
            assert design.scenario is not None
            return with_scenario(design, function(design.scenario, keys))

        if not keys or session.scenario is None:
            return
        before, asked = session.design, len(session.units)
        complaint = session.change(f"{verb} {unit_names(session.scenario, keys)}", change)
        self._w.complain(complaint)
        if not complaint and session.design is not before and asked > 1:
            self._w.say(f"{count(len(keys), 'unit')} {done}. Ctrl+Z takes it back.")

    def new_unit(self) -> None:
        session = self._w.session
        if session.scenario is None and not self._w.files.beginning.offer():
            return
        if session.scenario is not None and (key := ask_new_unit(self._w.root, session)):
            self._w.placing.begin((key,))


# Finding things on the map and in the lists.

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
