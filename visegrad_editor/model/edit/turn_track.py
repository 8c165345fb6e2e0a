"""The schedule of a scenario as a turn track: what comes in each turn, and units moved from box to box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..design import Design
from ..rules.sentences import Sentences
from ..wording import count
from .any_names import names_of
from .documents import with_scenario
from .scenario import schedule, set_event, set_turn, unschedule
from .usual_entry import usual_entry


@dataclass(frozen=True)
class TrackBox:
    """A box of the track: a turn, an event, or the units that have no place yet (neither)."""

    title: str
    units: tuple[str, ...] = ()
    """The keys of the units in it."""
    told: tuple[str, ...] = ()
    """What else happens then."""
    turn: int = 0
    event: str = ""
    pool: str = ""

    @property
    def id(self) -> str:
        return f"turn {self.turn}" if self.turn else f"event {self.event}" if self.event else (
            f"pool {self.pool}" if self.pool else "waiting")


def turn_track(design: Design) -> tuple[TrackBox, ...]:
    """The boxes: units without a place, the turns, the events, the pools that units wait in. Turns after the
    last one are there if units arrive in them."""
    scenario = design.scenario
    if scenario is None:
        return ()
    arrivals = [(u, u.reinforcement) for u in scenario.units if u.reinforcement]
    last = max([scenario.turns, *(a.turn for _, a in arrivals)])
    waiting = tuple(u.key for u in scenario.units if u.reinforcement is None and u.setup is None)
    boxes = [TrackBox("No place yet", waiting)]
    for turn in range(1, last + 1):
        units = tuple(u.key for u, a in arrivals if a.turn == turn and not a.brought_by)
        late = " (after the end)" if turn > scenario.turns else ""
        boxes.append(TrackBox(f"Turn {turn}{late}", units, _told(design, turn), turn))
    for event in names_of(design, "event"):
        units = tuple(u.key for u, a in arrivals if a.event == event and not a.pool)
        boxes.append(TrackBox(event.replace("-", " ").capitalize(), units, event=event))
    for pool in dict.fromkeys(a.pool for _, a in arrivals if a.pool):
        boxes.append(TrackBox(f"Pool {pool}", tuple(u.key for u, a in arrivals if a.pool == pool), pool=pool))
    return tuple(boxes)


def _told(design: Design, turn: int) -> tuple[str, ...]:
    """What happens in a turn besides arrivals: replacements and withdrawals."""
    scenario, rules = design.scenario, design.ruleset
    assert scenario is not None
    lines: dict[str, tuple[int, tuple[tuple[str, int], ...]]] = {
        r.side: (r.steps, r.assets) for r in rules.replacements if r.turn == turn}
    lines |= {r.side: (r.steps, r.assets) for r in scenario.replacements if r.turn == turn}
    texts, named = [], {asset.id: asset.name.lower() for asset in rules.assets}
    for side, (steps, assets) in lines.items():
        gets = [count(steps, "step")] if steps else []
        gets += [f"{number} {named.get(id, id)}" for id, number in assets if number]
        if gets:
            name = rules.side_by_id[side].name if side in rules.side_by_id else side
            texts.append(f"Replacements, {name}: {', '.join(gets)}")
    phrases = Sentences(rules, design.map).phrases
    texts += [f"Withdrawn: {phrases.units(w.units)}" for w in rules.withdrawals if w.turn == turn]
    return tuple(texts)


def put_in_box(design: Design, keys: Sequence[str], box: TrackBox) -> Design:
    """The design with units arriving on the turn or with the event of a box, or, for the box of units without
    a place, taken off the schedule. A unit that had no entry gets its usual one. Raises ValueError, with the
    unit, if that is impossible; then none is moved."""
    scenario = design.scenario
    if scenario is None:
        raise ValueError("There is only a map here.")
    if box.pool:
        raise ValueError("Which units wait in a pool is said in the arrival of each: Arrival… in the "
                         "inspector.")
    for key in keys:
        unit = scenario.unit_by_key[key]
        if not (box.turn or box.event):
            scenario = unschedule(scenario, key)
            continue
        if box.turn > scenario.turns:
            raise ValueError(f"{unit.name} cannot arrive on turn {box.turn}: the game has "
                             f"{count(scenario.turns, 'turn')}.")
        if unit.reinforcement is None or not unit.reinforcement.entry:
            entry = usual_entry(design, unit) or next((e.id for e in scenario.entries), "")
            if not entry:
                raise ValueError(f"{unit.name} has nowhere to arrive: make an entry with New in Scenario > "
                                 "Entries….")
            scenario = schedule(scenario, key, box.turn, entry, box.event)
        elif box.event:
            scenario = set_event(scenario, key, box.event)
        else:
            scenario = set_turn(scenario, key, box.turn)
    return with_scenario(design, scenario)
