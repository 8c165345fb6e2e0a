"""What the rules say of the counters of nations: classes, fixed experience levels, and when they are usual.

A month is counted from the year 0, so that months can be compared: `months(1944, 7)`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ..model.files.yaml_reader import read_file
from .kinds import Kind, read_kind
from .tables import DATA


def months(year: int, month: int) -> int:
    """A month as a number.

    >>> months(1944, 7) - months(1943, 12)
    7
    """
    return 12 * year + month - 1


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


@cache
def nations() -> Mapping[str, Nation]:
    """All nations of the data, by their names in kinds."""
    found = {}
    for id, data in read_file(DATA / "nations.yaml").data.items():
        made_by = {str(k): months(*map(int, v.split("-"))) for k, v in data.get("made_by", {}).items()}
        found[id] = Nation(id, data.get("home_morale", False),
                           _month(data.get("from")), made_by, tuple(map(_counter, data.get("counters", ()))))
    return found


def nation_of(kind: str) -> Nation:
    """The nation of a kind; one of which nothing is said, if the data do not have it. Raises `ValueError` for
    a text that is no kind."""
    id = read_kind(kind).nation
    return nations().get(id, Nation(id))


def rule_of(kind: str) -> CounterRule | None:
    """What holds for a kind; None if nothing is said of it. Raises `ValueError` as `nation_of` does."""
    return nation_of(kind).rule_of(read_kind(kind))
