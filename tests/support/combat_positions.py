"""Attacks on the small test map, for tests of rule 11."""

from __future__ import annotations

from designs import event_texts, make, on_to, play, unit

from visegrad_editor.engine import Game

R1 = unit("R1", "russia", "0306")
R2 = unit("R2", "russia", "0304")
P1 = unit("P1", "poland", "0305")


def combat(*units, dice=(1,), **more) -> Game:
    """A game at the Russian combat phase of turn 1."""
    return on_to(play(make(units, **more), *dice), "attack", "russian-combat")


def column(events) -> str:
    return event_texts(events, "combat")[0].split("resolved at ")[1].split(" of ")[0]
