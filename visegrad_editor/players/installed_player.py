"""An automatic player of an installed package, named with its package when it fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..engine import DiceExhaustedError, Game, IllegalOrderError, NoDiceLeftError, Order
from ..engine.packages import GAMES, PackageError, failure_text, holds_file, owner_of, points_of
from ..errors import is_in_program, places_outside
from .player import ExplainingPlayer, Player

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_SHOWN = 80
"""How many letters of an order are shown that is not possible."""


class PlayerError(PackageError):
    """A player of an installed package fails, gives an order that is not possible, or changes the game."""


class InstalledPlayer:
    """A player of an installed package. What it does wrong is a `PlayerError` that names the player, the
    package, the turn and the number of the order; the game is then as it was before the player was asked."""

    def __init__(self, point: EntryPoint, player: Player) -> None:
        self.name = point.name
        self._point, self._player = point, player
        self._plans: Mapping[tuple[int, str], str] = {}

    def choose(self, game: Game) -> Order:
        """The order of the player, which is legal. Raises `PlayerError`, and whatever the game itself raises:
        `DiceExhaustedError`, and failures in the code of its package."""
        before = game.moment()
        try:
            order = self._player.choose(game)
            # Read here, where a fault in them can be told: plans are shown at any time.
            self._plans = self._plans_now()
        except (Exception, SystemExit) as error:
            game.restore(before)
            if isinstance(error, DiceExhaustedError) or self._is_of_the_game(game, error):
                raise
            raise PlayerError(
                f"{self._who()} fails {_when(game)}: {failure_text(error)}.") from error
        if changed := game.restore(before):
            raise PlayerError(f"{self._who()} changes {changed} of the game while it chooses its order, "
                              f"{_when(game)}: only `trial` may carry out an order.")
        try:
            order = game.parse(order) if isinstance(order, str) else order
            refusal = game.why_not(order)
        except IllegalOrderError as error:
            refusal = error
        if refusal is not None and not isinstance(refusal, NoDiceLeftError):
            raise PlayerError(f"{self._who()} gives an order that is not possible, {_when(game)}, "
                              f"`{_shown(game, order)}`: {refusal}")
        return order

    @property
    def plans(self) -> Mapping[tuple[int, str], str]:
        """The plans of the player by turn and phase; none if it does not explain them."""
        return self._plans

    def explain(self) -> str:
        """The plan of the player for the current turn; "" if it does not explain its plans."""
        return ["", *self._plans.values()][-1]

    def _plans_now(self) -> Mapping[tuple[int, str], str]:
        player = self._player
        if not isinstance(player, ExplainingPlayer):
            return {}
        plans = player.plans
        if not isinstance(plans, Mapping) or not all(
                isinstance(when, tuple) and len(when) == 2 and isinstance(plan, str)
                for when, plan in plans.items()):
            raise TypeError("Its `plans` are not sentences by turn and phase.")
        return dict(plans)

    def _who(self) -> str:
        return f"The player {self.name!r} of the package {owner_of(self._point)}"

    def _is_of_the_game(self, game: Game, error: BaseException) -> bool:
        """Whether it is the package of the game that fails, and not that of the player which asked it."""
        if isinstance(error, PackageError):
            return True
        outside, points = places_outside(error), points_of(GAMES).get(game.system.id, ())
        if not outside or not points:
            return False
        file = outside[-1][0]
        if not holds_file(points[0], file) or not holds_file(self._point, file):
            return holds_file(points[0], file)
        # One package has both: the engine is between them if the player has asked the game.
        return is_in_program(_asked(error), "engine")


def _asked(error: BaseException) -> str:
    """The file of the program from which the last place outside of it was called; "" if there is none."""
    trace, inside, last = error.__traceback__, "", ""
    outside = {file for file, _ in places_outside(error)}
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if is_in_program(file):
            inside = file
        elif file in outside:
            last = inside
        trace = trace.tb_next
    return last


def _when(game: Game) -> str:
    turn = f"in turn {game.turn}" if game.turn else "in the set-up"
    return f"{turn}, at order {len(game.orders) + 1}"


def _shown(game: Game, order: object) -> str:
    """An order as text, or as far as it can be shown."""
    try:
        text = game.text(order) if isinstance(order, Order) else str(order)
    # Whatever is wrong with it, it cannot be written.
    except Exception:
        text = repr(order)
    return text if len(text) <= _SHOWN else text[:_SHOWN - 1] + "…"
