"""Vehicles and dumps that supply ammunition: whom they serve, and what they unload."""

from __future__ import annotations

from ...lazy_dataclass import dataclass


@dataclass(frozen=True)
class Supplying:
    """A supplier at work.

    `task` is `replenish`, `dump` or `transfer`; `vehicles` are those that it replenishes, or the one to which
    it transfers; `first_turn` and `turns` say which full game turns it takes.
    """

    supplier: str
    task: str
    vehicles: tuple[str, ...]
    first_turn: int
    turns: int
    immobilised: bool = False

    @property
    def last_turn(self) -> int:
        """The game turn at whose end it is done."""
        return self.first_turn + self.turns - 1


@dataclass(frozen=True)
class AmmunitionBook:
    """All suppliers at work. `served` has (supplier, vehicle, turn, half, phase) of each use in fire."""

    work: tuple[Supplying, ...] = ()
    served: tuple[tuple[str, str, int, str, str], ...] = ()

    def of(self, name: str) -> Supplying | None:
        """The work in which a supplier or a vehicle takes part; None if there is none."""
        return next((w for w in self.work if name == w.supplier or name in w.vehicles), None)

    def done(self, turn: int) -> tuple[Supplying, ...]:
        """The work that is done at the end of a game turn."""
        return tuple(w for w in self.work if w.last_turn == turn)

    def halted(self, turn: int, half: str) -> tuple[str, ...]:
        """The suppliers that served in the prep fire phase of a player turn and do not move in it."""
        return tuple(dict.fromkeys(
            supplier for supplier, _, *when in self.served if when == [turn, half, "prep-fire"]))
