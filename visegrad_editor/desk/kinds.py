"""Kinds of counters as text: `german/4-6-7`, `german:para/5-4-8`, `german/8-1`, `german/truck`.

The nation always stands before the value, because the same value is printed on counters of several nations.
"""

from __future__ import annotations

import re
from typing import Literal

from ..lazy_dataclass import dataclass
from ..model.wording import quoted

_NATION = r"[a-z][a-z0-9_-]*"
KIND_PATTERN = rf"^{_NATION}(:{_NATION})?/\S{{1,40}}$"
_KIND = re.compile(rf"({_NATION})(?::({_NATION}))?/(\S{{1,40}})")
_UNIT = re.compile(r"(\d{1,2})(?:\^(\d))?-(\d{1,2})-(\d{1,2})")
_LEADER = re.compile(r"(\d{1,2})([+-]\d)")
Group = Literal["unit", "leader", "other"]


@dataclass(frozen=True)
class Kind:
    """A kind taken apart. `subtype` is "" for the usual units of a nation."""

    nation: str
    value: str
    subtype: str = ""

    def __str__(self) -> str:
        subtype = f":{self.subtype}" if self.subtype else ""
        return f"{self.nation}{subtype}/{self.value}"

    @property
    def group(self) -> Group:
        """What the value is: firepower, range and morale of a unit; morale and modifier of a leader; or the
        name of something else, such as a gun or a vehicle."""
        if _UNIT.fullmatch(self.value):
            return "unit"
        return "leader" if _LEADER.fullmatch(self.value) else "other"

    @property
    def numbers(self) -> tuple[int, ...]:
        """Firepower, range and morale of a unit, morale and modifier of a leader; () for others."""
        unit, leader = _UNIT.fullmatch(self.value), _LEADER.fullmatch(self.value)
        if unit is not None:
            return int(unit[1]), int(unit[3]), int(unit[4])
        return (int(leader[1]), int(leader[2])) if leader is not None else ()

    @property
    def smoke(self) -> int:
        """The small number beside the firepower of a unit; 0 if there is none."""
        unit = _UNIT.fullmatch(self.value)
        return int(unit[2] or 0) if unit is not None else 0


def read_kind(text: str) -> Kind:
    """A kind taken apart; raises `ValueError` with a sentence if it is none.

    >>> read_kind("german:para/5-4-8").subtype
    'para'
    >>> read_kind("german/8-1").group, read_kind("german/8-1").numbers
    ('leader', (8, -1))
    """
    found = _KIND.fullmatch(text)
    if found is not None:
        return Kind(found[1], found[3], found[2] or "")
    if "/" not in text:
        raise ValueError(
            f"{quoted(text)} does not say its nation; write it before the value, such as german/4-6-7.")
    raise ValueError(
        f"{quoted(text)} is no kind of counter; write nation/value or nation:subtype/value, the nation in "
        "small letters, such as german/4-6-7 or german:para/5-4-8.")


def kind_words(text: str) -> str:
    """A kind in words: `german para 5-4-8`; the text itself if it is none."""
    try:
        kind = read_kind(text)
    except ValueError:
        return text
    return " ".join(p for p in (kind.nation.replace("-", " ").capitalize(), kind.subtype, kind.value) if p)
