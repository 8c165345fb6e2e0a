"""The moment at which a scenario begins, if that is not before turn 1."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Annotated, Any

from ..lazy_dataclass import dataclass
from .fields import Codec, Field
from .files.codec import read_hexes
from .frozen_data import EMPTY, FrozenMap, thawed
from .rules.sequence import orders_to_choose, parts_of_turn
from .ruleset import Ruleset
from .values import TEXT, Count, Hexes, Id, Numbers, Turns, Words
from .wording import short_side_name

_MANY_HEXES = Codec(read_hexes, " ".join)
"""There may be very many, so they are written as a text with blanks between them."""
_MOST = 10**9
_Whole = Annotated[int, Field(minimum=-_MOST, maximum=_MOST)]


def _read_pairs(value: Any) -> tuple[tuple[str, int], ...]:
    return tuple((str(name), int(number)) for name, number in value.items())


_Pairs = Annotated[tuple[tuple[str, int], ...], Field(
    kinds=("object",), values=_Whole, codec=Codec(_read_pairs, dict), later=True)]
"""(name, number) pairs; the names may be any texts, such as `germany/1st`."""
CALL_UP, CALL_UP_IN = "call-up ", "call-up in "
"""How `used` and `done` note units that were called up in vain (before a unit's key), and how many in a hex
(before its number)."""
UnitKey = Annotated[str, Field("Unit", "The unit: nationality/name.", kinds=TEXT, longest=161)]


@dataclass(frozen=True)
class Holding:
    """Hexes that a side holds because it entered them last, though they lie in no country of its own."""

    side: Annotated[Id, Field("Side", "The id of the side.", refers_to="sides")]
    hexes: Annotated[Hexes, Field(required=True, codec=_MANY_HEXES)] = ()


@dataclass(frozen=True)
class Losses:
    """What a unit has lost in the game so far, as victory points count it."""

    unit: UnitKey
    times: Annotated[Count, Field("Times", "How often it was eliminated.")] = 0
    steps: Annotated[int, Field("Steps", "How many steps it has lost.", minimum=0, maximum=9999)] = 0


@dataclass(frozen=True)
class Start:
    """The game begins in a turn, with a phase of it, after certain events.

    Without a `phase` the turn begins anew. `scored` are hex numbers of goals already counted, `events` the
    names of events that have happened (`us-entry`), `entered` and `struck` the countries that a side's units
    have entered or struck from the air. `steps` and `assets` are what is left of the replacements of a side
    if the game begins with a replacement phase; None and (): all of them.

    With `begun` the position is that of a game which stands within the phase, at its decision. What stands
    after it is written by games that are played from data; `done` and `used` are what those have noted
    themselves, `chapters` the states of their chapters of rules as plain data.
    """

    turn: Annotated[Turns, Field("Turn", "The game turn.")]
    phase: Annotated[Id, Field(
        "Phase", "The id of the phase it begins with; left out: the beginning of the turn.",
        refers_to="phases")] = ""
    scored: Annotated[Hexes, Field(
        "Goals", "Goals counted already: hex numbers.", codec=_MANY_HEXES)] = ()
    events: Annotated[Words, Field("Events", "Events that have happened.", examples=("[relief]",))] = ()
    entered: Annotated[Words, Field("Entered", "Countries that count as entered.")] = ()
    struck: Annotated[Words, Field("Struck", "Countries that count as struck from the air.")] = ()
    held: Annotated[tuple[Holding, ...], Field(
        "Held", "Hexes a side holds outside its own countries.")] = ()
    steps: Annotated[Count | None, Field(
        "Steps", "Replacement steps left, if it begins with a replacement phase; left out: all of the "
        "turn's.")] = None
    assets: Annotated[Numbers, Field(
        "Assets", "Assets received with them that are left, likewise.", examples=("{supply-blue: 1}",))] = ()
    begun: Annotated[bool, Field(
        "Begun", "true: the phase has begun, and its beginning does not come again; sides hold and have "
        "taken only what is listed.", later=True)] = False
    side: Annotated[Id, Field(
        "Side", "The side to decide; left out: that of the phase.", required=False, later=True)] = ""
    player: Annotated[Id, Field(
        "Player", "The side whose player turn it is, or was last.", required=False, later=True)] = ""
    first: Annotated[Id, Field(
        "First", "The side that had the first player turn of the turn.", required=False, later=True)] = ""
    part: Annotated[Count, Field(
        "Part", "The place of the present part of the turn, from 1; left out: the first with the phase.",
        later=True)] = 0
    parts: Annotated[tuple[int, ...], Field(
        "Parts", "The parts of the turn in their order, by their places in the sequence of play, from 1; "
        "left out: those whose condition holds.", kinds=("array",), entries=Annotated[int, Field(
            minimum=1, maximum=999)], later=True)] = ()
    to_come: Annotated[Words | None, Field(
        "To come", "Phases still to come in the player turn; left out: those listed after the phase.",
        later=True)] = None
    taken: Annotated[tuple[Holding, ...], Field(
        "Taken", "Hexes that a side has held at some time.", later=True)] = ()
    free: Annotated[Hexes, Field(
        "Free", "Hexes that nobody holds, though a side would.", codec=_MANY_HEXES, later=True)] = ()
    points: Annotated[_Pairs, Field(
        "Points", "Victory points earned so far, by side.", examples=("{blue: 3}",))] = ()
    losses: Annotated[tuple[Losses, ...], Field(
        "Losses", "What units have lost so far.", later=True)] = ()
    kept: Annotated[_Pairs, Field(
        "Kept", "Replacement steps that sides have kept, by side.", examples=("{blue: 1}",))] = ()
    sources: Annotated[_Pairs, Field(
        "Sources", "Lost sources of supply, by id and hex: the turn from which each works again; -1: not "
        "before it is retaken.", examples=("{depot 0304: -1}",))] = ()
    spent: Annotated[_Pairs, Field(
        "Spent", "What units that have entered in this player turn paid for their first hex, in the smallest "
        "part of a point.", examples=("{blue/1st Foot: 1}",))] = ()
    used: Annotated[_Pairs, Field(
        "Used", "What has been used of quotas, as the program names them.",
        examples=("{airlift: 1}",))] = ()
    done: Annotated[tuple[str, ...], Field(
        "Done", "What has happened for good, as the program names it.", kinds=("array",),
        entries=Annotated[str, Field(longest=200)], later=True)] = ()
    chapters: Annotated[FrozenMap, Field(
        "Chapters", "The states of chapters of rules, as the program writes them.", kinds=("object",),
        values=Annotated[str, Field(kinds=("object", "array", "string", "number", "boolean", "null"))],
        codec=Codec(FrozenMap.of, thawed), later=True)] = EMPTY

    @property
    def hexes(self) -> tuple[str, ...]:
        """All hex numbers in it, but for those in the states of chapters."""
        return (*self.scored, *self.free, *(n for one in (*self.held, *self.taken) for n in one.hexes),
                *(name.rpartition(" ")[2] for name, _ in self.sources),
                *(name.removeprefix(CALL_UP_IN) for name, _ in self.used if name.startswith(CALL_UP_IN)))

    def with_hexes(self, moved: Callable[[str], str]) -> "Start":
        """The start with other hex numbers: `moved` gives the new number of each, "" for none. Without a
        number, what is noted of a hex is left out."""
        def renamed(name: str, prefix: str) -> str:
            hex = moved(name.removeprefix(prefix))
            return f"{prefix}{hex}" if hex else ""

        return replace(
            self, scored=_moved(self.scored, moved), free=_moved(self.free, moved),
            held=_with_moved_hexes(self.held, moved), taken=_with_moved_hexes(self.taken, moved),
            sources=_renamed(self.sources, lambda name: renamed(name, f"{name.rpartition(' ')[0]} ")),
            used=_renamed(self.used, lambda name: renamed(name, CALL_UP_IN) if (
                name.startswith(CALL_UP_IN)) else name))

    def with_unit(self, key: str, new: str) -> "Start":
        """The start with another key for a unit, or for "" without what it notes of the unit."""
        def of_unit(name: str) -> str:
            return new if name == key else name

        def noted(name: str) -> str:
            return name if name != f"{CALL_UP}{key}" else f"{CALL_UP}{new}" if new else ""

        return replace(
            self, losses=tuple(
                replace(one, unit=of_unit(one.unit)) for one in self.losses if of_unit(one.unit)),
            spent=_renamed(self.spent, of_unit), used=_renamed(self.used, noted),
            done=tuple(filter(None, map(noted, self.done))))

    def with_side(self, old: str, new: str) -> "Start":
        """The start with another id for a side; a phase that begins with the id is renamed, too."""
        def of_side(name: str) -> str:
            return new if name == old else name

        return replace(
            self, side=of_side(self.side), player=of_side(self.player), first=of_side(self.first),
            phase=self._with_prefix(self.phase, f"{old}-", f"{new}-"),
            points=_renamed(self.points, of_side), kept=_renamed(self.kept, of_side),
            held=tuple(replace(one, side=of_side(one.side)) for one in self.held),
            taken=tuple(replace(one, side=of_side(one.side)) for one in self.taken),
            used=_renamed(self.used, lambda name: self._with_prefix(name, f"{old} ", f"{new} ")))

    def with_phase(self, old: str, new: str) -> "Start":
        """The start with another id for a phase, whether a side's id stands before it or not."""
        before, found, rest = self.phase.rpartition(old)
        ends = found and not rest and (not before or before.endswith("-"))
        return replace(
            self, phase=f"{before}{new}" if ends else self.phase,
            to_come=None if self.to_come is None else tuple(new if p == old else p for p in self.to_come))

    @staticmethod
    def _with_prefix(text: str, old: str, new: str) -> str:
        return f"{new}{text.removeprefix(old)}" if text.startswith(old) else text


def _moved(hexes: tuple[str, ...], moved: Callable[[str], str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(moved, hexes))))


def _with_moved_hexes(several: tuple[Holding, ...], moved: Callable[[str], str]) -> tuple[Holding, ...]:
    """The holdings with other hex numbers; one of which no hex is left is left out."""
    after = (replace(one, hexes=_moved(one.hexes, moved)) for one in several)
    return tuple(new for old, new in zip(several, after, strict=True) if new.hexes or not old.hexes)


def _renamed(pairs: Iterable[tuple[str, int]], change: Callable[[str], str]) -> tuple[tuple[str, int], ...]:
    """The pairs with other names; those are left out whose new name is ""."""
    return tuple((new, number) for name, number in pairs if (new := change(name)))


def phase_names(ruleset: Ruleset) -> list[str]:
    """The names of phases at which a scenario may begin: the id of a phase that belongs to a side or to both,
    otherwise the side and the id (`blue-move`). [] if the ruleset lists no phases: rules in Python may have
    others."""
    if not (ruleset.phases or ruleset.sequence.turn):
        return []
    of_side = {p.id for p in ruleset.phases if p.side}
    found = [p.id for p in ruleset.phases]
    for part in parts_of_turn(ruleset.sequence, (s.id for s in ruleset.sides), True, True):
        if not part.player_turn:
            found.append(part.id or getattr(part, "kind", ""))
            continue
        choices = orders_to_choose(part)
        ids = [*part.phases, *(id for one in choices for id in one), *(["order"] if choices[1:] else [])]
        found += [id if id in of_side else f"{part.player_turn}-{id}" for id in ids]
    return list(dict.fromkeys(found))


def phase_name(ruleset: Ruleset, id: str) -> str:
    """What a phase of a game is called: its name in the ruleset; of one that every side has, the present name
    of the side and then its own; "" for no phase.

    >>> from .ruleset import Side
    >>> own = Ruleset("own", "Own", "", sides=(Side("blue", "Westland", "#112233"),))
    >>> phase_name(own, "blue-move"), phase_name(own, "set-up")
    ('Westland move', 'Set up')
    """
    names = {p.id: p.name for p in ruleset.phases}
    if names.get(id):
        return names[id]
    side = next((s for s in ruleset.sides if id.startswith(f"{s.id}-")), None)
    short = short_side_name(side.name) if side is not None else ""
    if side is None or not short:
        return _spaced(id).capitalize()
    bare = id.removeprefix(f"{side.id}-")
    own = names.get(bare) or _spaced(bare)
    return f"{short} {own if own[1:2].isupper() else own[:1].lower() + own[1:]}"


def _spaced(id: str) -> str:
    return id.replace("-", " ").replace("_", " ")


def moment_words(start: Start, ruleset: Ruleset) -> str:
    """`turn 5, Russian: movement`."""
    return f"turn {start.turn}, {_phase_words(start.phase, ruleset)}" if start.phase else (
        f"the beginning of turn {start.turn}")


def _phase_words(id: str, ruleset: Ruleset) -> str:
    """The name of a phase; of one that every side has, with its side before it."""
    names = {p.id: p.name for p in ruleset.phases}
    if id in names:
        return names[id]
    side = next((s for s in ruleset.sides if id.startswith(f"{s.id}-")), None)
    if side is None:
        return id.replace("-", " ")
    bare = id.removeprefix(f"{side.id}-")
    return f"{side.name}: {names.get(bare) or bare.replace('-', ' ')}"
