"""The timetable of a scenario as a turn track: what comes, leaves, may move and happens in each turn, and
all of it moved from box to box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from ...lazy_dataclass import dataclass
from ..design import Design
from ..files.option_changes import in_force
from ..rules.arrivals import number_in
from ..rules.sentences import Sentences
from ..scenario import Reinforcement, Scenario
from ..schedule import ScheduledEvent, UnitRelease, UnitWithdrawal
from ..timetable_words import date_words, event_name, received_words
from .any_names import names_of
from .documents import with_scenario
from .replacement_chart import chart_of, line_name, line_title, move_lines, receive_nothing
from .scenario import refuse_turn, schedule, set_event, set_moment, set_turn, unschedule
from .units import change_unit
from .usual_entry import usual_entry

Role = Literal["arrives", "leaves", "moves", "happens", "receives", "gains", "withdrawn"]
"""What is told of a unit or an event: it arrives, leaves the map, may move from then on; it happens; of
replacements: a side receives them; of an asset: its side gains it each turn; of units that the ruleset
withdraws."""


class Entry(NamedTuple):
    """Something on the track: a unit by its key, an event by its id, replacements as `turn/side`, what a side
    gains of an asset as `turn/asset`, a withdrawal of the ruleset by its number, and what is told of it."""

    role: Role
    name: str

    @property
    def id(self) -> str:
        """What tells it from all others on the track: of an arrival the key of the unit."""
        return self.name if self.role == "arrives" else f"{self.role} {self.name}"


@dataclass(frozen=True)
class TrackBox:
    """A box of the track: a turn, an event, a pool, or the units that have no place yet (none of these)."""

    title: str
    units: tuple[str, ...] = ()
    """The keys of the units that arrive then."""
    turn: int = 0
    event: str = ""
    pool: str = ""
    leaving: tuple[str, ...] = ()
    """The keys of the units that leave then."""
    freed: tuple[str, ...] = ()
    """The keys of the units that may move from then on."""
    events: tuple[str, ...] = ()
    """The ids of the events to which the schedule gives this turn."""
    received: tuple[str, ...] = ()
    """The replacements of sides in this turn, as `turn/side`."""
    gained: tuple[str, ...] = ()
    """The assets that sides gain in this turn by `each_turn`, as `turn/asset`."""
    withdrawn: tuple[str, ...] = ()
    """The numbers of the withdrawals of the ruleset in this turn."""

    @property
    def id(self) -> str:
        return f"turn {self.turn}" if self.turn else f"event {self.event}" if self.event else (
            f"pool {self.pool}" if self.pool else "waiting")

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All that is in it, in the order in which it is shown."""
        return (*(Entry("receives", name) for name in self.received),
                *(Entry("gains", name) for name in self.gained),
                *(Entry("withdrawn", number) for number in self.withdrawn),
                *(Entry("happens", id) for id in self.events), *(Entry("arrives", k) for k in self.units),
                *(Entry("leaves", k) for k in self.leaving), *(Entry("moves", k) for k in self.freed))


def turn_track(design: Design) -> tuple[TrackBox, ...]:
    """The boxes: units without a place, the turns, the events, the pools. Turns after the last one are there
    if something is dated in them."""
    scenario = design.scenario
    if scenario is None:
        return ()
    arrivals = [(u, u.reinforcement) for u in scenario.units if u.reinforcement]
    dates = {line.id: line.turn[0] for line in scenario.schedule if line.turn is not None and not line.never}
    leaving = [(u.key, u.withdrawal) for u in scenario.units if u.withdrawal]
    freed = [(u.key, u.release) for u in scenario.units if u.release]
    last = max([scenario.turns, *(a.turn for _, a in arrivals), *dates.values(),
                *(w.turn for _, w in leaving), *(r.turn for _, r in freed)])
    chart, assets = chart_of(design), in_force(design).ruleset.assets
    waiting = tuple(u.key for u in scenario.units if u.reinforcement is None and u.setup is None)
    boxes = [TrackBox("No place yet", waiting)]
    for turn in range(1, last + 1):
        late = " (after the end)" if turn > scenario.turns else ""
        boxes.append(TrackBox(
            f"Turn {turn}{late}", tuple(u.key for u, a in arrivals if a.turn == turn and not a.brought_by),
            turn,
            leaving=tuple(k for k, w in leaving if w.turn == turn and not w.event),
            freed=tuple(k for k, r in freed if r.turn == turn),
            events=tuple(id for id, first in dates.items() if first == turn),
            received=tuple(line_name(on, side) for (on, side), line in chart.items()
                           if on == turn and (line.steps or any(n for _, n in line.assets))),
            gained=tuple(f"{turn}/{asset.id}" for asset in assets if number_in(asset.each_turn, turn)),
            withdrawn=tuple(str(i) for i, w in enumerate(design.ruleset.withdrawals) if w.turn == turn)))
    for event in names_of(design, "event"):
        boxes.append(TrackBox(
            event_name(design, event),
            tuple(u.key for u, a in arrivals if a.event == event and not a.pool), event=event,
            leaving=tuple(k for k, w in leaving if w.event == event),
            freed=tuple(k for k, r in freed if r.event == event and not r.turn)))
    pools = (*(p.id for p in design.ruleset.pools), *(a.pool for _, a in arrivals if a.pool))
    for pool in dict.fromkeys(pools):
        waiting = tuple(u.key for u, a in arrivals if a.pool == pool)
        boxes.append(TrackBox(f"Pool {event_name(design, pool)}", waiting, pool=pool))
    return tuple(boxes)


def entry_text(design: Design, entry: Entry) -> str:
    """What stands on the track for an event, replacements or units that the ruleset withdraws; of a unit its
    name."""
    scenario = design.scenario
    assert scenario is not None
    if entry.role == "happens":
        line = scenario.scheduled[entry.name]
        return f"{event_name(design, entry.name)}: {date_words(line)}"
    if entry.role == "receives":
        turn, _, side = entry.name.partition("/")
        known = design.ruleset.side_by_id.get(side)
        line_ = chart_of(design)[int(turn), side]
        return f"Replacements, {known.name if known else side}: {received_words(design, line_)}"
    if entry.role == "gains":
        turn, _, id = entry.name.partition("/")
        asset = next(a for a in in_force(design).ruleset.assets if a.id == id)
        known = design.ruleset.side_by_id.get(asset.side)
        return f"{asset.name}, {known.name if known else asset.side}: {number_in(asset.each_turn, int(turn))}"
    if entry.role == "withdrawn":
        units = design.ruleset.withdrawals[int(entry.name)].units
        return f"Withdrawn: {Sentences(design.ruleset, design.map).phrases.units(units)}"
    return scenario.unit_by_key[entry.name].name


# -- moving ------------------------------------------------------------------------------------------


def put_in_box(design: Design, keys: Sequence[str], box: TrackBox, role: Role = "arrives") -> Design:
    """The design with units arriving, leaving or free to move on the turn or with the event of a box, or with
    events happening on its turn; in the box of units without a place nothing is told of them any more. A unit
    that had no entry gets its usual one. Raises ValueError, with the unit, if that is impossible; then
    nothing is moved."""
    scenario = design.scenario
    if scenario is None:
        raise ValueError("There is only a map here.")
    if role == "withdrawn":
        raise ValueError("The ruleset withdraws these units, in every scenario: Scenario > Victory and "
                         "events… > Withdrawals has their turn.")
    if role == "gains":
        raise ValueError("The ruleset gives these each turn, in every scenario: Scenario > Victory and "
                         "events… > Assets has the numbers.")
    if role == "receives":
        return _receiving(design, keys, box)
    for key in keys:
        name = event_name(design, key) if role == "happens" else scenario.unit_by_key[key].name
        if box.turn:
            what = {"arrives": "arrive", "leaves": "leave", "moves": "be released"}.get(role, "happen")
            refuse_turn(scenario, box.turn, name, what)
        if box.pool and role != "arrives":
            raise ValueError(f"{name} cannot be put there: only units that arrive wait in a pool.")
        if role == "happens":
            scenario = _happening(design, scenario, key, box)
        elif role in ("leaves", "moves"):
            scenario = _moved(design, scenario, key, box, role)
        else:
            scenario = _arriving(design, scenario, key, box)
    return with_scenario(design, scenario)


def _receiving(design: Design, names: Sequence[str], box: TrackBox) -> Design:
    """The design with replacements on the turn of a box; in the first box nothing is received any more."""
    if box.event or box.pool:
        raise ValueError(f"{line_title(design, names[0])} come on a turn: choose one.")
    if not box.turn:
        return receive_nothing(design, names)
    return move_lines(design, dict.fromkeys(names, box.turn))


def _arriving(design: Design, scenario: Scenario, key: str, box: TrackBox) -> Scenario:
    unit = scenario.unit_by_key[key]
    old = unit.reinforcement
    if box.pool:
        pool = next((p for p in design.ruleset.pools if p.id == box.pool), None)
        nation = design.ruleset.nationality_by_id.get(unit.nationality)
        if pool is not None and nation is not None and pool.side != nation.side:
            raise ValueError(f"{unit.name} cannot wait in the pool {pool.name or pool.id}, which is not that "
                             "of its side.")
        return change_unit(scenario, key, reinforcement=Reinforcement(pool=box.pool), setup=None)
    if not (box.turn or box.event):
        return unschedule(scenario, key)
    if old is None or not old.entry:
        entry = usual_entry(design, unit) or next((e.id for e in scenario.entries), "")
        if not entry:
            raise ValueError(f"{unit.name} has nowhere to arrive: make an entry with New in Scenario > "
                             "Entries….")
        return schedule(scenario, key, box.turn, entry, box.event)
    return set_event(scenario, key, box.event) if box.event else set_turn(scenario, key, box.turn)


def _moved(design: Design, scenario: Scenario, key: str, box: TrackBox, role: Role) -> Scenario:
    """The scenario in which a unit leaves, or may move, on the turn or after the event of a box. How near an
    enemy releases it stays, as does the event of a unit that a turn releases besides."""
    if not (box.turn or box.event):
        return change_unit(scenario, key, **{"withdrawal" if role == "leaves" else "release": None})
    if role == "leaves":
        moment: UnitWithdrawal | UnitRelease = UnitWithdrawal(box.turn, box.event)
    else:
        old = scenario.unit_by_key[key].release or UnitRelease()
        moment = replace(old, turn=box.turn, event=old.event if box.turn and old.turn else box.event)
    after = set_moment(with_scenario(design, scenario), key, moment).scenario
    assert after is not None
    return after


def _happening(design: Design, scenario: Scenario, id: str, box: TrackBox) -> Scenario:
    """The scenario with another date of an event; in the first box it happens as the ruleset says again."""
    if box.event or box.pool:
        raise ValueError(f"{event_name(design, id)} happens on a turn: choose one.")
    lines = scenario.schedule
    if not box.turn:
        waiting = any(u.reinforcement and u.reinforcement.event == id for u in scenario.units)
        if not waiting and all(e.id != id for e in design.ruleset.events):
            raise ValueError(f"Only the schedule has the event {event_name(design, id)}, so it needs a turn. "
                             "All keys > Schedule takes it away.")
        return replace(scenario, schedule=tuple(line for line in lines if line.id != id))
    return replace(scenario, schedule=tuple(
        replace(line, turn=_shifted(line.turn, box.turn, scenario.turns)) if line.id == id else line
        for line in lines))


def _shifted(turns: tuple[int, int] | None, first: int, most: int) -> tuple[int, int]:
    """A range of turns that begins on another one and is as long, as far as the game goes."""
    length = turns[1] - turns[0] if turns else 0
    return first, max(first, min(first + length, most))


def date_event(design: Design, line: ScheduledEvent) -> Design:
    """The design with a line in the schedule, in place of the one for the same event. Raises ValueError if
    the game does not last so long."""
    scenario = design.scenario
    if scenario is None:
        raise ValueError("There is only a map here.")
    if line.turn is not None:
        refuse_turn(scenario, line.turn[0], line.name or event_name(design, line.id), "happen")
    if line.id in scenario.scheduled:
        lines = tuple(line if one.id == line.id else one for one in scenario.schedule)
    else:
        lines = (*scenario.schedule, line)
    return with_scenario(design, replace(scenario, schedule=lines))
