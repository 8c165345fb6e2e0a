"""American, Romanian and Italian intervention (12.0 to 12.2); arrivals of air units by turn or event."""

from __future__ import annotations

from .constants import ALLIED, ITALY_ENTRY, READY, ROMANIA_ENTRY, RUSSIAN, US_ENTRY, WAITING
from .game_state import GameState


def roll(w: GameState) -> None:
    """Roll for intervention at the end of a turn: the die, modified by violated countries, must be below the
    turn number (12.0)."""
    s = w.state
    if US_ENTRY in s.called or not _anyone(w, US_ENTRY):
        return
    die = w.roll(f"the intervention of the United States after turn {s.turn} (12.0)")
    violated = (s.entered | s.struck).bit_count()
    sign = 1 if w.options.get("intervention_modifier") == "hinders" else -1
    total = die + sign * violated
    comes = total < s.turn
    shown = f"{die}" + (f"{'+' if sign > 0 else '-'}{violated}={total}" if violated else "")
    w.say("die", f"The intervention roll is {shown} against turn {s.turn}: the United States "
          f"{'intervene' if comes else 'stay out'}.", "12.0", dice=(die,), side=ALLIED)
    if not comes:
        return
    _call(w, US_ENTRY, "American units may enter from the next turn on", "12.0")
    air_arrivals(w, ALLIED)
    # 12.1 and 12.2 are decided now and never again.
    if fields_against_romania(w).bit_count() <= 2:
        _call(w, ROMANIA_ENTRY, "Romania joins the allied side", "12.1")
    if s.capital_taken:
        _call(w, ITALY_ENTRY, "Italy joins the allied side", "12.2")


def fields_against_romania(w: GameState) -> int:
    """The industrial hexes that count against Romania's entry (12.1).

    These are the hexes that the Russian side occupies at that time: 12.1 says "is occupied", whereas 12.2
    says "has ever been". The option `romania_fields` counts every hex ever taken, as 4.0 does.
    """
    s = w.state
    return s.scored if w.options.get("romania_fields") == "taken" else s.scored & s.control[RUSSIAN]


def _anyone(w: GameState, event: str) -> bool:
    return any(u.reinforcement and u.reinforcement.event == event for u in w.forces.units)


def _call(w: GameState, event: str, text: str, rule: str) -> None:
    w.state.called.append(event)
    units = [i for i, u in enumerate(w.forces.units) if u.reinforcement and u.reinforcement.event == event]
    w.say("intervention", f"{text}.", rule, units=units, side=ALLIED)


def air_arrivals(w: GameState, side: int) -> None:
    """Make air units available whose turn or event has come (3.1, 12.0)."""
    s = w.state
    came = []
    for u in w.forces.wings[side]:
        arrival = w.forces.units[u].reinforcement
        if s.where[u] == WAITING and arrival is not None and (
            arrival.event in s.called if arrival.event else arrival.turn <= s.turn
        ):
            s.where[u] = READY
            came.append(u)
    if came:
        w.say("air-arrival", f"{w.labels(came)} become{'s' if len(came) == 1 else ''} available.", "3.1",
              units=came, side=side)
