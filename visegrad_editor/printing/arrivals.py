"""Reinforcements by turn and by event, and the turn track with replacements, withdrawals and events."""

from __future__ import annotations

from itertools import groupby

from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.files.option_changes import in_force
from ..model.rules.arrivals import CallUp, number_in
from ..model.rules.matching import is_meant
from ..model.rules.phrases import Phrases
from ..model.rules.sentences import Sentences
from ..model.ruleset import Replacements, Side
from ..model.scenario import Reinforcement, Scenario, Unit
from ..model.timetable import releases_of, withdrawals_of
from ..model.timetable_words import arrival_dice, date_words, event_name
from . import words
from .blocks import GroupHeading, Heading, Paragraph
from .flow import Block, Columns, Element, Together
from .pen import Pen
from .setup_section import UnitCounts, listed_words, side_of, sides_in_play
from .text import BODY, HAIRLINE, INK, LABEL, NUMBER, SMALL, TINT, TextStyle, shorten
from .unit_rows import PlaceHeading, unit_cells

_PER_STRIP, _PER_DENSE_STRIP = 10, 15
_ACROSS = 3
"""How many units stand side by side."""
_FEW = 2
"""A turn with no more units may stand beside another one."""
_MOST_WHITE = 0.36
"""The share of a page that may stay white to keep a turn or an event in one piece."""


@dataclass
class TurnStrip(Block):
    """A run of turns as columns of a table, each with a box for the turn marker."""

    turns: tuple[int, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """(label, texts by turn)."""
    columns: int
    low: bool = False
    gap: float = 6.0

    _ROW = 13.0

    @property
    def _head(self) -> float:
        return 24.0 if self.low else 30.0

    def height(self, width: float) -> float:
        return self._head + self._ROW * len(self.rows) + (0 if self.low else 4)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        label = min(150.0, 0.29 * width)
        cell = (width - label) / self.columns
        pen.text(x, top + self._head / 2 - 5, "Turn", LABEL)
        for i, turn in enumerate(self.turns):
            left = x + label + i * cell
            pen.box(left + 1.5, top + 1, cell - 3, self._head - 5, fill="#ffffff", stroke=INK, radius=2.5)
            pen.text(left + cell / 2, top + self._head / 2 - 8, str(turn), NUMBER, "centre")
        for r, (text, values) in enumerate(self.rows):
            y = top + self._head + r * self._ROW
            if r % 2 == 0:
                pen.box(x, y, label + cell * len(self.turns), self._ROW, fill=TINT)
            pen.text(x + 4, y + 1, shorten(text, SMALL, label - 6), TextStyle(SMALL.font, 7.5, 11, INK))
            for i, value in enumerate(values):
                narrow = min(1.0, (cell - 5) / max(1.0, TextStyle(BODY.font, 8.5, 11).width(value)))
                style = TextStyle(BODY.font, 8.5 * narrow, 11, HAIRLINE if value == "–" else INK)
                pen.text(x + label + (i + 0.5) * cell, y + 1, value, style, "centre")


@dataclass
class TurnHeading(GroupHeading):
    """The heading of a turn or an event."""

    gap: float = 12.0
    level: int = 1

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        if not self.again:
            pen.outline(self.text, f"arrival-{self.text}", top, self.level)
        super().draw(pen, x, top, width)


@dataclass
class QuietTurns(Paragraph):
    """A line about turns without reinforcements of their own."""

    style: TextStyle = SMALL
    gap: float = 8.0


def arrivals_section(
    design: Design, scenario: Scenario, *, snug: bool = False, beside: bool = False,
) -> list[Element]:
    """Turn track, reinforcements by turn, then those brought by an event; `snug` with less white space,
    `beside` with turns of few units in two columns."""
    elements: list[Element] = [
        Together(
            [
                Heading("Turns, reinforcements, replacements", words.count_words(scenario.turns, "turn")),
                *turn_track(design, scenario),
            ]
        )
    ]
    by_turn: dict[int, list[Unit]] = {}
    by_event: dict[str, list[Unit]] = {}
    for unit in scenario.units:
        if unit.reinforcement is None:
            continue
        if unit.reinforcement.brought_by:
            by_event.setdefault(unit.reinforcement.brought_by, []).append(unit)
        else:
            by_turn.setdefault(unit.reinforcement.turn, []).append(unit)
    for small, turns in groupby(sorted(by_turn), key=lambda turn: beside and len(by_turn[turn]) <= _FEW):
        listed = list(turns)
        across = 1 if small and len(listed) > 1 else _ACROSS
        lists = [
            _arrivals(f"Turn {t}" if t <= scenario.turns else f"Turn {t} (after the last turn)", by_turn[t],
                      design, scenario, snug, across) for t in listed]
        if across == 1:
            elements.append(Columns([block for blocks in lists for block in blocks], gap=12.0))
        else:
            elements += [Together(blocks, most=_MOST_WHITE) for blocks in lists]
    dated = {turn for event in by_event for turn in _turns_of(event, scenario)}
    rolled = _first_rolls(scenario)
    empty = [t for t in range(1, scenario.turns + 1) if t not in by_turn and t not in dated]
    quiet, late = [t for t in empty if t <= rolled], [t for t in empty if t > rolled]
    # When an event comes that the schedule does not date is for the dice to say.
    unless = ", unless an event brings them" if any(
        not _turns_of(event, scenario) for event in by_event) else ""
    if quiet and (by_turn or dated):
        elements.append(QuietTurns(f"{words.turn_words(quiet)}: no reinforcements are due{unless}."))
    elif quiet:
        elements.append(QuietTurns(f"No reinforcements are due on any turn{unless}."))
    if late:
        elements.append(QuietTurns(
            f"{words.turn_words(late)}: no reinforcements are due but those of earlier turns that "
            f"their dice have not brought yet{unless}.", gap=3.0 if quiet else 8.0))
    if by_event:
        elements.append(Heading("Reinforcements by event", "off the map until then"))
        for event, units in by_event.items():
            date = _date_of(event, scenario)
            title = f"{_event_title(event, design)}{f': {date}' if date else ''}"
            blocks = _arrivals(title, units, design, scenario, snug)
            elements.append(Together(blocks, most=_MOST_WHITE))
    return [*elements, *timetable_section(design, scenario)]


def _first_rolls(scenario: Scenario) -> int:
    """The first turn on which dice are rolled for units. Those that do not come then may come on any later
    turn. The last turn if none are rolled; dice after an event without a date do not count."""
    first = [scenario.turns]
    for unit in scenario.units:
        arrival = unit.reinforcement
        if arrival is not None and arrival.roll and not arrival.pool:
            first += [*_turns_of(arrival.event, scenario)] if arrival.event else [arrival.turn]
    return min(first)


def _arrivals(
    title: str, units: list[Unit], design: Design, scenario: Scenario, snug: bool, across: int = _ACROSS,
) -> list[Block]:
    """The units that come with a turn or an event below its heading, `across` side by side."""
    head = TurnHeading(title, listed_words(units, design), gap=9.0 if snug else 12.0)
    blocks: list[Block] = [head]
    listed = {entry.id: n for n, entry in enumerate(scenario.entries)}
    for side in sides_in_play(design, scenario):
        groups: dict[tuple[str, str], list[Unit]] = {}
        for unit in units:
            if side_of(unit, design) == side.id and unit.reinforcement is not None:
                adjective = words.nationality_adjective(unit, design.ruleset)
                groups.setdefault((adjective, _entry_text(unit, unit.reinforcement, design)), []).append(unit)
        # Nations as their units stand, the entries of each as the scenario lists them.
        nations = list(dict.fromkeys(adjective for adjective, _ in groups))
        by_entry = {group: listed.get(members[0].reinforcement.entry, -1)
                    for group, members in groups.items() if members[0].reinforcement is not None}
        order = sorted(groups, key=lambda group: (nations.index(group[0]), by_entry[group]))
        for adjective, text in order:
            members = groups[adjective, text]
            entry = members[0].reinforcement.entry if members[0].reinforcement else ""
            if members[0].reinforcement and _call_up(members[0].reinforcement.brought_by, design):
                place = PlaceHeading(text, head)
            else:
                place = PlaceHeading(f"{adjective}: {text}", head, note=words.entry_conditions(entry, design))
            rows = unit_cells(members, design, across, place, snug)
            for row in rows[:-1] if across == 1 else ():
                row.keep = True
            blocks += [place, *rows]
    return blocks


def _event_title(event: str, design: Design) -> str:
    """What brings units, as a heading: the name of a pool or an event, the units of a call-up."""
    ruleset = design.ruleset
    if call_up := _call_up(event, design):
        return words.sentence(Phrases(ruleset).units(call_up.units))
    return words.sentence(event_name(design, event))


def _date_of(event: str, scenario: Scenario) -> str:
    """When an event happens by the schedule of the scenario, in a few words; "" if the rules say it."""
    line = scenario.scheduled.get(event)
    return date_words(line) if line is not None and line.is_dated else ""


def _turns_of(event: str, scenario: Scenario) -> range:
    """The turns on which an event may happen by the schedule; none if that does not say them."""
    line = scenario.scheduled.get(event)
    if line is None or line.turn is None:
        return range(0)
    first, last = line.turn
    sure = not (line.roll or line.when is not None)
    return range(first, (first if sure else last) + 1)


def _call_up(event: str, design: Design) -> CallUp | None:
    """The call-up that an event of a reinforcement names."""
    return next((c for c in design.ruleset.call_ups if c.id == event), None) if event else None


def _entry_text(unit: Unit, reinforcement: Reinforcement, design: Design) -> str:
    if call_up := _call_up(reinforcement.brought_by, design):
        told = Sentences(design.ruleset, design.map).call_up(call_up)[0]
        return f"{told.text.rstrip('.')}, rule {told.rule}" if told.rule else told.text
    if unit.setup is not None and unit.setup.box:
        return words.setup_words(unit.setup, design)
    pool = next((p for p in design.ruleset.pools if p.id == reinforcement.brought_by), None)
    entries = pool.entry if pool is not None else (reinforcement.entry, *reinforcement.also)
    texts = [words.entry_words(e, design) + words.stand_in_words(e, design) for e in entries if e]
    place = "; or ".join([texts[0], *map(words.lower_first, texts[1:])]) if texts else "Entry not stated"
    dice = arrival_dice(reinforcement)
    if not dice:
        return place
    until = "on this and each later turn until it comes" if not reinforcement.brought_by else (
        "each turn from then on until it comes")
    return f"{place}, by a roll of {dice} {until}"


def timetable_section(design: Design, scenario: Scenario) -> list[Element]:
    """The events to which the scenario gives a date, and its units that leave or may not move at first."""
    say = Sentences(design.ruleset, design.map, events=scenario.event_names)
    told = [say.scheduled(line) for line in scenario.schedule]
    told += [one for w in withdrawals_of(scenario) for one in say.withdrawal(w)]
    told += [one for r in releases_of(scenario) for one in say.release(r)]
    if not told:
        return []
    return [Together([Heading("Events, withdrawals, releases", ""),
                      *(Paragraph(str(one), BODY, 4.0) for one in told)], most=_MOST_WHITE)]


def turn_track(design: Design, scenario: Scenario, *, dense: bool = False) -> list[Element]:
    """The strips of the turn track, with the arrivals, replacements and withdrawals of each side by turn, the
    rolls that bring units, and the dated events; `dense` ones are lower and hold more turns."""
    rows = _track_rows(design, scenario)
    turns = list(range(1, scenario.turns + 1))
    strips: list[Element] = []
    most = _PER_DENSE_STRIP if dense else _PER_STRIP
    columns = min(most, max(1, len(turns)))
    for start in range(0, len(turns), most):
        part = turns[start : start + most]
        cells = tuple((label, tuple(values[t - 1] for t in part)) for label, values in rows)
        strips.append(TurnStrip(tuple(part), cells, columns, low=dense))
    return strips


def _track_rows(design: Design, scenario: Scenario) -> list[tuple[str, list[str]]]:
    rows = []
    for side in sides_in_play(design, scenario):
        due: list[list[Unit]] = [[] for _ in range(scenario.turns + 1)]
        for unit in scenario.units:
            turn = unit.reinforcement.turn if unit.reinforcement else 0
            if side_of(unit, design) == side.id and 0 < turn <= scenario.turns and not (
                    unit.reinforcement and unit.reinforcement.roll):
                due[turn].append(unit)
        counts = [UnitCounts.of(units, design) for units in due[1:]]
        pools = _from_pools(design, scenario, side.id)
        rows.append((f"{side.name}: reinforcements", [
            str(c.later + pool or "–") for c, pool in zip(counts, pools, strict=True)]))
        if any(c.air for c in counts):
            rows.append((f"{side.name}: air units", [str(c.air or "–") for c in counts]))
        rows += _rolled_rows(design, scenario, side)
        received: dict[str, list[str]] = {}
        for line in replacement_lines(design, scenario):
            if line.side == side.id and 0 < line.turn <= scenario.turns:
                for what, number in (("", line.steps), *line.assets):
                    if number:
                        row = received.setdefault(what, ["–"] * scenario.turns)
                        source = line.provenance.of("assets" if what else "steps")
                        row[line.turn - 1] = f"{number}{words.dagger(source)}"
        names = {"": "replacement steps", **{a.id: a.name.lower() for a in design.ruleset.assets}}
        rows += [(f"{side.name}: {names.get(what, what)}", received[what]) for what in sorted(received)]
        for asset in in_force(design).ruleset.assets:
            numbers = [number_in(asset.each_turn, turn) for turn in range(1, scenario.turns + 1)]
            # What comes on every turn alike is said once, among the rules.
            if asset.side == side.id and len(set(numbers)) > 1:
                mark = words.dagger(asset.provenance.of("each_turn"))
                rows.append((f"{side.name}: {asset.name}", [
                    f"{number}{mark}" if number else "–" for number in numbers]))
        leaving = _leaving(design, scenario, side.id)
        if any(leaving):
            rows.append((f"{side.name}: units that leave", [str(number or "–") for number in leaving]))
    return [*rows, *_event_rows(design, scenario)]


def _rolled_rows(design: Design, scenario: Scenario, side: Side) -> list[tuple[str, list[str]]]:
    """The units of a side that dice bring, a row for each kind of dice: on each turn on which they are rolled
    the rolls that bring a unit, and of how many units. A unit may come on its turn and on each later one."""
    due: dict[str, dict[str, list[int]]] = {}
    for unit in scenario.units:
        arrival = unit.reinforcement
        if arrival is None or not arrival.roll or arrival.brought_by or side_of(unit, design) != side.id:
            continue
        bounds = _bounds(arrival.at_least, arrival.at_most)
        if 0 < arrival.turn <= scenario.turns:
            due.setdefault(arrival.roll, {}).setdefault(bounds, []).append(arrival.turn)
    rows = []
    for roll, by_bounds in due.items():
        for bounds, turns in by_bounds.items():
            numbers = [sum(first <= turn for first in turns) for turn in range(1, scenario.turns + 1)]
            rows.append((f"{side.name}: by {roll} each turn", [
                f"{number} × {bounds}" if number > 1 else bounds if number else "–" for number in numbers]))
    return rows


def _bounds(least: int | None, most: int | None) -> str:
    """The rolls that bring something, in a few letters: `5+`."""
    if least is not None and most is not None:
        return f"{least}–{most}"
    return f"{least}+" if least is not None else f"≤ {most}" if most is not None else "•"


def _leaving(design: Design, scenario: Scenario, side: str) -> list[int]:
    """How many units of a side leave the map on each turn, by the ruleset or the scenario."""
    ruleset = in_force(design).ruleset
    due = [0] * scenario.turns
    for turn in range(1, scenario.turns + 1):
        leaving = [w.units for w in ruleset.withdrawals if w.turn == turn]
        due[turn - 1] = sum(side_of(unit, design) == side and any(
            is_meant(ruleset, unit, units) for units in leaving) for unit in scenario.units) if leaving else 0
    return due


def _event_rows(design: Design, scenario: Scenario) -> list[tuple[str, list[str]]]:
    """The events that the schedule dates, with the turns on which each may happen: a dot, the rolls that
    bring it, or `if` where a situation does."""
    rows = []
    for line in scenario.schedule:
        turns = _turns_of(line.id, scenario) if line.is_dated and not line.never else range(0)
        mark = "if" if line.when is not None else "•" if not line.roll else (
            _bounds(line.at_least, line.at_most))
        dice = f" ({line.roll}{f' {line.bonus:+d}' if line.bonus else ''})" if line.roll else ""
        if any(turn in turns for turn in range(1, scenario.turns + 1)):
            rows.append((f"{words.sentence(event_name(design, line.id)).rstrip('.')}{dice}", [
                mark if turn in turns else "–" for turn in range(1, scenario.turns + 1)]))
    return rows


def _from_pools(design: Design, scenario: Scenario, side: str) -> list[int]:
    """How many units may come from the pools of a side on each turn, until all have come; not those of a pool
    that come all at once, at a time of the owner's choice."""
    due = [0] * scenario.turns
    for pool in design.ruleset.pools:
        arrivals = [u.reinforcement for u in scenario.units if u.reinforcement]
        left = sum(arrival.brought_by == pool.id for arrival in arrivals)
        if pool.side != side or number_in(pool.number, 1) >= left:
            continue
        for turn in range(1, scenario.turns + 1):
            number = min(left, number_in(pool.number, turn))
            due[turn - 1] += number
            left -= number
    return due


def replacement_lines(design: Design, scenario: Scenario) -> list[Replacements]:
    """The replacement chart of the ruleset, with the lines that the scenario changes."""
    lines = {(r.turn, r.side): r for r in design.ruleset.replacements}
    lines.update({
        (o.turn, o.side): Replacements(o.turn, o.side, o.steps, o.assets) for o in scenario.replacements})
    return list(lines.values())
