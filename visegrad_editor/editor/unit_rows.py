"""What the order of battle lists: a row a unit, by a filter and by words. No Tk here."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.design import Design
from ..model.ruleset import Ruleset
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


def strength_words(ruleset: Ruleset, unit: Unit | None) -> str:
    """What F means, and the numbers on a unit's counter; without a unit, those of a counter 8F-6."""
    if unit is None:
        return "F: combat strength, full / reduced. A counter with 8F-6 has strength 8 and movement 6."
    kind = ruleset.unit_type_by_id.get(unit.type)
    movement = unit.movement if unit.movement is not None else kind.movement if kind else None
    if not unit.strength:
        return f"{unit.name} has no combat strength."
    now = unit.reduced_strength if unit.reduced else unit.strength
    counter = f" The counter says {now}F-{movement}: strength {now}, movement {movement}." if (
        movement is not None) else ""
    return f"Combat strength {unit.strength}, reduced {unit.reduced_strength}.{counter}"


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
