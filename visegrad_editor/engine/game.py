"""A game: orders in, events out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any, Literal, NamedTuple

from ..model.design import Design
from ..model.files.option_changes import in_force
from ..model.scenario import Scenario
from ..model.wording import listed
from .board import Board
from .dice import Dice, greatest_die
from .events import Event
from .invariants import breaches
from .order_log import OrderLog
from .orders import Order
from .position import AttackPreview, Goals, OrderMark, Position, UnitPosition, Worth
from .rules import Play
from .saved_game import SavedGame, SavedGameError
from .system import System
from .words import Words


class Moment(NamedTuple):
    """A moment of a game, to which `Game.restore` returns: the whole state, whoever has changed it."""

    snapshot: Any
    state: str
    dice: Mapping[str, Any]
    orders: list[OrderMark]
    events: list[Event]
    history: list[tuple[Any, int, int]] | None
    design: Design
    documents: tuple[tuple[Any, dict[str, Any]], ...]


class _Worths(dict[str, Worth]):
    """What combat results are worth, by their codes, each found when it is first asked for."""

    def __init__(self, system: System, design: Design) -> None:
        super().__init__()
        self._system, self._design = system, design

    def __missing__(self, result: str) -> Worth:
        made = self[result] = self._system.worth(self._design, result)
        return made


class Game(OrderLog[Play]):
    """A game of a design, with an interface like that of a chess library.

    `legal_orders` lists the orders of the side to decide, `apply` performs one of them and returns the
    events, `undo` takes it back. Dice come from a seed, or from a list (`dice`).
    The same design, seed and orders give the same events. What is known without calculation is a property,
    such as `turn` and `outcome`; what has to be worked out is a method.

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
    visegrad_editor.engine.orders.IllegalOrderError: Use your replacements, or pass. (rule 10.2)
    >>> game.undo().verb, game.side
    ('allocate', 'allied')
    """

    def __init__(self, design: Design, dice: Dice, history: bool = True) -> None:
        from ..systems import system
        if design.scenario is None:
            raise ValueError("A game needs a scenario; this design has only a map.")
        self.design = in_force(design)
        """The design that is played, its rules as the options of the scenario choose them."""
        super().__init__(dice, history)
        self.system: System = system(design.ruleset.system)
        """The game that is played: its rules, words and hints."""
        self.worths: Mapping[str, Worth] = _Worths(self.system, self.design)
        """What combat results are worth, by their codes."""
        self._play: Play = self.system.start(self.design, dice, self._events.append)

    @classmethod
    def from_scenario(
        cls, design: Design, seed: int = 0, dice: Sequence[int] | None = None, history: bool = True,
    ) -> Game:
        """A new game, up to the first decision. `history` False saves time and forbids `undo`.

        `seed` is a whole number; `dice`, if given, a list of rolls used in place of it.
        Raises `ValueError` for other values, for a design without a scenario, for a scenario that cannot be
        set up, and for an unknown system.
        """
        most = greatest_die(design.ruleset) if dice is not None else 6
        game = cls(design, Dice(seed, dice, most), history)
        game._play.begin()
        return game

    # -- state --------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The map compiled for play."""
        return self._play.board

    @property
    def play(self) -> Play:
        """The game as its rules module keeps it, for that module's own invariants and reports."""
        return self._play

    def position(self, side: str | None = None) -> Position:
        """The position of all units and markers, with the marked hexes that everybody sees; for a side (""
        for a spectator) without units that are hidden from it, which are shown as still to be set up."""
        position = self._play.position()
        if side is None or not self.hidden_units(side):
            return position
        return replace(position, units=self.unit_positions(side))

    def unit_positions(self, side: str | None = None) -> Mapping[str, UnitPosition]:
        """The units of `position`, by their keys."""
        units = self._play.unit_positions()
        hidden = frozenset() if side is None else self.hidden_units(side)
        if not hidden:
            return units
        return {key: UnitPosition("", "unplaced", place.reduced) if key in hidden else place
                for key, place in units.items()}

    def hidden_units(self, side: str) -> frozenset[str]:
        """The keys of the units that were set up hidden from a side ("" for a spectator); none once the
        set-up is over."""
        return frozenset(u for m in self._orders if self.hides_placing(side, m.side, m.order)
                         for u in m.order.units) if self._is_hiding else frozenset()

    def hides_placing(self, side: str, owner: str, order: Order) -> bool:
        """Whether an order that the owner gave in the set-up is hidden from a side until that is over."""
        return self._is_hiding and self._play.hides(side, OrderMark(0, "set-up", owner, order, 0), 1)

    @property
    def _is_hiding(self) -> bool:
        scenario = self.design.scenario
        return scenario is not None and bool(scenario.hidden_set_up) and self._play.phase == "set-up"

    def markers(self) -> Mapping[str, Mapping[str, int]]:
        """The markers of `position`: named counts by side."""
        return self._play.markers()

    def hex_marks(self, side: str = "") -> Mapping[str, tuple[str, ...]]:
        """The marked hexes by the word of the mark, as one side may see them ("" for a spectator)."""
        return self._play.hex_marks(side)

    def scenario_now(self) -> Scenario:
        """A scenario with this position as its mid-game start: units in their present places, and what has
        happened in its `start`.

        Name, title and notes are those of the game's scenario. Raises `IllegalOrderError` with a sentence if
        no scenario can start here, for example during an attack.
        """
        return self._play.scenario_now()

    # -- orders -------------------------------------------------------------------------

    def legal_orders(self, unit: str | None = None) -> list[Order]:
        """The orders the side to decide may give, or only those that name the unit with this key.

        Of very many possible orders (which units join an attack) only a selection is listed; `apply`
        accepts the others too. Moves are listed with the cheapest path to each hex.
        """
        return self._play.legal_orders(unit)

    def any_order(self, random: Callable[[], float]) -> Order:
        """A random one of `legal_orders`, all equally likely; faster than listing a thousand orders.

        `random` returns numbers from 0 up to but not including 1 and is called once.
        """
        return self._play.any_order(random)

    def any_move(self, unit: str, random: Callable[[], float]) -> Order | None:
        """The cheapest move of the unit to a random one of its `destinations`, all equally likely; None if it
        has none.

        `random` is called once if there is a choice.
        """
        return self._play.any_move(unit, random)

    def parse(self, text: str) -> Order:
        """The order that a line of text describes; raises `IllegalOrderError`."""
        order = self._play.grammar.parse(text, self._play.names)
        spelt = tuple(map(self.design.map.grid.spelt, order.hexes))
        return order if spelt == order.hexes else order._replace(hexes=spelt)

    def text(self, order: Order) -> str:
        """The order as one line; `parse` reads it back."""
        return self._play.grammar.text(order, self._play.names)

    def form(self, verb: str) -> str:
        """The form of an order as a pattern: `{unit} {path}`, or "" for one without parts."""
        return self._play.grammar.patterns.get(verb, "")

    @property
    def words(self) -> Words:
        """What the game calls its parts."""
        return self.system.words

    def unit_name(self, key: str) -> str:
        """A unit's name with its nationality: `Polish 1st Armored`."""
        return self._play.names.full.get(key, key)

    @contextmanager
    def trial(self, order: Order | str, seed: int = 0) -> Iterator[None]:
        """Carry out an order for the length of a `with` block; afterwards the game is as before. The dice are
        not those of the game but others, from the seed, so that nobody learns what the next roll will be.

        Raises `IllegalOrderError`. No other order may be given inside the block.
        """
        order = self._understood(order)
        before = (self._play.snapshot(), self.dice.count, len(self._events))
        with self.dice.imagined(seed):
            try:
                self._play.perform(order)
                yield
            finally:
                self._return_to(before)

    def moment(self) -> Moment:
        """The present moment, with all that only `apply` and `undo` may change."""
        documents = (self.design.scenario, self.design.ruleset, self.design.map)
        return Moment(
            self._play.snapshot(), self._state_text(), dict(vars(self.dice)), self._orders.copy(),
            self._events.copy(), None if self._history is None else self._history.copy(), self.design,
            tuple((one, {f.name: getattr(one, f.name) for f in fields(one)}) for one in documents
                  if one is not None))

    def restore(self, moment: Moment) -> str:
        """Return to a moment of this game; returns what was changed since, in words, "" if nothing was."""
        changed = [what for what, same in (
            ("the orders", len(self._orders) == len(moment.orders)),
            ("the events", len(self._events) == len(moment.events)),
            ("the dice", vars(self.dice) == moment.dice),
            ("the design", self.design is moment.design and all(
                getattr(one, name) is value for one, was in moment.documents for name, value in was.items())),
            ("the position", self._state_text() == moment.state)) if not same]
        if not changed:
            return ""
        self.design = moment.design
        for one, was in moment.documents:
            for name, value in was.items():
                object.__setattr__(one, name, value)
        vars(self.dice).update(moment.dice)
        self._orders[:], self._history = moment.orders, moment.history
        self._events[:] = moment.events
        self._tried = None
        self._play.restore(moment.snapshot)
        return listed(changed)

    def _state_text(self) -> str:
        """All that the rules module keeps, as text."""
        return json.dumps(self._play.as_data(), default=repr)

    # -- advice for players and views -----------------------------------------------------

    def destinations(self, unit: str) -> dict[str, float]:
        """The hexes in which the unit may now end its move: hex number to cost in movement points."""
        return self._play.destinations(unit)

    def move_order(self, unit: str, hex: str) -> Order:
        """The order that moves the unit to a hex along the cheapest path; raises `IllegalOrderError`."""
        return self._play.move_order(unit, hex)

    def meaning(self, order: Order) -> str:
        """What an order does in the present position, as a sentence, where neither its text nor the words of
        the game say it; "" elsewhere."""
        return self._play.meaning(order)

    def preview(self, attack: Order | None = None, shift: int = 0) -> AttackPreview:
        """Odds, shifts, column and chances of an attack order, or of the attack under way, with `shift`
        columns added, for instance for air support.

        Raises `IllegalOrderError` if the order is not an attack that its units could make from their hexes.
        """
        return self._play.preview(attack, shift)

    def movable(self) -> list[str]:
        """The keys of the units that the side to decide may still move or bring in during this phase."""
        return self._play.movable()

    def has_room(self, unit: str, hex: str) -> bool:
        """Whether a hex has room for the unit together with those of its side who stand there now."""
        return self._play.has_room(unit, hex)

    def strength(self, unit: str, purpose: Literal["attack", "defence"] = "attack") -> int:
        """The unit's present strength in attack or in defence, with the effect of supply."""
        return self._play.unit_strength(unit, purpose)

    @property
    def has_one_strength(self) -> bool:
        """Whether every unit is always as strong in defence as in attack."""
        return self._play.has_one_strength

    def goals(self, side: str) -> Goals:
        """The goals of a side in the present position."""
        return self._play.goals(side)

    def open_tables(self) -> frozenset[str] | None:
        """The ids of the tables on which the side to decide may resolve an attack that it declares now; None
        for all."""
        return self.system.open_tables(self)

    def supplied_hexes(self, unit: str) -> frozenset[str]:
        """The hexes in which the unit would be in supply in the present position."""
        return self._play.supplied_hexes(unit)

    def supply_answer(self, unit: str) -> str:
        """Why the unit is out of supply, as a sentence: how long the way is, or what bars it; "" in supply,
        or where the game cannot say."""
        return self._play.supply_answer(unit)

    def enemy_zoc(self, unit: str) -> frozenset[str]:
        """The hexes in enemy zones of control that affect the unit."""
        return self._play.enemy_zoc(unit)

    # -- saving -------------------------------------------------------------------------

    def to_json(self) -> str:
        """The full state as JSON; `Game.from_json` with the same design resumes the game.

        It holds secret decisions and the seed of future dice, so it is only for saving. Use `view` for a
        state that may be shown.
        """
        return json.dumps({
            "dice": self.dice.as_data(),
            "state": self._play.as_data(),
            "orders": [_mark_data(m) for m in self._orders],
            "events": [e.as_dict() for e in self._events],
        }, ensure_ascii=False)

    def view(self, side: str = "") -> dict[str, Any]:
        """The state as one side may know it ("" for a spectator); JSON-ready.

        Secret decisions of the other side are left out until they are revealed: the state has null in their
        place, and the order only the verb `secret`. Of the dice only past rolls are included.

        >>> from visegrad_editor.model.files.load import load
        >>> game = Game.from_scenario(load("first-steps").design, seed=1)
        >>> game.apply("allocate table 2 track 1")
        ()
        >>> game.view("russian")["orders"], game.view("allied")["orders"]
        ([[1, 'administration-cw', 'russian', 3, 'allocate', [], [], ['2', '1']]], \
[[1, 'administration-cw', 'russian', 3, 'secret', [], [], []]])
        """
        play, last = self._play, len(self._orders) - 1
        return {
            "seen_by": side,
            "dice": [self.dice.peek(k) for k in range(self.dice.count)],
            "state": play.seen_by(side),
            "orders": [_mark_data(m, play.hides(side, m, last - k)) for k, m in enumerate(self._orders)],
            "events": [e.as_dict() for e in self.seen_events(side)],
        }

    def seen_events(self, side: str) -> tuple[Event, ...]:
        """All events so far as a side ("" for a spectator) may know them: those of a hidden set-up without
        the unit and the hex."""
        if not self._is_hiding:
            return tuple(self._events)
        seen = list(self._events)
        ends = [*(m.events for m in self._orders[1:]), len(seen)]
        for mark, end in zip(self._orders, ends, strict=True):
            if self.hides_placing(side, mark.side, mark.order):
                seen[mark.events:end] = [masked(e) for e in seen[mark.events:end]]
        return tuple(seen)

    @classmethod
    def from_json(cls, design: Design, text: str) -> Game:
        """The game that `to_json` wrote. Its earlier orders cannot be undone.

        Raises `ValueError` with a sentence for the JSON of a `view`, which lacks secret decisions, and for a
        text that is not a game of this design: damaged, of another scenario, or edited to an impossible
        state.
        """
        saved = SavedGame(text, design.ruleset)
        game = cls(design, saved.dice)
        game._play.load_data(saved.state)
        game._orders.extend(saved.orders)
        game._events.extend(saved.events)
        position = game.position()
        for breach in breaches(design, game.board, position, position):
            raise SavedGameError(breach.text)
        if game.outcome is None and not game.legal_orders():
            raise SavedGameError("nobody can decide anything in it.")
        return game


def masked(event: Event) -> Event:
    """An event of a hidden set-up as the others see it."""
    if not event.units:
        return event
    return Event("set-up", "A unit is set up; it is hidden until the set-up is over.", "", event.turn,
                 event.phase, event.side)


def _mark_data(mark: OrderMark, secret: bool = False) -> list[Any]:
    """An order with its turn, phase and side as plain data, without the content of a secret order."""
    order = Order("secret") if secret else mark.order
    return [mark.turn, mark.phase, mark.side, mark.events, order.verb, list(order.units), list(order.hexes),
            list(order.words)]
