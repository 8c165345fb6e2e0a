"""A game in a movement phase, for tests of its rules."""

from __future__ import annotations

from designs import make, on_to, play, unit

from visegrad_editor.engine import Game

R1 = unit("R1", "russia", "0306")
HOME = unit("P0", "poland", "0101")


def moves(*units, dice=(6,) * 20, **more) -> Game:
    """A game at the Russian movement phase of turn 1, with a distant Polish unit."""
    return on_to(play(make([*units, HOME], **more), *dice), "move", "russian-movement")


def out(game: Game, key: str = "russia/R1") -> bool:
    return game.position().units[key].out_of_supply
