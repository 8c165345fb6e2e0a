"""The dialog that asks for title, turns and units of a new scenario on a map."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from ...model.design import Design
from ...model.edit.scenario import begin_scenario, order_of_battle, orders_of_battle
from ...model.values import MOST_TURNS
from ...model.wording import count
from ..platforms import key_words
from ..widgets.dialogs import Dialog
from ..window.theme import px
from .scenario_dialogs import form_row


class NewScenarioDialog(Dialog):
    """Asks for title, turns and units of a new scenario on a map; `begun` is the resulting design."""

    def __init__(self, parent: tk.Misc, design: Design) -> None:
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
        self.title_field.insert(0, f"Scenario on {map.title}")
        form_row(body, 1, "Title", self.title_field)
        self.turns = ttk.Spinbox(body, from_=1, to=MOST_TURNS, width=5)
        self.turns.insert(0, str(rules.turns))
        form_row(body, 2, "Turns", self.turns, "w")
        self._orders = orders_of_battle(rules)
        names = ["None yet", *(f'Those of "{b.title}", off the map' for b in self._orders)]
        self.units = ttk.Combobox(body, values=names, state="readonly", width=44)
        self.units.current(0)
        form_row(body, 3, "Units", self.units)
        ttk.Label(body, style="Quiet.TLabel", wraplength=px(340), justify="left", text=key_words(
            "Create your own units with Ctrl+U, and drag them onto the map from the Units panel.")).grid(
            row=4, column=1, sticky="w", pady=(px(2), 0))
        self.may_refuse()
        self.button("Begin", self.accept, default=True)
        self.button("Cancel", self.cancel)

    def accept(self) -> None:
        """Begin the scenario, or say what is wrong."""
        chosen, turns = self.units.current(), self.turns.get().strip()
        if not (turns.isascii() and turns.isdecimal()):
            self.refuse("Enter the number of turns as a whole number.", self.turns)
            return
        try:
            order = self._orders[chosen - 1] if chosen > 0 else None
            like = order_of_battle(
                f"scenarios/{order.name}", self._design.ruleset).scenario if order else None
            self.begun = begin_scenario(self._design, self.title_field.get(), int(turns), like)
        except ValueError as error:
            self.refuse(str(error), self.title_field if not self.title_field.get().strip() else self.turns)
            return
        self.finish("ok")
