"""A game that can be shown at any moment: the orders done, and those still ahead.

Going back undoes orders and keeps them with their events as the future; going forward repeats them. The dice
belong to the game, so the same orders produce the same events.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Event, Game, Order
from ...engine.dice import DiceExhaustedError
from ...engine.orders import IllegalOrderError, NoDiceLeftError
from ...engine.position import Position
from ...lazy_dataclass import dataclass
from ...model.design import Design


class DiceWanted(Exception):
    """The game waits for a die roll to be entered by hand. Nothing has changed, and this is not an error.

    `purpose` says what the roll is for, "" if the rules do not say; `given` are the rolls entered for the
    same order so far, `sides` those of the die.
    """

    def __init__(self, purpose: str = "", given: Sequence[int] = (), sides: int = 6) -> None:
        super().__init__(purpose)
        self.purpose, self.given, self.sides = purpose, tuple(given), sides


@dataclass(frozen=True)
class TimelineEntry:
    """An order and its events. `text` is the order as a line of a game file."""

    order: Order
    text: str
    turn: int
    phase: str
    side: str
    events: tuple[Event, ...]
    step: str = ""
    """The kind of decision it answered."""


class Timeline:
    """The orders of a game. `dice` is None for dice from the seed, otherwise the rolls known so far."""

    def __init__(self, design: Design, seed: int = 0, dice: Sequence[int] | None = None) -> None:
        """Raises `DiceWanted` if a roll is needed before the first decision, and `ValueError` if the scenario
        cannot be set up."""
        try:
            self.game = Game.from_scenario(design, seed, dice)
        except DiceExhaustedError as wanted:
            raise DiceWanted(wanted.purpose, (dice or ())[:wanted.number], wanted.sides) from None
        self.source: Design = design
        """The design that was opened, whose options have yet to choose rules."""
        self.opening: tuple[Event, ...] = self.game.events
        """What happened before the first decision."""
        self._known = len(dice) if dice is not None else 0
        self.done: list[TimelineEntry] = []
        self.ahead: list[TimelineEntry] = []
        self._position: Position | None = None
        self._seen: tuple[str, Position] | None = None

    @property
    def design(self) -> Design:
        return self.game.design

    @property
    def by_hand(self) -> bool:
        """Whether dice are entered by hand."""
        return self.game.dice.given is not None

    @property
    def position(self) -> Position:
        """The present position; the same object until an order is done or taken back."""
        if self._position is None:
            self._position = self.game.position()
        return self._position

    def position_for(self, side: str | None) -> Position:
        """The present position as a side ("" for a spectator) may see it, None for everything."""
        if side is None or not self.game.hidden_units(side):
            return self.position
        if self._seen is None or self._seen[0] != side:
            self._seen = side, self.game.position(side)
        return self._seen[1]

    @property
    def entries(self) -> tuple[TimelineEntry, ...]:
        """All orders with their events, including those ahead."""
        return (*self.done, *reversed(self.ahead))

    @property
    def at(self) -> int:
        """How many orders have been done."""
        return len(self.done)

    @property
    def length(self) -> int:
        """How many orders there are, including those ahead."""
        return len(self.done) + len(self.ahead)

    # -- orders -------------------------------------------------------------------------

    def why_not(self, order: Order) -> IllegalOrderError | None:
        """The refusal that an order would get, or None; dice still to be entered are no refusal."""
        refusal = self.game.why_not(order)
        return None if isinstance(refusal, NoDiceLeftError) else refusal

    def apply(self, order: Order) -> TimelineEntry:
        """Carry out an order. If it differs from the next one ahead, those ahead are dropped.

        Raises `IllegalOrderError` or `DiceWanted`, and then nothing has changed.
        """
        if self.ahead and self.ahead[-1].order != order:
            self.raise_if_refused(order)
            self.forget_ahead()
        return self._do(order)

    def raise_if_refused(self, order: Order) -> None:
        """Raise the refusal that an order would get."""
        refusal = self.why_not(order)
        if refusal is not None:
            raise refusal

    def _do(self, order: Order) -> TimelineEntry:
        game = self.game
        turn, phase, side, step, text = game.turn, game.phase, game.side, game.step, game.text(order)
        try:
            events = game.apply(order)
        except DiceExhaustedError as wanted:
            # A roll that the die cannot show was meant for another order.
            dice = game.dice
            dice.given = (dice.given or ())[:wanted.number]
            raise DiceWanted(wanted.purpose, dice.given[dice.count:], wanted.sides) from None
        entry = TimelineEntry(order, text, turn, phase, side, events, step)
        if self.ahead:
            self.ahead.pop()
        self.done.append(entry)
        self._position = self._seen = None
        return entry

    def add_roll(self, die: int) -> None:
        """Enter the next roll."""
        dice = self.game.dice
        assert dice.given is not None
        dice.given = (*dice.given, die)

    # -- moving in time -----------------------------------------------------------------

    def back(self) -> TimelineEntry | None:
        """Undo the last order and keep it ahead; None if there is none."""
        if not self.done:
            return None
        self.game.undo()
        entry = self.done.pop()
        self.ahead.append(entry)
        self._position = self._seen = None
        return entry

    def forward(self) -> TimelineEntry | None:
        """Repeat the next order ahead; None if there is none."""
        return self._do(self.ahead[-1].order) if self.ahead else None

    def go(self, at: int) -> None:
        """Go to the moment after `at` orders, clamped to the ends."""
        at = min(max(at, 0), self.length)
        while self.at > at:
            self.back()
        while self.at < at:
            self.forward()

    def forget_ahead(self) -> None:
        """Drop the orders ahead, and the rolls entered by hand for them."""
        self.ahead.clear()
        dice = self.game.dice
        if dice.given is not None:
            dice.given = dice.given[: max(dice.count, self._known)]
