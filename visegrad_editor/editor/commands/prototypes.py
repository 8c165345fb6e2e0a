"""Prototypes of units: made of the selected units, used for them, or followed again."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from ...lazy_dataclass import dataclass
from ...model.edit.prototypes import common_values, make_prototype, reset_to_prototype, use_prototype
from ...model.fields import declared_by_name
from ...model.prototypes import Prototype
from ...model.scenario import Unit
from ...model.values import ID_PATTERN
from ...model.wording import count, listed
from ..session import Session
from ..widgets.dialogs import Dialog, ask_text
from ..window.theme import px
from .group import Command, CommandGroup, Say


@dataclass(eq=False)
class PrototypeCommands(CommandGroup):
    """Commands for the prototypes of the selected units."""

    root: tk.Tk
    session: Session
    show_part: Callable[..., None]
    commit_fields: Command
    say: Say
    complain: Say

    def prototypes(self) -> None:
        self.commit_fields()
        self.show_part("scenario", "prototypes")
        self.say("The prototypes of the scenario: New adds one; its units follow every change.")

    def make_prototype(self) -> None:
        """Ask for an id, and make a prototype of what the selected units have in common."""
        self.commit_fields()
        units = self._units()
        common = common_values(units)
        if not common:
            self.complain("The selected units have neither type, values, steps, size nor formation in "
                          "common.")
            return
        session, keys = self.session, self.session.units
        scenario = session.scenario
        assert scenario is not None

        def wrong(id: str) -> str:
            if not re.match(ID_PATTERN, id):
                return "Use small letters, digits, - and _ only, such as motor-rifle-regiment."
            if id in scenario.prototype_by_id:
                return "There is already a prototype of this name. Choose another one."
            return ""

        said = listed([_title(name).lower() for name in common])
        id = ask_text(self.root, "Make a prototype", (
            f"The short name of the prototype. It takes what the {count(len(units), 'selected unit')} "
            f"{'have in common' if len(units) > 1 else 'says'}: {said}. What is different stays with each "
            "unit."), "", wrong)
        if id and not self._changed(f"Prototype {id}", lambda d: make_prototype(d, keys, id)):
            self.say(f"{count(len(units), 'unit')} now {'has' if len(units) == 1 else 'have'} the prototype "
                     f"{id}: change it, and they follow. Ctrl+Z undoes it.")

    def use_prototype(self) -> None:
        """Ask which prototype the selected units are to have."""
        from ..documents.scenario_dialogs import unit_names

        self.commit_fields()
        keys, scenario = self.session.units, self.session.scenario
        if scenario is None or not scenario.prototypes:
            self.complain("This scenario has no prototypes yet. Select units that are alike, and make one: "
                          "Edit > Make a prototype from these units….")
            return
        id = _ask_prototype(self.root, scenario.prototypes, self._units())
        if id is None:
            return
        names = unit_names(scenario, keys)
        if self._changed(f"Prototype of {names}", lambda d: use_prototype(d, keys, id)):
            return
        number = count(len(keys), "unit")
        self.say(f"{number} as the prototype {id} says. Ctrl+Z undoes it." if id else
                 f"{number} without a prototype; the values stay. Ctrl+Z undoes it.")

    def as_prototype(self) -> None:
        """Make the selected units as their prototypes say."""
        from ..documents.scenario_dialogs import unit_names

        self.commit_fields()
        units = self._units()
        differ = tuple(u.key for u in units if u.overrides)
        if not differ:
            one = len(units) == 1
            self.complain(
                f"{'This unit is' if one else 'These units are'} as the prototype says."
                if any(u.like for u in units) else
                f"{'This unit has' if one else 'These units have'} no prototype.")
            return
        names = unit_names(self.session.scenario, differ)
        if not self._changed(f"{names} as the prototype", lambda d: reset_to_prototype(d, differ)):
            self.say(f"{count(len(differ), 'unit')} as the prototype again. Ctrl+Z undoes it.")

    def _units(self) -> list[Unit]:
        scenario = self.session.scenario
        return [scenario.unit_by_key[k] for k in self.session.units] if scenario is not None else []

    def _changed(self, label: str, edit: Callable[..., object]) -> str:
        complaint = self.session.change(label, edit)  # type: ignore[arg-type]
        self.complain(complaint)
        return complaint


def _title(name: str) -> str:
    return declared_by_name(Prototype)[name].field.title or name


def _ask_prototype(parent: tk.Misc, prototypes: tuple[Prototype, ...], units: list[Unit]) -> str | None:
    """Ask for one of the prototypes; its id, "" for none, None if it was cancelled."""
    dialog = Dialog(parent, "Use a prototype")
    ttk.Label(dialog.body, style="Panel.TLabel", wraplength=px(380), justify="left", text=(
        f"{count(len(units), 'unit')} will have everything that the prototype says. What it does not say "
        "stays as it is.")).pack(anchor="w")
    ids = [*(p.id for p in prototypes), ""]
    names = [*(f"{p.name} ({p.id})" if p.name != p.id else p.id for p in prototypes), "No prototype"]
    box = ttk.Combobox(dialog.body, values=names, state="readonly")
    now = {u.prototype for u in units}
    box.current(ids.index(now.pop()) if len(now) == 1 and now <= {*ids[:-1]} else 0)
    box.pack(fill="x", pady=(px(8), 0))
    dialog.button("Use", lambda: dialog.finish(f"={ids[box.current()]}"), default=True)
    dialog.button("Cancel", dialog.cancel)
    answer = dialog.run(box)
    return answer[1:] if answer else None
