"""Which keys of a variant, as files have them, differ from its base, and how one becomes as it is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Literal

from ...lazy_dataclass import dataclass
from ..design import Design
from ..fields import declared
from ..files.codec import entry_keys
from ..gamemap import GameMap
from ..inherited import Inherited, OwnValue
from ..ruleset import Ruleset
from ..scenario import Scenario
from .any_key import MISSING, Kind, Path, PlainData, document, records_at, shown, value_at, with_value

_KEYED: Mapping[tuple[Kind, str], tuple[str, ...]] = {
    ("scenario", "units"): ("nationality", "name"),
    ("map", "roads"): ("kind", "name"), ("map", "hexsides"): ("kind", "name")}
"""The keys that say what an entry is called, where its declaration does not."""
_LONGEST = 120
_MOST_LISTS = 500
"""The most lists whose entries are remembered."""
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
        self._places: dict[tuple[int, int], tuple[Any, Any, list[int | None]]] = {}
        """For two lists, which are kept with it, the place of each entry of one in the other."""

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
                place = self._place_of(now, key, was, kind, path[:n])
                if place is None:
                    return MISSING, n < len(path) - 1
                was, now = was[place], now[key]
            else:
                was = was.get(key, MISSING) if isinstance(was, dict) else MISSING
                now = now.get(key, MISSING) if isinstance(now, dict) else MISSING
        return was, False


    def _place_of(self, entries: Any, index: int, others: Any, kind: Kind, path: Path) -> int | None:
        """The place in another list of the entry at an index; None if there is none."""
        if not isinstance(others, list) or not isinstance(entries, list) or index >= len(entries):
            return None
        key = id(entries), id(others)
        if key not in self._places:
            if len(self._places) >= _MOST_LISTS:
                self._places.clear()
            self._places[key] = entries, others, _places_in(entries, others, _keys_at(kind, path))
        return self._places[key][2][index]


def attribute_of(kind: Kind, key: str) -> str:
    """The attribute of a document that a key of its file is."""
    return next((one.name for one in declared(_RECORDS[kind]) if one.key == key), key)


def _keys_at(kind: Kind, path: Path) -> tuple[str, ...]:
    """The keys by which the entries of a list are told apart; () if only by their places."""
    if len(path) == 1 and (own := _KEYED.get((kind, str(path[0])))):
        return own
    _, one = records_at(kind, path)
    return entry_keys(one) if one is not None else ()


def _places_in(entries: Sequence[Any], others: Sequence[Any], keys: Sequence[str]) -> list[int | None]:
    """For each entry the place in another list of the one that is called the same, or of the one that became
    it; None for one that is new."""
    found: list[int | None] = [None] * len(entries)
    if keys:
        places: dict[object, list[int]] = {}
        for place, entry in enumerate(others):
            places.setdefault(_name(entry, keys), []).append(place)
        for index, entry in enumerate(entries):
            if same := places.get(_name(entry, keys)):
                found[index] = same.pop(0)
        return found
    now, was = (list(map(repr, x)) for x in (entries, others))
    for what, i1, i2, j1, j2 in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if what in ("equal", "replace"):
            for i, j in zip(range(i1, i2), range(j1, j2), strict=False):
                found[j] = i
    return found


def _name(entry: Any, keys: Sequence[str]) -> object:
    return tuple(str(entry.get(k, "")) for k in keys) if isinstance(entry, dict) else entry
