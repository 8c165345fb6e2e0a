"""The pages for victory and for the summary."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from tkinter import ttk

from ....hexgrid import Hex
from ....model.design import Design
from ....model.edit.goals import Goal, goal_words, victory_of, with_part
from ....model.files.sources import Sources
from ....model.problems import Problem
from ....model.rules.sentences import Sentences
from ....model.rules.victory import VICTORY
from ....model.ruleset import Ruleset
from ....model.wording import count, grid_size, listed
from ..goal_fields import GoalFields
from .page import Planning, StepPage, fill_tree

FindProblems = Callable[[Design, Sources], tuple[Problem, ...]]
"""Checks a design."""


class VictoryPage(StepPage):
    """Goals, each in a sentence."""

    step = "victory"
    title = "Victory"
    help = ("How does each side win? Add goals; the first one that is reached decides. Goals needed together "
            "are joined to the selected one. Click hexes on the small map, each again to take it out, or "
            "write their numbers.")
    takes_hexes = True

    def __init__(self, parent: tk.Misc, planning: Planning) -> None:
        super().__init__(parent, planning)
        self.goals = self.tree({"#0": ("Goals", 380)}, 4)
        self.whole_text(self.goals)
        self.goals.bind("<Delete>", lambda _e: self._remove())
        self.fields = GoalFields(self)
        self.fields.pack(anchor="w", fill="x")
        self.hexes = self.fields.hexes
        for event in ("<KeyRelease>", "<<ComboboxSelected>>"):
            self.hexes.bind(event, lambda _e: self.planning.changed(), add=True)
        row = self.row()
        self.add = self.push(row, "Add goal", self._add)
        self.push(row, "Needed together", self._join)
        self.push(row, "Remove goal", self._remove)
        self.told = self.text_room(4)
        self.first_field = self.fields.side

    def show(self) -> None:
        rules, map = self.plan.ruleset, self.plan.map
        if rules is None or map is None:
            return
        own = self.plan.rules
        fill_tree(self.goals, [(str(i), goal_words(g, own, map), ()) for i, g in enumerate(self.plan.goals)])
        self.fields.show(own, map)
        if self.plan.goals:
            self.told.show("" if rules.victory == VICTORY else
                           f"They take the place of what the rules of {rules.title} say.")
        elif (said := [str(s) for s in Sentences(own, map, with_places=True).victory(own.victory)]):
            self.told.show(f"By the rules of {rules.title}: {' '.join(said)}")
        else:
            self.told.show("")  # what then decides is told as what is missing

    def choose_hexes(self, first: Hex, last: Hex) -> None:
        map = self.plan.map
        assert map is not None
        number = map.grid.number(last)
        was_named = number in self.fields.numbers()
        self.fields.add_hex(number)
        if was_named:
            self.planning.tell(f"{number} is taken out. Click it again to name it.")
        else:
            self.planning.tell(f"{number} is named. Click it again to take it out.")
        self.planning.changed()

    def marked_hexes(self) -> Sequence[Hex]:
        map = self.plan.map
        found = (map.grid.parse(n) for n in self.fields.numbers()) if map is not None else ()
        return [hex for hex in found if hex is not None]

    def _add(self) -> None:
        try:
            goal = self.fields.goal()
            self._accept((*self.plan.goals, goal), goal)
        except ValueError as error:
            self.planning.complain(str(error))

    def _join(self) -> None:
        chosen = self.goals.selection()
        try:
            if not chosen:
                raise ValueError("Select the goal that is to be reached together with this one.")
            at, goals = int(chosen[0]), list(self.plan.goals)
            goals[at] = with_part(goals[at], self.fields.goal())
            self._accept(tuple(goals), goals[at])
        except ValueError as error:
            self.planning.complain(str(error))

    def _accept(self, goals: tuple[Goal, ...], new: Goal) -> None:
        """Take goals over, unless they do not go together. Raises ValueError with a sentence."""
        victory_of(goals, self.plan.rules)
        self.planning.complain(self.plan.unreachable(new))
        self.hexes.set("")
        self.planning.changed(replace(self.plan, goals=goals))

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
        self.told = self.text_room(5)
        self.problems = self.tree({"#0": ("Problems", 380)}, 6)
        self.whole_of_problem = self.whole_text(self.problems)
        self.first_field = self.title_field
        self._checked: object = None

    def show(self) -> None:
        if not self.title_field.get():
            self.title_field.insert(0, self.plan.title)
        draft = self.planning.draft
        gaps = [f"Note: {g}" if g.note else str(g) for g in draft.plan.gaps()]
        checked = (draft.plan, draft.fills)
        if checked == self._checked:
            return
        self._checked = checked
        found: list[str] = []
        try:
            design, filled = draft.finished()
        except ValueError:
            self.told.show("Something is still missing.")
        else:
            self.told.show(_words(design, draft.plan.ruleset))
            # Units that wait for a set-up by hand are chosen so, and no fault.
            areas = dict(draft.plan.areas)
            by_hand = {u.key for side in design.ruleset.sides if side.id not in areas
                       for u in draft.plan.waiting(side.id)}
            found = [
                f"{'Note' if p.code == 'never-appears' and p.unit in by_hand else p.severity.capitalize()}: "
                f"{p.message}" for p in self._find(design, draft.sources)]
            found += [why for _, why in filled.left] if filled is not None else []
        rows = [*gaps, *found] or ["None: it can be played at once."]
        fill_tree(self.problems, [(str(i), text, ()) for i, text in enumerate(rows)])
        self.problems.selection_set("0" if gaps or found else ())

    def accept(self) -> str:
        if self.title_field.get() != self.plan.title:
            self.planning.draft.plan = replace(self.plan, title=self.title_field.get())
        return "" if self.plan.title.strip() else "Enter a title."


def _words(design: Design, base: Ruleset | None) -> str:
    """A scenario, whose rules are those of `base` or changed from them, in a few sentences."""
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
            f"{(base or rules).title}; {listed([s.name for s in rules.sides])}. {forces.capitalize()}.")
