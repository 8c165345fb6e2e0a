"""Combat: who fights, odds, tables with their modifiers."""

from bisect import bisect_right
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, Literal

from ...lazy_dataclass import dataclass
from ..fields import Codec, Field
from ..files.codec import WORDS, read_text
from ..provenance import Origin, Provenance, RuleNumber
from ..values import Id, Name, OwnId, Text, Word, Words
from .grammar import ALWAYS, DiceText, Modifiers, UnitFilter, Units, When, dice_of
from .results import Becomes

OddsKind = Literal["", "ratio", "percent", "difference", "fire", "none"]


def heading_value(heading: str) -> Fraction | None:
    """The least odds of a column, from its heading: `3:1` is 3, `1:2` a half, `300-399%` 300, `-2` minus two.

    None for a heading without a number, and for the column of all lower odds (`under 1:1`, `<50%`).

    >>> [str(heading_value(t)) for t in ("3:1", "1:2", "300-399%", "450%+", "-2", "< 50%", "under 1:1")]
    ['3', '1/2', '300', '450', '-2', 'None', 'None']
    """
    text = heading.strip().lower()
    if text.startswith(("<", "under", "below", "less")) or text.endswith(("or less", "or lower", "-")):
        return None
    digits = _Scanner(text)
    first = digits.number(signed=True)
    if first is None:
        return None
    if digits.take(":"):
        second = digits.number()
        return first / second if second else None
    return first


class _Scanner:
    """Reads numbers from the beginning of a text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def take(self, mark: str) -> bool:
        """Pass over a mark, if it comes next."""
        if self._text.startswith(mark):
            self._text = self._text[len(mark):]
            return True
        return False

    def number(self, signed: bool = False) -> Fraction | None:
        """The number that comes next, or None."""
        sign = -1 if signed and self.take("-") else 1
        if signed:
            self.take("+")
        length = 0
        while length < len(self._text) and self._text[length] in "0123456789.":
            length += 1
        digits, self._text = self._text[:length], self._text[length:]
        try:
            return sign * Fraction(digits)
        except ValueError:
            return None


def _read_rows(value: Any) -> tuple[tuple[tuple[str, ...], ...], int]:
    """The rows, and the total of the first one; a list begins with 1."""
    if isinstance(value, list):
        return tuple(map(_row, value)), 1
    rows = {int(read_text(k)): row for k, row in value.items()}
    first, last = min(rows, default=1), max(rows, default=0)
    # A gap is a row without entries; checks report it.
    return tuple(_row(rows.get(n, [])) for n in range(first, last + 1)), first


def _row(value: Any) -> tuple[str, ...]:
    return tuple(map(read_text, value if isinstance(value, list) else [value]))


def _write_rows(value: tuple[tuple[tuple[str, ...], ...], int]) -> Any:
    rows, first = value
    if first == 1:
        return [list(row) for row in rows]
    return {first + n: list(row) for n, row in enumerate(rows)}


_Row = Annotated[tuple[Annotated[Text, Field(longest=120)], ...], Field(
    help="The results of one total of the dice, one per column.", kinds=("array", "string", "number"),
    entries=Annotated[Text, Field(longest=120)], examples=("[AE, AD, DR]",))]


@dataclass(frozen=True)
class CombatTable:
    """A table of results by odds and die.

    `rows[r][c]` is the result of a total of `first_row + r` in column c. A total below the first row or
    beyond the last counts as that row. The headings of the columns say from which odds they count, unless
    `thresholds` say it.
    """

    id: OwnId
    name: Name
    columns: Annotated[tuple[Annotated[Text, Field(longest=120)], ...], Field(
        "Columns", "The headings of the columns, from the worst odds to the best.", least=1, edited=False,
        codec=WORDS, required=False)] = ("Result",)
    thresholds: Annotated[tuple[int, ...], Field(
        "Thresholds", "The least odds of each column, the first 0, where the headings do not say them.",
        entries=Annotated[int, Field(minimum=0)], least=1, edited=False, examples=("[0, 50, 100]",),
        codec=Codec(tuple, list))] = ()
    rows: Annotated[tuple[tuple[str, ...], ...], Field(
        "Rows", "The results by the total of the dice, one per column: a list that begins with 1, or a "
        "mapping of totals.", kinds=("array", "object"), entries=_Row, values=_Row,
        names=Field(pattern="^-?[0-9]{1,3}$"), least=1, edited=False, joined=("first_row",), required=True,
        examples=("{1: [AE, AD], 2: [AD, DR]}",), codec=Codec(_read_rows, _write_rows))] = ()
    provenance: Origin = Provenance("designer")
    first_row: Annotated[int, Field(
        "First row", "The total of the first row.", key="", later=True, edited=False)] = 1
    odds: Annotated[OddsKind, Field(
        "Odds", "What the columns count: ratio (3:1), percent, difference, fire (attack points), none; left "
        "out: what the headings say.", after="name", later=True, edited=False)] = ""
    die: Annotated[DiceText, Field("Die", "The dice rolled.", after="odds", later=True, edited=False)] = "1d6"
    modifiers: Annotated[Modifiers, Field(
        help="What changes the die.", after="rows", later=True, edited=False)] = ()
    note: Annotated[str, Field(
        "Note", "What is printed under it.", fact=False, longest=2000, after="modifiers", later=True,
        edited=False)] = ""

    @cached_property
    def least_odds(self) -> tuple[Fraction | int | None, ...]:
        """The least odds of each column; None for a column of all lower odds."""
        if self.thresholds:
            return self.thresholds
        values = [heading_value(heading) for heading in self.columns]
        # Whole numbers are compared much faster than fractions.
        return tuple(int(v) if v is not None and v.denominator == 1 else v for v in values)

    @cached_property
    def counts(self) -> str:
        """What the columns count: ratio, percent, difference, fire or none."""
        if self.odds:
            return self.odds
        if len(self.columns) < 2:
            return "none"
        if self.thresholds or any("%" in heading for heading in self.columns):
            return "percent"
        return "ratio" if any(":" in heading for heading in self.columns) else "difference"

    @property
    def last_row(self) -> int:
        """The total of the last row."""
        return self.first_row + len(self.rows) - 1

    def result(self, total: int, column: int) -> str:
        """The result of a total of the dice; totals beyond the rows count as the first or the last."""
        row = min(max(total, self.first_row), self.last_row)
        return self.rows[row - self.first_row][column]

    def column(self, odds: Fraction | int) -> int:
        """The index of the column for these odds, before shifts; 0 if they are below all of them."""
        if self._rising is not None:
            return max(0, bisect_right(self._rising, odds) - 1)
        at = 0
        for i, least in enumerate(self.least_odds):
            if least is not None and odds >= least:
                at = i
        return at

    @cached_property
    def _rising(self) -> tuple[Fraction | int, ...] | None:
        """The least odds of the columns, if each has its own and they rise, as they usually do."""
        known = tuple(value for value in self.least_odds if value is not None)
        rises = all(one < other for one, other in pairwise(known))
        return known if rises and len(known) == len(self.columns) else None

    @property
    def totals(self) -> range:
        """The totals that the dice can show, without modifiers."""
        number, sides = dice_of(self.die)
        return range(number, number * sides + 1)


@dataclass(frozen=True)
class FightValues:
    """The counter values with which units fight."""

    attack: Annotated[Id, Field("Attack", "The id of the value.")] = "strength"
    defence: Annotated[Id, Field("Defence", "The id of the value.")] = "strength"


@dataclass(frozen=True)
class Below:
    """What odds below the table give, without a die: a result, or the refusal of the attack."""

    odds: Annotated[str, Field("Odds", "Odds below these ...", pattern="^[0-9]{1,3}:[0-9]{1,3}$",
                                     examples=('"1:2"',))]
    result: Annotated[Word, Field(
        "Result", "... give this result; refuse: the attack is refused.", kinds=("string", "number"))]
    judged: Annotated[Literal["before-shifts", "after-shifts"], Field("Judged")] = "before-shifts"
    rule: RuleNumber = ""


@dataclass(frozen=True)
class TableEnds:
    """What happens beyond the columns of the table."""

    below: Annotated[Below | None, Field("Below", "Odds below the table.")] = None


@dataclass(frozen=True)
class Join:
    """Units that may join an attack from further away."""

    units: Annotated[Units, Field("Units", "These units ...")]
    range: Annotated[int, Field("Range", "... at most so many hexes away.", minimum=1, maximum=50)] = 2
    never_more_than: Annotated[Literal["", "adjacent"], Field(
        "Never more than", "adjacent: they add no more than the units next to the hex together.")] = ""
    alone: Annotated[bool, Field("Alone", "true: they may attack without units next to the hex.")] = False
    adjacent: Annotated[bool, Field(
        "Adjacent", "true: next to the hex too they only join others, and add no more than these.")] = False
    rule: RuleNumber = ""


@dataclass(frozen=True)
class TableChoice:
    """A table for fights in a situation."""

    use: Annotated[Id, Field("Use", "The id of the table.", refers_to="tables")]
    when: Annotated[When, Field("When")] = ALWAYS
    choice: Annotated[Literal["", "attacker", "defender"], Field(
        "Choice", "The side that may choose it; left out: it is used.")] = ""


@dataclass(frozen=True)
class Support:
    """Support by points or counters: each is worth a shift."""

    asset: Annotated[Id, Field("Asset", "The id of the asset, of whichever side.")]
    shift: Annotated[int, Field("Shift", "Columns for each.", minimum=0, maximum=9)] = 1
    attacker: Annotated[int, Field("Attacker", "The most the attacker may use.", minimum=0, maximum=9)] = 1
    defender: Annotated[int, Field("Defender", "The most the defender may use.", minimum=0, maximum=9)] = 1
    rule: RuleNumber = ""


@dataclass(frozen=True)
class Combat:
    """How units fight.

    In this order: the value of each unit, modifiers of single units, the sum, modifiers of a side, rounding,
    odds, column, shifts, limit, die with its modifiers, result, what it becomes, effects.
    """

    values: Annotated[FightValues, Field("Values", "The counter values with which units fight.")] = (
        FightValues())
    odds: Annotated[OddsKind, Field("Odds", "What the tables count that do not say it.")] = ""
    halve: Annotated[Literal["sum", "each"], Field(
        "Halve", "sum: fractions are added and cut once; each: the value of each unit is cut.")] = "sum"
    round: Annotated[Literal["down", "up", "nearest"], Field("Round", "How fractions are cut.")] = "down"
    least: Annotated[int, Field("Least", "The least strength of a side.", minimum=0, maximum=9)] = 0
    halved_least: Annotated[bool, Field(
        "Halved least", "true: units of a side whose strength is lowered count at least the least strength "
        "together, beside the others; an amount that sets a strength does not lower it.")] = False
    limit: Annotated[Literal["odds", "result"], Field(
        "Limit", "odds: cut to the table, then shifted; result: shifted on the open scale, then cut.")] = (
            "odds")
    ends: Annotated[TableEnds, Field("Ends", "Odds beyond the table.")] = TableEnds()
    must: Annotated[Literal["never", "all-in-zones"], Field(
        "Must", "all-in-zones: every enemy in a zone of own units must be attacked.")] = "never"
    target: Annotated[Literal["hex", "hexes"], Field(
        "Target", "Whether one attack is on one hex or may be on several together.")] = "hex"
    who: Annotated[Units, Field("Who", "Who may attack.")] = UnitFilter()
    not_across: Annotated[Words, Field("Not across", "Hexsides across which nobody attacks.")] = ()
    join: Annotated[Join | None, Field("Join", "Units that join from further away.")] = None
    strengths: Annotated[Modifiers, Field("Strengths", "What changes strengths.")] = ()
    shifts: Annotated[Modifiers, Field(
        "Shifts", "Shifts besides those of terrain, features and hexsides.")] = ()
    side_shifts: Annotated[Literal["best", "all", "none"], Field(
        "Side shifts", "Shifts of hexsides: best for the defender of all attackers' hexes; only if all "
        "attack across such a hexside; or none.")] = "best"
    ground_shift: Annotated[Literal["best", "sum", "feature"], Field(
        "Ground shift", "Terrain and feature: the better of the two for the defender, both together, or the "
        "feature alone.")] = "best"
    most_shift: Annotated[int, Field("Most shift", "The most columns either way; 0: no limit.",
                                     minimum=0, maximum=20)] = 0
    group_takes: Annotated[Literal["best-for-defender", "greatest", "first"], Field(
        "Group takes", "Which modifier of a group applies.")] = "best-for-defender"
    table: Annotated[tuple[TableChoice, ...], Field(
        "Table", "The tables, the first whose situation holds; left out: the first table.")] = ()
    becomes: Annotated[tuple[Becomes, ...], Field(
        "Becomes", "Results that become others: each line once, in this order, on what the lines before it "
        "made.")] = ()
    support: Annotated[Support | None, Field("Support", "Support by an asset.")] = None
    may_not: Annotated[When | None, Field(
        "May not", "Units in this situation do not attack.")] = None
    without_strength: Annotated[bool, Field(
        "Without strength", "true: units without attack strength may attack, too.")] = False
    call_off: Annotated[bool, Field(
        "Call off", "true: the attacker may call an attack off before the die is rolled.")] = False
    rule: RuleNumber = ""


COMBAT = Combat()
