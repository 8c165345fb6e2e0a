"""Wings of parachutists, and their chutes from the plan to the ground."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ..card import Card

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Wing:
    """A wing. `contents` has what the card says of each stick, () where the owner chooses. `point` is the
    hex in its middle and `row` the direction of its line, once they are fixed."""

    id: str
    group: str
    side: str
    nation: str
    turn: int
    half: str
    sticks: int
    contents: tuple[tuple[str, ...], ...] = ()
    point: Hex | None = None
    planned: Hex | None = None
    row: int = 0


@dataclass(frozen=True)
class Chute:
    """A parachute counter: the personnel of a stick, or with `weapon` a support weapon of its own.

    `state` is `placed` (on the line of its wing), `drifted`, `landed`, `off` (the counter is taken off and
    the units stand on the board) or `lost`. `slid`: it came down on a full building and slides on.
    """

    id: str
    wing: str
    side: str
    nation: str
    place: Hex
    weapon: bool = False
    state: str = "placed"
    broken: bool = False
    slid: bool = False


@dataclass(frozen=True)
class DropBook:
    """All wings and chutes."""

    wings: tuple[Wing, ...] = ()
    chutes: tuple[Chute, ...] = ()

    def wing(self, id: str) -> Wing | None:
        """The wing with an id; None if there is none."""
        return next((w for w in self.wings if w.id == id), None)

    def chute(self, id: str) -> Chute | None:
        """The chute with an id; None if there is none."""
        return next((c for c in self.chutes if c.id == id), None)

    def arriving(self, turn: int, half: str) -> tuple[Wing, ...]:
        """The wings of this player turn."""
        return tuple(w for w in self.wings if (w.turn, w.half) == (turn, half))

    def in_state(self, *states: str) -> tuple[Chute, ...]:
        """The chutes in one of these states."""
        return tuple(c for c in self.chutes if c.state in states)

    def with_wing(self, id: str, **to: Any) -> DropBook:
        """The book with one wing changed."""
        return replace(self, wings=tuple(replace(w, **to) if w.id == id else w for w in self.wings))

    def having(self, *chutes: Chute) -> DropBook:
        """The book with more chutes."""
        return replace(self, chutes=(*self.chutes, *chutes))

    def changed(self, id: str, **to: Any) -> DropBook:
        """The book with one chute changed."""
        return replace(self, chutes=tuple(replace(c, **to) if c.id == id else c for c in self.chutes))


def stick_id(wing: str, number: int) -> str:
    """The id of a stick of a wing, counted from 0.

    >>> stick_id("canopy-1", 2)
    'canopy-1c'
    """
    return f"{wing}{_LETTERS[number % 26] * (number // 26 + 1)}"


def drops_at_start(card: Card) -> DropBook:
    """The wings of a card, numbered within their groups."""
    found = []
    for group in card.groups:
        if group.drop is None or group.arrives.turn is None:
            continue
        own = "first" if group.side == card.first.moves else "second"
        kinds = [f.kind for f in group.forces]
        for wing in group.drop.wings:
            kinds += [] if isinstance(wing.sticks, int) else [k for stick in wing.sticks for k in stick]
        nations = [kind.split("/")[0].split(":")[0] for kind in kinds]
        for number, wing in enumerate(group.drop.wings, start=1):
            fixed = () if isinstance(wing.sticks, int) else wing.sticks
            found.append(Wing(
                f"{group.id}-{number}", group.id, group.side, nations[0] if nations else "",
                group.arrives.turn, group.arrives.half or own,
                wing.sticks if isinstance(wing.sticks, int) else len(fixed), fixed))
    return DropBook(tuple(found))
