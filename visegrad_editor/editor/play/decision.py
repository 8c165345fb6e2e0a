"""One decision: gestures on the map become choices, and orders where they settle the matter.

Gestures follow from the shape of the orders: units go to hexes, units attack a hex, some of the
units are lost or advance, something is sent to a hex. Whatever fits none of these is still in
the list of orders, so a game with other orders can be played, too.
"""

from __future__ import annotations

from ...engine import Order
from ...engine.orders import IllegalOrder
from .choice import PATHS, Choice


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
