"""The hexes that a part of a card is about, for the plan of its boards."""

from __future__ import annotations

from ...desk.books.places import site_of, where_hexes
from ...desk.card import CardWhere, Condition
from ...desk.ground import Ground
from ...desk.victory_hexes import set_hexes, sets_of
from ...hexgrid import Hex


def where_places(where: CardWhere, ground: Ground) -> frozenset[Hex]:
    """The hexes of a set by description, as far as boards and maps tell them; none if a name in it is not in
    play, which the check of the card tells."""
    try:
        found = where_hexes(where, site_of(ground.card, ground), "").hexes
    except ValueError:
        return frozenset()
    drawn = where.terrain and set(where.terrain) <= set(ground.kinds)
    return found & ground.places_of_terrain(where.terrain) if drawn else found


def condition_places(need: Condition | None, ground: Ground) -> frozenset[Hex]:
    """The hexes of the sets that a condition names; those of all sets of the card if it names none."""
    named = set(sets_of(need)) if need is not None else set()
    return frozenset(hex for id, goals in ground.card.sets if id in named or not named
                     for hex in set_hexes(goals, ground))
