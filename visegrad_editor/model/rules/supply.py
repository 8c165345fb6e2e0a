"""Supply: sources, paths, and what being without it does."""

from typing import Annotated, Literal

from ...lazy_dataclass import dataclass
from ..fields import Field
from ..provenance import Origin, Provenance, RuleNumber
from ..values import Name, OwnId, Word, Words
from .grammar import (
    ALWAYS,
    NO_CHANGE,
    AmountText,
    Change,
    DiceText,
    HexesWhere,
    HexFilter,
    UnitFilter,
    Units,
    When,
)


@dataclass(frozen=True)
class Repair:
    """When a source that was lost works again after it is retaken."""

    after: Annotated[DiceText, Field("After", "A roll gives the number of turns.")] = "1d6"


@dataclass(frozen=True)
class SupplySource:
    """Hexes from which units are supplied."""

    id: OwnId
    hexes: Annotated[HexesWhere, Field("Hexes", "The hexes.")]
    name: Annotated[Name, Field(required=False)] = ""
    for_: Annotated[Units, Field(
        "For", "The units it supplies.", key="for")] = UnitFilter()
    works: Annotated[HexesWhere, Field(
        "Works", "Of the hexes only these work now.")] = HexFilter(controlled_by="own")
    when: Annotated[When, Field("When", "It supplies in this situation only.")] = ALWAYS
    repaired: Annotated[Repair | None, Field(
        "Repaired", "It stops working when the enemy enters it; then, retaken, when it works again.")] = None
    rule: RuleNumber = ""
    provenance: Origin = Provenance("designer")


@dataclass(frozen=True)
class LegEnd(HexFilter):
    """Where a leg of a supply path ends: in hexes of the set, or with `sources` in those of a source."""

    sources: Annotated[bool, Field("Sources", "true: a source of supply.")] = False


@dataclass(frozen=True)
class Leg:
    """A part of a supply path, from the unit on."""

    length: Annotated[int, Field(
        "Length", "The most hexes; 0: any length.", minimum=0, maximum=999)] = 0
    points: Annotated[bool, Field("Points", "true: the length is in movement points.")] = False
    to: Annotated[LegEnd, Field("To", "Where it ends.")] = LegEnd(sources=True)
    roads: Annotated[Words, Field("Roads", "Only along roads of these kinds.")] = ()
    water: Annotated[bool, Field(
        "Water", "true: it goes over every kind of terrain and across every hexside, also those that bar "
        "units or supply.")] = False


@dataclass(frozen=True)
class SupplyPath:
    """How units are joined to a source."""

    legs: Annotated[tuple[Leg, ...], Field("Legs", "The parts of the path, from the unit on.", least=1)] = (
        Leg(),)
    for_: Annotated[Units, Field(
        "For", "For these units.", key="for")] = UnitFilter()
    rule: RuleNumber = ""


@dataclass(frozen=True)
class SupplyState:
    """What being out of supply does."""

    id: OwnId
    name: Annotated[Name, Field(required=False)] = ""
    badge: Annotated[Word, Field("Badge", "The letters shown on the counter.")] = "OOS"
    effect: Annotated[Change, Field("Effect", "What it changes.")] = NO_CHANGE
    may_not: Annotated[Words, Field("May not", "What units may not do.", examples=("[combat]",))] = ()
    after: Annotated[int, Field("After", "After so many turns out of supply.", minimum=1, maximum=99)] = 1
    lose: Annotated[AmountText, Field("Lose", "Steps lost in every turn; all: the unit is lost.")] = ""
    rule: RuleNumber = ""


OUT = SupplyState("out", "Out of supply", "OOS", Change(attack="/2", allowance="/2"))


@dataclass(frozen=True)
class Supply:
    """Supply. Without `sources` there is none, and all units count as supplied."""

    sources: Annotated[tuple[SupplySource, ...], Field("Sources", "Where supply comes from.",
                                                       )] = ()
    paths: Annotated[tuple[SupplyPath, ...], Field(
        "Paths", "How units are joined to sources, the first that fits a unit; left out: by a path of any "
        "length.")] = ()
    zones: Annotated[Literal["block", "block-unless-friend", "ignore"], Field(
        "Zones", "Whether enemy zones of control stop a path.")] = "block-unless-friend"
    judged: Annotated[Literal["end-of-own-move", "at-use", "turn-start", "own-turn-start"], Field(
        "Judged", "When it is judged.")] = "at-use"
    free: Annotated[Units | None, Field(
        "Free", "Units that need no supply.")] = None
    arriving: Annotated[bool, Field(
        "Arriving", "true: units are in supply in the turn of their arrival.")] = True
    states: Annotated[tuple[SupplyState, ...], Field(
        "States", "What being out of supply does.")] = (OUT,)
    rule: RuleNumber = ""


NO_SUPPLY = Supply()
