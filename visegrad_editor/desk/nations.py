"""What the rules say of nations (A25): their counters, what is special to them, and what counters become.

A month is counted from the year 0, so that months can be compared: `months(1944, 7)`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, replace
from functools import cache
from typing import Any

from ..lazy_dataclass import dataclass
from ..model.files.yaml_reader import read_file
from .kinds import Kind, read_kind
from .tables import DATA


def months(year: int, month: int) -> int:
    """A month as a number.

    >>> months(1944, 7) - months(1943, 12)
    7
    """
    return 12 * year + month - 1


def month_words(month: int) -> str:
    """A month in figures.

    >>> month_words(months(1944, 7))
    '7/1944'
    """
    return f"{month % 12 + 1}/{month // 12}"


@dataclass(frozen=True)
class CounterRule:
    """What holds for some counters of a nation. Months are None where nothing is said of them."""

    values: tuple[str, ...]
    rule: str
    subtype: str = ""
    unit_class: str = ""
    elr: int | None = None
    since: int | None = None
    """The first month in which they are usual."""
    until: int | None = None
    """The last one."""
    instead: str = ""
    """The value that is usual outside these months."""
    toggle: str = ""
    """The key of a special rule without which they are not used, or not yet."""
    toggle_since: int | None = None
    """The first month in which they may be used if it is on."""

    def fits(self, kind: Kind) -> bool:
        """Whether it is about a kind."""
        if kind.subtype != self.subtype:
            return False
        value = re.sub(r"\^\d", "", kind.value)
        return value in self.values or any(word in self.values for word in words_of(kind))


def words_of(kind: Kind) -> tuple[str, ...]:
    """The words of a value that is a name, in small letters; () for numbers.

    >>> words_of(read_kind("german/AA-gun"))
    ('aa', 'gun')
    """
    return tuple(re.findall("[a-z]+", kind.value.lower())) if kind.group == "other" else ()


TOPICS: Mapping[str, str] = {
    "deployment": "Deployment", "cowering": "Cowering", "anti-tank-check": "Check before attacking tanks",
    "broken-morale": "Morale when broken", "opponents": "Morale against some opponents",
    "replacement": "Replacement", "assault-fire": "Assault fire", "to-hit": "Numbers to hit",
    "captured-use": "Use of captured weapons", "weapons": "Use of weapons", "artillery": "Artillery",
    "smoke": "Smoke grenades", "entrenching": "Entrenching", "movement": "Movement", "rally": "Rally",
    "stealth": "Stealth", "close-combat": "Close combat", "heat-of-battle": "Heat of Battle",
    "prisoners": "Surrender and prisoners", "leaders": "Leaders"}
"""What is said of nations, with titles."""
CHANGES = ("replacement", "hardening")
"""When counters become others: they fail their experience level, or are hardened."""


@dataclass(frozen=True)
class Trait:
    """What is special to a nation. `value` is a short word or number for it, `says` a sentence."""

    topic: str
    value: str
    says: str
    rule: str
    subtype: str = ""
    """The only units that it is about; "" for all of the nation."""
    since: int | None = None
    until: int | None = None
    toggle: str = ""
    """The key of a special rule without which it does not hold."""
    reading: tuple[str, str] = ("", "")
    """The place of the rules and the reading with which alone it holds."""
    against: str = ""
    """A nation that is among the opponents when it holds."""
    only: bool = False
    """Whether all opponents are of that nation."""
    unless: str = ""
    """A nation that is not among the opponents when it holds."""

    def in_month(self, month: int) -> bool:
        """Whether it may hold in a month."""
        return _between(self.since, month, self.until)


@dataclass(frozen=True)
class CounterChange:
    """What counters become when they fail their experience level or are hardened."""

    by: str
    rule: str
    of: tuple[str, ...] = ()
    """The values it is about; () for all of the `classes`."""
    classes: tuple[str, ...] = ()
    becomes: str = ""
    """A value, values with `or` between them, or a class; "" if they stay what they are, but `effect`."""
    effect: str = ""
    """`fanatic` or `disrupted`; "" if they become another counter."""
    subtype: str = ""
    since: int | None = None
    until: int | None = None
    toggle: str = ""
    listed: tuple[str, ...] = ()
    """Values of which the side has one."""
    unlisted: tuple[str, ...] = ()
    """Values of which the side has none."""

    def fits(self, kind: Kind, unit_class: str) -> bool:
        """Whether it is about a kind of this class ("": not known)."""
        value = re.sub(r"\^\d", "", kind.value)
        return kind.subtype == self.subtype and (value in self.of or unit_class in self.classes)

    def in_month(self, month: int) -> bool:
        """Whether it may hold in a month."""
        return _between(self.since, month, self.until)


@dataclass(frozen=True)
class Nation:
    """What holds for a nation."""

    id: str
    home_morale: bool = False
    """Whether its units are usually steadier in their own country, by a special rule (A25.8)."""
    since: int | None = None
    made_by: Mapping[str, int] = field(default_factory=dict)
    """The first month in which it has what another nation built."""
    counters: tuple[CounterRule, ...] = ()
    human_wave: str = ""
    """The rule by which it may attack in a human wave; "" if none does."""
    traits: tuple[Trait, ...] = ()
    """What is special to it, that of the nation that it is like included."""
    changes: tuple[CounterChange, ...] = ()
    """The first one that fits a counter holds."""

    def rule_of(self, kind: Kind) -> CounterRule | None:
        """What holds for a kind; None if nothing is said of it."""
        return next((one for one in self.counters if one.fits(kind)), None)


def _month(text: str | None) -> int | None:
    if text is None:
        return None
    year, _, month = text.partition("-")
    return months(int(year), int(month))


def _counter(data: Mapping[str, Any]) -> CounterRule:
    return CounterRule(
        tuple(map(str, data["values"])), str(data["rule"]), data.get("subtype", ""), data.get("class", ""),
        data.get("elr"), _month(data.get("from")), _month(data.get("to")), data.get("instead", ""),
        data.get("toggle", ""), _month(data.get("toggle_from")))


def _between(since: int | None, month: int, until: int | None) -> bool:
    return (since is None or month >= since) and (until is None or month <= until)


def _trait(data: Mapping[str, Any]) -> Trait:
    if data["topic"] not in TOPICS:
        raise ValueError(f"{data['topic']} is no topic of nations; topics are {', '.join(TOPICS)}.")
    place, choice = next(iter(data.get("reading", {}).items()), ("", ""))
    return Trait(
        data["topic"], str(data["value"]), data["says"], data["rule"], data.get("subtype", ""),
        _month(data.get("from")), _month(data.get("to")), data.get("toggle", ""), (place, choice),
        data.get("against", ""), data.get("only", False), data.get("unless", ""))


def _change(data: Mapping[str, Any]) -> CounterChange:
    if data["by"] not in CHANGES:
        raise ValueError(f"{data['by']} changes no counters; {' and '.join(CHANGES)} do.")
    return CounterChange(
        data["by"], data["rule"], tuple(map(str, data.get("of", ()))), tuple(data.get("classes", ())),
        str(data.get("becomes", "")), data.get("effect", ""), data.get("subtype", ""),
        _month(data.get("from")), _month(data.get("to")), data.get("toggle", ""),
        tuple(map(str, data.get("listed", ()))), tuple(map(str, data.get("unlisted", ()))))


def _with_model(own: Nation, model: Nation | None, own_changes: bool) -> Nation:
    """A nation with what holds of the one that it is like, but for topics that it has itself and for what is
    said of subtypes."""
    if model is None:
        return own
    topics = {t.topic for t in own.traits if not t.subtype}
    return replace(
        own, traits=(
            *own.traits, *(t for t in model.traits if t.topic not in topics and not t.subtype)),
        changes=own.changes if own_changes else (*own.changes, *model.changes))


@cache
def nations() -> Mapping[str, Nation]:
    """All nations of the data, by their names in kinds. One that is like another stands behind it."""
    found: dict[str, Nation] = {}
    for id, data in read_file(DATA / "nations.yaml").data.items():
        made_by = {str(k): months(*map(int, v.split("-"))) for k, v in data.get("made_by", {}).items()}
        own = Nation(
            id, data.get("home_morale", False), _month(data.get("from")), made_by,
            tuple(map(_counter, data.get("counters", ()))), data.get("human_wave", ""),
            tuple(map(_trait, data.get("traits", ()))), tuple(map(_change, data.get("changes", ()))))
        model = found[data["like"]] if "like" in data else None
        found[id] = _with_model(own, model, data.get("own_changes", False))
    return found


def nation_of(kind: str) -> Nation:
    """The nation of a kind; one of which nothing is said, if the data do not have it. Raises `ValueError` for
    a text that is no kind."""
    id = read_kind(kind).nation
    return nations().get(id, Nation(id))


def rule_of(kind: str) -> CounterRule | None:
    """What holds for a kind; None if nothing is said of it. Raises `ValueError` as `nation_of` does."""
    return nation_of(kind).rule_of(read_kind(kind))
