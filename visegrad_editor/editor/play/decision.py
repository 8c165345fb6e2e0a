"""One decision: gestures on the map become choices, and orders where they settle the matter.

Gestures follow from the shape of the orders: units go to hexes, units attack a hex, some of the
units are lost or advance, something is sent to a hex. Whatever fits none of these is still in
the list of orders, so a game with other orders can be played, too.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...engine import Order
from ...engine.board import Board
from ...engine.orders import IllegalOrder
from ..map.hex_words import arrival_text
from .timeline import Timeline
from .words import points, step_of

# What can be chosen in one decision, and what of it is chosen: units, a hex, the order they make.

MANY = {"lose", "advance", "hold"}
"""Some of the units named, as many as the player likes."""
STRIKE = {"interdict", "air-supply"}
"""An air unit is sent to a hex; it is the hex that is chosen on the map."""
PATHS = {"move", "enter"}


@dataclass(frozen=True)
class Shade:
    """A hex to be tinted: `go` it can be chosen as a goal, `target` it can be struck. `label` is what it
    costs."""

    hex: str
    kind: str
    label: str = ""


class Choice:
    """The legal orders of a moment, and the units and the hex chosen so far."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        game = timeline.game
        self.step, self.side = game.step, game.side
        self.orders: list[Order] = game.legal_orders()
        self.verbs = {o.verb for o in self.orders}
        self.picked: tuple[str, ...] = ()
        self.target = ""
        self.ways = Ways(timeline, self.orders, bool(self.verbs & PATHS))
        goals = {len(o.hexes) for o in self.orders if o.units} == {1}
        if self.style == "go" and goals and not self.verbs & PATHS and len(self.pickable) == 1:
            self.picked = (next(iter(self.pickable)),)

    # -- what sort of decision ----------------------------------------------------------

    @cached_property
    def style(self) -> str:
        """`attack`, `many`, `strike`, `go` (units to hexes), or `list`."""
        if "attack" in self.verbs:
            return "attack"
        if self.verbs & MANY:
            return "many"
        if self.verbs & STRIKE:
            return "strike"
        return "go" if any(o.units for o in self.orders) else "list"

    @cached_property
    def pickable(self) -> frozenset[str]:
        """The units that can be chosen."""
        return frozenset(k for o in self.orders for k in o.units)

    @cached_property
    def targets(self) -> frozenset[str]:
        """The hexes that can be struck or attacked."""
        if self.style not in ("attack", "strike"):
            return frozenset()
        return frozenset(o.hexes[0] for o in self.orders if o.hexes)

    @cached_property
    def passing(self) -> Order | None:
        """The order that declines, where there is one."""
        return next((o for o in self.orders if o.verb == "pass"), None)

    @cached_property
    def words_only(self) -> tuple[Order, ...]:
        """Orders that name neither units nor hexes: buttons."""
        return tuple(o for o in self.orders if not o.units and not o.hexes and o.verb != "pass")

    # -- what is shown ------------------------------------------------------------------

    @property
    def battle(self) -> str:
        """The hex fought for, or ""."""
        return self.timeline.position.battle

    def goals(self, units: tuple[str, ...] | None = None) -> dict[str, float]:
        """Hex number to movement points, where chosen units can go together."""
        units = self.picked if units is None else units
        return self.ways.goals(units) if units and self.style == "go" else {}

    def shades(self) -> list[Shade]:
        """The hexes to tint."""
        if self.style == "attack":
            return [Shade(h, "target") for h in sorted(self.targets)]
        if self.style == "strike":
            sent = set(self.picked)
            able = {o.hexes[-1] for o in self.orders if o.hexes and (not sent or sent & set(o.units))}
            return [Shade(h, "target") for h in sorted(able)]
        if self.style == "many":
            return [Shade(self.battle, "go")] if "advance" in self.verbs and self.picked else []
        found = self.goals().items()
        return [Shade(h, "go", points(c) if c else "") for h, c in found]

    def sources(self) -> frozenset[str]:
        """The hexes with units that can be chosen."""
        units = self.timeline.position.units
        return frozenset(units[k].hex for k in self.pickable if units[k].hex)

    def candidates(self) -> list[Order]:
        """The legal orders that agree with what is chosen."""
        chosen = set(self.picked)
        return [
            o for o in self.orders
            if (not chosen or (chosen <= set(o.units) if self.style == "attack" else chosen & set(o.units)))
            and (not self.target or (o.hexes and self.target == o.hexes[-1]))]

    @property
    def ready(self) -> Order | None:
        """The order that is chosen completely, to be confirmed."""
        if self.style == "attack":
            order = Order("attack", self.picked, (self.target,))
            whole = bool(self.picked and self.target)
            return order if whole and self.timeline.why_not(order) is None else None
        if self.style == "many":
            verb = next(iter(self.verbs & MANY))
            order = Order(verb, self.picked)
            return order if self.picked and self.timeline.why_not(order) is None else None
        if not (self.picked or self.target):
            return None
        found = self.candidates()
        if self.style == "strike":
            return found[0] if found and self.target else None
        return found[0] if len(found) == 1 else None

    def here(self, hex: str) -> tuple[str, ...]:
        """The units in a hex that can be chosen, the top counter last."""
        return tuple(k for k in self.timeline.position.at(hex) if k in self.pickable)

    def attackers(self, hex: str) -> tuple[str, ...]:
        """The units that can join an attack on a hex."""
        found = dict.fromkeys(k for o in self.orders if o.hexes == (hex,) for k in o.units)
        return tuple(found)

    def path(self, units: tuple[str, ...], hex: str) -> tuple[str, ...]:
        """The hexes units would pass on the way to a goal."""
        return self.ways.path(units, hex) if units and self.style == "go" else ()

    def why_fixed(self, hex: str) -> IllegalOrder | None:
        """Why no unit of a hex can be taken up, None where there is nothing to say."""
        return self.ways.why_fixed(hex) if self.step == "move" and not self.here(hex) else None

    def alone(self, key: str) -> Order | None:
        """The one order that a unit can be given, None where there are several or none."""
        found = [o for o in self.orders if o.units == (key,)]
        return found[0] if len(found) == 1 else None

    def confirmed_by(self, key: str) -> bool:
        """Whether a double click on a unit confirms what is chosen: the unit has nowhere left to go."""
        ready = self.ready
        return ready is not None and key in ready.units and (not ready.hexes or self.style == "strike")


class Decision(Choice):
    """What may be decided now, chosen by clicks and drags."""

    def clear(self) -> bool:
        """Forget what is chosen; False where nothing was."""
        had = bool(self.picked or self.target)
        self.picked, self.target = (), ""
        return had

    def pick(self, key: str, add: bool = False) -> None:
        """Choose a unit; `add` (and always where several are wanted) puts it to or out of those chosen."""
        if key not in self.pickable:
            return
        if self.style in ("attack", "many"):
            self._toggle(key)
        elif self.style == "strike":
            # The hex stays aimed at while one air unit is put in the place of another.
            self.picked = () if self.picked == (key,) else (key,)
        elif add and self.verbs & PATHS and self._same_place(key):
            self._toggle(key)
            self.target = ""
        else:
            self.picked, self.target = (key,), ""

    def _same_place(self, key: str) -> bool:
        units = self.timeline.position.units
        return bool(units[key].hex) and all(units[k].hex == units[key].hex for k in self.picked)

    def _toggle(self, key: str) -> None:
        self.picked = tuple(k for k in self.picked if k != key) if key in self.picked else (*self.picked, key)

    def grab(self, hex: str, all: bool = False) -> tuple[str, ...]:
        """The mouse goes down on a hex: the units it would drag; they become the chosen ones."""
        here = self.here(hex)
        if not here:
            return ()
        if self.style in ("attack", "many"):
            return here if all else here[-1:]
        if all and self.verbs & PATHS:
            self.picked, self.target = here, ""
        elif not any(k in here for k in self.picked):
            self.picked, self.target = here[-1:], ""
        return self.picked

    def click(self, hex: str, add: bool = False) -> Order | None:
        """A hex is clicked without a drag; an order comes back where that settles the matter.

        Raises `IllegalOrder` where the chosen units must go somewhere, and not there.
        """
        if self.style in ("attack", "strike"):
            self._aim(hex)
            return None
        if self.style == "many":
            return self._click_many(hex, add)
        if self.picked and hex in self.goals() and not add:
            return self._chosen(hex)
        here = self.here(hex)
        if not here:
            if self.picked and not add and not self.verbs & PATHS and self.goals():
                # There is one thing to do, so nobody means to let go of it.
                raise self.ways.refusal(self.picked, hex)
            self.clear()
        elif add and self.verbs & PATHS:
            self.picked, self.target = here, ""
        else:
            # A click on a stack that is chosen already goes down the stack.
            last = self.picked[0] if len(self.picked) == 1 and self.picked[0] in here else ""
            self.picked = (here[here.index(last) - 1],) if last else here[-1:]
            self.target = ""
        return None

    def _click_many(self, hex: str, add: bool) -> Order | None:
        here = self.here(hex)
        if here:
            free = [k for k in reversed(here) if k not in self.picked]
            if add or not free:
                self.picked = tuple(k for k in self.picked if k not in here) + (() if not free else here)
            else:
                self.picked = (*self.picked, free[0])
        elif hex == self.battle and "advance" in self.verbs:
            return self.ready
        return None

    def _aim(self, hex: str) -> None:
        here = self.here(hex) if self.style == "attack" else ()
        if hex in self.targets:
            self.target = "" if hex == self.target and self.style == "strike" else hex
            if self.style == "attack":
                able = self.attackers(hex)
                self.picked = tuple(k for k in self.picked if k in able) or able
        elif here:
            # The whole stack is in or out; single units are by their pictures.
            inside = all(k in self.picked for k in here)
            self.picked = tuple(k for k in self.picked if k not in here) + (() if inside else here)
            if self.target and not set(self.picked) & set(self.attackers(self.target)):
                self.target = self.target if not self.picked else ""
        else:
            self.clear()

    def drop(self, units: tuple[str, ...], hex: str) -> Order | None:
        """Units are let go over a hex; the order, or None where something is still to be chosen.

        Raises `IllegalOrder` where the rules refuse it.
        """
        if self.style == "attack":
            self._drop_attack(units, hex)
            return None
        if self.style == "many":
            return self._drop_advance(units, hex)
        sent = [o for o in self.orders if o.units == units and (
            hex in o.hexes if self.style == "strike" else not o.hexes and hex == self.battle)]
        if len(sent) == 1:
            return sent[0]
        if hex not in self.goals(units):
            raise self.ways.refusal(units, hex)
        self.picked = units
        return self._chosen(hex)

    def _drop_attack(self, units: tuple[str, ...], hex: str) -> None:
        if hex != self.target:
            able = self.attackers(hex)
            kept = () if self.target else tuple(k for k in self.picked if k in able)
        else:
            kept = self.picked
        chosen = tuple(dict.fromkeys((*kept, *units)))
        bad = self.timeline.why_not(Order("attack", chosen, (hex,)))
        if bad is not None:
            raise bad
        self.picked, self.target = chosen, hex

    def _drop_advance(self, units: tuple[str, ...], hex: str) -> Order:
        if "advance" not in self.verbs:
            raise IllegalOrder("Click the units to be lost; they are not moved.")
        if hex != self.battle:
            raise IllegalOrder(f"An advance goes into {self.battle}, the hex fought for.", "11.2")
        order = Order("advance", tuple(dict.fromkeys((*self.picked, *units))))
        bad = self.timeline.why_not(order)
        if bad is not None:
            raise bad
        return order

    def _chosen(self, hex: str) -> Order | None:
        """The order that takes the chosen units to a hex; where there are several, none yet."""
        self.target = hex
        if self.verbs & PATHS:
            return self.ways.order(self.picked, hex)
        found = self.candidates()
        return found[0] if len(found) == 1 else None


# Where chosen units can go in one decision, by which path, and why not elsewhere.

Units = tuple[str, ...]


class Ways:
    """The goals of units for the legal `orders` of a moment; `paths` says that units go along paths, with
    costs, and a stack may go as one."""

    def __init__(self, timeline: Timeline, orders: Sequence[Order], paths: bool) -> None:
        self._timeline, self._orders, self._paths = timeline, orders, paths
        self._known: dict[Units, dict[str, float]] = {}

    def goals(self, units: Units) -> dict[str, float]:
        """Hex number to movement points, where the units can go together."""
        if units not in self._known:
            self._known[units] = self._goals(units)
        return self._known[units]

    def _goals(self, units: Units) -> dict[str, float]:
        game = self._timeline.game
        if not self._paths:
            return {o.hexes[-1]: 0.0 for o in self._orders if o.hexes and o.units == units}
        each = [game.destinations(u) for u in units]
        shared = {h: max(d[h] for d in each) for h in each[0] if all(h in d for d in each)}
        if len(units) == 1:
            return shared
        return {h: c for h, c in shared.items() if self.order(units, h) is not None}

    def order(self, units: Units, hex: str) -> Order | None:
        """The order that takes units along the cheapest path to a hex, or None where they cannot go there
        as one."""
        for key in units:
            try:
                order = self._timeline.game.move_order(key, hex)
            except IllegalOrder:
                return None
            if len(units) == 1:
                return order
            order = Order("move", units, order.hexes)
            if self._timeline.why_not(order) is None:
                return order
        return None

    def path(self, units: Units, hex: str) -> tuple[str, ...]:
        """The hexes units would pass on the way to a goal."""
        if not self._paths or hex not in self.goals(units):
            return ()
        order = self.order(units, hex)
        return order.hexes if order else ()

    def refusal(self, units: Units, hex: str) -> IllegalOrder:
        """Why units cannot go to a hex."""
        game, position = self._timeline.game, self._timeline.position
        start = position.units[units[0]].hex
        tries: list[Order] = []
        if self._paths and start:
            path = likely_path(game.board, start, hex)
            tries.append(Order("move", units, path or (start, hex)))
        elif self._paths:
            refusal = self._timeline.why_not(Order("enter", units, (hex,)))
            if refusal is not None and self.goals(units):
                return IllegalOrder(f"{game.unit_name(units[0])} cannot get to {hex} this turn. It arrives "
                                    f"at {self._entries(units[0])}.", refusal.rule)
            tries.append(Order("enter", units, (hex,)))
        else:
            like = next((o for o in self._orders if o.units == units and o.hexes), None)
            if like is not None:
                tries.append(like._replace(hexes=(hex,)))
        for order in tries:
            refusal = self._timeline.why_not(order)
            if refusal is not None:
                return refusal
        return IllegalOrder(f"{game.unit_name(units[0])} cannot go to {hex} now.")

    def _entries(self, unit: str) -> str:
        """The names of the entries by which a unit arrives."""
        scenario = self._timeline.design.scenario
        assert scenario is not None
        return arrival_text(scenario, scenario.unit_by_key[unit]).partition(", ")[2]

    def why_fixed(self, hex: str) -> IllegalOrder | None:
        """Why no unit of a hex may leave it, None where there is nothing to say."""
        game = self._timeline.game
        index = game.board.index.get(hex)
        near = next((n for n in game.board.neighbours[index] if n >= 0), None) if index is not None else None
        if near is None:
            return None
        for key in reversed(self._timeline.position.at(hex)):
            refusal = self._timeline.why_not(Order("move", (key,), (hex, game.board.numbers[near])))
            if refusal is not None:
                return refusal
        return None


# The way a unit would take if nothing were in its way: what a refusal is explained by.

def likely_path(board: Board, start: str, end: str) -> tuple[str, ...]:
    """The cheapest hexes from one to another by terrain and roads alone; () where there is no way."""
    if start not in board.index or end not in board.index:
        return ()
    first, last = board.index[start], board.index[end]
    known: dict[int, int] = {first: 0}
    before: dict[int, int] = {}
    queue = [(0, first)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here == last:
            path = [last]
            while path[-1] != first:
                path.append(before[path[-1]])
            return tuple(board.numbers[i] for i in reversed(path))
        if cost > known[here]:
            continue
        for there, step in board.steps[here]:
            total = cost + step
            if total < known.get(there, total + 1):
                known[there] = total
                before[there] = here
                heapq.heappush(queue, (total, there))
    return ()


# Why something was refused, said to a person at the window: the rule first, then what to click.
#
# The engine's own sentence may tell how an order is written in a game file; here it tells what to do.

_FIRST: Mapping[str, str] = {
    "place": "Every unit must be set up first: drag one from Off the map onto a shaded hex.",
    "allocate": "Markers must be allocated first: set how many go on the table, under Decision.",
    "remove": "The hex is overcrowded: click the unit to be removed, then Confirm.",
    "table": "The battle must be fought out first: choose a table under Decision, or call the attack off.",
    "lose": "The losses must be chosen first: click units outlined on the map, then Confirm.",
    "choose": "Choose first, under Decision: retreat, or hold and lose steps.",
    "retreat": "The outlined units must retreat first: click a shaded hex for each of them.",
}
"""What must be done before a decision that cannot be declined lets the game go on."""


def said(refusal: IllegalOrder) -> str:
    """The refusal with its rule in front, where a cut line still shows it.

    >>> said(IllegalOrder("An enemy unit stands in 2017 Warsaw.", "9.2"))
    'Rule 9.2: An enemy unit stands in 2017 Warsaw.'
    """
    return f"Rule {refusal.rule}: {refusal.reason}" if refusal.rule else refusal.reason


def not_declined(step: str, refusal: IllegalOrder | None) -> IllegalOrder:
    """Why a decision of this kind cannot be declined, where the engine refused to pass.

    >>> not_declined("table", IllegalOrder("Choose the table: `use assault`.", "11.0")).reason
    'The battle must be fought out first: choose a table under Decision, or call the attack off.'
    >>> not_declined("move", IllegalOrder("2 reinforcements must enter this turn.", "10.0")).reason
    '2 reinforcements must enter this turn. Drag from Off the map onto a shaded hex.'
    """
    rule = refusal.rule if refusal else ""
    if step in _FIRST:
        return IllegalOrder(_FIRST[step], rule)
    if step == "move" and refusal is not None and rule == "10.0":
        return IllegalOrder(f"{refusal.reason} Drag from Off the map onto a shaded hex.", rule)
    if refusal is not None and "`" not in refusal.reason:
        return refusal
    return IllegalOrder(f"This cannot be passed. {step_of(step).prompt}", rule)


def already_ended(phase: str, step: str) -> IllegalOrder:
    """Why a phase is not ended: the one before it has just ended by itself, and was likely meant.

    >>> print(already_ended("Russian combat", "move").reason.partition("it. ")[2])
    Now: Movement. Once more for “End movement”.
    """
    words = step_of(step)
    return IllegalOrder(f"{phase.partition(':')[0]} has ended by itself, as nothing was left to do in it. "
                        f"Now: {words.title}. Once more for “{words.pass_label}”.")
