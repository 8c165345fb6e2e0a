"""The fields in which a goal is described: whose, of which kind, where and how much."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import replace
from tkinter import ttk

from ...model.edit.goals import EDGE_NAMES, GOAL_KINDS, OF_HEXES, Goal, GoalKind, with_places
from ...model.gamemap import GameMap
from ...model.ruleset import Ruleset
from ...model.typed_hexes import numbers_of, typed_as
from ...model.where import EDGES
from ..widgets.tooltips import Tooltip
from ..window.theme import px

_NUMBERS: dict[GoalKind, tuple[str, int, int]] = {
    "control": ("at least (0: all)", 0, 999), "take": ("at least (0: all)", 0, 999),
    "destroy": ("Steps", 1, 999), "ratio": ("times the own losses", 1, 99),
    "leave": ("Units", 1, 999), "survive": ("Units", 1, 999),
    "hex-points": ("Points each", 1, 999), "step-points": ("Points each", 1, 999),
    "unit-points": ("Points each", 1, 999), "level": ("Lead in points", 1, 9999)}
"""What the number of each kind is, and its bounds."""


class GoalFields(ttk.Frame):
    """The fields of a goal; `goal` is what they say."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, style="Panel.TFrame")
        self._rules: Ruleset | None = None
        self._map: GameMap | None = None
        row = ttk.Frame(self, style="Panel.TFrame")
        row.pack(anchor="w", fill="x", pady=px(2))
        self.side = ttk.Combobox(row, state="readonly", width=16)
        self.side.pack(side="left", padx=(0, px(8)))
        Tooltip(self.side, "The side that wins by this goal")
        self.kind = ttk.Combobox(row, values=list(GOAL_KINDS.values()), state="readonly", width=24)
        self.kind.current(0)
        self.kind.pack(side="left", padx=(0, px(8)))
        self.kind.bind("<<ComboboxSelected>>", lambda _e: self.fit())
        Tooltip(self.kind, "What the side has to do")
        self._row = ttk.Frame(self, style="Panel.TFrame")
        self._row.pack(anchor="w", fill="x", pady=px(2))
        self.hexes_label = ttk.Label(self._row, text="Hexes", style="Quiet.TLabel")
        self.hexes = ttk.Combobox(self._row, width=22)
        Tooltip(self.hexes, "Hex numbers and names of places, an area of the map, or every place of a kind")
        self.edge = ttk.Combobox(self._row, values=list(EDGE_NAMES.values()), state="readonly", width=16)
        self.edge.current(0)
        self.turn_label = ttk.Label(self._row, text="Turn", style="Quiet.TLabel")
        self.turn = ttk.Spinbox(self._row, from_=1, to=999, width=4)
        self.turn.insert(0, "1")
        self.name_label = ttk.Label(self._row, text="Name", style="Quiet.TLabel")
        self.name = ttk.Entry(self._row, width=18)
        self.number_label = ttk.Label(self._row, style="Quiet.TLabel")
        self.number_label.pack(side="left", padx=(0, px(5)))
        self.number = ttk.Spinbox(self._row, from_=0, to=9999, width=5)
        self.number.insert(0, "0")
        self.number.pack(side="left", padx=(0, px(8)))
        self.fit()

    def show(self, rules: Ruleset, map: GameMap) -> None:
        """Offer the sides of a ruleset and the places of a map."""
        self._rules, self._map = rules, map
        names = [s.name for s in rules.sides]
        if list(self.side.cget("values")) != names:
            self.side.configure(values=names)
            if names:
                self.side.current(0)
        there = {f for p in map.places for f in p.features}
        self.hexes.configure(values=[
            *(f"every {f.name.lower()}" for f in rules.features if f.id in there),
            *(a.name for a in map.areas)])

    @property
    def chosen(self) -> GoalKind:
        """The kind that is chosen."""
        return list(GOAL_KINDS)[max(0, self.kind.current())]

    def fit(self) -> None:
        """Show the fields that the kind of goal has."""
        own: dict[tk.Widget, frozenset[GoalKind]] = {
            self.hexes_label: OF_HEXES, self.hexes: OF_HEXES, self.edge: frozenset({"leave"}),
            self.turn_label: frozenset({"survive"}), self.turn: frozenset({"survive"}),
            self.name_label: frozenset({"level"}), self.name: frozenset({"level"})}
        kind = self.chosen
        for widget in own:
            widget.pack_forget()
        for widget, kinds in own.items():
            if kind in kinds:
                widget.pack(side="left", padx=(0, px(6)), before=self.number_label)
        label, low, _ = _NUMBERS[kind]
        self.number_label.configure(text=label)
        if self.number.get() == "0" and low:
            self._put(self.number, low)
        self.side.configure(state="disabled" if kind == "level" else "readonly")

    def add_hex(self, number: str) -> None:
        """A hex was clicked: it is named, or no longer."""
        known = self.numbers()
        self.name_hexes([n for n in known if n != number] if number in known else [*known, number])

    def numbers(self) -> list[str]:
        """The numbers of the hexes that are named; none if it is an area or every place of a kind."""
        assert self._map is not None
        try:
            return [*numbers_of(self.hexes.get(), self._map)]
        except ValueError:
            return []

    def name_hexes(self, known: Sequence[str]) -> None:
        """Name these hexes."""
        if self.chosen not in OF_HEXES:
            self.kind.current(0)
            self.fit()
        assert self._map is not None
        self.hexes.set(typed_as(known, self._map))
        if self.chosen != "hex-points":
            self._put(self.number, len(known))

    def put(self, goal: Goal) -> None:
        """Show a goal, without those that it is joined with."""
        assert self._rules is not None
        self.kind.current(list(GOAL_KINDS).index(goal.kind))
        sides = [s.id for s in self._rules.sides]
        if goal.side in sides:
            self.side.current(sides.index(goal.side))
        known = {f.id: f"every {f.name.lower()}" for f in self._rules.features}
        areas = {a.id: a.name for a in self._map.areas} if self._map is not None else {}
        hexes = (typed_as(goal.hexes, self._map),) if goal.hexes and self._map is not None else ()
        self.hexes.set(" ".join((*hexes, *(known.get(f, f) for f in goal.features),
                                 *(areas.get(a, a) for a in goal.areas))))
        if goal.edge in EDGES:
            self.edge.current(EDGES.index(goal.edge))
        self._put(self.turn, goal.turn or 1)
        self._put(self.number, goal.number)
        self.name.delete(0, "end")
        self.name.insert(0, goal.name)
        self.fit()

    def goal(self) -> Goal:
        """The goal that the fields describe. Raises ValueError with a sentence."""
        rules, map = self._rules, self._map
        assert rules is not None
        assert map is not None
        kind = self.chosen
        if kind == "level":
            if not self.name.get().strip():
                raise ValueError("Enter a name for the level, such as Great victory.")
            return Goal(kind, "", self._number(self.number, *_NUMBERS[kind]), name=self.name.get().strip())
        if self.side.current() < 0:
            raise ValueError("Choose the side that wins by it.")
        goal = Goal(kind, rules.sides[self.side.current()].id, self._number(self.number, *_NUMBERS[kind]))
        if kind in OF_HEXES:
            return with_places(goal, self.hexes.get().split(), rules, map)
        if kind == "leave":
            return replace(goal, edge=EDGES[max(0, self.edge.current())])
        if kind == "survive":
            return replace(goal, turn=self._number(self.turn, "Turn", 1, 999))
        return goal

    def _number(self, field: ttk.Spinbox, what: str, low: int, high: int) -> int:
        text = field.get().strip()
        if not (text.isascii() and text.isdecimal()) or not low <= int(text) <= high:
            what = f"{what[:1].upper()}{what[1:]}"
            raise ValueError(f"{what}: enter a whole number from {low} to {high}.")
        return int(text)

    def _put(self, field: ttk.Spinbox, number: int) -> None:
        field.delete(0, "end")
        field.insert(0, str(number))
