"""Movement: classes of units, costs, modes, the edge of the map."""

from typing import Annotated, Any, Literal

from ...lazy_dataclass import dataclass
from ..fields import Codec, Field
from ..files.codec import read_number, write_number
from ..provenance import Origin, Provenance, RuleNumber
from ..values import Id, Name, OwnId, Words
from .grammar import ALWAYS, AmountText, HexesWhere, HexFilter, Modifiers, UnitFilter, Units, When


@dataclass(frozen=True)
class MovementClass:
    """Units that pay the same for terrain."""

    id: OwnId
    name: Annotated[Name, Field(required=False)] = ""


def _read_cost(value: Any) -> Any:
    return value if isinstance(value, str) else read_number(value)


def _write_cost(value: Any) -> Any:
    return value if isinstance(value, str) else write_number(value)


@dataclass(frozen=True)
class ClassCost:
    """What some units pay, where that differs from the charts of terrain, hexsides, features and roads.

    `cost` is a number of points, `prohibited`, or `all` for the whole allowance.
    """

    cost: Annotated[float | str, Field(
        "Cost", "Movement points; prohibited; or all, for the whole allowance.", kinds=("number", "string"),
        minimum=0, maximum=99, pattern="^(prohibited|all)$", codec=Codec(_read_cost, _write_cost))]
    class_: Annotated[Words, Field(
        "Class", "For units of these classes; left out: of all.", key="class")] = ()
    terrain: Annotated[Words, Field("Terrain", "Kinds of terrain.")] = ()
    hexside: Annotated[Words, Field("Hexside", "Kinds of hexside.")] = ()
    feature: Annotated[Words, Field("Feature", "Features.")] = ()
    road: Annotated[Words, Field("Road", "Kinds of road.")] = ()
    rule: RuleNumber = ""
    provenance: Origin = Provenance("designer")


@dataclass(frozen=True)
class RoadEffect:
    """What a step along a road changes."""

    replaces: Annotated[Literal["ground", "half", "nothing"], Field(
        "Replaces", "ground: the cost of the road counts in place of that of terrain and feature; half: it "
        "takes away half of that, and counts itself only where terrain is prohibited; nothing: roads change "
        "no cost.")] = "ground"
    lifts: Annotated[Literal["hexside", "nothing"], Field(
        "Lifts", "hexside: what lies on the hexside costs nothing where the road crosses it.")] = "hexside"


@dataclass(frozen=True)
class Exit:
    """Hexes from which units may leave the map."""

    side: Annotated[Id, Field("Side", "Units of this side.", refers_to="sides")] = ""
    hexes: Annotated[HexesWhere, Field("Hexes", "From these hexes.")] = HexFilter()
    points: Annotated[int, Field("Points", "Victory points for each unit.", minimum=-99, maximum=99)] = 0
    rule: RuleNumber = ""


@dataclass(frozen=True)
class Along:
    """What a mode may use."""

    roads: Annotated[Words, Field("Roads", "Roads of these kinds.")] = ()
    terrain: Annotated[Words, Field("Terrain", "Kinds of terrain.")] = ()


@dataclass(frozen=True)
class Quota:
    """How much a side may do in a turn."""

    a_turn: Annotated[int, Field("A turn", "How many in a turn.", minimum=0, maximum=99)]
    by: Annotated[Literal["unit", "weight", "step"], Field("By", "What is counted.")] = "unit"


@dataclass(frozen=True)
class Mode:
    """Another way to move than over the ground, point by point.

    The order names the mode. `allowance` changes the unit's own (`none`: no limit); `cost` is that of every
    step; `range` a limit in hexes.
    """

    id: OwnId
    name: Annotated[Name, Field(required=False)] = ""
    units: Annotated[Units, Field("Units", "Who may use it.")] = UnitFilter()
    allowance: Annotated[AmountText, Field("Allowance", "What becomes of the movement allowance.")] = ""
    cost: Annotated[float | None, Field(
        "Cost", "The cost of every hex; left out: as over the ground.", minimum=0, maximum=99,
        codec=Codec(read_number, write_number))] = None
    over: Annotated[Literal["ground", "any"], Field(
        "Over", "ground: where units can go; any: over every hex, enemies and water too.")] = "ground"
    range: Annotated[int, Field("Range", "The most hexes; 0: no limit.", minimum=0, maximum=200)] = 0
    only: Annotated[Along, Field("Only", "Only along these.")] = Along()
    start_and_end: Annotated[HexesWhere | None, Field(
        "Start and end", "It begins and ends in these hexes.")] = None
    not_end: Annotated[HexesWhere | None, Field(
        "Not end", "It does not end in these hexes.")] = None
    never: Annotated[HexesWhere | None, Field(
        "Never", "It never enters, starts or ends in these hexes.")] = None
    needs: Annotated[When, Field("Needs", "When a unit may use it.")] = ALWAYS
    ignores_zones: Annotated[bool, Field("Ignores zones", "true: zones of control do not matter.")] = False
    then_not: Annotated[Words, Field(
        "Then not", "What the unit may not do afterwards in this player turn.", examples=("[combat]",))] = ()
    then_units: Annotated[Units | None, Field(
        "Then units", "Only these may not do it afterwards; left out: none may.")] = None
    arriving: Annotated[bool, Field(
        "Arriving", "true: reinforcements may come by it too, from their first hex on.")] = False
    quota: Annotated[Quota | None, Field("Quota", "How much may use it in a turn.")] = None
    rule: RuleNumber = ""
    provenance: Origin = Provenance("designer")


@dataclass(frozen=True)
class Movement:
    """How units move."""

    value: Annotated[Id, Field("Value", "The id of the counter value that is the allowance.")] = "movement"
    classes: Annotated[tuple[MovementClass, ...], Field(
        "Classes", "Classes of units; a unit type without one has the first.")] = ()
    costs: Annotated[tuple[ClassCost, ...], Field(
        "Costs", "Costs that differ from the charts.")] = ()
    ground: Annotated[Literal["dearest", "feature", "sum"], Field(
        "Ground", "What a hex costs where it has a feature: the dearer of terrain and feature, the feature "
        "alone, or both together.")] = "dearest"
    road: Annotated[RoadEffect, Field("Road", "What roads change.")] = RoadEffect()
    least: Annotated[Literal["one-hex", "none"], Field(
        "Least", "one-hex: a unit may always move one hex that is not prohibited.")] = "one-hex"
    stops: Annotated[HexesWhere | None, Field(
        "Stops", "Hexes in which a unit must stop.")] = None
    off_map: Annotated[tuple[Exit, ...], Field(
        "Off the map", "Where units may leave the map; left out: nowhere.")] = ()
    may_not: Annotated[When | None, Field(
        "May not", "Units in this situation do not move.")] = None
    modes: Annotated[tuple[Mode, ...], Field("Modes", "Other ways to move.")] = ()
    modifiers: Modifiers = ()
    rule: RuleNumber = ""


ORDINARY_MOVEMENT = Movement()
