"""The position of a game, for views and players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .orders import Order


@dataclass(frozen=True, slots=True)
class UnitPosition:
    """A unit's place: `hex` is a hex number, or "" for a unit in the off-map `box` (`unplaced`,
    `reinforcements`, `eliminated`, `removed`, `pool`, `ready`, `used`)."""

    hex: str = ""
    box: str = ""
    reduced: bool = False
    out_of_supply: bool = False
    interdicted: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game. `markers` maps a side id to named counts (`table`, `track`, `spent`)."""

    turn: int
    phase: str
    side: str
    units: Mapping[str, UnitPosition]
    scored: tuple[str, ...] = ()
    interdicted: tuple[str, ...] = ()
    markers: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    battle: str = ""
    """The hex number of the attack being resolved, or ""."""
    left: Mapping[str, int] = field(default_factory=dict)
    """What the side to decide can still spend on this decision, by name."""

    def at(self, hex: str) -> tuple[str, ...]:
        """The keys of the units in a hex."""
        return tuple(k for k, u in self.units.items() if u.hex == hex)


class OrderMark(NamedTuple):
    """An order and when it was given: turn, phase id, side, and the number of events before it."""

    turn: int
    phase: str
    side: str
    order: Order
    events: int


@dataclass(frozen=True, slots=True)
class Goals:
    """The goals of a side: hex numbers to take and to hold, with their value (1 for a normal goal)."""

    take: Mapping[str, float]
    hold: Mapping[str, float]


class Shift(NamedTuple):
    """A column shift and its rule; negative is to the left, worse for the attacker.

    `text` names the cause if that was worked out, as in an odds report.
    """

    name: str
    columns: int
    rule: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class AttackPreview:
    """The basis for resolving an attack, before the choice of table.

    `chances` maps a table id to result code to the number of die faces, of six, that give it.
    """

    attack: int
    defence: int
    percent: int
    shifts: tuple[Shift, ...]
    column: int
    column_name: str
    chances: Mapping[str, Mapping[str, int]]
