"""The hexes that a part of a card is about, for the plan of its boards."""

from __future__ import annotations

from ...desk.books.places import Building, Location, Site, goal_places, where_hexes
from ...desk.card import Card, CardWhere, Condition, Goals
from ...desk.ground import Ground
from ...hexgrid import Hex
from ...printing.card_boards import sets_of


def where_places(where: CardWhere, ground: Ground) -> frozenset[Hex]:
    """The hexes of a set by description, as far as boards and maps tell them; none if a name in it is not in
    play, which the check of the card tells."""
    try:
        found = where_hexes(where, _site(ground), "").hexes
    except ValueError:
        return frozenset()
    drawn = where.terrain and set(where.terrain) <= set(ground.kinds)
    return found & ground.places_of_terrain(where.terrain) if drawn else found


def set_places(goals: Goals, ground: Ground) -> frozenset[Hex]:
    """The hexes of a named set, as far as boards and maps tell them; none if a name in it is not in play."""
    site = _site(ground)
    try:
        found = goal_places(goals, "", site).places
    except ValueError:
        return frozenset()
    return frozenset(hex for place in found for hex in (
        site.hexes_of(place.id) if isinstance(place, Building) else (place.hex,)))


def condition_places(need: Condition | None, card: Card, ground: Ground) -> frozenset[Hex]:
    """The hexes of the sets that a condition names; those of all sets of the card if it names none."""
    named = set(sets_of(need)) if need is not None else set()
    return frozenset(hex for id, goals in card.sets if id in named or not named
                     for hex in set_places(goals, ground))


def victory_places(card: Card, ground: Ground) -> frozenset[Hex]:
    """The hexes that victory is about, with those of the buildings that maps have."""
    named = {id for one in card.victory if one.need is not None for id in sets_of(one.need)}
    return frozenset(hex for id, goals in card.sets if id in named for hex in set_places(goals, ground))


def _site(ground: Ground) -> Site:
    buildings: dict[str, tuple[Location, ...]] = {}
    for one in ground.buildings:
        buildings[one.id] = (*buildings.get(one.id, ()), *map(Location, one.places))
    return Site(ground.card.layout, buildings)
