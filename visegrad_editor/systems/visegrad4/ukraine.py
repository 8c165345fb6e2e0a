"""The defection of Ukrainian units before turn 1 (14.0)."""

from __future__ import annotations

from .constants import REMOVED, RUSSIAN
from .war import War


def loyalty(w: War) -> None:
    """Roll for each Ukrainian unit: on an even number it leaves the game for good.

    The option `ukraine` may say that all stay or all leave instead.
    """
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
