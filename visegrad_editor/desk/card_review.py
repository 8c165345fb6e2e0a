"""The whole check of a card file: its form, the checks of the program, and those of files of checks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from ..model.files.bytes import ReadError
from ..model.files.yaml_reader import read_yaml
from ..model.problems import Problem, TextFix, first_problems
from .card import Card
from .card_file import LoadedCard, changed_card_text, read_card_text
from .check_fixes import FixError, asks, fix_words, fixed
from .checks import Finding, Report, checks_of, report_on
from .facts import Facts, Terrain
from .ground import ground_of
from .print_remarks import Checked
from .secret_file import secret_problems
from .victory_hexes import victory_hexes

_GONE = "The card is no longer as it was when this was found."


@dataclass(frozen=True)
class Review:
    """What was found on a card: the problems `of_card`, those of its form first, and those `of_secrets`, of
    the files that only one side may know. The report of the checks and `goals`, the hexes that victory is
    about, are None if the file gives no card."""

    of_card: tuple[Problem, ...]
    report: Report | None = None
    of_secrets: tuple[Problem, ...] = ()
    goals: frozenset[Hex] | None = None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems."""
        return (*self.of_card, *self.of_secrets)

    @property
    def checked(self) -> Checked:
        """What its printed sheet says of the checks."""
        return Checked(self.of_card, self.report, self.goals)


def review(loaded: LoadedCard, more: Sequence[Path] = (), terrain: Terrain | None = None) -> Review:
    """The problems of a card by its form and by all checks: those of the program, of the files it names, and
    of `more` files. Where one edit of its text solves a problem, that edit is among the `text_fixes`."""
    card, reading = loaded.card, loaded.reading
    if card is None or reading is None:
        return Review(loaded.problems)
    folder = loaded.path.absolute().parent
    checks = checks_of(card, folder, reading, loaded.file, more)
    facts = facts_of(card, folder)
    if terrain is not None:
        facts = replace(facts, terrain=terrain)
    report = report_on(facts, checks.checks, reading, loaded.file, loaded.problems)
    told = first_problems((*(_with_fix(f) for f in report.findings), *report.troubles))
    secrets = secret_problems(card, folder, loaded.file)
    return Review((*loaded.problems, *checks.problems, *told), report, secrets, goals_of(facts))


def facts_of(card: Card, folder: Path | None) -> Facts:
    """A card whose file is in `folder`, None if it has none, with what the maps of its boards say."""
    ground = ground_of(card, folder)
    shown = ((card.layout.name(place), ground.terrain(place)) for place in card.layout.names_by_place)
    return Facts(card, {name: terrain for name, terrain in shown if terrain is not None}, ground)


def goals_of(facts: Facts) -> frozenset[Hex] | None:
    """The hexes that victory is about by the facts of a card; None without its maps."""
    return None if facts.ground is None else victory_hexes(facts.ground)


def _with_fix(finding: Finding) -> Problem:
    """The problem of a finding, with the edit of the text that solves it. What a person must be asked for is
    no edit."""
    label = fix_words(finding)
    if not label or asks(finding):
        return finding.problem
    return replace(finding.problem, text_fixes=(TextFix(label, lambda text: _solved(text, finding)),))


def _solved(text: str, finding: Finding) -> str:
    """A text of a card with a finding solved that is looked for in it again; raises `ValueError` if it is not
    there any more, or cannot be solved."""
    try:
        reading = read_yaml(text)
    except ReadError:
        raise ValueError(_GONE) from None
    card = read_card_text(text)
    if card is None:
        raise ValueError(_GONE)
    again = report_on(Facts(card), [finding.check], reading).findings
    same = [f for f in again if f.item.path == finding.item.path] or [
        f for f in again if f.problem.message == finding.problem.message]
    if not same:
        raise ValueError(_GONE)
    try:
        return changed_card_text(reading, card, fixed(card, same[0]))
    except FixError as error:
        raise ValueError(str(error)) from None
