"""The Edit menu: undo and what is done to the selected counters."""

from __future__ import annotations

from collections.abc import Callable

from ...model.design import Design
from ...model.edit.documents import with_scenario
from ...model.edit.units import flip_units, remove_units, take_off_map
from ...model.scenario import Scenario
from ..scenario_dialogs import ask_new_unit, unit_names
from .group import Group


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
        self._units("Flip", flip_units)

    def off_map(self) -> None:
        self._units("Take off the map", take_off_map)

    def remove_unit(self) -> None:
        self._units("Remove", remove_units)

    def _units(self, verb: str, function: Callable[[Scenario, tuple[str, ...]], Scenario]) -> None:
        """Do something to the selected units."""
        session, keys = self._w.session, self._w.session.units

        def done(design: Design) -> Design:
            assert design.scenario is not None
            return with_scenario(design, function(design.scenario, keys))

        if keys and session.scenario is not None:
            self._w.complain(session.change(f"{verb} {unit_names(session.scenario, keys)}", done))

    def new_unit(self) -> None:
        session = self._w.session
        if session.scenario is None and not self._w.files.beginning.offer():
            return
        if session.scenario is not None and (key := ask_new_unit(self._w.root, session)):
            self._w.placing.begin((key,))
