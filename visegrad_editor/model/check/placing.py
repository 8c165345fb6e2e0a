"""Where in their files the problems stand that a game's rules found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..design import Design
from ..edit.units import stack_at
from ..problems import Problem
from ..sources import SourceFile, Sources


def line_of(source: SourceFile, section: str, name: str, nth: int = 0) -> tuple[str, int]:
    """File and line of the nth entry of a name in a section, of the key `section`, or the file alone."""
    if name:
        found = source.entry_lines(section, name)
        if found:
            return found[min(nth, len(found) - 1)]
    return source.key_line(section) if section else (source.name, 0)


def placed(problems: Iterable[Problem], design: Design, sources: Sources | None) -> tuple[Problem, ...]:
    """The problems a game's rules found, each with file and line of what it names: an entry of the ruleset,
    a part of a document, a unit, a hex."""
    return tuple(p if p.file or sources is None else _placed(p, design, sources) for p in problems)


def _placed(problem: Problem, design: Design, sources: Sources) -> Problem:
    for kind, section, name in _candidates(problem, design, sources):
        source = sources.of(kind)
        if source is not None:
            file, line = line_of(source, section, name)
            return replace(problem, file=file, line=line)
    return problem


def _candidates(problem: Problem, design: Design, sources: Sources) -> Iterator[tuple[str, str, str]]:
    """Document, section and name of what a problem names, the nearest first."""
    if problem.entry:
        yield "ruleset", *_two(problem.entry)
    if problem.part:
        kind, _, rest = problem.part.partition("/")
        yield kind, *_two(rest)
    if problem.unit:
        yield "scenario", "units", _own(problem, design, sources)
    if problem.hex:
        yield "map", "places", problem.hex


def _two(path: str) -> tuple[str, str]:
    section, _, name = path.partition("/")
    return section, name


def _own(problem: Problem, design: Design, sources: Sources) -> str:
    """The unit named, or of its stack the last that a variant itself has put there: it is what can be mended
    in this file."""
    source = sources.scenario
    if source is None or source.base is None or design.scenario is None or not problem.hex:
        return problem.unit

    def is_own(key: str) -> bool:
        lines = source.entry_lines("units", key)
        return bool(lines) and lines[0][0] == source.name

    stack = [u.key for u in reversed(stack_at(design.scenario, problem.hex))]
    return next((k for k in (problem.unit, *stack) if is_own(k)), problem.unit)
