"""Who plays a side: a person, or one of the automatic players by name."""

from __future__ import annotations

from collections.abc import Collection

from ...players import PLAYERS, Player, explain, make_player, plans_of

HUMAN = "human"


def choices() -> tuple[str, ...]:
    """What a seat can be, the person first."""
    return (HUMAN, *sorted(PLAYERS))


class Seats:
    """The players of a game by side id. The same seed gives the same automatic players as a run does."""

    def __init__(self, seats: dict[str, str], seed: int = 0) -> None:
        self.names = {side: name if name in choices() else HUMAN for side, name in seats.items()}
        self._seed = seed
        self._players: dict[str, Player] = {}
        self.fresh()

    def fresh(self) -> None:
        """Let the automatic players forget their plans: the game is at another moment."""
        self._players = {
            side: make_player(name, self._seed * 2 + i)
            for i, (side, name) in enumerate(self.names.items()) if name != HUMAN}

    def change(self, side: str, name: str) -> None:
        """Give a seat to another player from now on."""
        self.names[side] = name
        self.fresh()

    def human(self, side: str) -> bool:
        """Whether a person decides for the side."""
        return side not in self._players

    def player(self, side: str) -> Player:
        """The automatic player of a side."""
        return self._players[side]

    def plan(self, side: str) -> str:
        """What the automatic player of a side is up to, in a sentence; "" where it does not say."""
        return explain(self._players[side]) if side in self._players else ""

    def plans(self) -> dict[tuple[int, str], str]:
        """The plans made since the players were seated, by turn and phase."""
        return plans_of(self._players.values())

    @property
    def any_human(self) -> bool:
        return any(name == HUMAN for name in self.names.values())

    def pairs(self, lent: Collection[str] = ()) -> tuple[tuple[str, str], ...]:
        """(side, player) as a game file keeps them; a seat that is but `lent` is a person's."""
        return tuple((side, HUMAN if side in lent else name) for side, name in self.names.items())
