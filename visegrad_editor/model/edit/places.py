"""Places: the names and features of hexes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ...hexgrid import Hex
from ..gamemap import GameMap, Place
from ..lettering import LEAST_SIZE, MOST_SIZE, PLAIN
from ..provenance import Provenance

_BY_HAND = Provenance("designer")


def set_features(map: GameMap, hex: Hex, features: Iterable[str]) -> GameMap:
    """The map with exactly these features in the hex, in this order."""
    return _changed(map, hex, features=tuple(dict.fromkeys(features)))


def set_feature(map: GameMap, hex: Hex, feature: str, present: bool = True) -> GameMap:
    """The map with the feature added to the hex, or removed from it."""
    now = map.features_at(hex)
    if present == (feature in now):
        return map
    return set_features(map, hex, (*now, feature) if present else (f for f in now if f != feature))


def set_name(map: GameMap, hex: Hex, name: str) -> GameMap:
    """The map with this name for the hex; "" removes the name."""
    return _changed(map, hex, name=" ".join(name.split()))


def set_lettering(map: GameMap, hex: Hex, **fields: Any) -> GameMap:
    """The map with `at` (position), `size` (map units, 0: by the importance of the place) or `rotation`
    (degrees, clockwise) of the name of a place changed. Raises ValueError if there is no place with a name,
    or for values it cannot have."""
    place = map.place_at.get(hex)
    if place is None or not place.name:
        raise ValueError("There is no name in this hex.")
    size = fields.get("size", place.lettering.size)
    if size and not LEAST_SIZE <= size <= MOST_SIZE:
        raise ValueError(f"The size of a name is between {LEAST_SIZE:g} and {MOST_SIZE:g}, or 0: by the "
                         "importance of the place.")
    if not abs(fields.get("rotation", place.lettering.rotation)) <= 360:
        raise ValueError("A name is turned by at most 360 degrees.")
    new = replace(place, lettering=replace(place.lettering, **fields))
    if new == place:
        return map
    # The lettering is not a fact, so the provenance of the place stays.
    return replace(map, places=tuple(new if p is place else p for p in map.places))


def remove_place(map: GameMap, hex: Hex) -> GameMap:
    """The map without name and features in the hex."""
    return _changed(map, hex, name="", features=())


def _changed(
    map: GameMap, hex: Hex, *, name: str | None = None, features: tuple[str, ...] | None = None
) -> GameMap:
    if hex not in map.grid:
        return map
    old = map.place_at.get(hex)
    new = replace(
        old or Place(hex),
        name=name if name is not None else (old.name if old else ""),
        features=features if features is not None else (old.features if old else ()),
    )
    if new == (old or Place(hex)):
        return map
    new = replace(new, provenance=_BY_HAND, lettering=new.lettering if new.name else PLAIN)
    keep = bool(new.name or new.features)
    if old is None:
        return replace(map, places=(*map.places, new))
    return replace(map, places=tuple(
        new if p is old else p for p in map.places if p is not old or keep))
