"""The dialog that says where the selected units may be set up, each for itself or as a set-up group."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from ...hexgrid import Hex
from ...model.edit.set_up_groups import SetUpWish, common_wish, group_called, set_up_units
from ...model.edit.unit_cells import countries_of, read_setup, setup_text
from ...model.place_words import country_name, where_words
from ...model.scenario import Setup
from ...model.where import Where
from ...model.wording import count
from ..session import Session
from ..widgets.dialogs import Dialog
from ..widgets.fields import fit_choices
from ..widgets.tooltips import Tooltip
from ..widgets.variables import when_written
from ..window.theme import px
from .scenario_dialogs import form_row

_HELP = ("A country or an area by its name, or hex numbers, or several of them: country: and area: with an "
         "id, not: with a hex that is left out; feature:, road:, terrain: and edge: choose from these.")
_MOST_LISTED = 60


class SetUpGroupDialog(Dialog):
    """Asks where units may be set up; `done` says in a sentence what was changed, "" before that."""

    def __init__(self, parent: tk.Misc, session: Session, keys: Sequence[str]) -> None:
        super().__init__(parent, "Where units may be set up")
        scenario = session.scenario
        assert scenario is not None
        self._session, self._keys, self._scenario = session, tuple(keys), scenario
        self.done = ""
        body = self.body
        wish = common_wish(scenario, [scenario.unit_by_key[k] for k in keys]) or SetUpWish(Where())
        self.group_name = tk.StringVar(self, wish.group)
        self.rule = tk.StringVar(self, wish.rule)
        self.where = tk.StringVar(self, setup_text(Setup(wish.where)) if wish.where != Where() else "")
        self.alone = tk.BooleanVar(self, wish.alone)
        self.together = tk.BooleanVar(self, wish.together)
        self.stay = tk.BooleanVar(self, False)
        names = [scenario.unit_by_key[k].name for k in keys]
        told = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        ttk.Label(body, text=f"{count(len(names), 'unit')}: {told}.", style="Quiet.TLabel",
                  wraplength=px(540), justify="left").grid(row=0, column=0, columnspan=2, sticky="w",
                                                           pady=(0, px(6)))
        self.first = ttk.Combobox(body, textvariable=self.group_name, width=40,
                                  values=[g.name for g in scenario.set_up_groups])
        fit_choices(self.first)
        form_row(body, 1, "Set-up group", self.first)
        Tooltip(self.first, "The name of a group, new or of the list; empty: the units are in no group")
        form_row(body, 2, "Rule", ttk.Entry(body, textvariable=self.rule, width=10), "w")
        line = ttk.Frame(body, style="Panel.TFrame")
        line.columnconfigure(0, weight=1)
        ttk.Entry(line, textvariable=self.where, width=40).grid(row=0, column=0, sticky="ew")
        self._add_button(line).grid(row=0, column=1, padx=(px(4), 0))
        form_row(body, 3, "Where", line)
        ttk.Label(body, text=_HELP, style="Quiet.TLabel", wraplength=px(440), justify="left").grid(
            row=4, column=1, sticky="w")
        for row, text, variable in (
                (5, "Alone: none in one hex with another unit of its nationality", self.alone),
                (6, "Together: all of the group in one hex", self.together),
                (7, "Who stands in such a hex stays there; the others are still to be set up", self.stay)):
            ttk.Checkbutton(body, text=text, variable=variable).grid(
                row=row, column=1, sticky="w", pady=px(2))
        self.said = ttk.Label(body, style="Panel.TLabel", wraplength=px(440), justify="left")
        self.said.grid(row=8, column=0, columnspan=2, sticky="w", pady=(px(6), 0))
        self.wrong = ttk.Label(body, style="Error.TLabel", wraplength=px(440), justify="left")
        self.wrong.grid(row=9, column=0, columnspan=2, sticky="w")
        self.first.bind("<<ComboboxSelected>>", lambda _e: self._take_group())
        when_written(self.where, self, self._tell)
        self._tell()
        self.button("OK", self.accept, default=True)
        self.button("Cancel", self.cancel)

    def _add_button(self, line: ttk.Frame) -> ttk.Menubutton:
        """A button that adds countries, areas and the selected hexes to the text."""
        design = self._session.design
        button = ttk.Menubutton(line, text="Add…")
        menu = tk.Menu(button, tearoff=False)
        countries, areas = tk.Menu(menu, tearoff=False), tk.Menu(menu, tearoff=False)
        for id in countries_of(design)[:_MOST_LISTED]:
            countries.add_command(label=country_name(id, design.ruleset),
                                  command=lambda id=id: self._add(f"country:{id}"))  # type: ignore[misc]
        for area in design.map.areas[:_MOST_LISTED]:
            areas.add_command(label=area.name or area.id,
                              command=lambda id=area.id: self._add(f"area:{id}"))  # type: ignore[misc]
        menu.add_cascade(label="Country", menu=countries)
        menu.add_cascade(label="Area", menu=areas, state="normal" if design.map.areas else "disabled")
        menu.add_command(label="The hexes selected on the map", command=lambda: self._add_hexes(""))
        menu.add_command(label="Not the hexes selected on the map", command=lambda: self._add_hexes("not:"))
        button.configure(menu=menu)
        Tooltip(button, "Add a country, an area or the selected hexes")
        return button

    def _add(self, word: str) -> None:
        self.where.set(" ".join([*self.where.get().split(), word]))

    def _add_hexes(self, before: str) -> None:
        session, grid = self._session, self._session.design.map.grid
        hexes: list[Hex] = sorted(session.region, key=grid.index) or ([session.hex] if session.hex else [])
        if not hexes:
            self.wrong.configure(text="No hexes are selected on the map. Select some, then open this window.")
        for hex in hexes:
            self._add(f"{before}{grid.number(hex)}")

    def _take_group(self) -> None:
        """Show what the chosen group says."""
        group = group_called(self._scenario, self.group_name.get())
        if group is not None:
            self.rule.set(group.rule)
            self.where.set(setup_text(Setup(group.where)))
            self.alone.set(group.alone)
            self.together.set(group.together)

    def _wish(self) -> SetUpWish:
        """What is in the fields; raises ValueError."""
        setup = read_setup(self._session.design, self.where.get().strip())
        if setup is not None and setup.group:
            raise ValueError("Name the group above, and write here where its units may be set up.")
        if setup is None or setup.box:
            raise ValueError("Write where they may be set up. " + _HELP)
        return SetUpWish(setup.where, setup.alone or self.alone.get(), self.group_name.get().strip(),
                         self.rule.get().strip(), self.together.get(), self.stay.get())

    def _tell(self) -> None:
        """Say which hexes the text means."""
        design = self._session.design
        self.wrong.configure(text="")
        try:
            where = self._wish().where
        except ValueError:
            self.said.configure(text="")
            return
        words, number = where_words(where, design), len(where.resolve(design.map))
        self.said.configure(text=f"{words[:1].upper()}{words[1:]}: {count(number, 'hex')}.")

    def accept(self) -> None:
        """Set the units up as wished, or say what is wrong."""
        try:
            wish = self._wish()
            before = self._session.design
            complaint = self._session.change(
                f"Set-up of {count(len(self._keys), 'unit')}", lambda d: set_up_units(d, self._keys, wish))
        except ValueError as error:
            complaint = str(error)
        if complaint:
            self.wrong.configure(text=complaint)
            return
        changed = self._session.design is not before
        group = f' They belong to the set-up group "{wish.group}".' if wish.group else ""
        self.done = (f"{count(len(self._keys), 'unit')} changed.{group} Ctrl+Z undoes it." if changed else
                     "All of them were set up so already.")
        self.finish("ok")
