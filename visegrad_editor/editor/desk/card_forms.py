"""What forms of parts of a card ask about it: names to choose from, new entries, entries in a line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Annotated, Any

from ...desk.boards import Board, Part
from ...desk.card import (
    START,
    Air,
    Boat,
    Card,
    CardRule,
    CardWhere,
    CasualtyPoints,
    Column,
    Control,
    Convoy,
    Drop,
    Eliminated,
    ExitPoints,
    Force,
    Fortification,
    Glider,
    Goals,
    Group,
    Hidden,
    Present,
    TerrainChange,
    Victory,
    Wing,
    Within,
)
from ...desk.card_edit import NAMES, NAMES_OF_MAPS, CardEditError, free_id, least, named, read_force
from ...desk.forces import concerns
from ...desk.ground import Ground
from ...desk.names import column_letters, read_name
from ...desk.special_rules import Barrage, Fog, Night, SpecialRules, Wind
from ...desk.words import force_words, name_words, rule_sentences
from ...lazy_dataclass import dataclass
from ...model.fields import Field
from ...model.values import LongText, OwnId
from ...model.wording import count, fully_listed, quoted
from ..widgets.record_form import TypedLine

ChooseHexes = Callable[[str, Sequence[str], bool, Callable[[Sequence[str]], str]], None]
"""Lets the user choose hexes: a title, those there are, whether there may be several, and who takes them."""
_NIGHT_BASE = 3
"""The range of sight at night before clouds and moon change it (E1.11)."""


@dataclass(frozen=True)
class RuleEntry:
    """A special rule as its form shows it: what it sets is always there, and perhaps empty."""

    text: Annotated[LongText, Field("Text", "The rule in the designer's words.")] = ""
    sets: Annotated[SpecialRules, Field(
        "Sets", "What it turns on, for the program; what is left empty stays off.")] = SpecialRules()

    @property
    def rule(self) -> CardRule:
        """The rule as the card has it."""
        return CardRule(self.text, None if self.sets == SpecialRules() else self.sets)


@dataclass(frozen=True)
class NamedSet:
    """A named set as its form shows it."""

    id: OwnId
    goals: Annotated[Goals, Field("In it", "Its hexes, buildings, or the hexes of an edge.")]


class _ForceLine:
    """A force is typed as its number and its kind."""

    example = "6 german/4-6-7"

    def read(self, text: str) -> Force:
        """The force that a text means; raises `ValueError` with a sentence."""
        return read_force(text)


class _FortificationLine:
    """Fortifications are typed as their number and their kind."""

    example = "4 foxhole"

    def read(self, text: str) -> Fortification:
        """The fortifications that a text means; raises `ValueError` with a sentence."""
        number, _, kind = text.strip().partition(" ")
        if not number.isdecimal() or not kind.strip():
            raise CardEditError(f"{quoted(text.strip())} is no fortification; write {self.example}.")
        return Fortification(int(number), kind.strip().lower().replace(" ", "-"))


class _SetLine:
    """A set is typed as its name, its hexes and its buildings: words that are no names of hexes, or that a
    map has as those of buildings."""

    example = "hill M4 N5"

    def __init__(self, buildings: Callable[[], Collection[str]]) -> None:
        self._buildings = buildings

    def read(self, text: str) -> NamedSet:
        """The set that a text means; raises `ValueError` with a sentence."""
        id, *words = text.replace(",", " ").replace(": ", " ").split() or [""]
        if not id or not words:
            raise CardEditError(
                f"Write the name of the set, then its hexes and buildings, such as {self.example}.")
        buildings = tuple(w for w in words if w in self._buildings() or not _is_hex(w))
        return NamedSet(id.lower(), Goals(
            tuple(h if ":" in h else h.upper() for h in words if h not in buildings), buildings))


def _is_hex(word: str) -> bool:
    """Whether a word could be the name of a hex."""
    try:
        read_name(word if ":" in word else word.upper())
    except ValueError:
        return False
    return True


class _RuleLine:
    """A special rule is typed as its text."""

    example = "The mill burns."

    def read(self, text: str) -> RuleEntry:
        """The rule that a text means; raises `ValueError` with a sentence."""
        if not text.strip():
            raise CardEditError("Write the text of the rule.")
        return RuleEntry(text.strip())


_LINES: dict[type[Any], TypedLine] = {
    Force: _ForceLine(), Fortification: _FortificationLine(), RuleEntry: _RuleLine()}
_LATER: dict[type[Any], tuple[str, ...]] = {
    Group: ("glider", "drop", "boats", "convoy", "column", "air", "dummy_skis"),
    CardWhere: ("buildings", "within", "terrain", "excluding", "text"),
    Board: ("uses", "columns", "rows")}
_AT_FIRST: dict[type[Any], tuple[str, ...]] = {
    Force: ("count", "kind", "size", "unit_class", "broken", "crewed"),
    SpecialRules: ("night", "weather", "wind", "ec", "fog", "precipitation")}


class CardForms:
    """What forms ask; `choose` lets the user choose hexes on the plan of the boards, `ground` is what the
    maps of the boards say, and `maps` are the maps that a board can name."""

    def __init__(self, card: Callable[[], Card], choose: ChooseHexes, ground: Callable[[], Ground],
                 maps: Callable[[], Sequence[str]]) -> None:
        self._card, self._choose, self._ground, self._maps = card, choose, ground, maps
        self.side = ""
        """The side whose group is open in a form."""

    def names(self, record: type[Any], attribute: str) -> Sequence[str] | None:
        """The names to choose from for a value; None if any will do."""
        what = NAMES.get((record, attribute))
        if what in (None, "hex", "edge"):
            return None
        assert what is not None
        known = named(self._card(), what)
        return ("ask", "draw", *known) if (record, attribute) == (Card, "ties") else known

    def holds_hexes(self, record: type[Any], attribute: str) -> bool:
        """Whether a value names hexes."""
        return NAMES.get((record, attribute)) == "hex"

    def offers(self, record: type[Any], attribute: str) -> Sequence[str] | None:
        """What the maps have that a value may name, or the maps themselves; None for other values."""
        what = NAMES_OF_MAPS.get((record, attribute))
        if what == "building":
            return tuple(dict.fromkeys(b.id for b in self._ground().buildings))
        if what == "terrain":
            return self._ground().kinds
        return self._maps() if what == "map" else None

    def concerns(self, record: Any, attribute: str) -> bool:
        """Whether a field can say something of a record as it is."""
        return not isinstance(record, Force) or concerns(record, attribute)

    def choose_hexes(self, title: str, now: Sequence[str], several: bool,
                     take: Callable[[Sequence[str]], str]) -> None:
        """Let the user choose hexes on the plan."""
        self._choose(title, now, several, take)

    def rivals(self, record: type[Any]) -> Collection[str]:
        """The ways to say how much, of which a condition has one."""
        return {Control: ("least", "all", "any", "majority", "more_than"),
                CasualtyPoints: ("least", "more_than", "margin"),
                Victory: ("need", "avoid")}.get(record, ())

    def later(self, record: type[Any]) -> Collection[str]:
        """The attributes that are seldom needed."""
        if record in _AT_FIRST:
            return [name for name in record.__dataclass_fields__ if name not in _AT_FIRST[record]]
        return _LATER.get(record, ())

    def typed(self, record: type[Any]) -> TypedLine | None:
        """How an entry of a list is typed in a line."""
        if record is NamedSet:
            return _SetLine(lambda: self.offers(Goals, "buildings") or ())
        return _LINES.get(record)

    # -- new entries ----------------------------------------------------------------------

    def middle_hex(self) -> str:
        """The name of a whole hex in the middle of the first board."""
        card = self._card()
        board = card.boards[0]
        name = f"{column_letters(board.last_column // 2)}{max(1, board.rows // 2)}"
        if len(card.boards) == 1:
            return name
        return f"{board.id}{'' if board.id.isdecimal() else ':'}{name}"

    def begin(self, record: type[Any]) -> Any:
        """A new record, such as a file could hold."""
        card = self._card()
        side = self.side or card.first.sets_up
        some: dict[type[Any], Callable[[], Any]] = {
            Board: lambda: self._next_board(card),
            Group: lambda: Group(free_id([g.id for g in card.groups], "group"), card.first.sets_up, START,
                                 CardWhere(boards=(card.boards[0].id,))),
            Force: lambda: Force(1, f"{side}/4-6-7"), Fortification: lambda: Fortification(1, "foxhole"),
            Hidden: lambda: Hidden(1), Within: lambda: Within(self.middle_hex(), 3),
            TerrainChange: lambda: TerrainChange((self.middle_hex(),), "woods"),
            Glider: lambda: Glider(1, side), Drop: lambda: Drop((Wing(5),)), Wing: lambda: Wing(5),
            Boat: lambda: Boat(free_id([b.id for g in card.groups for b in g.boats], "boat"),
                               "assault-boat"),
            Convoy: lambda: Convoy((f"{side}/truck",), self.middle_hex()), Air: Air,
            Column: lambda: Column(((f"{side}/4-6-7",),), self.middle_hex()), Barrage: lambda: Barrage(side),
            Part: lambda: Part(f"A-{card.boards[0].columns}"), Night: lambda: Night(_NIGHT_BASE),
            Wind: lambda: Wind("none"), Fog: lambda: Fog(0, 1), CardWhere: lambda: CardWhere(
                boards=(card.boards[0].id,)),
            NamedSet: lambda: NamedSet(free_id([id for id, _ in card.sets], "goals"),
                                       Goals((self.middle_hex(),))),
            Control: lambda: Control(self._set(card), least=1),
            CasualtyPoints: lambda: CasualtyPoints(side, least=1),
            ExitPoints: lambda: ExitPoints(self._set(card), 1),
            Present: lambda: Present(side, self._set(card)),
            Eliminated: lambda: Eliminated(next((g.id for g in card.groups), "group")),
            Victory: lambda: Victory(card.first.moves, avoid=card.other(card.first.moves))}
        return some[record]() if record in some else least(record)

    def _set(self, card: Card) -> str:
        return card.sets[0][0] if card.sets else "goals"

    def _next_board(self, card: Card) -> Board:
        """A board below the last one."""
        last, ids = card.boards[-1], [b.id for b in card.boards]
        numbers = [int(id) for id in ids if id.isdecimal()]
        id = str(max(numbers) + 1) if last.id.isdecimal() else free_id(ids, last.id)
        lowest = max(card.boards, key=lambda b: b.at[1])
        return Board(id, at=(lowest.at[0], lowest.at[1] + 1), columns=last.columns, rows=last.rows)

    def copied(self, entry: Any, others: Sequence[Any]) -> Any:
        """A copy of an entry with an id of its own; a board lies elsewhere."""
        if isinstance(entry, Board):
            placed = self._next_board(self._card())
            return replace(entry, id=placed.id, at=placed.at)
        if hasattr(entry, "id"):
            return replace(entry, id=free_id([one.id for one in others], entry.id))
        return entry

    # -- entries in a line ----------------------------------------------------------------

    def row(self, entry: Any) -> str:
        """An entry of a list in a line."""
        if isinstance(entry, Group):
            arrives = entry.arrives
            when = "start" if arrives.at_start else f"turn {arrives.turn}" if arrives.turn else "by dice"
            return f"{name_words(entry.id)} · {name_words(entry.side)} · {when}"
        if isinstance(entry, Force):
            return force_words(entry)
        if isinstance(entry, Board):
            return f"Board {entry.id}{', turned' if entry.turned else ''}"
        if isinstance(entry, RuleEntry):
            return entry.text or " ".join(rule_sentences(entry.sets)) or "a new rule"
        if isinstance(entry, NamedSet):
            return f"{name_words(entry.id)}: {goals_row(entry.goals)}"
        if isinstance(entry, TerrainChange):
            return f"{fully_listed(list(entry.hexes))}: {name_words(entry.terrain).lower()}"
        if isinstance(entry, Fortification):
            return f"{entry.count} {name_words(entry.kind).lower()}"
        if isinstance(entry, Boat):
            return f"{entry.id}: {name_words(entry.kind).lower()}"
        if isinstance(entry, Wing):
            sticks = entry.sticks if isinstance(entry.sticks, int) else len(entry.sticks)
            return f"A wing of {count(sticks, 'stick')}"
        return str(entry)


def goals_row(goals: Goals) -> str:
    """What is in a set, in a line."""
    parts = [*goals.hexes, *goals.buildings, *([f"edge {goals.edge}"] if goals.edge else [])]
    return " ".join(parts) or "nothing"

