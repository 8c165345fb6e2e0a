"""Checks of the timetable of a scenario: events with a date, units that come by dice, leave, or wait."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from typing import Any

from ..design import Design
from ..problems import Fix, Severity
from ..rules.grammar import Situation, dice_of
from ..rules.results import Effect
from ..ruleset import Ruleset
from ..scenario import Scenario, Unit
from ..schedule import ScheduledEvent
from ..timetable_words import given_event_name
from ..wording import count, listed, quoted
from .blocks import Blocks
from .context import Checks
from .fixes import all_but_first, drop, put, unit_fix


def check_timetable(checks: Checks, scenario: Scenario, stated: Ruleset) -> None:
    """Dates that cannot be, events that nobody waits for, and units that wait in vain. `stated` is the
    ruleset without what the scenario adds to it."""
    checks.doubles("scenario", "schedule", "events", (e.id for e in scenario.schedule), lambda id: (
        all_but_first("event", "schedule", lambda e: str(e.id), id, sum(
            e.id == id for e in scenario.schedule)),))
    scripts = [effect for effect, _ in Blocks(checks, whole=False).of(Effect)]
    known, asked = frozenset(e.id for e in stated.events), _asked_for(checks, scenario)
    for line in checks.each("schedule", scenario.schedule, lambda e: e.id):
        _check_line(checks, scenario, line)
        _check_use(checks, scenario, line, known | asked)
        if line.does and not line.is_dated and line.id not in known:
            _check_undated(checks, scenario, line, asked)
    events = _known_events(checks, scenario, scripts)
    for unit in scenario.units:
        _check_dice(checks, unit)
        _check_withdrawal(checks, scenario, unit, events)
        _check_release(checks, scenario, unit, events, scripts)


def _known_events(checks: Checks, scenario: Scenario, scripts: list[Effect]) -> list[str]:
    """The events that there are: those of the rules and the schedule, those that effects or units name."""
    rules = checks.design.ruleset
    start = scenario.start.events if scenario.start is not None else ()
    return list(dict.fromkeys((
        *(e.id for e in rules.events), *(p.id for p in rules.pools), *(e.event for e in scripts if e.event),
        *(e.arrive for e in scripts if e.arrive), *start, *(line.id for line in scenario.schedule),
        *(u.reinforcement.event for u in scenario.units if u.reinforcement and u.reinforcement.event))))


# -- events with a date ------------------------------------------------------------------------------


def _check_line(checks: Checks, scenario: Scenario, line: ScheduledEvent) -> None:
    """What a line of the schedule says of a date."""
    def add(code: str, message: str, key: str, *fixes: Fix, severity: Severity = "error") -> None:
        checks.add(severity, code, message, "scenario", "schedule", line.id, rule=line.rule, within=(key,),
                   fixes=fixes)

    def changed(label: str, harmless: bool = False, **fields: Any) -> Fix:
        return put(label, "schedule", line, replace(line, **fields), harmless)

    name = quoted(given_event_name(checks.design, line.id) or line.id)
    besides = [key for key, given in (
        ("a turn", line.turn), ("dice", line.roll), ("a condition", line.when is not None)) if given]
    if line.never and besides:
        add("never-and-date", (
            f"The event {name} is never to happen, and it also has {listed(besides)}. Leave one of the two "
            "out."), "never", changed(f"Let the event {name} happen never", turn=None, roll="",
                                                  at_least=None, at_most=None, when=None),
            changed(f"Let the event {name} happen at its date", never=False))
    for message in _of_dice(line.roll, line.at_least, line.at_most, line.bonus, f"event {name}"):
        add("dice", message, "roll", *([changed(
            f"Take the number to be rolled for the event {name} away", at_least=None, at_most=None)]
            if not line.roll else []))
    if line.bonus and not line.never and not _has_dice(checks, line):
        add("idle-bonus", (
            f"The event {name} has a bonus of {line.bonus:+d}, and no dice decide about it. Take the bonus "
            "away, or give it dice."), "bonus", changed(
                f"Take the bonus of the event {name} away", True, bonus=0), severity="warning")
    when = line.when.turn if line.when is not None else None
    if line.turn is not None and when is not None and _apart(line.turn, when):
        add("never-true", (
            f"The event {name} never happens: its turn is {_turns(line.turn)}, and its condition asks for "
            f"{_turns(when)}. Leave one of them out."), "when",
            changed(f"Take the turn of the event {name} away, and leave its condition", turn=None),
            severity="warning")
    if scenario.start is not None and line.id in scenario.start.events and line.is_dated and not line.never:
        add("happens-twice", (
            f"The event {name} has happened when the scenario begins, and the schedule says when it happens. "
            "Leave one of them out."), "id", drop(
                f"Take the event {name} out of the schedule", "schedule", line), severity="warning")


def _has_dice(checks: Checks, line: ScheduledEvent) -> bool:
    """Whether dice decide about an event of the schedule: its own, or those of the ruleset; a game may roll
    for an event that its ruleset does not declare, or whose situation it leaves open."""
    def rolls(when: Situation | None) -> bool:
        return when is not None and bool(when.roll or rolls(when.without) or any(
            map(rolls, (*when.all, *when.any))))

    if line.is_dated:
        return bool(line.roll) or rolls(line.when)
    event = next((e for e in checks.design.ruleset.events if e.id == line.id), None)
    return event is None or rolls(event.when)


def _apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether no turn is in both of two ranges, neither of which goes backwards."""
    return one[0] <= one[1] and other[0] <= other[1] and (one[1] < other[0] or other[1] < one[0])


def _turns(turns: tuple[int, int]) -> str:
    return f"turn {turns[0]}" if turns[0] == turns[1] else f"turns {turns[0]} to {turns[1]}"


def date_fixes(design: Design, id: str, turns: int) -> tuple[Fix, ...]:
    """Fixes of an event of the schedule whose turns go backwards, or begin after the last turn."""
    lines = design.scenario.schedule if design.scenario is not None else ()
    line = next((e for e in lines if e.id == id), None)
    if line is None:
        return ()
    name = quoted(given_event_name(design, id) or id)

    def dated(turn: tuple[int, int]) -> ScheduledEvent:
        if line.turn is not None or line.when is None:
            return replace(line, turn=turn)
        return replace(line, when=replace(line.when, turn=turn))

    given = line.turn or (line.when.turn if line.when is not None else None)
    if given is None:
        return ()
    if given[1] < given[0]:
        other = given[::-1]
        return (put(f"Let the event {name} happen on {_turns(other)}", "schedule", line, dated(other)),)
    return (put(f"Let the event {name} happen on turn {turns}, the last", "schedule", line,
                dated((turns, turns))),) if given[0] > turns else ()


def opening_fixes(design: Design, id: str, turns: int) -> tuple[Fix, ...]:
    """Fixes of an entry that is open only on turns after the last one."""
    entry = design.scenario.entry_by_id.get(id) if design.scenario is not None else None
    if entry is None or entry.needs is None or entry.needs.turn is None or entry.needs.turn[0] <= turns:
        return ()
    name = quoted(entry.name or id)
    needs = replace(entry.needs, turn=None)
    return (put(f"Let the entry {name} open on turn {turns}, the last", "entries", entry,
                replace(entry, needs=replace(needs, turn=(turns, turns)))),
            put(f"Let the entry {name} be open on every turn", "entries", entry,
                replace(entry, needs=None if needs == Situation() else needs)))


def _of_dice(roll: str, least: int | None, most: int | None, bonus: int, what: str) -> Iterator[str]:
    """What is wrong with dice that decide about something."""
    if not roll:
        if least is not None or most is not None:
            yield f"The {what} has a number to be rolled and no dice. Add dice, such as 1d6."
        return
    number, sides = dice_of(roll)
    low, high = number + bonus, number * sides + bonus
    if least is None and most is None:
        yield f"The {what} rolls {roll} and does not say what for. Say at least or at most which number."
    elif (least if least is not None else low) > (most if most is not None else high) or (
            least is not None and least > high) or (most is not None and most < low):
        dice = f"{roll}{f' with {bonus:+d}' if bonus else ''}"
        yield (f"The {what} never comes by its dice: {dice} gives {low} to {high}. Change the number to be "
               "rolled.")


def _check_use(checks: Checks, scenario: Scenario, line: ScheduledEvent, used: Set[str]) -> None:
    """Units that wait in vain for an event, and events without any consequence."""
    waiting = [u for u in scenario.units if u.reinforcement and u.reinforcement.event == line.id]
    name = quoted(given_event_name(checks.design, line.id) or line.id)
    first = line.turn[0] if line.turn is not None else 0
    if waiting and (line.never or first > scenario.turns):
        who = f"{checks.called(waiting[0])} waits" if len(waiting) == 1 else (
            f"{count(len(waiting), 'unit')} wait")
        why = "never happens" if line.never else (
            f"cannot happen before turn {first}, and the scenario ends with turn {scenario.turns}")
        checks.add("warning", "never-comes", (
            f"{who} for the event {name}, which {why}. Give {'it' if len(waiting) == 1 else 'them'} another "
            "turn or event, or change the schedule."), "scenario", "schedule", line.id, rule=line.rule,
            unit=waiting[0].key, fixes=() if line.never else date_fixes(
                checks.design, line.id, scenario.turns))
    if not (waiting or line.does or line.never or line.id in used):
        checks.add("warning", "idle-event", (
            f"Nothing waits for the event {name} of the schedule: no unit comes or leaves by it, and no "
            "condition asks for it. Let a unit come by it, say what it does, or leave it out."),
            "scenario", "schedule", line.id, rule=line.rule, fix=drop(
                f"Take the event {name} out of the schedule", "schedule", line, harmless=True))


def _check_undated(checks: Checks, scenario: Scenario, line: ScheduledEvent, asked: Set[str]) -> None:
    """What an event does that has no date and that no ruleset has: only with a date the schedule makes it."""
    name = quoted(given_event_name(checks.design, line.id) or line.id)
    bare = replace(line, does=())
    awaited = line.id in asked or any(
        u.reinforcement and u.reinforcement.event == line.id for u in scenario.units)
    checks.add("warning", "undated-event", (
        f"The event {name} has no `turn`, `roll` or `when`, so that what it `does` never takes place. Say "
        "when it happens, or take `does` away."), "scenario", "schedule", line.id, rule=line.rule,
        within=("does",), fix=put(
            f"Take what the event {name} does away", "schedule", line, bare, True) if awaited else drop(
                f"Take the event {name} out of the schedule", "schedule", line, harmless=True))


def _asked_for(checks: Checks, scenario: Scenario) -> frozenset[str]:
    """The events for which a condition, a withdrawal or a release asks."""
    found = {event for one, _ in Blocks(checks, whole=False).of(Situation) for event in one.happened}
    found |= {u.withdrawal.event for u in scenario.units if u.withdrawal}
    return frozenset(found)


# -- units ---------------------------------------------------------------------------------------------


def _check_dice(checks: Checks, unit: Unit) -> None:
    called = checks.called(unit)
    arrival = unit.reinforcement
    if arrival is None:
        return
    what = f"reinforcement {quoted(called)}"
    found = list(_of_dice(arrival.roll, arrival.at_least, arrival.at_most, 0, what))
    if arrival.roll and arrival.pool:
        found = [f"The {what} waits in a pool, so no dice are rolled for it. Leave them out."]
    for message in found:
        checks.add("error", "dice", message, "scenario", "units", unit.key, unit=unit.key,
                   within=("reinforcement",))


def _check_withdrawal(checks: Checks, scenario: Scenario, unit: Unit, events: list[str]) -> None:
    called = checks.called(unit)
    leaves, arrival = unit.withdrawal, unit.reinforcement
    if leaves is None:
        return

    def add(code: str, message: str, *fixes: Fix) -> None:
        checks.add("error" if code == "no-turn" else "warning", code, message, "scenario", "units", unit.key,
                   unit.hex, unit.key, within=("withdrawal",), fixes=fixes,
                   because="turns" if code == "after-the-end" else "")

    if leaves.event and leaves.event not in events:
        checks.unknown("event", leaves.event, events, f"withdrawal of {called}", "scenario", "units",
                       unit.key, unit=unit.key, within=("withdrawal", "event"))
    if not leaves.turn and not leaves.event:
        add("no-turn", f"The withdrawal of {called} says neither a turn nor an event. Add one of them.")
    if leaves.turn > scenario.turns:
        add("after-the-end", (
            f"{called} leaves on turn {leaves.turn}; the scenario ends with turn {scenario.turns}."),
            unit_fix(f"Let {called} stay to the end, as it does", unit.key,
                     lambda u: replace(u, withdrawal=None), harmless=True))
    elif leaves.turn and arrival is not None and arrival.turn >= leaves.turn:
        add("gone-before", (
            f"{called} arrives on turn {arrival.turn} and leaves as its turn {leaves.turn} begins, "
            "so it is never there. Change one of the turns."),
            unit_fix(f"Let {called} stay to the end", unit.key, lambda u: replace(u, withdrawal=None)))


def _check_release(
    checks: Checks, scenario: Scenario, unit: Unit, events: list[str], scripts: list[Effect]
) -> None:
    called = checks.called(unit)
    release = unit.release
    if release is None:
        return
    if release.event and release.event not in events:
        checks.unknown("event", release.event, events, f"release of {called}", "scenario", "units",
                       unit.key, unit=unit.key, within=("release", "event"))
    if release.event or release.enemy_within or any(effect.release is not None for effect in scripts):
        return
    if not release.turn or release.turn > scenario.turns:
        when = "says no turn, no event and no enemy" if not release.turn else (
            f"is on turn {release.turn}, and the scenario ends with turn {scenario.turns}")
        checks.add("warning", "never-moves", (
            f"{called} never moves: its release {when}. Say when it may move."), "scenario", "units",
            unit.key, unit.hex, unit.key, within=("release",))
