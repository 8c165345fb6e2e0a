"""A trial position: that of a scenario's set-up or of a game, with units placed elsewhere, for odds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from ...lazy_dataclass import dataclass
from ...model.design import Design
from ...model.files.option_changes import in_force
from ..board import OFF
from ..game import Game
from ..orders import IllegalOrderError
from . import combat, stacking, supply
from .hexgame import HexGame
from .state import WAITING

Make = Callable[[Design], HexGame]
"""Makes a game of a design, before its set-up and without dice."""


def position_of(source: Design | Game, make: Make) -> HexGame:
    """A game at the position of a game, or at that of a design's set-up: units with one set-up hex in that
    hex, all others off the map. It can be changed without changing the source."""
    if isinstance(source, Game):
        w = make(source.design)
        w.load_data(json.loads(source.to_json())["state"])
        return w
    w = make(in_force(source))
    for u, hexes in enumerate(w.forces.setup):
        if len(hexes) == 1 and w.forces.units[u].reinforcement is None and not w.forces.aloft[u] and (
                w.forces.side[u] >= 0):
            w.put(u, hexes[0])
    return w


@dataclass(frozen=True)
class Placement:
    """The trial hex and condition of a unit; None leaves a value unchanged."""

    unit: int
    hex: int | None = None
    reduced: bool | None = None
    unsupplied: bool | None = None


_WORDS: dict[str, tuple[str, bool]] = {
    "reduced": ("reduced", True), "full": ("reduced", False),
    "unsupplied": ("unsupplied", True), "supplied": ("unsupplied", False),
}


def read_placement(w: HexGame, text: str) -> Placement:
    """The placement in a text: `UNIT HEX`, optionally followed by `reduced` or `full`, `unsupplied` or
    `supplied`; if one of these follows, the hex may be left out. Raises `IllegalOrderError`."""
    words = text.split()
    state: dict[str, bool] = {}
    while words and words[-1].lower() in _WORDS:
        name, value = _WORDS[words.pop().lower()]
        if name in state:
            raise IllegalOrderError(f'"{text}" gives a unit two contradictory conditions.')
        state[name] = value
    hex: int | None = None
    if len(words) > 1 and (words[-1].isdecimal() or w.board.at(words[-1]) != OFF) and not _is_name(
            w, words, bool(state)):
        hex = w.hex(w.board.grid.spelt(words.pop()))
    elif (unknown := _after_hex(w, words)) is not None:
        raise IllegalOrderError(f'"{unknown}" in "{text}" is not a condition of a unit. The hex may be '
                                f"followed by {', '.join(_WORDS)}.")
    elif not state:
        raise IllegalOrderError(
            f'"{text}" names no hex. Write a unit and a hex, for example "2nd Foot 0505"; `reduced` and '
            "`unsupplied` may follow.")
    if not words:
        raise IllegalOrderError(f'"{text}" names no unit.')
    u = w.unit(w.names.key(" ".join(words)))
    if w.forces.aloft[u]:
        raise IllegalOrderError(
            f"{w.label(u)} is an air unit and cannot be placed in a hex.", w.rule("air", "movement"))
    return Placement(u, hex, state.get("reduced"), state.get("unsupplied"))


def _is_name(w: HexGame, words: list[str], may_stay: bool) -> bool:
    """Whether words of which the last is a hex number are the name of a unit that stays where it is. Raises
    `IllegalOrderError` if they could also be a unit and a hex."""
    if not may_stay:
        return False
    known = []
    for name in (" ".join(words), " ".join(words[:-1])):
        try:
            known.append(w.names.key(name))
        except IllegalOrderError:
            known.append("")
    if all(known):
        raise IllegalOrderError(
            f'"{" ".join(words)}" is a unit, and it could also be the unit {" ".join(words[:-1])} in hex '
            f"{words[-1]}. Write the hex of the unit after its name.")
    return bool(known[0])


def _after_hex(w: HexGame, words: list[str]) -> str | None:
    """The word after one that looks like a hex number; None if there is none."""
    if len(words) < 3 or not (
            w.board.at(words[-2]) != OFF or (words[-2].isdecimal() and len(words[-2]) == 4)):
        return None
    return words[-1]


def place(w: HexGame, placements: Iterable[Placement]) -> None:
    """Put units in their trial hexes; raises `IllegalOrderError` if they may not be there."""
    placements = list(placements)
    for p in placements:
        if p.hex is not None:
            w.lift(p.unit, WAITING)
    for p in placements:
        u, s, f = p.unit, w.state, w.forces
        if p.hex is not None:
            name = w.board.name(p.hex)
            enemy = next((v for v in w.stack[p.hex] if f.side[v] != f.side[u]), None)
            if enemy is not None:
                raise IllegalOrderError(
                    f"{w.label(enemy)}, an enemy, stands in {name}.", w.rule("enemies", "movement"))
            if w.barren >> p.hex & 1:
                raise IllegalOrderError(
                    f"No unit can stand in {name}: prohibited terrain.", w.rule("terrain", "movement"))
            if f.static[u] and p.hex not in f.setup[u]:
                raise IllegalOrderError(f"{w.label(u)} never leaves its hex.", w.rule("static", "movement"))
            bad = stacking.refusal(w, p.hex, [u])
            if bad is not None:
                raise bad
            w.put(u, p.hex)
        if s.where[u] < 0:
            raise IllegalOrderError(f"{w.label(u)} is not on the map; name a hex for it.")
        if p.reduced is not None:
            s.lost[u] = min(1, f.steps[u] - 1) if p.reduced else 0
        if p.unsupplied is not None:
            if supply.rules(w).judged == "at-use":
                raise IllegalOrderError(
                    f"Supply is judged from the position, so {w.label(u)} cannot be given another. Place it "
                    "where it is as you want it.", w.rule("supply"))
            s.out[u] = int(p.unsupplied)
    w.forget()


def _joining(w: HexGame, target: int, side: int) -> list[int]:
    """The units of a side not next to a hex that may join an attack on it."""
    if w.ruleset.combat.join is None:
        return []
    return [u for u in w.forces.ground[side]
            if w.state.where[u] >= 0 and w.board.direction(target, w.state.where[u]) < 0
            and combat.range_refusal(w, u, target) is None
            and combat.refusal_to_attack(w, u) is None]


def attackers_of(w: HexGame, target: int, text: str) -> list[int]:
    """The units named, or all enemies next to the hex and those that join them from farther away."""
    rule, name = w.rule("combat"), w.board.name(target)
    if not w.stack[target]:
        raise IllegalOrderError(f"No unit stands in {name}, so there is nothing to attack.", rule)
    side = 1 - w.forces.side[w.stack[target][0]]
    if not text.strip():
        units = [u for n in w.board.neighbours[target] if n >= 0 for u in w.stack[n]
                 if w.forces.side[u] == side]
        if not units:
            raise IllegalOrderError(f"No enemy of {w.label(w.stack[target][0])} is next to {name}.", rule)
        return [*units, *_joining(w, target, side)]
    units = [w.unit(k) for k in w.names.keys(text)]
    if not units or len(set(units)) != len(units):
        raise IllegalOrderError("Name each attacking unit once.", rule)
    for u in units:
        if w.forces.aloft[u]:
            raise IllegalOrderError(
                f"{w.label(u)} is an air unit; it can only support an attack.", w.rule("air", "combat"))
        if w.forces.side[u] != side:
            raise IllegalOrderError(
                f"{w.label(u)} is on the side of the units in {name}.", w.rule("sides", "combat"))
        if w.state.where[u] < 0:
            raise IllegalOrderError(
                f"{w.label(u)} is not on the map. Place it next to {name} first.", rule)
        bad = combat.range_refusal(w, u, target)
        if bad is not None:
            raise bad
    return units
