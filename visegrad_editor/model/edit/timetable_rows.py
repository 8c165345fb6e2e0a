"""The timetable of a scenario as rows: arrivals, withdrawals, releases, events, replacements; their edits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..design import Design
from ..scenario import Scenario, Unit
from ..schedule import ScheduledEvent
from ..timetable_words import arrival_dice, date_words, entry_name, event_name, received_words, release_words
from ..wording import count
from .any_names import names_of
from .documents import with_scenario
from .replacement_chart import as_in_the_ruleset, chart_of, line_name, line_title, move_lines
from .scenario import unschedule
from .turn_track import Role, TrackBox, date_event, put_in_box
from .unit_cells import typed_unit, with_units

UNITS, ARRIVALS, WITHDRAWALS, RELEASES, EVENTS, REPLACEMENTS, EVERYTHING = KINDS = (
    "Units", "Arrivals", "Withdrawals", "Releases", "Events", "Replacements", "Everything")
"""The kinds of rows that can be listed: the first is units that come, leave, or may not move."""
_ROLES: dict[str, tuple[str, ...]] = {
    UNITS: ("arrives", "leaves", "moves"), ARRIVALS: ("arrives",), WITHDRAWALS: ("leaves",),
    RELEASES: ("moves",), EVENTS: ("happens",), REPLACEMENTS: ("receives",),
    EVERYTHING: ("arrives", "leaves", "moves", "happens", "receives")}
BY_RULES, NEVER = "by the rules", "never"
"""What an event may have instead of a turn."""


class Row(NamedTuple):
    """A row: what it is about (the key of a unit, the id of an event, `turn/side` of replacements), when, for
    which side, and what."""

    role: str
    name: str
    when: str
    turn: int
    side: str
    what: str

    @property
    def id(self) -> str:
        """What tells it from all others: of an arrival the key of the unit."""
        return self.name if self.role == "arrives" else f"{self.role} {self.name}"

    @property
    def unit(self) -> str:
        """The key of the unit that it is about, or ""."""
        return self.name if self.role in ("arrives", "leaves", "moves") else ""


def timetable_rows(design: Design, kind: str = UNITS, side: str = "") -> tuple[Row, ...]:
    """The rows of a kind by turn, those without a turn last; with a side only its own, and events."""
    scenario = design.scenario
    if scenario is None:
        return ()
    roles = _ROLES[kind]
    rows = [row for unit in scenario.units for row in _rows_of(design, scenario, unit)]
    if "happens" in roles:
        rows += [_event_row(scenario, design, id) for id in names_of(design, "event")]
    if "receives" in roles:
        rows += [Row("receives", line_name(turn, side), str(turn), turn, side,
                     f"receives {received_words(design, line)}")
                 for (turn, side), line in chart_of(design).items()]
    found = [row for row in rows if row.role in roles and (not side or row.side in (side, ""))]
    return tuple(sorted(found, key=lambda row: (not row.turn, row.turn, row.when if not row.turn else "")))


def _rows_of(design: Design, scenario: Scenario, unit: Unit) -> list[Row]:
    nation = design.ruleset.nationality_by_id.get(unit.nationality)
    side, found = nation.side if nation else "", []
    if (arrival := unit.reinforcement) is not None:
        dice = arrival_dice(arrival)
        what = entry_name(design, arrival.entry) + (" …" if arrival.also else "") if arrival.entry else ""
        turn = 0 if arrival.brought_by else arrival.turn
        found.append(Row("arrives", unit.key, event_name(design, arrival.brought_by) or str(turn), turn, side,
                         f"{what}, {dice}" if dice else what))
    if (leaves := unit.withdrawal) is not None:
        found.append(Row("leaves", unit.key, event_name(design, leaves.event) or str(leaves.turn),
                         0 if leaves.event else leaves.turn, side, "leaves the map"))
    if (release := unit.release) is not None:
        when = str(release.turn) if release.turn else event_name(design, release.event)
        found.append(Row("moves", unit.key, when, release.turn, side, release_words(design, release)))
    return found


def _event_row(scenario: Scenario, design: Design, id: str) -> Row:
    line = scenario.scheduled.get(id) or ScheduledEvent(id)
    waiting = [u.name for u in scenario.units if u.reinforcement and u.reinforcement.event == id]
    who = waiting[0] if len(waiting) == 1 else count(len(waiting), "unit")
    brings = f"brings {who}" if waiting else ""
    turn = line.turn[0] if line.turn is not None and not line.never else 0
    return Row("happens", id, date_words(line), turn, "", brings)


# -- edits -------------------------------------------------------------------------------------------


def when_choices(design: Design, rows: Sequence[Row]) -> dict[str, str]:
    """The times that rows may have, in words, each with its value: a turn, an event, `never`, `by the rules`.
    """
    scenario = design.scenario
    roles = {row.role for row in rows}
    if scenario is None:
        return {}
    turns = {str(turn): str(turn) for turn in range(1, scenario.turns + 1)}
    if "receives" in roles:
        return turns
    if "happens" in roles:
        return {BY_RULES: BY_RULES, NEVER: NEVER, **turns} if roles == {"happens"} else turns
    return turns | event_choices(design, names_of(design, "event"))


def event_choices(design: Design, events: Iterable[str]) -> dict[str, str]:
    """Events by their names; those with one name are followed by their ids."""
    ids = tuple(dict.fromkeys(events))
    names = [event_name(design, id) for id in ids]
    return {name if names.count(name) == 1 else f"{name} ({id})": id
            for id, name in zip(ids, names, strict=True)}


def set_when(design: Design, rows: Sequence[Row], value: str) -> Design:
    """The design with another time for rows: a turn, an event, or for events `never` and `by the rules`.
    Raises ValueError, with the row, if that is impossible; then none is changed."""
    box = TrackBox("", turn=int(value)) if value.isdecimal() else TrackBox("", event=value)
    if lines := [row.name for row in rows if row.role == "receives"]:
        if not value.isdecimal():
            raise ValueError(f"{line_title(design, lines[0])} come on a turn: choose one.")
        design = move_lines(design, dict.fromkeys(lines, int(value)))
    for row in rows:
        if row.role == "receives":
            continue
        if row.role == "happens":
            design = _dated(design, row.name, value)
        else:
            design = put_in_box(design, [row.name], box, _role(row))
    return design


def _dated(design: Design, id: str, value: str) -> Design:
    """The design with another date of an event."""
    assert design.scenario is not None
    line = design.scenario.scheduled.get(id, ScheduledEvent(id))
    if value == BY_RULES:
        dated = id in design.scenario.scheduled
        return put_in_box(design, [id], TrackBox(""), "happens") if dated else design
    if value == NEVER:
        return date_event(design, replace(line, never=True, turn=None, roll="", at_least=None, at_most=None,
                                          when=None))
    if not value.isdecimal():
        raise ValueError(f"{event_name(design, id)} happens on a turn: choose one, or {NEVER}.")
    turn = int(value)
    last = turn + (line.turn[1] - line.turn[0] if line.turn else 0)
    return date_event(design, replace(
        line, never=False, turn=(turn, max(turn, min(last, design.scenario.turns)))))


def set_moments(design: Design, rows: Sequence[Row], text: str) -> Design:
    """The design with another time for units that leave or may move, as in the table of units: `3`, an event,
    `within:2`. Raises ValueError with a sentence; then none is changed."""
    assert design.scenario is not None
    units: dict[str, Unit] = {}
    for row in rows:
        unit = units.get(row.unit, design.scenario.unit_by_key[row.unit])
        column = "withdrawal" if row.role == "leaves" else "release"
        units[row.unit] = typed_unit(design, unit, column, text)
    return with_units(design, units)


def _role(row: Row) -> Role:
    roles: dict[str, Role] = {"arrives": "arrives", "leaves": "leaves", "moves": "moves"}
    return roles[row.role]


def shift_when(design: Design, rows: Sequence[Row], by: int) -> Design:
    """The design with the turns of rows moved by some turns. Raises ValueError, with the row, for a turn that
    the game does not have; then none is changed."""
    scenario = design.scenario
    if scenario is None:
        return design
    design = move_lines(design, {row.name: row.turn + by for row in rows if row.role == "receives"})
    for row in rows:
        if row.role == "receives":
            continue
        turn = row.turn + by
        if not 1 <= turn <= scenario.turns:
            name = (event_name(design, row.name) if row.role == "happens" else
                    scenario.unit_by_key[row.name].name)
            rest = ", so none was moved" if len(rows) > 1 else ""
            word = {"arrives": "arrive", "leaves": "leave", "moves": "be released", "happens": "happen"}
            raise ValueError(f"{name} would {word[row.role]} on turn {turn}, and the game has turns 1 to "
                             f"{scenario.turns}{rest}.")
        design = set_when(design, [row], str(turn))
    return design


def drop(design: Design, rows: Sequence[Row]) -> Design:
    """The design without rows: units off the schedule, no withdrawal, free to move, events by the rules,
    replacements as in the ruleset. Raises ValueError if a line of the ruleset is among them."""
    design = as_in_the_ruleset(design, [row.name for row in rows if row.role == "receives"])
    for row in rows:
        scenario = design.scenario
        assert scenario is not None
        if row.role == "receives":
            continue
        if row.role == "happens":
            if row.name in scenario.scheduled:
                lines = tuple(line for line in scenario.schedule if line.id != row.name)
                design = with_scenario(design, replace(scenario, schedule=lines))
        elif row.role == "arrives":
            design = with_scenario(design, unschedule(scenario, row.name))
        else:
            design = put_in_box(design, [row.name], TrackBox(""), _role(row))
    return design
