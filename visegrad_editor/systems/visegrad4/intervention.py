"""American, Romanian and Italian intervention (12.0 to 12.2); arrivals of air units by turn or event."""

from __future__ import annotations

from typing import Any

from ...engine.hexgame.chapter import Chapter
from ...engine.hexgame.events import bonus_of, is_scheduled
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.state import WAITING
from .common import units
from .constants import (
    ALLIED,
    CAPITAL_TAKEN,
    DICE,
    ITALY_ENTRY,
    NEVER,
    READY,
    ROMANIA_ENTRY,
    RUSSIAN,
    US_ENTRY,
)
from .victory import scored
from .violations import countries_with


class Intervention(Chapter):
    """12.0: the countries that join the war: each turn by a roll, or as the schedule of the scenario or the
    option `us_entry` says."""

    id = "intervention"
    rule = "12.0"
    moments = frozenset({"turn-end", "event"})

    def at(self, w: GameInProgress, moment: str, **facts: Any) -> None:
        if moment == "event":
            _follow(w, facts["event"])
            return
        w.state.side = ALLIED
        if US_ENTRY not in w.state.happened and _anyone(w, US_ENTRY) and not is_scheduled(w, US_ENTRY):
            _decide(w)


def turn_of_entry(w: GameInProgress) -> int:
    """The turn at whose end the United States intervene by the option `us_entry`; 0 if dice decide, or if
    they never do (12.0)."""
    word, _, turn = w.options.get("us_entry", DICE).partition("-")
    return int(turn) if word == "turn" and turn.isdecimal() else 0


def last_turn_without(w: GameInProgress, event: str) -> int | None:
    """The last turn on which the units of an event cannot enter, if its date is certain, by the schedule of
    the scenario or (of the United States) the option `us_entry`; None if it is not."""
    if is_scheduled(w, event):
        line = w.scenario.scheduled[event]
        if line.turn is None or line.roll or line.when is not None or line.never:
            return None
        return line.turn[0] - (0 if line.judged == "turn-end" else 1)
    return turn_of_entry(w) or None if event == US_ENTRY else None


def never_comes(w: GameInProgress) -> bool:
    """Whether the United States stay out for good by the option `us_entry` (12.0)."""
    return w.options.get("us_entry") == NEVER


def _decide(w: GameInProgress) -> None:
    """Decide about intervention at the end of a turn (12.0): by a roll, or as the option `us_entry` says."""
    turn = turn_of_entry(w)
    if never_comes(w) or turn > w.state.turn or (not turn and not _roll(w)):
        return
    _call(w, US_ENTRY, "American units may enter from the next turn on", "12.0")
    _decide_allies(w)


def _decide_allies(w: GameInProgress) -> None:
    """When the United States come: decide about Romania and Italy, now and never again (12.1, 12.2), unless
    the schedule of the scenario says when they come."""
    air_arrivals(w, ALLIED)
    if not is_scheduled(w, ROMANIA_ENTRY) and fields_against_romania(w).bit_count() <= 2:
        _call(w, ROMANIA_ENTRY, "Romania joins the allied side", "12.1")
    if not is_scheduled(w, ITALY_ENTRY) and CAPITAL_TAKEN in w.state.happened:
        _call(w, ITALY_ENTRY, "Italy joins the allied side", "12.2")


def _follow(w: GameInProgress, event: str) -> None:
    """What follows from an event that the schedule of the scenario has brought."""
    if event == US_ENTRY:
        _decide_allies(w)
    else:
        air_arrivals(w, ALLIED)


def _roll(w: GameInProgress) -> bool:
    """Roll for intervention and return whether the United States come: the die, modified by violated
    countries, must be below the turn number (12.0)."""
    s = w.state
    die = w.roll(f"the intervention of the United States after turn {s.turn} (12.0)")
    violated = len({*countries_with(w, "entered"), *countries_with(w, "struck")})
    sign = 1 if w.options.get("intervention_modifier") == "hinders" else -1
    bonus = bonus_of(w, US_ENTRY)
    total = die + sign * violated + bonus
    comes = total < s.turn
    shown = f"{die}" + (f"{'+' if sign > 0 else '-'}{violated}" if violated else "")
    shown += f"{bonus:+d}" if bonus else ""
    shown += f"={total}" if violated or bonus else ""
    w.say("die", f"The intervention roll is {shown} against turn {s.turn}: the United States "
          f"{'intervene' if comes else 'stay out'}.", "12.0", dice=(die,), side=ALLIED)
    return comes


def fields_against_romania(w: GameInProgress) -> int:
    """The industrial hexes that count against Romania's entry (12.1).

    These are the hexes that the Russian side occupies at that time: 12.1 says "is occupied", whereas 12.2
    says "has ever been". The option `romania_fields` counts every hex ever taken, as 4.0 does.
    """
    taken = scored(w)
    return taken if w.options.get("romania_fields") == "taken" else taken & w.state.control[RUSSIAN]


def _anyone(w: GameInProgress, event: str) -> bool:
    return any(u.reinforcement and u.reinforcement.event == event for u in w.forces.units)


def _call(w: GameInProgress, event: str, text: str, rule: str) -> None:
    w.state.happened = [*w.state.happened, event]
    w.forget()
    called = [i for i, u in enumerate(w.forces.units) if u.reinforcement and u.reinforcement.event == event]
    w.say("intervention", f"{text}.", rule, units=called, side=ALLIED)


def air_arrivals(w: GameInProgress, side: int) -> None:
    """Make air units available whose turn or event has come (3.1, 12.0)."""
    came = [u for u in units(w).wings[side] if is_called(w, u)]
    for u in came:
        w.state.where[u] = READY
    if came:
        w.say("air-arrival", f"{w.labels(came)} become{'s' if len(came) == 1 else ''} available.", "3.1",
              units=came, side=side)


def is_called(w: GameInProgress, u: int) -> bool:
    """Whether a unit waits to arrive and its turn or event has come."""
    s, arrival = w.state, w.forces.units[u].reinforcement
    if s.where[u] != WAITING or arrival is None:
        return False
    return arrival.event in s.happened if arrival.event else arrival.turn <= s.turn
