"""The grammar that all blocks of rules share: which units, which hexes, when, how much, and what happens.

The same words mean the same in every block. Data holds no formulas: a condition is a mapping whose keys must
all hold, an amount is a number with one sign.
"""

from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from ...lazy_dataclass import dataclass
from ..fields import Codec, Field
from ..files.codec import read_text, read_words, record_of
from ..provenance import Origin, Provenance, RuleNumber
from ..values import Id, LongText, Name, OwnId, Text, Words
from ..where import Where

OWN_SIDE, ENEMY = "own", "enemy"
"""Words for sides in conditions: that of the unit or side under judgement, and the other one."""
REDUCED, FULL = "reduced", "full"
"""States that every game has."""

_NAMES = Annotated[tuple[str, ...], Field(
    kinds=("array", "string", "number"), entries=Text, longest=145, most=200)]
_OPTIONS = Codec(
    lambda v: tuple((read_text(option), read_words(choices)) for option, choices in v.items()),
    lambda v: {option: list(choices) for option, choices in v})

# -- how much ------------------------------------------------------------------------------------


class Amount(NamedTuple):
    """What a rule makes of a number: `sign` is "+" for adding, "x" for multiplying, "=" for setting, "none"
    for taking it away.

    >>> parse_amount("/2").applied(Fraction(5)), parse_amount("-1").applied(Fraction(5))
    (Fraction(5, 2), Fraction(4, 1))
    """

    sign: str
    number: Fraction

    def applied(self, value: Fraction | None) -> Fraction | None:
        """The number after the rule; None stands for none, to which nothing is added."""
        if self.sign == "none":
            return None
        if self.sign == "=":
            return self.number
        if value is None:
            return None
        return value * self.number if self.sign == "x" else value + self.number


@cache
def parse_amount(text: str) -> Amount:
    """The amount that a text of a file means: `2` and `-1` are added, `x2` and `/2` multiply, `=3` sets,
    `none` takes away, `all` is the whole of it.

    >>> parse_amount("x2"), parse_amount("none").sign
    (Amount(sign='x', number=Fraction(2, 1)), 'none')
    """
    if text in ("none", "all"):
        return Amount(text, Fraction(0))
    if text[:1] == "/":
        return Amount("x", 1 / Fraction(text[1:]))
    if text[:1] in ("x", "="):
        return Amount(text[0], Fraction(text[1:]))
    return Amount("+", Fraction(text))


whole = cache(Fraction)
"""The fraction of a whole number, made once."""

_AMOUNT = r"^([x=]?[0-9]{1,3}(/[1-9][0-9]?)?|/[1-9][0-9]?|[+-][0-9]{1,3}|none|all)$"
AmountText = Annotated[str, Field(
    "Amount", "A number is added; x2 and /2 multiply, =3 sets, none takes the value away, all is the whole "
    "of it.", kinds=("string", "integer"), pattern=_AMOUNT, longest=12, examples=('"/2"',), shared="amount",
    codec=Codec(read_text, lambda v: int(v) if v.lstrip("-").isdecimal() else v))]
"""An amount as files write it; "": not given."""
DiceText = Annotated[str, Field(
    "Dice", "How many dice with how many sides.", pattern="^[1-9]d([2-9]|[1-9][0-9]|100)$",
    examples=("1d6",))]


def dice_of(text: str) -> tuple[int, int]:
    """The number of dice, and of their sides.

    >>> dice_of("2d6")
    (2, 6)
    """
    number, _, sides = text.partition("d")
    return int(number), int(sides)


def fraction_text(value: Fraction) -> str:
    """`3`, `1/2`, `2 1/2`.

    >>> fraction_text(Fraction(5, 2))
    '2 1/2'
    """
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)


PART = r"^[0-9]{1,3}(/[1-9][0-9]?)?$"
PartText = Annotated[str, Field(
    kinds=("string", "integer"), minimum=0, pattern=PART, examples=('"1/2"',),
    codec=Codec(read_text, lambda v: int(v) if v.isdecimal() else v))]
"""A whole number or a fraction."""

# -- who -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class UnitFilter:
    """Some units: those for which every given key holds, by one of its words. Without keys: all units.

    `side` is an id, or `own` or `enemy`; `trait` are words of the unit types, `class_` classes of movement,
    `state` are states such as `reduced`; `named` unit keys (`nationality/name`).
    """

    side: Annotated[Words, Field(help="Of one of these sides: ids, or own or enemy.")] = ()
    nationality: Annotated[Words, Field(help="Of one of these nationalities.")] = ()
    type: Annotated[Words, Field(help="Of one of these unit types.")] = ()
    trait: Annotated[Words, Field(help="Whose type has one of these traits.")] = ()
    class_: Annotated[Words, Field(help="Of one of these classes of movement.", key="class")] = ()
    size: Annotated[Words, Field(help="Of one of these sizes.")] = ()
    formation: Annotated[Words, Field(help="Of one of these formations.")] = ()
    state: Annotated[Words, Field(help="In one of these states: full, reduced, or those of the game.")] = ()
    named: Annotated[_NAMES, Field(
        help="One of these units, as nationality/name.", examples=("[blue/Hussars]",))] = ()
    without: Annotated["Units | None", Field(
        help="Units that do not belong to them.", key="not")] = None

    def __bool__(self) -> bool:
        """Whether any key is given."""
        return self != ALL_UNITS


ALL_UNITS = UnitFilter()
Units = Annotated[UnitFilter, Field(
    "Units", "The units for which every given key holds, by one of its words; {} means all units.",
    examples=("{trait: [artillery]}",), shared="unitFilter")]

# -- where ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Within:
    """Hexes at most so many hexes from others."""

    hexes: Annotated[int, Field(help="How many hexes away at most.", minimum=0, maximum=200)]
    of: Annotated["HexesWhere | None", Field(help="From these hexes.")] = None
    units: Annotated[Units | None, Field(help="From these units.")] = None


@dataclass(frozen=True)
class HexFilter(Where):
    """Some hexes, which may change in play: those of the set for which every given key holds. Without any
    key: all hexes in play."""

    within: Annotated[Within | None, Field(help="Near other hexes or units.")] = None
    controlled_by: Annotated[Id, Field(
        "Controlled by", "Controlled by this side: an id, or own, enemy or none.")] = ""
    supplied: Annotated[bool | None, Field(help="Whether a unit of the own side would be in supply.")] = None
    in_zone: Annotated[str, Field(
        "In zone", "In a zone of control of the enemy or of the own side.", choices=(ENEMY, OWN_SIDE))] = ""
    next_to: Annotated[Units | None, Field(
        "Next to", "Next to one of these units.")] = None
    occupied_by: Annotated[Units | None, Field(
        "Occupied by", "With one of these units in the hex.")] = None
    without: Annotated["HexesWhere | None", Field(
        help="Hexes that do not belong to them.", key="not")] = None

    @property
    def is_fixed(self) -> bool:
        """Whether the set never changes in play."""
        return not (self.within or self.controlled_by or self.supplied is not None or self.in_zone
                    or self.next_to or self.occupied_by) and (self.without is None or self.without.is_fixed)

    @property
    def is_everywhere(self) -> bool:
        """Whether it names no hexes, so that all hexes in play are meant."""
        return not (self.hexes or self.areas or self.countries or self.on_whole_map)


EVERYWHERE = HexFilter()
HexesWhere = Annotated[HexFilter, Field(
    "Hexes", "The set of hexes for which every given key holds; {} means all hexes in play.",
    examples=("{features: [town], controlled_by: own}",), shared="hexFilter")]


# -- when ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HexCount:
    """A number of hexes that a side holds, has ever taken, or has entered."""

    side: Annotated[Id, Field("Side", "The side: an id, or own or enemy.")] = OWN_SIDE
    hexes: HexesWhere = EVERYWHERE
    connected: Annotated[bool, Field(
        help="true: only hexes that hang together count, the largest group.")] = False
    supplied: Annotated[bool, Field(help="true: only hexes that the side could supply count.")] = False


@dataclass(frozen=True)
class UnitCount:
    """A number of units, or of their steps, in some hexes."""

    units: Units = ALL_UNITS
    hexes: HexesWhere = EVERYWHERE
    by: Annotated[Literal["unit", "step", "weight"], Field(help="What is counted.")] = "unit"


@dataclass(frozen=True)
class Loss:
    """What a side has lost since the beginning."""

    side: Annotated[Id, Field("Side", "The side that has lost units: an id, or own or enemy.")] = OWN_SIDE
    units: Units = ALL_UNITS
    by: Annotated[Literal["unit", "step"], Field(help="What is counted.")] = "unit"
    times: Annotated[int, Field(
        help="How many times each counts, to weigh losses against those of the other side.",
        minimum=1, maximum=99, later=True)] = 1


@dataclass(frozen=True)
class AssetCount:
    """How much of an asset a side has left."""

    id: Annotated[Id, Field("Asset", "The id of the asset.")]
    side: Annotated[Id, Field("Side", "The side: an id, or own or enemy.")] = OWN_SIDE


@dataclass(frozen=True)
class Number:
    """A number that the game can be asked for: exactly one of its keys is given."""

    control: Annotated[HexCount | None, Field(help="Hexes that a side controls now.")] = None
    ever_taken: Annotated[HexCount | None, Field(
        "Ever taken", "Hexes that units of a side have entered at least once.")] = None
    entered: Annotated[HexCount | None, Field(
        help="Hexes that a unit of the side enters or stands in now.")] = None
    count: Annotated[UnitCount | None, Field(help="Units on the map.")] = None
    points: Annotated[Id, Field(help="The victory points of a side: an id, or own or enemy.")] = ""
    lead: Annotated[Id, Field(help="The victory points of a side less those of the other.")] = ""
    asset: Annotated[AssetCount | None, Field(help="What is left of an asset.")] = None
    losses: Annotated[Loss | None, Field(help="Units or steps lost.")] = None
    roll: Annotated[DiceText, Field(help="A roll of dice.")] = ""
    number: Annotated[int | None, Field(help="A number.", minimum=-999, maximum=999)] = None


NUMBER_KEYS = (
    "control", "ever_taken", "entered", "count", "points", "lead", "asset", "losses", "roll", "number")


def _read_bound(value: Any) -> Any:
    if isinstance(value, dict):
        return record_of(Number).read(value)
    return value if isinstance(value, int) else read_text(value)


def _write_bound(value: Any) -> Any:
    return record_of(Number).write(value) if isinstance(value, Number) else value


Bound = Annotated[int | str | Number | None, Field(
    "Bound", 'A number, `all` of what is counted, odds such as "3:1", or another number of the game.',
    kinds=("integer", "string", "object"), more=Number, pattern="^(all|[0-9]{1,3}:[0-9]{1,3})$",
    codec=Codec(_read_bound, _write_bound), shared="bound")]


@dataclass(frozen=True)
class Comparison:
    """Bounds of a number, all of which must hold."""

    at_least: Annotated[Bound, Field("At least")] = None
    at_most: Annotated[Bound, Field("At most")] = None
    more_than: Annotated[Bound, Field("More than")] = None
    less_than: Annotated[Bound, Field("Less than")] = None


Bounds = Annotated[Comparison, Field("Comparison", "Bounds of a number.", shared="comparison")]


def _read_turns(value: Any) -> tuple[int, int]:
    return (int(value[0]), int(value[-1])) if isinstance(value, list) else (int(value), int(value))


def _write_turns(value: tuple[int, int]) -> Any:
    return value[0] if value[0] == value[1] else list(value)


TurnRange = Annotated[tuple[int, int] | None, Field(
    "Turn", "A turn, or the first and the last of some turns.", kinds=("integer", "array"),
    entries=Annotated[int, Field(minimum=0, maximum=200)], minimum=0, maximum=200, least=1, most=2,
    examples=("[2, 5]",), codec=Codec(_read_turns, _write_turns))]


@dataclass(frozen=True)
class Group:
    """Which units are among those of one side of a fight."""

    all: Annotated[Units | None, Field(help="All of them are of these.")] = None
    any: Annotated[Units | None, Field(
        help="At least one of them is of these.")] = None
    none: Annotated[Units | None, Field(help="None of them is of these.")] = None


def _read_from(value: Any) -> str:
    return str(value["hexes"]) if isinstance(value, dict) else read_text(value)


def _write_from(value: str) -> Any:
    return {"hexes": int(value)} if value.isdecimal() else value


@dataclass(frozen=True)
class Situation(Number, Comparison):
    """When a rule holds: every key that is given must hold. `all`, `any` and `not` combine situations."""

    all: Annotated[tuple["When", ...], Field(help="All of these situations hold.", least=1)] = ()
    any: Annotated[tuple["When", ...], Field(help="At least one of these situations holds.", least=1)] = ()
    without: Annotated["When | None", Field(
        help="This situation does not hold.", key="not")] = None
    # time
    turn: TurnRange = None
    phase: Annotated[Words, Field(help="In one of these phases.")] = ()
    player_turn: Annotated[Words, Field("Player turn", "In the player turn of one of these sides.")] = ()
    option: Annotated[tuple[tuple[str, tuple[str, ...]], ...], Field(
        help="Options, each with choices of which one is made.", kinds=("object",), least=1,
        values=Annotated[tuple[str, ...], _NAMES], examples=("{fog: [with]}",), codec=_OPTIONS)] = ()
    happened: Annotated[Words, Field(help="One of these events has happened.")] = ()
    first: Annotated[bool | None, Field(help="true: only the first time.")] = None
    # a unit or a hex under judgement
    units: Annotated[Units | None, Field(help="It is one of these units.")] = None
    hexes: Annotated[HexesWhere | None, Field(help="It is, or is in, these hexes.")] = None
    state: Annotated[Words, Field(help="The unit is in one of these states.")] = ()
    supplied: Annotated[bool | None, Field(help="Whether the unit is in supply.")] = None
    in_zone: Annotated[str, Field(
        "In zone", "In a zone of control of the enemy or of the own side.", choices=(ENEMY, OWN_SIDE))] = ""
    moved: Annotated[str, Field(
        "Moved", "Has moved this player turn; half: more than half of its allowance; not: has not moved.",
        choices=("any", "half", "not"))] = ""
    steps: Annotated[Bounds | None, Field(help="The steps the unit has left.")] = None
    # a fight
    attackers: Annotated[Group | None, Field(help="The attacking units.")] = None
    defenders: Annotated[Group | None, Field(help="The defending units.")] = None
    across: Annotated[Words, Field(
        help="Across a hexside of one of these kinds: where one attacks, moves or looks.")] = ()
    from_: Annotated[str, Field(
        "From", "Where the attackers stand: opposite each other, in three hexes with one between each two, "
        "or in so many hexes.", key="from", kinds=("string", "object"), least=1,
        values=Annotated[int, Field(minimum=1, maximum=6)], names=Field(pattern="^hexes$"),
        pattern="^(opposite|three-alternate)$",
        examples=("opposite", "{hexes: 4}"), codec=Codec(_read_from, _write_from))] = ""
    odds: Annotated[Bounds | None, Field(help="The odds of the fight.")] = None
    nationalities: Annotated[Bounds | None, Field(
        help="How many nationalities attack.")] = None


ALWAYS = Situation()
NEVER = Situation(number=0, at_least=1)
"""A situation that does not arise."""
When = Annotated[Situation, Field(
    "When", "The situation in which it holds: every key that is given must hold.",
    examples=("{turn: [2, 5]}",), shared="situation")]


# -- what a rule changes -------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """What a modifier does."""

    shift: Annotated[int, Field(
        help="Columns of the table; to the right is better for the attacker.", minimum=-20, maximum=20)] = 0
    die: Annotated[int, Field(help="Added to the die.", minimum=-20, maximum=20)] = 0
    attack: Annotated[AmountText, Field(help="What becomes of attack strength.")] = ""
    defence: Annotated[AmountText, Field(help="What becomes of defence strength.")] = ""
    cost: Annotated[AmountText, Field(help="What becomes of the cost of a step.")] = ""
    allowance: Annotated[AmountText, Field(help="What becomes of the movement allowance.")] = ""
    becomes: Annotated[str, Field(help="The result becomes this one.", longest=40)] = ""
    zones: Annotated[str, Field(
        help="none: the unit has no zone of control.", choices=("", "none"))] = ""


NO_CHANGE = Change()
Who = Literal["all", "any", "each"]


@dataclass(frozen=True)
class Modifier:
    """A rule that changes numbers in a situation.

    `who` says how a side of several units is judged: `any` and `all` the side as a whole, `each` every unit
    for itself. Of the modifiers of one `group` only one applies.
    """

    id: OwnId
    name: Annotated[Name, Field(required=False)] = ""
    when: When = ALWAYS
    who: Annotated[Who, Field(
        "Who", "How several units are judged: any of them, all of them, or each for itself.")] = "any"
    effect: Annotated[Change, Field("Effect", "What it changes.", least=1)] = NO_CHANGE
    group: Annotated[Id, Field("Group", "Of the modifiers of a group only one applies.")] = ""
    rule: RuleNumber = ""
    text: Annotated[LongText, Field("Text", "The designer's own words for it.")] = ""
    provenance: Origin = Provenance("designer")


OneModifier = Annotated[Modifier, Field(
    "Modifier", "A rule that changes numbers in a situation.", shared="modifier")]
Modifiers = Annotated[tuple[OneModifier, ...], Field(
    "Modifiers", "What changes the numbers, in which situation.")]
