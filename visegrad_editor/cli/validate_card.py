"""What `validate` does with squad-level cards and their secret files."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..desk.card_file import LoadedCard, load_card
from ..desk.card_names import card_path
from ..desk.card_review import review
from ..desk.secret_file import load_secret
from ..model.problems import Problem, has_errors
from .exits import FOUND_PROBLEMS, GOOD, UNUSABLE, UnusableError
from .report import count_words, print_problems


def report_on(name: str, arguments: argparse.Namespace) -> tuple[dict[str, Any], int]:
    """The report on a card or a file of secret records, printed unless JSON is asked for, and the exit
    code."""
    return _card(name, arguments) if card_path(name) is not None else _secret(name, arguments)


def card_to_fix(name: str, checks: Sequence[str]) -> tuple[
        LoadedCard, Sequence[Problem], Callable[[Path], Sequence[Problem]]]:
    """A card, its problems, and what finds those of the file that is written. `checks` are files of own
    checks. Raises `UnusableError` for a file that cannot be read as a card."""
    card, more = load_card(name), [Path(file) for file in checks]
    if card.card is None:
        print_problems(card.problems)
        raise UnusableError(f"{name} cannot be read as a card.")
    return card, review(card, more).problems, lambda path: review(load_card(str(path)), more).problems


def _card(name: str, arguments: argparse.Namespace) -> tuple[dict[str, Any], int]:
    """The report on a card, printed unless JSON is asked for, and the exit code."""
    if arguments.since:
        raise UnusableError(f"{name} is a card; --since is for variants, which a card is not.")
    loaded = load_card(name)
    found = review(loaded, [Path(file) for file in arguments.checks])
    good = loaded.card is not None and not has_errors(found.problems)
    if not arguments.json:
        print_problems(found.problems, arguments.each)
        verdict = "has no error" if good else "has errors"
        made = f"; {found.report.sentence}" if found.report is not None else ""
        print(f"{name}: card {verdict} ({count_words(found.problems)}){made}")
        for one in found.report.open if found.report is not None else ():
            print(f"  not checkable here: {one.words}")
    report = {"file": name, "kind": "card", "good": good, "problems": [p.as_dict() for p in found.problems]}
    if found.report is not None:
        report["checks"] = found.report.as_dict()
    return report, GOOD if good else FOUND_PROBLEMS if loaded.card is not None else UNUSABLE


def _secret(name: str, arguments: argparse.Namespace) -> tuple[dict[str, Any], int]:
    """The report on a file of secret records by itself, and the exit code."""
    if arguments.since or arguments.checks:
        word = "--since" if arguments.since else "--checks"
        raise UnusableError(f"{name} holds secret records; {word} is not for them.")
    loaded = load_secret(Path(name))
    good = loaded.records is not None and not has_errors(loaded.problems)
    if not arguments.json:
        print_problems(loaded.problems, arguments.each)
        verdict = "have no error of form" if good else "have errors"
        print(f"{name}: secret records {verdict} ({count_words(loaded.problems)}); whether they fit their "
              "card is told where the card is checked that names them")
    report = {"file": name, "kind": "secret", "good": good, "problems": [
        p.as_dict() for p in loaded.problems]}
    return report, GOOD if good else FOUND_PROBLEMS if loaded.records is not None else UNUSABLE
