"""The countries that the Russian side has entered or struck (7.5, 12.0)."""

from __future__ import annotations

from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.state import GameState
from .constants import INTERVENTION_COUNTRIES


class Violations(Chapter):
    """12.0: countries whose violation counts at the intervention roll."""

    id = "violations"
    rule = "12.0"

    def saved_fault(self, w: GameInProgress, s: GameState) -> str:
        return "" if len(set(s.happened)) == len(s.happened) else "its events happen twice."


def countries_with(w: GameInProgress, word: str) -> tuple[str, ...]:
    """The countries that a Russian-side ground unit has `entered`, or in which its side has `struck` from the
    air, in the order of the rule."""
    return tuple(c for c in INTERVENTION_COUNTRIES if f"{c}-{word}" in w.state.happened)


def note_country(w: GameInProgress, word: str, country: str) -> bool:
    """Note a country as `entered` or `struck`; return whether that is new and counts."""
    event = f"{country}-{word}"
    if country not in INTERVENTION_COUNTRIES or event in w.state.happened:
        return False
    w.state.happened = [*w.state.happened, event]
    w.forget()
    return True


def other_events(w: GameInProgress) -> tuple[str, ...]:
    """The events that have happened, but for the violations of countries."""
    return tuple(e for e in w.state.happened if not e.endswith(("-entered", "-struck")))
