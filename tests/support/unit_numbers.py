"""The values of units of games with a strength and a movement allowance, by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from visegrad_editor.model.scenario import Unit
from visegrad_editor.model.unit_values import trimmed


def numbers(strength: int = 0, reduced: int = 0, movement: int | None = None) -> dict[str, Any]:
    """The fields of a unit with a strength, a reduced strength and a movement allowance of its own."""
    rows = [[strength or None, movement]]
    if reduced:
        rows = [[strength, movement], [reduced, movement]]
    return {"values": trimmed(rows), "steps": 1 if strength and not reduced else None}


def strength(unit: Unit) -> int:
    """A unit's strength; 0 if it has none."""
    return _number(unit, 0, 0) or 0


def reduced_strength(unit: Unit) -> int:
    """Its strength after a step loss; 0 if it has none."""
    return 0 if unit.steps == 1 else _number(unit, -1, 0) or 0


def movement(unit: Unit) -> int | None:
    """The movement allowance of its own; None if that of its type holds."""
    return _number(unit, 0, 1)


def _number(unit: Unit, row: int, place: int) -> int | None:
    values = unit.values[row] if unit.values else ()
    return values[place] if place < len(values) else None


def with_numbers(unit: Unit, **changed: int | None) -> Unit:
    """The unit with its `strength`, `reduced` strength or `movement` changed."""
    old = {"strength": strength(unit), "reduced": reduced_strength(unit), "movement": movement(unit)}
    return replace(unit, **numbers(**{**old, **changed}))  # type: ignore[arg-type]
