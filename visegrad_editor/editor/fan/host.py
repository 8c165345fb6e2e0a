"""What a fanned stack is asked for, and told: the part that editing and a play-test do differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ...hexgrid import Hex
from ...model.design import Design
from ...model.scenario import Unit


@dataclass(frozen=True)
class Fanned:
    """A counter of a stack as it is shown: the unit, its side up, and the marks of its state."""

    unit: Unit
    marks: tuple[str, ...] = ()


class FanHost(Protocol):
    """What stacks there are, and what becomes of a counter that is taken out of one."""

    @property
    def design(self) -> Design: ...

    def stack(self, hex: Hex) -> Sequence[Fanned]:
        """The counters of a hex that may fan out now, the top one last."""

    def chosen(self) -> Sequence[str]:
        """The units chosen now."""

    def pick(self, hex: Hex, key: str, more: bool) -> None:
        """A counter is clicked; `more` with Shift or Ctrl."""

    def open(self, hex: Hex, key: str) -> None:
        """A counter is double-clicked, after it was picked."""

    def carry(self, hex: Hex, key: str) -> None:
        """A counter is taken by the keys: they go on with it."""

    def grab(self, hex: Hex, key: str, event: Any) -> None:
        """A counter is being dragged away: what follows is told to the map as ever."""

    def menu(self, hex: Hex, key: str, event: Any) -> None:
        """A counter is clicked with the right button."""
