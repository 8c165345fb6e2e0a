"""Dialogs about a set-up: the seed of a random one, and what differs from the fixed one."""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Sequence
from tkinter import ttk

from ...engine.set_up_filling import unplaced_units
from ...hexgrid import Hex
from ...model.differences import DesignChange
from ...model.place_words import hex_words
from ...model.position_changes import MovedUnit, moved_units
from ...model.scenario import Scenario
from ...model.wording import count
from ..session import Session
from ..widgets.dialogs import Dialog, ask_text, message, text_field
from ..window import theme

_MOST_SEED = 999_999


def ask_seed(parent: tk.Misc) -> int | None:
    """The seed of a random set-up; None if the dialog was cancelled."""
    answer = ask_text(
        parent, "Random legal set-up",
        "All units with a choice of hexes are set up anew, at random, by the rules. The same seed gives the "
        "same set-up.", str(random.randint(1, 999)), _complaint)
    return int(answer) if answer else None


def _complaint(text: str) -> str:
    if text.isascii() and text.isdecimal() and int(text) <= _MOST_SEED:
        return ""
    return f"The seed is a whole number from 0 to {_MOST_SEED:,}, without blanks or commas."


def compare_set_up(parent: tk.Misc, session: Session, base: Scenario) -> bool:
    """Show which units stand elsewhere than in a base scenario. Returns whether to show them on the map."""
    scenario = session.scenario
    assert scenario is not None
    moved = moved_units(base, scenario)
    same = sum(1 for u in scenario.units if u.hex and u.key not in {m.unit for m in moved})
    away = [m for m in moved if not m.after]
    said = [f"{count(n, 'unit')} {verb if n == 1 else verbs}" for n, verb, verbs in (
        (len(moved) - len(away), "stands elsewhere", "stand elsewhere"),
        (len(away), "is not on the map", "are not on the map")) if n]
    head = f"Compared with {base.title}: " + (
        f"{', '.join(said)}, {same} in the same hex." if moved else
        f"all {count(same, 'unit')} on the map stand in the same hex.")
    title = "Compare with the fixed set-up"
    if not moved:
        message(parent, title, head)
        return False
    dialog = Dialog(parent, title)
    ttk.Label(dialog.body, text=head, style="Panel.TLabel", wraplength=theme.px(460), justify="left").pack(
        anchor="w")
    lines = lines_of(moved, session)
    text_field(dialog.body, "\n".join(lines), max(4, min(14, len(lines)))).pack(
        fill="both", expand=True, pady=(theme.px(10), 0))
    dialog.button("Show on the map", lambda: dialog.finish("map"))
    dialog.button("Close", dialog.cancel, default=True)
    return dialog.run() == "map"


def moves_on_map(moved: Sequence[MovedUnit], session: Session) -> tuple[DesignChange, ...]:
    """The same as differences to mark on the map: an arrow for each unit, or the one hex that it is, or was,
    in."""
    grid = session.design.map.grid

    def hexes(number: str) -> tuple[Hex, ...]:
        hex = grid.parse(number) if number else None
        return () if hex is None else (hex,)

    return tuple(
        DesignChange("moved", "scenario", "units", "unit", m.unit, m.before, m.after, line, (),
                     hexes(m.before), hexes(m.after), m.name)
        for m, line in zip(moved, lines_of(moved, session), strict=True))


def lines_of(moved: Sequence[MovedUnit], session: Session) -> list[str]:
    """A line for each unit that stands elsewhere: `2nd Mechanized: 2118 → 2017 Warsaw`."""
    map = session.design.map
    waiting = {u.key for u in unplaced_units(session.design)}

    def words(number: str, unit: str = "") -> str:
        off = "still to be set up" if unit in waiting else "not on the map"
        return hex_words(number, map) if number else off

    return [f"{m.name}: {words(m.before)} → {words(m.after, m.unit)}" for m in moved]
