"""Where a value comes from, so that a guess is never mistaken for the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Source = Literal["rulebook", "reconstructed", "designer", "data"]
SOURCES: tuple[Source, ...] = ("rulebook", "reconstructed", "designer")
"""Where the values of any document may come from."""
MAP_SOURCES: tuple[Source, ...] = (*SOURCES, "data")
"""And those of a map."""


@dataclass(frozen=True)
class Provenance:
    """`rulebook` names its rule; `reconstructed` fills what the rulebook does not print;
    `designer` is a deliberate departure of a variant; `data`, on a map, is computed from geographic data, of
    which the `sources` of the map tell."""

    source: Source = "designer"
    rule: str = ""
    note: str = ""
