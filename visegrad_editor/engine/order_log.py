"""A log of orders and the events they lead to: what every kind of game has, whatever its rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from .dice import Dice, DiceExhaustedError
from .events import Event, Outcome
from .orders import IllegalOrderError, NoDiceLeftError, Order, check_order
from .position import OrderMark


class LoggedPlay(Protocol):
    """What a log asks of the rules module that carries out its orders."""

    @property
    def turn(self) -> int: ...

    @property
    def phase(self) -> str: ...

    @property
    def step(self) -> str: ...

    @property
    def side(self) -> str: ...

    @property
    def outcome(self) -> Outcome | None: ...

    def perform(self, order: Order) -> None:
        """Carry out an order and report its events; raises `IllegalOrderError` or `DiceExhaustedError`, and
        the state may then be half changed."""

    def snapshot(self) -> Any:
        """The state as a value that later orders do not change."""

    def restore(self, snapshot: Any) -> None:
        """Return to a state of `snapshot`."""


P = TypeVar("P", bound=LoggedPlay)


class _Tried(NamedTuple):
    """An order that was found legal in the present position with the present dice, and what follows from it:
    the state, the number of rolls, and the events."""

    order: Order
    dice: tuple[int, Sequence[int] | None]
    """The number of rolls before, and the given rolls."""
    snapshot: Any
    rolls: int
    events: list[Event]


class OrderLog(Generic[P]):
    """Orders in, events out, with undo. The same start, dice and orders give the same events."""

    _play: P
    """Set by each kind of game; it reports its events to `_events.append`."""

    def __init__(self, dice: Dice, history: bool = True) -> None:
        self.dice = dice
        self._events: list[Event] = []
        self._orders: list[OrderMark] = []
        self._history: list[tuple[Any, int, int]] | None = [] if history else None
        self._tried: _Tried | None = None

    @abstractmethod
    def parse(self, text: str) -> Order:
        """The order that a line of text describes; raises `IllegalOrderError`."""

    @abstractmethod
    def text(self, order: Order) -> str:
        """The order as one line; `parse` reads it back."""

    @property
    def turn(self) -> int:
        """The game turn, 0 during set-up."""
        return self._play.turn

    @property
    def phase(self) -> str:
        """The phase's id; `set-up` before turn 1."""
        return self._play.phase

    @property
    def step(self) -> str:
        """The kind of decision to be made, for example `move` or `retreat`; `over` at the end."""
        return self._play.step

    @property
    def side(self) -> str:
        """The id of the side to decide; "" when the game is over."""
        return self._play.side

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far."""
        return tuple(self._events)

    @property
    def event_count(self) -> int:
        """The number of events so far."""
        return len(self._events)

    def events_since(self, count: int) -> tuple[Event, ...]:
        """The events after the first `count`."""
        return tuple(self._events[count:])

    @property
    def orders(self) -> tuple[Order, ...]:
        """All orders so far."""
        return tuple(m.order for m in self._orders)

    @property
    def order_marks(self) -> tuple[OrderMark, ...]:
        """All orders so far, each with its turn, phase and side."""
        return tuple(self._orders)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._play.outcome

    # -- orders -------------------------------------------------------------------------

    def apply(self, order: Order | str) -> tuple[Event, ...]:
        """Perform an order and return its events.

        Raises `IllegalOrderError` with a sentence and the number of the rule that forbids it ("" for an order
        that is not understood), or `DiceExhaustedError` if given dice are used up; the game is then
        unchanged.
        """
        order, play = self._understood(order), self._play
        before = (play.snapshot(), self.dice.count, len(self._events))
        mark = OrderMark(play.turn, play.phase, play.side, order, len(self._events))
        tried, self._tried = self._tried, None
        if tried is not None and tried.order == order and tried.dice == (self.dice.count, self.dice.given):
            play.restore(tried.snapshot)
            self.dice.count = tried.rolls
            self._events += tried.events
        else:
            try:
                play.perform(order)
            except Exception:
                self._return_to(before)
                raise
        self._orders.append(mark)
        if self._history is not None:
            self._history.append(before)
        return tuple(self._events[before[2]:])

    def why_not(self, order: Order | str) -> IllegalOrderError | None:
        """The exception that `apply` would raise for an order, or None for a legal one. Nothing changes.

        It is a `NoDiceLeftError` if the given dice would be used up.
        """
        try:
            order = self._understood(order)
        except IllegalOrderError as refusal:
            return refusal
        before = (self._play.snapshot(), self.dice.count, len(self._events))
        tried: _Tried | None = None
        try:
            self._play.perform(order)
            # Who asks about an order often gives it next: then it need not be carried out twice.
            tried = _Tried(
                order, (before[1], self.dice.given), self._play.snapshot(), self.dice.count,
                self._events[before[2]:])
        except IllegalOrderError as refusal:
            return refusal
        except DiceExhaustedError as error:
            return NoDiceLeftError(str(error))
        finally:
            self._return_to(before)
            self._tried = tried
        return None

    def _understood(self, order: Order | str) -> Order:
        """The order, read from its text; raises `IllegalOrderError` if it cannot be read or the game is
        over."""
        outcome = self._play.outcome
        if outcome is not None:
            raise IllegalOrderError("The game is over.", outcome.rule)
        return self.parse(order) if isinstance(order, str) else check_order(order)

    def undo(self) -> Order:
        """Take back the last order and return it; raises `IndexError` if there is none."""
        if self._history is None:
            raise IndexError("This game keeps no history.")
        if not self._history:
            raise IndexError("There is no order to take back.")
        self._return_to(self._history.pop())
        return self._orders.pop().order

    def _return_to(self, point: tuple[Any, int, int]) -> None:
        snapshot, self.dice.count, events = point
        self._tried = None
        self._play.restore(snapshot)
        del self._events[events:]
