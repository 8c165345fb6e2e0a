"""One decision: the legal orders, and what has been chosen of them on the map so far.

Gestures follow from the shape of the orders: units go to hexes, units attack a hex, some of the
units are lost or advance, something is sent to a hex. Whatever fits none of these is still in
the list of orders, so a game with other orders can be played, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...engine import Order
from ...engine.orders import IllegalOrder
from .timeline import Timeline
from .ways import Ways
from .words import points

_MANY = {"lose", "advance"}
"""Some of the units named, as many as the player likes."""
_STRIKE = {"interdict", "air-supply"}
"""An air unit is sent to a hex; it is the hex that is chosen on the map."""
_PATH = {"move", "enter"}


@dataclass(frozen=True)
class Shade:
    """A hex to be tinted: `go` it can be chosen as a goal, `target` it can be struck. `label` is what it
    costs."""

    hex: str
    kind: str
    label: str = ""


class Decision:
    """What may be decided now, and the units and the hex chosen so far."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        game = timeline.game
        self.step, self.side = game.step, game.side
        self.orders: list[Order] = game.legal_orders()
        self.verbs = {o.verb for o in self.orders}
        self.picked: tuple[str, ...] = ()
        self.target = ""
        self._ways = Ways(timeline, self.orders, bool(self.verbs & _PATH))
        goals = {len(o.hexes) for o in self.orders if o.units} == {1}
        if self.style == "go" and goals and not self.verbs & _PATH and len(self.pickable) == 1:
            self.picked = (next(iter(self.pickable)),)

    # -- what sort of decision ----------------------------------------------------------

    @cached_property
    def style(self) -> str:
        """`attack`, `many`, `strike`, `go` (units to hexes), or `list`."""
        if "attack" in self.verbs:
            return "attack"
        if self.verbs & _MANY:
            return "many"
        if self.verbs & _STRIKE:
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
    def _battle(self) -> str:
        return self.timeline.position.battle

    def goals(self, units: tuple[str, ...] | None = None) -> dict[str, float]:
        """Hex number to movement points, where chosen units can go together."""
        units = self.picked if units is None else units
        return self._ways.goals(units) if units and self.style == "go" else {}

    def shades(self) -> list[Shade]:
        """The hexes to tint."""
        if self.style == "attack":
            return [Shade(h, "target") for h in sorted(self.targets)]
        if self.style == "strike":
            sent = set(self.picked)
            able = {o.hexes[-1] for o in self.orders if o.hexes and (not sent or sent & set(o.units))}
            return [Shade(h, "target") for h in sorted(able)]
        if self.style == "many":
            return [Shade(self._battle, "go")] if "advance" in self.verbs and self.picked else []
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
            verb = next(iter(self.verbs & _MANY))
            order = Order(verb, self.picked)
            return order if self.picked and self.timeline.why_not(order) is None else None
        if not (self.picked or self.target):
            return None
        found = self.candidates()
        if self.style == "strike":
            return found[0] if found and self.target else None
        return found[0] if len(found) == 1 else None

    # -- choosing -----------------------------------------------------------------------

    def clear(self) -> bool:
        """Forget what is chosen; False where nothing was."""
        had = bool(self.picked or self.target)
        self.picked, self.target = (), ""
        return had

    def here(self, hex: str) -> tuple[str, ...]:
        """The units in a hex that can be chosen, the top counter last."""
        return tuple(k for k in self.timeline.position.at(hex) if k in self.pickable)

    def pick(self, key: str, add: bool = False) -> None:
        """Choose a unit; `add` (and always where several are wanted) puts it to or out of those chosen."""
        if key not in self.pickable:
            return
        if self.style in ("attack", "many"):
            self._toggle(key)
        elif self.style == "strike":
            # The hex stays aimed at while one air unit is put in the place of another.
            self.picked = () if self.picked == (key,) else (key,)
        elif add and self.verbs & _PATH and self._same_place(key):
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
        if all and self.verbs & _PATH:
            self.picked, self.target = here, ""
        elif not any(k in here for k in self.picked):
            self.picked, self.target = here[-1:], ""
        return self.picked

    def click(self, hex: str, add: bool = False) -> Order | None:
        """A hex is clicked without a drag; an order comes back where that settles the matter."""
        if self.style in ("attack", "strike"):
            self._aim(hex, add)
            return None
        if self.style == "many":
            return self._click_many(hex, add)
        if self.picked and hex in self.goals() and not add:
            return self._chosen(hex)
        here = self.here(hex)
        if not here:
            self.clear()
        elif add and self.verbs & _PATH:
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
        elif hex == self._battle and "advance" in self.verbs:
            return self.ready
        return None

    def _aim(self, hex: str, add: bool) -> None:
        here = self.here(hex) if self.style == "attack" else ()
        if hex in self.targets:
            self.target = "" if hex == self.target and self.style == "strike" else hex
            if self.style == "attack":
                able = self.attackers(hex)
                self.picked = tuple(k for k in self.picked if k in able) or able
        elif here:
            if add or len(here) == 1:
                inside = all(k in self.picked for k in here)
                self.picked = tuple(k for k in self.picked if k not in here) + (() if inside else here)
            else:
                free = [k for k in reversed(here) if k not in self.picked]
                if free:
                    self.picked = (*self.picked, free[0])
                else:
                    self.picked = tuple(k for k in self.picked if k not in here)
            if self.target and not set(self.picked) & set(self.attackers(self.target)):
                self.target = self.target if not self.picked else ""
        else:
            self.clear()

    def attackers(self, hex: str) -> tuple[str, ...]:
        """The units that can join an attack on a hex."""
        found = dict.fromkeys(k for o in self.orders if o.hexes == (hex,) for k in o.units)
        return tuple(found)

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
            hex in o.hexes if self.style == "strike" else not o.hexes and hex == self._battle)]
        if len(sent) == 1:
            return sent[0]
        if hex not in self.goals(units):
            raise self._ways.refusal(units, hex)
        self.picked = units
        return self._chosen(hex)

    def alone(self, key: str) -> Order | None:
        """The one order that a unit can be given, None where there are several or none."""
        found = [o for o in self.orders if o.units == (key,)]
        return found[0] if len(found) == 1 else None

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
        if hex != self._battle:
            raise IllegalOrder(f"An advance goes into {self._battle}, the hex fought for.", "11.2")
        order = Order("advance", tuple(dict.fromkeys((*self.picked, *units))))
        bad = self.timeline.why_not(order)
        if bad is not None:
            raise bad
        return order

    def _chosen(self, hex: str) -> Order | None:
        """The order that takes the chosen units to a hex; where there are several, none yet."""
        self.target = hex
        if self.verbs & _PATH:
            return self._ways.order(self.picked, hex)
        found = self.candidates()
        return found[0] if len(found) == 1 else None

    def path(self, units: tuple[str, ...], hex: str) -> tuple[str, ...]:
        """The hexes units would pass on the way to a goal."""
        return self._ways.path(units, hex) if units and self.style == "go" else ()

    def why_fixed(self, hex: str) -> IllegalOrder | None:
        """Why no unit of a hex can be taken up, None where there is nothing to say."""
        return self._ways.why_fixed(hex) if self.step == "move" and not self.here(hex) else None
