"""Counts of what is on a map and in a scenario."""

from __future__ import annotations

from collections import Counter

from ..lazy_dataclass import dataclass
from .design import Design
from .gamemap import GameMap
from .scenario import Scenario
from .select import Query
from .timetable_words import date_words, event_name
from .values import MOST_TURNS


@dataclass(frozen=True)
class Count:
    """How often one kind of thing occurs. `share` is its part of the whole, 0 to 1, or None; `query`
    finds its hexes, or is None."""

    what: str
    number: int
    share: float | None = None
    query: Query | None = None


@dataclass(frozen=True)
class Section:
    """Counts of one sort, and their unit: hexes, hexsides, places, steps of road, units."""

    title: str
    unit: str
    counts: tuple[Count, ...]


def statistics(design: Design) -> tuple[Section, ...]:
    """The numbers of every kind: terrain, countries, hexsides, roads, features, units.

    Kinds of the ruleset that are nowhere on the map are listed with 0, so that gaps show. The length of a
    road is counted in steps from hex to hex, that of a river in hexsides.
    """
    game_map, rules = design.map, design.ruleset
    kinds = ([(k.id, k.name) for k in rules.terrain], [(k.id, k.name) for k in rules.hexsides],
             [(k.id, k.name) for k in rules.roads], [(k.id, k.name) for k in rules.features],
             [(n.id, n.name) for n in rules.nationalities])
    names = {id: name for kind in kinds for id, name in kind}
    ground = _of_layer(game_map.terrain.rows, game_map.terrain.values)
    lands = _of_layer(game_map.countries.rows, game_map.countries.values)
    sides: Counter[str] = Counter(line.kind for line in game_map.lines for _ in line.sides)
    steps: Counter[str] = Counter(road.kind for road in game_map.roads for _ in road.segments())
    features: Counter[str] = Counter(f for place in game_map.places for f in place.features)
    whole = len(game_map.grid)

    def section(title: str, unit: str, what: str, ids: list[str], totals: Counter[str]) -> Section:
        order = dict.fromkeys((*ids, *sorted(totals)))
        return Section(title, unit, tuple(
            Count(names.get(i) or i.replace("-", " ").title() or "None", totals[i],
                  totals[i] / whole if unit == "hexes" else None, Query(what, i)) for i in order))

    countries = [v for _, v in game_map.countries.legend if lands[v]]
    sections = [
        section("Terrain", "hexes", "terrain", [k.id for k in rules.terrain], ground),
        section("Countries", "hexes", "country", countries, lands),
        section("Hexsides", "hexsides", "hexside", [k.id for k in rules.hexsides], sides),
        Section("Named lines", "hexsides", tuple(
            Count(name, n) for name, n in sorted(_named_lines(design).items()))),
        section("Roads", "steps", "road", [k.id for k in rules.roads], steps),
        section("Features", "places", "feature", [k.id for k in rules.features], features),
        *_of_towns(game_map),
    ]
    if design.scenario is not None:
        side_of = {n.id: n.side for n in rules.nationalities}
        units: Counter[str] = Counter(side_of.get(u.nationality, "") for u in design.scenario.units)
        sections.append(Section("Units", "units", tuple(
            Count(side.name, units[side.id]) for side in rules.sides)))
        sections += _timetable(design, design.scenario)
    return tuple(s for s in sections if s.counts)


def _of_towns(game_map: GameMap) -> list[Section]:
    """The levels of hexes, if any hex has one, and the buildings by what they are built of."""
    sections = []
    if game_map.has_levels:
        totals = _of_layer(game_map.levels.rows, game_map.levels.values)
        sections.append(Section("Levels", "hexes", tuple(
            Count(f"Level {level}", totals[str(level)], totals[str(level)] / len(game_map.grid))
            for level in sorted(map(int, totals)))))
    materials = Counter(b.material for b in game_map.buildings)
    sections.append(Section("Buildings", "buildings", tuple(
        Count(material.replace("-", " ").capitalize() or "Other", n) for material, n in sorted(
            materials.items(), key=lambda entry: (not entry[0], entry[0])))))
    return sections


def _timetable(design: Design, scenario: Scenario) -> list[Section]:
    """What comes, leaves and may move when, by side, in the order of turns and then of events; and the events
    to which the schedule gives a date."""
    sides = {s.id: (n, s.name) for n, s in enumerate(design.ruleset.sides)}
    side_of = {n.id: n.side for n in design.ruleset.nationalities}
    found: Counter[tuple[int, str, int, str]] = Counter()
    for unit in scenario.units:
        place, name = sides.get(side_of.get(unit.nationality, ""), (len(sides), unit.nationality))
        arrival, leaves, release = unit.reinforcement, unit.withdrawal, unit.release
        for does, turn, event in (
                ("arrive", arrival.turn if arrival else 0, arrival.brought_by if arrival else ""),
                ("leave", leaves.turn if leaves else 0, leaves.event if leaves else ""),
                ("may move", release.turn if release else 0, release.event if release else "")):
            if event or turn:
                when = event_name(design, event) if event and not (turn and does == "may move") else (
                    f"Turn {turn}")
                found[turn if when.startswith("Turn ") else MOST_TURNS + 1, when, place,
                      f"{when}, {name}: {does}"] += 1
    sections = [Section("What comes when", "units", tuple(
        Count(text, number) for (_, _, _, text), number in sorted(found.items())))]
    dates = sorted(scenario.schedule, key=lambda line: line.turn or (MOST_TURNS + 1, 0))
    return [*sections, Section("Dates of events", "events", tuple(
        Count(f"{event_name(design, line.id)}: {date_words(line)}", 1) for line in dates))]


def _of_layer(rows: tuple[str, ...], values: dict[str, str]) -> Counter[str]:
    letters: Counter[str] = Counter()
    for row in rows:
        letters.update(row)
    totals: Counter[str] = Counter()
    for letter, n in letters.items():
        totals[values[letter]] += n
    return totals


def _named_lines(design: Design) -> Counter[str]:
    lengths: Counter[str] = Counter()
    for line in design.map.lines:
        if line.name:
            lengths[line.name] += len(line.sides)
    return lengths
