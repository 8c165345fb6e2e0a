"""Texts about a hex and its units, for the status bar and the inspector."""

from __future__ import annotations

from ...hexgrid import Hex
from ...model.counter_values import has_values, steps_of, value_of
from ...model.data_words import data_of
from ...model.design import Design
from ...model.edit.units import stack_at
from ...model.gamemap import Building, GameMap, Waters
from ...model.in_play import InPlay
from ...model.place_words import where_words
from ...model.provenance import Source
from ...model.ruleset import FeatureKind, HexsideKind, RoadKind, Ruleset, TerrainKind
from ...model.scenario import Scenario, Setup, Unit
from ...model.timetable_words import arrival_dice, box_name, entry_name, event_name
from ...model.wording import count
from ..tools.brushes import country_name


def describe(design: Design, hex: Hex) -> str:
    """One line about a hex: number, terrain, country, name, features, rivers, roads, units."""
    map, rules = design.map, design.ruleset
    terrain = map.terrain.at(hex)
    parts = [map.grid.number(hex)]
    kind = rules.terrain_by_id.get(terrain)
    parts.append(kind.name if kind else terrain)
    if edge := edge_words(map, hex):
        parts.append(edge)
    if level := map.level(hex):
        parts.append(f"level {level}")
    if country := map.countries.at(hex):
        parts.append(country_name(design, country))
    if (building := map.building_at.get(hex)) is not None:
        parts.append(building_words(building))
    if (waters := map.waters_at.get(hex)) is not None:
        parts.append(waters_words(waters))
    if place := place_text(design, hex):
        parts.append(place)
    parts += on_sides(design, hex)
    if design.scenario is not None and (units := stack_at(design.scenario, map.grid.number(hex))):
        parts.append(", ".join(short(design.ruleset, u) for u in units))
    return "  ·  ".join(parts)


def edge_words(map: GameMap, hex: Hex) -> str:
    """`half hex` for one that an edge of the map cuts, `beyond the edge` for one that it leaves out; "" for
    others."""
    return "half hex" if map.is_half(hex) else "beyond the edge" if map.grid.beyond(hex) else ""


def building_words(building: Building) -> str:
    """`Inn, 2 storeys, cellar`."""
    storeys = count(building.storeys, "storey") if building.storeys else ""
    said = (building.name or building.id, storeys, "cellar" if building.cellar else "")
    return ", ".join(filter(None, said))


def waters_words(waters: Waters) -> str:
    """`Brook, fordable, heavy current`."""
    current = {"still": "", "normal": "current", "heavy": "heavy current"}[waters.current]
    said = (waters.name or waters.id, waters.depth, current, "frozen" if waters.frozen else "")
    return ", ".join(filter(None, said))


def hex_source(design: Design, hex: Hex) -> Source:
    """The source of the values of a hex: that of its place, else that of the map."""
    place = design.map.place_at.get(hex)
    return (place.provenance if place else design.map.provenance).source


def hex_notes(design: Design, hex: Hex) -> tuple[str, ...]:
    """Notes on where the values of a hex come from: that of its place, and those of the map's sources for
    this hex."""
    place = design.map.place_at.get(hex)
    notes = [place.provenance.note] if place else []
    notes += [source.note or source.title for source in design.map.sources if hex in source.hexes]
    if data := [source.title for source in data_of(design.map, hex) if hex not in source.hexes]:
        notes.append(f"Computed from: {', '.join(data)}")
    return tuple(dict.fromkeys(note for note in notes if note))


def place_text(design: Design, hex: Hex) -> str:
    """`Warsaw (capital)`, or "" if there is no place."""
    place = design.map.place_at.get(hex)
    if place is None:
        return ""
    names = [k.name.lower() if (k := design.ruleset.feature_by_id.get(f)) else f for f in place.features]
    features = ", ".join(names)
    return f"{place.name} ({features})" if place.name and features else place.name or features


def on_sides(design: Design, hex: Hex) -> list[str]:
    """The lines on the sides of a hex, and the roads through it, each named once."""
    map, rules = design.map, design.ruleset
    names: dict[str, None] = {}
    for side in map.grid.sides(hex):
        for line in map.side_lines.get(side, ()):
            kind = rules.hexside_by_id.get(line.kind)
            names[_named(kind.name if kind else line.kind, line.name)] = None
    for side in map.grid.sides(hex):
        for road in map.road_segments.get(side, ()):
            road_kind = rules.road_by_id.get(road.kind)
            names[_named(road_kind.name if road_kind else road.kind, road.name)] = None
    return list(names)


def kind_words(kind: TerrainKind | HexsideKind | RoadKind | FeatureKind) -> str:
    """What a kind does in play, with its rule: `Mountain: 3 movement points; attacks shift 2 columns to the
    left (rule 9.0).`"""
    cost = kind.cost
    told = ["no movement" if cost is None else "" if cost == "other" else
            f"{cost:g} movement point{'' if cost == 1 else 's'}"]
    shift = 0 if isinstance(kind, RoadKind) else kind.shift
    if shift:
        told.append(f"attacks shift {count(abs(shift), 'column')} to the {'left' if shift < 0 else 'right'}")
    words = "; ".join(filter(None, told))
    rule = f" (rule {kind.provenance.rule})" if kind.provenance.rule else ""
    return f"{kind.name}{': ' if words else ''}{words}{rule}."


def _named(kind: str, name: str) -> str:
    return f"{kind} {name}" if name and name.casefold() not in kind.casefold() else kind


def strength_text(ruleset: Ruleset, unit: Unit) -> str:
    """The values that do not come from a unit's type, for each step: strength `6/3`, or attack and defence
    `8-6/4-3`; `(6)/3` for a reduced unit; "" for a unit without any."""
    own = [v.id for v in ruleset.values if v.from_ != "type"]
    if not has_values(ruleset, unit):
        return ""
    steps = range(steps_of(ruleset, unit))
    return _sides([[value_of(ruleset, unit, v, lost) for v in own] for lost in steps], unit.reduced)


def value_text(ruleset: Ruleset, unit: Unit, value: str) -> str:
    """One of the values for each step: `6/3`, `(6)/3` for a reduced unit, `7` if all are the same; "" for a
    unit that has none."""
    numbers = [value_of(ruleset, unit, value, lost) for lost in range(steps_of(ruleset, unit))]
    return "" if set(numbers) == {None} else _sides([[n] for n in numbers], unit.reduced)


def _sides(rows: list[list[int | None]], reduced: bool) -> str:
    words = ["-".join("–" if n is None else str(n) for n in row) for row in rows]
    if len(set(words)) == 1:
        return words[0]
    return "/".join([f"({words[0]})" if reduced else words[0], *words[1:]])


def short(ruleset: Ruleset, unit: Unit) -> str:
    """`10th Armored Cavalry 10/5`."""
    return f"{unit.name} {strength_text(ruleset, unit)}".strip()


def where_text(design: Design, setup: Setup) -> str:
    """A set-up as a text: `2017`, `anywhere in Poland`, `any marsh hex`."""
    if setup.box:
        return box_name(design, setup.box)
    return setup.where.single_hex or where_words(setup.where, design) or "nowhere"


def starting_hexes(design: Design, unit: Unit) -> tuple[Hex, ...]:
    """The hexes in which a unit with a choice may be set up, or those of the entries of a reinforcement, as
    far as units may stand there."""
    scenario, may_stand = design.scenario, InPlay(design).may_stand
    if unit.setup:
        return () if unit.hex else tuple(filter(may_stand, unit.setup.where.resolve(design.map)))
    if unit.reinforcement is None or scenario is None:
        return ()
    ids = (unit.reinforcement.entry, *unit.reinforcement.also)
    entries = [scenario.entry_by_id[id] for id in ids if id in scenario.entry_by_id]
    return tuple(dict.fromkeys(h for e in entries for h in e.where.resolve(design.map) if may_stand(h)))


def entry_names(scenario: Scenario) -> dict[str, str]:
    """Entry id to the name of the entry; names used twice are followed by the id."""
    names = [e.name for e in scenario.entries]
    return {e.id: e.name if names.count(e.name) == 1 else f"{e.name} ({e.id})" for e in scenario.entries}


def arrival_text(design: Design, unit: Unit) -> str:
    """`turn 2, Prague (2623)`, with entries that stand in `turn 2, North, else South`; "" for a unit that is
    not a reinforcement."""
    arrival, scenario = unit.reinforcement, design.scenario
    if arrival is None or scenario is None:
        return ""
    names = [entry_name(design, e) for e in (arrival.entry, *arrival.also) if e]
    stand_ins = (scenario.entry_by_id[e].name for own in (arrival.entry, *arrival.also)
                 for e in scenario.stand_ins(own) if e in scenario.entry_by_id)
    place = ", else ".join([" or ".join(names), *dict.fromkeys(stand_ins)])
    when = when_text(design, unit)
    return f"{when}, {place}" if place else when


def when_text(design: Design, unit: Unit) -> str:
    """`turn 2` or `US entry`; `turn 2, 5 or more on 1d6`."""
    arrival = unit.reinforcement
    if arrival is None:
        return ""
    when = event_name(design, arrival.brought_by) if arrival.brought_by else f"turn {arrival.turn}"
    dice = arrival_dice(arrival)
    return f"{when}, {dice}" if dice else when


def nation_adjective(ruleset: Ruleset, id: str) -> str:
    """`Polish`, or the id of a nationality that the ruleset does not have."""
    known = ruleset.nationality_by_id.get(id)
    return known.adjective if known else id
