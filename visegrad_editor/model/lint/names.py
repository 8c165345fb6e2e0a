"""Cities without a name, names that stand twice, and names far from what they name."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from ...hexgrid import Hex
from ..check.context import Checks
from ..design import Design
from ..edit.documents import with_map
from ..edit.places import set_lettering
from ..gamemap import GameMap, Label, Place
from ..lettering import FARTHEST_READABLE, Spot
from ..problems import Fix

_SETTLEMENTS = frozenset({"city", "capital", "town"})
"""Symbols of features that people live in, and give a name."""


def lint_names(checks: Checks) -> None:
    """Note settlements without a name, names that two places bear, and names off their hex."""
    _lint_bearers(checks)
    for place in checks.design.map.places:
        if place.name:
            _lint_spot(checks, place.name, place.hex, place.lettering.at, "places", _standing(place.hex))
    for n, label in enumerate(checks.design.map.labels):
        _lint_spot(checks, label.text, label.hex, label.at, "labels", _standing_label(n, label))


def _lint_spot(
    checks: Checks, name: str, hex: Hex, at: Spot, section: str, stand: Callable[[Design], Design]
) -> None:
    """Note a name that was moved farther than is readable, or off the map."""
    game_map = checks.design.map
    if isinstance(at, str) or hex not in game_map.grid:
        return
    x, y = game_map.geometry.centre(hex)
    away, number = math.hypot(*at) / math.sqrt(3), game_map.grid.number(hex)
    if game_map.geometry.hex_at(x + at[0], y + at[1]) is None:
        what = f"The name {name} of hex {number} stands off the map."
    elif away > FARTHEST_READABLE:
        what = f"The name {name} stands {away:.1f} hexes from its hex {number}; nobody reads it as its name."
    else:
        return
    entry = number if section == "places" else name
    checks.add("note", "name-off-its-hex", what, "map", section, entry, hex=number,
               fix=Fix("Let it stand where there is room", stand))


def _standing(hex: Hex) -> Callable[[Design], Design]:
    return lambda design: with_map(design, set_lettering(design.map, hex, at=""))


def _standing_label(n: int, label: Label) -> Callable[[Design], Design]:
    def edit(design: Design) -> Design:
        labels = design.map.labels
        place = n if n < len(labels) and labels[n] == label else next(
            (i for i, x in enumerate(labels) if x == label), None)
        if place is None:
            raise ValueError(f"The label {label.text} has changed meanwhile.")
        changed = (*labels[:place], replace(label, at=""), *labels[place + 1 :])
        return with_map(design, replace(design.map, labels=changed))
    return edit


def _lint_bearers(checks: Checks) -> None:
    game_map, features = checks.design.map, checks.design.ruleset.feature_by_id
    number = game_map.grid.number
    bearers: dict[str, list[Hex]] = defaultdict(list)
    for place in game_map.places:
        if place.name:
            bearers[place.name].append(place.hex)
            continue
        homes = [features[f].name for f in place.features
                 if f in features and features[f].symbol in _SETTLEMENTS]
        if homes and not _of_a_named_city(game_map, place):
            at = number(place.hex)
            checks.add("note", "unnamed-city", f"The {homes[0].lower()} in {at} has no name.",
                       "map", "places", at, hex=at)
    for name, hexes in bearers.items():
        if len(hexes) > 1:
            first, *others = (number(h) for h in hexes)
            checks.add("note", "same-name", (
                f"{name} stands in {first} and again in {' and '.join(others)}."),
                "map", "places", first, hex=first)


def _of_a_named_city(game_map: GameMap, place: Place) -> bool:
    """Whether a hex is one more of the city beside it, which has the same features and the name of both."""
    around = (game_map.place_at.get(hex) for hex in game_map.grid.neighbours(place.hex))
    return any(other and other.name and set(other.features) == set(place.features) for other in around)
