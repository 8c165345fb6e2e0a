"""Which hexes of a card victory is about: those of the sets that its conditions name. The plan in the window
and the printed sheet have their dots from here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ..hexgrid import Hex
from .card import Condition, Goals
from .ground import Ground


def sets_of(need: Condition) -> Iterator[str]:
    """The ids of the sets that a condition names, those of its parts too."""
    for part in (*need.all, *need.any, *((need.without,) if need.without is not None else ())):
        yield from sets_of(part)
    for one in (need.control, need.present):
        if one is not None:
            yield one.set
    if need.exit_vp is not None:
        yield need.exit_vp.area


def set_hexes(goals: Goals, ground: Ground) -> frozenset[Hex]:
    """The hexes of a named set in common coordinates: those it names, those of its edge, and those of its
    buildings where a map has them. Names that are not in play are left out."""
    layout = ground.card.layout
    found = {place for one in goals.buildings for b in ground.building(one) for place in b.places}
    for name in goals.hexes:
        with suppress(ValueError):
            found.add(layout.place(name))
    if goals.edge:
        with suppress(ValueError):
            found |= layout.edge(goals.edge)
    return frozenset(hex for hex in found if hex in layout)


def victory_hexes(ground: Ground) -> frozenset[Hex]:
    """The hexes of all sets that conditions of victory of the card name."""
    named = {id for one in ground.card.victory if one.need is not None for id in sets_of(one.need)}
    return frozenset(
        hex for id, goals in ground.card.sets if id in named for hex in set_hexes(goals, ground))
