"""Situations with the sides by their ids in place of `own` and `enemy`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from .grammar import ENEMY, OWN_SIDE

R = TypeVar("R")
_SIDES_IN = frozenset(("side", "controlled_by", "points", "lead", "player_turn"))
"""Fields of the grammar that name sides."""


def named_sides(record: R, own: str, sides: Sequence[str]) -> R:
    """A situation, a set of units or hexes, in which `own` and `enemy` have the ids of the sides, for the
    side `own` of two; the same one if it names none of them, or if it is not known who is meant.

    >>> from .grammar import HexCount
    >>> named_sides(HexCount("enemy"), "blue", ("blue", "red")).side
    'red'
    """
    if own not in sides or len(sides) != 2:
        return record
    other = next(side for side in sides if side != own)
    named: R = _named(record, {OWN_SIDE: own, ENEMY: other})
    return named


def _named(record: Any, names: Mapping[str, str]) -> Any:
    if isinstance(record, tuple):
        parts = tuple(_named(part, names) for part in record)
        return record if all(a is b for a, b in zip(parts, record, strict=True)) else parts
    if not is_dataclass(record) or isinstance(record, type):
        return record
    changes: dict[str, Any] = {}
    for one in fields(record):
        value = getattr(record, one.name)
        if one.name not in _SIDES_IN:
            after = _named(value, names)
        elif isinstance(value, tuple):
            after = tuple(names.get(word, word) for word in value)
        else:
            after = names.get(value, value)
        if after is not value and after != value:
            changes[one.name] = after
    return replace(record, **changes) if changes else record
