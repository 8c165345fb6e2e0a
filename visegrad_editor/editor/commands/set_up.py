"""The set-up of the scenario: filled by the rules, cleared, compared with the fixed one."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from ...engine.set_up_filling import FilledSetUp, fill_set_up, random_set_up
from ...lazy_dataclass import dataclass
from ...model.edit.documents import with_scenario
from ...model.edit.units import clear_positions, clearable_units
from ...model.position_changes import moved_units
from ...model.scenario import Scenario
from ...model.wording import count
from ..map.difference_marks import DifferenceMarks
from ..map.hex_choice import ChooseHexes
from ..panels.set_up_tray import TRAY_SETTING, SetUpTray
from ..session import Session
from ..settings import Settings
from .group import Command, CommandGroup, Say


@dataclass(eq=False)
class SetUpCommands(CommandGroup):
    """Commands for the positions of units with a choice of hexes."""

    root: tk.Tk
    session: Session
    base: Callable[[], Scenario | None]
    """The scenario that the open one is a variant of, None if it is none."""
    choose_hexes: ChooseHexes
    commit_fields: Command
    say: Say
    complain: Say
    settings: Settings
    marks: DifferenceMarks
    tray: SetUpTray
    wants_tray: Callable[[], bool]
    """Whether the entry of the tray in the menu is ticked."""

    def __post_init__(self) -> None:
        self._end_marks: Command = lambda: None
        """Ends the arrows of the last comparison."""

    def show_tray(self) -> None:
        """Show or hide the tray of what is still to be set up, as its menu entry says."""
        self.tray.switch(self.wants_tray())
        self.settings.set(TRAY_SETTING, self.tray.on)
        if self.tray.on and not self.tray.shown:
            self.say("Nothing is still to be set up; the tray appears when something is.")

    def take_from_tray(self) -> None:
        if not self.tray.waiting:
            self.complain("Nothing is still to be set up: all units with a choice of hexes stand in one.")
            return
        if not self.tray.on:
            self.complain("The tray is hidden: tick View > Units to set up first.")
            return
        self.tray.take_keyboard()
        self.say("Arrows choose a unit, Shift with them several; Return takes them to the map, Return there "
                 "puts them down.")

    def fill_set_up(self) -> None:
        self.commit_fields()
        self._set_up("Fill the set-up", lambda: fill_set_up(self.session.design))

    def random_set_up(self) -> None:
        from ..documents.set_up_dialogs import ask_seed

        self.commit_fields()
        seed = ask_seed(self.root)
        if seed is not None:
            self._set_up(f"Random set-up {seed}", lambda: random_set_up(self.session.design, seed))

    def _set_up(self, label: str, make: Callable[[], FilledSetUp]) -> None:
        try:
            filled = make()
        except ValueError as error:
            self.complain(str(error))
            return
        design = self.session.design
        if not filled.placed:
            self.complain(filled.words)
        elif complaint := self.session.change(label, lambda _d: with_scenario(design, filled.scenario)):
            self.complain(complaint)
        else:
            self.say(filled.words)

    def clear_positions(self) -> None:
        self.commit_fields()
        scenario = self.session.scenario
        placed = len(clearable_units(scenario)) if scenario is not None else 0
        if scenario is None or not placed:
            self.complain("No unit has a position to take away: those with a choice of hexes have none.")
        elif complaint := self.session.change(
                "Clear positions", lambda d: with_scenario(d, clear_positions(scenario))):
            self.complain(complaint)
        else:
            self.say(f"{count(placed, 'position')} taken away. The units are still to be set up.")

    def set_up_group(self) -> None:
        from ..documents.set_up_group_dialog import SetUpGroupDialog

        self.commit_fields()
        dialog = SetUpGroupDialog(self.root, self.session, self.session.units, self.choose_hexes)
        dialog.run(dialog.first)
        self.say(dialog.done)

    def set_up_order(self) -> None:
        from ..documents.set_up_order_dialog import SetUpOrderDialog

        self.commit_fields()
        dialog = SetUpOrderDialog(self.root, self.session.design)
        if dialog.run(dialog.tree) == "ok" and not self.session.edit("Order of set-up", dialog.changed):
            self.say("The order of set-up is as it was.")

    def compare_set_up(self) -> None:
        from ..documents.set_up_dialogs import compare_set_up

        self.commit_fields()
        base = self.base()
        if base is None or self.session.scenario is None:
            self.complain("This scenario is no variant of another one, so there is no fixed set-up to "
                          "compare it with.")
            return
        if compare_set_up(self.root, self.session, base):
            self._mark_moves(base)
            self.say("Arrows lead from the fixed hexes to the present ones. Esc takes them away.")

    def _mark_moves(self, base: Scenario) -> None:
        """Show arrows for the units that stand elsewhere than in the base, until they are taken away."""
        from ..documents.set_up_dialogs import moves_on_map

        session, marks, history = self.session, self.marks, self.session.history

        def show() -> None:
            if session.scenario is None or session.history is not history:
                end()
            else:
                moves = moves_on_map(moved_units(base, session.scenario), session)
                marks.show(moves, session.design.map.geometry)

        def end() -> None:
            session.changed.disconnect(show)
            marks.cleared.disconnect(end)

        marks.clear()
        self._end_marks()
        self._end_marks = end
        session.changed.connect(show)
        marks.cleared.connect(end)
        show()
