"""What a scenario says in place of the rules of its game, or besides: dates of events, units that leave,
units that wait, who wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .id_words import id_words
from .rules.arrivals import Release, Withdrawal
from .rules.grammar import ENEMY, NEVER, HexFilter, Situation, UnitFilter, Within
from .rules.victory import GameEvent
from .ruleset import Ruleset
from .scenario import Scenario
from .schedule import ScheduledEvent, UnitRelease
from .values import MOST_TURNS


def has_timetable(scenario: Scenario | None) -> bool:
    """Whether a scenario adds anything to the rules of its game."""
    return scenario is not None and bool(
        scenario.schedule or scenario.own_victory or any(u.withdrawal or u.release for u in scenario.units))


def added_by(scenario: Scenario) -> tuple[object, ...]:
    """All that `with_timetable` takes from a scenario: equal values make equal rules of the same ruleset."""
    return (scenario.schedule, scenario.own_victory, withdrawals_of(scenario), releases_of(scenario))


def with_timetable(ruleset: Ruleset, scenario: Scenario) -> Ruleset:
    """The ruleset with the schedule of a scenario and its victory, and with what it says of its units after
    what the ruleset says of them."""
    own = {line.id: line for line in scenario.schedule}
    events = [_dated(event, own[event.id]) if event.id in own else event for event in ruleset.events]
    known = {event.id for event in ruleset.events}
    events += [_made(line, ruleset) for line in own.values() if line.id not in known and line.is_dated]
    return replace(
        ruleset, events=tuple(events),
        withdrawals=(*ruleset.withdrawals, *withdrawals_of(scenario)),
        releases=(*ruleset.releases, *releases_of(scenario)),
        victory=scenario.own_victory or ruleset.victory, with_timetable=True)


def _dated(event: GameEvent, line: ScheduledEvent) -> GameEvent:
    """An event of the ruleset as the schedule changes it."""
    when = situation_of(line) if line.is_dated else _with_bonus(event.when, line.bonus)
    return replace(
        event, when=when, name=line.name or event.name, judged=line.judged or event.judged,
        does=line.does or event.does, text=line.text or event.text, rule=line.rule or event.rule)


def _made(line: ScheduledEvent, ruleset: Ruleset) -> GameEvent:
    """An event that only the schedule has."""
    return GameEvent(
        line.id, line.name or id_words(line.id, ruleset), situation_of(line),
        judged=line.judged or "turn-start", does=line.does, text=line.text, rule=line.rule)


def situation_of(line: ScheduledEvent) -> Situation:
    """The situation in which a dated event happens."""
    if line.never:
        return NEVER
    dice = Situation(turn=line.turn, roll=line.roll, at_least=line.at_least, at_most=line.at_most)
    dice = _with_bonus(dice, line.bonus)
    if line.when is None:
        return dice
    # The dice come last: they are not thrown while the rest does not hold.
    return line.when if dice == Situation() else Situation(all=(line.when, dice))


def _with_bonus(when: Situation, bonus: int) -> Situation:
    """A situation with a number added to its dice."""
    if not bonus:
        return when
    changes: dict[str, Any] = {
        "all": tuple(_with_bonus(one, bonus) for one in when.all),
        "any": tuple(_with_bonus(one, bonus) for one in when.any),
        "without": _with_bonus(when.without, bonus) if when.without is not None else None}
    changes |= {key: bound - bonus for key in ("at_least", "at_most", "more_than", "less_than")
                if when.roll and isinstance(bound := getattr(when, key), int)}
    return replace(when, **changes)


def withdrawals_of(scenario: Scenario) -> tuple[Withdrawal, ...]:
    """The withdrawals of units, one for those that leave at the same time."""
    found: dict[tuple[int, str], list[str]] = {}
    for unit in scenario.units:
        if unit.withdrawal is not None:
            found.setdefault((unit.withdrawal.turn, unit.withdrawal.event), []).append(unit.key)
    return tuple(Withdrawal(UnitFilter(named=tuple(keys)), turn, event)
                 for (turn, event), keys in found.items())


def releases_of(scenario: Scenario) -> tuple[Release, ...]:
    """The releases of units: one for those that may move from the same time on, and one for each that waits
    for an enemy who comes near, or for an event that releases it."""
    found: dict[tuple[UnitRelease, str], list[str]] = {}
    for unit in scenario.units:
        if unit.release is not None:
            alone = unit.key if unit.release.enemy_within or unit.release == UnitRelease() else ""
            found.setdefault((unit.release, alone), []).append(unit.key)
    return tuple(Release(UnitFilter(named=tuple(keys)), until_of(release))
                 for (release, _), keys in found.items())


def until_of(release: UnitRelease) -> Situation:
    """The situation that releases a unit."""
    ways = tuple(_ways(release))
    return Situation(any=ways) if len(ways) > 1 else ways[0] if ways else NEVER


def _ways(release: UnitRelease) -> Iterator[Situation]:
    if release.turn:
        yield Situation(turn=(release.turn, MOST_TURNS))
    if release.event:
        yield Situation(happened=(release.event,))
    if release.enemy_within:
        near = Within(release.enemy_within, units=UnitFilter(side=(ENEMY,)))
        yield Situation(hexes=HexFilter(within=near))
