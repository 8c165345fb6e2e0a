"""What a procedure of the rules is, and what one use of it is given and gives.

A procedure asks for inputs, rolls dice, looks up tables and changes the books; each of its events cites a
rule. Its degree says how much of it the desk can do: `full`, if all inputs are facts of the scenario;
`given`, if players must say what only they can know, such as a line of sight; `result`, if the result of a
rule that the desk does not have is typed in and only the books are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, NoReturn

from ...engine.dice import DiceExhaustedError
from ...engine.events import Event, Outcome
from ...engine.orders import IllegalOrderError
from ...hexgrid import Hex
from ...lazy_dataclass import dataclass
from ...model.wording import misspelt, quoted
from ..books.books import Books, Due
from ..card import Card
from ..ground import Ground
from ..hexes import DIRECTIONS
from ..names import HexName, read_name
from ..readings import chosen_reading
from ..special_rules import SpecialRules
from ..tables import Row, Table, table

_NONE: Mapping[str, str] = MappingProxyType({})
Degree = Literal["full", "given", "result"]
InputKind = Literal["number", "half", "word", "flag", "hex", "direction", "side", "text"]
PHASES = {
    "rally": "Rally Phase", "prep-fire": "Prep Fire Phase", "movement": "Movement Phase",
    "defensive-fire": "Defensive Fire Phase", "advancing-fire": "Advancing Fire Phase", "rout": "Rout Phase",
    "advance": "Advance Phase", "close-combat": "Close Combat Phase"}
"""The phases of a player turn, in their order."""
SET_UP, END = "set-up", "end"
"""What stands in place of a phase before the first and after the last player turn."""


class Modifier(NamedTuple):
    """What is added to a roll, why, and by which rule."""

    amount: int
    why: str
    rule: str


class Pair(NamedTuple):
    """Two dice, the coloured one first."""

    coloured: int
    white: int

    @property
    def total(self) -> int:
        """Their sum, as rolled."""
        return self.coloured + self.white

    def __str__(self) -> str:
        return f"{self.coloured}-{self.white}"


@dataclass(frozen=True, slots=True)
class DeskEvent(Event):
    """An event with all that led to it.

    `final` is the roll with its modifiers, None without a roll; `result` a short stable word for what came
    out; `table` and `row` say which row of which table was used (-1 for none); `asked` lists the facts that
    players gave, `readings` the places of the rules that were read in one of several ways; `side` may alone
    know it if `secret`.
    """

    modifiers: tuple[Modifier, ...] = ()
    final: int | None = None
    result: str = ""
    table: str = ""
    row: int = -1
    asked: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    secret: bool = False

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready, in a fixed order of keys; empty fields are left out."""
        data = Event.as_dict(self)
        if self.modifiers:
            data["modifiers"] = [list(m) for m in self.modifiers]
        if self.final is not None:
            data["final"] = self.final
        if self.table:
            data["table"], data["row"] = self.table, self.row
        for name in ("result", "asked", "readings", "secret"):
            value = getattr(self, name)
            if value:
                data[name] = list(value) if isinstance(value, tuple) else value
        return data


@dataclass(frozen=True)
class Input:
    """A fact that a procedure needs.

    `asked` says that the desk cannot know it and who says it, by which rule, such as `line of sight, both
    players; E1.922`; "" for facts of the scenario. `usual` is the value if none is given, or a function of
    the card and the books that finds it; None, from either, if a value must be given. `many` allows several
    values with commas between them, each once unless they `repeat`. `known` finds the words that it can be
    where these depend on the card and the books. `half` numbers may end in .5. `from_map` finds the value
    that a map of the boards shows, from the books, the ground and the inputs so far; None if it shows none.
    What players say counts first, then the map, then `usual`. `needed` says whether the inputs so far make it
    one that must be given although there is a usual value.
    """

    id: str
    title: str
    kind: InputKind = "word"
    help: str = ""
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    usual: str | Callable[[Card, Books], str | None] | None = None
    many: bool = False
    repeat: bool = False
    known: Callable[[Card, Books], Sequence[str]] | None = None
    asked: str = ""
    from_map: Callable[[Card, Books, Ground, Mapping[str, str]], str | None] | None = None
    needed: Callable[[Card, Books, Mapping[str, str]], bool] | None = None

    def usual_value(self, card: Card, books: Books, inputs: Mapping[str, str] = _NONE) -> str | None:
        """The value if none is given, as text; None if one must be given. `inputs` are those so far."""
        if self.needed is not None and self.needed(card, books, inputs):
            return None
        return self.usual(card, books) if callable(self.usual) else self.usual


class Case:
    """One use of a procedure: the card, the books so far, the inputs and the dice; and what comes of it.

    `books` is set to the new books. Rolls come from the typed dice of the order if it has any, otherwise
    from those of the log.
    """

    def __init__(
        self, card: Card, rules: SpecialRules, books: Books, procedure: Procedure, given: dict[str, str],
        roll: Callable[[str], int], ground: Ground | None = None,
    ) -> None:
        self.card, self.rules, self.books = card, rules, books
        self.ground = ground
        """What maps say of the ground of the boards; None if nothing is known."""
        self.procedure = procedure
        self.events: list[DeskEvent] = []
        self.outcome: Outcome | None = None
        """Set by the procedure that ends the game."""
        self._roll = roll
        self._rolled: list[int] = []
        self._asked: list[str] = []
        self._readings: list[str] = []
        self._given = self._checked(given)

    # -- inputs -------------------------------------------------------------------------

    def _checked(self, given: dict[str, str]) -> dict[str, str]:
        """The inputs with the usual values of those not given; refuses what is missing, unknown or wrong."""
        inputs = {i.id: i for i in self.procedure.inputs}
        for id in given:
            if id not in inputs:
                known = f"it has {', '.join(inputs)}" if inputs else "it has none"
                self.refuse(f"{self.procedure.title} has no input {id}; {known}.")
        found: dict[str, str] = {}
        for id, one in inputs.items():
            value = given.get(id)
            if value == "" and one.kind in ("number", "half"):
                value = None
            if value and one.asked:
                self._asked.append(f"{one.title}: {value} ({one.asked})")
            elif value is None and one.from_map is not None and self.ground is not None:
                value = one.from_map(self.card, self.books, self.ground, {**found, **given})
                if value is not None:
                    self._asked.append(f"{one.title}: {value or 'none'} (the map of the board)")
            if value is None:
                value = one.usual_value(self.card, self.books, {**found, **given})
            if value is None:
                who = f" Ask: {one.asked}." if one.asked else ""
                self.refuse(f"{one.title} is missing; write {id}={_example(one)}.{who}")
            found[id] = value
            parts = [p.strip() for p in value.split(",") if p.strip()] if one.many else [value]
            for part in parts:
                self._check_value(one, part)
            if one.many and not one.repeat:
                self._check_repeated(one, parts)
        return found

    def _check_repeated(self, one: Input, parts: Sequence[str]) -> None:
        """Refuse a list that has the same value twice."""
        # A hex may have two names, and its Locations are at the same place.
        same = [(self.card.layout.place(part), read_name(part).location) if one.kind == "hex" else part
                for part in parts]
        twice = next((part for i, part in enumerate(parts) if same[i] in same[:i]), None)
        if twice is not None:
            self.refuse(f"{one.title}: {twice} is named twice.", self._rule)

    @property
    def _rule(self) -> str:
        """The first rule of the procedure; "" if it has none."""
        return self.procedure.rules[0] if self.procedure.rules else ""

    def _check_value(self, one: Input, value: str) -> None:
        """Refuse a value that the input cannot have; "" is allowed where it is the usual value."""
        if value == "" and one.usual is not None:
            return
        if one.choices and value not in one.choices:
            near = _near(value, one.choices)
            self.refuse(f"{one.title} is {_one_of(one.choices)}, not {quoted(value)}.{near}", self._rule)
        if one.known is not None and value not in (known := tuple(one.known(self.card, self.books))):
            there = f"is {_one_of(known)}, not {quoted(value)}" if known else (
                f"cannot be {quoted(value)}: there is none now")
            self.refuse(f"{one.title} {there}.{_near(value, known)}", self._rule)
        if one.kind in ("number", "half"):
            number = _number(value, one.kind == "half")
            low, high = one.least, one.most
            if number is None or (low is not None and number < low) or (high is not None and number > high):
                bounds = (f" from {low} to {high}" if low is not None and high is not None else
                          f" of at least {low}" if low is not None else
                          f" of at most {high}" if high is not None else "")
                self.refuse(f"{one.title} is a number{bounds}, not {quoted(value)}.")
        elif one.kind == "flag" and value not in ("yes", "no"):
            self.refuse(f"{one.title} is yes or no, not {quoted(value)}.")
        elif one.kind == "direction" and value not in map(str, DIRECTIONS):
            self.refuse(f"{one.title} is a direction from 1 to 6, clockwise from the north, not "
                        f"{quoted(value)}.")
        elif one.kind == "side" and value not in self.card.side_by_id:
            sides = tuple(self.card.side_by_id)
            self.refuse(f"{one.title} is {_one_of(sides)}, not {quoted(value)}.{_near(value, sides)}")
        elif one.kind == "hex":
            try:
                self.card.layout.place(value)
            except ValueError as error:
                self.refuse(f"{one.title}: {error}")

    def word(self, id: str) -> str:
        """An input as text; "" if it has no value."""
        return self._given[id]

    def words(self, id: str) -> tuple[str, ...]:
        """The values of an input that may have several."""
        return tuple(part.strip() for part in self._given[id].split(",") if part.strip())

    def number(self, id: str) -> int:
        """An input as a whole number."""
        return int(self._given[id])

    def half(self, id: str) -> float:
        """An input as a number that may end in .5."""
        return float(self._given[id])

    def is_given(self, id: str) -> bool:
        """Whether an input has a value."""
        return self._given[id] != ""

    def flag(self, id: str) -> bool:
        """Whether an input is yes."""
        return self._given[id] == "yes"

    def place(self, id: str) -> Hex:
        """The place of an input that names a hex."""
        return self.card.layout.place(self._given[id])

    def places(self, id: str) -> tuple[Hex, ...]:
        """The places of an input that names several hexes."""
        return tuple(map(self.card.layout.place, self.words(id)))

    def location(self, id: str) -> HexName:
        """The name of an input that names a hex or a location in it."""
        return read_name(self._given[id])

    def hex_name(self, place: Hex) -> str:
        """The name of a place as it is written."""
        return self.card.layout.name(place)

    # -- dice and tables ----------------------------------------------------------------

    def die(self, purpose: str) -> int:
        """One die. `purpose` says what for, for people who roll real dice."""
        value = self._roll(purpose)
        self._rolled.append(value)
        return value

    def pair(self, purpose: str) -> Pair:
        """Two dice, the coloured one first."""
        coloured = self.die(f"{purpose}, coloured die")
        return Pair(coloured, self.die(f"{purpose}, white die"))

    def look(self, id: str, **keys: int | str) -> tuple[Table, Row]:
        """A table and its row for these keys."""
        found = table(id)
        return found, found.look(**keys)

    def reading(self, id: str) -> str:
        """The reading that holds for this card, by its id, such as `R01`; the event says it was used."""
        chosen = chosen_reading(self.card, id)
        self._readings.append(f"{id} {chosen}")
        return chosen

    # -- what comes of it ---------------------------------------------------------------

    def say(
        self, text: str, rule: str, result: str = "", *, modifiers: Sequence[Modifier] = (),
        final: int | None = None, row: tuple[Table, Row] | None = None, hexes: Sequence[Hex | str] = (),
        units: Sequence[str] = (), secret: str = "",
    ) -> None:
        """Report an event: a sentence, its rule, and a short stable word for the result. The dice rolled,
        facts asked and readings used since the last one belong to it. `secret` is the side that alone may
        know it."""
        names = tuple(h if isinstance(h, str) else self.hex_name(h) for h in hexes)
        self.events.append(DeskEvent(
            self.procedure.id, text, rule, self.books.turn, self.books.phase, secret or self.books.mover,
            names, tuple(units), tuple(self._rolled), tuple(modifiers), final, result,
            row[0].id if row else "", row[1].number if row else -1, tuple(self._asked),
            tuple(self._readings), bool(secret)))
        self._rolled, self._asked, self._readings = [], [], []

    def follow(
        self, procedure: str, why: str, rule: str, must: bool = False, first: bool = False, *,
        secret: str = "", proposed: Mapping[str, str] | None = None, **inputs: str,
    ) -> None:
        """Offer a procedure that follows, with the inputs that are known; one that `must` be carried out
        before the phase ends. `first`: before all others that follow. The first input says what it is about;
        `proposed` ones may be given otherwise. `secret` is the side that alone may know of it."""
        more = proposed or {}
        due = Due(procedure, (*inputs.items(), *more.items()), why, rule, must, secret, tuple(more))
        self.books = self.books.with_due(due, first)

    def refuse(self, reason: str, rule: str = "") -> NoReturn:
        """Raise `IllegalOrderError`: a sentence and the rule that forbids it."""
        raise IllegalOrderError(reason, rule)


def _one_of(words: Sequence[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def _near(word: str, known: Sequence[str]) -> str:
    """A question for the known word that is meant, with a blank before it; "" if none is like it."""
    near = misspelt(word, known)
    return f" Did you mean `{near}`?" if near else ""


def _example(one: Input) -> str:
    if one.choices:
        return "|".join(one.choices)
    return {"number": str(one.least or 0), "half": "1.5", "flag": "yes", "hex": "F5", "direction": "3",
            "side": "SIDE"}.get(one.kind, "TEXT")


def _number(text: str, half: bool) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    steps = number * 2 if half else number
    return number if steps == int(steps) and abs(number) < 10000 and "e" not in text.lower() else None


def total(roll: int, modifiers: Sequence[Modifier]) -> int:
    """A roll with its modifiers."""
    return roll + sum(m.amount for m in modifiers)


def modifiers_words(modifiers: Sequence[Modifier]) -> str:
    """Modifiers in words, for a sentence: `+1 December (E1.11), -1 guard (E2.1)`; "" for none."""
    return ", ".join(f"{m.amount:+d} {m.why} ({m.rule})" for m in modifiers if m.amount)


def always(rules: SpecialRules, card: Card) -> bool:
    """Whether a procedure that every card has is on."""
    return True


@dataclass(frozen=True)
class Procedure:
    """A procedure of the rules.

    `is_on` says whether the special rules of a card turn it on (chapter E is off unless they do, E.1).
    `phases` are those in which it is offered if `is_due` holds, () if it is never offered but may be chosen.
    With `automatic` it runs by itself at the start or at the end of each of these. `only_after` is a sentence
    on the procedure that it follows from, without which it is refused; "" if it may stand alone. `steps` are
    the sentences of the procedure sheet, each with its rule number; `tables` the ids of its tables; `section`
    the heading of lists and sheets. `is_of_use` says whether the procedure sheet of a card has it: what is
    turned on may still be of no use with its date and its counters. A table in `table_if` is on the sheet
    only if that holds. One that is to be carried out `once` in a phase is offered until it was.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    degree: Degree
    run: Callable[[Case], None]
    inputs: tuple[Input, ...] = ()
    phases: tuple[str, ...] = ()
    automatic: Literal["", "start", "end"] = ""
    is_on: Callable[[SpecialRules, Card], bool] = always
    is_due: Callable[[Card, Books], bool] = field(default=lambda card, books: True)
    steps: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    section: str = ""
    only_after: str = ""
    is_of_use: Callable[[SpecialRules, Card], bool] = always
    table_if: Mapping[str, Callable[[SpecialRules, Card], bool]] = field(default_factory=dict)
    once: bool = False


@dataclass(frozen=True)
class Reminder:
    """A rule that the desk only reminds of: a sentence for the procedure sheet and the log."""

    id: str
    rules: tuple[str, ...]
    text: str
    phases: tuple[str, ...] = ()
    is_on: Callable[[SpecialRules, Card], bool] = always
    section: str = ""
    is_of_use: Callable[[SpecialRules, Card], bool] = always


def dice_words(n: int) -> str:
    """
    >>> dice_words(1), dice_words(2)
    ('1 die', '2 dice')
    """
    return "1 die" if n == 1 else f"{n} dice"


class TypedDice:
    """The typed dice of an order, one after the other: `6-4,3`. Raises `DiceExhaustedError` if there are too
    few."""

    def __init__(self, rolls: Sequence[int]) -> None:
        self.rolls, self.used = tuple(rolls), 0

    def roll(self, purpose: str) -> int:
        """The next of the dice."""
        if self.used == len(self.rolls):
            raise DiceExhaustedError(
                f"The order has {dice_words(len(self.rolls))}, and one more "
                f"is needed for {purpose}.", purpose, 6, self.used)
        self.used += 1
        return self.rolls[self.used - 1]
