"""What to do with the entries of a list: change, delete, insert, in the order of the text."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from .sources import entry_name
from .yaml_scalar import as_text

_MOST_COMPARED = 4_000_000


class NoPlan(Exception):
    """The entries of the text and of the document cannot be matched."""


class Step(NamedTuple):
    """`change`: entry `place` of the text becomes `new`; `delete`: it goes; `insert`: `new` is put
    before it (after the last where `place` is their number)."""

    what: str
    place: int
    old: Any
    new: Any


def name_of(section: str, entry: Any) -> str:
    """What an entry is recognised by; a text by itself."""
    if isinstance(entry, dict):
        return entry_name(section, entry)
    return as_text(entry) or ""


def frozen(value: Any) -> Hashable:
    """A value that may be compared and hashed, for plain data."""
    if isinstance(value, dict):
        return tuple((k, frozen(v)) for k, v in value.items())
    if isinstance(value, list):
        return tuple(map(frozen, value))
    return (type(value).__name__, value)


def plan(section: str, given: Sequence[Any], old: Sequence[Any], new: Sequence[Any]) -> list[Step]:
    """The steps that make `new` of `old`, for a text whose entries are `given`; raises `NoPlan`."""
    names = [name_of(section, e) for e in given]
    if names == [name_of(section, e) for e in old]:
        return _by_order(section, old, new)
    return _by_name(section, names, old, new)


def _by_order(section: str, old: Sequence[Any], new: Sequence[Any]) -> list[Step]:
    """What to do with the entries of a list whose text has the order of `old`."""
    a, b = [frozen(e) for e in old], [frozen(e) for e in new]
    low = 0
    while low < min(len(a), len(b)) and a[low] == b[low]:
        low += 1
    high = 0
    while high < min(len(a), len(b)) - low and a[-1 - high] == b[-1 - high]:
        high += 1
    mid_a, mid_b = a[low : len(a) - high], b[low : len(b) - high]
    if len(mid_a) * len(mid_b) > _MOST_COMPARED:
        raise NoPlan
    steps: list[Step] = []
    for _, i1, i2, j1, j2 in _replacements(mid_a, mid_b):
        i1, i2, j1, j2 = i1 + low, i2 + low, j1 + low, j2 + low
        if i2 - i1 == j2 - j1:
            partner = dict(zip(range(i1, i2), range(j1, j2), strict=True))
        else:
            names_a = [name_of(section, e) for e in old[i1:i2]]
            names_b = [name_of(section, e) for e in new[j1:j2]]
            blocks = SequenceMatcher(None, names_a, names_b, autojunk=False).get_matching_blocks()
            partner = {i1 + m.a + n: j1 + m.b + n for m in blocks for n in range(m.size)}
        steps += [Step("change", i, old[i], new[j]) if (j := partner.get(i)) is not None else
                  Step("delete", i, old[i], None) for i in range(i1, i2)]
        taken, place = {j: i for i, j in partner.items()}, i1
        for j in range(j1, j2):
            if j in taken:
                place = taken[j] + 1
            else:
                steps.append(Step("insert", place, None, new[j]))
    return steps


def _replacements(a: list[Hashable], b: list[Hashable]) -> list[tuple[str, int, int, int, int]]:
    return [op for op in SequenceMatcher(None, a, b, autojunk=False).get_opcodes() if op[0] != "equal"]


def _by_name(section: str, names: list[str], old: Sequence[Any], new: Sequence[Any]) -> list[Step]:
    """The same for a text that lists its entries in an order of its own, as variants may."""
    was = {name_of(section, e): e for e in old}
    now = {name_of(section, e): e for e in new}
    if len(set(names)) < len(names) or len(was) < len(old) or len(now) < len(new) or "" in names:
        raise NoPlan
    steps: list[Step] = []
    for i, name in enumerate(names):
        if name in now and was.get(name) != now[name]:
            steps.append(Step("change", i, was.get(name, {}), now[name]))
        elif name in was and name not in now:
            steps.append(Step("delete", i, None, None))
    steps += [Step("insert", len(names), None, e) for n, e in now.items() if n not in names]
    return steps
