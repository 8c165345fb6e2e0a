"""What a view draws: where everything stands at one moment of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .orders import Order


@dataclass(frozen=True, slots=True)
class UnitPosition:
    """A unit's place: `hex` is a hex number, or "" and `box` names where it waits off the map
    (`unplaced`, `reinforcements`, `eliminated`, `removed`, `pool`, `ready`, `used`)."""

    hex: str = ""
    box: str = ""
    reduced: bool = False
    out_of_supply: bool = False
    interdicted: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """A game at one moment. `markers` maps a side id to named counts (`table`, `track`, `spent`)."""

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
    """What the side to decide has left to spend on this decision, by name."""

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
    """What a side plays for: hex numbers to take and to hold, with their worth (1 for a usual goal)."""

    take: Mapping[str, float]
    hold: Mapping[str, float]


class Shift(NamedTuple):
    """A column shift, and the rule it comes from; negative is to the left, worse for the attacker.

    `text` says what it comes from where that was worked out, as an odds report does.
    """

    name: str
    columns: int
    rule: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class AttackPreview:
    """What an attack is resolved on, the choice of table left open.

    `chances` maps a table id to result code to the number of die faces, of six, that give it.
    """

    attack: int
    defence: int
    percent: int
    shifts: tuple[Shift, ...]
    column: int
    column_name: str
    chances: Mapping[str, Mapping[str, int]]
