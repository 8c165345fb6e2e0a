"""A game: orders in, events out."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from ..model.design import Design
from ..model.scenario import Scenario
from .board import Board
from .dice import Dice, DiceExhausted
from .events import Event, Outcome
from .orders import IllegalOrder, NoDiceLeft, Order, check_order
from .position import AttackPreview, Goals, OrderMark, Position
from .rules import Play
from .saved import BadSave, Saved


class Game:
    """A game of a design, in the manner of a chess library.

    `legal_orders` lists what the side to decide may do, `apply` does one of them and returns the
    events, `undo` takes it back. Dice come from a seed, or from a list (`dice`).
    The same design, seed and orders give the same events.

    >>> from visegrad_editor.model.files.load import load
    >>> game = Game.from_scenario(load("first-steps").design, seed=1)
    >>> game.turn, game.phase, game.step, game.side
    (1, 'administration-cw', 'allocate', 'russian')
    >>> [game.text(order) for order in game.legal_orders()][:2]
    ['allocate table 0 track 3', 'allocate table 1 track 2']
    >>> game.apply("allocate table 2 track 1")    # secret until the other side has chosen
    ()
    >>> print(game.apply("allocate table 1 track 2")[0])
    Cyber-war markers are revealed: Russian side 2 on the table and 1 on the track, allied side 1 and 2. [3.2]
    >>> game.apply("move 6th Mechanized 1511-1611")
    Traceback (most recent call last):
    visegrad_editor.engine.orders.IllegalOrder: Use your replacements, or pass. (rule 10.2)
    >>> game.undo().verb, game.side
    ('allocate', 'allied')
    """

    def __init__(self, design: Design, dice: Dice, history: bool = True) -> None:
        from ..systems import system
        if design.scenario is None:
            raise ValueError("A game needs a scenario; this design has only a map.")
        self.design = design
        self.dice = dice
        self._events: list[Event] = []
        self._orders: list[OrderMark] = []
        self._history: list[tuple[Any, int, int]] | None = [] if history else None
        self._play: Play = system(design.ruleset.system).start(design, dice, self._events.append)

    @classmethod
    def from_scenario(
        cls, design: Design, seed: int = 0, dice: Sequence[int] | None = None, history: bool = True,
    ) -> Game:
        """A new game, up to the first decision. `history` False saves time and forbids `undo`.

        `seed` is a whole number; `dice`, if given, a list of rolls from 1 to 6 that stands for it.
        Raises `ValueError` where these are something else, where the design has no scenario, where that
        cannot be set up, or where its system is unknown.
        """
        game = cls(design, Dice(seed, dice), history)
        game._play.begin()
        return game

    # -- state --------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The map compiled for play."""
        return self._play.board

    @property
    def turn(self) -> int:
        """The game turn, 0 during set-up."""
        return self._play.turn

    @property
    def phase(self) -> str:
        """The phase's id, as in the ruleset's list of phases; `set-up` before turn 1."""
        return self._play.phase

    @property
    def step(self) -> str:
        """The kind of decision asked for, for example `move` or `retreat`; `over` at the end."""
        return self._play.step

    @property
    def side(self) -> str:
        """The id of the side whose decision it is; "" when the game is over."""
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

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._play.outcome

    def position(self) -> Position:
        """Where everything stands."""
        return self._play.position()

    def scenario_now(self) -> Scenario:
        """The scenario that begins at this moment: units where they stand, what has happened in its `start`.

        Name, title and notes are those of the game's scenario. Raises `IllegalOrder` with a sentence where
        none can begin here, as within an attack.
        """
        return self._play.scenario_now()

    # -- orders -------------------------------------------------------------------------

    def legal_orders(self, unit: str | None = None) -> list[Order]:
        """The orders the side to decide may give, or only those that name the unit with this key.

        Where there are very many (which units join an attack) it lists a choice of them; `apply`
        takes the others too. Moves are listed with the cheapest path to each hex.
        """
        return self._play.legal_orders(unit)

    def any_order(self, random: Callable[[], float]) -> Order:
        """One of `legal_orders`, each as likely; cheaper than listing them where there are a thousand.

        `random` returns numbers from 0 up to but not including 1 and is called once.
        """
        return self._play.any_order(random)

    def any_move(self, unit: str, random: Callable[[], float]) -> Order | None:
        """The cheapest move of the unit to one of its `destinations`, each as likely, or None without one.

        `random` is called once where there is a choice.
        """
        return self._play.any_move(unit, random)

    def parse(self, text: str) -> Order:
        """The order a line of text means; raises `IllegalOrder`."""
        return self._play.grammar.parse(text, self._play.names)

    def text(self, order: Order) -> str:
        """The order as one line; `parse` reads it back."""
        return self._play.grammar.text(order, self._play.names)

    def unit_name(self, key: str) -> str:
        """A unit's name with its nationality: `Polish 1st Armored`."""
        return self._play.names.full.get(key, key)

    def apply(self, order: Order | str) -> tuple[Event, ...]:
        """Perform an order and return its events.

        Raises `IllegalOrder` with a sentence and the number of the rule that forbids it ("" where it is
        not understood), or `DiceExhausted` where given dice are used up; then nothing has changed.
        """
        order, play = self._understood(order), self._play
        before = (play.snapshot(), self.dice.count, len(self._events))
        mark = OrderMark(play.turn, play.phase, play.side, order, len(self._events))
        try:
            play.perform(order)
        except Exception:
            self._return_to(before)
            raise
        self._orders.append(mark)
        if self._history is not None:
            self._history.append(before)
        return tuple(self._events[before[2]:])

    def why_not(self, order: Order | str) -> IllegalOrder | None:
        """The refusal an order would meet, or None where it is legal. Nothing changes.

        Where `apply` would find the given dice used up, it is a `NoDiceLeft`.
        """
        try:
            order = self._understood(order)
        except IllegalOrder as refusal:
            return refusal
        before = (self._play.snapshot(), self.dice.count, len(self._events))
        try:
            self._play.perform(order)
        except IllegalOrder as refusal:
            return refusal
        except DiceExhausted as error:
            return NoDiceLeft(str(error))
        finally:
            self._return_to(before)
        return None

    def _understood(self, order: Order | str) -> Order:
        """The order, if one may be given at all and it can be read; raises `IllegalOrder`."""
        outcome = self._play.outcome
        if outcome is not None:
            raise IllegalOrder("The game is over.", outcome.rule)
        return self.parse(order) if isinstance(order, str) else check_order(order)

    def undo(self) -> Order:
        """Take back the last order and return it; `IndexError` where there is none."""
        if self._history is None:
            raise IndexError("This game keeps no history.")
        if not self._history:
            raise IndexError("There is no order to take back.")
        self._return_to(self._history.pop())
        return self._orders.pop().order

    def _return_to(self, point: tuple[Any, int, int]) -> None:
        snapshot, self.dice.count, events = point
        self._play.restore(snapshot)
        del self._events[events:]

    # -- advice for players and views -----------------------------------------------------

    def destinations(self, unit: str) -> dict[str, float]:
        """Hex number to movement points for every hex the unit may end its move in, now."""
        return self._play.destinations(unit)

    def move_order(self, unit: str, hex: str) -> Order:
        """The order that takes the unit to a hex by the cheapest path; raises `IllegalOrder`."""
        return self._play.move_order(unit, hex)

    def preview(self, attack: Order | None = None, shift: int = 0) -> AttackPreview:
        """Odds, shifts, column and chances of an attack order, or of the attack under way, with so
        many columns of air support or the like added.

        Raises `IllegalOrder` where the order is no attack that its units could make from where they stand.
        """
        return self._play.preview(attack, shift)

    def movable(self) -> list[str]:
        """The keys of the units the side to decide may still move or bring in this phase."""
        return self._play.movable()

    def strength(self, unit: str) -> int:
        """The unit's combat strength as it stands, supply counted."""
        return self._play.unit_strength(unit)

    def goals(self, side: str) -> Goals:
        """What a side plays for, as things stand."""
        return self._play.goals(side)

    def supplied_hexes(self, unit: str) -> frozenset[str]:
        """The hexes in which the unit would be in supply as things stand."""
        return self._play.supplied_hexes(unit)

    def enemy_zoc(self, unit: str) -> frozenset[str]:
        """The hexes in enemy zones of control the unit must heed."""
        return self._play.enemy_zoc(unit)

    # -- saving -------------------------------------------------------------------------

    def to_json(self) -> str:
        """The full state as JSON; `Game.from_json` with the same design goes on from it.

        It holds what one side has decided in secret, and the seed of the dice to come: it is for saving.
        `view` is what may be shown.
        """
        return json.dumps({
            "dice": self.dice.as_data(),
            "state": self._play.as_data(),
            "orders": [_mark_data(m) for m in self._orders],
            "events": [e.as_dict() for e in self._events],
        }, ensure_ascii=False)

    def view(self, side: str = "") -> dict[str, Any]:
        """The state as one side may know it, "" for somebody who watches; JSON-ready.

        What the other side has decided in secret is left out until it is revealed: the state says null
        there, and the order has the verb `secret` and no more. Of the dice only those thrown are told.

        >>> from visegrad_editor.model.files.load import load
        >>> game = Game.from_scenario(load("first-steps").design, seed=1)
        >>> game.apply("allocate table 2 track 1")
        ()
        >>> game.view("russian")["orders"], game.view("allied")["orders"]
        ([[1, 'administration-cw', 'russian', 3, 'allocate', [], [], ['2', '1']]], \
[[1, 'administration-cw', 'russian', 3, 'secret', [], [], []]])
        """
        state, secret = self._play.seen_by(side)
        open_orders = len(self._orders) - secret
        return {
            "seen_by": side,
            "dice": [self.dice.peek(k) for k in range(self.dice.count)],
            "state": state,
            "orders": [_mark_data(m, k >= open_orders) for k, m in enumerate(self._orders)],
            "events": [e.as_dict() for e in self._events],
        }

    @classmethod
    def from_json(cls, design: Design, text: str) -> Game:
        """The game `to_json` wrote. Orders given before cannot be undone.

        Raises `ValueError` with a sentence for the JSON of a `view`, which lacks what is secret, and for a
        text that is no game of this design: damaged, of another scenario, or edited to what cannot be.
        """
        from .invariants import breaches
        saved = Saved(text)
        game = cls(design, saved.dice)
        game._play.load_data(saved.state)
        game._orders.extend(saved.orders)
        game._events.extend(saved.events)
        position = game.position()
        for breach in breaches(game, position, position):
            raise BadSave(breach.text)
        if game.outcome() is None and not game.legal_orders():
            raise BadSave("nobody can decide anything in it.")
        return game


def _mark_data(mark: OrderMark, secret: bool = False) -> list[Any]:
    """An order with its moment as plain data; of a secret one only that it was given."""
    order = Order("secret") if secret else mark.order
    return [mark.turn, mark.phase, mark.side, mark.events, order.verb, list(order.units), list(order.hexes),
            list(order.words)]
