"""One decision: gestures on the map become choices, and a complete choice becomes an order.

Gestures follow from the form of the orders: units go to hexes, units attack a hex, some of the units are lost
or advance, something is sent to a hex, something goes from one hex to another. Orders of any other form are
still in the list of orders, so that a game with other orders can be played too.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import cached_property

from ...engine import Game, Order
from ...engine.board import Board
from ...engine.orders import IllegalOrderError
from ...engine.words import StepWords, Words
from ...lazy_dataclass import dataclass
from ..map.hex_words import arrival_text
from .timeline import Timeline
from .words import points

# What can be chosen in one decision, and what is chosen: units, a hex, the resulting order.

PATHS = {"move", "enter"}


class OrderForms:
    """Which verbs have which form, by their patterns in the game's grammar: `many` are orders for any number
    of units, `strikes` name a hex that is chosen on the map first, alone or with a unit sent there, `pairs`
    the hex that something leaves and the one it goes to, `numbers` name a number that says no more than it
    is."""

    def __init__(self, game: Game, orders: Sequence[Order]) -> None:
        forms = {verb: game.form(verb) for verb in dict.fromkeys(o.verb for o in orders)}
        told = {o.verb for o in orders if "{number}" in forms[o.verb] and game.meaning(o)}
        self.many = frozenset(v for v, form in forms.items() if form == "{units}")
        self.strikes = frozenset(v for v, form in forms.items()
                                 if form == "{hex}" or (form.startswith("{hex}") and "{unit}" in form))
        self.pairs = frozenset(v for v, form in forms.items() if form == "{hex} {hex}")
        self.numbers = frozenset(v for v, form in forms.items() if "{number}" in form) - told


@dataclass(frozen=True)
class Shade:
    """A hex to tint; its kind is `go` for a possible destination or `target` for a possible target. `label`
    is the cost."""

    hex: str
    kind: str
    label: str = ""


class Decision:
    """The present decision: its legal orders, the units, the hex to start from and the target chosen so far,
    and what clicks and drags make of them."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        game = timeline.game
        self.step, self.side = game.step, game.side
        self.orders: list[Order] = game.legal_orders()
        self.verbs = {o.verb for o in self.orders}
        self.forms = OrderForms(game, self.orders)
        self.picked: tuple[str, ...] = ()
        self.start = self.target = ""
        self.destinations = Destinations(timeline, self.orders, bool(self.verbs & PATHS))
        goals = {len(o.hexes) for o in self.orders if o.units} == {1}
        if self.style == "go" and not self.verbs & PATHS and (
                (goals and len(self.pickable) == 1) or "retreat" in self.verbs):
            # A unit that must go somewhere shows at once where; after it the next one does.
            self.picked = next(o.units for o in self.orders if o.units)

    # -- the kind of decision -----------------------------------------------------------

    @cached_property
    def style(self) -> str:
        """`attack`, `many`, `strike`, `pair` (from hex to hex), `go` (units to hexes), or `list`."""
        if "attack" in self.verbs:
            return "attack"
        if self.forms.many:
            return "many"
        if self.forms.strikes:
            return "strike"
        if self.forms.pairs:
            return "pair"
        return "go" if any(o.units for o in self.orders) else "list"

    @cached_property
    def pickable(self) -> frozenset[str]:
        """The units that can be chosen."""
        return frozenset(k for o in self.orders for k in o.units)

    @cached_property
    def targets(self) -> frozenset[str]:
        """The hexes that can be attacked, at which a unit can be sent, or from which something can go."""
        if self.style not in ("attack", "strike", "pair"):
            return frozenset()
        return frozenset(o.hexes[0] for o in self.orders if o.hexes)

    @cached_property
    def passing(self) -> Order | None:
        """The order that passes, or None."""
        return next((o for o in self.orders if o.verb == "pass"), None)

    @cached_property
    def plain_orders(self) -> tuple[Order, ...]:
        """Orders that name neither units nor hexes; they become buttons."""
        return tuple(o for o in self.orders if not o.units and not o.hexes and o.verb != "pass")

    # -- what is shown ------------------------------------------------------------------

    @property
    def battle(self) -> str:
        """The number of the hex of the battle under way, or ""."""
        return self.timeline.position.battle

    def goals(self, units: tuple[str, ...] | None = None) -> dict[str, float]:
        """The hexes to which the chosen units can go together: hex number to movement points."""
        units = self.picked if units is None else units
        return self.destinations.goals(units) if units and self.style == "go" else {}

    def shades(self) -> list[Shade]:
        """The hexes to tint."""
        if self.style == "attack":
            return [Shade(h, "target") for h in sorted(self.targets)]
        if self.style == "strike":
            sent = set(self.picked)
            able = {o.hexes[-1] for o in self.orders if o.hexes and (not sent or sent & set(o.units))}
            return [Shade(h, "target") for h in sorted(able)]
        if self.style == "pair":
            return [*(Shade(h, "target") for h in sorted(self.targets)),
                    *(Shade(h, "go") for h in sorted(self._ends() - self.targets))]
        if self.style == "many":
            return [Shade(self.battle, "go")] if "advance" in self.verbs and self.picked else []
        goals = self.goals().items()
        return [Shade(h, "go", points(c) if c else "") for h, c in goals]

    def sources(self) -> frozenset[str]:
        """The hexes with units that can be chosen."""
        units = self.timeline.position.units
        return frozenset(units[k].hex for k in self.pickable if units[k].hex)

    def candidates(self) -> list[Order]:
        """The legal orders that match the choice so far."""
        chosen = set(self.picked)
        return [
            o for o in self.orders
            if (not chosen or (chosen <= set(o.units) if self.style == "attack" else chosen & set(o.units)))
            and (not self.start or o.hexes[:1] == (self.start,))
            and (not self.target or (o.hexes and self.target == o.hexes[-1]))]

    @property
    def ready(self) -> Order | None:
        """The complete order, ready to be confirmed, or None."""
        if self.style == "attack":
            order = Order("attack", self.picked, (self.target,))
            whole = bool(self.picked and self.target)
            return order if whole and self.timeline.why_not(order) is None else None
        if self.style == "many":
            verb = min(self.forms.many)
            order = Order(verb, self.picked)
            return order if self.picked and self.timeline.why_not(order) is None else None
        if not self.is_begun:
            return None
        orders = self.candidates()
        if self.style == "strike":
            return orders[0] if orders and self.target else None
        return orders[0] if len(orders) == 1 else None

    def here(self, hex: str) -> tuple[str, ...]:
        """The units in a hex that can be chosen, top counter last."""
        return tuple(k for k in self.timeline.position.at(hex) if k in self.pickable)

    def attackers(self, hex: str) -> tuple[str, ...]:
        """The units that can join an attack on a hex."""
        units = dict.fromkeys(k for o in self.orders if o.hexes == (hex,) for k in o.units)
        return tuple(units)

    def path(self, units: tuple[str, ...], hex: str) -> tuple[str, ...]:
        """The hexes that units would pass through on the way to a destination."""
        return self.destinations.path(units, hex) if units and self.style == "go" else ()

    def why_fixed(self, hex: str) -> IllegalOrderError | None:
        """Why no unit of a hex can move; None if there is nothing to say."""
        return self.destinations.why_fixed(hex) if self.step == "move" and not self.here(hex) else None

    def only_order(self, key: str) -> Order | None:
        """The only order that a unit can be given; None if there are several or none."""
        orders = [o for o in self.orders if o.units == (key,)]
        return orders[0] if len(orders) == 1 else None

    def confirmed_by(self, key: str) -> bool:
        """Whether a double click on a unit confirms the choice: the unit has no destination to choose."""
        ready = self.ready
        return ready is not None and key in ready.units and (not ready.hexes or self.style == "strike")

    # -- choosing -----------------------------------------------------------------------

    @property
    def is_begun(self) -> bool:
        """Whether anything is chosen."""
        return bool(self.picked or self.start or self.target)

    def clear(self) -> bool:
        """Clear the choice; False if nothing was chosen."""
        had = self.is_begun
        self.picked, self.start, self.target = (), "", ""
        return had

    def pick(self, key: str, add: bool = False) -> None:
        """Choose a unit; with `add`, and whenever several may be chosen, toggle it."""
        if key not in self.pickable:
            return
        if self.style in ("attack", "many"):
            self._toggle(key)
        elif self.style == "strike":
            # The target stays while one unit replaces another.
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
        """Press the mouse on a hex: choose and return the units that it would drag."""
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
        """Click a hex without dragging; returns an order if that completes one.

        Raises `IllegalOrderError` if the chosen units must go somewhere, but cannot go there.
        """
        if self.style in ("attack", "strike"):
            self._aim(hex)
            return None
        if self.style == "pair":
            return self._click_pair(hex)
        if self.style == "many":
            return self._click_many(hex, add)
        if self.picked and hex in self.goals() and not add:
            return self._chosen(hex)
        here = self.here(hex)
        if not here:
            if self.picked and not add and not self.verbs & PATHS and self.goals():
                # The units must move, so the click was not meant to deselect them.
                raise self.destinations.refusal(self.picked, hex)
            self.clear()
        elif add and self.verbs & PATHS:
            self.picked, self.target = here, ""
        else:
            # A click on a stack that is already chosen takes the next unit down.
            last = self.picked[0] if len(self.picked) == 1 and self.picked[0] in here else ""
            self.picked = (here[here.index(last) - 1],) if last else here[-1:]
            self.target = ""
        return None

    def _ends(self) -> frozenset[str]:
        """The hexes to which something can go from the hex chosen."""
        return frozenset(o.hexes[1] for o in self.orders if self.start and o.hexes[:1] == (self.start,))

    def _click_pair(self, hex: str) -> Order | None:
        """Choose where to start from, then where to go; several orders between the two stay in the list."""
        if hex in self._ends():
            self.target = hex
            orders = self.candidates()
            return orders[0] if len(orders) == 1 else None
        start = hex if hex in self.targets and hex != self.start else ""
        self.clear()
        self.start = start
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
            # A click takes the whole stack; single units are chosen by their pictures.
            inside = all(k in self.picked for k in here)
            self.picked = tuple(k for k in self.picked if k not in here) + (() if inside else here)
            if self.target and not set(self.picked) & set(self.attackers(self.target)):
                self.target = self.target if not self.picked else ""
        else:
            self.clear()

    def drop(self, units: tuple[str, ...], hex: str) -> Order | None:
        """Drop units on a hex; returns the order, or None if something is still to be chosen.

        Raises `IllegalOrderError` if the rules forbid it.
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
            raise self.destinations.refusal(units, hex)
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
            raise IllegalOrderError("Click the units to be lost instead of dragging them.")
        if hex != self.battle:
            raise IllegalOrderError(
                f"Units can advance only into {self.battle}, the hex of the battle.",
                self.timeline.game.words.rules.get("advance", ""))
        order = Order("advance", tuple(dict.fromkeys((*self.picked, *units))))
        bad = self.timeline.why_not(order)
        if bad is not None:
            raise bad
        return order

    def _chosen(self, hex: str) -> Order | None:
        """The order that takes the chosen units to a hex; None if there are several."""
        self.target = hex
        if self.verbs & PATHS:
            return self.destinations.order(self.picked, hex)
        orders = self.candidates()
        return orders[0] if len(orders) == 1 else None


# Where chosen units can go in one decision, by which path, and why not elsewhere.

Units = tuple[str, ...]


class Destinations:
    """The destinations of units among the legal `orders`; `paths` means that units move along paths with
    costs, and that a stack may move together."""

    def __init__(self, timeline: Timeline, orders: Sequence[Order], paths: bool) -> None:
        self._timeline, self._orders, self._paths = timeline, orders, paths
        self._known: dict[Units, dict[str, float]] = {}

    def goals(self, units: Units) -> dict[str, float]:
        """The hexes to which the units can go together: hex number to movement points."""
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
        """The order that moves units to a hex along the cheapest path; None if they cannot go there
        together."""
        for key in units:
            try:
                order = self._timeline.game.move_order(key, hex)
            except IllegalOrderError:
                return None
            if len(units) == 1:
                return order
            order = Order("move", units, order.hexes)
            if self._timeline.why_not(order) is None:
                return order
        return None

    def path(self, units: Units, hex: str) -> tuple[str, ...]:
        """The hexes that units would pass through on the way to a destination."""
        if not self._paths or hex not in self.goals(units):
            return ()
        order = self.order(units, hex)
        return order.hexes if order else ()

    def refusal(self, units: Units, hex: str) -> IllegalOrderError:
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
                return IllegalOrderError(
                    f"{game.unit_name(units[0])} cannot reach {hex} this turn. It arrives "
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
        return IllegalOrderError(f"{game.unit_name(units[0])} cannot go to {hex} now.")

    def _entries(self, unit: str) -> str:
        """The names of the entry areas of a unit."""
        scenario = self._timeline.design.scenario
        assert scenario is not None
        return arrival_text(self._timeline.design, scenario.unit_by_key[unit]).partition(", ")[2]

    def why_fixed(self, hex: str) -> IllegalOrderError | None:
        """Why no unit of a hex may leave it; None if there is nothing to say."""
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


# The path a unit would take if nothing were in its way; it serves to explain refusals.

def likely_path(board: Board, start: str, end: str) -> tuple[str, ...]:
    """The cheapest path between two hexes by terrain and roads alone; () if there is none."""
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


# Refusals as shown in the window: the rule first, then what to do.
#
# The engine's own sentence may explain how an order is written in a game file; here it says what to click.

def refusal_text(refusal: IllegalOrderError) -> str:
    """The refusal as a text that starts with its rule, so that even a cut line shows it.

    >>> refusal_text(IllegalOrderError("An enemy unit stands in 2017 Warsaw.", "9.2"))
    'Rule 9.2: An enemy unit stands in 2017 Warsaw.'
    """
    return f"Rule {refusal.cited}: {refusal.reason}" if refusal.cited else refusal.reason


def why_not_passed(words: Words, step: str, refusal: IllegalOrderError | None) -> IllegalOrderError:
    """Why a decision of this kind cannot be passed, after the engine refused to pass.

    >>> refusal = IllegalOrderError("2 reinforcements must enter this turn.", "10.0")
    >>> why_not_passed(Words(rules={"enter": "10.0"}), "move", refusal).reason
    '2 reinforcements must enter this turn. Drag them from the page Off the map onto a shaded hex.'
    """
    rule = refusal.rule if refusal else ""
    texts = words.step(step)
    if texts.first:
        return IllegalOrderError(texts.first, rule)
    if step == "move" and refusal is not None and rule and rule == words.rules.get("enter"):
        return IllegalOrderError(
            f"{refusal.reason} Drag them from the page Off the map onto a shaded hex.", rule)
    if refusal is not None and "`" not in refusal.reason:
        return refusal
    return IllegalOrderError(f"This cannot be passed. {texts.prompt}", rule)


def why_already_ended(phase: str, step: StepWords) -> IllegalOrderError:
    """Why a phase is not ended: the phase before it has just ended by itself, and was probably meant.

    >>> step = StepWords("Movement", "", "End movement")
    >>> print(why_already_ended("Combat", step).reason.partition("it. ")[2])
    It is now Movement. Press again for "End movement".
    """
    return IllegalOrderError(f"{phase.partition(':')[0]} has already ended, as nothing was left to do in it. "
                             f'It is now {step.title}. Press again for "{step.pass_label}".')
