"""A play-test without its window: the game, the seats, the present decision, and moving in time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ...drawing.counters import Mark, UnitView
from ...engine import Order, Words
from ...engine.dice import DiceExhaustedError
from ...engine.game import masked
from ...engine.orders import IllegalOrderError, cut
from ...engine.position import Position
from ...engine.record import GameRecord, record_of, write_record
from ...errors import VisegradError
from ...hexgrid import Hex
from ...model.design import Design
from ...model.scenario import Setup
from ...model.start import phase_name
from ...model.where import Where
from ...model.wording import listed
from ...players import Player, make_player, plans_of, player_names
from ...systems import fault_text
from ..map.hex_words import describe
from ..signals import Signal
from .decision import Decision, refusal_text, why_already_ended, why_not_passed
from .timeline import DiceWanted, Timeline, TimelineEntry
from .words import side_name


class PlaySession:
    """A game in progress. Signals: `changed`, the game is at another moment; `chosen`, other units or hexes
    are chosen; `wanted`, a roll must be entered before the game continues; `refused`, `complaint` says why
    something was not done."""

    def __init__(self, design: Design, seats: dict[str, str], seed: int = 0,
                 dice: Sequence[int] | None = None, scenario: str = "") -> None:
        """Raises `DiceWanted` and `ValueError` as `Timeline` does."""
        self.timeline = Timeline(design, seed, dice)
        self.seats = Seats(seats, seed)
        self.scenario = scenario
        """The scenario as a game file names it: a path, or "" for its own name."""
        self.looking_back = False
        """Whether an earlier moment is shown; the game then continues only after `play_on`."""
        self.left_out = ""
        """How many orders of the game file are left out, and why; "" if none are."""
        self.pending: Order | None = None
        """The order that waits for a roll to be entered."""
        self.roll = DiceWanted()
        """The roll that the pending order waits for, and those entered for it so far."""
        self.changed, self.chosen, self.wanted, self.refused = Signal(), Signal(), Signal(), Signal()
        self.complaint = ""
        """Why the last gesture did nothing; "" as soon as something else is chosen or done."""
        self.saved_at: tuple[Order, ...] = ()
        self.last: TimelineEntry | None = None
        """The order done last, for the animation."""
        self._decision: Decision | None = None
        self._plans: dict[tuple[int, str], str] = {}
        self._ended_itself = ""
        """The name of the phase that has just ended by itself, until something is done in the next one."""
        self._lent: dict[str, tuple[int, str]] = {}
        """For each side whose seat is lent to an automatic player: the turn and phase it is lent for."""
        self._batch_depth = 0
        self._changed_in_batch = False

    # -- the present state --------------------------------------------------------------

    @property
    def design(self) -> Design:
        return self.timeline.design

    @property
    def words(self) -> Words:
        """What the game calls its parts."""
        return self.timeline.game.words

    @property
    def position(self) -> Position:
        """The position as whoever looks on may see it."""
        return self.timeline.position_for(self.onlooker if self.has_person else None)

    @property
    def has_person(self) -> bool:
        """Whether a person plays one of the sides, even if the seat is lent for this phase."""
        return self.seats.any_human or bool(self._lent)

    @property
    def orders(self) -> tuple[Order, ...]:
        """All orders, those ahead included."""
        return tuple(e.order for e in self.timeline.entries)

    def seen(self, entry: TimelineEntry) -> TimelineEntry:
        """An order as whoever looks on may see it: where units are set up hidden is left out until the set-up
        is over."""
        game = self.timeline.game
        if not self.has_person or entry.phase != "set-up" or not game.hides_placing(
                self.onlooker, entry.side, entry.order):
            return entry
        return replace(entry, order=Order("secret"), text="", events=tuple(masked(e) for e in entry.events))

    def hidden_sides(self) -> tuple[str, ...]:
        """The sides that have set up units which are hidden from whoever looks on; () as soon as the game has
        once gone on after the set-up, or if nobody but automatic players plays."""
        timeline = self.timeline
        if not self.has_person or any(e.phase != "set-up" for e in timeline.ahead):
            return ()
        onlooker = self.onlooker
        return tuple(dict.fromkeys(e.side for e in timeline.done if e.phase == "set-up" and
                                   timeline.game.hides_placing(onlooker, e.side, e.order)))

    @property
    def persons(self) -> frozenset[str]:
        """The sides that persons play, those whose seats are lent for this phase included."""
        return frozenset(s for s in self.seats.names if self.seats.human(s)) | self.lent

    def why_not_copied(self) -> str:
        """Why a copy of the position would tell what a side has set up hidden, as a sentence; "" if it would
        tell nobody. Who plays all sides may copy it."""
        hidden = self.hidden_sides()
        if not hidden or self.persons == frozenset(self.seats.names):
            return ""
        return (f"{self._are_hidden(hidden)} and a copy would show it. Finish the set-up, then copy the "
                "position.")

    def why_not_seated(self, side: str, name: str) -> str:
        """Why a seat cannot be given to another player now, as a sentence; "" if it can."""
        hidden = self.hidden_sides()
        if not hidden:
            return ""
        if name == HUMAN and side in hidden and side not in self.persons:
            return (f"{self._are_hidden(hidden)} so until then no person can take over the "
                    f"{side_name(self.design, side)}.")
        if name != HUMAN and not self.persons - {side}:
            return f"{self._are_hidden(hidden)} so until then a person must play one of the sides."
        return ""

    def _are_hidden(self, sides: Sequence[str]) -> str:
        names = listed([side_name(self.design, s) for s in sides])
        return f"What the {names} sets up is hidden until the set-up is over,"

    @property
    def over(self) -> bool:
        """Whether the game has ended at the moment shown."""
        return self.timeline.game.outcome is not None

    @property
    def decision(self) -> Decision:
        """The present decision."""
        if self._decision is None:
            self._decision = Decision(self.timeline)
        return self._decision

    @property
    def my_turn(self) -> bool:
        """Whether a person has to decide now."""
        return not (self.over or self.looking_back or self.pending) and self.seats.human(
            self.timeline.game.side)

    @property
    def onlooker(self) -> str:
        """The side of the person who looks on: whose secrets may be shown. With two persons it is the side to
        decide; "" if nobody or only automatic players play."""
        human = [s.id for s in self.design.ruleset.sides if self.seats.human(s.id) or s.id in self._lent]
        if len(human) == 1:
            return human[0]
        return self.timeline.game.side if self.timeline.game.side in human else ""

    @property
    def automatic(self) -> bool:
        """Whether an automatic player has to decide now."""
        return not (self.over or self.looking_back or self.pending) and not self.seats.human(
            self.timeline.game.side)

    @property
    def unsaved(self) -> bool:
        """Whether there are orders that are in no file."""
        return self.orders != self.saved_at

    def views(self) -> dict[str, UnitView]:
        """The position as the map draws it, by unit key."""
        return views(self.design, self.position, self.timeline.game.words)

    def current_design(self) -> Design:
        """The design with every unit where it is now, for texts about a hex and for ghosts."""
        return design_at(self.design, self.position)

    def words_of(self, hex: Hex) -> str:
        """The text about a hex, with the units of the game and why they are out of supply."""
        design, units = self.current_design(), self.position.units
        out = [key for key in self.position.at(design.map.grid.number(hex)) if units[key].out_of_supply]
        return "  ·  ".join(
            [describe(design, hex), *filter(None, map(self.timeline.game.supply_answer, out))])

    # -- orders -------------------------------------------------------------------------

    def give(self, order: Order) -> bool:
        """Carry out an order; False if it waits for a roll. Raises `IllegalOrderError`."""
        game = self.timeline.game
        before, human = (game.turn, game.phase), self.seats.human(game.side)
        ends = order.verb == "pass" and game.words.step(game.step).repeats
        try:
            self.last = self.timeline.apply(order)
        except DiceWanted as wanted:
            self.pending, self.roll = order, wanted
            self.wanted.emit()
            return False
        self.pending = None
        moved_on = (game.turn, game.phase) != before
        by_itself = human and moved_on and not ends and not game.words.step(self.last.step).opens
        self._ended_itself = phase_name(self.design.ruleset, before[1]) if by_itself else ""
        self._moved()
        return True

    def enter_roll(self, die: int) -> bool:
        """Enter the roll that the pending order waits for; False if it needs another."""
        order = self.pending
        if order is None:
            return False
        self.timeline.add_roll(die)
        return self.give(order)

    def drop_pending(self) -> None:
        """Drop the order that waits for a roll, and the rolls entered for it."""
        self.pending = None
        if not self.timeline.ahead:
            self.timeline.forget_ahead()
        self.seats.reset()
        self._moved()

    def think(self) -> Order | None:
        """The order that the automatic player whose turn it is would give; the first legal one if its search
        needs dice."""
        game = self.timeline.game
        try:
            return self.seats.player(game.side).choose(game)
        except DiceExhaustedError:
            return game.legal_orders()[0]

    def play_one(self) -> TimelineEntry | None:
        """Let the automatic player give one order; None if it waits for a roll."""
        order = self.think()
        self._plans.update(self.seats.plans())
        return self.last if order is not None and self.give(order) else None

    def change_seat(self, side: str, name: str) -> None:
        """Give a seat to another player, unless that would show what is set up hidden: then it is refused."""
        if why_not := self.why_not_seated(side, name):
            self.complain(why_not)
            return
        self._lent.pop(side, None)
        self.seats.change(side, name)
        self._moved()

    def lend_phase(self, name: str = "planner") -> bool:
        """Let an automatic player decide for the side whose turn it is until the phase ends or the game moves
        to another moment; then the seat is a person's again. False if no person has to decide."""
        if not self.my_turn:
            return False
        game = self.timeline.game
        side = game.side
        self._lent[side] = (game.turn, game.phase)
        self.seats.change(side, name)
        self._moved()
        return True

    @property
    def lent(self) -> frozenset[str]:
        """The sides whose seats are lent for this phase."""
        return frozenset(self._lent)

    def _give_back(self) -> None:
        for side in self._lent:
            self.seats.change(side, HUMAN)
        self._lent.clear()

    # -- choosing -----------------------------------------------------------------------

    def choose(self, *, clear: bool = False) -> None:
        """Announce that other units or hexes are chosen."""
        if clear:
            self.decision.clear()
        self.complaint = self._ended_itself = ""
        self.chosen.emit()

    def complain(self, why: IllegalOrderError | str) -> None:
        """Announce why something was not done; "" does nothing."""
        if why:
            self.complaint = why if isinstance(why, str) else refusal_text(why)
            self.refused.emit()

    def confirm(self) -> bool:
        """Carry out the complete order; False if there is none. Raises `IllegalOrderError`."""
        order = self.decision.ready if self.my_turn else None
        return order is not None and self.give(order)

    def decline(self) -> bool:
        """Pass, or end the phase. Raises `IllegalOrderError` if something must be done first, and once if the
        phase to be ended has just ended by itself."""
        if not self.my_turn:
            return False
        if self.decision.passing is None:
            raise why_not_passed(self.words, self.timeline.game.step, self.timeline.why_not(Order("pass")))
        ended, self._ended_itself = self._ended_itself, ""
        step = self.timeline.game.words.step(self.timeline.game.step)
        if ended and step.repeats:
            raise why_already_ended(ended, step)
        return self.give(self.decision.passing)

    # -- moving in time -----------------------------------------------------------------

    @property
    def can_take_back(self) -> bool:
        return not self.looking_back and self.timeline.at > 0

    def take_back(self) -> bool:
        """Undo to the last decision of a person, or one order if no person plays; False at the start."""
        if not self.can_take_back:
            return False
        self.pending = None
        entries = self.timeline.done
        mine = [i for i, e in enumerate(entries) if self.seats.human(e.side)]
        self.timeline.go(mine[-1] if mine else len(entries) - 1)
        self._after_jump()
        return True

    def redo(self) -> bool:
        """Redo what was taken back, up to the next decision of a person."""
        if self.looking_back or not self.timeline.ahead:
            return False
        self.timeline.forward()
        while self.timeline.ahead and not self.seats.human(self.timeline.ahead[-1].side):
            self.timeline.forward()
        self._after_jump()
        return True

    def look_at(self, at: int) -> None:
        """Show the game after `at` orders; at its end it continues by itself."""
        self.pending = None
        self.timeline.go(at)
        self.looking_back = bool(self.timeline.ahead)
        self._after_jump()

    def play_on(self) -> None:
        """Continue from the moment shown, and drop the orders ahead."""
        self.looking_back = False
        self.timeline.forget_ahead()
        self._after_jump()

    def _after_jump(self) -> None:
        self._give_back()
        self._ended_itself = ""
        self.last = self.timeline.done[-1] if self.timeline.done else None
        self.seats.reset()
        self._moved()

    def _moved(self) -> None:
        game = self.timeline.game
        if any(at != (game.turn, game.phase) for at in self._lent.values()):
            self._give_back()
        self._decision, self.complaint = None, ""
        if self._batch_depth:
            self._changed_in_batch = True
        else:
            self.changed.emit()

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Group several orders: `changed` is emitted once, at the end."""
        self._batch_depth += 1
        try:
            yield
        finally:
            self._batch_depth -= 1
            if self._changed_in_batch and not self._batch_depth:
                self._changed_in_batch = False
                self.changed.emit()

    # -- saving -------------------------------------------------------------------------

    def record(self) -> GameRecord:
        """The record of the whole game, including the orders ahead."""
        at = self.timeline.at
        self.timeline.go(self.timeline.length)
        try:
            return record_of(self.timeline.game, self.scenario, self.seats.pairs(self.lent), self._plans)
        finally:
            self.timeline.go(at)

    def save(self, path: Path, record: GameRecord | None = None) -> None:
        """Write the game, or this record of it, to a file; raises `SaveError`."""
        write_record(record or self.record(), path)
        self.saved_at = self.orders


# The position as the map draws it and as texts about hexes need it.

_OUT_OF_SUPPLY = frozenset({"out-of-supply"})


def views(design: Design, position: Position, words: Words) -> dict[str, UnitView]:
    """The position as the map draws it, by unit key; `words` give the order and the letters of the marks, and
    the ruleset the letters of its states."""
    grid = design.map.grid
    own = {id: mark.badge for id, mark in words.marks.items()} | {
        s.id: s.badge for s in design.ruleset.states if s.badge}
    result = {}
    for key, unit in position.units.items():
        marks = unit.marks | _OUT_OF_SUPPLY if unit.out_of_supply else unit.marks
        result[key] = UnitView(grid.parse(unit.hex) if unit.hex else None, unit.reduced,
                               tuple(Mark(m, own.get(m, ""), words.mark(m).badge)
                                     for m in words.mark_order(marks)) if marks else ())
    return result


def design_at(design: Design, position: Position) -> Design:
    """The design with every unit set up where it is now, for texts about a hex and for ghosts.

    The top counter of a stack is last, as in a scenario file.
    """
    scenario = design.scenario
    assert scenario is not None
    places = position.units
    units = tuple(
        replace(u, reduced=places[u.key].reduced, position="",
                setup=Setup(Where(hexes=(places[u.key].hex,))) if places[u.key].hex else None)
        for u in scenario.units if u.key in places)
    return replace(design, scenario=replace(scenario, units=units))


# The players of the sides: a person, or an automatic player by name.

HUMAN = "human"


def seat_choices() -> tuple[str, ...]:
    """The names that a seat can have, the person first."""
    return (HUMAN, *player_names())


class Seats:
    """The players of a game by side id. A seed gives the same automatic players as in `visegrad-editor
    run`."""

    def __init__(self, seats: dict[str, str], seed: int = 0) -> None:
        self.names = {side: name if name in seat_choices() else HUMAN for side, name in seats.items()}
        self._seed = seed
        self._players: dict[str, Player] = {}
        self.reset()

    def reset(self) -> None:
        """Make the automatic players forget their plans, as the game is at another moment."""
        self._players = {
            side: make_player(name, self._seed * 2 + i)
            for i, (side, name) in enumerate(self.names.items()) if name != HUMAN}

    def change(self, side: str, name: str) -> None:
        """Give a seat to another player from now on."""
        before, self.names[side] = self.names[side], name
        try:
            self.reset()
        except ValueError:
            # A player that cannot be used takes no seat.
            self.names[side] = before
            raise

    def human(self, side: str) -> bool:
        """Whether a person decides for the side."""
        return side not in self._players

    def player(self, side: str) -> Player:
        """The automatic player of a side."""
        return self._players[side]

    def plan(self, side: str, turn: int) -> str:
        """The last plan that the automatic player of a side made in a turn, as a sentence; "" if none."""
        players = [self._players[side]] if side in self._players else []
        return next((text for (at, _), text in reversed(plans_of(players).items()) if at == turn), "")

    def plans(self) -> dict[tuple[int, str], str]:
        """The plans made since the players were seated, by turn and phase."""
        return plans_of(self._players.values())

    @property
    def any_human(self) -> bool:
        return any(name == HUMAN for name in self.names.values())

    def pairs(self, lent: Collection[str] = ()) -> tuple[tuple[str, str], ...]:
        """(side, player) as a game file keeps them; a seat that is only `lent` counts as a person's."""
        return tuple((side, HUMAN if side in lent else name) for side, name in self.names.items())


# A recorded game as a play-test.

class PlayError(VisegradError):
    """A game cannot be shown; the text is a sentence."""


def session_of_record(design: Design, record: GameRecord, part: bool = False) -> PlaySession:
    """A recorded game, replayed with a design. Raises `PlayError`; with `part`, orders that cannot be
    replayed are left out instead, and with them all that follow."""
    try:
        return _replayed_session(design, record, part)
    except IllegalOrderError as refusal:
        raise PlayError(f"An order of this game cannot be replayed. {refusal}") from None
    except DiceWanted:
        raise PlayError("The game's list of dice is too short for its orders.") from None
    except ValueError as error:
        raise PlayError(f"The game cannot be replayed: {error}") from None
    except Exception as error:  # a package that fails must not look like a bug of the program
        if text := fault_text(design.ruleset.system, error):
            raise PlayError(f"The game cannot be replayed: {text}") from error
        raise


def _replayed_session(design: Design, record: GameRecord, part: bool) -> PlaySession:
    """A recorded game at its last order; a finished game is shown from its beginning. A part of one waits at
    its end, so that automatic players do not continue it by themselves.

    Raises `IllegalOrderError`, `DiceWanted` or `ValueError` if an order cannot be carried out.
    """
    sides = [s.id for s in design.ruleset.sides]
    named = dict(record.players)
    source = record.scenario_source
    session = PlaySession(design, {s: named.get(s, HUMAN) for s in sides}, record.seed, record.dice,
                          str(source) if isinstance(source, Path) else record.scenario)
    for order in record.orders:
        try:
            session.timeline.apply(session.timeline.game.parse(order.text))
        except (IllegalOrderError, DiceWanted) as error:
            if not part:
                raise
            session.looking_back = True
            session.left_out = _left_out(record, len(session.orders), error)
            break
    session.saved_at = session.orders
    if session.timeline.game.outcome is not None:
        session.timeline.go(0)
        session.looking_back = True
    return session


def _left_out(record: GameRecord, done: int, error: IllegalOrderError | DiceWanted) -> str:
    """What is left out of a game whose replay ended after some orders, and why, as sentences."""
    total = len(record.orders)
    left, text = total - done, cut(record.orders[done].text)
    why = refusal_text(error) if isinstance(error, IllegalOrderError) else "The game's dice are used up."
    orders = f"1 order of the {total}" if left == 1 else f"{left} orders of the {total}"
    return (f"{orders} in the game file {'is' if left == 1 else 'are'} left out, because order {done + 1}, "
            f"`{text}`, is not possible. {why}")
