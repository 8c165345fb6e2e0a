"""Positions for rare cases of the rules."""

from __future__ import annotations

from designs import unit

from visegrad_editor.engine import Game
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load

R1 = unit("R1", "russia", "0306")
P1 = unit("P1", "poland", "0305")
FAR = unit("P0", "poland", "0103")


def bundled(name: str) -> Design:
    design = load(name).design
    assert design is not None
    return design


def tracks(game: Game, n: int) -> Game:
    """Put all markers of both sides on the track."""
    for _ in range(2):
        game.apply(f"allocate table 0 track {n}")
    return game
