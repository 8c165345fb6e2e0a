"""The problems of an open card, each with the part of the card that it is about, and with its fix."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from pathlib import Path

from ...desk.card import Card
from ...desk.card_check import check_card
from ...desk.card_edit import CardEditError, part_at
from ...desk.card_file import card_text, card_to_data
from ...desk.card_names import KIND
from ...desk.card_review import facts_of, goals_of
from ...desk.check_fixes import asks, fix_words, fixed
from ...desk.checks import Finding, Report, checks_of, report_on, target
from ...desk.facts import Facts
from ...desk.field_labels import key_label, labelled
from ...desk.print_remarks import Checked
from ...desk.secret_check import check_records, check_word
from ...desk.secret_file import secret_text
from ...desk.secret_records import SecretRecords
from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ...model.files.file_problems import FileProblems
from ...model.files.plain_data import DataPath
from ...model.files.yaml_reader import read_yaml
from ...model.problems import Problem, Severity

_ORDER: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True)
class CardFix:
    """A way to solve a problem: its label, what a person is asked first ("" for nothing), and the card after
    it; `solve` gets the card and the answer, and raises `FixError` if it cannot be done."""

    label: str
    asks: str
    solve: Callable[[Card, str], Card] = field(compare=False)


@dataclass(frozen=True)
class FoundProblem:
    """A problem, and the path of the part of the card it is about, with the keys of files."""

    problem: Problem
    path: DataPath
    fix: CardFix | None = None


@dataclass(frozen=True)
class FoundProblems:
    """All problems of a card, errors first, what its checks say besides, and the hexes of victory."""

    problems: tuple[FoundProblem, ...]
    report: Report
    goals: frozenset[Hex] | None = None

    @property
    def checked(self) -> Checked:
        """What the printed sheet takes from them."""
        return Checked(tuple(one.problem for one in self.problems), self.report, self.goals)


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


def found_problems(card: Card, folder: Path | None) -> FoundProblems:
    """The problems of a card as it is in the window: of its form, and of all checks. `folder` is that of its
    file, for the files it names; without it only bundled ones are looked for."""
    reading = read_yaml(card_text(card))
    collected = _Collected(KIND, reading)
    check_card(card, card_to_data(card), collected, folder)
    facts = facts_of(card, folder)
    checks = checks_of(card, folder, reading, KIND)
    report = report_on(facts, checks.checks, reading, KIND, collected.problems)
    found = [
        *collected.found,
        *(FoundProblem(p, ("checks",)) for p in (*checks.problems, *report.troubles)),
        *(_found(facts, f) for f in report.findings)]
    return FoundProblems(
        tuple(sorted(map(_labelled, found), key=lambda one: _ORDER.index(one.problem.severity))), report,
        goals_of(facts))


def secret_problems(records: SecretRecords, card: Card, side: str) -> tuple[FoundProblem, ...]:
    """The problems of the secret records of a side of a card as they are in the window, errors first; their
    paths are those of the file of records."""
    collected = _Collected(KIND, read_yaml(secret_text(records)))
    check_word(records, collected)
    check_records(records, card, side, collected)
    return tuple(sorted(collected.found, key=lambda one: _ORDER.index(one.problem.severity)))


def _labelled(one: FoundProblem) -> FoundProblem:
    """A problem that names fields as forms do."""
    return replace(one, problem=replace(one.problem, message=labelled(one.problem.message, one.path)))


def _found(facts: Facts, finding: Finding) -> FoundProblem:
    check = finding.check.check
    path = target(facts, finding.item, check.at, check.each)
    return FoundProblem(finding.problem, path, _fix(finding, path))


def _fix(finding: Finding, path: DataPath) -> CardFix | None:
    label = fix_words(finding, lambda key: key_label(key, path))
    if not label:
        return None
    return CardFix(label, asks(finding), lambda card, answer: fixed(card, finding, _plain(answer)))


def _plain(answer: str) -> str | int | None:
    """An answer as plain data; None for none."""
    answer = answer.strip()
    return int(answer) if answer.lstrip("-").isdecimal() else answer or None


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
