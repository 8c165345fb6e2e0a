"""The scenario: units with their set-up, reinforcements, entries, options. Immutable.

What each field is and may hold is declared here; see `fields`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Literal

from ..hexgrid import Hex, HexGrid
from ..lazy_dataclass import dataclass
from .fields import Codec, Field, declared
from .files.codec import read_hexes, record_of
from .folded import Folding
from .gamemap import GameMap
from .look import NO_LOOK, Look
from .prototypes import Prototype, is_left_out, whole_prototypes
from .provenance import NOTE_LENGTH, Origin, Provenance, RuleNumber, UnitOrigin
from .rules.grammar import DiceText, When
from .rules.victory import VICTORY, Victory
from .schedule import ScheduledEvent, UnitRelease, UnitWithdrawal
from .start import Start
from .unit_values import Row, UnitValues, source_name
from .unmatched import Unmatched
from .values import (
    Count,
    DocumentName,
    FileName,
    HexNumber,
    Id,
    Line,
    LongText,
    Name,
    Notes,
    Numbers,
    OwnId,
    Text,
    Title,
    Turns,
    UnitSize,
    Version,
    Word,
    Words,
)
from .where import HexSet, Where

Box = tuple[int, int, int, int]
"""Left column, top row, right column and bottom row of a part of a map."""


def play_box(grid: HexGrid, play_area: Sequence[str]) -> Box | None:
    """The part in play between two corner hexes; None for the whole map, and if a number is wrong."""
    corners = [h for t in play_area if (h := grid.parse(t)) is not None]
    if len(corners) != 2:
        return None
    cols, rows = sorted(h.col for h in corners), sorted(h.row for h in corners)
    return cols[0], rows[0], cols[1], rows[1]


@dataclass(frozen=True)
class SetUpLimit:
    """How many units of a set-up group may be set up in some hexes together. With `shared` those of a group
    that stands `alone` may stand with each other there."""

    at_most: Annotated[Count, Field("At most", "How many units of the group may be set up there.")]
    where: HexSet
    shared: Annotated[bool, Field(
        "Shared", "true: there they may share a hex with others of their nationality, though the group "
        "stands `alone` elsewhere.", later=True)] = False


@dataclass(frozen=True)
class SetUpGroup:
    """Units that are set up under the same conditions: they name the group, and it says where they may be set
    up. With `alone` none of them shares its hex with another unit of its nationality, unless a limit says
    that hexes are `shared`; with `together` all of them stand in one hex. A group without a name is called by
    its id."""

    id: OwnId
    name: Annotated[Name, Field(required=False)] = ""
    rule: RuleNumber = ""
    where: HexSet = Where()
    alone: Annotated[bool, Field(
        "Alone", "true: none of them in one hex with another unit of its nationality.")] = False
    together: Annotated[bool, Field("Together", "true: all of them in the same hex.")] = False
    limits: Annotated[tuple[SetUpLimit, ...], Field(
        "Limits", "How many of them may be set up in some of the hexes.",
        examples=("[{at_most: 2, where: {features: [city]}}]",), most=20)] = ()

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.id)

    @property
    def wheres(self) -> tuple[Where, ...]:
        """All sets of hexes that it names: its own, and those of its limits."""
        return self.where, *(limit.where for limit in self.limits)

    def shared_hexes(self, map: GameMap) -> frozenset[Hex]:
        """The hexes in which its units need not stand alone."""
        return frozenset(h for limit in self.limits if limit.shared for h in limit.where.resolve(map))

    def with_wheres(self, change: Callable[[Where], Where]) -> "SetUpGroup":
        """The group with all its sets of hexes changed."""
        limits = tuple(replace(limit, where=change(limit.where)) for limit in self.limits)
        return replace(self, where=change(self.where), limits=limits)


@dataclass(frozen=True)
class Setup:
    """Where a unit may be set up. `box` names an off-map box instead of hexes; with `alone` the unit may not
    be set up with another of its nationality (free set-up). Of a unit in a set-up group, `where` and `alone`
    are those of the group. `marks` say what it has done or suffered before the scenario begins, in words that
    the game knows."""

    where: Annotated[Where, Field(within="")] = Where()
    box: Annotated[Word, Field(
        "Box", "The off-map box the unit waits in.", kinds=("string", "integer"))] = ""
    alone: Annotated[bool, Field(
        "Alone", "true: not in one hex with another unit of its nationality.")] = False
    marks: Annotated[Words, Field(
        "Marks", "What the unit has done or suffered before the scenario begins.", unique=True,
        examples=("[out-of-supply, moved]",), later=True)] = ()
    lost: Annotated[Count, Field(
        "Steps lost", "How many steps it has lost, if more than one; with one it is `reduced`.",
        later=True)] = 0
    turns_out: Annotated[Count, Field(
        "Turns out", "For how many turns it has been out of supply, if more than one.", later=True)] = 0
    group: Annotated[Id, Field(
        "Group", "The set-up group that says where it may be set up, instead of hexes and `alone`.",
        required=False, later=True)] = ""

    @cached_property
    def has_choice(self) -> bool:
        """Whether the unit may be set up in more than one hex."""
        return not self.box and not self.where.single_hex and self.where != Where()

    @property
    def is_permission(self) -> bool:
        """Whether it says where the unit may be set up, whichever hex that is in the end: a choice of hexes,
        or a set-up group, even of one hex. Anything else is a place: one hex, or a box."""
        return self.has_choice or bool(self.group)


def _read_setup(value: Any) -> Setup:
    """A set-up: hex numbers, or a mapping of a group, a set of hexes, a box, `alone`."""
    if not isinstance(value, dict):
        return Setup(Where(hexes=read_hexes(value)))
    return record_of(Setup).read(value)


def _write_setup(setup: Setup) -> Any:
    """A hex number for a set of one hex, else a mapping; a group says where its units are set up."""
    if setup.group:
        setup = replace(setup, where=Where(), alone=False)
    single = setup.where.single_hex
    if single and setup == Setup(Where(hexes=(single,))):
        return single
    return record_of(Setup).write(setup)


OFF_MAP = "off-map"
"""The entry of reinforcements without a hex: air units among the available ones."""


@dataclass(frozen=True)
class Reinforcement:
    """When and where a unit arrives: on a turn, or when an event happens (`us-entry`).

    `entry` is where it is listed to arrive; its owner may choose one of `also` instead (10.1). The entry
    `off-map` puts an air unit among its side's available ones."""

    entry: Annotated[Id, Field(
        "Entry", "The id of an entry; one only, others stand in `also`.", after="event",
        required=False)] = ""
    turn: Annotated[Turns, Field("Turn", "The game turn.")] = 0
    event: Annotated[Id, Field("Event", "The event that brings it, instead of a turn.")] = ""
    also: Annotated[Words, Field(
        "Also", "Other entries its owner may choose instead.", examples=("[ports]",))] = ()
    pool: Annotated[Id, Field(
        "Pool", "The pool of the ruleset in which it waits, instead of turn, event and entry.",
        refers_to="pools", later=True)] = ""
    roll: Annotated[DiceText, Field(
        help="From its turn or event on, dice are rolled as each player turn of its side begins, until they "
        "bring it.", later=True)] = ""
    at_least: Annotated[int | None, Field(
        "At least", "The least roll that brings it.", minimum=1, maximum=999, later=True)] = None
    at_most: Annotated[int | None, Field(
        "At most", "The greatest roll that brings it.", minimum=1, maximum=999, later=True)] = None

    @property
    def brought_by(self) -> str:
        """The id of the pool or event that brings it; "" if a turn does."""
        return self.pool or self.event


@dataclass(frozen=True)
class Unit:
    """A counter.

    `key` is `nationality/name` and unique. `values` are the numbers on the counter, a row for each
    step; `counter_values` says what they are. A unit has a set-up, or a reinforcement, or neither (then it
    waits off the map, for example to be bought). Of a set-up with a choice of hexes `position` is the one in
    which the unit stands; "" while its owner still chooses. A unit with a prototype has all values of that
    which it does not say itself; `like` is the prototype as it was when the unit took them.
    """

    name: Annotated[Text, Field("Name", "The designation on the counter.", longest=80)]
    nationality: Annotated[Id, Field(
        "Nationality", "A nationality of the ruleset.", refers_to="nationalities", fact=True,
        value="type")]
    type: Annotated[Id, Field(
        "Type", "A unit type of the ruleset; left out: that of its prototype.", refers_to="unit_types",
        fact=True, value="type", required=False)]
    values: UnitValues = ()
    steps: Annotated[int | None, Field(
        "Steps", "How many steps it has, if not as many as its `values` say, or else the ruleset's `steps`.",
        minimum=1, maximum=12, fact=True, later=True, value="reduced_strength")] = None
    size: Annotated[UnitSize, Field(
        help="The unit size, if it differs from that of the type.", value="type")] = ""
    formation: Annotated[Id, Field(
        "Formation", "A formation of the ruleset.", refers_to="formations", later=True,
        required=False)] = ""
    short: Annotated[Text, Field(
        "Short name", "What stands above the symbol on its counter; left out: the name, or its numbers and "
        "initials.", longest=12, later=True, examples=("KG Lehr",))] = ""
    reduced: Annotated[bool, Field(
        "Starts reduced", "true: starts with its reduced side up.", value="setup")] = False
    setup: Annotated[Setup | None, Field(
        "Set-up", "Where the unit starts: a hex number, or a set of hexes, or an off-map box.",
        kinds=("string", "integer", "object"), longest=80, examples=('"1620"', "{countries: [northland]}"),
        shared="setup", value="setup", codec=Codec(_read_setup, _write_setup))] = None
    position: Annotated[HexNumber, Field(
        "Position", "Of the hexes where it may be set up, the one in which it stands; left out: its owner "
        "chooses.", later=True, required=False)] = ""
    reinforcement: Annotated[Reinforcement | None, Field(
        "Reinforcement", "When and where the unit arrives.",
        examples=("{turn: 2, entry: east-edge}",), shared="reinforcement", value="reinforcement")] = None
    prototype: Annotated[Id, Field(
        "Prototype", "The prototype of the scenario that says what the unit does not say itself.",
        after="type", required=False, later=True)] = ""
    withdrawal: Annotated[UnitWithdrawal | None, Field(
        "Withdrawal", "When the unit leaves the map.", examples=("{turn: 4}",), later=True,
        value="reinforcement")] = None
    release: Annotated[UnitRelease | None, Field(
        "Release", "From when on the unit may move.", examples=("{turn: 3, enemy_within: 2}",),
        later=True, value="reinforcement")] = None
    provenance: UnitOrigin = Provenance("designer")
    notes: Notes = ""
    look: Annotated[Look, Field(
        "Look", "How its counter looks where it differs from others of its kind.", after="short",
        later=True)] = NO_LOOK
    like: Prototype | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.like is None:
            return
        if not self.prototype:
            object.__setattr__(self, "like", None)
            return
        # What a unit does not say, its prototype says.
        for name in self.like.says:
            if is_left_out(getattr(self, name)):
                object.__setattr__(self, name, getattr(self.like, name))

    @property
    def overrides(self) -> tuple[str, ...]:
        """The names of the fields in which it differs from what its prototype says."""
        like = self.like
        return () if like is None else tuple(n for n in like.says if getattr(self, n) != getattr(like, n))

    def following(self, prototype: Prototype) -> "Unit":
        """The unit with what a prototype says now, except for what the unit says itself: that in which it
        differs from its prototype as it was. New facts are the designer's."""
        if self.like is None:
            return replace(self, prototype=prototype.id, like=prototype)
        values: dict[str, Any] = {
            n: getattr(prototype, n) for n in self.like.says
            if getattr(self, n) == getattr(self.like, n) and not (n == "type" and not prototype.type)}
        return by_designer(self, replace(self, prototype=prototype.id, like=prototype, **values))

    def as_prototype(self, names: Iterable[str] | None = None) -> "Unit":
        """The unit with these fields, by default all, as its prototype says; itself without one."""
        like = self.like
        if like is None:
            return self
        wanted = self.overrides if names is None else [n for n in names if n in self.overrides]
        return by_designer(self, replace(self, **{n: getattr(like, n) for n in wanted})) if wanted else self

    @property
    def key(self) -> str:
        """`nationality/name`, which is unique."""
        return f"{self.nationality}/{self.name}"

    @property
    def hex(self) -> str:
        """The number of the hex in which it is set up; "" if it arrives later or its owner still chooses."""
        return self.position or self.setup.where.single_hex if self.setup else ""

    def start_hexes(self, map: GameMap) -> tuple[Hex, ...]:
        """The hexes in which it may begin, in map order: the one in which it stands, or all of those where it
        may be set up; none in a box or as a reinforcement."""
        if self.setup is None or self.setup.box:
            return ()
        if not self.position:
            return self.setup.where.resolve(map)
        hex = map.grid.parse(self.position)
        return () if hex is None else (hex,)

    def placed(self, number: str) -> "Unit":
        """The unit in a hex, and no longer a reinforcement. Where it may be set up stays if that is a choice
        of hexes or a group; any other unit is set up in that hex."""
        if self.setup is not None and self.setup.is_permission:
            return replace(self, position=number)
        setup = replace(self.setup or Setup(), where=Where(hexes=(number,)), box="")
        return replace(self, setup=setup, position="", reinforcement=None)

    def counted(self) -> dict[str, Any]:
        """The values as marks of content count them, by name: where a strength, a reduced strength and a
        movement allowance say all, as those, so that the marks of older files stay the same."""
        # Rows beyond the steps that a unit has are never used.
        rows = self.values[: self.steps]
        full: Row = rows[0] if rows else ()
        last: Row = rows[-1] if rows else ()
        plain = max(len(full), len(last)) <= 2 and len(rows) <= 2 and full[1:] == last[1:]
        if plain and not _value(full, 0) and len(rows) < 2 and self.steps is None:
            plain, strength, reduced = _value(full, 0) is None, 0, 0
        elif plain and len(rows) == 2 and self.steps is None:
            plain, strength, reduced = bool(_value(last, 0)), _value(full, 0) or 0, _value(last, 0) or 0
            plain = plain and _value(full, 0) is not None
        elif plain and len(rows) == 1 and self.steps == 1:
            plain, strength, reduced = bool(_value(full, 0)), _value(full, 0) or 0, 0
        else:
            plain = False
        if not plain:
            return {"values": [list(row) for row in rows]} | (
                {} if self.steps is None else {"steps": self.steps})
        return {"strength": strength, "reduced_strength": reduced, "movement": _value(full, 1)}


def _value(row: Row, place: int) -> int | None:
    return row[place] if place < len(row) else None


FACTS = tuple(one.name for one in declared(Unit) if one.field.fact)
"""The fields that say what a unit is, apart from its name: whoever changes them says where the unit comes
from."""
VALUE_OF = {one.name: one.field.value for one in declared(Unit) if one.field.value is not None}
"""The value of `provenance.UNIT_VALUES` that each field of a unit is or belongs to."""
PLACES = tuple(name for name in VALUE_OF if name not in FACTS)
"""The fields that say when and where a unit appears."""


def changed_values(before: Unit, after: Unit, fields: Iterable[str] = VALUE_OF) -> tuple[str, ...]:
    """The values (`provenance.UNIT_VALUES`) in which two units differ; by default any of them."""
    found: dict[str, None] = {}
    for name in fields:
        if getattr(before, name) != getattr(after, name):
            found |= dict.fromkeys(
                _changed_numbers(before, after) if name in ("values", "steps") else (VALUE_OF[name],))
    return tuple(found)


def _changed_numbers(before: Unit, after: Unit) -> Iterable[str]:
    """The names of the values on the counter in which two units differ.

    Files of units do not say how the ruleset calls its values: units with more than two, or with a source
    for `values`, are those of rulesets that have others than strength and movement.
    """
    width = max((len(row) for row in (*before.values, *after.values)), default=0)
    usual = width <= 2 and not {name for name, _ in before.provenance.values} & {"values", "reduced"}
    for place, value in enumerate(("strength", "movement")[:width] if usual else ("",) * width):
        old, new = _column(before, place), _column(after, place)
        if old[0] != new[0]:
            yield source_name(value)
        if old[1] != new[1]:
            yield source_name(value, reduced=True)


def _column(unit: Unit, place: int) -> tuple[int | None, tuple[int, ...]]:
    """One of the values at full strength, and those after step losses."""
    column = [_value(row, place) for row in unit.values] or [None]
    later = column[1:] or ([] if unit.steps == 1 else column)
    return column[0], tuple(v for v in later if v is not None)


def by_designer(before: Unit, after: Unit) -> Unit:
    """A changed unit, its changed values marked as the designer's; the others keep their sources."""
    values = changed_values(before, after)
    if not values:
        return after
    return replace(after, provenance=after.provenance.with_values(values, Provenance("designer")))


@dataclass(frozen=True)
class Entry:
    """A way onto the map. `pays` False: the entry hex costs nothing (10.0); `stops`: the unit
    ends its move in the entry hex; `else_`: the entries that stand in while a unit can enter nowhere by
    this one. An entry without a name is called by its id."""

    id: OwnId
    name: Annotated[Name, Field(required=False)] = ""
    where: HexSet = Where()
    pays: Annotated[bool, Field("Pays", "Whether the entry hex costs movement points.")] = False
    stops: Annotated[bool, Field("Stops", "Whether the unit must stop in the entry hex.")] = False
    rule: Annotated[RuleNumber, Field(after="name")] = ""
    else_: Annotated[Words, Field(
        "Else", "The entries for a unit that can enter nowhere by this one: the first by which it can.",
        key="else", after="stops", examples=("[east-road]",), later=True)] = ()
    needs: Annotated[When | None, Field(
        "Needs", "It is open only in this situation, judged for the unit and the hex in which it enters.",
        examples=("{happened: relief}",), later=True)] = None
    delay: Annotated[Count, Field(
        "Delay", "How many turns later a unit comes that could enter nowhere; 0: the next turn.",
        later=True)] = 0

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.id)


@dataclass(frozen=True)
class AssetStart:
    """How much of an asset of the ruleset a side has at the start. Of an asset with boxes, `boxes` says how
    many lie in which; the others lie in the first."""

    id: Annotated[Id, Field("Asset", "The id of the asset.")]
    number: Annotated[Count, Field("Number", "How many at the start.")]
    boxes: Annotated[Numbers, Field(
        "Boxes", "How many of them lie in which box; the others lie in the first.",
        examples=("{table: 2, spent: 1}",), later=True)] = ()


@dataclass(frozen=True)
class ReplacementOverride:
    """A scenario's own line of the replacement chart, in place of the ruleset's whole line: what it leaves
    out is not received."""

    turn: Annotated[Turns, Field("Turn", "The game turn.")]
    side: Annotated[Id, Field("Side", "The id of the side.", refers_to="sides")]
    steps: Annotated[Count, Field("Steps", "Replacement steps.")]
    assets: Annotated[Numbers, Field(
        "Assets", "What it receives besides.", examples=("{supply-blue: 2}",), later=True)] = ()


@dataclass(frozen=True)
class JudgedProblem:
    """How problems of a kind count in this scenario, if not as the program judges them: all of them, or those
    of one unit or hex. Errors stay errors, since a scenario that has them cannot be played as it is meant."""

    code: Annotated[Word, Field(
        "Kind", "The kind of problem, as `validate --json` names it.", pattern=r"^[a-z0-9][a-z0-9-]*$",
        examples=("out-of-supply",))]
    severity: Annotated[Literal["error", "warning", "note", "silent"], Field(
        "Counts as", "How it counts; silent: it is not told at all.")]
    reason: Annotated[LongText, Field("Reason", "Why, for whoever reads the file.")]
    unit: Annotated[Line, Field("Unit", "Only for this unit, as nationality/name.")] = ""
    hex: Annotated[HexNumber, Field("Hex", "Only in this hex.", required=False)] = ""


def with_other_unit(problems: Iterable[JudgedProblem], key: str, new: str) -> tuple[JudgedProblem, ...]:
    """Judgements in which a unit has another key; for "" those of that unit are left out."""
    return tuple(p if p.unit != key else replace(p, unit=new) for p in problems if new or p.unit != key)


@dataclass(frozen=True)
class Scenario:
    """A scenario with its variant already applied; `extends` remembers what a variant is based on.

    `play_area` is empty or two hex numbers, opposite corners of the part of the map in play. `start` is the
    moment at which it begins; None: with the set-up before turn 1. `set_up_order` names the sides in the
    order in which they set up; empty: as in the ruleset; those of `hidden_set_up` do so unseen. `options`
    are (option id, choice) pairs; `victory`, if it says anything, takes the place of the ruleset's.
    """

    name: FileName
    title: Annotated[Title, Field(always=True)]
    ruleset: Annotated[DocumentName, Field(always=True)]
    map: Annotated[DocumentName, Field("Map", always=True)]
    version: Annotated[Version, Field(after="title", always=True)] = "1"
    extends: Annotated[DocumentName, Field(
        "Base scenario", "The scenario this one is a variant of: a bundled name, or the path of a file below "
        "the folder of this one.", examples=("historical",), after="name", apart=True)] = ""
    turns: Annotated[Turns, Field(
        help="The number of game turns; left out: as many as the ruleset says.", always=True,
        supplied=True)] = 10
    play_area: Annotated[tuple[HexNumber, ...], Field(
        "Part of the map in play", "Two hex numbers: opposite corners. Left out or [] for the whole map.",
        most=2, examples=('["1626", "2514"]',))] = ()
    provenance: Origin = Provenance()
    summary: Annotated[str, Field("Summary", "One line for lists.", longest=500)] = ""
    notes: Annotated[Notes, Field(help="Text for the set-up sheet.")] = ""
    set_up_order: Annotated[tuple[Id, ...], Field(
        "Order of set-up", "The ids of the sides in the order in which they set up, and of set-up groups "
        "that are set up apart from the rest of their side; left out: as in the ruleset.",
        examples=("[blue, red]",), later=True)] = ()
    hidden_set_up: Annotated[tuple[Id, ...], Field(
        "Hidden set-up", "The ids of the sides whose units, set up with a choice of hexes, are not shown to "
        "the other side until the set-up is over.", examples=("[blue]",), later=True)] = ()
    start: Annotated[Start | None, Field(
        "Start", "The moment at which the scenario begins, if that is not before turn 1. null in a "
        "variant: as if the base had none.", kinds=("object", "null"),
        examples=('{turn: 4, scored: ["1718"]}',), later=True)] = None
    victory: Annotated[Victory | None, Field(
        "Victory", "Who wins in this scenario; it takes the place of the ruleset's. Left out: as the ruleset "
        "says. null in a variant: as if the base had none.", kinds=("object", "null"),
        examples=("{conditions: [{winner: blue, when: {control: {hexes: {areas: [bay]}}, at_least: 2}}]}",),
        later=True)] = None
    problems: Annotated[tuple[JudgedProblem, ...], Field(
        "Problems", "How problems of this scenario count, if not as the program judges them.",
        later=True)] = ()
    options: Annotated[tuple[tuple[str, str], ...], Field(
        "Options", "Choices for the options of the ruleset.", kinds=("object",), values=Annotated[str, Field(
            kinds=("string", "number", "null"), longest=80)], examples=("{weather: fixed}",),
        apart=True)] = ()
    set_up_groups: Annotated[tuple[SetUpGroup, ...], Field(
        "Set-up groups", "Units that are set up under the same conditions; their `setup` names the group.",
        keyed=("id",), apart=True, later=True, one="set-up group")] = ()
    assets: Annotated[tuple[AssetStart, ...], Field(
        "Assets", "How much the sides have off the map, if it differs from the ruleset.", keyed=("id",),
        apart=True)] = ()
    replacements: Annotated[tuple[ReplacementOverride, ...], Field(
        "Replacements", "Lines of the replacement chart that differ from the ruleset's: each takes the place "
        "of the whole line of its turn and side, with all that is received.",
        keyed=("turn", "side"), apart=True)] = ()
    schedule: Annotated[tuple[ScheduledEvent, ...], Field(
        "Schedule", "When events happen in this scenario, if not as the ruleset says, and events of its own.",
        keyed=("id",), apart=True, later=True)] = ()
    entries: Annotated[tuple[Entry, ...], Field(
        "Entries", "Ways onto the map.", keyed=("id",), apart=True)] = ()
    prototypes: Annotated[tuple[Prototype, ...], Field(
        "Prototypes", "What several units have in common; they name it as their `prototype`.",
        keyed=("id",), apart=True, later=True)] = ()
    units: Annotated[tuple[Unit, ...], Field(
        "Units", "The units; in a variant those added.", required=True, apart=True)] = ()
    special_rules: Annotated[tuple[Annotated[Text, Field(longest=NOTE_LENGTH)], ...], Field(
        "Special rules", "Texts for the set-up sheet.", apart=True)] = ()

    unmatched: tuple[Unmatched, ...] = ()
    """What the file of a variant says about things that its base does not have."""

    def __post_init__(self) -> None:
        # A unit in a group is set up where the group says, whatever was changed: the unit or the group. Where
        # the group is gone, what it said is the unit's own.
        if self.set_up_groups or any(u.setup is not None and u.setup.group for u in self.units):
            units = tuple(_as_its_group_says(u, self.group_by_id) for u in self.units)
            if any(new is not old for new, old in zip(units, self.units, strict=True)):
                object.__setattr__(self, "units", units)
        # A unit follows its prototype likewise.
        if any(u.prototype for u in self.units):
            known = self.prototype_by_id
            units = tuple(_as_its_prototype_says(u, known) if u.prototype else u for u in self.units)
            if any(new is not old for new, old in zip(units, self.units, strict=True)):
                object.__setattr__(self, "units", units)

    @cached_property
    def prototype_by_id(self) -> Mapping[str, Prototype]:
        """The prototypes by id, each with what it takes from others."""
        return MappingProxyType(dict(whole_prototypes(self.prototypes)))

    def units_like(self, prototype: str) -> tuple[Unit, ...]:
        """The units that name a prototype, in the order of the file."""
        return tuple(u for u in self.units if u.prototype == prototype)

    @cached_property
    def group_by_id(self) -> Mapping[str, SetUpGroup]:
        """The set-up groups by id."""
        return MappingProxyType({g.id: g for g in self.set_up_groups})

    def group_of(self, unit: Unit) -> SetUpGroup | None:
        """The set-up group that a unit names; None if there is none, or the unit is not set up in a hex."""
        return None if unit.setup is None or unit.setup.box or unit.reinforcement else (
            self.group_by_id.get(unit.setup.group))

    def as_its_group_says(self, unit: Unit) -> Unit:
        """The unit with the hexes and conditions of its set-up group; as it is without one."""
        return _as_its_group_says(unit, self.group_by_id)

    def stands_alone(self, unit: Unit, hex: Hex, map: GameMap) -> bool:
        """Whether a unit may not be set up in a hex with another of its nationality."""
        group = self.group_of(unit)
        return unit.setup is not None and unit.setup.alone and (
            group is None or hex not in group.shared_hexes(map))

    def members(self, group: str) -> tuple[Unit, ...]:
        """The units that are set up as a group says, in the order of the file."""
        return tuple(u for u in self.units if (one := self.group_of(u)) is not None and one.id == group)

    @cached_property
    def unit_by_key(self) -> Mapping[str, Unit]:
        """The units by key."""
        return MappingProxyType({u.key: u for u in self.units})

    @cached_property
    def shared_keys(self) -> frozenset[str]:
        """The keys that several units have by mistake."""
        times = Counter(u.key for u in self.units)
        return frozenset(key for key, number in times.items() if number > 1)

    @cached_property
    def shared_names(self) -> frozenset[str]:
        """The names that several units have, each of another nationality or by mistake."""
        times = Counter(u.name for u in self.units)
        return frozenset(name for name, number in times.items() if number > 1)

    def entry_called(self, entry: Entry) -> str:
        """The name of an entry, with its id where another has the same name."""
        same = sum(e.name == entry.name for e in self.entries) > 1
        return f"{entry.name} (`{entry.id}`)" if same else entry.name

    @cached_property
    def entry_by_id(self) -> Mapping[str, Entry]:
        """The entries by id."""
        return MappingProxyType({e.id: e for e in self.entries})

    def stand_ins(self, id: str) -> tuple[str, ...]:
        """The entries that stand in for an entry, in their order: those of its `else`, each followed by its
        own."""
        found: dict[str, None] = {}
        todo = [id]
        while todo:
            one = todo.pop()
            if one not in found:  # entries may stand in for each other
                found[one] = None
                todo += reversed(self.entry_by_id[one].else_ if one in self.entry_by_id else ())
        return tuple(found)[1:]

    @cached_property
    def scheduled(self) -> Mapping[str, ScheduledEvent]:
        """The lines of the schedule by the id of their event."""
        return MappingProxyType({e.id: e for e in self.schedule})

    @property
    def event_names(self) -> Mapping[str, str]:
        """The names that the schedule gives to events, by their ids."""
        return {line.id: line.name for line in self.schedule if line.name}

    @property
    def own_victory(self) -> Victory | None:
        """Who wins if this scenario says it; None if it leaves that to the ruleset, as with an empty
        `victory`."""
        return self.victory if self.victory != VICTORY else None

    @cached_property
    def option(self) -> Mapping[str, str]:
        """The chosen options: option id to choice."""
        return MappingProxyType(dict(self.options))


UNITS = Folding("units")
"""Folds the units of scenarios in a history."""
Scenario.units = UNITS  # type: ignore[assignment]


def _as_its_group_says(unit: Unit, groups: Mapping[str, SetUpGroup]) -> Unit:
    """The unit with the hexes and conditions of its set-up group; as it is without one. A unit whose group is
    gone keeps them as its own; one that only names an unknown group names it still."""
    setup = unit.setup
    group = groups.get(setup.group) if setup is not None else None
    if setup is not None and setup.group and group is None and setup.where != Where():
        return replace(unit, setup=replace(setup, group=""))
    if setup is None or group is None or (setup.where, setup.alone) == (group.where, group.alone):
        return unit
    return replace(unit, setup=replace(setup, where=group.where, alone=group.alone))


def _as_its_prototype_says(unit: Unit, prototypes: Mapping[str, Prototype]) -> Unit:
    """The unit with what its prototype says now; where there is none, what the last one said is its own."""
    now = prototypes.get(unit.prototype)
    if now is unit.like:
        return unit
    if now is None:
        return replace(unit, like=None)
    if now == unit.like:
        return replace(unit, like=now)
    return unit.following(now)


MOST_HEXES = 1_000_000
"""That set-ups and entries of a scenario mean together: each list of them is worked out several times."""
_MOST_TIMES = 200
"""On a large map they may mean each of its hexes so often."""


def names_too_many_hexes(scenario: Scenario, map: GameMap) -> bool:
    """Whether set-ups and entries together mean more hexes than can be looked at."""
    found, most = 0, max(MOST_HEXES, _MOST_TIMES * len(map.grid))
    wheres = (*(u.setup.where for u in scenario.units if u.setup is not None),
              *(entry.where for entry in scenario.entries),
              *(limit.where for group in scenario.set_up_groups for limit in group.limits))
    for where in wheres:
        found += len(where.hexes)
        found += sum(len(map.area_by_id[area].hexes) for area in where.areas if area in map.area_by_id)
        found += sum(len(map.hexes_in(country)) for country in where.countries)
        if found > most:
            return True
    return False
