"""The sequence of play: the tree of a turn, and the kinds of phase."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Literal

from ...lazy_dataclass import dataclass
from ..fields import Codec, Field
from ..files.codec import read_words
from ..provenance import RuleNumber
from ..values import Id, OwnId, Words
from .grammar import ALL_UNITS, ALWAYS, DiceText, Modifiers, Units, When

PHASE_KINDS = (
    "place", "arrive", "replace", "call-up", "withdraw", "supply", "rally", "roll", "assign", "move", "fire",
    "combat", "exploit", "check", "custom")
"""The kinds of phase that need no rules module, and `custom` for those of a chapter."""
PhaseKind = Literal[
    "", "place", "arrive", "replace", "call-up", "withdraw", "supply", "rally", "roll", "assign", "move",
    "fire", "combat", "exploit", "check", "custom"]

_Orders = Annotated[tuple[tuple[str, ...], ...], Field(
    kinds=("array",), entries=Annotated[tuple[Id, ...], Field(kinds=("array",), entries=Id)],
    codec=Codec(lambda rows: tuple(map(read_words, rows)), lambda rows: [list(row) for row in rows]))]


@dataclass(frozen=True)
class TurnPart:
    """A part of a turn: a player turn with its phases, or a phase of both sides.

    With `choose` the side chooses one of the listed orders of its phases; `never` are orders it may not
    choose.
    """

    kind: Annotated[PhaseKind, Field("Kind", "The kind of phase, if it belongs to no player turn.")] = ""
    id: Annotated[Id, Field("Id", "The id of the phase; left out: the kind.")] = ""
    player_turn: Annotated[Id, Field("Player turn", "The side whose player turn it is.")] = ""
    phases: Annotated[Words, Field("Phases", "Ids of phases, or kinds, in their order.")] = ()
    choose: Annotated[_Orders, Field(
        "Choose", "Orders of the phases of which the side chooses one.",
        examples=("[[move, combat], [combat, move]]",))] = ()
    never: Annotated[_Orders, Field("Never", "Orders it may not choose.")] = ()
    table: Annotated[Id, Field("Table", "The table on which a `roll` is made.", refers_to="tables")] = ""
    when: When = ALWAYS


@dataclass(frozen=True)
class ExtraTurn:
    """An extra player turn for some units, before or after that of a side."""

    player_turn: Annotated[Id, Field("Player turn", "The side whose player turn it is.")]
    id: OwnId = ""
    units: Annotated[Units, Field(
        "Units", "Only these take part; they do not in the ordinary one.")] = ALL_UNITS
    phases: Annotated[Words, Field("Phases", "Ids of phases, or kinds, in their order.")] = ()
    choose: Annotated[_Orders, Field("Choose", "Orders of the phases of which the side chooses one.")] = ()
    before: Annotated[Id, Field("Before", "Before the player turn of this side.")] = ""
    when: When = ALWAYS


@dataclass(frozen=True)
class FirstPlayer:
    """Which side has the first player turn of a turn."""

    by: Annotated[Literal["fixed", "initiative", "roll"], Field(
        "By", "fixed: as listed; roll: both roll, the higher goes first; initiative: the same with the "
        "modifiers of each side.")] = "fixed"
    roll: Annotated[DiceText, Field("Roll")] = "1d6"
    modifiers: Modifiers = ()
    tie: Annotated[Literal["last-first", "fixed", "again"], Field(
        "Tie", "last-first: the side that was first last turn; fixed: as listed; again: another roll.")] = (
            "fixed")


@dataclass(frozen=True)
class StartPart:
    """A step of the set-up."""

    kind: Annotated[Literal["place"], Field("Kind")] = "place"
    order: Annotated[Words, Field("Order", "The sides in the order in which they set up.")] = ()
    secret: Annotated[bool, Field("Secret", "true: the other side does not see it.")] = False
    rule: RuleNumber = ""


@dataclass(frozen=True)
class Sequence:
    """The sequence of play. Without `turn` each side has a player turn of arrival, movement and combat."""

    start: Annotated[tuple[StartPart, ...], Field("Start", "The set-up.")] = ()
    turn: Annotated[tuple[TurnPart, ...], Field("Turn", "The parts of a turn.")] = ()
    first: Annotated[FirstPlayer, Field("First", "Who goes first.")] = FirstPlayer()
    extra: Annotated[tuple[ExtraTurn, ...], Field("Extra", "Extra player turns.")] = ()
    rule: RuleNumber = ""

    @property
    def set_up_rule(self) -> str:
        """The number of the rule for the set-up; "" if none is stated."""
        return next((part.rule for part in self.start if part.rule), "")


def parts_of_turn(
    sequence: Sequence, sides: Iterable[str], replaced: bool, called_up: bool
) -> list[TurnPart | ExtraTurn]:
    """The parts of a turn in their order, with the extra player turns; without any in the sequence each of
    `sides` has a player turn.

    A player turn without a list has the usual phases: movement and combat, before them call-ups and
    replacements in games that have them. So has one whose every order is forbidden.
    """
    parts: list[TurnPart | ExtraTurn] = list(sequence.turn) or [TurnPart(player_turn=id) for id in sides]
    usual = (*(["call-up"] if called_up else []), *(["replace"] if replaced else []), "move", "combat")
    for extra in sequence.extra:
        at = next((i for i, p in enumerate(parts) if isinstance(p, TurnPart)
                   and p.player_turn == (extra.before or extra.player_turn)), len(parts))
        parts.insert(at, extra)
    return [replace(p, phases=usual) if p.player_turn and not p.phases else p for p in parts]


def orders_to_choose(part: TurnPart | ExtraTurn) -> list[tuple[str, ...]]:
    """The orders of phases of which the side may choose one."""
    never = part.never if isinstance(part, TurnPart) else ()
    return [one for one in part.choose if one not in never]
