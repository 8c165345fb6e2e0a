"""What the order of battle lists: a row a unit, by a filter and by words. No Tk here."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.design import Design
from ..model.scenario import Unit
from .hexinfo import when_text, where_text

_EVERYTHING, _ON_MAP, _IN_AREA, _LATER, _WAITING = (
    "All units", "On the map", "Set up in an area", "Reinforcements", "Without a place")
FILTERS = (_EVERYTHING, _ON_MAP, _IN_AREA, _LATER, _WAITING)


def place_word(design: Design, unit: Unit) -> str:
    """Where a unit is, in a word or two: its hex, `area`, `turn 2`, or a dash."""
    if unit.setup is not None:
        text = unit.setup.box.replace("-", " ") or where_text(design, unit.setup)
        return unit.hex or text.replace("anywhere in ", "in ")
    return when_text(unit) or "–"


def fits(unit: Unit, filter: str, words: str) -> bool:
    """Whether the list shows the unit."""
    kind = (_ON_MAP if unit.hex else _IN_AREA) if unit.setup else _LATER if unit.reinforcement else _WAITING
    text = f"{unit.name} {unit.nationality} {unit.type} {unit.hex}".casefold()
    return filter in (_EVERYTHING, kind) and all(w in text for w in words.casefold().split())


@dataclass(frozen=True)
class UnitRow:
    """A unit in the list: its row, and where it is in a word."""

    id: str
    unit: Unit
    place: str


def unit_rows(design: Design, filter: str, words: str) -> dict[str, UnitRow]:
    """The rows that are listed, by their names, in the order of the scenario."""
    units = design.scenario.units if design.scenario else ()
    rows = (UnitRow(f"unit:{u.key}", u, place_word(design, u)) for u in units if fits(u, filter, words))
    return {row.id: row for row in rows}
