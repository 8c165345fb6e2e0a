"""Arrivals, replacements, withdrawals, releases: how units come and go."""

from typing import Annotated, Literal

from ...lazy_dataclass import dataclass
from ..fields import Codec, Field
from ..files.codec import read_text
from ..provenance import Origin, Provenance, RuleNumber
from ..values import Count, Id, Name, OwnId, Words
from .grammar import DiceText, HexesWhere, Units, When

_BY_TURN = Codec(
    lambda v: tuple(sorted((int(k), int(n)) for k, n in v.items())), lambda v: dict(v))
ByTurn = Annotated[tuple[tuple[int, int], ...], Field(
    "By turn", "A number from each of these turns on.", kinds=("object",),
    values=Annotated[int, Field(minimum=0, maximum=999)], names=Field(pattern="^[0-9]{1,3}$"),
    examples=("{1: 0, 2: 2, 6: 6}",), codec=_BY_TURN)]


def number_in(by_turn: tuple[tuple[int, int], ...], turn: int) -> int:
    """The number of a turn: that of the last turn listed that is not later.

    >>> number_in(((1, 0), (2, 2), (6, 6)), 4)
    2
    """
    return next((n for first, n in reversed(by_turn) if first <= turn), 0)


@dataclass(frozen=True)
class Arrivals:
    """How units that arrive enter the map."""

    blocked: Annotated[Literal["next-turn", "eliminated"], Field(
        "Blocked",
        "What becomes of units that cannot enter: they wait for the next turn, or are eliminated.")
    ] = "next-turn"
    delay: Annotated[Literal["may", "must-enter"], Field(
        "Delay", "Whether their owner may let units wait that could enter.")] = "may"
    moves: Annotated[Literal["rest", "no", "all"], Field(
        "Moves", "How units move on: with the rest of their allowance, not at all, with all of it.")] = "rest"
    rule: RuleNumber = ""


@dataclass(frozen=True)
class PoolQuota:
    """At most so many of some units a turn."""

    units: Annotated[Units, Field("Units", "Of these units ...")]
    number: Annotated[Count, Field("Number", "... so many a turn.")] = 1


@dataclass(frozen=True)
class Pool:
    """Units that wait off the map, of which so many may enter each turn, as their owner chooses. A unit
    belongs to the pool that its reinforcement names as its event."""

    id: OwnId
    side: Annotated[Id, Field("Side", "The id of the side.", refers_to="sides")]
    entry: Annotated[Words, Field("Entry", "The entries by which they come.")]
    name: Annotated[Name, Field(required=False)] = ""
    number: Annotated[ByTurn, Field("Number", "How many from which turn on.")] = ()
    keeps: Annotated[bool, Field(
        "Keeps", "true: those who did not come may come in a later turn besides.")] = False
    at_most: Annotated[tuple[PoolQuota, ...], Field("At most", "At most so many of some units a turn.")] = ()
    rule: RuleNumber = ""
    provenance: Origin = Provenance("designer")


@dataclass(frozen=True)
class StepCosts:
    """What replacements cost in steps."""

    restore: Annotated[Count, Field("Restore", "To bring a reduced unit to full strength.")] = 1
    rebuild: Annotated[Count, Field("Rebuild", "To rebuild an eliminated unit, reduced.")] = 1
    full: Annotated[Count, Field("Full", "To rebuild it in full strength.")] = 2


@dataclass(frozen=True)
class Rebuilding:
    """What replacement steps may be used for."""

    carry: Annotated[bool, Field("Carry", "true: steps not used are kept.")] = False
    costs: Annotated[StepCosts, Field(
        "Costs", "The steps for restoring a unit, rebuilding it reduced, or in full.")] = StepCosts()
    where: Annotated[HexesWhere | None, Field(
        "Where", "Where eliminated units return; left out: they do not.")] = None
    needs: Annotated[When | None, Field(
        "Needs", "When a unit may be restored.")] = None
    rule: RuleNumber = ""


@dataclass(frozen=True)
class Withdrawal:
    """Units that must leave the map."""

    units: Annotated[Units, Field("Units", "These units ...")]
    turn: Annotated[int, Field(
        "Turn", "... at the beginning of their side's player turn of this turn,", minimum=1, maximum=200)] = 0
    event: Annotated[Id, Field("Event", "... or of the first one after this event.", later=True)] = ""
    rule: RuleNumber = ""


@dataclass(frozen=True)
class Release:
    """Units that may not move before something happens."""

    units: Annotated[Units, Field("Units", "These units ...")]
    until: Annotated[When, Field(
        "Until", "... do not move until this situation arises for one of them.")]
    rule: RuleNumber = ""


@dataclass(frozen=True)
class CallUp:
    """Units that are called up by a roll, each in a hex of the set."""

    id: OwnId
    units: Annotated[Units, Field("Units", "These units.")]
    where: Annotated[HexesWhere, Field("Where", "Where they may be called up.")]
    roll: Annotated[DiceText, Field("Roll")] = "1d6"
    success: Annotated[tuple[int, ...], Field(
        "Success", "The rolls that succeed.", kinds=("array",), entries=Annotated[int, Field()],
        codec=Codec(lambda v: tuple(int(read_text(n)) for n in v), list))] = (4, 5, 6)
    again: Annotated[bool, Field("Again", "true: after a failure they may try again next turn.")] = True
    must: Annotated[bool, Field("Must", "true: all of them try, as far as there are hexes.")] = False
    each_hex: Annotated[Count, Field(
        "Each hex", "At most so many in a hex, those that try in vain among them; 0: any number.")] = 0
    rule: RuleNumber = ""
