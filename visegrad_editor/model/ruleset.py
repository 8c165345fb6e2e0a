"""The ruleset: sides, unit types, terrain effects, combat tables and the like.

Immutable values; `ruleset_file` reads and writes them. `cost` None means prohibited terrain,
`"other"` the cost of the terrain underneath (rule wording of several games).
Combat shifts count to the right of the table: 1 is one column better for the attacker.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeVar

from .costs import points
from .frozen_data import EMPTY, FrozenMap
from .provenance import Provenance

OWN = Provenance("designer")
"""What a file does not say otherwise is its designer's own."""


@dataclass(frozen=True)
class Side:
    """One of the two opponents."""

    id: str
    name: str
    colour: str = "#444444"


@dataclass(frozen=True)
class CounterColours:
    """How a nationality's counters look: ground, print, and the box of the unit symbol.

    `camouflage` asks for a blotched ground in shades of `ground`.
    """

    ground: str
    ink: str
    symbol: str = "#ffffff"
    camouflage: bool = False


@dataclass(frozen=True)
class Nationality:
    """A country that fields units, and its side."""

    id: str
    name: str
    adjective: str
    side: str
    colours: CounterColours
    provenance: Provenance = OWN


@dataclass(frozen=True)
class UnitType:
    """A kind of unit.

    `symbol` is a name of the drawing layer's unit symbols; `movement` the allowance unless the
    unit or its nationality says otherwise; `traits` are words the rules ask for, such as
    `airborne`, `air-mobile`, `marine`, `artillery`, `air` (an air unit, not a ground unit).
    """

    id: str
    name: str
    symbol: str
    movement: int
    traits: frozenset[str] = frozenset()
    size: str = "brigade"
    provenance: Provenance = OWN


@dataclass(frozen=True)
class TerrainKind:
    """What fills a hex. `playable` False: no unit may ever be there (sea, off the map)."""

    id: str
    name: str
    cost: float | None
    shift: int = 0
    playable: bool = True
    supply: bool = True
    colour: str = "#dddddd"
    pattern: str = ""
    provenance: Provenance = OWN


@dataclass(frozen=True)
class HexsideKind:
    """What lies on a hexside. `cost` is added; None prohibits crossing; `shift` is for attacks across.

    The trait `crossing` is that of bridges and fords: they lie on another line, and their cost is what
    crossing it costs there.
    """

    id: str
    name: str
    cost: float | None = 0
    shift: int = 0
    colour: str = "#3070c0"
    pattern: str = ""
    traits: frozenset[str] = field(default=frozenset(), metadata={"later": True})
    provenance: Provenance = OWN


def side_cost(kinds: Collection[HexsideKind]) -> Fraction | None:
    """What crossing a hexside with these kinds on it adds, in points; None where it is prohibited.

    The dearest counts, and what is prohibited prohibits; but where there is a crossing, the cheapest
    crossing alone counts.

    >>> river, bridge = HexsideKind("river", "River", None), HexsideKind("bridge", "Bridge", 0.5,
    ...     traits=frozenset({"crossing"}))
    >>> side_cost([river]), side_cost([river, bridge]), side_cost([])
    (None, Fraction(1, 2), Fraction(0, 1))
    """
    crossings = [points(k.cost) for k in kinds if "crossing" in k.traits and k.cost is not None]
    if crossings:
        return min(crossings)
    if any(k.cost is None for k in kinds):
        return None
    return max((points(k.cost) for k in kinds if k.cost is not None), default=Fraction(0))


@dataclass(frozen=True)
class RoadKind:
    """A class of road. The greater `rank` goes first where two kinds meet."""

    id: str
    name: str
    cost: float
    rank: int = 0
    colour: str = "#a03020"
    width: float = 0.12
    traits: frozenset[str] = frozenset()
    provenance: Provenance = OWN


@dataclass(frozen=True)
class FeatureKind:
    """What a place can be: city, capital, port, industrial hex."""

    id: str
    name: str
    cost: float | Literal["other"] | None = "other"
    shift: int = 0
    symbol: str = ""
    colour: str = "#555555"
    traits: frozenset[str] = frozenset()
    provenance: Provenance = OWN


@dataclass(frozen=True)
class CombatTable:
    """A combat results table.

    `thresholds[i]` is the least odds value (for Visegrad 4 a percentage) of column i, the first
    being 0; `rows[r][c]` is the result of die roll r + 1 in column c.
    """

    id: str
    name: str
    columns: tuple[str, ...]
    thresholds: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]
    provenance: Provenance = OWN

    def column(self, odds: int) -> int:
        """The index of the column these odds are resolved on, before shifts; 0 below all of them."""
        return max((i for i, least in enumerate(self.thresholds) if odds >= least), default=0)


@dataclass(frozen=True)
class ResultCode:
    """The meaning of a combat result, for charts and messages."""

    id: str
    name: str
    text: str


@dataclass(frozen=True)
class Replacements:
    """What a side receives in its replacement phase of a turn."""

    turn: int
    side: str
    steps: int
    air_points: int
    provenance: Provenance = OWN


@dataclass(frozen=True)
class Condition:
    """What a scenario and its map must have for something to apply to it; `in_play.InPlay` tells whether they
    do. Every field that is given must hold, by one of its words; `options` are (option id, choices) pairs."""

    options: tuple[tuple[str, tuple[str, ...]], ...] = ()
    nationalities: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    unit_types: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    assets: tuple[str, ...] = ()
    terrain: tuple[str, ...] = ()
    hexsides: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


NO_CONDITION = Condition()
_LATER = {"later": True}


@dataclass(frozen=True)
class Phase:
    """A step of the sequence of play. `side` is empty for phases of both. Charts leave it out where `when`
    does not hold or `unless` does."""

    id: str
    name: str
    side: str = ""
    rule: str = ""
    when: Condition = field(default=NO_CONDITION, metadata=_LATER)
    unless: Condition = field(default=NO_CONDITION, metadata=_LATER)


@dataclass(frozen=True)
class Option:
    """A rule a scenario may switch; the first choice is the default. Sheets leave it out where `when` does
    not hold or `unless` does.

    An option is `added` if games were recorded by the ruleset before it had it: at its first choice it does
    not count in their fingerprints.
    """

    id: str
    name: str
    choices: tuple[str, ...]
    rule: str = ""
    text: str = ""
    when: Condition = field(default=NO_CONDITION, metadata=_LATER)
    unless: Condition = field(default=NO_CONDITION, metadata=_LATER)
    added: bool = field(default=False, metadata={"later": True})


@dataclass(frozen=True)
class SpecialRule:
    """A rule easily forgotten, in our own words, for set-up sheets of the scenarios it applies to: those in
    which `when` holds and `unless` does not."""

    rule: str
    text: str
    when: Condition = field(default=NO_CONDITION, metadata=_LATER)
    unless: Condition = field(default=NO_CONDITION, metadata=_LATER)


T = TypeVar("T")


@dataclass(frozen=True)
class Ruleset:
    """Everything a game system's data says. `system` names the rules module that plays it,
    "" where none does."""

    name: str
    title: str
    system: str
    version: str = "1"
    notes: str = ""
    turns: int = 10
    turn_length: str = ""
    stacking_limit: int = 3
    sides: tuple[Side, ...] = ()
    nationalities: tuple[Nationality, ...] = ()
    unit_types: tuple[UnitType, ...] = ()
    terrain: tuple[TerrainKind, ...] = ()
    hexsides: tuple[HexsideKind, ...] = ()
    roads: tuple[RoadKind, ...] = ()
    features: tuple[FeatureKind, ...] = ()
    tables: tuple[CombatTable, ...] = ()
    results: tuple[ResultCode, ...] = ()
    replacements: tuple[Replacements, ...] = ()
    phases: tuple[Phase, ...] = ()
    options: tuple[Option, ...] = ()
    special_rules: tuple[SpecialRule, ...] = ()
    style: FrozenMap = field(default=EMPTY, metadata={"later": True})
    """How maps and counters of the game look, as far as the ruleset says: the keys of a style file."""
    set_up_order: tuple[str, ...] = field(default=(), metadata=_LATER)
    """The ids of the sides in the order in which they set up; empty: as they are listed."""

    @cached_property
    def side_by_id(self) -> dict[str, Side]:
        return {s.id: s for s in self.sides}

    @cached_property
    def nationality_by_id(self) -> dict[str, Nationality]:
        return {n.id: n for n in self.nationalities}

    @cached_property
    def unit_type_by_id(self) -> dict[str, UnitType]:
        return {t.id: t for t in self.unit_types}

    @cached_property
    def terrain_by_id(self) -> dict[str, TerrainKind]:
        return {t.id: t for t in self.terrain}

    @cached_property
    def hexside_by_id(self) -> dict[str, HexsideKind]:
        return {h.id: h for h in self.hexsides}

    @cached_property
    def road_by_id(self) -> dict[str, RoadKind]:
        return {r.id: r for r in self.roads}

    @cached_property
    def feature_by_id(self) -> dict[str, FeatureKind]:
        return {f.id: f for f in self.features}

    @cached_property
    def table_by_id(self) -> dict[str, CombatTable]:
        return {t.id: t for t in self.tables}
