"""Dialogs about a set-up: the seed of a random one, and what differs from the fixed one."""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Sequence

from ...model.place_words import hex_words
from ...model.position_changes import MovedUnit, moved_units
from ...model.scenario import Scenario
from ...model.wording import count
from ..session import Session
from ..widgets.dialogs import ask_text, message

_MOST_SEED = 999_999


def ask_seed(parent: tk.Misc) -> int | None:
    """The seed of a random set-up; None if the dialog was cancelled."""
    answer = ask_text(
        parent, "Random legal set-up",
        "All units with a choice of hexes are set up anew, at random, by the rules. The same seed gives the "
        "same set-up.", str(random.randint(1, 999)), _complaint)
    return int(answer) if answer else None


def _complaint(text: str) -> str:
    if text.isascii() and text.isdigit() and int(text) <= _MOST_SEED:
        return ""
    return f"The seed is a whole number from 0 to {_MOST_SEED:,}, without blanks or commas."


def compare_set_up(parent: tk.Misc, session: Session, base: Scenario) -> None:
    """Show which units stand elsewhere than in a base scenario."""
    scenario = session.scenario
    assert scenario is not None
    moved = moved_units(base, scenario)
    same = sum(1 for u in scenario.units if u.hex and u.key not in {m.unit for m in moved})
    stand = "stands" if len(moved) == 1 else "stand"
    head = f"Compared with {base.title}: " + (
        f"{count(len(moved), 'unit')} {stand} elsewhere, {same} in the same hex." if moved else
        f"all {count(same, 'unit')} on the map stand in the same hex.")
    message(parent, "Compare with the fixed set-up", head, "\n".join(lines_of(moved, session)))


def lines_of(moved: Sequence[MovedUnit], session: Session) -> list[str]:
    """A line for each unit that stands elsewhere: `2nd Mechanized: 2118 → 2017 Warsaw`."""
    map = session.design.map

    def words(number: str) -> str:
        return hex_words(number, map) if number else "not on the map"

    return [f"{m.name}: {words(m.before)} → {words(m.after)}" for m in moved]
