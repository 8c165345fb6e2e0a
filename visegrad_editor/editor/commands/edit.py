"""The Edit menu: undo, commands for the selected counters, and finding hexes and units."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence

from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.differences import design_changes, take_back
from ...model.edit.documents import with_scenario
from ...model.edit.units import (
    can_flip,
    flip_units,
    kept_words,
    remove_units,
    stays_in_only_hex,
    take_off_map,
    why_no_units,
)
from ...model.files.versions import NoVersionError, base_design
from ...model.scenario import Scenario, Unit
from ...model.wording import count
from ..documents.files import Files
from ..map.controller import MapController
from ..session import Session
from ..window.navigator import Navigator, UnitPlacer
from .group import Command, CommandGroup, Say


def _not_set_up(units: Sequence[Unit]) -> str:
    """Why none of the units can be taken off the map."""
    if len(units) > 1:
        return f"None of the {len(units)} selected units is set up."
    unit = units[0]
    why = " It arrives as a reinforcement." if unit.reinforcement else ""
    return f"{unit.name} is not set up.{why}"


def _in_tray(units: Sequence[Unit]) -> str:
    """Why units that are still to be set up are not taken off the map, and what to do instead."""
    if len(units) > 1:
        return (f"These {len(units)} units are off the map: they are still to be set up. Shift+Del removes "
                "them from the scenario.")
    return (f"{units[0].name} is off the map: it is still to be set up. The inspector changes where; "
            "Shift+Del removes it from the scenario.")


def _only_one_side(units: Sequence[Unit]) -> str:
    """Why none of the units can be flipped."""
    if len(units) > 1:
        return f"None of the {len(units)} selected units has a reduced side, so they are not flipped."
    return f"{units[0].name} has no reduced side, so it is not flipped."


@dataclass(eq=False)
class EditCommands(CommandGroup):
    """Undo, redo and commands for the selected counters."""

    commit_fields: Command
    complain: Say
    controller: MapController
    files: Files
    placer: UnitPlacer
    root: tk.Tk
    say: Say
    session: Session

    def undo(self) -> None:
        if self.controller.drop():
            self.say("The stroke was cancelled; earlier steps are unchanged.")
            return
        self.commit_fields()
        if label := self.session.undo():
            self.say(f"Undone: {label}")

    def redo(self) -> None:
        if label := self.session.redo():
            self.say(f"Redone: {label}")

    def flip(self) -> None:
        """Turn over the selected counters; those with one side only are left as they are."""
        scenario, keys = self.session.scenario, self.session.units
        if scenario is None or not keys:
            return
        able = tuple(k for k in keys if can_flip(self.session.design.ruleset, scenario.unit_by_key[k]))
        if not able:
            self.complain(_only_one_side([scenario.unit_by_key[k] for k in keys]))
            return
        rest = len(keys) - len(able)
        also = f"; {rest} {'has' if rest == 1 else 'have'} no reduced side" if rest else ""
        self._units("Flip", f"flipped{also}", flip_units, able)

    def off_map(self) -> None:
        """Remove the set-up of the selected units; units without one are left as they are."""
        scenario, keys = self.session.scenario, self.session.units
        if scenario is None or not keys:
            return
        units = [scenario.unit_by_key[k] for k in keys]
        waiting = [u for u in units if u.setup is not None and u.setup.has_choice and not u.position]
        kept = [u for u in units if stays_in_only_hex(u)]
        placed = tuple(u.key for u in units if u.setup is not None and u not in waiting and u not in kept)
        if not placed:
            self.complain(kept_words(kept, scenario) if kept else _in_tray(waiting) if waiting
                          else _not_set_up(units))
            return
        rest = len(keys) - len(placed) - len(waiting) - len(kept)
        also = f"; {rest} {'was' if rest == 1 else 'were'} not set up" if rest else ""
        if waiting:
            also += f"; {len(waiting)} {'was' if len(waiting) == 1 else 'were'} still to be set up"
        if kept:
            also += f"; {len(kept)} {'stays' if len(kept) == 1 else 'stay'} in the only hex of a set-up group"
        self._units("Take off the map", f"taken off the map{also}", take_off_map, placed)
        if len(units) == 1 and units[0].position and self.session.scenario is not scenario:
            self.say(f"{units[0].name} is to be set up again: where it may stand is kept. Ctrl+Z undoes it.")

    def reset_units(self) -> None:
        """Make the selected units as they are in the base of the scenario, in one step."""
        session, keys = self.session, self.session.units
        try:
            base = base_design(session.design, self.files.sources)
        except NoVersionError as error:
            self.complain(str(error))
            return
        changes = [c for c in design_changes(base, session.design)
                   if (c.document, c.section) == ("scenario", "units") and c.key in keys]
        own = [c for c in changes if c.kind == "added"]
        changes = [c for c in changes if c.kind != "added"]
        one = len(keys) == 1
        if not changes:
            self.complain(f"{'This unit is' if one else 'These units are'} not in the base." if own else
                          f"{'This unit is' if one else 'These units are'} as in the base.")
            return
        number = count(len({c.key for c in changes}), "unit")
        if session.edit(f"Reset {number} to the base", take_back(session.design, base, changes)):
            self.say(f"{number} as in the base again. Ctrl+Z undoes it.")

    def remove_unit(self) -> None:
        self._units("Remove", "removed from the scenario", remove_units)

    def _units(self, verb: str, done: str, function: Callable[[Scenario, tuple[str, ...]], Scenario],
               some: tuple[str, ...] = ()) -> None:
        """Change the selected units, or some of them, and say how many if several are selected."""
        from ..documents.scenario_dialogs import unit_names

        session, keys = self.session, some or self.session.units

        def change(design: Design) -> Design:
            assert design.scenario is not None
            return with_scenario(design, function(design.scenario, keys))

        if not keys or session.scenario is None:
            return
        before, asked = session.design, len(session.units)
        complaint = session.change(f"{verb} {unit_names(session.scenario, keys)}", change)
        self.complain(complaint)
        if not complaint and session.design is not before and asked > 1:
            self.say(f"{count(len(keys), 'unit')} {done}. Ctrl+Z undoes it.")

    def new_unit(self) -> None:
        from ..documents.scenario_dialogs import ask_new_unit

        session = self.session
        if session.scenario is None and not self.files.offer_scenario():
            return
        if why := why_no_units(session.design.ruleset):
            self.complain(why)
        elif session.scenario is not None and (key := ask_new_unit(self.root, session)):
            self.placer.begin((key,))


@dataclass(eq=False)
class FindCommands(CommandGroup):
    """Finding hexes and units."""

    navigator: Navigator
    root: tk.Tk
    say: Say
    session: Session
    search_units: Command

    def go_to_hex(self) -> None:
        self._go_to()

    def _go_to(self) -> None:
        from ..window.go_to_dialog import GoToDialog

        design = self.session.design
        number = GoToDialog(self.root, design).run()
        if number and (hex := design.map.grid.parse(number)):
            self.navigator.to_hex(hex)

    def find_unit(self) -> None:
        scenario = self.session.scenario
        if scenario is None or not scenario.units:
            # What the user types next is a search, not keys of tools.
            self.say("There are no units here; find a hex or a name on the map instead.")
            self._go_to()
            return
        self.search_units()
        self.say("Type part of the unit's name; Return goes to the first match.")
