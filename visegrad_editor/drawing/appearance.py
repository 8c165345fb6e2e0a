"""The appearance of a ruleset's entries: the values that drawing reads. Equal values give the same picture.

So a changed cost causes no redrawing, and a changed colour only that of what has this colour.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from ..model.ruleset import FeatureKind, HexsideKind, RoadKind, Ruleset, TerrainKind
from ..model.scenario import Unit


@dataclass(frozen=True)
class StyledFeature(FeatureKind):
    """A feature that a style draws with another symbol; its own symbol still tells its importance."""

    own_symbol: str = ""


def own_symbol(kind: FeatureKind) -> str:
    """The symbol that makes a feature a capital, a city or less, whatever the style draws."""
    return kind.own_symbol if isinstance(kind, StyledFeature) else kind.symbol


def terrain_look(kind: TerrainKind) -> Hashable:
    """What the map shows of a kind of terrain."""
    return kind.id, kind.colour, kind.pattern, kind.playable


def hexside_look(kind: HexsideKind) -> Hashable:
    """What the map shows of a kind of hexside."""
    return kind.id, kind.colour, kind.pattern


def road_look(kind: RoadKind) -> Hashable:
    """What the map shows of a kind of road."""
    return kind.id, kind.rank, kind.colour, kind.width, "major" in kind.traits, "railway" in kind.traits


def feature_look(kind: FeatureKind) -> Hashable:
    """What the map shows of a kind of feature."""
    return kind.id, kind.symbol, kind.colour, own_symbol(kind)


def counter_look(ruleset: Ruleset, unit: Unit) -> Hashable:
    """What a counter shows of the type and nationality of its unit."""
    kind, nation = ruleset.unit_type_by_id.get(unit.type), ruleset.nationality_by_id.get(unit.nationality)
    seen = (kind.symbol, kind.movement, kind.size, "air" in kind.traits) if kind else None
    return seen, nation.colours if nation else None


def layer_looks(ruleset: Ruleset, layer: str) -> Hashable:
    """Everything that the drawing of a layer reads from a ruleset."""
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
