"""The moment at which a scenario begins, where that is not before turn 1."""

from __future__ import annotations

from dataclasses import dataclass, field

from .ruleset import Ruleset

MARKS = ("out-of-supply", "moved", "entered", "interdicted", "attacked", "defended")
"""What a unit set up in a hex may have done or suffered already: in its last movement phase, or in the
player turn that is on."""


@dataclass(frozen=True)
class Holding:
    """Hexes a side holds by having entered them last, though they lie in no country of its own."""

    side: str
    hexes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Start:
    """The game begins in a turn, with a phase of it, and with what has happened before.

    Without a `phase` the turn begins anew. `scored` are hex numbers of goals already counted,
    `events` the names of events that have happened (`us-entry`), `entered` and `struck` the
    countries that a side's units have entered or struck from the air. `steps` and `air_points` are
    left of the replacements where it begins with a replacement phase; None: all of them.
    """

    turn: int
    phase: str = ""
    scored: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    entered: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    held: tuple[Holding, ...] = ()
    steps: int | None = field(default=None)
    air_points: int | None = field(default=None)


def moment_words(start: Start, ruleset: Ruleset) -> str:
    """`turn 5, Russian: movement`."""
    phase = next((p.name for p in ruleset.phases if p.id == start.phase), start.phase)
    return f"turn {start.turn}, {phase}" if start.phase else f"the beginning of turn {start.turn}"
