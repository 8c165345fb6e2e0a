"""Checks of the rules that options change: each choice must make a whole ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from ..design import Design
from ..files.option_changes import unmatched_changes, with_choices, without_change
from ..files.sources import Sources
from ..frozen_data import EMPTY, thawed
from ..problems import Fix, Problem, Severity
from ..ruleset import Option
from ..scenario import names_too_many_hexes
from ..unmatched import Unmatched
from ..wording import listed, quoted
from .context import Checks
from .game_map import check_map
from .rules_on_map import check_rules_on_map
from .ruleset import check_ruleset
from .scenario import check_scenario, check_units

_MOST = 3
"""The most problems of one code, in map and scenario, that are told of a choice that is not made."""
_Content = tuple[Severity, str, str]
"""Severity, code and message of a problem."""


def check_choices(checks: Checks, design: Design, sources: Sources | None) -> None:
    """Problems that a choice of one option brings; options that change the same thing; titles that cannot
    be told apart, or of no choice."""
    for option in design.ruleset.options:
        _check_titles(checks, option)
    changing = [option for option in design.ruleset.options if option.changes]
    if not changing:
        return
    known = {_content(p) for p in checks.problems} | _all_found(design, {}, sources)
    _name_options(checks, design, changing, sources)
    for option in changing:
        for choice in option.changes:
            if choice not in option.choices:
                checks.add("error", "unknown-choice", (
                    f"Option {quoted(option.name)} changes something for {quoted(choice)}, which is none of "
                    f"its choices.{checks.suggest('choice', choice, list(option.choices), 'Choices')}"),
                    "ruleset", "options", option.id, within=("changes", choice))
        for choice in option.choices:
            if thawed(option.changes).get(choice):
                _check_choice(checks, design, option, choice, known, sources)
    for option, choice, lost in unmatched_changes(design.ruleset):
        checks.add("error", lost.code, f"With the option {option.id}: {choice}. {lost.message}", "ruleset",
                   "options", option.id, within=("changes", choice), fix=_without(option.id, choice, lost))
    for one, other in combinations(changing, 2):
        shared = sorted(set(_places(one)) & set(_places(other)))
        if shared:
            checks.add("warning", "same-change", (
                f"The options {one.id} and {other.id} both change {', '.join(shared[:3])}; if both do, what "
                f"{other.id} says counts. Let one of them change it, or join them."),
                "ruleset", "options", other.id)


def _without(option: str, choice: str, lost: Unmatched) -> Fix:
    """Takes what has nothing to change out of the changes of a choice."""
    def edit(design: Design) -> Design:
        return replace(design, ruleset=without_change(design.ruleset, option, choice, lost))

    return Fix(f"Take the entry of {quoted(lost.called)} out of what {quoted(choice)} changes in "
               f"`{lost.section}`", edit, harmless=not lost.near)


def _check_titles(checks: Checks, option: Option) -> None:
    for choice, _ in option.titles:
        if choice not in option.choices:
            checks.add("error", "unknown-choice", (
                f"Option {quoted(option.name)} has a title for {quoted(choice)}, which is none of its "
                f"choices.{checks.suggest('choice', choice, list(option.choices), 'Choices')}"),
                "ruleset", "options", option.id, within=("titles", choice))
    titles = [*option.titled.values()]
    for title in dict.fromkeys(t for t in titles if titles.count(t) > 1):
        checks.add("error", "same-title", (
            f"Several choices of the option {quoted(option.name)} are called {quoted(title)}. Give each a "
            "title of its own."), "ruleset", "options", option.id, within=("titles",))


def _check_choice(
    checks: Checks, design: Design, option: Option, choice: str, known: set[_Content],
    sources: Sources | None,
) -> None:
    """Add the problems that a choice brings and that are not known yet."""
    def add(severity: Severity, code: str, message: str) -> None:
        checks.add(severity, code, f"With the option {option.name}: {option.title_of(choice)}. {message}",
                   "ruleset", "options", option.id)

    chosen, told = _chosen(design, {option.id: choice}), Counter[str]()
    for content in _found(chosen, sources):
        if content not in known:
            known.add(content)
            add(*content)
    for severity, code, message in _found_elsewhere(chosen, sources):
        if (severity, code, message) not in known:
            known.add((severity, code, message))
            told[code] += 1
            if told[code] <= _MOST:
                # This scenario can be played as long as the choice is not made.
                add("warning" if severity == "error" else severity, code, message)
    more = sum(max(0, n - _MOST) for n in told.values())
    if more:
        add("warning", "more-problems", f"There {'is' if more == 1 else 'are'} {more} more like these.")


def _name_options(
    checks: Checks, design: Design, changing: Sequence[Option], sources: Sources | None
) -> None:
    """Let the problems that the choices of the scenario bring say so, with the line of the option."""
    chosen = design.scenario.option if design.scenario is not None else {}
    made = {o.id: chosen.get(o.id, o.choices[0]) for o in changing}
    named = {o.id: o for o in changing}
    made = {o.id: made[o.id] for o in changing if thawed(o.changes).get(made[o.id])}
    if not made or not checks.problems:
        return
    unchanged = replace(design, ruleset=replace(design.ruleset, options=tuple(
        replace(o, changes=EMPTY) for o in design.ruleset.options)))
    usual = _all_found(unchanged, {}, sources)
    by_option = {id: _all_found(design, {id: choice}, sources) - usual for id, choice in made.items()}
    for n, problem in enumerate(checks.problems):
        if _content(problem) in usual or problem.code == "more-problems":
            continue
        ids = [id for id in made if _content(problem) in by_option[id]][:1] or list(made)
        words = listed([f"{named[id].name}: {named[id].title_of(made[id])}" for id in ids])
        message = f"With the option{'s' if len(ids) > 1 else ''} {words}. {problem.message}"
        checks.problems[n] = checks.moved(
            replace(problem, message=message), "ruleset", "options", ids[0], ("changes", made[ids[0]]))


def _all_found(design: Design, choices: Mapping[str, str], sources: Sources | None) -> set[_Content]:
    chosen = _chosen(design, choices)
    return {*_found(chosen, sources), *_found_elsewhere(chosen, sources)}


def _content(problem: Problem) -> _Content:
    return problem.severity, problem.code, problem.message


def _chosen(design: Design, choices: Mapping[str, str]) -> Design:
    """The design with these choices; the first ones of the other options."""
    first = {option.id: option.choices[0] for option in design.ruleset.options}
    return replace(design, ruleset=with_choices(design.ruleset, {**first, **choices}))


def _found(chosen: Design, sources: Sources | None) -> list[_Content]:
    """The problems of the rules, on the map, with the choices that were made."""
    checks = Checks(chosen, sources)
    check_ruleset(checks)
    check_rules_on_map(checks)
    return [_content(p) for p in checks.problems]


def _found_elsewhere(chosen: Design, sources: Sources | None) -> list[_Content]:
    """The problems of the map and the scenario with the choices that were made."""
    checks, scenario = Checks(chosen, sources), chosen.scenario
    check_map(checks)
    if scenario is not None and not names_too_many_hexes(scenario, chosen.map):
        check_scenario(checks, scenario)
        check_units(checks, scenario)
    return [_content(p) for p in checks.problems]


def _places(option: Option) -> Iterator[str]:
    """What the choices of an option change, as words: settings, and entries of lists by their ids."""
    for change in thawed(option.changes).values():
        yield from _changed(change, ())


def _changed(value: Any, path: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, dict) and len(path) < 2:
        for key, part in value.items():
            yield from _changed(part, (*path, str(key)))
    elif isinstance(value, list) and value and all(isinstance(e, dict) and "id" in e for e in value):
        for entry in value:
            yield f"`{'.'.join(path)}` {entry['id']}"
    else:
        yield f"`{'.'.join(path)}`"
