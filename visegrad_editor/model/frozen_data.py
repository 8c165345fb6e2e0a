"""Plain data of a file as a value: what a document keeps without interpreting it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from ..lazy_dataclass import dataclass
from .files.plain_data import as_text


@dataclass(frozen=True)
class FrozenMap(Mapping[str, Any]):
    """A mapping that never changes and can be hashed. It holds texts, numbers, tuples of them and further
    mappings of this kind.

    >>> FrozenMap.of({"paper": "#ffffff", "dash": [1, 2]})["dash"]
    (1, 2)
    """

    entries: tuple[tuple[str, str | int | float | bool | tuple | FrozenMap | None], ...] = ()  # type: ignore[type-arg]

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> FrozenMap:
        """The value of a mapping of plain data."""
        return cls(tuple((as_text(k) or "", frozen(v)) for k, v in data.items()))

    @cached_property
    def _by_key(self) -> dict[str, Any]:
        return dict(self.entries)

    def __getitem__(self, key: str) -> Any:
        return self._by_key[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key)

    def __len__(self) -> int:
        return len(self.entries)

    def part(self, key: str) -> FrozenMap:
        """The mapping under a key; an empty one if there is none."""
        value = self.get(key)
        return value if isinstance(value, FrozenMap) else EMPTY

    def over(self, below: FrozenMap) -> FrozenMap:
        """This mapping laid over another; nested mappings are laid over those of the same key.

        >>> one, other = FrozenMap.of({"a": {"x": 1}}), FrozenMap.of({"a": {"x": 0, "y": 2}, "b": 3})
        >>> thawed(one.over(other))
        {'a': {'x': 1, 'y': 2}, 'b': 3}
        """
        if not below or not self:
            return self or below
        merged = dict(below.entries)
        for key, value in self.entries:
            old = merged.get(key)
            if isinstance(value, FrozenMap) and isinstance(old, FrozenMap):
                value = value.over(old)
            merged[key] = value
        return FrozenMap(tuple(merged.items()))


EMPTY = FrozenMap()


def frozen(data: Any) -> Any:
    """The value of plain data: mappings, lists, texts, numbers."""
    if isinstance(data, Mapping):
        return FrozenMap.of(data)
    if isinstance(data, list | tuple):
        return tuple(map(frozen, data))
    # Numbers that remember how they were written become plain ones.
    return float(data) if isinstance(data, float) else data


def thawed(value: Any) -> Any:
    """The plain data of a value."""
    if isinstance(value, FrozenMap):
        return {k: thawed(v) for k, v in value.entries}
    return [thawed(v) for v in value] if isinstance(value, tuple) else value
