"""Group of Soviet Forces Germany with its chapters in a moment made by hand: no unit on the map but those
placed, the dice given, and a game that stands still when a phase ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from bundled import design_of

from visegrad_editor.engine.dice import Dice
from visegrad_editor.engine.events import Event
from visegrad_editor.engine.hexgame.hexgame import HexGame
from visegrad_editor.engine.hexgame.in_progress import Stage
from visegrad_editor.engine.hexgame.state import WAITING
from visegrad_editor.engine.hexgame.system import game_of
from visegrad_editor.engine.orders import IllegalOrderError
from visegrad_editor.model.files.option_changes import in_force
from visegrad_editor.systems.gsofg.game import chapters

FIELD, NEAR, FAR = "3510", "3610", "3712"
"""Clear hexes in Germany without rivers around: the second next to the first, the third two hexes from it."""
TANK, OTHER, ARTILLERY = "ussr/7th Guards Tank", "ussr/10th Guards Tank", "ussr/3rd Shock Army Artillery"
PANZER, SECOND, BRIGADE = "west-germany/1st Panzer", "west-germany/3rd Panzer", "usa/4/2"
AIRBORNE, PARAS = "ussr/102nd Guards Airborne", "usa/82nd Airborne"


class Moment:
    """A game, and what has happened in it."""

    def __init__(
        self, phase: str, player: str = "soviet", superior: str = "soviet", turn: int = 5,
        dice: Sequence[int] = (), **options: str,
    ) -> None:
        design = design_of("gsofg")
        assert design.scenario is not None
        chosen = {"chemical_attacks": "without", **options}
        scenario = replace(design.scenario, options=tuple(chosen.items()))
        self.events: list[Event] = []
        design = replace(design, scenario=scenario)
        self.w: HexGame = game_of(in_force(design), Dice(given=tuple(dice)), self.events.append, chapters())
        w = self.w
        w.state.where[:] = [WAITING] * len(w.state.where)
        w.rebuild()
        w.stages["next-phase"] = Stage(lambda w: None, lambda w, unit: [], lambda w, order: None)
        s = w.state
        s.turn, s.player = turn, w.forces.side_ids.index(player)
        s.side, s.phase = s.player, phase
        for side in ("soviet", "nato"):
            s.assets[f"{side}-superiority"] = int(side == superior)
        w.forget()

    def put(self, *units: tuple[str, str]) -> list[int]:
        """Put units into hexes."""
        for key, hex in units:
            self.w.put(self.w.unit(key), self.w.board.at(hex))
        return [self.w.unit(key) for key, _ in units]

    def go(self, step: str) -> str:
        """Go to a decision; returns the one that is asked for."""
        self.w.go(step)
        return self.step

    def give(self, text: str) -> str:
        """Give an order; returns the decision after it."""
        self.w.perform(self.w.grammar.parse(text, self.w.names))
        return self.step

    def refuse(self, text: str, rule: str) -> None:
        """Give an order that a rule forbids."""
        with pytest.raises(IllegalOrderError) as refused:
            self.give(text)
        assert refused.value.rule == rule, refused.value

    @property
    def step(self) -> str:
        return self.w.state.step

    @property
    def side(self) -> str:
        return self.w.forces.side_ids[self.w.state.side]

    def listed(self) -> list[str]:
        """The legal orders as texts."""
        return [self.w.grammar.text(o, self.w.names) for o in self.w.legal_orders(None)]

    def lost(self, key: str) -> int:
        """The steps a unit has lost; -1 if it is not on the map."""
        u = self.w.unit(key)
        return self.w.state.lost[u] if self.w.state.where[u] >= 0 else -1

    def told(self, type: str) -> list[str]:
        """The sentences of the events of a type."""
        return [e.text for e in self.events if e.type == type]
