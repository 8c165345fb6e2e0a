"""The appearance of a ruleset's entries: the values that drawing reads. Equal values give the same picture.

So a changed cost causes no redrawing, and a changed colour only that of what has this colour.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ..lazy_dataclass import dataclass
from ..model.counter_texts import templates
from ..model.look import NO_LOOK
from ..model.ruleset import (
    FeatureKind,
    HexsideKind,
    Nationality,
    RoadKind,
    Ruleset,
    TerrainKind,
    UnitType,
)
from ..model.scenario import Unit
from .counter_looks import StyledNationality
from .whole_layers import WHOLE_LAYERS


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
    return (_type_look(ruleset, kind) if kind else None, _nation_look(ruleset, nation) if nation else None,
            _print_of(ruleset))


def _type_look(ruleset: Ruleset, kind: UnitType) -> Hashable:
    """What counters show of a unit type."""
    seen = kind.symbol, kind.movement, kind.size, "air" in kind.traits, kind.look
    name = kind.name if "{type}" in "".join(_templates(ruleset)) else ""
    return (*seen, name) if ruleset.counter.brackets is None else (*seen, name, kind.traits, kind.class_)


def _templates(ruleset: Ruleset) -> Iterator[str]:
    """All templates of counters that a ruleset has."""
    yield from templates(ruleset.counter).values()
    looks = (*(t.look for t in ruleset.unit_types), *(n.look for n in ruleset.nationalities),
             *(s.look for s in ruleset.sides))
    for look in looks:
        yield from (look.front, look.back)


def _nation_look(ruleset: Ruleset, nation: Nationality) -> Hashable:
    """What counters show of a nationality."""
    side = ruleset.side_by_id[nation.side].look if nation.side in ruleset.side_by_id else NO_LOOK
    tone = nation.tone if isinstance(nation, StyledNationality) else None
    return (nation.colours, nation.look, side, tone,
            nation.side if ruleset.counter.brackets is not None else "")


def _print_of(ruleset: Ruleset) -> Hashable:
    """What a ruleset says about the texts on counters."""
    values = tuple((v.id, v.from_) for v in ruleset.values)
    return ruleset.counter, values, ruleset.steps.usual, tuple((f.id, f.name) for f in ruleset.formations)


def layer_looks(ruleset: Ruleset, layer: str) -> Hashable:
    """Everything that the drawing of a layer reads from a ruleset."""
    features = tuple(map(feature_look, ruleset.features))
    if layer == "rivers":
        return tuple(map(hexside_look, ruleset.hexsides))
    if layer == "roads":
        return tuple(map(road_look, ruleset.roads))
    if layer == "plates":
        return tuple(map(road_look, ruleset.roads)), features
    if layer in WHOLE_LAYERS:
        return ()
    if layer in ("features", "sites", "names"):
        return features
    if layer == "counters":
        types = tuple((t.id, _type_look(ruleset, t)) for t in ruleset.unit_types)
        nations = tuple((n.id, _nation_look(ruleset, n)) for n in ruleset.nationalities)
        return types, nations, _print_of(ruleset)
    ground = tuple(map(terrain_look, ruleset.terrain))
    if layer in ("grid", "numbers"):
        return ground, tuple(map(hexside_look, ruleset.hexsides))
    return (ground, features) if layer == "labels" else ground
