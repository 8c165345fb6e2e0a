"""What the form of secret records asks: entries in a line, and first what the card leaves to the side."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Annotated, Any

from ...desk.boards import HexText, HexTexts
from ...desk.card import Card, Kinds, Loads
from ...desk.card_edit import CardEditError, free_id
from ...desk.ground import Ground
from ...desk.kinds import kind_words
from ...desk.secret_check import (
    cloak_count,
    flare_count,
    hidden_limit,
    open_boats,
    open_gliders,
    open_sticks,
    wing_count,
)
from ...desk.secret_records import Rows, SecretBarrage, SecretRecords
from ...lazy_dataclass import dataclass
from ...model.fields import Field
from ...model.values import Line, LongText, OwnId
from ...model.wording import fully_listed, quoted
from ..widgets.record_form import TypedLine
from .card_forms import CardForms, ChooseHexes


@dataclass(frozen=True)
class CloakBox:
    """What is in the box of a cloak."""

    id: Annotated[OwnId, Field("Cloak", "The name of its counter.")]
    units: Annotated[Kinds, Field("In it", "The units; none for a dummy.")] = ()


@dataclass(frozen=True)
class HiddenUnits:
    """Units that are hidden in a hex."""

    hex: Annotated[HexText, Field("Hex", "The hex or location.")]
    units: Annotated[Kinds, Field("Units", "The units and weapons there.")] = ()


@dataclass(frozen=True)
class BoatLoad:
    """What is in a boat."""

    id: Annotated[OwnId, Field("Boat", "The name of the boat on the card.")]
    units: Annotated[Kinds, Field("In it", "Its passengers and weapons.")] = ()


@dataclass(frozen=True)
class SecretForm:
    """Secret records as their form shows them."""

    word: Annotated[Line, Field(
        "Word", "Any words that only you know: they go into the fingerprint, so that nobody can find out by "
        "trying what gives the same one.")] = ""
    hidden: Annotated[tuple[HiddenUnits, ...], Field("Hidden units", "Where units are hidden.")] = ()
    cloaks: Annotated[tuple[CloakBox, ...], Field("Cloaks", "What is in the box of each cloak.")] = ()
    trip_flares: Annotated[HexTexts, Field("Trip flares", "The hex of each.")] = ()
    drop_points: Annotated[HexTexts, Field(
        "Drop points", "The hex of each wing, in the order of the card.")] = ()
    row: Annotated[Rows, Field(
        "Rows", "Of each wing the direction of the row of its sticks, 1 to 6 clockwise from the north.")] = ()
    sticks: Annotated[Loads, Field("Sticks", "What is in each, wing after wing; a line each.")] = ()
    glider_loads: Annotated[Loads, Field(
        "Glider loads", "The load of each glider that the card leaves to you; a line each.")] = ()
    boat_loads: Annotated[tuple[BoatLoad, ...], Field(
        "Boat loads", "What is in each boat that the card leaves to you.")] = ()
    barrage: Annotated[SecretBarrage | None, Field("Barrage", "The barrage that was planned.")] = None
    notes: Annotated[LongText, Field(
        "Notes", "What else you want to remember; no part of the fingerprint.")] = ""

    @classmethod
    def of(cls, own: SecretRecords) -> SecretForm:
        """The form of records."""
        return cls(
            own.word, tuple(HiddenUnits(*one) for one in own.hidden),
            tuple(CloakBox(*one) for one in own.cloaks), own.trip_flares, own.drop_points,
            own.row, own.sticks, own.glider_loads,
            tuple(BoatLoad(*one) for one in own.boat_loads), own.barrage, own.notes)

    def records(self, side: str) -> SecretRecords:
        """The records of a side that the form shows. Raises `ValueError` with a sentence if two entries have
        one name, of which a file could hold only one."""
        return SecretRecords(
            side, self.word, _by_name([(one.id, one.units) for one in self.cloaks], "cloak"),
            _by_name([(one.hex, one.units) for one in self.hidden], "hex"), self.drop_points, self.row,
            self.sticks, self.glider_loads,
            _by_name([(one.id, one.units) for one in self.boat_loads], "boat"), self.barrage,
            self.trip_flares, self.notes)


_Named = tuple[tuple[str, tuple[str, ...]], ...]


def _by_name(entries: Sequence[tuple[str, tuple[str, ...]]], what: str) -> _Named:
    names = [name for name, _ in entries]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise CardEditError(f"There is an entry for the {what} {twice} already; put all of it into that one.")
    return tuple(entries)


@dataclass
class _UnitsLine:
    """An entry is typed as its name or hex and its units."""

    make: Callable[[str, tuple[str, ...]], Any]
    example: str
    what: str
    upper: bool = False

    def read(self, text: str) -> Any:
        """The entry that a text means; raises `ValueError` with a sentence."""
        name, *units = text.replace(",", " ").replace(": ", " ").split() or [""]
        if not name:
            raise CardEditError(f"Write {self.what} and its units, such as {self.example}.")
        if "/" in name:
            raise CardEditError(f"{quoted(name)} is a unit; write {self.what} before it: {self.example}.")
        if not self.upper:
            name = name.lower()
        elif ":" not in name:
            name = name.upper()
        return self.make(name, tuple(units))


_LINES: dict[type[Any], _UnitsLine] = {
    CloakBox: _UnitsLine(CloakBox, "c1 german/4-6-7 german/LMG", "the name of the cloak"),
    HiddenUnits: _UnitsLine(HiddenUnits, "M4 german/4-6-7 german/LMG", "the hex", True),
    BoatLoad: _UnitsLine(BoatLoad, "b1 german/4-6-7", "the name of the boat")}
_HEXES = {(SecretForm, "trip_flares"), (SecretForm, "drop_points"), (HiddenUnits, "hex"),
          (SecretBarrage, "hex"), (SecretBarrage, "beside"), (SecretBarrage, "row_to")}


class SecretForms(CardForms):
    """What the form of the records of a side asks; `records` gives them as they are now."""

    def __init__(self, card: Callable[[], Card], choose: ChooseHexes, side: str,
                 records: Callable[[], SecretRecords]) -> None:
        # No field of the records names what maps have.
        super().__init__(card, choose, lambda: Ground(card(), {}), tuple)
        self.side, self._records = side, records

    def names(self, record: type[Any], attribute: str) -> Sequence[str] | None:
        """The names to choose from for a value; None if any will do."""
        if (record, attribute) == (BoatLoad, "id"):
            return [boat.id for boat in open_boats(self._card(), self.side)] or None
        return None

    def holds_hexes(self, record: type[Any], attribute: str) -> bool:
        """Whether a value names hexes."""
        return (record, attribute) in _HEXES

    def later(self, record: type[Any]) -> Collection[str]:
        """What the card gives this side nothing of."""
        if record is not SecretForm:
            return ()
        card, side = self._card(), self.side
        night = card.turned_on.night is not None and card.side_by_id[side].role == "defender"
        there = {
            "hidden": night or hidden_limit(card, side), "cloaks": cloak_count(card, side),
            "trip_flares": flare_count(card, side), "drop_points": wing_count(card, side),
            "row": wing_count(card, side), "sticks": open_sticks(card, side),
            "glider_loads": open_gliders(card, side), "boat_loads": open_boats(card, side),
            "barrage": side in card.turned_on.barrage}
        return [name for name, has in there.items() if not has]

    def typed(self, record: type[Any]) -> TypedLine | None:
        """How an entry of a list is typed in a line."""
        line = _LINES.get(record)
        return replace(line, example=line.example.replace("german", self.side)) if line is not None else None

    def begin(self, record: type[Any]) -> Any:
        """A new entry, such as a file could hold."""
        own = self._records()
        if record is CloakBox:
            return CloakBox(next(id for n in range(1, len(own.cloaks) + 2)
                                 if (id := f"c{n}") not in dict(own.cloaks)))
        if record is HiddenUnits:
            return HiddenUnits(self.middle_hex())
        if record is BoatLoad:
            given = dict(own.boat_loads)
            left = [b.id for b in open_boats(self._card(), self.side) if b.id not in given]
            return BoatLoad(left[0] if left else free_id([id for id, _ in own.boat_loads], "boat"))
        return SecretBarrage(self.middle_hex())

    def row(self, entry: Any) -> str:
        """An entry of a list in a line."""
        units = fully_listed(list(map(kind_words, entry.units))) if entry.units else "nothing"
        return f"{entry.hex if isinstance(entry, HiddenUnits) else entry.id}: {units}"

    def copied(self, entry: Any, others: Sequence[Any]) -> Any:
        """A copy of an entry with a name of its own; that of a hidden unit has its hex to be changed."""
        if isinstance(entry, HiddenUnits):
            layout, taken = self._card().layout, {one.hex for one in others}
            names = map(layout.name, layout.names_by_place)
            return HiddenUnits(next((name for name in names if name not in taken), entry.hex), entry.units)
        return super().copied(entry, others)
