"""Control of hexes: who entered last, or who stands there."""

from __future__ import annotations

from collections.abc import Sequence

from ..bits import mask_of
from . import supply
from .in_progress import GameInProgress


def at_start(w: GameInProgress) -> list[int]:
    """The hexes that each side controls at the beginning."""
    ids = w.forces.side_ids
    held = [0] * len(ids)
    for first in w.ruleset.control.at_start:
        if first.side in ids:
            held[ids.index(first.side)] |= w.made.hexes(first.hexes)(ids.index(first.side))
    return held


def controlled(w: GameInProgress, side: int) -> int:
    """The hexes that a side controls; none for -1."""
    if side < 0:
        return 0
    return w.mask[side] if w.ruleset.control.by == "stand" else w.state.control[side]


def take(w: GameInProgress, side: int, hexes: int) -> None:
    """Put hexes under a side's control."""
    held = w.state.control
    w.state.taken[side] |= hexes
    if not hexes & ~held[side]:
        return
    for other in range(len(held)):
        held[other] &= ~hexes
    held[side] |= hexes
    w.forget()


def occupy(w: GameInProgress, u: int, hexes: Sequence[int]) -> None:
    """Apply the effects of a unit's way through hexes: control, supply sources lost, chapters."""
    side = w.forces.side[u]
    mask = mask_of(h for h in hexes if w.board.in_play[h]) & ~w.mask[1 - side]
    before = w.state.taken[side]
    w.passed[side] |= mask
    if not w.made.units(w.ruleset.control.units)(u, side):
        mask = 0
    if mask:
        supply.lose_sources(w, side, mask)
        take(w, side, mask)
    for h in hexes if w.hooks["at"] else ():
        if w.state.outcome is None:
            w.at("entered", unit=u, hex=h, first=not before >> h & 1)
