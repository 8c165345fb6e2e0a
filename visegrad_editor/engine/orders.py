"""Orders: the decisions of players, as immutable values with a one-line text form.

A game system lists its verbs with a pattern each (`"move": "{units} {path}"`), which is used for both writing
and reading. Order values hold unit keys and hex numbers, so they have the same meaning in another game of the
scenario; in text, units have their shortest unambiguous name.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, overload

from ..errors import VisegradError
from ..model.provenance import shown_rule
from ..model.ruleset import Ruleset
from ..model.scenario import Unit


class IllegalOrderError(VisegradError, ValueError):
    """An order that is refused. `reason` is a sentence, `rule` the number of the rule it breaks.

    In a game whose ruleset states no numbers `rule` is the name of a part of the rules, such as `set-up`,
    which no text cites. It is "" for an order that is not understood: an unknown verb, unit or hex, the wrong
    form for its verb, a number that is too long, a value that is not an order; and for a set-up that only a
    set-up group of the designer's own forbids, which names no rule.
    """

    def __init__(self, reason: str, rule: str = "") -> None:
        self.reason, self.rule = reason, rule
        super().__init__(f"{reason} (rule {self.cited})" if self.cited else reason)

    @property
    def cited(self) -> str:
        """The number of the rule that a text may cite; "" where the game has only a name for it."""
        return shown_rule(self.rule)


class NoDiceLeftError(IllegalOrderError):
    """The result of `why_not` for an order that no rule forbids but for which the given dice are used up."""


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
"""The maximum number of digits of a number in an order."""
_SHOWN = 80
_STRINGS = frozenset({str})


def check_order(order: object) -> Order:
    """The value, if it is an `Order` made of strings; raises `IllegalOrderError` for anything else.

    >>> check_order(Order("allocate", words=2))
    Traceback (most recent call last):
    visegrad_editor.engine.orders.IllegalOrderError: The words of an order must be a tuple of strings, not 2.
    """
    if type(order) is Order:
        verb, units, hexes, words = order
        # Nearly all orders are sound: one look at all the parts together.
        if type(units) is tuple and type(hexes) is tuple and type(words) is tuple and _STRINGS.issuperset(
                map(type, (verb, *units, *hexes, *words))):
            return order
    if not isinstance(order, Order):
        raise IllegalOrderError(f"An order must be a line of text or an Order, not {cut(repr(order))}.")
    if not isinstance(order.verb, str):
        raise IllegalOrderError(f"The verb of an order must be a string, not {cut(repr(order.verb))}.")
    for name, parts in (("units", order.units), ("hexes", order.hexes), ("words", order.words)):
        if not isinstance(parts, tuple) or not all(isinstance(p, str) for p in parts):
            raise IllegalOrderError(
                f"The {name} of an order must be a tuple of strings, not {cut(repr(parts))}.")
    return order


def is_number(word: str) -> bool:
    """Whether a word of an order is a number: at most `MOST_DIGITS` of the digits 0 to 9.

    >>> is_number("12"), is_number("٣"), is_number("1" * 10)
    (True, False, False)
    """
    return word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS


NUMBERS = f"A number is written with the digits 0 to 9 and has at most {MOST_DIGITS} of them."


def cut(text: str) -> str:
    """A text shortened to fit into a sentence.

    >>> cut("9" * 5000)[-3:], len(cut("9" * 5000))
    ('99…', 80)
    """
    return text if len(text) <= _SHOWN else text[:_SHOWN - 1] + "…"


class Listing(Sequence[Order]):
    """A list of orders, many of which differ only in unit and hex; these are made on demand.

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
        """Add an order of the unit for each of the hexes."""
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


SLOTS = ("unit", "units", "hex", "path", "word", "number")
"""What may stand in braces in the pattern of a verb."""
_SLOT = re.compile(rf"\{{({'|'.join(SLOTS)})\}}")
_GROUPS = {
    "unit": r"(.+)", "units": r"(.+)", "hex": r"(\S+)", "path": r"(\S+)", "word": r"(\S+)",
    "number": r"(\S+)",
}


class UnitNames:
    """Unit names: the shortest unambiguous name of each unit, and units by any name a person may write."""

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
        """Unit key to name with nationality, for sentences."""
        self.short: dict[str, str] = {
            u.key: u.name if self._clear(u.name, u.key) else self.full[u.key] for u in units
        }
        """Unit key to the shortest unambiguous name, for orders."""

    def _clear(self, name: str, key: str) -> bool:
        """Whether a name means only this unit and cannot be mistaken for a list."""
        return "," not in name and self._exact[_spaced(name)] == {key}

    def key(self, text: str) -> str:
        """The key of the unit with a name; raises `IllegalOrderError` with similar names.

        An exact match takes precedence over one that differs only in case.
        """
        wanted = _spaced(text)
        matches = self._exact.get(wanted) or self._any_case.get(wanted.lower(), set())
        if len(matches) == 1:
            return next(iter(matches))
        if matches:
            owners = [self.short[k] for k in self.full if k in matches]
            raise IllegalOrderError(f"More than one unit is called {wanted}. Write {' or '.join(owners)}.")
        near = difflib.get_close_matches(cut(wanted.lower()), self._any_case, 1)
        hint = f" Did you mean {self.short[min(self._any_case[near[0]])]}?" if near else ""
        raise IllegalOrderError(f"There is no unit called {cut(wanted)!r}.{hint}")

    def keys(self, text: str) -> tuple[str, ...]:
        """The keys of units in a list separated by commas."""
        return tuple(self.key(part) for part in text.split(",") if part.strip())


def _spaced(name: str) -> str:
    """A name with single spaces between its words, as it is read from a line."""
    return " ".join(name.split())


class Grammar:
    """The verbs of a game system and the text form of each."""

    def __init__(
        self, patterns: Mapping[str, str], joiner: str = "-",
        is_hex: Callable[[str], bool] = lambda word: False,
    ) -> None:
        """`is_hex` tells whether a word is the number of a hex of the game."""
        self.patterns = dict(patterns)
        self.joiner = joiner
        self._is_hex = is_hex
        self._slots = {verb: _SLOT.findall(p) for verb, p in self.patterns.items()}
        self._regex = {verb: _compile(p) for verb, p in self.patterns.items()}

    def text(self, order: Order, names: UnitNames) -> str:
        """The order as one line.

        >>> g = Grammar({"pass": "", "allocate": "table {number} track {number}"})
        >>> g.text(Order("allocate", words=("4", "3")), UnitNames((), Ruleset("", "", "")))
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

    def parse(self, text: str, names: UnitNames) -> Order:
        """The order that a line describes; raises `IllegalOrderError` if it describes none."""
        line = " ".join(text.split())
        verb, _, rest = line.partition(" ")
        verb = verb.lower()
        if verb not in self.patterns:
            near = difflib.get_close_matches(cut(verb), self.patterns, 1)
            hint = f" Did you mean `{near[0]}`?" if near else (
                f" Orders begin with {', '.join(self.patterns)}.")
            raise IllegalOrderError(f"There is no order `{cut(verb)}`.{hint}")
        match = self._regex[verb].fullmatch(rest)
        form = f"`{cut(line)}` does not have the form of this order: `{self.form(verb)}`."
        if match is None:
            raise IllegalOrderError(form)
        units: list[str] = []
        hexes: list[str] = []
        words: list[str] = []
        for slot, part in zip(self._slots[verb], match.groups(), strict=True):
            if slot == "unit":
                units.append(names.key(part))
            elif slot == "units":
                try:
                    units.extend(names.keys(part))
                except IllegalOrderError:
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
                raise IllegalOrderError(f"{form} {NUMBERS}")
        return Order(verb, tuple(units), tuple(hexes), tuple(words))

    def form(self, verb: str) -> str:
        """The form of an order, with capitalised words for the parts to fill in.

        >>> Grammar({"allocate": "table {number} track {number}"}).form("allocate")
        'allocate table N track N'
        """
        path = self.joiner.join(("HEX", "HEX", "…"))
        shown = {"unit": "UNIT", "units": "UNIT, UNIT", "hex": "HEX", "path": path, "word": "WORD",
                 "number": "N"}
        return f"{verb} {_SLOT.sub(lambda slot: shown[slot[1]], self.patterns[verb])}".rstrip()

    def _check_joined(self, verb: str, units: str, path: str) -> None:
        """Refuse a path whose hexes are not joined, which would be read as names of units."""
        *_, last = units.split()
        alike = last.isdecimal() and len(last) == len(path)
        if self._slots[verb][-1] == "path" and self.joiner not in path and (
                alike or (self._is_hex(last) and self._is_hex(path))):
            raise IllegalOrderError(f'The hexes of a path are joined by "{self.joiner}", without spaces: '
                                    f"{last}{self.joiner}{cut(path)}.")


@cache
def _compile(pattern: str) -> re.Pattern[str]:
    parts = _SLOT.split(pattern)
    made = "".join(_GROUPS[p] if i % 2 else re.escape(p) for i, p in enumerate(parts))
    return re.compile(made, re.IGNORECASE)
