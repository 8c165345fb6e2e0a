"""Checks of the position in which a game on hexes begins: supply, sources, zones of control, entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...model.check.fixes import entry_words, other_entries, scenario_fix, unit_fix
from ...model.check.goals import goal_called
from ...model.cooperative_yield import with_pauses
from ...model.design import Design
from ...model.problems import Fix, Problem, with_fixes
from ...model.provenance import cited_rule
from ...model.rules.grammar import ALWAYS
from ...model.rules.phrases import spaced
from ...model.scenario import Reinforcement, Unit
from ...model.wording import count, listed, quoted
from ..bits import mask_of
from . import control, phases, reasons, supply, zones
from .conditions import Case
from .forces import Way
from .hexgame import HexGame

_MOST_NAMED = 3
WON, DECIDED = "won-at-start", "decided-at-start"
"""The codes of problems of victory."""


def start_problems(w: HexGame, design: Design) -> Iterator[Problem]:
    """What is probably not meant in the position of a set-up. `w` stands at it, as
    `trial_position.position_of` makes it; a position within a game is as it is."""
    if design.scenario is None or design.scenario.start is not None:
        return
    yield from _idle_turns(w)
    yield from _without_source(w)
    yield from _out_of_supply(w)
    yield from _held(w)
    yield from _blocked_entries(w, design)
    yield from won_problems(w)


def _idle_turns(w: HexGame) -> Iterator[Problem]:
    """Turns in which a side has no player turn at all, because the sequence of play has none for them."""
    known, turns = phases.phases(w), w.scenario.turns
    for side, words in enumerate(w.side_words):
        own = [part.when.turn for n, part in enumerate(known.parts) if known.player[n] == side]
        if not own or any(turn is None for turn in own):
            continue
        last = max(turn[1] for turn in own if turn is not None)
        if last < turns:
            yield Problem("warning", "idle-turns", (
                f"From turn {last + 1} on the {words} does nothing: the sequence of play has player "
                f"turns for it until turn {last}, and the scenario has {turns} turns. Let it end with turn "
                f"{last}, or change the sequence of play."), rule=cited_rule(w.ruleset.sequence.rule),
                part="scenario/turns", fix=scenario_fix(
                    f"Let the scenario end with turn {last}", lambda s, turns=last: replace(  # type: ignore[misc]
                        s, turns=turns)))
            return


def won_problems(w: HexGame) -> Iterator[Problem]:
    """Conditions of victory that are met in the position in which a game begins: of those judged at once the
    first ends it before anybody can do anything, and others are met whatever happens. Of several that are
    judged at the same moment the first decides. The units of `w` take the hexes in which they stand."""
    _take_hexes(w)
    s, before = w.state, w.state.turn
    s.turn = max(1, before)
    w.forget()
    ids, victory = w.forces.side_ids, w.ruleset.victory
    met: dict[str, list[int]] = {}
    for i, condition in enumerate(victory.conditions):
        case = Case(ids.index(condition.winner) if condition.winner in ids else -1)
        lasting = reasons.is_lasting(condition.when)
        if not reasons.rolls(condition.when) and (condition.judged == "at-once" or lasting) and (
                w.made.test(condition.when)(case)):
            met.setdefault(condition.judged, []).append(i)
    for judged, places in met.items():
        first = victory.conditions[places[0]]
        case = Case(ids.index(first.winner) if first.winner in ids else -1)
        who = "the game is a draw" if case.side < 0 else (
            w.said_of(case.side, "wins").replace("The ", "the ", 1))
        why = reasons.why(w, first.when, case)
        code, when = (WON, "when the game begins, so nobody can do anything") if judged == "at-once" else (
            DECIDED, "whatever happens from the beginning on")
        later = [f"{goal_called(w.design, i)}, which is judged after it, is met too." for i in places[1:]]
        yield Problem("warning", code, (
            f"{goal_called(w.design, places[0])} is met {when}: {who}. {' '.join((why, *later))} Change "
            f"{'them' if later else 'it'}, or the set-up."),
            rule=cited_rule(first.rule or victory.rule), within=("conditions", places[0]),
            part=f"{'scenario' if w.scenario.own_victory is not None else 'ruleset'}/victory",
            fix=_without_conditions(w, places))
    s.turn = before
    w.forget()


def _without_conditions(w: HexGame, places: Sequence[int]) -> Fix | None:
    """Takes conditions away, if the scenario says them itself and says more than them."""
    own = w.scenario.own_victory
    if own is None or len(own.conditions) + len(own.points) <= len(places):
        return None
    victory = replace(own, conditions=tuple(c for i, c in enumerate(own.conditions) if i not in places))
    label = "Remove this goal" if len(places) == 1 else f"Remove these {len(places)} goals"
    return scenario_fix(label, lambda scenario: replace(scenario, victory=victory))


def _take_hexes(w: HexGame) -> None:
    """Let the units on the map take the hexes in which they stand."""
    units = w.made.units(w.ruleset.control.units)
    for side, own in enumerate(w.forces.ground):
        control.take(w, side, mask_of(
            {w.state.where[u] for u in own if w.state.where[u] >= 0 and units(u, side)}))


def _without_source(w: HexGame) -> Iterator[Problem]:
    """Units for which no source of supply is in play, one problem for each side and kind of source."""
    rule = w.ruleset.supply
    if not rule.sources:
        return
    settings, without = supply.rules(w), dict[tuple[int, ...], list[int]]()
    fixed = [s.hexes.is_fixed and s.when == ALWAYS for s in rule.sources]
    hexes = [settings.sources[n][2](0) & w.board.playable if fixed[n] else -1 for n in range(len(fixed))]
    for u in _on_foot(w):
        which = settings.group(w, u)[2]
        if not any(hexes[n] for n in which) and not (settings.free and settings.free(u, w.forces.side[u])):
            without.setdefault((w.forces.side[u], *which), []).append(u)
    for key, units in without.items():
        which = key[1:]
        why = ("no source of supply is for them" if not which else
               "no hex of "
               f"{listed([rule.sources[n].name or quoted(rule.sources[n].id) for n in which])} is in play")
        yield Problem("warning", "no-source", (
            f"{_named(w, units)} can never be in supply: {why}. Change the sources of supply, or the part in "
            "play."), unit=w.forces.keys[units[0]], rule=cited_rule(rule.rule),
            part="scenario/play_area" if which and w.scenario.play_area else "")


def _named(w: HexGame, units: Sequence[int]) -> str:
    names = [w.label(u) for u in units[:_MOST_NAMED]]
    more = len(units) - len(names)
    return listed([*names, count(more, "more unit")] if more else names)


def _on_foot(w: HexGame) -> list[int]:
    """The ground units of both sides that ever come into play."""
    units = w.forces.units
    return [u for side in w.forces.ground for u in side
            if units[u].setup is not None or units[u].reinforcement is not None]


def _out_of_supply(w: HexGame) -> Iterator[Problem]:
    """Units set up in one hex from which no path leads to a source, though they have sources in play."""
    if not w.ruleset.supply.sources:
        return
    settings = supply.rules(w)
    for u in with_pauses(_on_foot(w), 16):
        at, side = w.state.where[u], w.forces.side[u]
        if at < 0 or (settings.free and settings.free(u, side)) or not supply.sources(
                w, side, settings.group(w, u)[2]):
            continue
        supplied = bool(supply.area_for(w, u) >> at & 1)
        for chapter in w.hooks["supplied"]:
            supplied = chapter.supplied(w, u, supplied)
        if not supplied:
            names = [s.name.strip() or spaced(s.id) for s in (
                w.ruleset.supply.sources[n] for n in settings.group(w, u)[2])]
            more = [f"{len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED else []
            yield Problem("warning", "out-of-supply", (
                f"{w.label(u)} is set up in {w.board.name(at)} without a path to a source of supply "
                f"({listed([*names[:_MOST_NAMED], *more])})."),
                hex=w.board.number(at), unit=w.forces.keys[u], rule=cited_rule(w.ruleset.supply.rule))


def _held(w: HexGame) -> Iterator[Problem]:
    """Units that begin next to enemies that never let them go: they move only when these are gone."""
    if not w.ruleset.zones.rule and w.ruleset.zones.kind == "none":
        return
    for u in with_pauses(_on_foot(w), 32):
        at = w.state.where[u]
        if at >= 0 and w.ruleset.zones.kind == "locking" and zones.is_held(w, u):
            yield Problem("note", "held-at-start", (
                f"{w.label(u)} is set up in {w.board.name(at)} in an enemy zone of control, which it may not "
                "leave."), hex=w.board.number(at), unit=w.forces.keys[u],
                rule=cited_rule(w.ruleset.zones.rule))


# -- entries ---------------------------------------------------------------------------------------


def _blocked_entries(w: HexGame, design: Design) -> Iterator[Problem]:
    """Units all of whose entry hexes enemies stand in, or bar, when the scenario begins."""
    f = w.forces
    for u, unit in enumerate(f.units):
        arrival, ways = unit.reinforcement, f.ways[u]
        if arrival is None or arrival.pool or f.aloft[u] or f.side[u] < 0 or not ways:
            continue
        closed = [way for way in ways if _is_closed(w, u, way)]
        if closed and len(closed) == len(ways) and not any(way.stand_ins for way in ways):
            places = listed([way.entry.name for way in closed])
            yield with_fixes(Problem("warning", "enemy-entry", (
                f"{w.label(u)} is to arrive at {places}, where enemies stand in every hex or bar it when the "
                "scenario begins. Choose another entry."), unit=unit.key,
                rule=cited_rule(closed[0].rule or w.ruleset.arrivals.rule)),
                _open_entry(w, design, u, unit, arrival))


def _is_closed(w: HexGame, u: int, way: Way) -> bool:
    """Whether enemies close every hex of an entry."""
    own = way.mask & ~w.barren
    barred = zones.barred(w, u, "arrive")
    return bool(own) and not own & ~(w.mask[1 - w.forces.side[u]] | barred)


def _open_entry(w: HexGame, design: Design, u: int, unit: Unit, arrival: Reinforcement) -> tuple[Fix, ...]:
    """Lets a unit arrive at the first entry of its side that no enemy closes."""
    scenario = design.scenario
    if scenario is None:
        return ()
    for id in other_entries(design, unit, (arrival.entry, *arrival.also)):
        way = w.forces.way_by_id.get(id)
        if way is not None and way.mask & ~w.barren and not _is_closed(w, u, way):
            return (unit_fix(f"Let {design.unit_name(unit)} arrive at {entry_words(scenario, id)}", unit.key,
                             _arriving(id)),)
    return ()


def _arriving(entry: str) -> Callable[[Unit], Unit]:
    return lambda unit: unit if unit.reinforcement is None else replace(
        unit, reinforcement=replace(unit.reinforcement, entry=entry, also=()))
