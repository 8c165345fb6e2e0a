"""What can be chosen in one decision, and what of it is chosen: units, a hex, the order they make."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...engine import Order
from ...engine.orders import IllegalOrder
from .timeline import Timeline
from .ways import Ways
from .words import points

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
