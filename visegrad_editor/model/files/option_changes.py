"""What the choices of options change in a ruleset: each change has the keys of a ruleset that extends it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..design import Design
from ..frozen_data import EMPTY, FrozenMap, thawed
from ..problems import Problem
from ..ruleset import Option, Ruleset
from ..scenario import Scenario
from ..timetable import added_by, has_timetable, with_timetable
from ..unmatched import Unmatched, UnmatchedPlaces
from .file_problems import FileProblems
from .formats import present_format
from .plain_data import DataPath
from .schema import check_schema
from .variants import read_changes
from .yaml_reader import Reading

NOT_CHANGED = ("format", "kind", "name", "title", "extends", "system", "options", "order", "version")
"""Keys of a ruleset that no choice changes."""


def check_changes(ruleset: Ruleset, problems: FileProblems) -> None:
    """Note what the changes of a ruleset's options in this file name that cannot be."""
    listed = problems.reading.data.get("options") or ()
    for i, entry in enumerate(listed):
        option = next((o for o in ruleset.options if o.id == str(entry.get("id"))), None)
        given = entry.get("changes")
        if option is None or not given:
            continue
        for choice in given:
            path: DataPath = ("options", i, "changes", choice)
            for problem in _problems(ruleset, option, str(choice), problems, path):
                problems.broken = True
                problems.problems.append(problem)


def _problems(
    ruleset: Ruleset, option: Option, choice: str, problems: FileProblems, path: DataPath
) -> Iterator[Problem]:
    """What is wrong with the changes of a choice, with the lines of the file."""
    data = thawed(option.changes)[choice]
    lines = {at[len(path):]: n for at, n in problems.reading.lines.items() if at[:len(path)] == path}
    if bad := [key for key in NOT_CHANGED if key in data]:
        yield Problem(
            "error", "unchanging-key", f"No choice of an option changes `{bad[0]}`. Leave it out here.",
            problems.file, lines.get((bad[0],), lines.get((), 1)))
        return
    reading = Reading(problems.reading.text, _as_variant(ruleset, data), lines)
    misfits = check_schema("ruleset", reading, problems.file)
    yield from misfits
    if not misfits:
        # What the base of a variant has no longer is told by the checks, and the file can be opened.
        trial = FileProblems(problems.file, reading, keeps_unmatched=bool(ruleset.extends))
        _changes(ruleset, trial)
        yield from trial.problems


def unmatched_changes(ruleset: Ruleset) -> Iterator[tuple[Option, str, Unmatched]]:
    """What choices of options would change or remove, and the ruleset does not have: the option, the choice
    and that part of its changes."""
    for option in ruleset.options:
        for choice, data in thawed(option.changes).items():
            if isinstance(data, dict):
                reading = Reading("", _as_variant(ruleset, data), {})
                problems = FileProblems(ruleset.name, reading, keeps_unmatched=True)
                _changes(ruleset, problems)
                for one in problems.unmatched:
                    yield option, choice, one


def without_change(ruleset: Ruleset, option: str, choice: str, gone: Unmatched) -> Ruleset:
    """The ruleset without one part of what a choice changes. Raises `ValueError` if it is gone already."""
    old = next((o for o in ruleset.options if o.id == option), None)
    data = thawed(old.changes) if old is not None else {}
    path = UnmatchedPlaces(data.get(choice)).path(gone)
    if old is None or path is None:
        raise ValueError("This has been settled already.")
    holder = data[choice]
    for step in path[:-1]:
        holder = holder[step]
    del holder[path[-1]]
    changed = replace(old, changes=FrozenMap.of(data))
    return replace(ruleset, options=tuple(changed if o is old else o for o in ruleset.options))


def _changes(ruleset: Ruleset, problems: FileProblems) -> dict[str, Any]:
    """The values of a ruleset that a choice changes. They have the sources of what they change: a choice is
    as much a rule as its ruleset, and no departure from it."""
    return read_changes(Ruleset, ruleset, problems.reading.data, problems, "ruleset", departs=False)


def _as_variant(ruleset: Ruleset, data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a whole variant of a ruleset."""
    return {"format": present_format("ruleset"), "kind": "ruleset", "name": ruleset.name,
            "extends": ruleset.name, **data}


def with_choices(ruleset: Ruleset, choices: Mapping[str, str]) -> Ruleset:
    """A ruleset as options change it, in the order of the options; for those not named, the first choice
    counts. The options of the result have no changes left: they have been made.

    >>> from visegrad_editor.model.frozen_data import FrozenMap
    >>> fog = Option("fog", "Fog", ("without", "with"), changes=FrozenMap.of({"with": {"turns": 3}}))
    >>> with_choices(Ruleset("own", "Own", "", turns=9, options=(fog,)), {"fog": "with"}).turns
    3
    """
    for option in ruleset.options:
        choice = choices.get(option.id, option.choices[0])
        data = thawed(option.changes).get(choice)
        if data:
            problems = FileProblems(ruleset.name, Reading("", _as_variant(ruleset, data), {}))
            ruleset = replace(ruleset, **_changes(ruleset, problems))
    return replace(ruleset, options=tuple(
        replace(o, changes=EMPTY) if o.changes else o for o in ruleset.options))


_last: tuple[Design, Design] | None = None
_rules: tuple[Ruleset, Hashable, Ruleset] | None = None
"""The last ruleset, what a scenario chose and added, and the rules in force that they made: the same ones, as
long as nothing of that changes, so that what is made from them, such as the board, is not made again after
each edit of a unit."""


def in_force(design: Design) -> Design:
    """The design with the rules that the options of its scenario choose, and with its timetable: when events
    happen, units leave, units may move; the same one if none of them changes rules."""
    global _last
    scenario = design.scenario
    if design.ruleset.with_timetable or not (
            any(option.changes for option in design.ruleset.options) or has_timetable(scenario)):
        return design
    kept = _last  # read only once: designs may be asked for in several threads
    if kept is None or kept[0] is not design:
        kept = _last = (design, replace(design, ruleset=_rules_in_force(design.ruleset, scenario)))
    return kept[1]


def _rules_in_force(ruleset: Ruleset, scenario: Scenario | None) -> Ruleset:
    global _rules
    said = () if scenario is None else (scenario.options, *added_by(scenario))
    kept = _rules  # read only once, too
    if kept is None or kept[0] is not ruleset or kept[1] != said:
        made = with_choices(ruleset, scenario.option if scenario is not None else {})
        kept = _rules = ruleset, said, made if scenario is None else with_timetable(made, scenario)
    return kept[2]
