"""Checks of the rules that options change: each choice must make a whole ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from ..design import Design
from ..files.option_changes import with_choices
from ..files.sources import Sources
from ..frozen_data import thawed
from ..ruleset import Option, Ruleset
from ..wording import quoted
from .context import Checks
from .rules_on_map import check_rules_on_map
from .ruleset import check_ruleset


def check_choices(checks: Checks, design: Design, sources: Sources | None) -> None:
    """Problems that a choice of one option brings; options that change the same thing."""
    ruleset = design.ruleset
    changing = [option for option in ruleset.options if option.changes]
    if not changing:
        return
    known = {_content(p) for p in checks.problems} | set(_found(design, ruleset, {}, sources))
    for option in changing:
        for choice in option.changes:
            if choice not in option.choices:
                checks.add("error", "unknown-choice", (
                    f"Option {quoted(option.name)} changes something for {quoted(choice)}, which is none of "
                    f"its choices.{checks.suggest('choice', choice, list(option.choices), 'Choices')}"),
                    "ruleset", "options", option.id, within=("changes", choice))
        for choice in option.choices:
            if not thawed(option.changes).get(choice):
                continue
            for severity, code, message in _found(design, ruleset, {option.id: choice}, sources):
                if (severity, code, message) not in known:
                    known.add((severity, code, message))
                    checks.add(severity, code, f"With the option {option.id}: {choice}. {message}",
                               "ruleset", "options", option.id)
    for one, other in combinations(changing, 2):
        shared = sorted(set(_places(one)) & set(_places(other)))
        if shared:
            checks.add("warning", "same-change", (
                f"The options {one.id} and {other.id} both change {', '.join(shared[:3])}; if both do, what "
                f"{other.id} says counts. Let one of them change it, or join them."),
                "ruleset", "options", other.id)


def _content(problem: Any) -> tuple[Any, str, str]:
    return problem.severity, problem.code, problem.message


def _found(
    design: Design, ruleset: Ruleset, choices: Mapping[str, str], sources: Sources | None
) -> list[tuple[Any, str, str]]:
    """The problems of the rules, on the map, with these choices."""
    first = {option.id: option.choices[0] for option in ruleset.options}
    checks = Checks(replace(design, ruleset=with_choices(ruleset, {**first, **choices})), sources)
    check_ruleset(checks)
    check_rules_on_map(checks)
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
