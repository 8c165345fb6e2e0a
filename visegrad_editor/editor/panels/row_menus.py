"""The context menus of the panels' lists."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial

from ...model.inherited import OwnValue
from ...model.problem_groups import ProblemGroup
from ...model.problems import Fix, Problem
from ..actions import BY_ID, Action
from ..inheritance import KEY
from ..session import Session
from ..widgets.context_menu import LINE, MenuEntry, copy_text
from .judge_dialog import judge
from .problems_panel import fix_group, fix_group_words


class ActionEntries:
    """Makes menu entries of actions, disabled if they cannot be used now."""

    def __init__(self, perform: Callable[[str], None], why_not: Callable[[Action], str]) -> None:
        self._perform, self._why_not = perform, why_not

    def __call__(self, id: str, label: str = "") -> MenuEntry:
        """The entry of an action, with its own label or another one."""
        action = BY_ID[id]
        command: Callable[[], None] | None = None if self._why_not(action) else lambda: self._perform(id)
        return MenuEntry(label or action.label, command, action.key_text)


def _several(label: str, units: int) -> str:
    """The label of an action on units or counters, with their number if there are several."""
    if units == 1:
        return label
    return label.replace("counter", f"{units} counters").replace("unit", f"{units} units")


class UnitRowMenu:
    """The context menu of the list of units; `go` goes to a unit, `place` begins to place units on the
    map."""

    def __init__(self, root: tk.Misc, session: Session, action: ActionEntries, go: Callable[[str], None],
                 place: Callable[[Sequence[str]], None]) -> None:
        self._root, self._session, self._action, self._go, self._place = root, session, action, go, place

    def entries_back(self, removed: Sequence[OwnValue]) -> list[MenuEntry]:
        """The entries for units that only the base of a variant has."""
        what = removed[0].title if len(removed) == 1 else f"{len(removed)} units"
        return [MenuEntry(f"Bring back {what}", lambda: self._session.inheritance.reset(removed),
                          KEY)]

    def entries(self, row: str) -> list[MenuEntry]:
        """The entries for all selected units and for the unit of the row."""
        action, session = self._action, self._session
        scenario, selected, key = session.scenario, session.units, row.removeprefix("unit:")
        if scenario is None or not row or not selected or (row.startswith("unit:") and key not in selected):
            return [action("new_unit")]
        unit = scenario.unit_by_key.get(key)
        go = [] if unit is None else [MenuEntry(
            f"Go to hex {unit.hex}" if unit.hex else "Go to its hex",
            (lambda: self._go(unit.key)) if unit.hex else None)]
        names = "\n".join(scenario.unit_by_key[k].name for k in selected)
        n = len(selected)
        return [
            *go,
            MenuEntry(f"Place {n} units on the map" if n > 1 else "Place on the map",
                      lambda: self._place(selected)),
            action("show_inspector", "Show in the inspector"), action("counter"),
            action("set_up_group", _several("Where it may be set up…", n) if n == 1 else
                   f"Where these {n} units may be set up…"), LINE,
            *(action(id, _several(BY_ID[id].label, n))
              for id in ("flip", "off_map", "reset_units", "remove_unit")),
            LINE,
            *(action(id) for id in ("as_prototype", "use_prototype", "make_prototype")), LINE,
            MenuEntry("Copy their names" if n > 1 else "Copy its name", lambda: copy_text(self._root, names)),
            action("new_unit")]


class HistoryRowMenu:
    """The context menu of a step of the history."""

    def __init__(self, root: tk.Misc, session: Session, action: ActionEntries) -> None:
        self._root, self._session, self._action = root, session, action

    def entries(self, row: str) -> list[MenuEntry]:
        """The entries for the step in a row."""
        history = self._session.history
        if not row.isdecimal() or int(row) >= len(history.steps):
            return []
        at = int(row)
        where = "Go back to here" if at < history.position else "Go forward to here"
        return [MenuEntry(where, (lambda: self._jump(at)) if at != history.position else None),
                self._action("undo"), self._action("redo"), LINE,
                MenuEntry("Copy the text", lambda: copy_text(self._root, history.steps[at].label)),
                MenuEntry("Copy the whole list",
                          lambda: copy_text(self._root, "\n".join(s.label for s in history.steps)))]

    def _jump(self, at: int) -> None:
        self._session.jump(at)


class ProblemRowMenu:
    """The context menu of the list of problems; `go` goes to a problem."""

    def __init__(self, root: tk.Misc, session: Session, action: ActionEntries,
                 go: Callable[[Problem], None]) -> None:
        self._root, self._session, self._action, self._go = root, session, action, go

    def entries(self, problem: Problem | None, group: ProblemGroup | None = None) -> list[MenuEntry]:
        """The entries for a problem, for several of one kind, or for none."""
        every, session = self._session.problems, self._session
        whole = [MenuEntry("Copy the whole list",
                           (lambda: copy_text(self._root, "\n".join(map(str, every)))) if every else None),
                 self._action("fix_harmless"), self._action("validate", "Check again")]
        if group is not None:
            return [*self._of_group(group), *whole]
        if problem is None:
            return whole
        fix = problem.fix
        apply_fix = MenuEntry(
            fix.label if fix else "No automatic fix",
            (lambda: session.complain(session.change(fix.label, fix.edit))) if fix else None)
        more = [MenuEntry(other.label, partial(self._fix, other)) for other in problem.more_fixes]
        otherwise = MenuEntry("Judge it otherwise…", None if problem.severity == "error" or (
            session.scenario is None) else lambda: self._judge(problem))
        return [MenuEntry("Go there", lambda: self._go(problem), "Return"), apply_fix, *more, otherwise, LINE,
                MenuEntry("Copy the text", lambda: copy_text(self._root, str(problem))), *whole]

    def _of_group(self, group: ProblemGroup) -> list[MenuEntry]:
        """The entries for several problems of one kind."""
        fix = MenuEntry(
            fix_group_words(group) if group.fixes else "No automatic fix",
            (lambda: self._session.complain(fix_group(self._session, group))) if group.fixes else None,
            "Alt+Return")
        otherwise = MenuEntry("Judge them otherwise…", None if group.severity == "error" or (
            self._session.scenario is None) else lambda: self._judge(group.first))
        return [fix, otherwise, LINE, MenuEntry("Copy the texts", lambda: copy_text(
            self._root, "\n".join(map(str, group.problems))))]

    def _fix(self, fix: Fix) -> None:
        self._session.complain(self._session.change(fix.label, fix.edit))

    def _judge(self, problem: Problem) -> None:
        self._session.complain(judge(self._root, self._session, problem))
