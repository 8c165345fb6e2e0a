"""Where a value comes from, so that a guess is never mistaken for the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Source = Literal["rulebook", "reconstructed", "designer"]
SOURCES: tuple[Source, ...] = ("rulebook", "reconstructed", "designer")


@dataclass(frozen=True)
class Provenance:
    """`rulebook` names its rule; `reconstructed` fills what the rulebook does not print;
    `designer` is a deliberate departure of a variant."""

    source: Source = "designer"
    rule: str = ""
    note: str = ""
