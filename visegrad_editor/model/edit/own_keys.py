"""Which keys of a variant, as files have them, differ from its base, and how one becomes as it is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..design import Design
from ..fields import declared
from ..gamemap import GameMap
from ..inherited import Inherited, OwnValue
from ..ruleset import Ruleset
from ..scenario import Scenario
from .any_key import MISSING, Kind, Path, PlainData, document, shown, value_at, with_value

_NAMES: tuple[tuple[str, ...], ...] = (
    ("id",), ("nationality", "name"), ("hex", "text"), ("hex",), ("turn", "side"), ("kind", "name"),
    ("kind",), ("name",), ("rule",))
"""The keys that say what an entry is called; the first of these that it has."""
_LONGEST = 120
_RECORDS: Mapping[Kind, Any] = {"scenario": Scenario, "map": GameMap, "ruleset": Ruleset}


@dataclass(frozen=True)
class OwnKey:
    """A key, or an entry, that differs from the base."""

    kind: Literal["changed", "added"]
    before: Any
    """What the base says, `MISSING` for nothing."""

    @property
    def words(self) -> str:
        """What the base says, as a sentence."""
        if self.kind == "added":
            return "Not in the base."
        if isinstance(self.before, list | dict):
            return "Otherwise in the base."
        text = shown(self.before)
        return f"In the base: {text if len(text) < _LONGEST else text[:_LONGEST] + '…'}." if text else (
            "Not said in the base.")


class OwnKeys:
    """Compares documents, as plain data, with those of the base of a variant."""

    def __init__(self) -> None:
        self._now, self._base = PlainData(), PlainData()

    def at(self, inherited: Inherited | None, kind: Kind, path: Path) -> OwnKey | None:
        """How what a path leads to differs; None if it does not, and within an entry of the design's own."""
        if inherited is None or not path:
            return None
        now = value_at(self._now.of(inherited.design, kind), path)
        was, inside = self._before(inherited, kind, path)
        if now == was or inside:
            return None
        entry = isinstance(path[-1], int)
        return OwnKey("added" if was is MISSING and entry else "changed", was)

    def reset(self, inherited: Inherited, kind: Kind, path: Path) -> Design:
        """The design with what a path leads to as in the base. Raises ValueError with the reason if that is
        impossible."""
        was, _ = self._before(inherited, kind, path)
        design = with_value(inherited.design, kind, path, was, self._now.of(inherited.design, kind))
        return inherited.with_sources_again(design, kind, attribute_of(kind, str(path[0])))

    def removed(self, inherited: Inherited | None, kind: Kind, path: Path) -> tuple[OwnValue, ...]:
        """The entries of the list at a path that only the base has."""
        if inherited is None or len(path) != 1 or not isinstance(
                value_at(self._base.of(inherited.base, kind), path), list):
            return ()
        found = inherited.removed(kind, attribute_of(kind, str(path[0])))
        return tuple({(v.title, v.path): v for v in found}.values())

    def _before(self, inherited: Inherited, kind: Kind, path: Path) -> tuple[Any, bool]:
        """What the base says, and whether that is missing because an entry around it is not there."""
        if document(inherited.base, kind) is None:
            return MISSING, True
        now: Any = self._now.of(inherited.design, kind)
        was: Any = self._base.of(inherited.base, kind)
        for n, key in enumerate(path):
            if isinstance(key, int):
                place = _place_of(now, key, was)
                if place is None:
                    return MISSING, n < len(path) - 1
                was, now = was[place], now[key]
            else:
                was = was.get(key, MISSING) if isinstance(was, dict) else MISSING
                now = now.get(key, MISSING) if isinstance(now, dict) else MISSING
        return was, False


def attribute_of(kind: Kind, key: str) -> str:
    """The attribute of a document that a key of its file is."""
    return next((one.name for one in declared(_RECORDS[kind]) if one.key == key), key)


def _name(entry: Any) -> object:
    if not isinstance(entry, dict):
        return None
    for keys in _NAMES:
        if keys[0] in entry:
            return keys, tuple(str(entry.get(k, "")) for k in keys)
    return None


def _place_of(entries: Any, index: int, others: Any) -> int | None:
    """The place in another list of the entry called as that at an index; None if there is none."""
    if not isinstance(others, list) or not isinstance(entries, list) or index >= len(entries):
        return None
    name = _name(entries[index])
    if name is None:
        return index if index < len(others) else None
    nth = sum(_name(e) == name for e in entries[:index])
    seen: Counter[object] = Counter()
    for place, entry in enumerate(others):
        if _name(entry) == name:
            if seen[name] == nth:
                return place
            seen[name] += 1
    return None
