"""The defection of Ukrainian units before turn 1 (14.0)."""

from __future__ import annotations

from typing import Any

from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.state import REMOVED
from ...model.scenario import Scenario
from .constants import RUSSIAN


class Loyalty(Chapter):
    """14.0: on an even number a Ukrainian unit leaves the game permanently.

    With the option `ukraine` all stay or all leave instead.
    """

    id = "loyalty"
    rule = "14.0"

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "set-up-end" and before_first_turn(w.scenario):
            _judge(w)


def before_first_turn(scenario: Scenario) -> bool:
    """Whether a scenario begins before turn 1, so that Ukraine's units still have to roll."""
    return scenario.start is None or (scenario.start.turn == 1 and not scenario.start.phase)


def _judge(w: GameInProgress) -> None:
    rule = w.options.get("ukraine", "roll")
    for u in w.forces.ground[RUSSIAN]:
        if w.forces.units[u].nationality != "ukraine":
            continue
        dice: tuple[int, ...] = ()
        if rule == "roll":
            dice = (w.roll(f"the loyalty of {w.label(u)} (14.0)"),)
            leaves = dice[0] % 2 == 0
        else:
            leaves = rule == "leave"
        if leaves:
            w.lift(u, REMOVED)
        told = f"rolls {dice[0]} and " if dice else ""
        w.say("loyalty", f"{w.label(u)} {told}{'leaves the game' if leaves else 'stays loyal'}.", "14.0",
              units=(u,), dice=dice, side=RUSSIAN)
