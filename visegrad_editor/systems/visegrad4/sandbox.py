"""A position to try things in: that of a scenario's set-up or of a game, with units moved about."""

from __future__ import annotations

import json
from dataclasses import dataclass

from ...engine.dice import Dice
from ...engine.game import Game
from ...engine.orders import IllegalOrder
from ...model.design import Design
from . import moment, stacking
from .constants import WAITING
from .play import VisegradPlay


@dataclass(frozen=True)
class Placement:
    """Where a unit is put for the trial, and how it is: None leaves that as it was."""

    unit: int
    hex: int | None = None
    reduced: bool | None = None
    unsupplied: bool | None = None


_WORDS: dict[str, tuple[str, bool]] = {
    "reduced": ("reduced", True), "full": ("reduced", False),
    "unsupplied": ("unsupplied", True), "supplied": ("unsupplied", False),
}


def empty_handed(design: Design) -> VisegradPlay:
    """The scenario's units in their set-up hexes, those with a choice of hexes and all others off the
    map. No die is rolled."""
    if design.scenario is None:
        raise IllegalOrder("This needs a scenario, and the design has only a map.")
    play = VisegradPlay(design, design.scenario, Dice(given=()), lambda event: None)
    for u, hexes in enumerate(play.forces.setup):
        unit = play.forces.units[u]
        if len(hexes) == 1 and unit.reinforcement is None and not play.forces.air[u]:
            play.put(u, hexes[0])
    moment.recall(play)
    moment.mark_units(play)
    return play


def copy_of(game: Game) -> VisegradPlay:
    """The position of a game, to be changed without changing the game."""
    scenario = game.design.scenario
    assert scenario is not None, "a game has a scenario"
    play = VisegradPlay(game.design, scenario, Dice(given=()), lambda event: None)
    play.load_data(json.loads(game.to_json())["state"])
    return play


def read_placement(play: VisegradPlay, text: str) -> Placement:
    """`UNIT HEX`, then if wanted `reduced` or `full`, `unsupplied` or `supplied`; the hex may be left out
    where one of these follows. Raises `IllegalOrder`."""
    words = text.split()
    state: dict[str, bool] = {}
    while words and words[-1].lower() in _WORDS:
        name, value = _WORDS[words.pop().lower()]
        if name in state:
            raise IllegalOrder(f"“{text}” says two things about one unit.")
        state[name] = value
    hex: int | None = None
    if words and words[-1].isdigit() and len(words) > 1:
        hex = play.hex(words.pop())
    elif (unknown := _after_hex(words)) is not None:
        raise IllegalOrder(f"“{unknown}” in “{text}” says nothing about a unit. After the hex may stand "
                           f"{', '.join(_WORDS)}.")
    elif not state:
        raise IllegalOrder(
            f"“{text}” names no hex. Write a unit and a hex, for example “4th Armored 1918”; `reduced` and "
            "`unsupplied` may follow.")
    if not words:
        raise IllegalOrder(f"“{text}” names no unit.")
    u = play.unit(play.names.key(" ".join(words)))
    if play.forces.air[u]:
        raise IllegalOrder(f"{play.label(u)} is an air unit and stands in no hex.", "13.0")
    return Placement(u, hex, state.get("reduced"), state.get("unsupplied"))


def _after_hex(words: list[str]) -> str | None:
    """The word after what looks like a hex, None where there is none."""
    return words[-1] if len(words) > 2 and words[-2].isdigit() and len(words[-2]) == 4 else None


def place(play: VisegradPlay, placements: list[Placement]) -> None:
    """Put units where they are wanted; raises `IllegalOrder` where they may not stand there."""
    for p in placements:
        if p.hex is not None:
            play.lift(p.unit, WAITING)
    for p in placements:
        u, s, f = p.unit, play.state, play.forces
        if p.hex is not None:
            name = play.board.name(p.hex)
            enemy = next((v for v in play.stack[p.hex] if f.side[v] != f.side[u]), None)
            if enemy is not None:
                raise IllegalOrder(f"{play.label(enemy)}, an enemy, stands in {name}.", "9.2")
            if play.board.cost[p.hex] is None and p.hex not in play.board.road_cost:
                raise IllegalOrder(f"No unit can stand in {name}: prohibited terrain.", "9.0")
            if f.static[u] and p.hex not in f.setup[u]:
                raise IllegalOrder(f"{play.label(u)} never leaves its hex.", "2.6")
            bad = stacking.refusal(play, p.hex, [u])
            if bad is not None:
                raise bad
            play.put(u, p.hex)
        if s.where[u] < 0:
            raise IllegalOrder(f"{play.label(u)} is not on the map: say in which hex it stands.")
        if p.reduced is not None:
            s.reduced[u] = p.reduced
        if p.unsupplied is not None:
            s.unsupplied[u] = p.unsupplied
