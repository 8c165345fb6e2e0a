"""Where a value comes from, so that a guess is never mistaken for the rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

Source = Literal["rulebook", "reconstructed", "designer", "data"]
SOURCES: tuple[Source, ...] = ("rulebook", "reconstructed", "designer")
"""Where the values of any document may come from."""
MAP_SOURCES: tuple[Source, ...] = (*SOURCES, "data")
"""And those of a map."""
UNIT_VALUES = ("type", "strength", "reduced_strength", "movement", "setup", "reinforcement")
"""The values of a unit that may have a source of their own. `type` is what it is (nationality, type and
size), `setup` where it starts and with which side up."""
REPLACEMENT_VALUES = ("steps", "air_points")
"""And those of a line of the replacement chart."""
_ORDER = (*UNIT_VALUES, *REPLACEMENT_VALUES)


@dataclass(frozen=True)
class Provenance:
    """`rulebook` names its rule; `reconstructed` fills what the rulebook does not print;
    `designer` is a deliberate departure of a variant; `data`, on a map, is computed from geographic data, of
    which the `sources` of the map tell.

    It holds for all values of an entry but those in `values`, (value, its provenance) pairs. `values` is
    always made by `with_values`, so that what means the same is equal.
    """

    source: Source = "designer"
    rule: str = ""
    note: str = ""
    values: tuple[tuple[str, Provenance], ...] = field(default=(), metadata={"later": True})

    @property
    def plain(self) -> Provenance:
        """The same without the values that have a source of their own."""
        return replace(self, values=()) if self.values else self

    def of(self, value: str) -> Provenance:
        """Where one value comes from.

        >>> mixed = Provenance("rulebook").with_values(["strength"], Provenance("reconstructed"))
        >>> mixed.of("strength").source
        'reconstructed'
        """
        return next((p for name, p in self.values if name == value), self.plain)

    def with_values(self, names: Iterable[str], source: Provenance) -> Provenance:
        """The same but for some values, which come from elsewhere."""
        found = dict(self.values) | dict.fromkeys(names, source.plain)
        kept = sorted((n for n, p in found.items() if p != self.plain), key=_place)
        return replace(self, values=tuple((n, found[n]) for n in kept))

    def any_is(self, source: Source) -> bool:
        """Whether some value comes from that source."""
        return self.source == source or any(p.source == source for _, p in self.values)


def _place(value: str) -> tuple[int, str]:
    return _ORDER.index(value) if value in _ORDER else len(_ORDER), value
