"""What the printed sheet of a card takes from its review: its errors, at the foot what is left open, and the
hexes that victory is about."""

from __future__ import annotations

from ..hexgrid import Hex
from ..lazy_dataclass import dataclass
from ..model.problems import Problem
from ..model.wording import count
from .checks import Report
from .summary import NOT_CHECKED

_MOST_IN_FULL = 8
"""Open checks whose needs are all printed; of more of them only the rules are."""
_MOST_WARNINGS = 8


@dataclass(frozen=True)
class Checked:
    """The problems of a card, the report of its checks, and the hexes that victory is about by its maps
    (`victory_hexes`); None if the checks were not made, or the maps not looked at."""

    problems: tuple[Problem, ...] = ()
    report: Report | None = None
    goals: frozenset[Hex] | None = None

    def foot(self) -> tuple[str, ...]:
        """The sentences at the foot: how many checks passed, those that cannot be made here with their rules,
        what is warned of, and what no check is about. Nothing of it says that the card is right.

        >>> Checked().foot() == NOT_CHECKED
        True
        """
        found = []
        if self.report is not None:
            found.append(f"{self.report.sentence}.")
            found += _open_sentences(self.report)
        warnings = list(dict.fromkeys(
            f"{p.message.rstrip('.')}{f' [{p.rule}]' if p.rule else ''}."
            for p in self.problems if p.severity == "warning"))
        if warnings:
            more = len(warnings) - _MOST_WARNINGS
            told = " ".join((*warnings[:_MOST_WARNINGS], *([f"… and {more} more."] if more > 0 else ())))
            found.append(f"{count(len(warnings), 'warning')}: {told}")
        # On paper a key of the file is a word like others.
        return (*(text.replace("`", "") for text in found), *NOT_CHECKED)


def _open_sentences(report: Report) -> list[str]:
    if not report.open:
        return []
    if len(report.open) <= _MOST_IN_FULL:
        told = "; ".join(f"{one.check.id} ({one.check.rule}) needs {', '.join(one.needs)}"
                         for one in report.open)
    else:
        told = ", ".join(f"{one.check.id} ({one.check.rule})" for one in report.open)
    return [f"Not checkable here: {told}."]
