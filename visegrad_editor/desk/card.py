"""A card: one scenario of a squad-level game on printed boards, as far as both players may know it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Annotated, Any

from ..lazy_dataclass import dataclass
from ..model.fields import Codec, Field
from ..model.files.codec import read_text, read_words, record_of
from ..model.provenance import Origin, Provenance, RuleNumber
from ..model.values import ID_PATTERN, FileName, Id, Line, LongText, OwnId, Title, Words
from .boards import EDGES, Board, HexText, HexTexts, Layout, read_edge
from .kinds import KIND_PATTERN
from .special_rules import SpecialRules, merged

MOST_TURNS = 99
_SHORT = ("string", "integer")
_Id = Annotated[str, Field(kinds=_SHORT, pattern=ID_PATTERN, longest=60)]
Turn = Annotated[int, Field("Turn", minimum=1, maximum=MOST_TURNS)]
KindText = Annotated[str, Field(
    "Kind", "nation/value or nation:subtype/value.", kinds=("string",), pattern=KIND_PATTERN, longest=160,
    examples=("german/4-6-7",))]


def pairs(read: Callable[[Any], Any], write: Callable[[Any], Any] = lambda v: v) -> Codec:
    """How a mapping is kept as pairs."""
    return Codec(lambda v: tuple((str(k), read(one)) for k, one in v.items()),
                 lambda v: {k: write(one) for k, one in v})


def _kind_lists(value: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(read_text, inner)) for inner in value)


def _as_lists(value: Any) -> list[list[str]]:
    return [list(inner) for inner in value]


Kinds = Annotated[tuple[str, ...], Field(kinds=("array",), entries=KindText, most=50)]
Loads = Annotated[tuple[tuple[str, ...], ...], Field(
    kinds=("array",), entries=Kinds, most=50, codec=Codec(_kind_lists, _as_lists))]


# -- when and who -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Date:
    """A date; its day may be left out."""

    year: Annotated[int, Field("Year", minimum=1900, maximum=2100)]
    month: Annotated[int, Field("Month", minimum=1, maximum=12)]
    day: Annotated[int | None, Field("Day", minimum=1, maximum=31)] = None


@dataclass(frozen=True)
class Turns:
    """How long the scenario is."""

    full: Annotated[int, Field("Full turns", "Game turns in which both sides move.", minimum=1,
                               maximum=MOST_TURNS)]
    half: Annotated[bool, Field(
        "Half turn", "Whether the side that moves first has one more player turn after them.")] = False


@dataclass(frozen=True)
class First:
    """Who begins."""

    sets_up: Annotated[_Id, Field("Sets up first", "The side that sets up first.")]
    moves: Annotated[_Id, Field("Moves first", "The side that moves first.")]


@dataclass(frozen=True)
class Side:
    """One of the two sides: attacker or defender (E1.2), with its experience level (E1.22), sniper number
    (E1.76) and balance (A26.4)."""

    id: OwnId
    role: Annotated[str, Field(
        "Role", "What the rules call the side in this scenario.", choices=("attacker", "defender"))]
    elr: Annotated[int, Field("Experience level", "The rating of its experience.", minimum=0, maximum=5)]
    san: Annotated[int, Field("Sniper number", "Its sniper number as printed, without additions by night.",
                              minimum=0, maximum=7)]
    elr_lowered: Annotated[bool, Field(
        "Lowered already", "Whether a rule that lowers the experience level is counted in it already.")] = (
            False)
    balance: Annotated[LongText, Field("Balance", "What is changed in favour of this side.")] = ""


# -- where --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Within:
    """Hexes around one."""

    of: Annotated[HexText, Field("Of", "The hex in the middle.")]
    hexes: Annotated[int, Field("Hexes", "How far away at most.", minimum=0, maximum=50)]


@dataclass(frozen=True)
class CardWhere:
    """A set of hexes by description: boards, hexes, hexes between two, buildings and surroundings together;
    of these only those on an edge and of a kind of terrain, where given; without those excluded. With none of
    the first keys the others choose from all hexes in play."""

    boards: Annotated[tuple[str, ...], Field(
        "Boards", "All hexes of these boards.", kinds=("array",), most=40,
        entries=Annotated[str, Field(kinds=_SHORT, shortest=1, longest=60)])] = ()
    hexes: HexTexts = ()
    hexes_between: Annotated[tuple[str, ...], Field(
        "Hexes between", "Two hexes of one board: all whose columns and numbers lie between theirs.",
        kinds=("array",), entries=HexText, least=2, most=2, examples=("[A1, P10]",))] = ()
    buildings: Annotated[Words, Field("Buildings", "Buildings of the map.", most=100)] = ()
    within: Annotated[Within | None, Field("Within", "Hexes around one.")] = None
    edge: Annotated[tuple[str, ...], Field(
        "Edge", f"Only hexes on these edges: {', '.join(EDGES)} of all boards together, or a column.",
        kinds=("string", "array"), most=20, entries=Annotated[str, Field(longest=80)], longest=80,
        examples=("902GG",), codec=Codec(read_edge, lambda v: v[0] if len(v) == 1 else list(v)))] = ()
    terrain: Annotated[Words, Field("Terrain", "Only hexes of these kinds of terrain.", most=50)] = ()
    excluding: Annotated[HexTexts, Field("Excluding", "Hexes that do not belong to the set.")] = ()
    text: Annotated[LongText, Field("Text", "What else holds, in the designer's words.")] = ""


CardHexSet = Annotated[CardWhere, Field("Set of hexes", shared="cardWhere", examples=("{edge: A}",), help=(
    "Boards, hexes, hexes between two, buildings and surroundings together; of these only those on an edge "
    "and of a kind of terrain, where given; without those excluded."))]


@dataclass(frozen=True)
class TerrainChange:
    """Hexes whose terrain is another than the one printed."""

    hexes: HexTexts
    terrain: Annotated[Id, Field("Terrain", "What it is in this scenario.")]
    rule: RuleNumber = ""


# -- forces -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Force:
    """Counters of one kind. What no counter here has, such as the number at which a gun breaks down, is given
    only where a rule asks for it."""

    count: Annotated[int, Field("Number", minimum=1, maximum=200)]
    kind: KindText
    size: Annotated[str, Field(
        "Size", "Of a unit: what it is.", choices=("squad", "hs", "crew"))] = ""
    unit_class: Annotated[str, Field(
        "Class", "Its class.", key="class", choices=("elite", "first", "second", "green", "conscript"))] = ""
    broken: Annotated[bool, Field("Broken", "Whether it begins broken.")] = False
    assault_fire: Annotated[bool, Field("Assault fire", "Whether its firepower is underlined.")] = False
    underlined_morale: Annotated[bool, Field(
        "Underlined morale", "Whether its morale is underlined.")] = False
    # E9.7
    under_equipped: Annotated[bool, Field("Under-equipped", "Whether it lands with weapons missing.")] = False
    symbols: Annotated[tuple[str, ...], Field(
        "Symbols", "Further marks of the counter, in your words.", kinds=("array",), most=10,
        entries=Annotated[str, Field(longest=40)])] = ()
    crewed: Annotated[bool, Field("Crewed", "Whether a unit is listed with it, if it is a weapon.")] = True
    weight_t: Annotated[float | None, Field("Weight", unit="t", above=0, maximum=300)] = None
    tracked: Annotated[bool | None, Field("Tracked", "Whether a vehicle is fully tracked.")] = None
    motorised: Annotated[bool | None, Field("Motorised", "Whether it has an engine.")] = None
    main_armament: Annotated[bool | None, Field("Main armament", "Whether it has one.", key="ma")] = None
    armour: Annotated[int | None, Field(
        "Armour", "The highest armour factor.", key="af", minimum=0, maximum=50)] = None
    crew: Annotated[KindText | None, Field("Crew", "The kind of its crew.")] = None
    passengers_pp: Annotated[int | None, Field(
        "Passengers", "What it carries, in portage points.", minimum=0, maximum=200)] = None
    m_number: Annotated[int | None, Field("Manhandling number", minimum=0, maximum=20)] = None
    calibre_mm: Annotated[float | None, Field("Calibre", unit="mm", above=0, maximum=500)] = None
    b_number: Annotated[int | None, Field("Breakdown number", minimum=2, maximum=14)] = None
    # E10.1
    circled_b: Annotated[bool | None, Field("Circled", "Whether that number is circled.")] = None
    ife: Annotated[int | None, Field("Infantry fire", "Its firepower against infantry.", minimum=0,
                                     maximum=50)] = None
    # E7.5
    anti_air: Annotated[bool | None, Field(
        "Against aircraft", "Whether it can fire at aircraft.", key="aa")] = None
    aa_mode: Annotated[bool, Field("Set up against aircraft", "Whether it begins so.")] = False
    radio: Annotated[bool | None, Field("Radio", "Whether a vehicle has one.")] = None
    # E1.93
    illuminating: Annotated[bool, Field(
        "Illuminating rounds", "Whether a weapon has them.", key="ir")] = False
    smoke: Annotated[bool | None, Field("Smoke", "Whether a weapon has smoke rounds.")] = None
    portage_pp: Annotated[float | None, Field(
        "Portage", "What it counts when it is carried, in portage points.", minimum=0, maximum=200)] = None
    dismantled: Annotated[bool | None, Field(
        "Dismantled", "Whether a weapon begins taken apart.")] = None
    carries: Annotated[Kinds, Field("Carries", "What rides in a vehicle at the start.")] = ()
    # E10.12, E10.6
    ammunition_mm: Annotated[float | None, Field(
        "Ammunition", "Of a vehicle that supplies others: the calibre of the ammunition.", unit="mm", above=0,
        maximum=500)] = None
    elr: Annotated[int | None, Field(
        "Experience level", "That of these units, if it is another than that of their side.", minimum=0,
        maximum=5)] = None
    # A25.01
    assault_engineers: Annotated[bool, Field(
        "Assault engineers", "Whether they are designated as such.")] = False
    # A25.22
    exchanged_for: Annotated[KindText | None, Field(
        "Exchanged for", "Of a commissar: the leader that was given for him.",
        examples=("german/8-0",))] = None
    # A25.32, A25.35
    made_by: Annotated[_Id | None, Field("Made by", "The nation that built it, if another.")] = None
    suffix: Annotated[str, Field("Suffix", "What stands behind its name on the counter.", longest=20)] = ""


@dataclass(frozen=True)
class Hidden:
    """What may be set up hidden (E1.2)."""

    squad_equivalents: Annotated[float, Field(
        "Squad-equivalents", "How much; a half squad is 0.5.", minimum=0, maximum=200)]
    by: Annotated[RuleNumber, Field("By", "The rule or the special rule that allows it.")] = ""


@dataclass(frozen=True)
class Fortification:
    """Fortifications of one kind; by night they are set up hidden (E1.16)."""

    count: Annotated[int, Field("Number", minimum=1, maximum=500)]
    kind: Annotated[Id, Field("Kind", "What it is.", examples=("foxhole",))]
    dug: Annotated[bool, Field("Dug in play", "Whether it is dug only during the game.")] = False


@dataclass(frozen=True)
class Arrival:
    """When and how a group arrives; without a turn it is there from the start, or dice say when."""

    turn: Annotated[Turn | None, Field("Turn", "The game turn.")] = None
    half: Annotated[str, Field(
        "Half", "Which of the two player turns; left out: that of its side.",
        choices=("first", "second"))] = ""
    by: Annotated[str, Field(
        "As", "How; air: aircraft, which dice bring.", key="as",
        choices=("foot", "convoy", "column", "boats", "glider", "drop", "air"))] = ""

    @property
    def at_start(self) -> bool:
        """Whether the group is set up before the first turn."""
        return self == START


START = Arrival()


def _read_arrival(value: Any) -> Arrival:
    return record_of(Arrival).read(value) if isinstance(value, dict) else START


def _write_arrival(value: Arrival) -> Any:
    return "start" if value.at_start else record_of(Arrival).write(value)


@dataclass(frozen=True)
class Glider:
    """Gliders and what they carry (E8.1)."""

    count: Annotated[int, Field("Number", minimum=1, maximum=50)]
    nation: Annotated[_Id, Field("Nation", "Whose gliders they are.")]
    loads: Annotated[Loads, Field("Loads", "The load of each; left out: its owner chooses.")] = ()


def _read_sticks(value: Any) -> Any:
    return _kind_lists(value) if isinstance(value, list) else int(value)


def _write_sticks(value: Any) -> Any:
    return value if isinstance(value, int) else _as_lists(value)


@dataclass(frozen=True)
class Wing:
    """One wing of a drop (E9.11, E9.12)."""

    sticks: Annotated[Any, Field(
        "Sticks", "Their number, if the owner chooses what is in each, or a list of the kinds in each.",
        kinds=("integer", "array"), minimum=1, maximum=100, entries=Kinds, most=100,
        codec=Codec(_read_sticks, _write_sticks))]
    point: Annotated[HexText | None, Field(
        "Drop point", "The hex of its drop point, if both players may know it.")] = None
    row: Annotated[int | None, Field(
        "Row", "The direction of the hex row on which its sticks lie: 1 to 6 clockwise from the north.",
        minimum=1, maximum=6)] = None


@dataclass(frozen=True)
class Drop:
    """A drop by parachute (E9.1)."""

    wings: Annotated[tuple[Wing, ...], Field("Wings", "Its wings.", least=1, most=20)]


@dataclass(frozen=True)
class Boat:
    """A boat and what it carries (E5.1, E5.123)."""

    id: OwnId
    kind: Annotated[Id, Field("Kind", "What kind of boat it is.")]
    load: Annotated[Kinds, Field("Load", "What it carries; left out: its owner chooses.")] = ()
    start: Annotated[str, Field("Start", "Where it begins.", choices=("land", "beached", "afloat"))] = ""
    capacity_pp: Annotated[float | None, Field(
        "Capacity", "What it can carry, in portage points, as printed on its counter.", minimum=0,
        maximum=200)] = None


@dataclass(frozen=True)
class Convoy:
    """Vehicles that arrive one behind the other, or begin so (E11.1, E11.8)."""

    order: Annotated[Kinds, Field("Order", "The vehicles, the first one in front.", least=1)]
    entry: Annotated[HexText, Field("Entry", "The hex where it arrives.")] = ""
    hexes: Annotated[HexTexts, Field(
        "Hexes", "If it is on the boards from the start: the hex of each vehicle, in the same order.")] = ()


@dataclass(frozen=True)
class Column:
    """Units on foot, horsemen and wagons that move one behind the other (E11.5, E11.8)."""

    stacks: Annotated[Loads, Field("Stacks", "What is in each hex, the first one in front.", least=1)]
    entry: Annotated[HexText, Field("Entry", "The hex where it arrives.")] = ""
    hexes: Annotated[HexTexts, Field(
        "Hexes", "If it is on the boards from the start: the hex of each stack, in the same order.")] = ()


@dataclass(frozen=True)
class Air:
    """Air support (E7.1, E7.2, E7.41)."""

    asn_exponent: Annotated[int | None, Field(
        "Exponent", "The exponent of its air support number.", minimum=0, maximum=9)] = None
    aircraft: Annotated[str, Field(
        "Aircraft", "Fighter-bombers or Stukas; left out: said when they "
                    "come.", choices=("fb", "stuka"))] = ""
    variant: Annotated[str, Field("Variant", "Which aircraft, in your words.", longest=80)] = ""
    mg_fp: Annotated[int | None, Field(
        "Machine guns", "Their firepower, if the card prints it.", minimum=0, maximum=50)] = None
    tk: Annotated[str, Field(
        "Against armour", "Their column against armoured targets, if the card prints it.", longest=20,
        examples=("42F",))] = ""


def _read_concealed(value: Any) -> str:
    return read_text(value)


def _write_concealed(value: str) -> Any:
    return int(value) if value.isdecimal() else value


@dataclass(frozen=True)
class Group:
    """Counters that begin or arrive together."""

    id: OwnId
    side: Annotated[_Id, Field("Side", "Whose it is.")]
    arrives: Annotated[Arrival, Field(
        "Arrives", "start, or a mapping: when and how.", kinds=("string", "object"), pattern="^start$",
        examples=("{turn: 3, half: first}",), codec=Codec(_read_arrival, _write_arrival), always=True,
        required=True)]
    where: Annotated[CardHexSet | None, Field(
        "Where", "Where it is set up or arrives.")] = None
    forces: Annotated[tuple[Force, ...], Field("Forces", "What is in it.", most=200)] = ()
    hidden: Annotated[Hidden | None, Field("Hidden", "How much may be set up hidden.")] = None
    concealed: Annotated[str, Field(
        "Concealed", "none, all, or how many begin concealed.", kinds=("string", "integer"),
        pattern="^(none|all)$", minimum=0, maximum=500, examples=("all",),
        codec=Codec(_read_concealed, _write_concealed))] = "none"
    dummies: Annotated[int, Field("Dummies", "Counters without a unit.", minimum=0, maximum=500)] = 0
    # E4.22
    dummy_skis: Annotated[int, Field(
        "Dummy skis", "Counters of skis without a unit.", minimum=0, maximum=500)] = 0
    # E1.4
    cloaks: Annotated[int, Field("Cloaks", "Counters that hide what arrives by night.", minimum=0,
                                 maximum=500)] = 0
    fortifications: Annotated[tuple[Fortification, ...], Field(
        "Fortifications", "What is built.", most=50)] = ()
    glider: Annotated[Glider | None, Field("Gliders", "If it arrives as glider.")] = None
    drop: Annotated[Drop | None, Field("Drop", "If it arrives as drop.")] = None
    boats: Annotated[tuple[Boat, ...], Field("Boats", "If it arrives as boats.", most=50)] = ()
    convoy: Annotated[Convoy | None, Field(
        "Convoy", "If it arrives as convoy, or begins as one.")] = None
    column: Annotated[Column | None, Field(
        "Column", "If it arrives as column, or begins as one.")] = None
    air: Annotated[Air | None, Field("Air support", "If it arrives as air.")] = None
    text: Annotated[LongText, Field("Text", "What else holds, in the designer's words.")] = ""

    @property
    def has_counters(self) -> bool:
        """Whether anything is in it."""
        return bool(self.forces or self.dummies or self.cloaks or self.fortifications or self.glider
                    or self.drop or self.boats or self.convoy or self.column or self.air)


# -- rules and victory --------------------------------------------------------------------------


@dataclass(frozen=True)
class CardRule:
    """A special rule: text that is printed, what it sets, or both."""

    text: Annotated[LongText, Field("Text", "The rule in the designer's words.")] = ""
    sets: Annotated[SpecialRules | None, Field("Sets", "What it turns on, for the program.", least=1)] = None


@dataclass(frozen=True)
class Goals:
    """A named set of hexes, locations or buildings for victory conditions."""

    hexes: HexTexts = ()
    buildings: Annotated[Words, Field("Buildings", "Buildings of the map.", most=100)] = ()
    edge: Annotated[str, Field("Edge", "The hexes of an edge, as in `where`.", longest=80,
                               examples=("902GG",))] = ""

    @property
    def only_hexes(self) -> bool:
        """Whether it names hexes and nothing else."""
        return bool(self.hexes) and not (self.buildings or self.edge)


@dataclass(frozen=True)
class Control:
    """Control of the parts of a set (A26.1)."""

    set: Annotated[_Id, Field("Set", "The named set.")]
    counted: Annotated[str, Field(
        "As", "What is counted.", key="as", choices=("building", "hex", "location"))] = ""
    least: Annotated[int | None, Field("At least", "So many.", minimum=1, maximum=500)] = None
    all: Annotated[bool, Field("All", "All of them.")] = False
    any: Annotated[bool, Field("Any", "At least one.")] = False
    majority: Annotated[bool, Field("Majority", "More than half of them.")] = False
    more_than: Annotated[_Id | None, Field("More than", "More than this side.")] = None


@dataclass(frozen=True)
class CasualtyPoints:
    """Points for losses of the enemy (A26.22)."""

    of: Annotated[_Id, Field("Of", "The side that has the points.")]
    least: Annotated[int | None, Field("At least", "So many.", minimum=1, maximum=9999)] = None
    more_than: Annotated[_Id | None, Field("More than", "More than this side has.")] = None
    margin: Annotated[int | None, Field("Margin", "So many more than the other side.", minimum=1,
                                        maximum=9999)] = None


_Turns = Annotated[str, Field(
    "Turns", "The game turns in which it counts.", kinds=("string", "integer"),
    pattern=r"^\d{1,2}(-\d{1,2})?$", minimum=1, maximum=MOST_TURNS, examples=("4-7",),
    codec=Codec(read_text, lambda v: int(v) if v.isdecimal() else v))]


@dataclass(frozen=True)
class ExitPoints:
    """Points for units that leave the boards (A26.23)."""

    area: Annotated[_Id, Field("Area", "The named set where they leave.")]
    least: Annotated[int, Field("At least", "So many.", minimum=1, maximum=9999)]
    by: Annotated[_Id | None, Field("By", "The side; left out: that of the entry.")] = None
    turns: _Turns = ""


@dataclass(frozen=True)
class Present:
    """Units in a set."""

    side: Annotated[_Id, Field("Side", "Whose units.")]
    set: Annotated[_Id, Field("Set", "The named set.")]
    least: Annotated[int, Field("At least", "So many.", minimum=1, maximum=500)] = 1
    good_order: Annotated[bool, Field("In good order", "Whether only units in good order count.")] = False


@dataclass(frozen=True)
class Eliminated:
    """A group of which nothing is left."""

    group: Annotated[_Id, Field("Group", "The group.")]


@dataclass(frozen=True)
class Need:
    """A condition: exactly one of these keys."""

    all: Annotated[tuple[Condition, ...], Field("All", "All of these.", least=1, most=30)] = ()
    any: Annotated[tuple[Condition, ...], Field("Any", "At least one of these.", least=1, most=30)] = ()
    without: Annotated[Condition | None, Field("Not", "Not this.", key="not")] = None
    control: Annotated[Control | None, Field("Control", "Control of the parts of a set.")] = None
    cvp: Annotated[CasualtyPoints | None, Field(
        "Casualty points", "Points for losses of the enemy.")] = None
    exit_vp: Annotated[ExitPoints | None, Field(
        "Exit points", "Points for units that leave the boards.")] = None
    present: Annotated[Present | None, Field("Present", "Units in a set.")] = None
    eliminated: Annotated[Eliminated | None, Field("Eliminated", "A group of which nothing is left.")] = None
    fact: Annotated[str, Field(
        "Fact", "Anything else, in your words; a person says whether it holds.", kinds=("string", "number"),
        longest=500)] = ""


NO_CONDITION = "say here what must hold"
"""The text of a condition that was added and says nothing yet; the check of the card tells it."""

Condition = Annotated[Need, Field(
    "Condition", "One of the keys; all, any and not join conditions.", shared="need", least=1,
    examples=("{control: {set: houses, least: 2}}",))]


def _read_when(value: Any) -> tuple[str, ...]:
    return read_words(value)


@dataclass(frozen=True)
class Victory:
    """How one side wins; a side may win by preventing that of the other alone (A26.3)."""

    side: Annotated[_Id, Field("Side", "Which side.")]
    when: Annotated[tuple[str, ...], Field(
        "When", "end, at-once, or a list of the game turns at whose end it is looked at.",
        kinds=("string", "array"), pattern="^(end|at-once)$", entries=Turn, least=1, most=MOST_TURNS,
        codec=Codec(_read_when, lambda v: list(map(int, v)) if v[0].isdecimal() else v[0]), always=True)] = (
            "end",)
    need: Annotated[Condition | None, Field("Condition", "What it needs.")] = None
    avoid: Annotated[_Id | None, Field(
        "Avoids", "Instead of a condition: it wins if this side does not win.")] = None
    text: Annotated[LongText, Field("Text", "The designer's words, printed after the condition.")] = ""


# -- the card -----------------------------------------------------------------------------------

_Countries = Annotated[tuple[tuple[str, str], ...], Field(
    "Country", "How the people of the country stand to each side; left out: neutral.", kinds=("object",),
    names=Field(pattern=ID_PATTERN), values=Annotated[str, Field(choices=("friendly", "enemy", "neutral"))],
    most=20, codec=pairs(read_text), examples=("{british: friendly, german: enemy}",))]
_Readings = Annotated[tuple[tuple[str, str], ...], Field(
    "Readings", "Where the rules can be read in several ways: which way holds "
    "here, by the name of the place.",
    kinds=("object",), names=Field(pattern=r"^R\d{2}$"), values=Annotated[str, Field(
        kinds=("string", "integer"), longest=80)], most=99, codec=pairs(read_text),
    examples=("{R01: example}",))]


def _read_goals(value: Any) -> Goals:
    return record_of(Goals).read(value)


def _write_goals(value: Goals) -> Any:
    return record_of(Goals).write(value)


_Sets = Annotated[tuple[tuple[str, Goals], ...], Field(
    "Sets", "Named sets for the victory conditions.", kinds=("object",), names=Field(pattern=ID_PATTERN),
    values=Annotated[Goals, Field(least=1)], most=100, codec=pairs(_read_goals, _write_goals),
    examples=("{houses: {hexes: [M4, N5]}}",))]
_Secret = Annotated[tuple[tuple[str, str], ...], Field(
    "Secret files", "For each side the file with what only it may know; it is never printed with the card.",
    kinds=("object",), names=Field(pattern=ID_PATTERN), values=Annotated[str, Field(longest=200)], most=2,
    codec=pairs(read_text), examples=("{german: german-secret.yaml}",))]


@dataclass(frozen=True)
class Card:
    """The document. What is left out holds as the fields say."""

    name: FileName
    title: Title
    date: Annotated[Date, Field("Date", "When it takes place.")]
    boards: Annotated[tuple[Board, ...], Field("Boards", "The printed boards.", least=1, most=40)]
    turns: Annotated[Turns, Field("Turns", "How long it is.")]
    first: Annotated[First, Field("First", "Who sets up first and who moves first.")]
    sides: Annotated[tuple[Side, ...], Field("Sides", "The two sides.", least=2, most=2)]
    place: Annotated[Line, Field("Place", "Where it takes place.", after="date")] = ""
    theatre: Annotated[str, Field(
        "Theatre", "The part of the world.", choices=("europe", "north-africa", "pacific", "arctic"),
        after="place")] = "europe"
    country: Annotated[_Countries, Field(after="theatre")] = ()
    own_territory: Annotated[Words, Field(
        "Own territory", "The sides that fight in their own country.", after="country", most=2)] = ()
    dyo: Annotated[bool, Field(
        "Chosen forces", "Whether the players buy their forces.", after="own_territory")] = False
    terrain_changes: Annotated[tuple[TerrainChange, ...], Field(
        "Changed terrain", "Hexes whose terrain is another than printed.", after="boards", most=200)] = ()
    groups: Annotated[tuple[Group, ...], Field("Groups", "What begins or arrives together.", most=200)] = ()
    ssr: Annotated[tuple[CardRule, ...], Field(
        "Special rules", "In the order of their numbers.", most=99)] = ()
    sets: _Sets = ()
    victory: Annotated[tuple[Victory, ...], Field(
        "Victory", "How the sides win; without an entry a side wins if the other does not.", most=20)] = ()
    ties: Annotated[_Id, Field(
        "Ties", "Who wins if both sides or neither would: a side, draw, or ask.")] = ""
    secret: _Secret = ()
    readings: _Readings = ()
    checks: Annotated[tuple[str, ...], Field(
        "Checks", "Files of further checks, below the folder of this one.", kinds=("array",), most=10,
        entries=Annotated[str, Field(longest=200)], examples=("[house-checks.yaml]",))] = ()
    provenance: Origin = Provenance("designer")
    notes: Annotated[LongText, Field("Notes", "Remarks for readers.")] = ""

    @cached_property
    def layout(self) -> Layout:
        """The boards as they lie."""
        return Layout(self.boards)

    @cached_property
    def side_by_id(self) -> dict[str, Side]:
        return {s.id: s for s in self.sides}

    @cached_property
    def set_by_id(self) -> dict[str, Goals]:
        return dict(self.sets)

    @cached_property
    def turned_on(self) -> SpecialRules:
        """What the special rules turn on, all together."""
        return merged(tuple(rule.sets for rule in self.ssr))

    def other(self, side: str) -> str:
        """The id of the other side."""
        return next((s.id for s in self.sides if s.id != side), "")

    def player_turns(self, side: str) -> int:
        """How many player turns a side has."""
        return self.turns.full + (self.turns.half and self.first.moves == side)
