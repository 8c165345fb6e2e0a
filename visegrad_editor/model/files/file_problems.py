"""Collects the problems of one file while it is turned into a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Literal

from ...lazy_dataclass import dataclass
from ..frozen_data import FrozenMap
from ..problems import MOST_PROBLEMS, Problem, Severity, more_problems
from ..unmatched import Step, Unmatched
from ..wording import Suggestions, closest, listed, slip
from .plain_data import DataPath
from .yaml_reader import Reading

_MOST_NEAR = 100
"""For how many parts of a variant the name is looked for that is probably meant."""
_MOST_COMPARED = 25
"""For how many of them a name is looked for that is at all like theirs."""


@dataclass
class FileProblems:
    """Problems of a file, the first `MOST_PROBLEMS` of each severity. `broken`: the document cannot hold
    everything in the file."""

    file: str
    reading: Reading
    problems: list[Problem] = field(default_factory=list)
    broken: bool = False
    suggest: Suggestions = field(default_factory=Suggestions)
    keeps_unmatched: bool = False
    """Whether what a variant says about things that its base does not have is kept for its document, which
    tells its problems; else it is an error like others."""
    unmatched: list[Unmatched] = field(default_factory=list)
    _counts: dict[Severity, int] = field(default_factory=dict)

    def error(
        self, code: str, message: str, path: DataPath, word: str = "", hex: str = "", unit: str = ""
    ) -> None:
        """Add an error that leaves something of the file out of the document.

        `word` gives the line within a value that runs over several.
        """
        self.broken = True
        self.add("error", code, message, path, word, hex, unit)

    def lines(self, *paths: DataPath) -> str:
        """The lines of some parts of the file in brackets, to be added to a sentence about all of them."""
        numbers = sorted({self.reading.line(path) for path in paths})
        return f" (line{'s' * (len(numbers) > 1)} {listed(list(map(str, numbers)))})"

    def no_match(
        self, code: str, message: str, way: Sequence[Step], what: Literal["entry", "words", "key"],
        data: Mapping[str, Any] | str, path: DataPath, called: str = "", known: Sequence[str] = (),
        key: str = "", word: str = "", unit: str = "",
    ) -> None:
        """Keep a part of a variant that its base has no counterpart for; an error where none is kept.

        `called` is its name, the value of its `key` or itself, and `known` are the names of the base that
        it may mean: those that the variant says nothing about. For other arguments see `Unmatched` and
        `error`.
        """
        if not self.keeps_unmatched:
            self.error(code, message, path, word, unit=unit)
            return
        kept = FrozenMap.of(data) if isinstance(data, Mapping) else data
        one = Unmatched(tuple(way), what, kept, code, message, called, unit=unit)
        if called:
            # Where nobody looked, something may be meant.
            many = len(self.unmatched) >= _MOST_COMPARED
            one = replace(one, resembles=many or bool(closest(called, known)))
        # To remove what looks like it would take away a thing that nobody spoke of.
        near = _nearest(called, known) if not one.removes and len(self.unmatched) < _MOST_NEAR else ""
        if near:
            one = replace(one, near=near, instead=(
                FrozenMap.of({**data, key: near}) if isinstance(data, Mapping) else near))
        self.unmatched.append(one)

    def add(
        self, severity: Severity, code: str, message: str, path: DataPath,
        word: str = "", hex: str = "", unit: str = "",
    ) -> None:
        count = self._counts[severity] = self._counts.get(severity, 0) + 1
        if count > MOST_PROBLEMS:
            if count == MOST_PROBLEMS + 1:
                self.problems.append(more_problems(severity, self.file))
            return
        line = self.reading.line_of_word(path, word) if word else self.reading.line(path)
        self.problems.append(Problem(severity, code, message, self.file, line, hex, unit))


def _nearest(called: str, known: Sequence[str]) -> str:
    """The known name that this one is by a slip of the pen, or ""; of units one of the same nationality."""
    group, slash, name = called.rpartition("/")
    names = [k.removeprefix(group + slash) for k in known if k.startswith(group + slash) and k != called]
    near = slip(name, names) if name and names else ""
    return f"{group}{slash}{near}" if near else ""
