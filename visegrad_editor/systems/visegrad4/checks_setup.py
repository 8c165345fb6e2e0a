"""What the rules find wrong with a set-up."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.board import Board
from ...engine.dice import Dice
from ...engine.set_up_checks import Chapters, entry_problems, placed_units, set_up_problems, stacks_of
from ...model.design import Design
from ...model.give_way import paced
from ...model.problems import Problem
from ...model.scenario import Scenario
from . import moment, supply
from .checks_arrivals import arrival_problems, guest_problems
from .constants import ALLIED, CAPITAL, INDUSTRIAL, PRIZES, RUSSIAN, SIDES
from .war import War

CHAPTERS = Chapters(stacking="6.0", enemies="9.2", alone="3.4", terrain="9.0", entry="9.0",
                    set_up="3.0")
"""Where the rulebook says what is checked of any set-up: 6.0 stacks, 9.2 enemies, 3.4 Poles alone in a
hex, 9.0 terrain that cannot be entered, 3.0 who is set up or arrives at all."""


def setup_problems(design: Design, scenario: Scenario, board: Board) -> Iterator[Problem]:
    """Problems of set-up hexes, stacks, areas and entries."""
    w = War(design, scenario, Dice(), lambda event: None)
    moment.recall(w)
    f = w.forces
    placed = placed_units(design.ruleset, scenario, dict(zip(f.keys, f.labels, strict=True)), f.setup)
    known = [p for p in placed if p.side in SIDES]
    stacks = {hex: [f.number[p.unit.key] for p in units] for hex, units in stacks_of(known).items()}
    yield from set_up_problems(design, board, placed, CHAPTERS)
    yield from entry_problems(design, board, scenario, CHAPTERS)
    yield from arrival_problems(w)
    yield from guest_problems(w)
    for hex, here in paced(stacks.items(), 16):
        yield from _stack(w, hex, here)
    yield from _static(w)
    # Within a game units tell by their marks whether they are in supply.
    if scenario.start is None:
        yield from _supply(w, stacks)


def _stack(w: War, hex: int, units: list[int]) -> Iterator[Problem]:
    """Stacks that break 6.4, and set-up hexes that end the game (4.2) or score (4.0)."""
    number, name, f = w.board.number(hex), w.board.name(hex), w.forces
    sides = {f.side[u] for u in units}
    first = f.keys[units[0]]
    for side in sorted(sides):
        own = [u for u in units if f.side[u] == side]
        company = {f.company[u] for u in own}
        if 1 in company and 2 in company:
            shunned = next(u for u in own if f.company[u] == 2)
            yield Problem("error", "mixed-stack", f"Russian units may not stack with {w.label(shunned)} in "
                          f"{name}.",
                          hex=number, unit=f.keys[shunned], rule="6.4")
    capital = w.feature(CAPITAL) >> hex & 1
    if ALLIED in sides and capital and w.board.country[hex] in PRIZES:
        yield Problem("error", "won-at-start", f"An allied unit is set up in {name}, which wins the game "
                      "at once.",
                      hex=number, unit=first, rule="4.2")
    if RUSSIAN in sides and w.feature(INDUSTRIAL) & ~w.state.scored & 1 << hex:
        yield Problem("warning", "scored-at-start", "A Russian-side unit is set up in the industrial hex "
                      f"{name} and scores it before the first turn.", hex=number, unit=first, rule="4.0")


def _static(w: War) -> Iterator[Problem]:
    """2.6: a unit that never leaves its hex wants one set-up hex; Iron Wolf's is Vilnius."""
    for u, unit in enumerate(w.forces.units):
        # What a unit of an unknown type can do is not known either.
        if not w.forces.static[u] or unit.type not in w.design.ruleset.unit_type_by_id:
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
