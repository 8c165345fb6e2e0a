"""A chapter of rules written in Python: what it may add to a game that plays from data, or overrule."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from ...model.design import Design
from ...model.problems import Problem
from ...model.rules.results import Effect
from ...model.rules.victory import VictoryCondition
from ...model.start import Start
from ..events import Event
from ..orders import IllegalOrderError
from ..position import Goals, OrderMark, Shift, ShiftRoll
from .conditions import Case
from .fights import Fight
from .in_progress import GameInProgress, Stage
from .state import WAITING, GameState

Edge = tuple[int, int]


MOMENTS = (
    "set-up", "placed", "set-up-end", "turn-start", "player-turn", "phase-start", "entered", "arrived",
    "eliminated", "attack", "result", "phase-end", "turn-end", "event")
"""The moments of which `at` is told."""


PLAYED_BY_CHAPTERS = (
    "assets/boxes", "combat/target", "modes/then_not", "results/shift", "sequence/secret", "states/may_not",
    "when/first")
"""What no game plays from data alone and a chapter may take over: assets in boxes, attacks on several hexes,
other words in `then_not` and `may_not` than are known, results that shift a column, secret set-ups, and what
holds only for the first time."""


class StepChanges(NamedTuple):
    """Changed costs of steps: `change` makes them from the usual costs, in points times the scale (None: the
    step is prohibited), and they are kept for as long as the `key` is the same."""

    key: Hashable
    change: Callable[[Mapping[Edge, int]], Mapping[Edge, int | None]]


class Chapter:
    """A chapter of rules. All methods may be left as they are.

    A chapter keeps no state of its own: what changes in play is `w.state.chapters[id]`, plain data that is
    replaced and never changed in place, so that it is copied, undone and saved with the rest.
    """

    id = ""
    rule = ""
    moments: frozenset[str] = frozenset()
    """The moments of which `at` is told; empty: all."""
    plays: frozenset[str] = frozenset()
    """What a ruleset may declare because this chapter plays it, of the words of `PLAYED_BY_CHAPTERS`."""

    def state(self, w: GameInProgress) -> Any:
        """Its state at the beginning, JSON-ready; None if it has none."""
        return None

    def seen_by(self, w: GameInProgress, side: int, state: Any) -> Any:
        """Its state as a side (-1: a spectator) may know it."""
        return state

    def hides(self, w: GameInProgress, side: str, mark: OrderMark, after: int) -> bool:
        """Whether an order is hidden from a side ("" for a spectator); `after` it so many were given."""
        return False

    def saved_fault(self, w: GameInProgress, s: GameState) -> str:
        """What is impossible in a saved state, as the end of a sentence; "" if nothing is. The parts of the
        state that belong to no chapter have been checked before, each by itself."""
        return ""

    def boxes(self) -> Mapping[int, str]:
        """Boxes of its own for units that are not in a hex: codes below those of every game, with ids."""
        return {}

    def stages(self) -> Mapping[str, Stage]:
        """Kinds of decision, by step. A phase whose kind is `custom` begins with the step of its id."""
        return {}

    def verbs(self) -> Mapping[str, str]:
        """The verbs of its orders, each with the pattern of its text."""
        return {}

    def effects(self) -> Mapping[str, Callable[[GameInProgress, Effect], None]]:
        """What results and events may `do`, by name."""
        return {}

    def begin(self, w: GameInProgress) -> None:
        """Called when the game begins, before the set-up."""

    def box(self, w: GameInProgress, unit: int) -> int:
        """The code of the box in which a unit begins that is not set up in a hex, as one chapter says it."""
        return WAITING

    def resume(self, w: GameInProgress, start: Start) -> None:
        """Go to the first decision of a scenario that begins later than before its first turn, in place of
        the usual way. What has happened before may be set in `begin`."""

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        """Called at moments of the game: `turn-start`, `turn-end`, `player-turn`, `phase-start`,
        `phase-end`, `entered` and in the set-up `placed` (unit, hex, first: for the first time), `arrived`
        (unit, entry), `eliminated` (unit, hex), `event` (its id), `result` (code), `attack`, `set-up`,
        `set-up-end`."""

    def told(self, w: GameInProgress, event: Event) -> Event | None:
        """An event as it is told in this game; None if nothing is said."""
        return event

    def ending(self, w: GameInProgress, condition: VictoryCondition | None, case: Case, told: str) -> str:
        """The sentence with which a condition of victory ends the game, or (None) what holds otherwise."""
        return told

    def before(self, w: GameInProgress, step: str) -> str:
        """The decision that comes before the one that is about to be entered, or "". When it has been made,
        its stage goes to that one again, and the chapter must know that it has been made."""
        return ""

    def step_cost(
        self, w: GameInProgress, unit: int, start: int, end: int, mode: str, cost: int
    ) -> int | None:
        """The cost of a step, in points times the scale; None prohibits it. Games with such a chapter look
        for paths more slowly."""
        return cost

    def step_changes(self, w: GameInProgress, unit: int, mode: str) -> StepChanges | None:
        """Steps that cost something else now, the same for all units of a class and a side with an equal
        key. Paths are found as fast as without."""
        return None

    def allowance(self, w: GameInProgress, unit: int, points: Fraction) -> Fraction:
        """The movement allowance of a unit."""
        return points

    def may_move(self, w: GameInProgress, unit: int) -> IllegalOrderError | None:
        """Why a unit may not move now, or None."""
        return None

    def may_use(self, w: GameInProgress, unit: int, mode: str) -> IllegalOrderError | None:
        """Why a unit may not move by a mode ("": over the ground) now, or None."""
        return None

    def may_end(self, w: GameInProgress, unit: int, mode: str, hex: int) -> IllegalOrderError | None:
        """Why a unit may not end a move by a mode in a hex, or None."""
        return None

    def closed_ends(self, w: GameInProgress, unit: int, mode: str) -> int | None:
        """The hexes in which `may_end` refuses a unit, all at once; None if it must be asked of each."""
        return None

    def may_enter(self, w: GameInProgress, unit: int, entry: str, hex: int) -> IllegalOrderError | None:
        """Why a reinforcement may not come onto the map in a hex of an entry, or None."""
        return None

    def closed_entries(self, w: GameInProgress, unit: int, entry: str) -> int | None:
        """The hexes in which `may_enter` refuses a unit, all at once; None if it must be asked of each."""
        return None

    def must_enter(self, w: GameInProgress, unit: int) -> str:
        """The rule by which a reinforcement that can enter now may not wait, or ""."""
        return ""

    def entry_mode(self, w: GameInProgress, unit: int) -> str:
        """The mode by which a reinforcement comes and moves on; "" over the ground."""
        return ""

    def rebuild_hexes(self, w: GameInProgress, unit: int, hexes: int) -> int:
        """The hexes in which an eliminated unit may be rebuilt, as far as neither enemies nor their zones nor
        other units there forbid it."""
        return hexes

    def may_stack(self, w: GameInProgress, hex: int, units: Sequence[int]) -> IllegalOrderError | None:
        """Why units may not be in a hex together, those already there among them, or None."""
        return None

    judges_alone = True
    """Whether `may_stack` may refuse a unit without others in its hex; False saves asking of every hex."""

    def stack_kind(self, w: GameInProgress, unit: int) -> Hashable:
        """What `may_stack` looks at in a unit: units of a side with the same kind are refused in the same
        hexes now. None: it refuses the unit nowhere."""
        return unit

    def may_attack(self, w: GameInProgress, unit: int, hex: int) -> IllegalOrderError | None:
        """Why a unit may not attack a hex, or None."""
        return None

    def attack_range(self, w: GameInProgress, unit: int) -> int:
        """How many hexes away a unit may attack over everything, alone too; 0 as the ruleset says."""
        return 0

    def may_advance(self, w: GameInProgress, unit: int) -> IllegalOrderError | None:
        """Why an attacker may not advance, or None."""
        return None

    def may_choose(self, w: GameInProgress, order: Sequence[str]) -> IllegalOrderError | None:
        """Why the side to decide may not choose an order of its phases, or None."""
        return None

    def can_go(self, w: GameInProgress, unit: int, start: int, end: int, can: bool) -> bool:
        """Whether a unit that retreats or advances can go from a hex to the next one, whatever it costs."""
        return can

    def retreat_hexes(self, w: GameInProgress, unit: int, hexes: Sequence[int]) -> Sequence[int]:
        """Of the hexes to which a unit may retreat, those that count; preferences are judged afterwards."""
        return hexes

    def bearers(self, w: GameInProgress, group: int, units: Sequence[int], first: bool) -> Sequence[int]:
        """Of the attackers (group 0) or defenders (1), those that may lose steps that their side chooses;
        with `first` those that may lose the next of these steps."""
        return units

    def zones(self, w: GameInProgress, side: int, hexes: int) -> int:
        """The hexes in the zones of control of a side."""
        return hexes

    def strength(self, w: GameInProgress, unit: int, purpose: str, value: Fraction) -> Fraction:
        """The strength of a unit in `attack` or `defence`."""
        return value

    strength_note: tuple[str, str] = ("", "")
    """Why `strength` changes one, for the odds, and the rule; "" for the id and the rule of the chapter."""

    def shifts(self, w: GameInProgress, fight: Fight) -> Sequence[Shift]:
        """Further column shifts of an attack."""
        return ()

    def shift_rolls(self, w: GameInProgress, fight: Fight) -> Sequence[ShiftRoll]:
        """Dice that will decide about further shifts of an attack and are not rolled yet: the chances of its
        results include them. What a die gave comes from `shifts`."""
        return ()

    def die(self, w: GameInProgress, fight: Fight) -> int:
        """What is added to the die of an attack."""
        return 0

    def result(self, w: GameInProgress, code: str) -> str:
        """The result that counts in place of a code."""
        return code

    def sources(self, w: GameInProgress, side: int, hexes: int) -> int:
        """The hexes from which units of a side are supplied."""
        return hexes

    def supply_barred(self, w: GameInProgress, side: int, hexes: int) -> int:
        """The hexes in which no supply path of a side begins or ends and through which none leads."""
        return hexes

    def supplied(self, w: GameInProgress, unit: int, supplied: bool) -> bool:
        """Whether a unit on the map counts as supplied."""
        return supplied

    def hex_marks(self, w: GameInProgress, side: int) -> Mapping[str, Sequence[int]]:
        """The hexes that it marks, by the word of the mark, as a side (-1: a spectator) may see them."""
        return {}

    def stocks(self, w: GameInProgress) -> Mapping[int, Mapping[str, int]]:
        """What the sides have off the map besides assets, by side: names and numbers, for everybody."""
        return {}

    def left(self, w: GameInProgress) -> Mapping[str, int]:
        """What the side to decide can spend in a decision of the chapter, by name."""
        return {}

    def goals(self, w: GameInProgress, side: int, goals: Goals) -> Goals:
        """The goals of automatic players."""
        return goals

    def check(self, design: Design) -> Iterator[Problem]:
        """The problems of a design according to the chapter."""
        return iter(())

    def invariants(self, w: GameInProgress) -> Iterator[str]:
        """What is impossible in the present position, in sentences."""
        return iter(())


def overriding(chapters: Sequence[Chapter], methods: Sequence[str]) -> dict[str, tuple[Chapter, ...]]:
    """The chapters that have a method of their own, for each of some methods."""
    found = _overriding(tuple(map(type, chapters)), tuple(methods))
    return {method: tuple([chapters[n] for n in which]) for method, which in found}


@cache
def _overriding(
    types: tuple[type[Chapter], ...], methods: tuple[str, ...]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """For each method the numbers of the types that have one of their own."""
    return tuple(
        (method, tuple(n for n, t in enumerate(types) if getattr(t, method) is not getattr(Chapter, method)))
        for method in methods)
