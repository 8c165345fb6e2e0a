"""The ruleset: sides, unit types, terrain effects, combat tables and the like.

Immutable values; `ruleset_file` reads and writes them. What each field is and may hold is declared here (see
`fields`): files, schemas, the tables of the window and the list of keys follow from it. `cost` None means
prohibited terrain, `"other"` the cost of the terrain underneath (rule wording of several games). Combat
shifts count to the right of the table: 1 is one column better for the attacker.
"""

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any

from ..lazy_dataclass import dataclass
from . import ruleset_values as typed
from .costs import points
from .fields import Codec, Field, Typed
from .files.codec import WORDS, read_text, read_words
from .frozen_data import EMPTY, FrozenMap, thawed
from .look import NO_LOOK, Look
from .provenance import Origin, Provenance, ReplacementOrigin, RuleNumber
from .rules.arrivals import Arrivals, CallUp, Pool, Rebuilding, Release, Withdrawal
from .rules.combat import Combat, CombatTable
from .rules.counter import MOVEMENT, STRENGTH, CounterFace, CounterValue, Formation, MixLine, Steps
from .rules.grammar import ALL_UNITS, ALWAYS, AmountText, Modifiers, Units, When
from .rules.movement import Movement
from .rules.results import Advance, ResultCode, Retreat, UnitState
from .rules.sequence import PhaseKind, Sequence
from .rules.stacking import THREE_UNITS, Stacking
from .rules.supply import Supply
from .rules.victory import Advice, Asset, Control, GameEvent, Victory
from .rules.zones import Zones
from .unmatched import Unmatched
from .values import (
    Colour,
    Cost,
    Count,
    DocumentName,
    FeatureCost,
    FileName,
    Id,
    LongText,
    Name,
    Notes,
    Numbers,
    OwnId,
    Pattern,
    Points,
    Properties,
    Shift,
    Symbol,
    Text,
    Title,
    Traits,
    Turns,
    UnitSize,
    Version,
    Word,
    Words,
)

OWN = Provenance("designer")
"""Values without a source are the designer's own."""


@dataclass(frozen=True)
class Side:
    """One of the two opponents."""

    id: OwnId
    name: Name
    colour: Colour = "#444444"
    look: Annotated[Look, Field(
        "Look", "How the counters of the side look.", later=True, edited=False)] = NO_LOOK


@dataclass(frozen=True)
class CounterColours:
    """The look of a nationality's counters: ground, print, and the box of the unit symbol.

    With `camouflage` the ground is blotched in shades of `ground`.
    """

    ground: Annotated[Colour, Field("Ground", "The ground of the counter.", fact=True)]
    ink: Annotated[Colour, Field("Print", "The print.", fact=True)]
    symbol: Annotated[Colour, Field("Symbol box", "The box of the unit symbol.", fact=True)] = "#ffffff"
    camouflage: Annotated[bool, Field("Camouflage", "A blotched ground.", fact=True)] = False


@dataclass(frozen=True)
class Nationality:
    """A country that fields units, and its side."""

    id: OwnId
    name: Name
    adjective: Annotated[Word, Field("Adjective", "As in Coastal units.", fact=False)]
    side: Annotated[Id, Field("Side", "The id of its side.", refers_to="sides", fact=True)]
    colours: Annotated[CounterColours, Field(help="How its counters look.")]
    provenance: Origin = OWN
    look: Annotated[Look, Field(
        "Look", "How its counters look beyond colours.", after="colours", later=True,
        edited=False)] = NO_LOOK


@dataclass(frozen=True)
class UnitType:
    """A kind of unit.

    `symbol` is the name of one of the unit symbols of `drawing`; `movement` is the allowance unless the unit
    or its nationality has another; `traits` are words that the rules look for, such as `airborne`,
    `air-mobile`, `marine`, `artillery`, `air` (an air unit, not a ground unit).
    """

    id: OwnId
    name: Name
    symbol: Symbol
    movement: Annotated[Count, Field("Movement", "Movement allowance in movement points.")]
    traits: Annotated[Traits, Field(after="size")] = frozenset()
    size: Annotated[UnitSize, Field(help="The unit size drawn above the symbol.")] = "brigade"
    class_: Annotated[Id, Field(
        "Class", "Its class of movement; left out: the first.", key="class", later=True, edited=False)] = ""
    provenance: Origin = OWN
    look: Annotated[Look, Field(
        "Look", "How the counters of the type look.", after="class", later=True,
        edited=False)] = NO_LOOK

    @property
    def stands_in_boxes(self) -> bool:
        """Whether its units are never in a hex, but in boxes off the map: those in the air, and markers."""
        return bool(self.traits & {"air", "marker"})


@dataclass(frozen=True)
class TerrainKind:
    """What fills a hex. `playable` False: no unit may ever be there (sea, off the map)."""

    id: OwnId
    name: Name
    cost: Annotated[Cost, Field(help="Movement points to enter, or prohibited.")]
    shift: Shift = 0
    playable: Annotated[bool, Field(
        "Playable", "false where no unit may ever be: sea, off the map.", fact=True)] = True
    supply: Annotated[bool, Field(
        "Supply", "false where no supply path may lead, except along a road.", fact=True)] = True
    colour: Colour = "#dddddd"
    pattern: Pattern = ""
    properties: Properties = ()
    provenance: Origin = OWN


@dataclass(frozen=True)
class HexsideKind:
    """What lies on a hexside. `cost` is added; None prohibits crossing; `shift` is for attacks across.

    The trait `crossing` marks bridges and fords: they lie on another line, and their cost is the cost of
    crossing it there.
    """

    id: OwnId
    name: Name
    cost: Annotated[Cost, Field(help="Movement points added for crossing, or prohibited.")] = 0
    shift: Shift = 0
    colour: Colour = "#3070c0"
    pattern: Pattern = ""
    traits: Annotated[Traits, Field(
        help="Words that the rules look for; `crossing` marks bridges and fords, which lie on a river.",
        later=True)] = frozenset()
    properties: Properties = ()
    provenance: Origin = OWN


def side_cost(kinds: Collection[HexsideKind]) -> Fraction | None:
    """The cost that a hexside with these kinds on it adds, in points; None if it may not be crossed.

    The highest cost counts, and one prohibited kind prohibits crossing; but if there are crossings, only the
    cheapest of them counts.

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
    """A class of road. The kind of the greater `rank` takes precedence where two kinds meet."""

    id: OwnId
    name: Name
    cost: Annotated[Points, Field(help="Movement points per hex along the road.")]
    rank: Annotated[Count, Field("Rank", "The greater rank takes precedence where two kinds meet.")] = 0
    colour: Colour = "#a03020"
    width: Annotated[float, Field(
        "Width", "Width drawn, in hex sides.", above=0, maximum=1, examples=("0.12",),
        typed=Typed(typed.read_width, typed.show_number))] = 0.12
    traits: Traits = frozenset()
    properties: Properties = ()
    provenance: Origin = OWN


@dataclass(frozen=True)
class FeatureKind:
    """What a place can be: city, capital, port, industrial hex."""

    id: OwnId
    name: Name
    cost: Annotated[FeatureCost, Field(
        help="Movement points to enter, or prohibited; other: the cost of the terrain underneath.")] = "other"
    shift: Shift = 0
    symbol: Symbol = ""
    colour: Colour = "#555555"
    traits: Traits = frozenset()
    provenance: Origin = OWN


@dataclass(frozen=True)
class Replacements:
    """What a side receives in its replacement phase of a turn."""

    turn: Annotated[Turns, Field("Turn", "The game turn.")]
    side: Annotated[Id, Field("Side", "The id of the side.", refers_to="sides", fact=True)]
    steps: Annotated[Count, Field("Steps", "Replacement steps.")]
    assets: Annotated[Numbers, Field(
        "Assets", "What it receives besides.", examples=("{supply-blue: 2}",), later=True, fact=True)] = ()
    provenance: ReplacementOrigin = OWN


_CHOICES = Codec(
    lambda v: tuple((read_text(option), read_words(choices)) for option, choices in v.items()),
    lambda v: {option: list(choices) for option, choices in v})
_WORDS_AS_TEXT = Field(kinds=("array", "string", "number"), entries=Text, longest=145, most=100)


@dataclass(frozen=True)
class Condition:
    """Requirements on a scenario and its map; `in_play.InPlay` checks whether they are met. Every field that
    is given must hold, by one of its words; `options` are (option id, choices) pairs."""

    options: Annotated[tuple[tuple[str, tuple[str, ...]], ...], Field(
        help="Options, each with choices of which one must be made.", kinds=("object",), least=1,
        values=Annotated[tuple[str, ...], _WORDS_AS_TEXT, Field(
            help="A choice, or several.", examples=("[roll, stay]",))],
        examples=("{reserves: roll}",), codec=_CHOICES)] = ()
    nationalities: Annotated[Words, Field(help="A unit of one of these nationalities.")] = ()
    units: Annotated[tuple[str, ...], _WORDS_AS_TEXT, Field(
        help="One of these units, as nationality/name.", examples=("[blue/Guards]",))] = ()
    unit_types: Annotated[Words, Field(help="A unit of one of these types.")] = ()
    traits: Annotated[Words, Field(help="A unit whose type has one of these traits.")] = ()
    ground: Annotated[bool, Field(help=(
        "true: a ground unit to which `nationalities`, `unit_types` and `traits` apply together."))] = False
    movement: Annotated[int | None, Field(
        help="Such ground units, all with this movement allowance.", minimum=0, maximum=99)] = None
    events: Annotated[Words, Field(help="A unit that arrives with one of these events.")] = ()
    undated: Annotated[Words, Field(
        help="A unit that arrives with one of these events, and the schedule gives it no date.")] = ()
    entries: Annotated[Words, Field(help="A unit that may arrive by one of these entries.")] = ()
    assets: Annotated[Words, Field(help="A side that has one of these assets at the start.")] = ()
    terrain: Annotated[Words, Field(help="A hex in play with one of these kinds of terrain.")] = ()
    hexsides: Annotated[Words, Field(help="A hexside in play with one of these kinds.")] = ()
    roads: Annotated[Words, Field(help="A road of one of these kinds in play.")] = ()
    features: Annotated[Words, Field(help="A hex in play with one of these features.")] = ()
    places: Annotated[tuple[str, ...], _WORDS_AS_TEXT, Field(
        help="A place in play with one of these names.", examples=("[Moscow]",))] = ()


NO_CONDITION = Condition()
_Condition = Annotated[Condition, Field(
    "Condition", "What a scenario and its map must have. Every key given must hold; of the words of one key "
    "one is enough.", least=1, examples=("{nationalities: northland, options: {reserves: roll}}",),
    shared="condition", later=True)]
_When = Annotated[_Condition, Field(help="Printed only where this holds.")]
_Unless = Annotated[_Condition, Field(help="Not printed where this holds.")]


@dataclass(frozen=True)
class Phase:
    """A step of the sequence of play. `side` is empty for phases of both. Charts omit it unless `when` holds
    and `unless` does not."""

    id: OwnId
    name: Name
    side: Annotated[Id, Field(
        "Side", "The side whose phase it is; left out for phases of both.", refers_to="sides")] = ""
    rule: RuleNumber = ""
    when: _When = NO_CONDITION
    unless: _Unless = NO_CONDITION
    kind: Annotated[PhaseKind, Field(
        "Kind", "The kind of phase; left out: that of its id.", later=True)] = ""
    units: Annotated[Units, Field("Units", "Only these units act.", later=True)] = ALL_UNITS
    allowed: Annotated[When, Field("Allowed", "Only units in this situation act.", later=True)] = ALWAYS
    allowance: Annotated[AmountText, Field(
        "Allowance", "What becomes of the movement allowance.", later=True)] = ""
    modifiers: Annotated[Modifiers, Field(help="What changes numbers in it.", later=True)] = ()


@dataclass(frozen=True)
class Option:
    """A rule that a scenario may switch; the first choice is the default. Sheets omit it unless `when` holds
    and `unless` does not.

    An option is `added` if games had been recorded before the ruleset had it: at its first choice it does not
    count in their fingerprints.
    """

    id: OwnId
    name: Name
    choices: Annotated[tuple[Annotated[Text, Field(longest=120)], ...], Field(
        "Choices", "The choices; the first is the default.", least=1, codec=WORDS)]
    rule: RuleNumber = ""
    text: Annotated[LongText, Field("Text", "What it decides.")] = ""
    added: Annotated[bool, Field(
        "Added", "True for an option that the ruleset got after games had been recorded with it: at its "
        "first choice it does not count in a game's fingerprint.", later=True)] = False
    when: _When = NO_CONDITION
    unless: _Unless = NO_CONDITION
    titles: Annotated[tuple[tuple[str, str], ...], Field(
        "Titles", "What the choices are called for people; a choice without a title by its own word.",
        kinds=("object",), values=Annotated[Text, Field(longest=120)], later=True, codec=Codec(
            lambda v: tuple((str(choice), str(title)) for choice, title in v.items()), dict),
        examples=("{dice: by dice at the end of each turn}",))] = ()
    changes: Annotated[FrozenMap, Field(
        "Changes", "For choices, what is different in the ruleset: the keys of a ruleset that extends this "
        "one.", kinds=("object",), values=Annotated[Mapping[str, Any], Field(kinds=("object",))], later=True,
        codec=Codec(FrozenMap.of, thawed), examples=("{with: {stacking: {limit: 2}}}",))] = EMPTY

    def title_of(self, choice: str) -> str:
        """What a choice is called for people."""
        return dict(self.titles).get(choice) or choice.replace("-", " ").replace("_", " ")

    @property
    def titled(self) -> dict[str, str]:
        """Each choice with what it is called."""
        return {choice: self.title_of(choice) for choice in self.choices}


@dataclass(frozen=True)
class SpecialRule:
    """A rule easily forgotten, in our own words, for set-up sheets of the scenarios in which `when` holds and
    `unless` does not."""

    rule: RuleNumber
    text: Annotated[LongText, Field("Text", "A reminder in our own words.")]
    when: _When = NO_CONDITION
    unless: _Unless = NO_CONDITION


@dataclass(frozen=True)
class AidLine:
    """A rule in the designer's words, for the charts of scenarios in which `when` holds and `unless` does
    not. Lines of the same title stand in one box."""

    id: OwnId
    title: Annotated[Text, Field("Title", "The heading of the box.", longest=120)]
    text: Annotated[LongText, Field("Text", "The rule in our own words.")]
    rule: RuleNumber = ""
    when: _When = NO_CONDITION
    unless: _Unless = NO_CONDITION


@dataclass(frozen=True)
class Ruleset:
    """The data of a game system, with its variant already applied; `extends` remembers what a variant is
    based on. `system` names the rules module that plays it, or is ""."""

    name: FileName
    title: Title
    system: Annotated[Id, Field(
        "System", "The rules module that plays the game; left out if there is none.", required=False,
        edited=False)]
    version: Annotated[Version, Field(always=True)] = "1"
    extends: Annotated[DocumentName, Field(
        "Base ruleset", "The ruleset this one is a variant of: a bundled name, or the path of a file below "
        "the folder of this one.", examples=("blank",), after="name", edited=False, apart=True,
        later=True)] = ""
    notes: Notes = ""
    turns: Annotated[Turns, Field(
        help="The number of game turns, unless a scenario says otherwise.", always=True)] = 10
    turn_length: Annotated[Word, Field(
        "Length of a turn", "The time that a turn represents.", kinds=("string", "number"),
        examples=("1 week",))] = ""
    stacking_limit: Annotated[Count, Field(
        "Stacking limit", "How many ground units may stand in a hex.", minimum=1, always=True)] = 3
    set_up_order: Annotated[tuple[Id, ...], Field(
        "Order of set-up", "The ids of the sides in the order in which they set up; left out: as they are "
        "listed.", examples=("[blue, red]",), later=True)] = ()
    values: Annotated[tuple[CounterValue, ...], Field(
        "Values", "The numbers on the counters, in their order.", least=1, most=8, later=True,
        edited=False)] = (STRENGTH, MOVEMENT)
    steps: Annotated[Steps, Field("Steps", "The steps of units.", later=True)] = Steps()
    counter: Annotated[CounterFace, Field("Counter", "The face of the counters.", later=True)] = CounterFace()
    sides: Annotated[tuple[Side, ...], Field(
        "Sides", "The opponents.", least=1, required=True, one="side")] = ()
    nationalities: Annotated[tuple[Nationality, ...], Field(
        "Nationalities", "The countries that field units.", required=True, one="nationality")] = ()
    unit_types: Annotated[tuple[UnitType, ...], Field(
        "Unit types", "The kinds of unit.", required=True, one="unit type")] = ()
    terrain: Annotated[tuple[TerrainKind, ...], Field(
        "Terrain", "What fills a hex: the terrain effects chart.", least=1, required=True,
        one="terrain")] = ()
    hexsides: Annotated[tuple[HexsideKind, ...], Field(
        "Hexsides", "What lies on a hexside: rivers and the like.", one="hexside kind")] = ()
    roads: Annotated[tuple[RoadKind, ...], Field("Roads", "The classes of road.", one="road kind")] = ()
    features: Annotated[tuple[FeatureKind, ...], Field(
        "Features", "What a place can be: city, capital, port ...", one="feature")] = ()
    tables: Annotated[tuple[CombatTable, ...], Field(
        "Combat tables", "Combat results tables.", one="combat table")] = ()
    results: Annotated[tuple[ResultCode, ...], Field(
        "Results", "The meaning of the combat results.", one="combat result")] = ()
    formations: Annotated[tuple[Formation, ...], Field(
        "Formations", "Corps and armies.", later=True, one="formation")] = ()
    boxes: Annotated[Words, Field(
        "Boxes", "Off-map boxes in which units may be set up, besides those that every game has.", later=True,
        examples=("[reserve, workshop]",))] = ()
    counter_mix: Annotated[tuple[MixLine, ...], Field(
        "Counter mix", "How many counters of each kind the game has, to check scenarios against.",
        one="line of the counter mix", later=True)] = ()
    sequence: Annotated[Sequence, Field("Sequence", "The sequence of play.", later=True)] = Sequence()
    movement: Annotated[Movement, Field("Movement", "How units move.", later=True)] = Movement()
    zones: Annotated[Zones, Field("Zones", "Zones of control.", later=True)] = Zones()
    stacking: Annotated[Stacking, Field("Stacking", "The limits of a stack.", later=True)] = Stacking()
    combat: Annotated[Combat, Field("Combat", "How units fight.", later=True)] = Combat()
    retreat: Annotated[Retreat, Field("Retreat", "How units retreat.", later=True)] = Retreat()
    advance: Annotated[Advance, Field("Advance", "How attackers advance.", later=True)] = Advance()
    states: Annotated[tuple[UnitState, ...], Field(
        "States", "States of units.", later=True)] = ()
    supply: Annotated[Supply, Field("Supply", "Supply.", later=True)] = Supply()
    arrivals: Annotated[Arrivals, Field("Arrivals", "How arriving units enter.", later=True)] = Arrivals()
    pools: Annotated[tuple[Pool, ...], Field(
        "Pools", "Units of which so many enter each turn.", later=True)] = ()
    withdrawals: Annotated[tuple[Withdrawal, ...], Field(
        "Withdrawals", "Units that must leave.", later=True)] = ()
    releases: Annotated[tuple[Release, ...], Field(
        "Releases", "Units that may not move before.", later=True)] = ()
    call_ups: Annotated[tuple[CallUp, ...], Field(
        "Call-ups", "Units called up by a roll.", later=True)] = ()
    rebuilding: Annotated[Rebuilding, Field(
        "Rebuilding", "What replacement steps are used for.", later=True)] = Rebuilding()
    control: Annotated[Control, Field("Control", "Who controls hexes.", later=True)] = Control()
    assets: Annotated[tuple[Asset, ...], Field(
        "Assets", "What the sides have off the map and spend.", later=True)] = ()
    events: Annotated[tuple[GameEvent, ...], Field(
        "Events", "What happens in which situation.", later=True)] = ()
    victory: Annotated[Victory, Field("Victory", "Who wins.", later=True)] = Victory()
    advice: Annotated[Advice, Field(
        "Advice", "Advice to automatic players.", later=True)] = Advice()
    replacements: Annotated[tuple[Replacements, ...], Field(
        "Replacements", "The replacement chart.", one="line of replacements", keyed=("turn", "side"))] = ()
    phases: Annotated[tuple[Phase, ...], Field("Phases", "The sequence of play.")] = ()
    options: Annotated[tuple[Option, ...], Field("Options", "Rules a scenario may switch.")] = ()
    special_rules: Annotated[tuple[SpecialRule, ...], Field(
        "Special rules", "Reminders for set-up sheets.")] = ()
    player_aid: Annotated[tuple[AidLine, ...], Field(
        "Player aid", "The rules in the designer's words, for the charts; left out: sentences made from the "
        "data.", later=True)] = ()
    style: Annotated[FrozenMap, Field(
        "Style", "How maps and counters of this game look, laid over the chosen style: the keys of a "
        "style file except those of its head.", elsewhere="style", later=True,
        codec=Codec(FrozenMap.of, thawed))] = EMPTY
    """What the ruleset says about the look of maps and counters: the keys of a style file."""
    unmatched: tuple[Unmatched, ...] = ()
    """What the file of a variant says about things that its base does not have."""
    with_timetable: bool = field(default=False, compare=False, repr=False)
    """Whether it is a ruleset in force, to which a scenario has added its timetable."""

    @cached_property
    def stack_limits(self) -> Stacking:
        """The limits of a stack in a game: the block, or without one the `stacking_limit`."""
        if self.stacking == THREE_UNITS:
            return replace(self.stacking, limit=str(self.stacking_limit))
        return self.stacking

    @cached_property
    def side_by_id(self) -> dict[str, Side]:
        """The sides by id."""
        return {s.id: s for s in self.sides}

    @cached_property
    def nationality_by_id(self) -> dict[str, Nationality]:
        """The nationalities by id."""
        return {n.id: n for n in self.nationalities}

    @cached_property
    def unit_type_by_id(self) -> dict[str, UnitType]:
        """The unit types by id."""
        return {t.id: t for t in self.unit_types}

    @cached_property
    def terrain_by_id(self) -> dict[str, TerrainKind]:
        """The kinds of terrain by id."""
        return {t.id: t for t in self.terrain}

    @cached_property
    def hexside_by_id(self) -> dict[str, HexsideKind]:
        """The kinds of lines on hexsides by id."""
        return {h.id: h for h in self.hexsides}

    @cached_property
    def road_by_id(self) -> dict[str, RoadKind]:
        """The kinds of roads by id."""
        return {r.id: r for r in self.roads}

    @cached_property
    def feature_by_id(self) -> dict[str, FeatureKind]:
        """The features by id."""
        return {f.id: f for f in self.features}

    @cached_property
    def value_place(self) -> dict[str, int]:
        """The place of each value on the counters, by id."""
        return {v.id: i for i, v in enumerate(self.values)}

    @cached_property
    def formation_by_id(self) -> dict[str, Formation]:
        """The formations by id."""
        return {f.id: f for f in self.formations}

    @cached_property
    def table_by_id(self) -> dict[str, CombatTable]:
        """The combat tables by id."""
        return {t.id: t for t in self.tables}
