"""Cities without a name, and names that stand twice."""

from __future__ import annotations

from collections import defaultdict

from ...hexgrid import Hex
from ..check.context import Checks

_SETTLEMENTS = frozenset({"city", "capital", "town"})
"""Symbols of features that people live in, and give a name."""


def lint_names(checks: Checks) -> None:
    """Note settlements without a name and names that two places bear."""
    game_map, features = checks.design.map, checks.design.ruleset.feature_by_id
    number = game_map.grid.number
    bearers: dict[str, list[Hex]] = defaultdict(list)
    for place in game_map.places:
        if place.name:
            bearers[place.name].append(place.hex)
            continue
        homes = [features[f].name for f in place.features
                 if f in features and features[f].symbol in _SETTLEMENTS]
        if homes:
            at = number(place.hex)
            checks.add("note", "unnamed-city", f"The {homes[0].lower()} in {at} has no name.",
                       "map", "places", at, hex=at)
    for name, hexes in bearers.items():
        if len(hexes) > 1:
            first, *others = (number(h) for h in hexes)
            checks.add("note", "same-name", (
                f"{name} stands in {first} and again in {' and '.join(others)}."),
                "map", "places", first, hex=first)
