"""The timetable of a scenario as rows: arrivals, withdrawals, releases, events, replacements; their edits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ..design import Design
from ..ruleset import Replacements
from ..scenario import ReplacementOverride, Scenario, Unit
from ..schedule import ScheduledEvent
from ..timetable_words import arrival_dice, date_words, event_words, release_words
from ..wording import count, listed, quoted
from .any_names import names_of
from .documents import with_scenario
from .scenario import unschedule
from .turn_track import Role, TrackBox, date_event, put_in_box
from .unit_cells import named, typed_unit, with_units

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
        rows += [Row("receives", f"{line.turn}/{line.side}", str(line.turn), line.turn, line.side,
                     _received(design, line)) for line in lines_of(design)]
    found = [row for row in rows if row.role in roles and (not side or row.side in (side, ""))]
    return tuple(sorted(found, key=lambda row: (not row.turn, row.turn, row.when if not row.turn else "")))


def _rows_of(design: Design, scenario: Scenario, unit: Unit) -> list[Row]:
    nation = design.ruleset.nationality_by_id.get(unit.nationality)
    side, found = nation.side if nation else "", []
    if (arrival := unit.reinforcement) is not None:
        entry = scenario.entry_by_id.get(arrival.entry)
        dice = arrival_dice(arrival)
        what = (entry.name if entry else arrival.entry) + (" …" if arrival.also else "")
        turn = 0 if arrival.brought_by else arrival.turn
        found.append(Row("arrives", unit.key, event_words(arrival.brought_by) or str(turn), turn, side,
                         f"{what}, {dice}" if dice else what))
    if (leaves := unit.withdrawal) is not None:
        found.append(Row("leaves", unit.key, event_words(leaves.event) or str(leaves.turn),
                         0 if leaves.event else leaves.turn, side, "leaves the map"))
    if (release := unit.release) is not None:
        when = str(release.turn) if release.turn else event_words(release.event)
        found.append(Row("moves", unit.key, when, release.turn, side, release_words(release)))
    return found


def _event_row(scenario: Scenario, design: Design, id: str) -> Row:
    line = scenario.scheduled.get(id) or ScheduledEvent(id)
    own = next((e.name for e in design.ruleset.events if e.id == id), "")
    waiting = [u.name for u in scenario.units if u.reinforcement and u.reinforcement.event == id]
    who = waiting[0] if len(waiting) == 1 else count(len(waiting), "unit")
    brings = f"brings {who}" if waiting else ""
    turn = line.turn[0] if line.turn is not None and not line.never else 0
    name = line.name or own or event_words(id).capitalize()
    return Row("happens", id, date_words(line), turn, "", f"{name}; {brings}" if brings else name)


def lines_of(design: Design) -> list[Replacements]:
    """The replacement chart of the ruleset, with the lines that the scenario changes, by turn."""
    scenario = design.scenario
    lines = {(r.turn, r.side): r for r in design.ruleset.replacements}
    lines |= {(o.turn, o.side): Replacements(o.turn, o.side, o.steps, o.assets)
              for o in (scenario.replacements if scenario else ())}
    return [lines[key] for key in sorted(lines)]


def _received(design: Design, line: Replacements) -> str:
    return f"receives {listed(_received_parts(design, line))}"


def _received_parts(design: Design, line: Replacements) -> list[str]:
    names = {asset.id: asset.name.lower() for asset in design.ruleset.assets}
    return [count(line.steps, "step"), *(f"{n} {names.get(id, id)}" for id, n in line.assets if n)]


# -- edits -------------------------------------------------------------------------------------------


def when_choices(design: Design, rows: Sequence[Row]) -> dict[str, str]:
    """The times that rows may have, in words, each with its value: a turn, an event, `never`, `by the rules`.
    """
    scenario = design.scenario
    roles = {row.role for row in rows}
    if scenario is None or "receives" in roles:
        return {}
    turns = {str(turn): str(turn) for turn in range(1, scenario.turns + 1)}
    if "happens" in roles:
        return {BY_RULES: BY_RULES, NEVER: NEVER, **turns} if roles == {"happens"} else turns
    return turns | {event_words(event): event for event in names_of(design, "event")}


def set_when(design: Design, rows: Sequence[Row], value: str) -> Design:
    """The design with another time for rows: a turn, an event, or for events `never` and `by the rules`.
    Raises ValueError, with the row, if that is impossible; then none is changed."""
    box = TrackBox("", turn=int(value)) if value.isdecimal() else TrackBox("", event=value)
    for row in rows:
        if row.role == "receives":
            raise ValueError("The turn of replacements stays; change how many steps come (F2), or add a line "
                             "in All keys > Replacements.")
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
        raise ValueError(f"{event_words(id).capitalize()} happens on a turn: choose one, or {NEVER}.")
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
    for row in rows:
        turn = row.turn + by
        if not 1 <= turn <= scenario.turns:
            name = row.name if row.role == "happens" else scenario.unit_by_key[row.name].name
            rest = ", so none was moved" if len(rows) > 1 else ""
            word = {"arrives": "arrive", "leaves": "leave", "moves": "be released", "happens": "happen"}
            raise ValueError(f"{name} would {word[row.role]} on turn {turn}, and the game has turns 1 to "
                             f"{scenario.turns}{rest}.")
        design = set_when(design, [row], str(turn))
    return design


def drop(design: Design, rows: Sequence[Row]) -> Design:
    """The design without rows: units off the schedule, no withdrawal, free to move, events by the rules,
    replacements as in the ruleset. Raises ValueError if a line of the ruleset is among them."""
    for row in rows:
        scenario = design.scenario
        assert scenario is not None
        if row.role == "receives":
            left = tuple(r for r in scenario.replacements if f"{r.turn}/{r.side}" != row.name)
            if left == scenario.replacements:
                raise ValueError("These replacements stand in the ruleset: set their steps to 0 (F2) for "
                                 "this scenario.")
            design = with_scenario(design, replace(scenario, replacements=left))
        elif row.role == "happens":
            if row.name in scenario.scheduled:
                lines = tuple(line for line in scenario.schedule if line.id != row.name)
                design = with_scenario(design, replace(scenario, schedule=lines))
        elif row.role == "arrives":
            design = with_scenario(design, unschedule(scenario, row.name))
        else:
            design = put_in_box(design, [row.name], TrackBox(""), _role(row))
    return design


def received_choices(design: Design, rows: Sequence[Row]) -> tuple[str, ...]:
    """What lines of the chart of replacements may have, part by part: `2 steps`, `4 markers`."""
    sides = {row.side for row in rows}
    used = {id for line in lines_of(design) for id, _ in line.assets}
    assets = [a for a in design.ruleset.assets if a.side in sides and a.id in used]
    return (*(count(n, "step") for n in range(10)),
            *dict.fromkeys(f"{n} {a.name.lower()}" for a in assets for n in range(10)))


def received_text(design: Design, rows: Sequence[Row]) -> str:
    """What lines of the chart give, as it is typed: `1 step, 4 markers`; "" if they differ."""
    wanted = {row.name for row in rows}
    texts = {", ".join(_received_parts(design, line)) for line in lines_of(design)
             if f"{line.turn}/{line.side}" in wanted}
    return texts.pop() if len(texts) == 1 else ""


def set_received(design: Design, rows: Sequence[Row], text: str) -> Design:
    """The design with what a text says in lines of the chart, for this scenario: steps and assets of
    their side; what it does not name stays. Raises ValueError with a sentence."""
    scenario = design.scenario
    assert scenario is not None
    wanted = {row.name for row in rows if row.role == "receives"}
    changed = {}
    for line in lines_of(design):
        if f"{line.turn}/{line.side}" in wanted:
            steps, assets = _read_received(design, line, text)
            changed[line.turn, line.side] = ReplacementOverride(line.turn, line.side, steps, assets)
    lines = tuple(changed.pop((r.turn, r.side), r) for r in scenario.replacements)
    given = {(r.turn, r.side): (r.steps, r.assets) for r in lines_of(design)}
    new = tuple(r for r in changed.values() if given[r.turn, r.side] != (r.steps, r.assets))
    if lines == scenario.replacements and not new:
        return design
    return with_scenario(design, replace(scenario, replacements=(*lines, *new)))


def _read_received(design: Design, line: Replacements, text: str) -> tuple[int, tuple[tuple[str, int], ...]]:
    """The steps and the assets of a line of the chart after a text."""
    assets = [a for a in design.ruleset.assets if a.side == line.side]
    steps, has = line.steps, dict(line.assets)
    parts = [part for part in re.split(r"\s*(?:[,;+]|\band\b)\s*", text.strip()) if part]
    if not parts:
        also = f", 4 {assets[0].name.lower()}" if assets else ""
        raise ValueError(f"Write how many steps come, and of what else how much: 2 steps{also}.")
    for part in parts:
        found = re.fullmatch(r"(\d{1,4})\s*(.*)", part)
        if found is None or int(found[1]) > 99:
            raise ValueError(f"{quoted(part[:40])} is not a number up to 99 and what comes, such as 2 steps.")
        number, what = int(found[1]), found[2].strip()
        if what.casefold() in ("", "step", "steps"):
            steps = number
            continue
        named_so = [(a.id, name) for a in assets for name in (a.name, a.name.removesuffix("s"))]
        id = named(what, named_so, "asset of this side")
        has[id] = number
    return steps, tuple((id, n) for id, n in has.items() if n)
