"""What has landed off the boards and is on its way to them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...hexgrid import Hex
from ...lazy_dataclass import dataclass


@dataclass(frozen=True)
class Lander:
    """What has landed in one hex off the boards.

    `away` is how many hexes it is from the nearest one in play; `moved` is the last player turn (turn and
    half) in which it moved or landed, `landed` that of its landing.
    """

    id: str
    side: str
    place: Hex
    away: int
    broken: bool = False
    moved: tuple[int, str] = (0, "")
    landed: tuple[int, str] = (0, "")


@dataclass(frozen=True)
class OffBoardBook:
    """All that is still off the boards."""

    landers: tuple[Lander, ...] = ()

    def get(self, id: str) -> Lander | None:
        """The one with an id; None if there is none."""
        return next((one for one in self.landers if one.id == id), None)

    def having(self, lander: Lander) -> OffBoardBook:
        """The book with one more."""
        return OffBoardBook((*self.landers, lander))

    def changed(self, id: str, **to: Any) -> OffBoardBook:
        """The book with one of them changed."""
        return OffBoardBook(tuple(replace(o, **to) if o.id == id else o for o in self.landers))

    def without(self, id: str) -> OffBoardBook:
        """The book without one of them."""
        return OffBoardBook(tuple(o for o in self.landers if o.id != id))
