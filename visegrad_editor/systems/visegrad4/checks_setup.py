"""What the rules find wrong with a set-up."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.board import Board
from ...engine.dice import Dice
from ...model.design import Design
from ...model.give_way import paced
from ...model.problems import Problem
from ...model.scenario import Scenario
from . import moment, supply
from .constants import ALLIED, CAPITAL, INDUSTRIAL, PRIZES, RUSSIAN
from .war import War


def setup_problems(design: Design, scenario: Scenario, board: Board) -> Iterator[Problem]:
    """Problems of set-up hexes, stacks and areas."""
    w = War(design, scenario, Dice(), lambda event: None)
    moment.recall(w)
    fixed = list(_places(w))
    stacks: dict[int, list[int]] = {}
    for u, hex in fixed:
        stacks.setdefault(hex, []).append(u)
    yield from _hexes(w, board)
    for hex in paced(sorted(stacks), 16):
        yield from _stack(w, hex, stacks[hex])
    yield from _areas(w)
    yield from _static(w)
    # Within a game units tell by their marks whether they are in supply.
    if scenario.start is None:
        yield from _supply(w, stacks)


def _places(w: War) -> Iterator[tuple[int, int]]:
    """Ground units with one set-up hex in play, and that hex."""
    for u, hexes in enumerate(w.forces.setup):
        if len(hexes) == 1 and not w.forces.air[u] and w.forces.side[u] >= 0:
            yield u, hexes[0]


def _hexes(w: War, board: Board) -> Iterator[Problem]:
    """Units set up in terrain no unit can enter, without a road (9.0)."""
    for u, hex in _places(w):
        if board.cost[hex] is None and hex not in board.road_cost:
            yield Problem(
                "error", "setup-terrain", f"{w.label(u)} is set up in {board.name(hex)}, terrain that no "
                "unit may enter.", hex=board.number(hex), unit=w.forces.keys[u], rule="9.0")


def _stack(w: War, hex: int, units: list[int]) -> Iterator[Problem]:
    """Stacks that break 6.0, 6.4, 9.2 or 3.4, and set-up hexes that end the game (4.2)."""
    number, name, f = w.board.number(hex), w.board.name(hex), w.forces
    sides = {f.side[u] for u in units}
    first = f.keys[units[0]]
    if len(sides) > 1:
        russian = next(u for u in units if f.side[u] == RUSSIAN)
        allied = next(u for u in units if f.side[u] == ALLIED)
        yield Problem("error", "enemies", f"{w.label(russian)} and {w.label(allied)} are enemies and both "
                      f"set up in {name}. Move one of them.", hex=number, unit=f.keys[russian], rule="9.2")
    for side in sorted(sides):
        own = [u for u in units if f.side[u] == side]
        if len(own) > w.limit:
            yield Problem("error", "stacking", f"{len(own)} units are set up in {name}; the limit is "
                          f"{w.limit}: {w.labels(own)}.", hex=number, unit=f.keys[own[w.limit]], rule="6.0")
        company = {f.company[u] for u in own}
        if 1 in company and 2 in company:
            shunned = next(u for u in own if f.company[u] == 2)
            yield Problem("error", "mixed-stack", f"Russian units may not stack with {w.label(shunned)} in "
                          f"{name}.",
                          hex=number, unit=f.keys[shunned], rule="6.4")
    for u in units:
        setup = f.units[u].setup
        if setup and setup.alone:
            same = [v for v in units if v != u and f.units[v].nationality == f.units[u].nationality]
            if same:
                yield Problem("error", "not-alone", f"{w.label(u)} must be set up alone, but "
                              f"{w.labels(same)} {'stands' if len(same) == 1 else 'stand'} in {name} too.",
                              hex=number,
                              unit=f.keys[u], rule="3.4")
                break
    capital = w.feature(CAPITAL) >> hex & 1
    if ALLIED in sides and capital and w.board.country[hex] in PRIZES:
        yield Problem("error", "won-at-start", f"An allied unit is set up in {name}, which wins the game "
                      "at once.",
                      hex=number, unit=first, rule="4.2")
    if RUSSIAN in sides and w.feature(INDUSTRIAL) & ~w.state.scored & 1 << hex:
        yield Problem("warning", "scored-at-start", "A Russian-side unit is set up in the industrial hex "
                      f"{name} and scores it before the first turn.", hex=number, unit=first, rule="4.0")


def _areas(w: War) -> Iterator[Problem]:
    """Areas too small for the units that must be set up in them."""
    groups: dict[tuple[int, bool, tuple[int, ...]], list[int]] = {}
    for u, hexes in enumerate(w.forces.setup):
        setup = w.forces.units[u].setup
        if len(hexes) > 1 and setup is not None and not w.forces.air[u]:
            groups.setdefault((w.forces.side[u], setup.alone, hexes), []).append(u)
    for (_, alone, hexes), units in groups.items():
        room = len(hexes) * (1 if alone else w.limit)
        if len(units) > room:
            rule = "3.4" if alone else "6.0"
            yield Problem("error", "no-room", f"{len(units)} units are to be set up in an area with room "
                          f"for {room}: {w.labels(units)}.", unit=w.forces.keys[units[0]], rule=rule)


def _static(w: War) -> Iterator[Problem]:
    """2.6: a unit that never leaves its hex wants one set-up hex; Iron Wolf's is Vilnius."""
    for u, unit in enumerate(w.forces.units):
        if not w.forces.static[u]:
            continue
        label = w.label(u)
        if unit.nationality != "lithuania":
            yield Problem("warning", "never-moves", f"{label} has no movement allowance and never leaves "
                          "its hex; only Lithuania's Iron Wolf is meant to.", unit=unit.key, rule="2.6")
        elif len(w.forces.setup[u]) == 1:
            hex = w.forces.setup[u][0]
            home = w.feature(CAPITAL) & w.board.countries.get("lithuania", 0)
            if home and not home >> hex & 1:
                yield Problem("warning", "iron-wolf", f"{label} is set up in {w.board.name(hex)}, not in "
                              "Vilnius, the Lithuanian capital it never leaves.", hex=w.board.number(hex),
                              unit=unit.key,
                              rule="2.6")


def _supply(w: War, stacks: dict[int, list[int]]) -> Iterator[Problem]:
    """Units set up where they cannot trace supply: the rules allow it, but a designer wants to know (7.0)."""
    for hex, units in paced(stacks.items(), 32):
        if len({w.forces.side[u] for u in units}) == 1:
            for u in units:
                w.put(u, hex)
                w.state.control[w.forces.side[u]] |= 1 << hex
                w.state.control[1 - w.forces.side[u]] &= ~(1 << hex)
    for hex in paced(sorted(stacks), 16):
        for u in stacks[hex]:
            if w.state.where[u] == hex and not supply.in_supply(w, u):
                yield Problem("warning", "out-of-supply", f"{w.label(u)} is set up in {w.board.name(hex)} "
                              "without a supply path to a friendly city or capital.",
                              hex=w.board.number(hex),
                              unit=w.forces.keys[u], rule="7.0")
