"""What the file of a variant says about things that its base does not have, or has no longer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, Literal

from ..lazy_dataclass import dataclass
from .files.plain_data import DataPath, as_text
from .frozen_data import FrozenMap, frozen, thawed

Step = str | FrozenMap
"""A key; an entry of a list by the keys that identify it."""


@dataclass(frozen=True)
class Unmatched:
    """A part of a variant's file without a counterpart in its base. It changes nothing, and stays in the
    file until the designer drops it or gives it another name."""

    way: tuple[Step, ...]
    """The list, mapping or text that holds it, from the top of the file."""
    what: Literal["entry", "words", "key"]
    """An entry of a list; words of a text of hexes; a key of a mapping with its value."""
    data: FrozenMap | str
    """The entry, the words, or the key with its value, as the file has it."""
    code: str = field(default="", compare=False, repr=False)
    message: str = field(default="", compare=False, repr=False)
    """What the problem says."""
    called: str = field(default="", compare=False, repr=False)
    """What it names and the base does not have."""
    instead: FrozenMap | str | None = field(default=None, compare=False, repr=False)
    """It with the name of the base that this one is by a slip of the pen; None if there is no such name."""
    near: str = field(default="", compare=False, repr=False)
    """That name."""
    resembles: bool = field(default=False, compare=False, repr=False)
    """Whether its name is like one of the base, so that it may be misspelt: more often than `near` is sure
    of."""
    unit: str = field(default="", compare=False, repr=False)

    @property
    def removes(self) -> bool:
        """Whether it takes something away, which the base does not have in any case."""
        return self.way in (("remove",), ("without_special_rules",)) or (
            isinstance(self.data, FrozenMap) and self.data.get("remove") is True)

    @property
    def section(self) -> str:
        """The list or mapping that holds it, in words: `change`, `modifiers`."""
        return next((step for step in reversed(self.way) if isinstance(step, str)), self.called)


def step_of(entry: Mapping[str, Any], keys: Sequence[str]) -> FrozenMap:
    """The step to an entry of a list whose entries are told apart by these keys."""
    return FrozenMap.of({key: entry[key] for key in keys if key in entry})


def put_back(data: dict[str, Any], unmatched: Sequence[Unmatched]) -> dict[str, Any]:
    """The data of a variant with what has no counterpart in its base in its places again."""
    for one in unmatched:
        if one.what == "key":
            holder = _holder(data, one.way, {})
            for key, value in thawed(one.data).items():
                holder.setdefault(key, value)
        elif one.what == "entry":
            holder = _holder(data, one.way, [])
            if not isinstance(one.data, str) or one.data not in holder:
                holder.append(thawed(one.data))
        else:
            *above, key = one.way
            owner = _holder(data, above, {})
            assert isinstance(key, str)
            owner[key] = f"{as_text(owner.get(key)) or ''} {one.data}".strip()
    return data


def _holder(data: Any, way: Sequence[Step], empty: Any) -> Any:
    """What a way leads to; parts that are missing are made, the last one as `empty`."""
    for n, step in enumerate(way):
        last = n == len(way) - 1
        if isinstance(step, FrozenMap):
            entry = next((e for e in data if _is_at(e, step)), None)
            if entry is None:
                entry = thawed(step)
                data.append(entry)
            data = entry
            continue
        if data.get(step) is None:
            data[step] = type(empty)() if last else [] if isinstance(way[n + 1], FrozenMap) else {}
        data = data[step]
    return data


class UnmatchedPlaces:
    """Where the data of a file has what its base has no counterpart for."""

    def __init__(self, data: Any) -> None:
        self._data = data
        self._entries: dict[int, dict[Any, int]] = {}

    def path(self, one: Unmatched) -> DataPath | None:
        """The path to one of them; None if it is not there any more."""
        path: list[str | int] = []
        data = self._data
        for step in one.way:
            if isinstance(step, FrozenMap):
                places = data if isinstance(data, list) else ()
                index = next((i for i, e in enumerate(places) if _is_at(e, step)), None)
                if index is None:
                    return None
                path.append(index)
                data = data[index]
            elif not isinstance(data, dict) or step not in data:
                return None
            else:
                path.append(step)
                data = data[step]
        if one.what == "entry":
            found = self._place(data, one.data) if isinstance(data, list) else None
            return None if found is None else (*path, found)
        if one.what == "key" and isinstance(one.data, FrozenMap):
            return (*path, *list(one.data)[:1])
        return tuple(path)

    def _place(self, entries: list[Any], wanted: FrozenMap | str) -> int | None:
        known = self._entries.get(id(entries))
        if known is None:
            known = self._entries[id(entries)] = {}
            for i, entry in enumerate(entries):
                word = as_text(entry)
                known.setdefault(frozen(entry) if word is None else word, i)
        found = known.get(wanted)
        if found is None:
            found = next((i for i, e in enumerate(entries) if _has_words(e, wanted)), None)
        return found


def _has_words(entry: Any, lost: FrozenMap | str) -> bool:
    """Whether hexsides of an entry are these, among others."""
    if not isinstance(lost, FrozenMap) or not isinstance(entry, dict) or "sides" not in lost:
        return False
    sides = entry.get("sides")
    words = sides if isinstance(sides, list) else (as_text(sides) or "").split()
    others = {k: frozen(v) for k, v in entry.items() if k != "sides"}
    return others == {k: v for k, v in lost.items() if k != "sides"} and (
        set(str(lost["sides"]).split()) <= set(map(str, words)))


def _is_at(entry: Any, step: FrozenMap) -> bool:
    return isinstance(entry, Mapping) and all(
        key in entry and as_text(entry[key]) == as_text(value) for key, value in step.items())
