"""A game that can be looked at from any moment: the orders done, and those still ahead.

Going back undoes orders and keeps them, with what happened, as the future; going on performs
them again. The dice are the game's own, so the same orders bring the same events.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...engine import Event, Game, Order
from ...engine.dice import DiceExhausted
from ...engine.orders import IllegalOrder, NoDiceLeft
from ...engine.position import Position
from ...model.design import Design


class DiceWanted(Exception):
    """Dice are entered by hand, and the game waits for the next roll. Nothing has changed.

    `purpose` says what the roll is for, "" where the rules do not tell; `given` are the rolls entered for the
    same order so far.
    """

    def __init__(self, purpose: str = "", given: Sequence[int] = ()) -> None:
        super().__init__(purpose)
        self.purpose, self.given = purpose, tuple(given)


@dataclass(frozen=True)
class Entry:
    """An order and what came of it. `text` is the order as a line of a game file."""

    order: Order
    text: str
    turn: int
    phase: str
    side: str
    events: tuple[Event, ...]
    step: str = ""
    """The kind of decision it answered."""


class Timeline:
    """`dice` is None for dice from the seed, else the rolls known so far, to which more are added."""

    def __init__(self, design: Design, seed: int = 0, dice: Sequence[int] | None = None) -> None:
        """Raises `DiceWanted` where a roll is needed before the first decision, and `ValueError` where
        the scenario cannot be set up."""
        try:
            self.game = Game.from_scenario(design, seed, dice)
        except DiceExhausted as wanted:
            raise DiceWanted(wanted.purpose, dice or ()) from None
        self.opening: tuple[Event, ...] = self.game.events
        """What happened before the first decision."""
        self._known = len(dice) if dice is not None else 0
        self.done: list[Entry] = []
        self.ahead: list[Entry] = []
        self._position: Position | None = None

    @property
    def design(self) -> Design:
        return self.game.design

    @property
    def by_hand(self) -> bool:
        """Whether dice are entered by hand."""
        return self.game.dice.given is not None

    @property
    def position(self) -> Position:
        """Where everything stands now; the same object until an order is done or taken back."""
        if self._position is None:
            self._position = self.game.position()
        return self._position

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All orders with their events, those ahead included."""
        return (*self.done, *reversed(self.ahead))

    @property
    def at(self) -> int:
        """How many orders have been done."""
        return len(self.done)

    @property
    def length(self) -> int:
        """How many orders there are, those ahead included."""
        return len(self.done) + len(self.ahead)

    # -- orders -------------------------------------------------------------------------

    def why_not(self, order: Order) -> IllegalOrder | None:
        """The refusal an order would meet, or None; dice still to be entered refuse nothing."""
        refusal = self.game.why_not(order)
        return None if isinstance(refusal, NoDiceLeft) else refusal

    def apply(self, order: Order) -> Entry:
        """Do an order. One that differs from the next one ahead makes another future.

        Raises `IllegalOrder`, or `DiceWanted`; then nothing has changed.
        """
        if self.ahead and self.ahead[-1].order != order:
            self.why_not_or_raise(order)
            self.forget_ahead()
        return self._do(order)

    def why_not_or_raise(self, order: Order) -> None:
        """Raise the refusal an order would meet."""
        refusal = self.why_not(order)
        if refusal is not None:
            raise refusal

    def _do(self, order: Order) -> Entry:
        game = self.game
        turn, phase, side, step, text = game.turn, game.phase, game.side, game.step, game.text(order)
        try:
            events = game.apply(order)
        except DiceExhausted as wanted:
            raise DiceWanted(wanted.purpose, (game.dice.given or ())[game.dice.count:]) from None
        entry = Entry(order, text, turn, phase, side, events, step)
        if self.ahead:
            self.ahead.pop()
        self.done.append(entry)
        self._position = None
        return entry

    def add_roll(self, die: int) -> None:
        """Enter the next roll, 1 to 6."""
        dice = self.game.dice
        assert dice.given is not None
        dice.given = (*dice.given, die)

    # -- moving in time -----------------------------------------------------------------

    def back(self) -> Entry | None:
        """Undo the last order and keep it ahead; None where there is none."""
        if not self.done:
            return None
        self.game.undo()
        entry = self.done.pop()
        self.ahead.append(entry)
        self._position = None
        return entry

    def on(self) -> Entry | None:
        """Do the next order ahead again; None where there is none."""
        return self._do(self.ahead[-1].order) if self.ahead else None

    def go(self, at: int) -> None:
        """Be at the moment after so many orders; beyond the ends means the end."""
        at = min(max(at, 0), self.length)
        while self.at > at:
            self.back()
        while self.at < at:
            self.on()

    def forget_ahead(self) -> None:
        """Drop the orders ahead, and the rolls entered by hand for them."""
        self.ahead.clear()
        dice = self.game.dice
        if dice.given is not None:
            dice.given = dice.given[: max(dice.count, self._known)]
