"""The pages for victory and for the summary."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import ttk

from ....hexgrid import Hex
from ....model.design import Design
from ....model.edit.scenario_plan import EDGE_NAMES, Goal, goal_words, has_free_sides
from ....model.files.sources import Sources
from ....model.problems import Problem
from ....model.rules.sentences import Sentences
from ....model.where import EDGES
from ....model.wording import count, grid_size, listed, quoted
from ...window.theme import px
from .page import PAGE, Planning, StepPage, fill_tree, number_in

FindProblems = Callable[[Design, Sources], tuple[Problem, ...]]
"""Checks a design."""
_KINDS = ("Hold hexes at the end", "Destroy enemy steps", "Leave by an edge")


class VictoryPage(StepPage):
    """Goals, each in a sentence."""

    step = "victory"
    title = "Victory"
    help = ("How does each side win? Add goals; the first one that is reached decides. To hold hexes, click "
            "them on the small map, or write their numbers.")
    takes_hexes = True

    def __init__(self, parent: tk.Misc, planning: Planning) -> None:
        super().__init__(parent, planning)
        self.goals = self.tree({"#0": ("Goals", 380)}, 4)
        self.whole_text(self.goals)
        self.goals.bind("<Delete>", lambda _e: self._remove())
        row = self.row()
        self.side = self.choice(row, [], 16)
        self.kind = self.choice(row, list(_KINDS), 22)
        self.kind.bind("<<ComboboxSelected>>", lambda _e: self._fields())
        self._row = self.row()
        self.hexes_label = self.words(self._row, "Hexes")
        self.hexes = ttk.Combobox(self._row, width=22)
        self.edge = ttk.Combobox(self._row, values=list(EDGE_NAMES.values()), state="readonly", width=16)
        self.edge.current(0)
        self.number_label = ttk.Label(self._row, style="Quiet.TLabel")
        self.number_label.pack(side="left", padx=(0, px(5)))
        self.number_field = self.number(self._row, 1, 999, 0, 4)
        row = self.row()
        self.add = self.push(row, "Add goal", self._add)
        self.push(row, "Remove goal", self._remove)
        self.told = ttk.Label(self, style="Quiet.TLabel", wraplength=px(PAGE), justify="left")
        self.told.pack(anchor="w", pady=(px(4), 0))
        self.first_field = self.side
        self._fields()

    def show(self) -> None:
        rules, map = self.plan.ruleset, self.plan.map
        if rules is None or map is None:
            return
        own = self.plan.rules
        fill_tree(self.goals, [(str(i), goal_words(g, own, map), ()) for i, g in enumerate(self.plan.goals)])
        names = [s.name for s in own.sides]
        if list(self.side.cget("values")) != names:
            self.side.configure(values=names)
            self.side.current(0)
        there = {f for p in map.places for f in p.features}
        self.hexes.configure(values=[f"every {f.name.lower()}" for f in rules.features if f.id in there])
        free = has_free_sides(rules)
        self.add.configure(state="normal" if free else "disabled")
        if free and self.plan.goals:
            self.told.configure(text="")
        elif (said := [str(s) for s in Sentences(own, map).victory(own.victory)]):
            self.told.configure(text=f"By the rules of {rules.title}: {' '.join(said[:6])}")
        else:
            self.told.configure(text="Without a goal whoever holds more places of the map at the end wins.")

    def choose_hexes(self, first: Hex, last: Hex) -> None:
        map = self.plan.map
        assert map is not None
        self.kind.current(0)
        self._fields()
        number = map.grid.number(last)
        known = [] if self.hexes.get().startswith("every ") else self.hexes.get().split()
        known = [n for n in known if n != number] if number in known else [*known, number]
        self.hexes.set(" ".join(known))
        self.number_field.delete(0, "end")
        self.number_field.insert(0, str(len(known)))

    def _fields(self) -> None:
        """Show the fields that the kind of goal has."""
        for widget in (self.hexes_label, self.hexes, self.edge):
            widget.pack_forget()
        kind = self.kind.current()
        if kind == 0:
            self.hexes_label.pack(side="left", padx=(0, px(5)), before=self.number_label)
            self.hexes.pack(side="left", padx=(0, px(8)), before=self.number_label)
        elif kind == 2:
            self.edge.pack(side="left", padx=(0, px(8)), before=self.number_label)
        self.number_label.configure(text=("at least", "Steps", "Units")[kind])

    def goal(self) -> Goal:
        """The goal that the fields describe. Raises ValueError with a sentence."""
        rules, map = self.plan.rules, self.plan.map
        assert map is not None
        side = rules.sides[self.side.current()].id
        kind = self.kind.current()
        if kind == 1:
            return Goal("destroy", side, number_in(self.number_field, "Steps", 1, 999))
        if kind == 2:
            return Goal("leave", side, number_in(self.number_field, "Units", 1, 999),
                        edge=EDGES[self.edge.current()])
        number = number_in(self.number_field, "How many hexes", 0, 999)
        words = self.hexes.get().strip()
        features = {f"every {f.name.lower()}": f.id for f in rules.features}
        if words in features:
            return Goal("control", side, number, features=(features[words],))
        numbers = words.replace(",", " ").split()
        if not numbers:
            raise ValueError("Which hexes? Click them on the small map, or write their numbers.")
        if wrong := next((n for n in numbers if map.grid.parse(n) is None), ""):
            raise ValueError(f"{quoted(wrong)} is no hex of this map.")
        hexes = tuple(dict.fromkeys(numbers))
        return Goal("control", side, 0 if number >= len(hexes) else number, hexes)

    def _add(self) -> None:
        try:
            goal = self.goal()
        except ValueError as error:
            self.planning.complain(str(error))
            return
        if goal in self.plan.goals:
            self.planning.complain("There is such a goal already.")
            return
        self.planning.complain(self.plan.unreachable(goal))
        self.planning.changed(replace(self.plan, goals=(*self.plan.goals, goal)))
        self.hexes.set("")

    def _remove(self) -> None:
        chosen = self.goals.selection()
        if not chosen:
            self.planning.complain("Select a goal in the list first.")
            return
        at = int(chosen[0])
        self.planning.complain("")
        self.planning.changed(replace(
            self.plan, goals=tuple(g for i, g in enumerate(self.plan.goals) if i != at)))


class SummaryPage(StepPage):
    """The title, what will be made, and the problems of it."""

    step = "summary"
    title = "Summary"
    help = "What will be made. Nothing is in a file until you save it."

    def __init__(self, parent: tk.Misc, planning: Planning, find_problems: FindProblems) -> None:
        super().__init__(parent, planning)
        self._find = find_problems
        row = self.row("Title")
        self.title_field = ttk.Entry(row, width=40)
        self.title_field.pack(side="left")
        self.title_field.bind("<KeyRelease>", lambda _e: self.planning.complain(self.accept()))
        self.told = ttk.Label(self, style="Panel.TLabel", wraplength=px(PAGE), justify="left")
        self.told.pack(anchor="w", pady=px(6))
        self.problems = self.tree({"#0": ("Problems", 380)}, 6)
        self.whole_text(self.problems)
        self.first_field = self.title_field
        self._checked: object = None

    def show(self) -> None:
        if not self.title_field.get():
            self.title_field.insert(0, self.plan.title)
        draft = self.planning.draft
        gaps = [str(g) for g in draft.plan.gaps()]
        checked = (draft.plan, draft.fills)
        if checked == self._checked:
            return
        self._checked = checked
        found: list[str] = []
        try:
            design, filled = draft.finished()
        except ValueError:
            self.told.configure(text="Something is still missing.")
        else:
            self.told.configure(text=_words(design))
            found = [f"{p.severity.capitalize()}: {p.message}" for p in self._find(design, draft.sources)]
            found += [why for _, why in filled.left] if filled is not None else []
        rows = [*gaps, *found] or ["None: it can be played at once."]
        fill_tree(self.problems, [(str(i), text, ()) for i, text in enumerate(rows)])
        self.problems.selection_set("0")

    def accept(self) -> str:
        if self.title_field.get() != self.plan.title:
            self.planning.draft.plan = replace(self.plan, title=self.title_field.get())
        return "" if self.plan.title.strip() else "Enter a title."


def _words(design: Design) -> str:
    """A scenario in a few sentences."""
    scenario, rules, map = design.scenario, design.ruleset, design.map
    assert scenario is not None
    there = sum(1 for u in scenario.units if u.hex)
    coming = sum(1 for u in scenario.units if u.reinforcement)
    waits = len(scenario.units) - there - coming
    units = [f"{there} on the map"] if there else []
    units += [f"{coming} that arrive later"] if coming else []
    units += [f"{waits} still to be set up"] if waits else []
    forces = f"{count(len(scenario.units), 'unit')}: {listed(units)}" if units else "no units"
    return (f"{count(scenario.turns, 'turn')} on {map.title} ({grid_size(map.grid)}), by the rules of "
            f"{rules.title}; {listed([s.name for s in rules.sides])}. {forces.capitalize()}.")
