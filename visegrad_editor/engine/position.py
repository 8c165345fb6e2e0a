"""The position of a game, for views and players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import NamedTuple

from ..lazy_dataclass import dataclass
from .orders import Order


@dataclass(frozen=True, slots=True)
class UnitPosition:
    """A unit's place: `hex` is a hex number, or "" for a unit in the off-map `box` (`unplaced`,
    `reinforcements`, `eliminated`, `removed`, or one of the game's own). `marks` are words for what the game
    marks the unit with."""

    hex: str = ""
    box: str = ""
    reduced: bool = False
    out_of_supply: bool = False
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game. `hex_marks` maps a word to the numbers of the hexes marked with it; `markers`
    maps a side id to named counts."""

    turn: int
    phase: str
    side: str
    units: Mapping[str, UnitPosition]
    hex_marks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    markers: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    battle: str = ""
    """The hex number of the attack being resolved, or ""."""
    left: Mapping[str, int] = field(default_factory=dict)
    """What the side to decide can still spend on this decision, by name."""

    def marked(self, mark: str) -> tuple[str, ...]:
        """The numbers of the hexes with a mark."""
        return self.hex_marks.get(mark, ())

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


class Worth(NamedTuple):
    """What a combat result is worth: the shares of the attacker's and of the defender's strength that are
    lost (0 to 1), and the ground: -1 lost, 0 as before, 1 taken, 2 taken with an advance."""

    attacker_loss: float = 0.0
    defender_loss: float = 0.0
    ground: float = 0.0

    @property
    def suffers(self) -> str:
        """Who suffers: `attacker`, `both`, `defender` or `nobody`.

        >>> Worth(0.5, 0.5).suffers, Worth(ground=-1).suffers, Worth(0, 1, 2).suffers, Worth().suffers
        ('both', 'attacker', 'defender', 'nobody')
        """
        attacker = self.attacker_loss > 0 or self.ground < 0
        defender = self.defender_loss > 0 or self.ground > 0
        return "both" if attacker and defender else "attacker" if attacker else (
            "defender" if defender else "nobody")


class Shift(NamedTuple):
    """A column shift and its rule; negative is to the left, worse for the attacker.

    `text` names the cause if that was worked out, as in an odds report.
    """

    name: str
    columns: int
    rule: str
    text: str = ""


class ShiftRoll(NamedTuple):
    """A die that decides about a column shift before the table is rolled on; `ways` maps columns to the
    number of ways in which the die gives them."""

    name: str
    ways: Mapping[int, int]
    rule: str

    @property
    def sentence(self) -> str:
        """What may come of it.

        >>> ShiftRoll("several nations", {0: 2, -1: 3, -2: 1}, "7.7").sentence
        'Several nations: a die decides about a shift (7.7); none in 2 of 6 ways, 1 left in 3, 2 left in 1.'
        """
        shifts = [f"{abs(n)} {'left' if n < 0 else 'right'}" if n else "none" for n in self.ways]
        number = list(self.ways.values())
        first, *rest = zip(shifts, number, strict=True)
        parts = [f"{first[0]} in {first[1]} of {sum(number)} ways", *(f"{s} in {n}" for s, n in rest)]
        rule = f" ({self.rule})" if self.rule else ""
        name = self.name[:1].upper() + self.name[1:]
        return f"{name}: a die decides about a shift{rule}; {', '.join(parts)}."


@dataclass(frozen=True, slots=True)
class AttackPreview:
    """The basis for resolving an attack, before the choice of table.

    `chances` maps a table id to result code to the number of ways in which the dice give it: of six for one
    die, of 36 for two. Dice that decide about shifts are among them.
    """

    attack: int
    defence: int
    percent: int
    shifts: tuple[Shift, ...]
    column: int
    column_name: str
    chances: Mapping[str, Mapping[str, int]]
    odds: str = ""
    """The odds in the words of the table, such as `2:1`; "" for a percentage."""
    rolls: tuple[ShiftRoll, ...] = field(default=(), repr=False)
    """The dice that decide about further shifts."""
