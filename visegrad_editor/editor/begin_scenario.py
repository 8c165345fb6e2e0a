"""A new scenario on a map: the questions, the map's file first, and showing what was begun."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from pathlib import Path
from tkinter import filedialog, ttk
from typing import TYPE_CHECKING

from ..model.counted import count
from ..model.design import Design
from ..model.edit.begin_scenario import begin_scenario
from ..model.gamemap import GameMap
from ..model.orders_of_battle import order_of_battle, orders_of_battle
from ..model.ruleset import Ruleset
from ..model.sources import Sources
from .dialogs import Dialog, ask, message
from .scenario_dialogs import form_row
from .theme import px

if TYPE_CHECKING:
    from .files import Files

_TITLE = "New scenario"


class BeginDialog(Dialog):
    """Title, turns and units of a scenario on the map of a design; `begun` is what came of it."""

    def __init__(self, parent: tk.Misc, design: Design, title: str = "") -> None:
        super().__init__(parent, "New scenario on a map")
        self.begun: Design | None = None
        self._design = design
        body, rules, map = self.body, design.ruleset, design.map
        ttk.Label(body, text=f"{map.title}: {count(map.grid.columns, 'column')}, "
                  f"{count(map.grid.rows, 'row')}. Ruleset {rules.title}; "
                  f"sides {' and '.join(s.name for s in rules.sides)}.",
                  style="Quiet.TLabel", wraplength=px(460), justify="left").grid(
            row=0, column=0, columnspan=2, sticky="w", pady=(0, px(8)))
        self.title_field = ttk.Entry(body, width=44)
        self.title_field.insert(0, title or f"Scenario on {map.title}")
        form_row(body, 1, "Title", self.title_field)
        self.turns = ttk.Spinbox(body, from_=1, to=99, width=5)
        self.turns.insert(0, "10")
        form_row(body, 2, "Turns", self.turns, "w")
        self._orders = orders_of_battle(rules)
        names = ["None yet", *(f"Those of “{b.title}”, waiting off the map" for b in self._orders)]
        self.units = ttk.Combobox(body, values=names, state="readonly", width=44)
        self.units.current(0)
        form_row(body, 3, "Units", self.units)
        ttk.Label(body, style="Quiet.TLabel", wraplength=px(340), justify="left", text=(
            "Make units of your own with Ctrl+U; drag them onto the map from the panel Units.")).grid(
            row=4, column=1, sticky="w", pady=(px(2), 0))
        self.wrong = ttk.Label(body, style="Error.TLabel", wraplength=px(460), justify="left")
        self.wrong.grid(row=5, column=0, columnspan=2, sticky="w")
        self.button("Begin", self.accept, default=True)
        self.button("Cancel", self.cancel)

    def accept(self) -> None:
        """Begin with what is chosen, or say what is wrong."""
        chosen, turns = self.units.current(), self.turns.get().strip()
        if not (turns.isascii() and turns.isdigit()):
            self.wrong.configure(text="The number of turns is a whole number.")
            return
        try:
            order = self._orders[chosen - 1] if chosen > 0 else None
            like = order_of_battle(f"scenarios/{order.name}", self._design.ruleset) if order else None
            self.begun = begin_scenario(self._design, self.title_field.get(), int(turns), like)
        except ValueError as error:
            self.wrong.configure(text=str(error))
            return
        self.finish("ok")


class ScenarioBeginning:
    """Begins scenarios on the open map or on that of a file, for a window's `files`."""

    def __init__(self, parent: tk.Misc, files: Files) -> None:
        self._parent, self._files = parent, files

    def on_this_map(self) -> bool:
        """Begin one on the map that is open, which is saved first where it has changes; whether it was."""
        files = self._files
        session = files.session
        if session.scenario is not None:
            if not files.may_leave():
                return False
            if (kept := _as_on_file(session.design, files.sources, session.unsaved)) is None:
                message(self._parent, _TITLE, "Save first: the map of this scenario is in no file yet.")
                return False
            return self._begin(kept, files.sources)
        if (session.document.path is None or session.unsaved) and not self._map_saved():
            return False
        return self._begin(session.design, files.sources)

    def _map_saved(self) -> bool:
        session = self._files.session
        new = session.document.path is None or session.document.read_only
        why = "is in no file of yours yet" if new else "has changes that are not saved"
        said = (f"A scenario names the file of its map, and “{session.document.title}” {why}. Save the map "
                "first; the scenario gets a file of its own beside it.")
        choices = (("save", "Save the map…" if new else "Save the map"), ("", "Cancel"))
        return bool(ask(self._parent, _TITLE, said, choices)) and self._files.save()

    def offer(self) -> bool:
        """On a map alone, where a scenario is needed: ask whether to begin one; whether it was begun."""
        return bool(ask(self._parent, _TITLE, "This is a map alone. Begin a scenario on it?",
                        (("begin", "Begin a scenario…"), ("", "Cancel")))) and self.on_this_map()

    def on_a_file(self, title: str) -> bool:
        """Ask for the file of a map, and begin a scenario on it; whether it was begun."""
        chosen = filedialog.askopenfilename(
            parent=self._parent, title="The map of the scenario", initialdir=self._files.begin_in(),
            filetypes=(("Maps", "*.yaml *.yml"), ("All files", "*")))
        if not chosen:
            return False
        loaded = self._files.read(Path(chosen))
        if loaded is None or loaded.design is None:
            return False
        return self._begin(loaded.design, loaded.sources, title)

    def _begin(self, design: Design, sources: Sources, title: str = "") -> bool:
        dialog = BeginDialog(self._parent, replace(design, scenario=None), title)
        if not dialog.run(dialog.title_field) or dialog.begun is None or dialog.begun.scenario is None:
            return False
        self._files.go_on_with(sources, ())
        self._files.open_new(dialog.begun, dialog.begun.scenario.title, begun=True)
        return True


def _as_on_file(design: Design, sources: Sources, unsaved: bool) -> Design | None:
    """The design's map and ruleset without changes that were given up; None where they are in no file."""
    if not unsaved:
        return design
    if sources.map is None or sources.ruleset is None:
        return None
    map, rules = sources.map.document, sources.ruleset.document
    assert isinstance(map, GameMap)
    assert isinstance(rules, Ruleset)
    return Design(rules, map)
