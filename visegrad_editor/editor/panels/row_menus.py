"""What the context menus of the panels' lists offer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...model.problems import Problem
from ..actions import BY_ID
from ..widgets.context_menu import LINE, MenuEntry, copy_text

if TYPE_CHECKING:
    from ..window.window import Window


def _several(label: str, units: int) -> str:
    """The label of an action on counters, with their number where there are several."""
    if units == 1:
        return label
    return label.replace("counter", f"{units} counters").replace("unit", f"{units} units")


def action_entry(w: Window, id: str, label: str = "") -> MenuEntry:
    """An action as an entry, greyed where it cannot be used now."""
    action = BY_ID[id]
    command: Callable[[], None] | None = (lambda: w.perform(id)) if not w.why_not(action) else None
    return MenuEntry(label or action.label, command, action.key_text)


def unit_entries(w: Window, row: str) -> list[MenuEntry]:
    """For a row of the list of units: about all units that are marked, and its own place and name."""
    scenario, marked, key = w.session.scenario, w.session.units, row.removeprefix("unit:")
    if scenario is None or not row or not marked or (row.startswith("unit:") and key not in marked):
        return [action_entry(w, "new_unit")]
    unit = scenario.unit_by_key.get(key)
    go = [] if unit is None else [MenuEntry(
        f"Go to hex {unit.hex}" if unit.hex else "Go to its hex",
        (lambda: w.jumping.to_unit(unit.key)) if unit.hex else None)]
    names = "\n".join(scenario.unit_by_key[k].name for k in marked)
    n = len(marked)
    return [
        *go,
        MenuEntry(f"Place {n} units on the map" if n > 1 else "Place on the map",
                  lambda: w.placing.begin(marked)),
        action_entry(w, "show_inspector", "Show in the inspector"), LINE,
        *(action_entry(w, id, _several(BY_ID[id].label, n)) for id in ("flip", "off_map", "remove_unit")),
        LINE,
        MenuEntry("Copy their names" if n > 1 else "Copy its name", lambda: copy_text(w.root, names)),
        action_entry(w, "new_unit")]


def history_entries(w: Window, row: str) -> list[MenuEntry]:
    """For a step of the history."""
    history = w.session.history
    if not row.isdigit() or int(row) >= len(history.steps):
        return []
    at = int(row)
    where = "Go back to here" if at < history.position else "Go forward to here"
    return [MenuEntry(where, (lambda: w.session.jump(at)) if at != history.position else None),
            action_entry(w, "undo"), action_entry(w, "redo"), LINE,
            MenuEntry("Copy its text", lambda: copy_text(w.root, history.steps[at].label)),
            MenuEntry("Copy the whole list",
                      lambda: copy_text(w.root, "\n".join(s.label for s in history.steps)))]


def problem_entries(w: Window, problem: Problem | None) -> list[MenuEntry]:
    """For a row of the list of problems."""
    every = w.session.problems
    whole = [MenuEntry("Copy the whole list",
                       (lambda: copy_text(w.root, "\n".join(str(p) for p in every))) if every else None),
             action_entry(w, "validate", "Check again")]
    if problem is None:
        return whole
    fix = problem.fix
    mend = MenuEntry(fix.label if fix else "No fix is known",
                     (lambda: w.complain(w.session.change(fix.label, fix.edit))) if fix else None)
    return [MenuEntry("Go there", lambda: w.jumping.to_problem(problem), "Return"), mend, LINE,
            MenuEntry("Copy its text", lambda: copy_text(w.root, str(problem))), *whole]
