"""What the rules find wrong with a design, before anything is played."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ...engine.bits import bits, mask_of
from ...engine.board import Board, board_for
from ...engine.checks import Chapters, absent_units, entry_problems, placed_units, set_up_problems, stacks_of
from ...engine.dice import Dice
from ...model.cooperative_yield import with_pauses, yield_to_window
from ...model.design import Design
from ...model.problems import Problem
from ...model.scenario import Scenario, Unit
from ...model.start import Start
from . import moment, supply
from .constants import (
    ALLIED,
    ALLIED_HOMES,
    ASSAULT,
    CAPITAL,
    CAPITAL_TAKEN,
    CITY,
    CYBER_WAR,
    GUESTS,
    INDUSTRIAL,
    ITALY_ENTRY,
    MAX_CW_LEVEL,
    OPENED,
    OUT_OF_SUPPLY,
    PORT,
    PRIZES,
    ROMANIA_ENTRY,
    RUSSIAN,
    RUSSIAN_SOURCES,
    SIDES,
    US_ENTRY,
    WATCHED,
)
from .forces import forces_for
from .losses import SCRIPTS
from .moment import known_phases
from .war import War

_SET_UP_ORDER = (SIDES[ALLIED], SIDES[RUSSIAN])
"""As `setup.begin` has it."""
_FEATURES = (
    (CITY, "no city supplies a unit", "7.5"), (CAPITAL, "no capital is a supply source or a prize", "4.2"),
    (PORT, "no marine unit lands in a port", "10.0"), (INDUSTRIAL, "no industrial hex can be taken", "4.0"),
)
"""The features these rules look for, and what is missing from a game without them."""


def check(design: Design) -> tuple[Problem, ...]:
    """All problems of a design in the sense of the rules, in the order of the rulebook's chapters.

    What the checks of the documents find (`model.check`: unknown words, impossible strengths, set-ups
    and entries without a hex in play) is not found again here.
    """
    found = list(_ruleset(design))
    scenario = design.scenario
    board = board_for(design.map, design.ruleset, scenario.play_area if scenario else ())
    yield_to_window()
    found += map_problems(design, board)
    if scenario is not None:
        yield_to_window()
        found += _units(design, scenario, board)
        yield_to_window()
        if all(any(s.id == side for s in design.ruleset.sides) for side in SIDES):
            found += start_problems(design, scenario, board)
            found += setup_problems(design, scenario, board)
    return tuple(sorted(found, key=lambda p: ("error", "warning", "note").index(p.severity)))


def _ruleset(design: Design) -> Iterator[Problem]:
    """What the rules need of a ruleset: two sides, two tables with known results."""
    ruleset = design.ruleset
    ids = {s.id for s in ruleset.sides}
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
        for code in sorted(codes - set(SCRIPTS)):
            yield Problem("error", "unknown-result", f"{table.name} holds the result {code}, which these "
                          f"rules do not know. They know {', '.join(sorted(SCRIPTS))}.", rule="11.0",
                          entry=f"tables/{table.id}")
    order = (design.scenario.set_up_order if design.scenario else ()) or ruleset.set_up_order
    if order and order != _SET_UP_ORDER:
        yield Problem("warning", "set-up-order", f"By these rules the {_SET_UP_ORDER[0]} side sets up first, "
                      f"then the {_SET_UP_ORDER[1]} side; `set_up_order` says {', then '.join(order)}. Games "
                      "are played by the rules, set-up sheets print what is written.", rule="3.0",
                      part="scenario/set_up_order" if design.scenario and design.scenario.set_up_order
                      else "ruleset/set_up_order")
    for feature, lost, rule in _FEATURES:
        if feature not in ruleset.feature_by_id:
            yield Problem("warning", "no-feature", f"The ruleset has no feature `{feature}`, by which these "
                          f"rules know what they speak of: {lost}.", rule=rule, entry="features/")
    if ruleset.stacking_limit < 1:
        yield Problem("error", "stacking-limit", "The stacking limit is below one, so no unit can stand "
                      "anywhere.", rule="6.0", part="ruleset/stacking_limit")


def _units(design: Design, scenario: Scenario, board: Board) -> Iterator[Problem]:
    """Units that never appear, assets."""
    forces = forces_for(design, scenario, board)
    labels = dict(zip(forces.keys, forces.labels, strict=True))
    yield from absent_units(design.ruleset, scenario, labels, CHAPTERS)
    for i, side in enumerate(SIDES):
        assets = next((a for a in scenario.assets if a.side == side), None)
        pool = [u for u in forces.wings[i] if scenario.units[u].reinforcement is None]
        if pool and assets is None:
            yield Problem("warning", "no-assets", f"The {side} side has air units to buy but no line under "
                          "`assets`, so no maximum and no cyber-war markers.", rule="3.1",
                          part="scenario/assets")
        elif assets is not None and assets.air_maximum > len(pool):
            yield Problem("note", "few-air-units", f"The {side} side may own {assets.air_maximum} air "
                          f"units, but the scenario has counters for {len(pool)} it can buy.", rule="3.1",
                          part=f"scenario/assets/{side}")


# What the rules find wrong with the places where reinforcements are to arrive.

_WHO = {"usa": "the United States have", "romania": "Romania has", "italy": "Italy has"}


def guest_problems(w: War) -> Iterator[Problem]:
    """Units of those who join the war later that would be in it before (12.0 to 12.2)."""
    called = set(w.scenario.start.events) if w.scenario.start else set[str]()
    for u, unit in enumerate(w.forces.units):
        event, rule = GUESTS.get(unit.nationality, ("", ""))
        if not event or event in called:
            continue
        why = _too_early(unit, event)
        if why:
            yield Problem("warning", "before-entry", f"{w.label(u)} {why}, whether {_WHO[unit.nationality]} "
                          f"joined the war or not. Let it arrive by the event {event}.", hex=unit.hex,
                          unit=unit.key, rule=rule)


def _too_early(unit: Unit, event: str) -> str:
    """How a unit comes into play without the event that brings its country in, "" where it does not."""
    arrival = unit.reinforcement
    if arrival is None:
        return "is in the war from the start" if unit.setup and (
            not unit.setup.box or unit.setup.box.endswith("ready")) else ""
    if not arrival.event:
        return f"arrives on turn {arrival.turn}"
    # Romania and Italy come, if at all, at the moment the United States do.
    if arrival.event == event or event == US_ENTRY:
        return ""
    return f"arrives by the event {arrival.event}"


def arrival_problems(w: War) -> Iterator[Problem]:
    """Ground units that are to arrive where their enemy holds every hex when the scenario begins.

    10.0: reinforcements come in at cities under friendly control, or where the schedule of 3.0 says, which
    for either side is in countries of its own. Marines land in enemy ports too, and in the north (10.1).
    """
    f = w.forces
    for u, unit in enumerate(f.units):
        side = f.side[u]
        if side < 0 or f.air[u] or f.marine[u]:
            continue
        for way in f.ways[u]:
            hexes = mask_of(way.hexes)
            if hexes and not hexes & ~w.state.control[1 - side]:
                enemy = "Russian side" if side == ALLIED else "allied side"
                why = ("a unit enters only at a city under friendly control" if way.features else
                       "the schedule brings either side in on its own ground")
                yield Problem("warning", "enemy-entry", f"{w.label(u)} is to arrive at {way.entry.name}, "
                              f"where the {enemy} holds every hex when the scenario begins; {why}. Choose "
                              "another entry.", unit=unit.key, rule="10.0")


# What the rules ask of a map: industrial hexes, the E77, capitals, supply sources.

INDUSTRIAL_HEXES = 10
"""4.0: the printed map's industrial hexes (ten, as the game's public review says)."""
E77_ENDS = ("2518", "3118")
"""9.6: Krakow and Budapest."""


def map_problems(design: Design, board: Board) -> Iterator[Problem]:
    """Problems of the map, or of the part in play."""
    scenario = design.scenario
    whole = scenario is None or not scenario.play_area
    yield from _industry(board, whole)
    yield from _e77(design, board, whole)
    yield from _capitals(board, whole)
    if scenario is not None:
        yield from _sources(design, board)


def _industry(board: Board, whole: bool) -> Iterator[Problem]:
    industry = board.features.get(INDUSTRIAL, 0)
    if not industry:
        yield Problem("error", "no-industry", "No industrial hex is in play, so the Russian side cannot "
                      "score. Mark the shale gas fields.", rule="4.0", part="map/places")
        return
    n = industry.bit_count()
    if whole and n != INDUSTRIAL_HEXES:
        yield Problem("warning", "industry-count", f"The map has {n} industrial hexes; the final roll of "
                      f"4.0 was made for {INDUSTRIAL_HEXES}.", hex=board.number(next(bits(industry))),
                      rule="4.0")
    for i in bits(industry & ~board.countries.get("poland", 0)):
        yield Problem("warning", "industry-abroad", f"The industrial hex {board.name(i)} is not in Poland "
                      "and does not count for the automatic victory.", hex=board.number(i), rule="4.1")


def _e77(design: Design, board: Board, whole: bool) -> Iterator[Problem]:
    """The E77 must be one road, from Krakow to Budapest where both are on the map."""
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
        i for i in (board.at(n) for n in E77_ENDS)
        if i >= 0 and (board.features.get(CITY, 0) | board.features.get(CAPITAL, 0)) >> i & 1)
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
        # The loose end of the shorter piece is where a designer will want to look.
        piece = min(pieces, key=len)
        loose = min((i for i in piece if len(joined[i]) == 1), default=piece[0])
        yield Problem("warning", "e77-broken", f"The E77 is broken into {len(pieces)} pieces; one ends at "
                      f"{board.name(loose)}.", hex=board.number(loose), rule="9.6", part="map/roads")
    elif whole and len(ends) == 2:
        for i in ends:
            if i not in joined:
                yield Problem("warning", "e77-short", f"The E77 does not reach {board.name(i)}.",
                              hex=board.number(i), rule="9.6", part="map/roads")


def _capitals(board: Board, whole: bool) -> Iterator[Problem]:
    capitals = board.features.get(CAPITAL, 0)
    present = [c for c in PRIZES if board.countries.get(c, 0)]
    missing = [c for c in present if not capitals & board.countries[c]]
    if not present or len(missing) == len(present):
        yield Problem("warning", "no-prize", "Neither Minsk, Kiev nor Moscow is in play, so the allied "
                      "side has no way to win at once.", rule="4.2", part="map/places")
    elif whole:
        for c in missing:
            yield Problem("warning", "no-capital", f"{c.title()} has no capital on the map; taking it "
                          "would win the game for the allied side.", rule="4.2", part="map/places")


def _sources(design: Design, board: Board) -> Iterator[Problem]:
    """Every nationality with ground units needs a city or capital that supplies it (7.5)."""
    towns = board.features.get(CITY, 0) | board.features.get(CAPITAL, 0)
    types = design.ruleset.unit_type_by_id
    scenario = design.scenario
    units = scenario.units if scenario else ()
    fielded = {
        u.nationality: u for u in reversed(units) if u.type in types and "air" not in types[u.type].traits}
    for nation in design.ruleset.nationalities:
        unit = fielded.get(nation.id)
        if unit is None:
            continue
        countries: tuple[str, ...] = ALLIED_HOMES
        if nation.side == "russian":
            countries = RUSSIAN_SOURCES
        elif nation.id == "poland":
            countries = ("poland",)
        elif unit.reinforcement and unit.reinforcement.event:
            countries = (*ALLIED_HOMES, *OPENED)
        if not any(towns & board.countries.get(c, 0) for c in countries):
            yield Problem("warning", "no-source", f"{nation.adjective} units have no source of supply: no "
                          f"city or capital of {', '.join(c.replace('-', ' ').title() for c in countries)} "
                          "is in play.",
                          unit=unit.key, rule="7.5")


# What the rules find wrong with a set-up.

CHAPTERS = Chapters(stacking="6.0", enemies="9.2", alone="3.4", terrain="9.0", entry="9.0",
                    set_up="3.0")
"""Where the rulebook says what is checked of any set-up: 6.0 stacks, 9.2 enemies, 3.4 Poles alone in a
hex, 9.0 terrain that cannot be entered, 3.0 who is set up or arrives at all."""


def setup_problems(design: Design, scenario: Scenario, board: Board) -> Iterator[Problem]:
    """Problems of set-up hexes, stacks, areas and entries."""
    w = War(design, scenario, Dice(), lambda event: None)
    moment.recall(w)
    f = w.forces
    placed = placed_units(design.ruleset, scenario, dict(zip(f.keys, f.labels, strict=True)), f.setup)
    known = [p for p in placed if p.side in SIDES]
    stacks = {hex: [f.number[p.unit.key] for p in units] for hex, units in stacks_of(known).items()}
    yield from set_up_problems(design, board, placed, CHAPTERS)
    yield from entry_problems(design, board, scenario, CHAPTERS)
    yield from arrival_problems(w)
    yield from guest_problems(w)
    for hex, here in with_pauses(stacks.items(), 16):
        yield from _stack(w, hex, here)
    yield from _static(w)
    # Within a game units tell by their marks whether they are in supply.
    if scenario.start is None:
        yield from _supply(w, stacks)


def _stack(w: War, hex: int, units: list[int]) -> Iterator[Problem]:
    """Stacks that break 6.4, and set-up hexes that end the game (4.2) or score (4.0)."""
    number, name, f = w.board.number(hex), w.board.name(hex), w.forces
    sides = {f.side[u] for u in units}
    first = f.keys[units[0]]
    for side in sorted(sides):
        own = [u for u in units if f.side[u] == side]
        company = {f.company[u] for u in own}
        if 1 in company and 2 in company:
            shunned = next(u for u in own if f.company[u] == 2)
            yield Problem("error", "mixed-stack", f"Russian units may not stack with {w.label(shunned)} in "
                          f"{name}.",
                          hex=number, unit=f.keys[shunned], rule="6.4")
    capital = w.feature(CAPITAL) >> hex & 1
    if ALLIED in sides and capital and w.board.country[hex] in PRIZES:
        yield Problem("error", "won-at-start", f"An allied unit is set up in {name}, which wins the game "
                      "at once.",
                      hex=number, unit=first, rule="4.2")
    if RUSSIAN in sides and w.feature(INDUSTRIAL) & ~w.state.scored & 1 << hex:
        yield Problem("warning", "scored-at-start", "A Russian-side unit is set up in the industrial hex "
                      f"{name} and scores it before the first turn.", hex=number, unit=first, rule="4.0")


def _static(w: War) -> Iterator[Problem]:
    """2.6: a unit that never leaves its hex wants one set-up hex; Iron Wolf's is Vilnius."""
    for u, unit in enumerate(w.forces.units):
        # What a unit of an unknown type can do is not known either.
        if not w.forces.static[u] or unit.type not in w.design.ruleset.unit_type_by_id:
            continue
        label = w.label(u)
        if unit.nationality != "lithuania":
            yield Problem("warning", "never-moves", f"{label} has no movement allowance and never leaves "
                          "its hex; only Lithuania's Iron Wolf is meant to.", unit=unit.key, rule="2.6")
        elif len(w.forces.setup[u]) == 1:
            hex = w.forces.setup[u][0]
            home = w.feature(CAPITAL) & w.board.countries.get("lithuania", 0)
            if home and not home >> hex & 1:
                yield Problem("warning", "iron-wolf", f"{label} is set up in {w.board.name(hex)}, not in "
                              "Vilnius, the Lithuanian capital it never leaves.", hex=w.board.number(hex),
                              unit=unit.key,
                              rule="2.6")


def _supply(w: War, stacks: dict[int, list[int]]) -> Iterator[Problem]:
    """Units set up where they cannot trace supply: the rules allow it, but a designer wants to know (7.0)."""
    for hex, units in with_pauses(stacks.items(), 32):
        if len({w.forces.side[u] for u in units}) == 1:
            for u in units:
                w.put(u, hex)
                w.state.control[w.forces.side[u]] |= 1 << hex
                w.state.control[1 - w.forces.side[u]] &= ~(1 << hex)
    for hex in with_pauses(sorted(stacks), 16):
        for u in stacks[hex]:
            if w.state.where[u] == hex and not supply.in_supply(w, u):
                yield Problem("warning", "out-of-supply", f"{w.label(u)} is set up in {w.board.name(hex)} "
                              "without a supply path to a friendly city or capital.",
                              hex=w.board.number(hex),
                              unit=w.forces.keys[u], rule="7.0")


# What the rules find wrong with the moment a scenario begins at.

_EVENTS = (US_ENTRY, ROMANIA_ENTRY, ITALY_ENTRY, CAPITAL_TAKEN)
START = "scenario/start"


def start_problems(design: Design, scenario: Scenario, board: Board) -> Iterator[Problem]:
    """Problems of `start`, and of the markers the sides begin with."""
    for asset in scenario.assets:
        if asset.on_table > MAX_CW_LEVEL:
            yield Problem("error", "cw-level", f"The {asset.side} side begins with {asset.on_table} markers "
                          f"on the table, which holds {MAX_CW_LEVEL}.", rule="3.2",
                          part=f"scenario/assets/{asset.side}")
    start = scenario.start
    if start is None:
        return
    if start.phase and start.phase not in known_phases():
        yield Problem("error", "start-phase", f"No scenario can begin with the phase {start.phase}. It can "
                      f"with {', '.join(known_phases())}.", rule="5.1", part=START)
    yield from _score(start, board)
    yield from _events(scenario, start)
    yield from _marks(scenario, start)


def _score(start: Start, board: Board) -> Iterator[Problem]:
    fields = [board.number(i) for i in bits(board.features.get(INDUSTRIAL, 0))]
    for number in start.scored:
        if number not in fields:
            yield Problem("error", "scored", f"Hex {number} counts as scored and is no industrial hex in "
                          "play.", hex=number, rule="4.0", part=START)
    in_poland = board.features.get(INDUSTRIAL, 0) & board.countries.get("poland", 0)
    polish = [board.number(i) for i in bits(in_poland)]
    if polish and set(polish) <= set(start.scored):
        yield Problem("error", "won-at-start", "Every industrial hex in Poland counts as scored, which wins "
                      "the game at once.", hex=polish[0], rule="4.1", part=START)


def _events(scenario: Scenario, start: Start) -> Iterator[Problem]:
    known = (*_EVENTS, *(u.reinforcement.event for u in scenario.units if u.reinforcement))
    for event in start.events:
        if event not in known:
            yield Problem("error", "unknown-event", f"The event {event} is none of these rules: "
                          f"{', '.join(_EVENTS)}.", rule="12.0", part=START)
    if {ROMANIA_ENTRY, ITALY_ENTRY} & set(start.events) and US_ENTRY not in start.events:
        yield Problem("warning", "event-order", "Romania and Italy join the war only when the United States "
                      f"do; {US_ENTRY} has not happened.", rule="12.1", part=START)
    for country in (*start.entered, *start.struck):
        if country not in WATCHED:
            yield Problem("warning", "not-watched", f"Nothing follows from {country.replace('-', ' ')} "
                          f"having been entered or struck; only from {', '.join(WATCHED)}.", rule="12.0",
                          part=START)


def _marks(scenario: Scenario, start: Start) -> Iterator[Problem]:
    """Marks of what was done are for a scenario that begins within a player turn."""
    for unit in scenario.units:
        marks = [m for m in unit.setup.marks if m != OUT_OF_SUPPLY] if unit.setup else []
        if marks and start.phase.rpartition("-")[2] not in ("interdiction", "movement", "combat"):
            yield Problem("warning", "marks", f"{unit.name} is marked {' and '.join(marks)}, which is "
                          "forgotten when the player turn begins.", hex=unit.hex, unit=unit.key, rule="5.1")
