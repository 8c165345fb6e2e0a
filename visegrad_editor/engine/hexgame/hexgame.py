"""A hex game that is played from data, with its chapters: the interface of `engine.rules.Play`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import compress, count
from operator import ne
from typing import Any

from ...model.design import Design
from ...model.ruleset import Ruleset
from ...model.scenario import Scenario
from ..board import Board
from ..dice import Dice
from ..events import Outcome
from ..orders import NUMBERS, IllegalOrderError, Order, cut, is_number
from ..position import AttackPreview, Goals, OrderMark, Position, UnitPosition
from ..reach import Reach
from ..rules import Emit
from ..saved_game import SavedGameError
from . import (
    advice,
    arrivals,
    combat,
    control,
    events,
    fights,
    hidden_set_up,
    mid_game_start,
    movement,
    paths,
    phases,
    results,
    saved_state,
    sequence,
    setup,
    stacking,
    supply,
    supply_answer,
    victory,
    zones,
)
from .chapter import Chapter, overriding
from .in_progress import GameInProgress
from .mid_game_start import MidGameStart
from .state import MARKS, GameState

GRAMMAR = {
    "pass": "",
    "place": "{unit} {hex}",
    "order": "{word}",
    "move": "{units} {path}",
    "move-by": "{word} {units} {path}",
    "enter": "{unit} {path}",
    "enter-by": "{word} {unit} {path}",
    "exit": "{unit}",
    "remove": "{unit}",
    "restore": "{unit}",
    "rebuild": "{unit} {hex} {word}",
    "call-up": "{unit} {hex}",
    "attack": "{hex} with {units}",
    "support": "{number}",
    "call-off": "",
    "use": "{word}",
    "lose": "{units}",
    "reduce": "{unit}",
    "choose": "{number}",
    "retreat": "{unit} {hex}",
    "advance": "{units}",
    "advance-on": "{unit} {hex}",
}
"""Every order of a game without chapters and its text form."""

_UNMARKED: frozenset[str] = frozenset()
HOOKS = (
    "step_cost", "allowance", "may_move", "may_stack", "may_attack", "zones", "strength", "shifts",
    "die", "shift_rolls", "result", "sources", "goals", "at", "invariants", "seen_by", "before",
    "step_changes", "may_use", "may_end", "may_enter", "must_enter", "entry_mode", "may_choose",
    "attack_range", "retreat_hexes", "bearers", "may_advance", "supply_barred", "supplied", "hex_marks",
    "left", "told", "ending", "stocks", "hides", "saved_fault", "can_go", "rebuild_hexes", "box", "resume")


class HexGame(GameInProgress):
    """A game in progress; see `engine.rules.Play`."""

    def __init__(
        self, design: Design, scenario: Scenario, dice: Dice, emit: Emit, chapters: Sequence[Chapter] = (),
        board: Board | None = None,
    ) -> None:
        unused = _unused(design.ruleset)
        verbs = {verb: form for verb, form in GRAMMAR.items() if verb not in unused}
        for chapter in chapters:
            verbs.update(chapter.verbs())
        if scenario.start is not None and not any(type(c).resume is not Chapter.resume for c in chapters):
            chapters = (*chapters, MidGameStart())
        super().__init__(
            design, scenario, dice, emit, verbs, overriding(chapters, HOOKS),
            {code: id for chapter in chapters for code, id in chapter.boxes().items()}, board)
        self.chapters = tuple(chapters)
        self.state.chapters = {c.id: s for c in chapters if (s := c.state(self)) is not None}
        self._forms = {verb: _parts(pattern) for verb, pattern in self.grammar.patterns.items()}
        self.stages = dict(sequence.STAGES)
        for chapter in self.chapters:
            self.stages.update(chapter.stages())
            self.effects.update(chapter.effects())
        self.state.control = control.at_start(self)
        self.held_at_start = tuple(self.state.control)
        stacking.watch(self)
        self._kept: tuple[tuple[GameState, dict[object, Any]], ...] = ()
        """The last two snapshots, each with what was worked out for its position: an order that is only
        tried, or refused, leads back to it."""
        self._seen: tuple[list[int], ...] = ()
        self._shown: dict[str, UnitPosition] = {}
        self._supplied: dict[int, frozenset[str]] = {}

    def breaches(self) -> list[str]:
        """What is impossible in the present position according to the chapters, in sentences."""
        return [text for chapter in self.hooks["invariants"] for text in chapter.invariants(self)]

    @property
    def phase_id(self) -> str:
        """The id of the present phase without its side."""
        return phases.bare_phase(self)

    def is_supplied(self, u: int) -> bool:
        """Whether a unit counts as supplied now."""
        return supply.is_supplied(self, u)

    def supply_area(self, side: int) -> int:
        """The hexes in which some unit of a side would be in supply."""
        return supply.area(self, side)

    def controlled(self, side: int) -> int:
        """The hexes that a side controls; none for -1."""
        return control.controlled(self, side)

    def zone(self, side: int) -> int:
        """The hexes in the zones of control of a side; none for -1."""
        return zones.zone(self, side) if 0 <= side < len(self.forces.side_ids) else 0

    def points_of(self, side: int) -> int:
        """The victory points of a side."""
        return victory.points(self)[side] if side >= 0 else 0

    def lead_of(self, side: int) -> int:
        """The victory points of a side less those of the other."""
        points = victory.points(self)
        return points[side] - points[1 - side] if side >= 0 and len(points) > 1 else 0

    def room(self, u: int) -> Fraction:
        return Fraction(stacking.weight(self, u), self.forces.weight_scale)

    # -- Play: state -----------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def step(self) -> str:
        return "over" if self.state.outcome else self.state.step

    @property
    def side(self) -> str:
        return "" if self.state.outcome else self.forces.side_ids[self.state.side]

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    def begin(self) -> None:
        for chapter in self.chapters:
            chapter.begin(self)
        setup.begin(self)

    # -- Play: orders ----------------------------------------------------------------------------------

    def legal_orders(self, unit: str | None) -> list[Order]:
        if self.state.outcome is not None:
            return []
        number = None if unit is None else self.unit(unit)
        return list(self.stages[self.state.step].orders(self, number))

    def any_order(self, random: Callable[[], float]) -> Order:
        if self.state.outcome is not None:
            raise IllegalOrderError("The game is over.", self.state.outcome.rule)
        orders = self.stages[self.state.step].orders(self, None)
        return orders[int(random() * len(orders))]

    def perform(self, order: Order) -> None:
        self._check_form(order)
        self.passed = [0] * len(self.forces.side_ids)
        self.stages[self.state.step].perform(self, order)
        if self.ruleset.releases:
            paths.judge_releases(self)
        events.judge_at_once(self)

    def _check_form(self, order: Order) -> None:
        """Refuse an order made by hand that does not have exactly the parts its verb needs."""
        form = self._forms.get(order.verb)
        if form is None:
            raise IllegalOrderError(f"There is no order `{cut(order.verb)}`.")
        units, hexes, words, numbers = form
        if (not order.units if units is None else len(order.units) != units) or (
                not order.hexes if hexes is None else len(order.hexes) != hexes) or len(order.words) != words:
            raise IllegalOrderError(f"This order must have exactly the form `{self._form(order.verb)}`.")
        if numbers and not all(is_number(w) for w in order.words):
            raise IllegalOrderError(f"This order needs numbers: `{self._form(order.verb)}`. {NUMBERS}")

    def _form(self, verb: str) -> str:
        """The form of an order, with its verb."""
        return f"{verb} {self.grammar.patterns[verb]}".strip()

    # -- Play: views -----------------------------------------------------------------------------------

    def position(self) -> Position:
        s = self.state
        return Position(
            s.turn, s.phase, self.side, self.unit_positions(), self.hex_marks(""), self.markers(),
            self.board.numbers[s.battle.hex] if s.battle else "", self._left())

    def unit_positions(self) -> Mapping[str, UnitPosition]:
        s = self.state
        out = s.out if supply.rules(self).judged != "at-use" else supply.out_now(self)
        seen, before = (s.where, s.lost, out, s.status), self._seen
        if seen != before:
            # Most units are unchanged since the last call. Values once returned are never modified.
            units = dict(self._shown)
            changed = {u for now, then in zip(seen, before, strict=True) if now != then
                       for u in compress(count(), map(ne, now, then))} if before else range(len(out))
            for u in changed:
                units[self.forces.keys[u]] = self._unit_position(s.where[u], s.lost[u], out[u], s.status[u])
            self._seen, self._shown = tuple(map(list, seen)), units
        return self._shown

    def _unit_position(self, at: int, lost: int, out: int, status: int) -> UnitPosition:
        if at < 0:
            return UnitPosition("", self.boxes[at], lost > 0)
        return UnitPosition(self.board.numbers[at], "", lost > 0, out > 0, self._states_of(status))

    def _states_of(self, status: int) -> frozenset[str]:
        """The ids of states from their bits."""
        return frozenset(one.id for n, one in enumerate(self.ruleset.states) if status >> n & 1) if (
            status) else _UNMARKED

    def hex_marks(self, side: str) -> dict[str, tuple[str, ...]]:
        number = self.forces.side_ids.index(side) if side in self.forces.side_ids else -1
        shown: dict[str, tuple[str, ...]] = {}
        for chapter in self.hooks["hex_marks"]:
            for mark, hexes in chapter.hex_marks(self, number).items():
                shown[mark] = (*shown.get(mark, ()), *(self.board.numbers[h] for h in hexes))
        return shown

    def markers(self) -> dict[str, dict[str, int]]:
        shown: dict[str, dict[str, int]] = {}
        for asset in self.ruleset.assets:
            shown.setdefault(asset.side, {})[asset.id] = self.state.assets.get(asset.id, 0)
        for chapter in self.hooks["stocks"]:
            for side, counts in chapter.stocks(self).items():
                shown.setdefault(self.forces.side_ids[side], {}).update(counts)
        return shown

    def _left(self) -> dict[str, int]:
        """What the side to decide can spend, or has to lose, in this decision."""
        s = self.state
        left: dict[str, int] = {}
        if s.step == "replace":
            left["replacement steps"] = s.budget
        elif s.step in ("lose", "reduce") and s.battle is not None:
            left["units to lose at least" if s.step == "lose" else "steps to lose"] = s.battle.needs
        for chapter in self.hooks["left"]:
            left |= chapter.left(self)
        return left

    def marks_of(self, u: int) -> frozenset[str]:
        """What a unit has done this player turn, and its states, as words."""
        words = {name for name, bit in MARKS.items() if self.state.flags[u] & bit}
        words |= {one.id for n, one in enumerate(self.ruleset.states) if self.state.status[u] >> n & 1}
        return frozenset(words)

    def destinations(self, unit: str) -> dict[str, float]:
        u = self.unit(unit)
        if self.state.outcome is not None or self.state.step != "move" or (
                self.forces.side[u] != self.state.side):
            return {}
        numbers, scale = self.board.numbers, self.ground.scale
        found: dict[str, float] = {}
        last, cost = None, dict[int, int]()
        for h, (_, field) in movement.ends(self, u).items():
            if field is not last:
                last, cost = field, field.cost
            found[numbers[h]] = cost[h] / scale
        return found

    def move_order(self, unit: str, hex: str) -> Order:
        u, end = self.unit(unit), self.hex(hex)
        ends = movement.ends(self, u) if self.state.step == "move" and (
            self.forces.side[u] == self.state.side) else {}
        if end not in ends:
            raise IllegalOrderError(
                f"{self.label(u)} cannot reach {self.board.name(end)} now.", self.rule("movement"))
        return movement.order_to(self, u, end, *ends[end])

    def any_move(self, unit: str, random: Callable[[], float]) -> Order | None:
        u = self.unit(unit)
        if self.state.outcome is not None or self.state.step != "move" or (
                self.forces.side[u] != self.state.side):
            return None
        ends: list[tuple[int, tuple[str, Reach]]] = list(movement.ends(self, u).items())
        if not ends:
            return None
        end, (mode, field) = ends[int(random() * len(ends))]
        return movement.order_to(self, u, end, mode, field)

    def meaning(self, order: Order) -> str:
        return results.meaning(self, order) if self.state.step == "choose" else ""

    def preview(self, order: Order | None, shift: int) -> AttackPreview:
        return combat.preview(self, order, shift)

    def movable(self) -> list[str]:
        if self.state.step != "move" or self.state.outcome is not None:
            return []
        side, where, keys = self.state.side, self.state.where, self.forces.keys
        able = frozenset(paths.able_to_act(self, side))
        return [keys[u] for u in self.forces.ground[side]
                if u in able or (where[u] < 0 and arrivals.is_due(self, u))]

    def has_room(self, unit: str, hex: str) -> bool:
        return stacking.fits(self, self.hex(hex), self.unit(unit))

    def unit_strength(self, unit: str, purpose: str = "attack") -> int:
        return int(fights.plain_strength(self, self.unit(unit), purpose))

    @property
    def has_one_strength(self) -> bool:
        return fights.rules(self).is_one_strength

    def goals(self, side: str) -> Goals:
        number = self.forces.side_ids.index(side)
        known: Goals = self.recall(("goals", number), lambda: self._goals(number))
        return known

    def _goals(self, side: int) -> Goals:
        goals = advice.goals(self, side)
        for chapter in self.hooks["goals"]:
            goals = chapter.goals(self, side, goals)
        return goals

    def supplied_hexes(self, unit: str) -> frozenset[str]:
        u = self.unit(unit)
        mask = supply.area_for(self, u)
        known = self._supplied.get(mask)
        if known is None:
            # A few groups of units alternate; caching more is not worthwhile.
            if len(self._supplied) > 7:
                self._supplied = {}
            known = self._supplied[mask] = frozenset(self.board.hex_set(mask))
        return known

    def supply_answer(self, unit: str) -> str:
        return supply_answer.answer(self, self.unit(unit))

    def enemy_zoc(self, unit: str) -> frozenset[str]:
        return frozenset(self.board.hex_set(zones.zone_for(self, self.unit(unit))))

    def scenario_now(self) -> Scenario:
        return mid_game_start.scenario_now(self)

    # -- Play: saving ----------------------------------------------------------------------------------

    def snapshot(self) -> GameState:
        made = self.state.copy()
        self._kept = ((made, dict(self.known)), *self._kept[:1])
        return made

    def restore(self, snapshot: GameState) -> None:
        before = self.state.where
        self.state = snapshot.copy()
        if before != self.state.where:
            self._rearrange(before)
        for made, known in self._kept:
            if made is snapshot:
                self.known = dict(known)
                break
        else:
            self.forget()

    def _rearrange(self, before: list[int]) -> None:
        """Put the units that stood elsewhere before where the state says."""
        changed = [u for u, (a, b) in enumerate(zip(before, self.state.where, strict=True))
                   if a != b and not self.forces.aloft[u]]
        for u in changed:
            if before[u] >= 0:
                self._leave(u, before[u])
        for u in changed:
            if self.state.where[u] >= 0:
                self._stand(u, self.state.where[u])
        for side in {self.forces.side[u] for u in changed}:
            self.forget_places(side)

    def as_data(self) -> dict[str, Any]:
        return self.state.as_data()

    def seen_by(self, side: str) -> dict[str, Any]:
        data = self.state.as_data()
        number = self.forces.side_ids.index(side) if side in self.forces.side_ids else -1
        hidden = dict(data["chapters"])
        for chapter in self.hooks["seen_by"]:
            if chapter.id in hidden:
                hidden[chapter.id] = chapter.seen_by(self, number, hidden[chapter.id])
        return hidden_set_up.seen_by(self, side, {**data, "chapters": hidden})

    def hides(self, side: str, mark: OrderMark, after: int) -> bool:
        return hidden_set_up.hides(self, side, mark) or any(
            chapter.hides(self, side, mark, after) for chapter in self.hooks["hides"])

    def load_data(self, data: dict[str, Any]) -> None:
        self.state = saved_state.read_state(self, data)
        self.rebuild()
        crowded = next((h for h in range(self.board.size) if stacking.excess(self, h)), None)
        if crowded is not None and self.state.step != "remove" and stacking.is_strict(self):
            raise SavedGameError(f"too many units stand in {self.board.name(crowded)}.")


def _unused(ruleset: Ruleset) -> frozenset[str]:
    """The verbs of orders that never occur with a ruleset."""
    sequence = ruleset.sequence
    used = {
        "order": any(p.choose for p in sequence.turn) or any(p.choose for p in sequence.extra),
        "move-by": bool(ruleset.movement.modes), "exit": bool(ruleset.movement.off_map),
        "call-up": bool(ruleset.call_ups), "advance-on": results.advances_far(ruleset)}
    return frozenset(verb for verb, occurs in used.items() if not occurs)


@cache
def _parts(pattern: str) -> tuple[int | None, int | None, int, bool]:
    """How many units, hexes and words an order has, None for one or more; whether its words are numbers."""
    many = (None if "{units}" in pattern else pattern.count("{unit}"),
            None if "{path}" in pattern else pattern.count("{hex}"))
    numbers = pattern.count("{number}")
    return (*many, pattern.count("{word}") + numbers, numbers > 0)
