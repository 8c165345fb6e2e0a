"""Gliders: planned, placed over the boards, landed, lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ..card import Card


@dataclass(frozen=True)
class Glider:
    """A glider.

    `state` is `planned`, `placed` (in the air over `target`, the hex where it is to land), `down` (it has
    landed in `place`, which is not yet known to be safe), `landed`, `unloaded` or `lost`. `turn` and `half`
    are those of its arrival. `wind` is the direction the wind blows to when it is placed. `must_evade`: fire
    has driven it off its target. `wreck`: what is left of it in `place`.
    """

    id: str
    group: str
    side: str
    nation: str
    turn: int
    half: str
    load: tuple[str, ...] = ()
    state: str = "planned"
    target: Hex | None = None
    place: Hex | None = None
    wind: int = 0
    damaged: bool = False
    must_evade: bool = False
    wreck: bool = False


@dataclass(frozen=True)
class GliderBook:
    """All gliders of a card."""

    gliders: tuple[Glider, ...] = ()

    def get(self, id: str) -> Glider | None:
        """The glider with an id; None if there is none."""
        return next((g for g in self.gliders if g.id == id), None)

    def arriving(self, turn: int, half: str, *states: str) -> tuple[Glider, ...]:
        """The gliders of this player turn in one of these states."""
        return tuple(g for g in self.gliders if (g.turn, g.half) == (turn, half) and g.state in states)

    def in_state(self, *states: str) -> tuple[Glider, ...]:
        """The gliders in one of these states."""
        return tuple(g for g in self.gliders if g.state in states)

    def in_hex(self, place: Hex) -> tuple[Glider, ...]:
        """The gliders on the ground in a hex, or their wrecks."""
        return tuple(g for g in self.gliders if g.place == place and (
            g.wreck or g.state in ("landed", "unloaded")))

    def changed(self, id: str, **to: Any) -> GliderBook:
        """The book with one glider changed."""
        return GliderBook(tuple(replace(g, **to) if g.id == id else g for g in self.gliders))


def gliders_at_start(card: Card) -> GliderBook:
    """The gliders of a card, numbered within their groups."""
    found = []
    for group in card.groups:
        if group.glider is None or group.arrives.turn is None:
            continue
        own = "first" if group.side == card.first.moves else "second"
        loads = group.glider.loads
        found += [Glider(
            f"{group.id}-{n + 1}", group.id, group.side, group.glider.nation, group.arrives.turn,
            group.arrives.half or own, loads[n] if n < len(loads) else ()) for n in range(group.glider.count)]
    return GliderBook(tuple(found))
