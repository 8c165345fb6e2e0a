"""What the rules find wrong with the moment a scenario begins at."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.bits import bits
from ...engine.board import Board
from ...model.design import Design
from ...model.problems import Problem
from ...model.scenario import Scenario
from ...model.start import Start
from .constants import (
    CAPITAL_TAKEN,
    INDUSTRIAL,
    ITALY_ENTRY,
    MAX_CW_LEVEL,
    OUT_OF_SUPPLY,
    ROMANIA_ENTRY,
    US_ENTRY,
    WATCHED,
)
from .moment import known_phases

_EVENTS = (US_ENTRY, ROMANIA_ENTRY, ITALY_ENTRY, CAPITAL_TAKEN)
START = "scenario/start"


def start_problems(design: Design, scenario: Scenario, board: Board) -> Iterator[Problem]:
    """Problems of `start`, and of the markers the sides begin with."""
    for asset in scenario.assets:
        if asset.on_table > MAX_CW_LEVEL:
            yield Problem("error", "cw-level", f"The {asset.side} side begins with {asset.on_table} markers "
                          f"on the table, which holds {MAX_CW_LEVEL}.", rule="3.2",
                          part=f"scenario/assets/{asset.side}")
    start = scenario.start
    if start is None:
        return
    if start.phase and start.phase not in known_phases():
        yield Problem("error", "start-phase", f"No scenario can begin with the phase {start.phase}. It can "
                      f"with {', '.join(known_phases())}.", rule="5.1", part=START)
    yield from _score(start, board)
    yield from _events(scenario, start)
    yield from _marks(scenario, start)


def _score(start: Start, board: Board) -> Iterator[Problem]:
    fields = [board.number(i) for i in bits(board.features.get(INDUSTRIAL, 0))]
    for number in start.scored:
        if number not in fields:
            yield Problem("error", "scored", f"Hex {number} counts as scored and is no industrial hex in "
                          "play.", hex=number, rule="4.0", part=START)
    in_poland = board.features.get(INDUSTRIAL, 0) & board.countries.get("poland", 0)
    polish = [board.number(i) for i in bits(in_poland)]
    if polish and set(polish) <= set(start.scored):
        yield Problem("error", "won-at-start", "Every industrial hex in Poland counts as scored, which wins "
                      "the game at once.", hex=polish[0], rule="4.1", part=START)


def _events(scenario: Scenario, start: Start) -> Iterator[Problem]:
    known = (*_EVENTS, *(u.reinforcement.event for u in scenario.units if u.reinforcement))
    for event in start.events:
        if event not in known:
            yield Problem("error", "unknown-event", f"The event {event} is none of these rules: "
                          f"{', '.join(_EVENTS)}.", rule="12.0", part=START)
    if {ROMANIA_ENTRY, ITALY_ENTRY} & set(start.events) and US_ENTRY not in start.events:
        yield Problem("warning", "event-order", "Romania and Italy join the war only when the United States "
                      f"do; {US_ENTRY} has not happened.", rule="12.1", part=START)
    for country in (*start.entered, *start.struck):
        if country not in WATCHED:
            yield Problem("warning", "not-watched", f"Nothing follows from {country.replace('-', ' ')} "
                          f"having been entered or struck; only from {', '.join(WATCHED)}.", rule="12.0",
                          part=START)


def _marks(scenario: Scenario, start: Start) -> Iterator[Problem]:
    """Marks of what was done are for a scenario that begins within a player turn."""
    for unit in scenario.units:
        marks = [m for m in unit.setup.marks if m != OUT_OF_SUPPLY] if unit.setup else []
        if marks and start.phase.rpartition("-")[2] not in ("interdiction", "movement", "combat"):
            yield Problem("warning", "marks", f"{unit.name} is marked {' and '.join(marks)}, which is "
                          "forgotten when the player turn begins.", hex=unit.hex, unit=unit.key, rule="5.1")
