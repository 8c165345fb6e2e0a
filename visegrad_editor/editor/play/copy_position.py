"""A moment of a game as a new scenario, which begins at this moment."""

from __future__ import annotations

from dataclasses import replace

from ...engine import Game
from ...model.provenance import Provenance
from ...model.scenario import Scenario
from .words import when


def scenario_at(game: Game, seed_words: str = "") -> Scenario:
    """A scenario that begins at this moment of a game: its own, not a variant.

    Units stand where they do, with the side that is up; what has happened is in `start`. `seed_words`
    tells where the position comes from. Raises `IllegalOrder` with a sentence where no scenario can
    begin, as within an attack.
    """
    now = game.scenario_now()
    arrivals = [u.reinforcement for u in now.units if u.reinforcement]
    used = {entry for a in arrivals for entry in (a.entry, *a.also)}
    moment = when(game.design, game.turn, game.phase)
    told = f"turn {game.turn}" if game.turn else "set-up"
    return replace(
        now, name=f"{now.name}-{told.replace(' ', '-')}", title=f"{now.title}, {told}", extends="",
        version="1", summary=_summary(now, game.turn, moment), notes=_notes(now, moment, seed_words),
        provenance=Provenance("designer"), entries=tuple(e for e in now.entries if e.id in used))


def _summary(scenario: Scenario, turn: int, moment: str) -> str:
    if not turn:
        return f"The set-up of a play-test of {scenario.title}."
    left = scenario.turns - turn + 1
    to_play = "the last turn" if left == 1 else f"{left} turns to play"
    return f"{moment} of a play-test of {scenario.title}; {to_play}."


def _notes(scenario: Scenario, moment: str, seed_words: str) -> str:
    parts = [f"Copied from a play-test of {scenario.title}: {moment}."]
    if seed_words:
        parts.append(seed_words)
    if scenario.notes:
        parts.append(f"Notes of {scenario.title}: {scenario.notes}")
    return "\n\n".join(parts)
