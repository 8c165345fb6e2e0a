"""The problems of a design according to the rules, without playing it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace

from ...engine.bits import bits, mask_of
from ...engine.board import OFF, Board, board_for
from ...engine.checks import (
    RuleNumbers,
    absent_units,
    boxed_problems,
    entry_problems,
    placed_units,
    set_up_problems,
    stacks_of,
)
from ...engine.dice import Dice
from ...engine.hexgame import supply
from ...engine.hexgame.events import is_scheduled
from ...engine.hexgame.in_progress import GameInProgress
from ...engine.hexgame.start_checks import won_problems
from ...engine.idle_start import idle_start
from ...model.check.context import PLAY_AREA
from ...model.check.fixes import entry_words, is_aloft, other_entries, renamed_words, scenario_fix, unit_fix
from ...model.cooperative_yield import with_pauses, yield_to_window
from ...model.design import Design
from ...model.place_words import country_name
from ...model.problems import Fix, Problem, with_fixes
from ...model.rules.grammar import ALWAYS, HexFilter
from ...model.rules.matching import is_meant
from ...model.ruleset import Ruleset
from ...model.scenario import AssetStart, Reinforcement, Scenario, Unit
from ...model.schedule import ScheduledEvent
from ...model.start import Start, phase_names
from ...model.timetable_words import event_name
from ...model.wording import count, listed, quoted, said_of
from . import mid_game_start
from .assets import AIR, MARKERS, assets_of
from .common import feature
from .common import units as kinds
from .constants import (
    ALLIED,
    ASSAULT,
    CAPITAL,
    CAPITAL_TAKEN,
    CITY,
    CYBER_WAR,
    DICE,
    INDUSTRIAL,
    INTERVENTION_COUNTRIES,
    ITALY_ENTRY,
    LATER_ALLIES,
    MAX_CW_LEVEL,
    OUT_OF_SUPPLY,
    PORT,
    ROMANIA_ENTRY,
    RUSSIAN,
    SET_UP_ORDER,
    SIDES,
    US_ENTRY,
)
from .free_set_up import free_set_up_problems
from .game import VisegradGame, unplayed
from .intervention import last_turn_without, never_comes, turn_of_entry
from .mid_game_start import known_phases
from .rules import completed, decisive_countries, is_usual, usual_rules
from .victory import scored

_FEATURES = (
    (CITY, "no city supplies a unit", "7.5"), (CAPITAL, "no capital is a supply source or a prize", "4.2"),
    (PORT, "no marine unit lands in a port", "10.0"), (INDUSTRIAL, "no industrial hex can be taken", "4.0"),
)
"""The features that these rules use, and what a game without them lacks."""


def check(design: Design) -> tuple[Problem, ...]:
    """All problems of a design according to the rules, in the order of the rulebook's chapters.

    The results of the checks of documents (`model.check`: unknown words, impossible strengths, set-ups
    and entries without a hex in play) are not repeated here.
    """
    problems = [*_ruleset(design), *unplayed(design)]
    scenario = design.scenario
    board = board_for(design.map, design.ruleset, scenario.play_area if scenario else ())
    yield_to_window()
    problems += map_problems(design, board)
    if scenario is not None:
        yield_to_window()
        problems += _entries(scenario)
        problems += _units(design, scenario)
        yield_to_window()
        if all(any(s.id == side for s in design.ruleset.sides) for side in SIDES):
            problems += start_problems(design, scenario, board)
            problems += setup_problems(design, scenario, board)
    return tuple(sorted(problems, key=lambda p: ("error", "warning", "note").index(p.severity)))


def _ruleset(design: Design) -> Iterator[Problem]:
    """Problems of the ruleset, which needs two sides, and two tables with known results."""
    ruleset = design.ruleset
    ids = {s.id for s in ruleset.sides}
    known = {r.id for r in usual_rules().results} | {r.id for r in ruleset.results if r.does}
    for side in SIDES:
        if side not in ids:
            yield Problem("error", "no-side", f"The ruleset has no side `{side}`; these rules need the sides "
                          f"`{SIDES[0]}` and `{SIDES[1]}`.", rule="2.3", entry="sides/")
    for nation in ruleset.nationalities:
        if nation.side not in SIDES:
            yield Problem("error", "no-side", f"The nationality {nation.name} is on the side "
                          f"`{nation.side}`, which these rules do not know.", rule="2.3",
                          entry=f"nationalities/{nation.id}")
    if ASSAULT not in ruleset.table_by_id:
        yield Problem("error", "no-table", f"The ruleset has no combat table `{ASSAULT}`, so no attack can "
                      "be resolved.", rule="11.0", entry="tables/")
    for table in (t for t in ruleset.tables if t.id in (ASSAULT, CYBER_WAR)):
        if len(table.rows) != 6:
            yield Problem("error", "table-rows", f"{table.name} has {len(table.rows)} rows; it needs one "
                          "for each face of a die.", rule="11.0", entry=f"tables/{table.id}")
        codes = {code for row in table.rows for code in row if code}
        for code in sorted(codes - set(known)):
            yield Problem("error", "unknown-result", f"{table.name} holds the result {code}, which these "
                          f"rules do not know. They know {', '.join(sorted(known))}.", rule="11.0",
                          entry=f"tables/{table.id}")
    order = (design.scenario.set_up_order if design.scenario else ()) or ruleset.set_up_order
    if order and order != SET_UP_ORDER:
        yield Problem("warning", "set-up-order", f"Under these rules the {SET_UP_ORDER[0]} side sets up "
                      f"first, then the {SET_UP_ORDER[1]} side; the order of set-up is "
                      f"{', then '.join(order)}. Games and set-up sheets follow the rules.",
                      rule="3.0", fix=None if not (design.scenario and design.scenario.set_up_order) else (
                          scenario_fix(f"Let the order of set-up be {', '.join(SET_UP_ORDER)}",
                                       lambda s: replace(s, set_up_order=SET_UP_ORDER))),
                      part="scenario/set_up_order" if design.scenario and design.scenario.set_up_order
                      else "ruleset/set_up_order")
    for id, lost, rule in _FEATURES:
        if id not in ruleset.feature_by_id:
            yield Problem("warning", "no-feature", f"The ruleset has no feature `{id}`, which these "
                          f"rules need: {lost}.", rule=rule, entry="features/")
    if ruleset.stacking_limit < 1:
        yield Problem("error", "stacking-limit", "The stacking limit is below one, so no unit can stand "
                      "anywhere.", rule="6.0", part="ruleset/stacking_limit")


def _entries(scenario: Scenario) -> Iterator[Problem]:
    """Entries with others that stand in for them."""
    for entry in scenario.entries:
        if entry.else_:
            called = scenario.entry_called(entry)
            yield Problem("error", "entry-else", (
                f"The entry {called} has others that stand in for it, which these rules do not know: the "
                "owner of a unit chooses among its entries."), rule="10.0",
                part=f"scenario/entries/{entry.id}",
                fix=scenario_fix(f"Let no other entry stand in for {called}", _without_else(entry.id)))


def _without_else(id: str) -> Callable[[Scenario], Scenario]:
    return lambda s: replace(s, entries=tuple(
        replace(e, else_=()) if e.id == id else e for e in s.entries))


def _units(design: Design, scenario: Scenario) -> Iterator[Problem]:
    """Problems of units that never appear, and of assets."""
    w = VisegradGame(design, Dice(), lambda event: None)
    labels = dict(zip(w.forces.keys, w.forces.labels, strict=True))
    yield from absent_units(design.ruleset, scenario, labels, RULE_NUMBERS, design)
    yield from boxed_problems(design.ruleset, scenario, labels, RULE_NUMBERS, design)
    for i, side in enumerate(SIDES):
        assets = assets_of(scenario).get(side)
        pool = [u for u in kinds(w).wings[i] if scenario.units[u].reinforcement is None]
        if pool and assets is None:
            yield Problem("warning", "no-assets", f"The {side} side has air units to buy but no line among "
                          "the assets, so no maximum and no cyber-war markers.", rule="3.1",
                          part="scenario/assets", fix=_asset_fix(
                              f"Let the {side} side own {count(len(pool), 'air unit')}, as many as there are",
                              f"{AIR}-{side}", _numbered(len(pool))))
        elif assets is not None and assets.air_maximum > len(pool):
            yield Problem("note", "few-air-units", f"The {side} side may own "
                          f"{count(assets.air_maximum, 'air unit')}, but the scenario has counters for "
                          f"{len(pool)} it can buy.", rule="3.1",
                          part=f"scenario/assets/{AIR}-{side}", fix=_asset_fix(
                              f"Make the most air units of the {side} side {len(pool)}, as many as there are",
                              f"{AIR}-{side}", _numbered(len(pool))))


def _numbered(number: int) -> Callable[[AssetStart], AssetStart]:
    return lambda line: replace(line, number=number)


def _asset_fix(label: str, id: str, change: Callable[[AssetStart], AssetStart]) -> Fix:
    """Changes a line of `assets`; one that there is not is added."""
    def edit(scenario: Scenario) -> Scenario:
        lines = scenario.assets
        if all(line.id != id for line in lines):
            lines = (*lines, AssetStart(id, 0))
        return replace(scenario, assets=tuple(change(a) if a.id == id else a for a in lines))

    return scenario_fix(label, edit)


# -- checks of the places where reinforcements arrive ----------------------------------------------


_WHO = {"usa": "the United States have", "romania": "Romania has", "italy": "Italy has"}
_JOINS = {"usa": "the United States intervene", "romania": "Romania joins", "italy": "Italy joins"}


def later_ally_problems(w: GameInProgress) -> Iterator[Problem]:
    """Problems of units that would be in play before their country joins the war (12.0 to 12.2)."""
    called = set(w.scenario.start.events) if w.scenario.start else set[str]()
    for u, unit in enumerate(w.forces.units):
        event, rule = LATER_ALLIES.get(unit.nationality, ("", ""))
        if not event or event in called:
            continue
        arrival, entry = unit.reinforcement, last_turn_without(w, event)
        if entry is not None and arrival is not None and arrival.turn:
            if arrival.turn <= entry:
                yield Problem("warning", "before-entry", (
                    f"{w.label(u)} arrives on turn {arrival.turn}, before {_JOINS[unit.nationality]}, at "
                    f"the end of turn {entry}. Let it arrive by the event {event_name(w.design, event)}, or "
                    f"from turn {entry + 1} on."),
                    unit=unit.key, rule=rule, fix=_by_event(w.design, unit, event), more_fixes=(
                        () if entry + 1 > w.scenario.turns else (_on_turn(w.design, unit, entry + 1),)))
            continue
        why = _too_early(w.design, unit, event)
        if why:
            fixes = [_by_event(w.design, unit, event)] if arrival is not None else (
                _waiting(w.design, unit, event))
            yield with_fixes(Problem(
                "warning", "before-entry", f"{w.label(u)} {why}, whether {_WHO[unit.nationality]} "
                f"joined the war or not. Let it arrive by the event {event_name(w.design, event)}.",
                hex=unit.hex, unit=unit.key, rule=rule), fixes)


def _by_event(design: Design, unit: Unit, event: str) -> Fix:
    label = f"Let {design.unit_name(unit)} arrive by the event {event_name(design, event)}"
    return unit_fix(label, unit.key, lambda u: replace(
        u, reinforcement=u.reinforcement and replace(u.reinforcement, turn=0, event=event)))


def _waiting(design: Design, unit: Unit, event: str) -> list[Fix]:
    """Takes a unit off the map, to arrive by an event where others of its nationality do."""
    entries = () if is_aloft(design, unit) else other_entries(design, unit)
    label = f"Let {design.unit_name(unit)} arrive by the event {event_name(design, event)}"
    return [unit_fix(label, unit.key, lambda u: replace(
        u, setup=None, position="", reinforcement=Reinforcement(entries[0], event=event)))] if entries else []


def _on_turn(design: Design, unit: Unit, turn: int) -> Fix:
    return unit_fix(f"Let {design.unit_name(unit)} arrive on turn {turn}", unit.key, lambda u: replace(
        u, reinforcement=u.reinforcement and replace(u.reinforcement, turn=turn, event="")))


def _idle_bonuses(w: GameInProgress) -> Iterator[Problem]:
    """Problems of a `bonus` for an intervention about which no dice decide (12.0 to 12.2)."""
    for line in w.scenario.schedule:
        rule = dict(LATER_ALLIES.values()).get(line.id, "")
        if not rule or not line.bonus or line.is_dated or line.id in {e.id for e in w.design.ruleset.events}:
            continue
        if line.id == US_ENTRY:
            if w.options.get("us_entry", DICE) == DICE:
                continue
            why = "by the option us_entry no dice decide"
        else:
            why = "it follows from the intervention of the United States, without dice of its own"
        name = event_name(w.design, line.id)
        yield Problem("warning", "idle-bonus", (
            f"The event {quoted(name)} has a `bonus` of {line.bonus:+d}, and {why}. Take `bonus` away, or "
            "say by `turn` or `roll` when it happens."), rule=rule, part=f"scenario/schedule/{line.id}",
            within=("bonus",), fix=scenario_fix(f"Take `bonus` of the event {quoted(name)} away",
                                                _without_bonus(line.id), harmless=True))


def _without_bonus(id: str) -> Callable[[Scenario], Scenario]:
    """Takes the bonus of an event away; a line that says nothing else leaves the schedule."""
    def change(scenario: Scenario) -> Scenario:
        lines = [replace(line, bonus=0) if line.id == id else line for line in scenario.schedule]
        return replace(scenario, schedule=tuple(line for line in lines if line != ScheduledEvent(id)))
    return change


def entry_date_problems(w: GameInProgress) -> Iterator[Problem]:
    """Problems of the dates of interventions: units that never come by the choice of `us_entry`, and numbers
    that are added to dice that are not thrown (12.0)."""
    yield from _idle_bonuses(w)
    events = {event for event, _ in LATER_ALLIES.values()}
    waiting = [u for u, unit in enumerate(w.forces.units) if (
        unit.reinforcement is not None and unit.reinforcement.event in events)]
    called = w.scenario.start is not None and US_ENTRY in w.scenario.start.events
    if is_scheduled(w, US_ENTRY) and w.options.get("us_entry", DICE) != DICE:
        yield Problem("warning", "two-dates", (
            "The schedule of the scenario and the option us_entry both say when the United States intervene; "
            "the schedule counts. Take one of them away."), rule="12.0", part="scenario/options",
            fix=Fix(
                "Leave the option us_entry at dice: the schedule says when", _BY_DICE.edit, harmless=True))
    if not waiting or called or is_scheduled(w, US_ENTRY):
        return
    named = f"{len(waiting)} units wait" if len(waiting) > 1 else f"{w.label(waiting[0])} waits"
    turn = turn_of_entry(w)
    if never_comes(w):
        yield Problem("note", "never-comes", (
            f"{named} for an intervention, and by the option us_entry there is none. Leave such units out of "
            "the scenario, or choose otherwise."), rule="12.0", part="scenario/options", fix=_BY_DICE)
    elif turn >= w.scenario.turns:
        yield Problem("warning", "never-comes", (
            f"{named} for an intervention at the end of turn {turn}, and the scenario ends with turn "
            f"{w.scenario.turns}. Choose an earlier turn for us_entry."),
            rule="12.0", part="scenario/options", fix=_BY_DICE)


_BY_DICE = scenario_fix(
    "Leave us_entry to the dice, as it is if the scenario does not choose",
    lambda s: replace(s, options=tuple(pair for pair in s.options if pair[0] != "us_entry")))


def _too_early(design: Design, unit: Unit, event: str) -> str:
    """How a unit comes into play without the event that brings its country in; "" if it does not."""
    arrival = unit.reinforcement
    if arrival is None:
        return "is in the war from the start" if unit.setup and (
            not unit.setup.box or unit.setup.box.endswith("ready")) else ""
    if not arrival.event:
        return f"arrives on turn {arrival.turn}"
    # Romania and Italy join, if at all, at the same time as the United States.
    if arrival.event == event or event == US_ENTRY:
        return ""
    return f"arrives by the event {event_name(design, arrival.event)}"


def arrival_problems(w: GameInProgress) -> Iterator[Problem]:
    """Problems of ground units whose entry hexes are all held by the enemy when the scenario begins.

    10.0: reinforcements enter at cities under friendly control, or where the schedule of 3.0 says, which
    for either side is in its own countries. Marines may also land in enemy ports and in the north (10.1).
    """
    f = w.forces
    for u, unit in enumerate(f.units):
        side = f.side[u]
        if side < 0 or f.aloft[u] or kinds(w).marine[u]:
            continue
        for way in f.ways[u]:
            hexes = mask_of(way.hexes)
            if hexes and not hexes & ~w.state.control[1 - side]:
                enemy = "Russian side" if side == ALLIED else "allied side"
                why = ("a unit enters only at a city under friendly control" if way.entry.where.features else
                       "the schedule lets each side enter in its own territory")
                yield with_fixes(Problem(
                    "warning", "enemy-entry", f"{w.label(u)} is to arrive at {way.entry.name}, "
                    f"where the {enemy} holds every hex when the scenario begins; {why}. Choose "
                    "another entry.", unit=unit.key, rule="10.0"), _own_entry(w, u, way.id))


def _own_entry(w: GameInProgress, u: int, closed: str) -> list[Fix]:
    """Lets a unit arrive at the first entry of its side where the enemy does not hold every hex."""
    unit, arrival = w.forces.units[u], w.forces.units[u].reinforcement
    if arrival is None:
        return []
    named = (arrival.entry, *arrival.also)
    for id in other_entries(w.design, unit, named):
        way = w.forces.way_by_id.get(id)
        if way is not None and mask_of(way.hexes) & ~w.state.control[1 - w.forces.side[u]]:
            return [unit_fix(f"Let {w.design.unit_name(unit)} arrive at {entry_words(w.scenario, id)} "
                             "instead", unit.key, _entering(closed, id))]
    return []


def _entering(closed: str, other: str) -> Callable[[Unit], Unit]:
    """Lets a unit arrive at another entry instead of one."""
    def change(unit: Unit) -> Unit:
        arrival = unit.reinforcement
        return unit if arrival is None else replace(unit, reinforcement=replace(
            arrival, entry=other if arrival.entry == closed else arrival.entry,
            also=renamed_words(arrival.also, closed, other)))

    return change


# -- checks of a map: industrial hexes, the E77, capitals, supply sources --------------------------


INDUSTRIAL_HEXES = 10
"""4.0: the number of industrial hexes on the printed map (ten, according to the game's public review)."""
E77_ENDS = ("Kraków", "Budapest")
"""9.6: the places between which the E77 leads, by their names on the map."""


def map_problems(design: Design, board: Board) -> Iterator[Problem]:
    """Problems of the part of the map in play."""
    scenario = design.scenario
    whole = scenario is None or not scenario.play_area
    # What wins by other conditions is checked as in every game.
    usual = is_usual(design.ruleset)
    if usual:
        yield from _industry(board, whole)
    yield from _e77(design, board, whole)
    if usual:
        yield from _capitals(design.ruleset, board, whole)
    if scenario is not None:
        yield from _sources(design, board)


def _industry(board: Board, whole: bool) -> Iterator[Problem]:
    industry = board.features.get(INDUSTRIAL, 0)
    if not industry:
        yield Problem("error", "no-industry", "No industrial hex is in play, so the Russian side cannot "
                      "score. Mark the shale gas fields"
                      f"{'.' if whole else ', or let more of the map be in play.'}", rule="4.0",
                      part="map/places", reasons=(PLAY_AREA,))
        return
    n = industry.bit_count()
    if whole and n != INDUSTRIAL_HEXES:
        yield Problem("warning", "industry-count", f"The map has {count(n, 'industrial hex')}; the final "
                      f"roll of 4.0 was designed for {INDUSTRIAL_HEXES}.",
                      hex=board.number(next(bits(industry))), rule="4.0")
    for i in bits(industry & ~board.countries.get("poland", 0)):
        yield Problem("warning", "industry-abroad", f"The industrial hex {board.name(i)} is not in Poland "
                      "and does not count for the automatic victory.", hex=board.number(i), rule="4.1")


def _e77(design: Design, board: Board, whole: bool) -> Iterator[Problem]:
    """Problems of the E77, which must be one road, from Krakow to Budapest if both are on the map."""
    kinds = {r.id for r in design.ruleset.roads if "e77" in r.traits}
    joined: dict[int, set[int]] = {}
    for road in design.map.roads:
        if road.kind not in kinds:
            continue
        path = [board.grid.index(h) for h in road.path if h in board.grid]
        for a, b in itertools.pairwise(path):
            joined.setdefault(a, set()).add(b)
            joined.setdefault(b, set()).add(a)
    towns = mask_of(
        i for i in (board.grid.index(p.hex) for p in design.map.places if p.name in E77_ENDS)
        if (board.features.get(CITY, 0) | board.features.get(CAPITAL, 0)) >> i & 1)
    ends = list(bits(towns))
    if not joined:
        if whole and len(ends) == 2:
            yield Problem("warning", "no-e77", "The map has no E77 highway between Budapest and Krakow.",
                          rule="9.6", part="map/roads")
        return
    seen: set[int] = set()
    pieces: list[list[int]] = []
    for start in sorted(joined):
        if start in seen:
            continue
        piece, queue = [], [start]
        seen.add(start)
        while queue:
            here = queue.pop()
            piece.append(here)
            fresh = joined[here] - seen
            seen |= fresh
            queue += sorted(fresh)
        pieces.append(piece)
    if len(pieces) > 1:
        # The problem is shown at the loose end of the shorter piece.
        piece = min(pieces, key=len)
        loose = min((i for i in piece if len(joined[i]) == 1), default=piece[0])
        yield Problem("warning", "e77-broken", f"The E77 is broken into {len(pieces)} pieces; one ends at "
                      f"{board.name(loose)}.", hex=board.number(loose), rule="9.6", part="map/roads")
    elif whole and len(ends) == 2:
        for i in ends:
            if i not in joined:
                yield Problem("warning", "e77-short", f"The E77 does not reach {board.name(i)}.",
                              hex=board.number(i), rule="9.6", part="map/roads")


def _capitals(ruleset: Ruleset, board: Board, whole: bool) -> Iterator[Problem]:
    capitals = board.features.get(CAPITAL, 0)
    present = [c for c in decisive_countries(ruleset) if board.countries.get(c, 0)]
    missing = [c for c in present if not capitals & board.countries[c]]
    if len(missing) == len(present):
        yield Problem("warning", "no-prize", "No capital of the Russian side is in play, so the allied side "
                      "has no automatic victory.", rule="4.2", part="map/places", reasons=(PLAY_AREA,))
    for n in ruleset.nationalities:
        if n.side == SIDES[RUSSIAN] and capitals & board.countries.get(n.id, 0) and n.id not in present:
            yield Problem("warning", "capital-without-worth", (
                f"{country_name(n.id, ruleset)} is on the Russian side, but taking its capital does not win "
                f"the game for the allied side. Add `{n.id}` to the countries of the condition in `victory`, "
                "or write a `victory` of your own."), rule="4.2", part="ruleset/victory")
    if whole and len(missing) < len(present):
        for c in missing:
            yield Problem("warning", "no-capital", f"{country_name(c, ruleset)} has no capital on the map; "
                          "taking it would win the game for the allied side.", rule="4.2", part="map/places")


def _sources(design: Design, board: Board) -> Iterator[Problem]:
    """Problems of nationalities with ground units but no source that supplies them (7.5)."""
    ruleset, types = completed(design).ruleset, design.ruleset.unit_type_by_id
    scenario = design.scenario
    units = scenario.units if scenario else ()
    fielded = {
        u.nationality: u for u in reversed(units) if u.type in types and "air" not in types[u.type].traits}
    for nation in design.ruleset.nationalities:
        unit = fielded.get(nation.id)
        if unit is None:
            continue
        later = unit.reinforcement is not None and bool(unit.reinforcement.event)
        sources = [s for s in ruleset.supply.sources
                   if is_meant(ruleset, unit, s.for_) and (later or s.when == ALWAYS)]
        if any(_in_play(design, board, source.hexes) for source in sources) or not ruleset.supply.sources:
            continue
        names = listed([*dict.fromkeys(country_name(c, ruleset) for s in sources for c in s.hexes.countries)])
        where = f"no city or capital of {names}" if names else "none of the sources for them"
        yield Problem("warning", "no-source", f"{nation.adjective} units have no supply source: {where} is "
                      "in play.", unit=unit.key, rule="7.5", reasons=(PLAY_AREA,))


def _in_play(design: Design, board: Board, hexes: HexFilter) -> bool:
    """Whether a hex of a set is in play; of one that changes in play that is assumed."""
    return not hexes.is_fixed or any(
        h in board.grid and board.in_play[board.grid.index(h)] for h in hexes.resolve(design.map))


# -- checks of a set-up ----------------------------------------------------------------------------


RULE_NUMBERS = RuleNumbers(stacking="6.0", enemies="9.2", alone="3.4", terrain="9.0", entry="9.0",
                    set_up="3.0", boxes="13.0")
"""The rules behind the checks of every set-up: 6.0 stacks, 9.2 enemies, 3.4 Poles alone in a hex, 9.0
prohibited terrain, 3.0 units that are set up or arrive at all, 13.0 air units in boxes."""


def setup_problems(design: Design, scenario: Scenario, board: Board) -> Iterator[Problem]:
    """Problems of set-up hexes, stacks, areas and entries."""
    w = VisegradGame(design, Dice(), lambda event: None)
    mid_game_start.recall(w)
    f = w.forces
    placed = placed_units(design.ruleset, scenario, dict(zip(f.keys, f.labels, strict=True)), f.setup)
    known = [p for p in placed if p.side in SIDES]
    stacks = {hex: [f.number[p.unit.key] for p in units] for hex, units in stacks_of(known).items()}
    yield from set_up_problems(design, board, placed, RULE_NUMBERS)
    yield from entry_problems(design, board, scenario, RULE_NUMBERS)
    yield from arrival_problems(w)
    yield from later_ally_problems(w)
    yield from entry_date_problems(w)
    for hex, here in with_pauses(stacks.items(), 16):
        yield from _stack(w, hex, here)
    yield from _static(w)
    if scenario.start is None:
        yield from free_set_up_problems(w)
    # In a mid-game start the marks of units say whether they are in supply.
    if scenario.start is None:
        yield from _supply(w, stacks)
    if not is_usual(w.ruleset):
        for hex, here in stacks.items():
            for u in here if len({w.forces.side[u] for u in here}) == 1 else ():
                w.put(u, hex)
        yield from won_problems(w)


def _stack(w: GameInProgress, hex: int, units: list[int]) -> Iterator[Problem]:
    """Problems of stacks that break 6.4, and of set-up hexes that end the game (4.2) or score (4.0)."""
    number, name, f = w.board.number(hex), w.board.name(hex), w.forces
    sides = {f.side[u] for u in units}
    first = f.keys[units[0]]
    # What a ruleset states itself is checked as in every game.
    usual = w.ruleset.stacking.apart == usual_rules().stacking.apart
    for side in sorted(sides):
        own = [u for u in units if f.side[u] == side]
        for apart in w.ruleset.stacking.apart if usual else ():
            one, other = w.made.units(apart.units), w.made.units(apart.from_)
            shunned = next((u for u in own if other(u, side)), None)
            if shunned is not None and any(one(u, side) for u in own):
                yield Problem("error", "mixed-stack", f"Russian units may not stack with {w.label(shunned)} "
                              f"in {name}.", hex=number, unit=f.keys[shunned], rule="6.4")
    capital = feature(w, CAPITAL) >> hex & 1
    if ALLIED in sides and capital and w.board.country[hex] in decisive_countries(w.ruleset):
        yield Problem("error", "won-at-start", f"An allied unit is set up in {name}, which wins the game "
                      "at once.",
                      hex=number, unit=first, rule="4.2")
    if RUSSIAN in sides and is_usual(w.ruleset) and feature(w, INDUSTRIAL) & ~scored(w) & 1 << hex:
        yield Problem("warning", "scored-at-start", "A Russian-side unit is set up in the industrial hex "
                      f"{name} and scores it before the first turn.", hex=number, unit=first, rule="4.0")


def _static(w: GameInProgress) -> Iterator[Problem]:
    """Problems of units that never leave their hex (2.6): they need a single set-up hex, Iron Wolf
    Vilnius."""
    for u, unit in enumerate(w.forces.units):
        # The abilities of a unit of unknown type are unknown too.
        if not w.forces.static[u] or w.forces.aloft[u] or unit.type not in w.design.ruleset.unit_type_by_id:
            continue
        label = w.label(u)
        if unit.nationality != "lithuania":
            yield Problem("warning", "never-moves", f"{label} has no movement allowance and never leaves "
                          "its hex; only Lithuania's Iron Wolf should do that.", unit=unit.key, rule="2.6")
        elif len(w.forces.setup[u]) == 1 or (not w.forces.setup[u] and w.board.at(unit.hex) != OFF):
            # In a hex where no unit may be it is not in Vilnius either.
            hex = w.forces.setup[u][0] if w.forces.setup[u] else w.board.at(unit.hex)
            home = feature(w, CAPITAL) & w.board.countries.get("lithuania", 0)
            if home and not home >> hex & 1:
                yield Problem("warning", "iron-wolf", f"{label} is set up in {w.board.name(hex)}, not in "
                              "Vilnius, the Lithuanian capital it never leaves.", hex=w.board.number(hex),
                              unit=unit.key, rule="2.6", fix=_at_home(
                                  w.design, unit, w.board.number(next(bits(home)))))


def _at_home(design: Design, unit: Unit, hex: str) -> Fix:
    return unit_fix(f"Set {design.unit_name(unit)} up in {hex}, the capital", unit.key,
                    lambda u: u.placed(hex))


def _supply(w: GameInProgress, stacks: dict[int, list[int]]) -> Iterator[Problem]:
    """Warnings of units that cannot trace supply from their set-up hex, which the rules allow (7.0)."""
    for hex, units in with_pauses(stacks.items(), 32):
        if len({w.forces.side[u] for u in units}) == 1:
            for u in units:
                w.put(u, hex)
                w.state.control[w.forces.side[u]] |= 1 << hex
                w.state.control[1 - w.forces.side[u]] &= ~(1 << hex)
    for hex in with_pauses(sorted(stacks), 16):
        for u in stacks[hex]:
            if w.state.where[u] == hex and not supply.area_for(w, u) >> hex & 1:
                yield Problem("warning", "out-of-supply", f"{w.label(u)} is set up in {w.board.name(hex)} "
                              "without a supply path to a friendly city or capital.",
                              hex=w.board.number(hex),
                              unit=w.forces.keys[u], rule="7.0")


# -- checks of a mid-game start --------------------------------------------------------------------


_EVENTS = (US_ENTRY, ROMANIA_ENTRY, ITALY_ENTRY, CAPITAL_TAKEN)
START = "scenario/start"


def start_problems(design: Design, scenario: Scenario, board: Board) -> Iterator[Problem]:
    """Problems of `start`, and of the markers with which the sides begin."""
    for asset in assets_of(scenario).values():
        if asset.on_table > MAX_CW_LEVEL:
            side = design.ruleset.side_by_id.get(asset.side)
            yield Problem("error", "cw-level", f"{said_of(side.name if side else asset.side, 'begins')} with "
                          f"{count(asset.on_table, 'marker')} on the table, which holds {MAX_CW_LEVEL}.",
                          rule="3.2",
                          part=f"scenario/assets/{MARKERS}-{asset.side}", fix=_asset_fix(
                              f"Put {MAX_CW_LEVEL} of them on the table", f"{MARKERS}-{asset.side}",
                              _fewer_on_table))
    start = scenario.start
    if start is None:
        return
    # Of one that the ruleset does not list the checks of the documents tell.
    named = phase_names(design.ruleset)
    if start.phase and start.phase not in known_phases() and (start.phase in named or not named):
        yield Problem("error", "start-phase", f"No scenario can begin with the phase {start.phase}. Phases "
                      f"are {', '.join(known_phases())}.", rule="5.1", part=START, fix=_start_fix(
                          "Begin with the first phase of the turn", lambda s: replace(s, phase="")))
    yield from idle_start(scenario, mid_game_start.played_keys(start), "5.1")
    yield from _score(design, start, board)
    yield from _events(scenario, start)
    yield from _marks(scenario, start)


def _fewer_on_table(line: AssetStart) -> AssetStart:
    """A line of markers with as many on the table as it holds."""
    return replace(line, boxes=tuple(
        (box, min(n, MAX_CW_LEVEL) if box == "table" else n) for box, n in line.boxes))


def _start_fix(label: str, change: Callable[[Start], Start], harmless: bool = False) -> Fix:
    return scenario_fix(label, lambda s: replace(s, start=s.start and change(s.start)), harmless)


def _score(design: Design, start: Start, board: Board) -> Iterator[Problem]:
    fields = [board.number(i) for i in bits(board.features.get(INDUSTRIAL, 0))]
    for number in start.scored:
        if number not in fields:
            yield Problem("error", "scored", f"Hex {number} counts as scored but is not an industrial hex in "
                          "play.", hex=number, rule="4.0", part=START, fix=_start_fix(
                              f"Take {number} out of the scored hexes", _unscored(number)))
    in_poland = board.features.get(INDUSTRIAL, 0) & board.countries.get("poland", 0)
    polish = [board.number(i) for i in bits(in_poland)]
    if polish and is_usual(design.ruleset) and set(polish) <= set(start.scored):
        yield Problem("error", "won-at-start", "Every industrial hex in Poland counts as scored, which wins "
                      "the game at once.", hex=polish[0], rule="4.1", part=START)


def _unscored(number: str) -> Callable[[Start], Start]:
    return lambda s: replace(s, scored=tuple(h for h in s.scored if h != number))


def _events(scenario: Scenario, start: Start) -> Iterator[Problem]:
    known = (*_EVENTS, *(u.reinforcement.event for u in scenario.units if u.reinforcement))
    for event in start.events:
        if event not in known:
            yield Problem("error", "unknown-event", f"The event {event} is unknown to these rules: "
                          f"{', '.join(_EVENTS)}.", rule="12.0", part=START, fix=_start_fix(
                              f"Take {event} out of the start", _not_happened(event)))
    if {ROMANIA_ENTRY, ITALY_ENTRY} & set(start.events) and US_ENTRY not in start.events:
        yield Problem("warning", "event-order", "Romania and Italy join the war only when the United States "
                      f"do; {US_ENTRY} has not happened.", rule="12.1", part=START, fix=_start_fix(
                          f"Let {US_ENTRY} have happened, too",
                          lambda s: replace(s, events=(US_ENTRY, *s.events))))
    for country in (*start.entered, *start.struck):
        if country not in INTERVENTION_COUNTRIES:
            yield Problem("warning", "not-watched", f"Nothing follows from {country.replace('-', ' ')} "
                          f"having been entered or struck; only from {', '.join(INTERVENTION_COUNTRIES)}.",
                          rule="12.0", part=START, fix=_start_fix(
                              f"Take {country} out of the start", _not_watched(country), harmless=True))


def _not_happened(event: str) -> Callable[[Start], Start]:
    return lambda s: replace(s, events=tuple(e for e in s.events if e != event))


def _not_watched(country: str) -> Callable[[Start], Start]:
    return lambda s: replace(s, entered=tuple(c for c in s.entered if c != country),
                             struck=tuple(c for c in s.struck if c != country))


def _marks(scenario: Scenario, start: Start) -> Iterator[Problem]:
    """Problems of marks of past actions, which only matter if the scenario begins within a player turn."""
    for unit in scenario.units:
        marks = [m for m in unit.setup.marks if m != OUT_OF_SUPPLY] if unit.setup else []
        if marks and start.phase.rpartition("-")[2] not in ("interdiction", "movement", "combat"):
            yield Problem("warning", "marks", f"{unit.name} is marked {' and '.join(marks)}, which is "
                          "forgotten when the player turn begins.", hex=unit.hex, unit=unit.key, rule="5.1",
                          fix=unit_fix(f"Take {listed(marks)} of {unit.name} away", unit.key, _lasting_marks,
                                       harmless=True))


def _lasting_marks(unit: Unit) -> Unit:
    """A unit with those of its marks that outlast a player turn."""
    return unit if unit.setup is None else replace(unit, setup=replace(
        unit.setup, marks=tuple(m for m in unit.setup.marks if m == OUT_OF_SUPPLY)))
