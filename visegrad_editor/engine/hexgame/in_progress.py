"""A game in progress: tables made once from the design, the state that changes, and what all chapters use."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from ...model.cooperative_yield import with_pauses, yield_to_window
from ...model.design import Design
from ...model.rules.results import Effect
from ...model.ruleset import Phase
from ...model.scenario import Scenario
from ...model.wording import said_of, side_in_sentence
from ..bits import mask_of
from ..board import Board, board_for
from ..dice import Dice
from ..events import Event, Outcome
from ..options import options_of
from ..orders import Grammar, IllegalOrderError, Order, cut
from ..rules import Emit
from ..supply import supply_net
from .conditions import Conditions, UnitTest
from .forces import forces_for
from .ground import ground_for
from .state import BOXES, ELIMINATED, WAITING, Battle, GameState

T = TypeVar("T")


def _at_start(design: Design, scenario: Scenario) -> dict[str, int]:
    """How much there is of each asset: as the ruleset says, or the scenario."""
    own = {a.id: a.number for a in scenario.assets}
    return {a.id: own.get(a.id, a.at_start) for a in design.ruleset.assets}


class Stage(NamedTuple):
    """A kind of decision. `enter` prepares it and may go on to another; `orders` lists the legal orders, all
    or those that name a unit, and `perform` carries one out."""

    enter: Callable[[GameInProgress], None]
    orders: Callable[[GameInProgress, int | None], Sequence[Order]]
    perform: Callable[[GameInProgress, Order], None]


def _barren(w: GameInProgress) -> int:
    """The hexes that no unit on the ground can occupy."""
    return mask_of(
        i for i, cost in enumerate(with_pauses(w.board.cost))
        if cost is None and i not in w.board.road_cost) & ~w._entered_by_class()


class _Tables(dict[Callable[["GameInProgress"], Any], Any]):
    """What chapters have worked out once for a game, by what makes it."""

    def __init__(self, w: GameInProgress) -> None:
        super().__init__()
        self._w = w

    def __missing__(self, make: Callable[[GameInProgress], Any]) -> Any:
        made = self[make] = make(self._w)
        return made


class GameInProgress:
    """A game in progress, called `w` in all chapters."""

    def __init__(
        self, design: Design, scenario: Scenario, dice: Dice, emit: Emit, verbs: Mapping[str, str],
        hooks: Mapping[str, tuple[Any, ...]], boxes: Mapping[int, str] | None = None,
        board: Board | None = None,
    ) -> None:
        self.design, self.scenario, self.dice, self._emit = design, scenario, dice, emit
        self.ruleset = ruleset = design.ruleset
        self.hooks = hooks
        """The chapters that have a method of their own, by its name."""
        self._listening: dict[str, tuple[Any, ...]] = {}
        self.boxes: dict[int, str] = {**BOXES, **(boxes or {})}
        """The ids of the boxes by their codes."""
        self.board: Board = board or board_for(design.map, ruleset, scenario.play_area)
        self.ground = ground_for(design, self.board)
        self.forces = forces_for(design, scenario, self.board)
        self.names = self.forces.names
        grid = design.map.grid
        self.grammar = Grammar(verbs, ">" if "-" in grid.numbering.separator else "-",
                               lambda word: grid.parse(word) is not None)
        self.net = supply_net(self.board)
        yield_to_window()
        self.options = options_of(ruleset, scenario)
        self.judged = ""
        """What is judged just now, such as the name of an event; "" for a condition of anything else."""
        self.judged_rule = ""
        """The rule of what is judged; "" if the dice thrown for it name none."""
        self.judged_for = -1
        """The side for which dice are thrown; -1 for the side to decide."""
        self.rolled = False
        """Whether dice were thrown for what is judged."""
        self.last_roll = 0
        """The sum of the dice last thrown for a condition."""
        self.phase_by_id: dict[str, Phase] = {p.id: p for p in ruleset.phases}
        self.made = Conditions(self)
        self.side_words: tuple[str, ...] = tuple(
            side_in_sentence(s.name).removeprefix("the ") for s in ruleset.sides)
        """The names of the sides as they stand after an article."""
        self.rule_numbers: Mapping[str, str] = {}
        """Rule numbers that no block of the ruleset states: `off-map`, `enemies`, `alone`, `terrain`,
        `sides`, `odds`, `shifts`, `support`, `steps`."""
        self.shift_names: Mapping[str, str] = {}
        """What shifts are called if not `terrain`, `hexside` or `support`, by these words."""
        self.set_up_order: tuple[str, ...] = scenario.set_up_order or ruleset.set_up_order or next(
            (part.order for part in ruleset.sequence.start if part.order), ())
        """The sides that set up first, in this order."""
        self.barren: int = self.shared(_barren)
        """Hexes that no unit on the ground can occupy."""
        n, sides = len(self.forces.units), len(ruleset.sides)
        self.state = GameState(
            where=[WAITING] * n,
            lost=[min(max(1 if u.reduced else 0, u.setup.lost if u.setup else 0), self.forces.steps[i] - 1)
                  for i, u in enumerate(self.forces.units)],
            out=[0] * n, status=[0] * n, flags=[0] * n, control=[0] * sides, taken=[0] * sides,
            points=[0] * sides, losses=[[0] * n, [0] * n], assets=_at_start(design, scenario),
            chapters={})
        self.held_at_start: tuple[int, ...] = (0,) * sides
        """The hexes that each side controls before anybody is set up."""
        self.crowd: int = n + 1
        """The number of units that make a hex full, for `full`."""
        self.watched: tuple[frozenset[int], ...] = ()
        """Sets of units of which it is known where they stand, for `watched_at`."""
        self.stages: dict[str, Stage] = {}
        self.passed: list[int] = [0] * sides
        """The hexes that units of each side have entered by the present order."""
        self.tables = _Tables(self)
        """What chapters have worked out once from the design, as `table` does."""
        self._rules: dict[str, str] = {}
        self._assets: dict[tuple[str, int], str] = {}
        self._state_bits = {one.id: 1 << n for n, one in enumerate(ruleset.states)}
        self.effects: dict[str, Callable[[GameInProgress, Effect], None]] = {}
        self.rebuild()

    def table(self, make: Callable[[GameInProgress], T]) -> T:
        """What a chapter has worked out once from the design, made when it is first asked for."""
        known: T = self.tables[make]
        return known

    def shared(self, make: Callable[[GameInProgress], T]) -> T:
        """What is worked out once from the documents, for all games of them; it must not keep the game."""
        tables = self.forces.tables
        try:
            known: T = tables[make]
        except KeyError:
            known = tables[make] = make(self)
        return known

    def _entered_by_class(self) -> int:
        """Prohibited hexes that some class of units may enter all the same."""
        if self.ground.is_usual:
            return 0
        classes = [c.id for c in self.ruleset.movement.classes] or [""]
        return mask_of({end for one in classes for _, end in self.ground.steps(one)[1]})

    # -- the units on the map, kept besides the state for speed -------------------------------------

    def rebuild(self) -> None:
        """Compute everything that follows from the state."""
        self.stack: list[list[int]] = [[] for _ in with_pauses(range(self.board.size))]
        """The units in each hex, in order of their numbers, so that the order of arrival does not matter."""
        self.mask: list[int] = [0] * len(self.forces.side_ids)
        """The hexes with units of each side."""
        self.full: int = 0
        """The hexes with `crowd` units or more."""
        self.watched_at: list[int] = [0] * len(self.watched)
        """For each of the watched sets, the hexes with one of its units."""
        for side in range(len(self.forces.side_ids)):
            for u in self.forces.ground[side]:
                at = self.state.where[u]
                if at >= 0:
                    self._stand(u, at)
        self.known_of: list[dict[object, Any]] = [{} for _ in self.mask]
        self.forget()

    def _stand(self, u: int, hex: int) -> None:
        """Let a unit stand in a hex."""
        here, bit = self.stack[hex], 1 << hex
        insort(here, u)
        self.mask[self.forces.side[u]] |= bit
        if len(here) >= self.crowd:
            self.full |= bit
        for n, units in enumerate(self.watched):
            if u in units:
                self.watched_at[n] |= bit

    def _leave(self, u: int, hex: int) -> None:
        """Let a unit leave its hex."""
        here, others = self.stack[hex], ~(1 << hex)
        here.remove(u)
        if not here:
            self.mask[self.forces.side[u]] &= others
        if len(here) < self.crowd:
            self.full &= others
        for n, units in enumerate(self.watched):
            if u in units and units.isdisjoint(here):
                self.watched_at[n] &= others

    def mask_of_units(self, where: Sequence[int]) -> list[int]:
        """The hexes with units of each side, if the units stood as listed."""
        return [mask_of({where[u] for u in units if where[u] >= 0}) for units in self.forces.ground]

    def forget(self) -> None:
        """Forget what was worked out for the present position, but for what `recall_of` keeps."""
        self.known: dict[object, Any] = {}

    def forget_places(self, side: int) -> None:
        """Forget what was worked out for where the units of a side stood."""
        self.known = {}
        self.known_of[side] = {}

    def recall(self, key: object, make: Callable[[], Any]) -> Any:
        """A value of the present position, worked out once."""
        try:
            return self.known[key]
        except KeyError:
            # `known` is asked for again: working it out may have forgotten what was known.
            made = self.known[key] = make()
            return made

    def recall_of(self, side: int, key: object, make: Callable[[], Any]) -> Any:
        """A value that depends on nothing that changes but where the units of a side stand, worked out
        once."""
        known = self.known_of[side]
        if key not in known:
            known[key] = make()
        return known[key]

    def put(self, u: int, hex: int) -> None:
        """Put a unit in a hex."""
        self.lift(u)
        self.state.where[u] = hex
        self._stand(u, hex)
        self.forget_places(self.forces.side[u])

    def lift(self, u: int, box: int = WAITING) -> None:
        """Take a unit off the map into a box."""
        hex = self.state.where[u]
        self.state.where[u] = box
        if hex < 0:
            return
        self._leave(u, hex)
        self.forget_places(self.forces.side[u])

    # -- queries -------------------------------------------------------------------------------------

    def unit(self, key: str) -> int:
        """The number of a unit; raises `IllegalOrderError` if there is none."""
        number = self.forces.number.get(key)
        if number is None:
            raise IllegalOrderError(f"There is no unit {cut(key)!r}.")
        return number

    def hex(self, number: str) -> int:
        """The index of a hex in play; raises `IllegalOrderError`."""
        index = self.board.index.get(number)
        if index is None:
            raise IllegalOrderError(f"There is no hex {cut(number)} on the map.")
        if not self.board.in_play[index]:
            raise IllegalOrderError(
                f"Hex {number} is not in play: no unit may be there.", self.rule("off-map", "movement"))
        return index

    def own_unit(self, key: str, rule: str = "") -> int:
        """The number of a unit of the side to decide; raises `IllegalOrderError`."""
        u = self.unit(key)
        if self.forces.side[u] != self.state.side:
            raise IllegalOrderError(
                f"{self.label(u)} belongs to the other side.", self.rule_numbers.get("sides", rule))
        return u

    def own_units(self, order: Order, rule: str = "", what: str = "unit") -> list[int]:
        """The units of an order, each named once; `what` is the word for one in a refusal."""
        units = [self.own_unit(k, rule) for k in order.units]
        if not units or len(set(units)) != len(units):
            raise IllegalOrderError(f"Name each {what} once.", rule)
        return units

    def label(self, u: int) -> str:
        return self.forces.labels[u]

    def labels(self, units: Iterable[int], most: int = 0) -> str:
        """Names joined for a sentence; if there are more than `most` (0: no limit), the last are only
        counted."""
        names = [self.forces.labels[u] for u in units]
        if 0 < most < len(names):
            names[most - 1:] = [f"{len(names) - most + 1} more"]
        if not names:
            return "nobody"
        return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]

    def keys(self, units: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.forces.keys[u] for u in units)

    def place(self, u: int) -> str:
        """A hex number or a box name."""
        at = self.state.where[u]
        return self.board.numbers[at] if at >= 0 else self.boxes[at]

    def rule(self, block: str, otherwise: str = "") -> str:
        """The rule number that a chapter or a block of the ruleset states; that of another block or the name
        of the block if there is none."""
        if block in self.rule_numbers:
            return self.rule_numbers[block]
        known = self._rules.get(block)
        if known is None:
            known = self._rules[block] = (
                self.ruleset.sequence.set_up_rule if block == "set-up"
                else str(getattr(getattr(self.ruleset, block, None), "rule", "")))
        return known or (self.rule(otherwise) if otherwise else block)

    @property
    def phase_id(self) -> str:
        """The id of the present phase without its side."""
        raise NotImplementedError

    def steps_left(self, u: int) -> int:
        return self.forces.steps[u] - self.state.lost[u] if self.state.where[u] != ELIMINATED else 0

    def value(self, u: int, value: str) -> int | None:
        """A counter value of a unit in its present state; None if it has none."""
        rows = self.forces.values.get(value)
        return None if rows is None else rows[u][min(self.state.lost[u], len(rows[u]) - 1)]

    def room(self, u: int) -> Fraction:
        """The room a unit takes in a stack."""
        raise NotImplementedError

    def asset_of(self, id: str, side: int) -> str:
        """The id of the asset of a side that an id means: that asset, or the one with the side's id after a
        hyphen; "" if the side has none."""
        known = self._assets.get((id, side))
        if known is None:
            name = self.forces.side_ids[side] if side >= 0 else ""
            known = self._assets[id, side] = next(
                (a.id for a in self.ruleset.assets if a.id in (id, f"{id}-{name}") and a.side == name), "")
        return known

    def receive(self, id: str, number: int) -> None:
        """Let a side receive so much of an asset: no more than it may have."""
        asset = next((a for a in self.ruleset.assets if a.id == id), None)
        if asset is None or not number:
            return
        total = self.state.assets[id] + number
        self.state.assets[id] = min(total, asset.most) if asset.most else total
        ids = self.forces.side_ids
        side = ids.index(asset.side) if asset.side in ids else -1
        self.say("asset", f"{asset.name}: {self.state.assets[id]} ({self.side_words[side]}).",
                 asset.rule, side=side)

    def asset_left(self, id: str, side: int) -> int:
        """How much of an asset a side has."""
        return self.state.assets.get(self.asset_of(id, side) if side >= 0 else id, 0)

    def is_in_state(self, u: int, state: str) -> bool:
        """Whether a unit is full, reduced, or in a state of the ruleset."""
        if state == "reduced":
            return self.state.lost[u] > 0
        if state == "full":
            return self.state.lost[u] == 0
        return bool(self.state.status[u] & self._state_bits.get(state, 0))

    def said_of(self, side: int, verb: str) -> str:
        """The beginning of a sentence: The Blue side wins, The Tribes of the Erg win."""
        return said_of(self.side_words[side], verb)

    def set_state(self, u: int, state: str, on: bool = True) -> None:
        """Put a unit in a state of the ruleset, or end it; raises `KeyError` if there is no such state."""
        bit, status = self._state_bits[state], self.state.status
        status[u] = status[u] | bit if on else status[u] & ~bit
        self.forget()

    def is_supplied(self, u: int) -> bool:
        """Whether a unit counts as supplied now."""
        raise NotImplementedError

    def supply_area(self, side: int) -> int:
        """The hexes in which some unit of a side would be in supply."""
        raise NotImplementedError

    def controlled(self, side: int) -> int:
        """The hexes that a side controls; none for -1."""
        raise NotImplementedError

    def zone(self, side: int) -> int:
        """The hexes in the zones of control of a side; none for -1."""
        raise NotImplementedError

    def hexes_of(self, test: UnitTest, side: int) -> int:
        """The hexes with a unit that a test accepts, from the view of a side."""
        key = "hexes of", test, side
        known: int | None = self.known.get(key)
        if known is None:
            where = self.state.where
            known = self.known[key] = mask_of({
                at for u in self.made.members(test, side) if (at := where[u]) >= 0 and test(u, side)})
        return known

    def points_of(self, side: int) -> int:
        """The victory points of a side."""
        raise NotImplementedError

    def lead_of(self, side: int) -> int:
        """The victory points of a side less those of the other."""
        raise NotImplementedError

    def losses_of(self, side: int, units: UnitTest, by_step: bool) -> int:
        """The units or steps that a side has lost."""
        counts = self.state.losses[1 if by_step else 0]
        return sum(n for u, n in enumerate(counts)
                   if n and self.forces.side[u] == side and units(u, side))

    @property
    def battle(self) -> Battle:
        """The attack being resolved; only for decisions during an attack."""
        battle = self.state.battle
        assert battle is not None
        return battle

    # -- changes -------------------------------------------------------------------------------------

    def say(
        self, type: str, text: str, rule: str = "", hexes: Iterable[int] = (), units: Iterable[int] = (),
        dice: tuple[int, ...] = (), side: int | None = None,
    ) -> None:
        """Record an event."""
        s = self.state
        who = s.side if side is None else side
        f, numbers = self.forces, self.board.numbers
        event = Event(
            type, text, rule, s.turn, s.phase, f.side_ids[who] if who >= 0 else "",
            tuple([numbers[h] for h in hexes]), tuple([f.keys[u] for u in units]), dice)
        for chapter in self.hooks["told"]:
            told = chapter.told(self, event)
            if told is None:
                return
            event = told
        self._emit(event)

    def go(self, step: str) -> None:
        """Go to a decision, unless the game has ended."""
        if self.state.outcome is not None:
            return
        for chapter in self.hooks["before"]:
            first = chapter.before(self, step)
            if first:
                step = first
                break
        # What led here may have changed marks, assets or the state of a chapter.
        self.forget()
        self.state.step = step
        self.stages[step].enter(self)

    def at(self, moment: str, **facts: Any) -> None:
        """Tell the chapters of a moment."""
        listening = self._listening.get(moment)
        if listening is None:
            listening = self._listening[moment] = tuple(
                c for c in self.hooks["at"] if not c.moments or moment in c.moments)
        for chapter in listening:
            chapter.at(self, moment, **facts)

    def finish(self, winner: int, rule: str, reason: str, by: str = "") -> None:
        """End the game; -1: nobody wins. `by` is what decides it, as in `Outcome.by`."""
        if self.state.outcome is None:
            name = self.forces.side_ids[winner] if winner >= 0 else ""
            self.state.outcome = Outcome(name, rule, reason, by)
            self.say("victory", reason, rule, side=winner)

    def lose_step(self, u: int, rule: str, why: str = "") -> bool:
        """Apply a step loss; return whether the unit survives."""
        at = self.state.where[u]
        if self.state.lost[u] + 1 >= self.forces.steps[u]:
            self.eliminate(u, rule, why)
            return False
        self.state.lost[u] += 1
        self._count_loss(u, 0, 1)
        self.forget()
        what = "is reduced" if self.forces.steps[u] == 2 else "loses a step"
        self.say("step-loss", f"{self.label(u)} {what} in {self.place(u)}{why}.", rule, (at,), (u,),
                 side=self.forces.side[u])
        return True

    def _count_loss(self, u: int, units: int, steps: int) -> None:
        """Add to the losses of a unit; the lists are replaced, as states share them."""
        by_unit, by_step = map(list, self.state.losses)
        by_unit[u] += units
        by_step[u] += steps
        self.state.losses = [by_unit, by_step]

    def eliminate(
        self, u: int, rule: str, why: str = "", box: int = ELIMINATED, told: str = ""
    ) -> None:
        """Take a unit out of the game, among the eliminated or in another box; `told` is the sentence about
        it, if that is not the usual one."""
        at = self.state.where[u]
        where = f" in {self.board.numbers[at]}" if at >= 0 else ""
        if box == ELIMINATED:
            self._count_loss(u, 1, self.forces.steps[u] - self.state.lost[u])
        self.lift(u, box)
        self.state.out[u] = self.state.status[u] = self.state.flags[u] = 0
        word = "is destroyed" if box == ELIMINATED else "leaves the game"
        self.say("eliminated", told or f"{self.label(u)} {word}{where}{why}.", rule, (at,) if at >= 0 else (),
                 (u,), side=self.forces.side[u])
        self.at("eliminated", unit=u, hex=at)

    def roll(self, purpose: str, sides: int = 6) -> int:
        """The next roll of a die; `purpose` says what it is for and names the rule."""
        return self.dice.roll(purpose) if sides == 6 else self.dice.roll(purpose, sides)

    def rolls(self, number: int, sides: int, purpose: str, rule: str = "") -> tuple[int, ...]:
        """Several dice."""
        cited = f" ({rule})" if rule else ""
        return tuple(
            self.roll(f"{purpose}{'' if number == 1 else f', die {i + 1} of {number}'}{cited}", sides)
            for i in range(number))

    def roll_sum(
        self, number: int, sides: int, purpose: str, rule: str = "", side: int | None = None
    ) -> int:
        """The sum of some dice, told in an event."""
        dice = self.rolls(number, sides, purpose, rule)
        self.say("die", f"Roll for {purpose}: {', '.join(map(str, dice))}"
                 f"{f', together {sum(dice)}' if number > 1 else ''}.", rule, dice=dice, side=side)
        return sum(dice)

    def roll_for_condition(self, number: int, sides: int) -> int:
        """The sum of the dice that a condition asks for."""
        self.rolled = True
        self.last_roll = self.roll_sum(number, sides, self.judged or "a condition", self.judged_rule,
                                       self.judged_for if self.judged_for >= 0 else None)
        return self.last_roll

    def chapter_strength(self, u: int, purpose: str, value: Fraction) -> Fraction:
        for chapter in self.hooks["strength"]:
            value = chapter.strength(self, u, purpose, value)
        return value
