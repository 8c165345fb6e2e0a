"""What the drawing reads of a ruleset's entries: where it is equal, a picture looks the same.

So a changed cost draws nothing again, and a changed colour only what has that colour.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from ..model.ruleset import FeatureKind, HexsideKind, RoadKind, Ruleset, TerrainKind
from ..model.scenario import Unit


@dataclass(frozen=True)
class DressedFeature(FeatureKind):
    """A feature that a style draws with another symbol: how great it is, its own still says."""

    own_symbol: str = ""


def own_symbol(kind: FeatureKind) -> str:
    """The symbol by which a feature is a capital, a city or less, whatever a style draws."""
    return kind.own_symbol if isinstance(kind, DressedFeature) else kind.symbol


def terrain_look(kind: TerrainKind) -> Hashable:
    return kind.id, kind.colour, kind.pattern, kind.playable


def hexside_look(kind: HexsideKind) -> Hashable:
    return kind.id, kind.colour, kind.pattern


def road_look(kind: RoadKind) -> Hashable:
    return kind.id, kind.rank, kind.colour, kind.width, "major" in kind.traits, "railway" in kind.traits


def feature_look(kind: FeatureKind) -> Hashable:
    return kind.id, kind.symbol, kind.colour, own_symbol(kind)


def counter_look(ruleset: Ruleset, unit: Unit) -> Hashable:
    """What a counter shows of its unit's type and nationality."""
    kind, nation = ruleset.unit_type_by_id.get(unit.type), ruleset.nationality_by_id.get(unit.nationality)
    seen = (kind.symbol, kind.movement, kind.size, "air" in kind.traits) if kind else None
    return seen, nation.colours if nation else None


def layer_looks(ruleset: Ruleset, layer: str) -> Hashable:
    """All that the drawing of a whole layer reads of a ruleset."""
    features = tuple(map(feature_look, ruleset.features))
    if layer == "rivers":
        return tuple(map(hexside_look, ruleset.hexsides))
    if layer == "roads":
        return tuple(map(road_look, ruleset.roads))
    if layer == "plates":
        return tuple(map(road_look, ruleset.roads)), features
    if layer == "areas":
        return ()
    if layer in ("features", "sites", "names"):
        return features
    if layer == "counters":
        types = tuple((t.id, t.symbol, t.movement, t.size, "air" in t.traits) for t in ruleset.unit_types)
        return types, tuple((n.id, n.colours) for n in ruleset.nationalities)
    ground = tuple(map(terrain_look, ruleset.terrain))
    if layer in ("grid", "numbers"):
        return ground, tuple(map(hexside_look, ruleset.hexsides))
    return (ground, features) if layer == "labels" else ground
