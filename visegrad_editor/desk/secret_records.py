"""What only one side of a card may know: what is under its cloaks, what is hidden, where and how it lands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from ..lazy_dataclass import dataclass
from ..model.fields import Field
from ..model.values import ID_PATTERN, Line, LongText
from .boards import HexText, HexTexts
from .card import MOST_TURNS, Kinds, Loads, pairs
from .special_rules import CORRECTIONS


def _kinds(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()


_ByName = Annotated[tuple[tuple[str, tuple[str, ...]], ...], Field(
    kinds=("object",), names=Field(pattern=ID_PATTERN), values=Kinds, most=500, codec=pairs(_kinds, list))]
_ByHex = Annotated[tuple[tuple[str, tuple[str, ...]], ...], Field(
    kinds=("object",), names=Field(shortest=1, longest=80), values=Kinds, most=500,
    codec=pairs(_kinds, list))]
Rows = Annotated[tuple[int, ...], Field(
    kinds=("array",), entries=Annotated[int, Field(minimum=1, maximum=6)], most=20)]


@dataclass(frozen=True)
class SecretBarrage:
    """A barrage as its owner has planned it (E12.1, E12.2, E12.71)."""

    hex: Annotated[HexText, Field("Hex", "The hex in its centre.")]
    beside: Annotated[tuple[str, ...], Field(
        "Beside", "The two hexes of its line next to the centre.", kinds=("array",), least=2, most=2,
        entries=HexText, examples=("[901L5, 901N5]",))] = ()
    row_to: Annotated[HexText | None, Field("Row to", "The last hex to which it creeps.")] = None
    pattern: Annotated[str, Field(
        "Correction", "Whether it is corrected in its own fire phase only, or in that of the enemy too.",
        choices=CORRECTIONS)] = ""
    lift: Annotated[int | None, Field(
        "Lift", "The game turn at whose start it ends.", minimum=1, maximum=MOST_TURNS)] = None


@dataclass(frozen=True)
class SecretRecords:
    """The document. What is left out is not decided, or not there."""

    side: Annotated[str, Field(
        "Side", "Whose records these are.", kinds=("string", "integer"), pattern=ID_PATTERN, longest=60)]
    word: Annotated[Line, Field(
        "Word", "A word of yours that goes into the fingerprint, so that nobody can find out by trying what "
        "gives the same one.")] = ""
    # E1.41
    cloaks: Annotated[_ByName, Field(
        "Cloaks", "What is in the box of each, by its name; [] for an empty one.",
        examples=("{c1: [german/4-6-7], c2: []}",))] = ()
    # E1.2
    hidden: Annotated[_ByHex, Field(
        "Hidden", "The hidden units, by their hex or location.", examples=("{M4: [german/4-6-7]}",))] = ()
    # E9.12
    drop_points: Annotated[HexTexts, Field(
        "Drop points", "Of each wing, in the order of the card.")] = ()
    row: Annotated[Rows, Field(
        "Rows", "Of each wing the direction of the hex row on which its sticks lie: 1 to 6 clockwise from "
        "the north.", examples=("[3, 3]",))] = ()
    # E9.11
    sticks: Annotated[Loads, Field(
        "Sticks", "What is in each, wing after wing, of those that the card leaves to you.")] = ()
    # E8.1
    glider_loads: Annotated[Loads, Field(
        "Glider loads", "The load of each glider that the card leaves to you, in its order.")] = ()
    # E5.123
    boat_loads: Annotated[_ByName, Field(
        "Boat loads", "What is in each boat that the card leaves to you, by its name.",
        examples=("{b1: [german/4-6-7]}",))] = ()
    barrage: Annotated[SecretBarrage | None, Field("Barrage", "The barrage that was planned.")] = None
    # E1.95
    trip_flares: Annotated[HexTexts, Field("Trip flares", "The hex of each.")] = ()
    notes: Annotated[LongText, Field("Notes", "What else you want to remember.")] = ""

    def loads(self) -> Iterator[tuple[tuple[str | int, ...], tuple[str, ...]]]:
        """Where units are named, as paths in the file, and these units."""
        for key, named in (("cloaks", self.cloaks), ("hidden", self.hidden),
                           ("boat_loads", self.boat_loads)):
            yield from (((key, name), kinds) for name, kinds in named)
        for key, listed in (("sticks", self.sticks), ("glider_loads", self.glider_loads)):
            yield from (((key, i), kinds) for i, kinds in enumerate(listed))
