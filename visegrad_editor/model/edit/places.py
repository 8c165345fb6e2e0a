"""Places: what is called how, and what stands there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...hexgrid import Hex
from ..gamemap import GameMap, Place
from ..provenance import Provenance

_BY_HAND = Provenance("designer")


def set_features(map: GameMap, hex: Hex, features: Iterable[str]) -> GameMap:
    """The map with exactly these features in the hex, in this order."""
    return _changed(map, hex, features=tuple(dict.fromkeys(features)))


def set_feature(map: GameMap, hex: Hex, feature: str, present: bool = True) -> GameMap:
    """The map with the feature added to the hex, or taken from it."""
    now = map.features_at(hex)
    if present == (feature in now):
        return map
    return set_features(map, hex, (*now, feature) if present else (f for f in now if f != feature))


def set_name(map: GameMap, hex: Hex, name: str) -> GameMap:
    """The map with the hex called so; "" takes the name away."""
    return _changed(map, hex, name=" ".join(name.split()))


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
    new = replace(new, provenance=_BY_HAND)
    keep = bool(new.name or new.features)
    if old is None:
        return replace(map, places=(*map.places, new))
    return replace(map, places=tuple(
        new if p is old else p for p in map.places if p is not old or keep))
