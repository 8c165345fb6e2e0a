"""Orders: what a player decides, as immutable values with a one-line text form.

A game system lists its verbs with a pattern each (`"move": "{units} {path}"`); writing and
reading follow from the pattern. Order values hold unit keys and hex numbers, so they mean the
same outside the game they were made in; in text, units have their shortest clear name.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, overload

from ..model.ruleset import Ruleset
from ..model.scenario import Unit


class IllegalOrder(ValueError):
    """An order that is refused. `reason` is a sentence, `rule` the number of the rule it breaks.

    `rule` is "" where no rule is broken but the order says nothing that could be done: no such verb,
    unit or hex, not the form of its verb, a number too long, a value that is no order.
    """

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} (rule {rule})" if rule else reason)
        self.reason, self.rule = reason, rule


class NoDiceLeft(IllegalOrder):
    """What `why_not` says of an order that nothing forbids but for which the given dice are used up."""


class Order(NamedTuple):
    """A decision. `units` are unit keys, `hexes` hex numbers, `words` anything else.

    >>> Order("move", ("poland/1st Armored",), ("2413", "2414"))
    Order(verb='move', units=('poland/1st Armored',), hexes=('2413', '2414'), words=())
    """

    verb: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


PASS = Order("pass")
MOST_DIGITS = 9
"""The longest number an order may hold."""
_SHOWN = 80


def check_order(order: object) -> Order:
    """The value, if it is an `Order` of texts; raises `IllegalOrder` for anything else.

    >>> check_order(Order("allocate", words=(2, 1)))
    Traceback (most recent call last):
    visegrad_editor.engine.orders.IllegalOrder: The words of an order are a tuple of texts, not (2, 1).
    """
    if not isinstance(order, Order):
        raise IllegalOrder(f"An order is a line of text or an Order, not {cut(repr(order))}.")
    if not isinstance(order.verb, str):
        raise IllegalOrder(f"The verb of an order is a text, not {cut(repr(order.verb))}.")
    for name, parts in (("units", order.units), ("hexes", order.hexes), ("words", order.words)):
        if not isinstance(parts, tuple) or not all(isinstance(p, str) for p in parts):
            raise IllegalOrder(f"The {name} of an order are a tuple of texts, not {cut(repr(parts))}.")
    return order


def is_number(word: str) -> bool:
    """Whether a word of an order is a number: the digits 0 to 9, not more than `MOST_DIGITS` of them.

    >>> is_number("12"), is_number("٣"), is_number("1" * 10)
    (True, False, False)
    """
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS


NUMBERS = f"A number is written with the digits 0 to 9, {MOST_DIGITS} of them at most."


def cut(text: str) -> str:
    """A text as a sentence can show it.

    >>> cut("9" * 5000)[-3:], len(cut("9" * 5000))
    ('99…', 80)
    """
    return text if len(text) <= _SHOWN else text[:_SHOWN - 1] + "…"


class Listing(Sequence[Order]):
    """A list of orders of which many differ only in unit and hex: these are made when they are asked for.

    >>> listing = Listing([PASS])
    >>> listing.add("interdict", "poland/F-16", ["2017", "2018"])
    >>> len(listing), listing[2].hexes
    (3, ('2018',))
    """

    def __init__(self, first: Iterable[Order] = ()) -> None:
        self._first = list(first)
        self._runs: list[tuple[str, str, Sequence[str]]] = []
        self._length = len(self._first)

    def add(self, verb: str, unit: str, hexes: Sequence[str]) -> None:
        """An order of the unit for each of the hexes."""
        self._runs.append((verb, unit, hexes))
        self._length += len(hexes)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Order: ...

    @overload
    def __getitem__(self, index: slice) -> list[Order]: ...

    def __getitem__(self, index: int | slice) -> Order | list[Order]:
        if isinstance(index, slice):
            return list(self)[index]
        left = index + self._length if index < 0 else index
        if not 0 <= left < self._length:
            raise IndexError(index)
        if left < len(self._first):
            return self._first[left]
        left -= len(self._first)
        for verb, unit, hexes in self._runs:
            if left < len(hexes):
                return Order(verb, (unit,), (hexes[left],))
            left -= len(hexes)
        raise IndexError(index)

    def __iter__(self) -> Iterator[Order]:
        yield from self._first
        new = tuple.__new__  # the constructor of a named tuple would take most of the time
        for verb, unit, hexes in self._runs:
            units = (unit,)
            for hex in hexes:
                yield new(Order, (verb, units, (hex,), ()))


_SLOT = re.compile(r"\{(unit|units|hex|path|word|number)\}")
_GROUPS = {
    "unit": r"(.+)", "units": r"(.+)", "hex": r"(\S+)", "path": r"(\S+)", "word": r"(\S+)",
    "number": r"(\S+)",
}


class Names:
    """Unit names: the shortest clear one for each unit, and units by any name a person may write."""

    def __init__(self, units: Iterable[Unit], ruleset: Ruleset) -> None:
        units = tuple(units)
        adjectives = {n.id: n.adjective for n in ruleset.nationalities}
        full = {u.key: f"{adjectives.get(u.nationality, u.nationality)} {u.name}" for u in units}
        self._exact: dict[str, set[str]] = {}
        for u in units:
            for name in (u.name, full[u.key]):
                self._exact.setdefault(_spaced(name), set()).add(u.key)
        for u in units:
            self._exact[_spaced(u.key)] = {u.key}
        self._any_case: dict[str, set[str]] = {}
        for name, keys in self._exact.items():
            self._any_case.setdefault(name.lower(), set()).update(keys)
        self.full: dict[str, str] = {k: (t if self._clear(t, k) else k) for k, t in full.items()}
        """Key to name with nationality, for sentences."""
        self.short: dict[str, str] = {
            u.key: u.name if self._clear(u.name, u.key) else self.full[u.key] for u in units
        }
        """Key to the shortest clear name, for orders."""

    def _clear(self, name: str, key: str) -> bool:
        """Whether a name means this unit alone, and cannot be taken for a list."""
        return "," not in name and self._exact[_spaced(name)] == {key}

    def key(self, text: str) -> str:
        """The key of the unit meant; raises `IllegalOrder` naming near misses.

        A name spelt exactly goes before one that differs in capital letters only.
        """
        wanted = _spaced(text)
        found = self._exact.get(wanted) or self._any_case.get(wanted.lower(), set())
        if len(found) == 1:
            return next(iter(found))
        if found:
            owners = [self.short[k] for k in self.full if k in found]
            raise IllegalOrder(f"More than one unit is called {wanted}: write {' or '.join(owners)}.")
        near = difflib.get_close_matches(cut(wanted.lower()), self._any_case, 1)
        hint = f" Did you mean {self.short[min(self._any_case[near[0]])]}?" if near else ""
        raise IllegalOrder(f"There is no unit called {cut(wanted)!r}.{hint}")

    def keys(self, text: str) -> tuple[str, ...]:
        """The keys of units in a list separated by commas."""
        return tuple(self.key(part) for part in text.split(",") if part.strip())


def _spaced(name: str) -> str:
    """A name as it reads back from a line: single blanks between words."""
    return " ".join(name.split())


class Grammar:
    """The verbs of a game system and how each is written."""

    def __init__(self, patterns: Mapping[str, str], joiner: str = "-") -> None:
        self.patterns = dict(patterns)
        self.joiner = joiner
        self._slots = {verb: _SLOT.findall(p) for verb, p in self.patterns.items()}
        self._regex = {verb: _compile(p) for verb, p in self.patterns.items()}

    def text(self, order: Order, names: Names) -> str:
        """The order as one line.

        >>> g = Grammar({"pass": "", "allocate": "table {number} track {number}"})
        >>> g.text(Order("allocate", words=("4", "3")), Names((), Ruleset("", "", "")))
        'allocate table 4 track 3'
        """
        hexes, words, units = iter(order.hexes), iter(order.words), iter(order.units)

        def fill(match: re.Match[str]) -> str:
            slot = match[1]
            if slot == "units":
                return ", ".join(names.short.get(k, k) for k in units)
            if slot == "unit":
                key = next(units)
                return names.short.get(key, key)
            if slot == "path":
                return self.joiner.join(hexes)
            return next(hexes) if slot == "hex" else next(words)

        pattern = self.patterns[order.verb]
        return f"{order.verb} {_SLOT.sub(fill, pattern)}".rstrip() if pattern else order.verb

    def parse(self, text: str, names: Names) -> Order:
        """The order a line means; raises `IllegalOrder` where it means none."""
        line = " ".join(text.split())
        verb, _, rest = line.partition(" ")
        verb = verb.lower()
        if verb not in self.patterns:
            near = difflib.get_close_matches(cut(verb), self.patterns, 1)
            hint = f" Did you mean `{near[0]}`?" if near else (
                f" Orders begin with {', '.join(self.patterns)}.")
            raise IllegalOrder(f"There is no order `{cut(verb)}`.{hint}")
        match = self._regex[verb].fullmatch(rest)
        form = f"`{cut(line)}` is not written as this order is: `{self.form(verb)}`."
        if match is None:
            raise IllegalOrder(form)
        units: list[str] = []
        hexes: list[str] = []
        words: list[str] = []
        for slot, part in zip(self._slots[verb], match.groups(), strict=True):
            if slot == "unit":
                units.append(names.key(part))
            elif slot == "units":
                try:
                    units.extend(names.keys(part))
                except IllegalOrder:
                    self._check_joined(verb, part, match.groups()[-1])
                    raise
            elif slot == "hex":
                hexes.append(part)
            elif slot == "path":
                hexes.extend(part.split(self.joiner))
            elif slot == "word":
                words.append(part.lower())
            elif is_number(part):
                words.append(str(int(part)))
            else:
                raise IllegalOrder(f"{form} {NUMBERS}")
        return Order(verb, tuple(units), tuple(hexes), tuple(words))

    def form(self, verb: str) -> str:
        """How an order is written, with capital words for what is to be filled in.

        >>> Grammar({"allocate": "table {number} track {number}"}).form("allocate")
        'allocate table N track N'
        """
        path = self.joiner.join(("HEX", "HEX", "…"))
        shown = {"unit": "UNIT", "units": "UNIT, UNIT", "hex": "HEX", "path": path, "word": "WORD",
                 "number": "N"}
        return f"{verb} {_SLOT.sub(lambda slot: shown[slot[1]], self.patterns[verb])}".rstrip()

    def _check_joined(self, verb: str, units: str, path: str) -> None:
        """Raise the refusal of a path whose hexes stand side by side: they were taken for names of units."""
        *_, last = units.split()
        if self._slots[verb][-1] == "path" and self.joiner not in path and last.isdigit() and len(
                last) == len(path):
            raise IllegalOrder(f"The hexes of a path are joined by “{self.joiner}”, without blanks: "
                               f"{last}{self.joiner}{cut(path)}.")


def _compile(pattern: str) -> re.Pattern[str]:
    parts = _SLOT.split(pattern)
    made = "".join(_GROUPS[p] if i % 2 else re.escape(p) for i, p in enumerate(parts))
    return re.compile(made, re.IGNORECASE)
