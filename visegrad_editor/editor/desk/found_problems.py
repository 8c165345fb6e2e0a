"""The problems of an open card, each with the part of the card that it is about."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ...desk.card import Card
from ...desk.card_check import check_card
from ...desk.card_edit import CardEditError, part_at
from ...desk.card_file import KIND, card_text, card_to_data
from ...model.files.file_problems import FileProblems
from ...model.files.yaml_reader import DataPath, read_yaml
from ...model.problems import Problem, Severity

_ORDER: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True)
class FoundProblem:
    """A problem, and the path of the part of the card it is about, with the keys of files."""

    problem: Problem
    path: DataPath


@dataclass
class _Collected(FileProblems):
    """Problems with their paths; lines mean nothing here."""

    found: list[FoundProblem] = field(default_factory=list)

    def add(self, severity: Severity, code: str, message: str, path: DataPath, word: str = "", hex: str = "",
            unit: str = "") -> None:
        """Add a problem."""
        before = len(self.problems)
        super().add(severity, code, message, path, word, hex, unit)
        self.found += [FoundProblem(problem, path) for problem in self.problems[before:]]


def found_problems(card: Card, folder: Path | None) -> tuple[FoundProblem, ...]:
    """The problems of a card as it is in the window, errors first. `folder` is that of its file, for the
    files it names; without it those are not looked for."""
    collected = _Collected(KIND, read_yaml(card_text(card)))
    check_card(card, card_to_data(card), collected, folder)
    return tuple(sorted(collected.found, key=lambda one: _ORDER.index(one.problem.severity)))


def existing(card: Card, path: DataPath) -> DataPath:
    """As much of a path as leads to a part that the card has."""
    while path:
        try:
            part_at(card, path)
        except CardEditError:
            path = path[:-1]
        else:
            break
    return path
