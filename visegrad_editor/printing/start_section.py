"""Where a scenario begins within a game: the moment, and what has happened before it."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.design import Design
from ..model.scenario import Scenario
from ..model.start import MARKS, Start, moment_words
from . import words
from .blocks import Heading, items
from .flow import Element, Together

_MARK_WORDS = {
    "out-of-supply": "Out of supply", "moved": "Have moved in this phase",
    "entered": "Have entered the map in this phase", "interdicted": "Interdicted",
    "attacked": "Have attacked in this phase",
    "defended": "Have been attacked in this phase",
}


def start_section(design: Design, scenario: Scenario) -> list[Element]:
    """What to set besides the counters before play goes on; [] for a scenario that begins at turn 1."""
    if scenario.start is None:
        return []
    lines = [("•", text) for text in start_lines(design, scenario, scenario.start)]
    moment = moment_words(scenario.start, design.ruleset)
    return [Together([Heading("The moment", moment), *items(lines, indent=12)])]


def start_lines(design: Design, scenario: Scenario, start: Start) -> Iterator[str]:
    """A sentence for each thing to set."""
    yield f"Put the turn marker on turn {start.turn}; play begins with {moment_words(start, design.ruleset)}."
    if start.scored:
        places = words.both(words.hex_words(n, design.map) for n in start.scored)
        yield f"Scored already, {words.count_words(len(start.scored), 'goal')}: {places}."
    if start.events:
        yield f"Has happened: {words.both(words.id_words(e, design.ruleset) for e in start.events)}."
    for told, countries in (("Entered", start.entered), ("Struck from the air", start.struck)):
        if countries:
            yield f"{told}: {words.both(words.country_name(c, design.ruleset) for c in countries)}."
    if start.steps is not None or start.air_points is not None:
        left = [words.count_words(n, what) for n, what in (
            (start.steps, "replacement step"), (start.air_points, "air point")) if n is not None]
        yield f"Left of the replacements: {words.both(left)}."
    for holding in start.held:
        side = design.ruleset.side_by_id.get(holding.side)
        yield (f"Held by the {side.name if side else holding.side} outside its countries: "
               f"{' '.join(sorted(holding.hexes))}.")
    for mark in MARKS:
        names = [
            f"{words.nationality_adjective(u, design.ruleset)} {u.name} ({u.hex})"
            for u in scenario.units if u.setup and mark in u.setup.marks]
        if names:
            yield f"{_MARK_WORDS[mark]}: {words.both(names)}."
