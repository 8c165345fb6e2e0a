"""Checks of the blocks of rules on a map and in a scenario: sets without hexes, counts that are too high."""

from __future__ import annotations

from collections.abc import Collection

from ..rules.grammar import ENEMY, OWN_SIDE, HexCount, HexFilter, Number, Situation, UnitFilter
from ..rules.supply import Leg
from ..rules.victory import VictoryPoints
from ..scenario import Unit
from ..wording import count, listed, quoted, side_in_sentence
from .blocks import NEVER_TRUE, Blocks, Spot, limits
from .context import Checks


def check_rules_on_map(checks: Checks) -> None:
    """What needs the map, or the scenario: names on them, sets of hexes, numbers that cannot be reached."""
    rules = Blocks(checks, whole=True)
    rules.check_names()
    for part in (_check_sets, _check_counts, _check_unit_counts, _check_starts, _check_units_of_formations):
        part(rules)


def _check_sets(rules: Blocks) -> None:
    """Sets of hexes that are empty on this map."""
    for hexes, spot in rules.of(HexFilter):
        if not hexes.is_everywhere and hexes.hexes and not rules.checks.hexes(hexes):
            continue  # said for each hex number
        if _names_something(hexes) and not rules.checks.hexes(hexes) and _is_known(rules, hexes):
            rules.add("warning", "no-hexes", (
                f"{_set_words(rules, spot)} has no hex on the map {quoted(rules.checks.design.map.title)}. "
                "Change it, or the map."), spot)
    grid = rules.checks.design.map.grid
    for leg, spot in rules.of(Leg):
        if not leg.points and leg.length > grid.columns + grid.rows:
            rules.add("note", "long-leg", (
                f"The leg in {spot.words} may be {count(leg.length, 'hex')} long; no way across the map is. "
                "Write 0 for any length."), spot.at("length"))


def _set_words(rules: Blocks, spot: Spot) -> str:
    """What a set of hexes is, as the beginning of a sentence: a source of supply by its name and side."""
    supply, within = rules.rules.supply, spot.within
    if spot.section != "supply" or len(within) < 3 or not isinstance(within[1], int):
        return f"The set of hexes in {rules.words(spot)}"
    if within[0] == "sources":
        source = supply.sources[within[1]]
        name = f" {quoted(source.name)}" if source.name else ""
        whose = f"{name}{_of_sides(rules, source.for_)}" or f" {quoted(source.id)}"
        if within[2:] == ("hexes",):
            return f"The source of supply{whose}"
        return f"The set of hexes in {rules.words(spot)}, the source of supply{whose},"
    if within[0] == "paths" and within[2] == "legs" and isinstance(within[3], int) and within[4:] == ("to",):
        path = supply.paths[within[1]]
        which = f" {within[1] + 1}" if len(supply.paths) > 1 else ""
        leg = f"leg {within[3] + 1} of " if len(path.legs) > 1 else ""
        return f"The end of {leg}the path of supply{which}{_of_sides(rules, path.for_)}"
    return f"The set of hexes in {rules.words(spot)}"


def _of_sides(rules: Blocks, units: UnitFilter) -> str:
    """` of the Blue side` for units of a side, " of" and nationalities for those; "" for others."""
    sides = [side_in_sentence(s.name) for s in rules.rules.sides if s.id in units.side]
    nations = [n.adjective or n.name for n in rules.rules.nationalities if n.id in units.nationality]
    return f" of {listed(sides)}" if sides else f" of the {listed(nations)} units" if nations else ""


def _names_something(hexes: HexFilter) -> bool:
    return bool(hexes.on_whole_map or hexes.areas or hexes.countries or hexes.hexes)


def _is_known(rules: Blocks, hexes: HexFilter) -> bool:
    """Whether all names of a set are known; others are reported by themselves."""
    design = rules.checks.design
    return (set(hexes.areas) <= set(design.map.area_by_id)
            and set(hexes.countries) <= {*rules.checks.countries, *design.ruleset.nationality_by_id}
            and set(hexes.features) <= set(design.ruleset.feature_by_id)
            and set(hexes.roads) <= set(design.ruleset.road_by_id)
            and set(hexes.terrain) <= set(design.ruleset.terrain_by_id))


def _check_counts(rules: Blocks) -> None:
    """Numbers of hexes that the map does not have: 5 towns of 4."""
    for number, spot in rules.of(Number):
        if not isinstance(number, Situation):
            continue
        least, _ = limits(number)
        for key in ("control", "ever_taken", "entered"):
            held: HexCount | None = getattr(number, key)
            if held is None or least is None:
                continue
            there = _most_hexes(rules, held.hexes)
            if least > there:
                rules.add("warning", NEVER_TRUE, (
                    f"The condition in {spot.words} never holds: it asks for {count(least, 'hex')}, and the "
                    f"map has only {there} of them."), spot)


def _check_unit_counts(rules: Blocks) -> None:
    """Numbers of units, on the map or lost, that the scenario does not have."""
    scenario = rules.checks.design.scenario
    if scenario is None:
        return
    for number, spot in rules.of(Situation):
        least, _ = limits(number)
        for asked in (number.count, number.losses):
            if asked is None or asked.by != "unit" or least is None:
                continue
            there = sum(belongs(rules, asked.units, unit) for unit in scenario.units)
            if least > there:
                rules.add("warning", NEVER_TRUE, (
                    f"The condition in {spot.words} never holds: it asks for {count(least, 'unit')}, and the "
                    f"scenario has only {there} of them."), spot)


def belongs(rules: Blocks, some: UnitFilter, unit: Unit) -> bool:
    """Whether a unit may ever belong to a set: what it is must fit, whatever becomes of it."""
    kind = rules.rules.unit_type_by_id.get(unit.type)
    nationality = rules.rules.nationality_by_id.get(unit.nationality)
    side = {nationality.side, *(s for s in some.side if s in (OWN_SIDE, ENEMY))} if nationality else set()
    asked: tuple[tuple[Collection[str], Collection[str]], ...] = (
        (some.side, side), (some.nationality, (unit.nationality,)), (some.type, (unit.type,)),
        (some.trait, kind.traits if kind else ()), (some.named, (unit.key,)))
    return all(not words or set(words) & set(own) for words, own in asked)


def _most_hexes(rules: Blocks, hexes: HexFilter) -> int:
    """The most hexes that a set can ever have: those in play that units can enter."""
    chosen = rules.checks.hexes(hexes) if _names_something(hexes) else tuple(rules.checks.design.map.grid)
    return sum(rules.checks.is_playable(h) and rules.checks.in_play(h) for h in chosen)


def _check_starts(rules: Blocks) -> None:
    """Units that start, and goals that lie, in terrain that nobody of a movement class, or of any, enters."""
    classes, barred = _barred(rules)
    if barred:
        _check_goals(rules, {t for _, t in barred if all((c, t) in barred for c in classes)})
    check_barred_starts(rules)


def _barred(rules: Blocks) -> tuple[list[str], set[tuple[str, str]]]:
    """The movement classes, "" where there are none, and the kinds of terrain that each may not enter."""
    movement = rules.rules.movement
    classes = [one.id for one in movement.classes] or [""]
    return classes, {(c, t) for cost in movement.costs if cost.cost == "prohibited" for t in cost.terrain
                     for c in (cost.class_ or classes)}


def check_barred_starts(rules: Blocks) -> None:
    """Units that start in terrain that their movement class does not enter."""
    scenario, (classes, barred) = rules.checks.design.scenario, _barred(rules)
    if scenario is None or not barred:
        return
    first = classes[0]
    game_map, types = rules.checks.design.map, rules.rules.unit_type_by_id
    for unit in scenario.units:
        kind, hex = types.get(unit.type), game_map.grid.parse(unit.hex) if unit.hex else None
        if kind is None or hex is None:
            continue
        own, terrain = kind.class_ or first, game_map.terrain.at(hex)
        if (own, terrain) in barred:
            rules.checks.add("warning", "barred-start", (
                f"{rules.checks.called(unit)} starts in {unit.hex} ({rules.checks.terrain_name(hex)}), where "
                f"{f'units of the movement class {own}' if own else 'no unit'} can{'not' if own else ''} go. "
                "Move it, or change the movement costs."),
                "scenario", "units", unit.key, unit.hex, unit.key)


def _check_goals(rules: Blocks, barred: set[str]) -> None:
    terrain = rules.checks.design.map.terrain
    goals = [(one.hexes, spot.at("hexes")) for one, spot in rules.of(VictoryPoints) if one.for_ == "control"]
    goals += [(one.hexes, spot.at("hexes")) for one, spot in rules.of(HexCount) if spot.section == "victory"]
    for hexes, spot in goals:
        chosen = rules.checks.hexes(hexes) if _names_something(hexes) else ()
        if chosen and all(terrain.at(h) in barred for h in chosen):
            rules.add("warning", "barred-goal", (
                f"The hexes in {spot.words} lie in terrain that no movement class can enter, so nobody takes "
                "them. Change them, or the movement costs."), spot)


def _check_units_of_formations(rules: Blocks) -> None:
    """Formations to which no unit of the scenario belongs, nor to one of their parts."""
    scenario = rules.checks.design.scenario
    if scenario is None or not rules.rules.formations:
        return
    used = {getattr(unit, "formation", "") for unit in scenario.units} - {""}
    if not used:
        return
    parents = {f.id: f.parent for f in rules.rules.formations}
    for one in tuple(used):
        while (one := parents.get(one, "")) and one not in used:
            used.add(one)
    for formation in rules.rules.formations:
        if formation.id not in used:
            rules.add("note", "no-units", (
                f"No unit of the scenario belongs to the formation {quoted(formation.name)}."),
                Spot("formations", formation.id))
