"""Positions of Group of Soviet Forces Germany set up by hand, in a phase of a turn, with given dice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bundled import design_of

from visegrad_editor.engine.dice import Dice
from visegrad_editor.engine.events import Event
from visegrad_editor.engine.hexgame.phases import phases
from visegrad_editor.engine.hexgame.state import REMOVED
from visegrad_editor.engine.hexgame.system import game_of
from visegrad_editor.engine.orders import PASS, IllegalOrderError, Order
from visegrad_editor.model.files.option_changes import in_force
from visegrad_editor.model.rules.sequence import ExtraTurn
from visegrad_editor.systems.gsofg.game import chapters

FIELD = "3510"
"""A clear hex in West Germany, with clear hexes and no river around it."""
CITY = "3701"
"""Lübeck: no river around it."""
TANK, OTHER, THIRD = "ussr/7th Guards Tank", "ussr/10th Guards Tank", "ussr/12th Guards Tank"
RIFLE = "ussr/207th Motor Rifle"
GUARDS, GUARDS_RIFLE = "guards/79th Guards Tank", "guards/27th Guards Motor Rifle"
GUNS = "ussr/3rd Shock Army Artillery"
EAST = "east-germany/4th Motor Rifle"
PANZER, PANZER_3 = "west-germany/1st Panzer", "west-germany/3rd Panzer"
JAEGER, JAEGER_2 = "west-germany/57th Jaeger", "west-germany/2nd Jaeger"
TERRITORIAL = "west-germany/51st Territorial"
PASSED = frozenset({"drop-supply", "cut-supply", "defensive-support"})
"""Decisions of the air war that may come before any other; they are passed."""


class Field:
    """A game in a phase of a player turn, without an air war. `events` are those since it began."""

    def __init__(
        self, turn: int = 5, player: str = "soviet", phase: str = "soviet-fight", dice: tuple[int, ...] = (),
        then: tuple[str, ...] = (), keep: tuple[str, ...] = (), **options: str,
    ) -> None:
        design = design_of("gsofg")
        assert design.scenario is not None
        if options:
            scenario = replace(design.scenario, options=tuple({
                **dict(design.scenario.options), **options}.items()))
            design = replace(design, scenario=scenario)
        self.events: list[Event] = []
        self.w = w = game_of(in_force(design), Dice(given=dice), self.events.append, chapters())
        s = w.state
        for u, key in enumerate(w.forces.keys):
            if key not in keep:
                s.where[u] = REMOVED
        s.turn, s.phase, s.queue = turn, phase, list(then)
        s.player = s.side = w.forces.side_ids.index(player)
        known = phases(w)
        s.parts = [n for n, p in enumerate(known.parts) if p.player_turn]
        s.parts = [n for n in s.parts if known.parts[n].when.turn is None or (
            known.parts[n].when.turn[0] <= turn <= known.parts[n].when.turn[1])]
        s.part = next(i for i, n in enumerate(s.parts) if known.player[n] == s.player and (
            isinstance(known.parts[n], ExtraTurn) == phase.startswith("guards"))) if s.parts else -1
        w.rebuild()

    def put(self, *units: str) -> Field:
        """Put units, each as `KEY HEX`, with `reduced` after it with a step lost."""
        for text in units:
            key, _, place = text.removesuffix(" reduced").rpartition(" ")
            u = self.w.unit(key)
            self.w.state.lost[u] = int(text.endswith(" reduced"))
            self.w.put(u, self.w.board.at(place))
        self.w.forget()
        return self

    def control(self, side: str, *hexes: str) -> Field:
        """Put hexes under the control of a side."""
        from visegrad_editor.engine.hexgame import control
        mask = sum(1 << self.w.board.at(h) for h in hexes)
        control.take(self.w, self.w.forces.side_ids.index(side), mask)
        return self

    def superiority(self, side: str) -> Field:
        """Give a side air superiority."""
        for one in ("soviet", "nato"):
            self.w.state.assets[f"{one}-superiority"] = int(one == side)
        self.w.forget()
        return self

    def begin(self) -> Field:
        """Begin the phase as the game does."""
        s = self.w.state
        self.w.at("phase-start", phase=s.phase)
        self.w.go({"move": "move", "fight": "attack", "up": "call-up"}[s.phase.rpartition("-")[2]])
        return self._pass_air_war()

    def _pass_air_war(self) -> Field:
        """Pass the decisions of the air war, until another one is asked for."""
        while self.w.step in PASSED:
            self.w.perform(PASS)
        return self

    def order(self, text: str) -> Order:
        """An order from `VERB arguments`; units by key, several joined by `+`."""
        verb, *rest = text.split("|")
        units: tuple[str, ...] = ()
        hexes: tuple[str, ...] = ()
        words: tuple[str, ...] = ()
        for part in rest:
            if "/" in part:
                units = tuple(part.split("+"))
            elif part[:4].isdigit():
                hexes = tuple(part.split("-"))
            else:
                words = (part,)
        return Order(verb, units, hexes, words)

    def act(self, text: str) -> Field:
        """Give an order; see `order`."""
        self.w.perform(self.order(text))
        return self._pass_air_war()

    def refused(self, text: str) -> str:
        """The reason why an order is refused, with the number of its rule."""
        with pytest.raises(IllegalOrderError) as caught:
            self.w.perform(self.order(text))
        return str(caught.value)

    def legal(self, verb: str) -> set[str]:
        """What the legal orders with a verb say after it, as in `order`."""
        return {"|".join(p for p in ("+".join(o.units), "-".join(o.hexes), ",".join(o.words)) if p)
                for o in self.w.legal_orders(None) if o.verb == verb}

    def where(self, key: str) -> str:
        """The hex or box of a unit."""
        return self.w.place(self.w.unit(key))

    def lost(self, key: str) -> int:
        """The steps that a unit has lost."""
        return self.w.state.lost[self.w.unit(key)]

    def told(self, type: str) -> list[Event]:
        """The events of a type."""
        return [e for e in self.events if e.type == type]
