"""Checks of the set-up groups of a scenario: their names, their room, and whether their units obey them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from ...hexgrid import Hex
from ..design import Design
from ..edit.units import boxed_units, change_unit
from ..files.option_changes import in_force
from ..files.plain_data import DataPath
from ..place_words import all_in_words, hex_words, in_words, where_words
from ..problems import Fix, Reason, Severity
from ..provenance import cited_rule
from ..scenario import Scenario, SetUpGroup, SetUpLimit, Unit
from ..where import Where
from ..wording import closest, count, listed, quoted
from .context import PLAY_AREA, Checks, set_ups_of
from .fixes import all_but_first, put, scenario_fix, unit_fix, where_of_group
from .where import check_where

SECTION = "set_up_groups"
_MOST_NAMED = 6


def check_set_up_groups(checks: Checks, scenario: Scenario) -> None:
    """Unknown names, groups without room or without units, and positions that break a group."""
    checks.doubles("scenario", SECTION, "set-up groups", (g.id for g in scenario.set_up_groups), lambda id: (
        all_but_first("group", SECTION, lambda g: str(g.id), id, sum(
            g.id == id for g in scenario.set_up_groups)),))
    ids = list(scenario.group_by_id)
    for unit in scenario.units:
        if unit.setup is not None and unit.setup.group and unit.setup.group not in scenario.group_by_id:
            checks.unknown("set-up group", unit.setup.group, ids, f"set-up of {checks.called(unit)}",
                           "scenario", "units", unit.key, unit=unit.key, within=("setup", "group"),
                           fixes=_known_group(checks, scenario, unit))
    for group in checks.each(SECTION, scenario.set_up_groups, lambda g: g.id):
        _check_group(checks, scenario, group)


def group_faults(design: Design, group: str, errors: bool = False) -> tuple[str, ...]:
    """What cannot be right in a set-up group whoever stands where, in sentences: no hex left, no room, limits
    about hexes where none of its units may be, units of two sides. Only what keeps a game from beginning with
    `errors`."""
    scenario = design.scenario
    if scenario is None or group not in scenario.group_by_id:
        return ()
    checks = Checks(in_force(design), None)
    _check_group(checks, scenario, scenario.group_by_id[group])
    return tuple(p.message for p in checks.problems if p.code not in ("unused-group", *_OF_POSITIONS)
                 and (p.severity == "error" or not errors))


_OF_POSITIONS = ("set-up-limit", "not-together")
"""The problems of a group that come from where its units stand now."""


def _check_group(checks: Checks, scenario: Scenario, group: SetUpGroup) -> None:
    def add(severity: Severity, code: str, message: str, *fixes: Fix, within: DataPath = (),
            because: str = "", reasons: Sequence[Reason] = ()) -> None:
        checks.add(severity, code, message, "scenario", SECTION, group.id, within=within, fixes=fixes,
                   rule=cited_rule(group.rule), because=because, reasons=reasons)

    units, of = scenario.members(group.id), f"set-up group {group.name}"
    rule = cited_rule(group.rule)
    known = [check_where(checks, where, of, SECTION, group.id, where_of_group(group.id, i - 1), rule=rule,
                         within=("limits", i - 1, "where") if i else ("where",))
             for i, where in enumerate(group.wheres)]
    if not units:
        add("warning", "unused-group", (
            f"No unit is set up in the group {quoted(group.name)}. Set units up in it, or "
            "remove it."), scenario_fix(f"Remove the set-up group {group.name}", lambda s: replace(
                s, set_up_groups=tuple(g for g in s.set_up_groups if g.id != group.id),
                set_up_order=tuple(o for o in s.set_up_order if o != group.id)),
                # A group that a unit names and that there is not may be this one, misspelt.
                harmless=all(u.setup is None or u.setup.group in ("", *scenario.group_by_id)
                             for u in scenario.units)))
    if not all(known):
        return
    # Those that are never in a hex need no room and break nothing; their set-up is a problem of its own.
    boxed = {u.key for u in boxed_units(checks.design.ruleset, units)}
    units = tuple(u for u in units if u.key not in boxed)
    hexes = [h for h in checks.hexes(group.where) if checks.is_playable(h) and checks.in_play(h)]
    if not hexes:
        add("error", "empty-group", (
            f"The set-up group {group.name} leaves no hex in play that a unit may be in. Change its "
            "hexes."), because="play_area" if any(
                map(checks.is_playable, checks.hexes(group.where))) else "map")
        return
    nations = checks.design.ruleset.nationality_by_id
    sides = dict.fromkeys(nations[u.nationality].side for u in units if u.nationality in nations)
    if len(sides) > 1:
        # Of the side with the fewest units in it somebody was put into the wrong group.
        number = Counter(nations[u.nationality].side for u in units if u.nationality in nations)
        few = sorted((u for u in units if u.nationality in nations),
                     key=lambda u: number[nations[u.nationality].side])
        add("error", "group-of-two-sides", (
            f"The set-up group {group.name} has units of {count(len(sides), 'side')}. Give each side a group "
            "of its own."), *_split(checks, scenario, group, list(sides)), reasons=set_ups_of(few))
    nationalities = max(1, len({u.nationality for u in units}))
    for i, limit in enumerate(group.limits):
        if not set(hexes) & set(checks.hexes(limit.where)):
            about = where_words(limit.where, checks.design)
            without = _without_limit(group, i)
            add("warning", "idle-limit", (
                f"A limit of the set-up group {group.name} is about {about}, where none of its units may be "
                "set up anyway." if about else
                f"A limit of the set-up group {group.name} names no hexes, so it limits nothing. Name those "
                "that are meant, or take the limit away."),
                # Hexes that were forgotten are not known from the limit: whoever wrote it decides.
                without if about else replace(without, harmless=False), within=("limits", i))
        elif limit.shared and not group.alone:
            add("warning", "idle-shared", (
                f"A limit of the set-up group {group.name} lets its units share a hex "
                f"{in_words(limit.where, checks.design)}, but they need not stand alone anyway. Leave "
                "that out, or let the group stand alone."),
                _with_limit(group, i, replace(limit, shared=False), (
                    f"Let this limit of the group {group.name} say nothing of sharing"), harmless=True),
                within=("limits", i, "shared"))
        elif group.alone and not limit.shared and limit.at_most > (most := nationalities * len(
                set(hexes) & set(checks.hexes(limit.where)))):
            add("warning", "limit-not-alone", (
                f"A limit of the set-up group {group.name} lets {count(limit.at_most, 'unit')} stand "
                f"{in_words(limit.where, checks.design)}, but units of one nationality in it stand alone, so "
                f"no more than {most} of them may. Say that they may share a hex there, or take "
                "the limit away."),
                _with_limit(group, i, replace(limit, shared=True), (
                    f"Let units of the group {group.name} share a hex "
                    f"{in_words(limit.where, checks.design)}")),
                replace(_without_limit(group, i), harmless=False), within=("limits", i, "at_most"))
        elif not limit.at_most and set(hexes) - set(checks.hexes(limit.where)):
            add("note", "limit-of-none", (
                f"A limit of the set-up group {group.name} lets no unit stand "
                f"{in_words(limit.where, checks.design)}. Leaving them out of its hexes says the same."),
                *_excluding(checks, group, i), within=("limits", i, "at_most"))
    crowding = (*set_ups_of(reversed(units)), PLAY_AREA)
    if len(units) > (room := _room(checks, group, hexes)):
        add("error", "no-room", (
            f"{count(len(units), 'unit')} {'is' if len(units) == 1 else 'are'} to be set up in the group "
            f"{group.name}, and its limits let {room} stand."), *_more_room(checks, group, len(units) - room),
            within=("limits",), reasons=crowding)
    elif crowd := _crowd(checks, group, units, hexes):
        add("error", "no-room", crowd, reasons=crowding)
    if group.alone and group.together and not set(hexes) & group.shared_hexes(checks.design.map) and (
            twice := [n for n, times in Counter(u.nationality for u in units).items() if times > 1]):
        own = [u.name for u in units if u.nationality == twice[0]]
        add("error", "no-room", (
            f"All units of the group {group.name} are to stand in one hex together, and none in one hex "
            f"with another of its nationality: {listed(own)} cannot do both. Take one of the two "
            "away."),
            put(f"Let the units of the group {group.name} stand in several hexes", SECTION, group,
                replace(group, together=False)),
            put(f"Let the units of the group {group.name} stand with others of their nationality", SECTION,
                group, replace(group, alone=False)), within=("together",), reasons=crowding)
    for code, message, unit in _breaches(checks, group, units):
        checks.add("error", code, message, "scenario", "units", unit.key, unit.hex, unit.key,
                   rule=cited_rule(group.rule))


def _known_group(checks: Checks, scenario: Scenario, unit: Unit) -> tuple[Fix, ...]:
    """Puts a unit into the group most like the unknown one, or into that of its fellows."""
    called = checks.called(unit)
    setup = unit.setup
    if setup is None:
        return ()
    sides = {n.id: n.side for n in checks.design.ruleset.nationalities}
    fit = [id for id in scenario.group_by_id if all(
        sides.get(u.nationality) == sides.get(unit.nationality) for u in scenario.members(id))]
    usual = Counter(u.setup.group for u in scenario.units if u.setup is not None and u.setup.group in fit
                    and u.nationality == unit.nationality)
    found = dict.fromkeys((closest(setup.group, fit), *(id for id, _ in usual.most_common(1))))
    at = checks.design.map.grid.parse(unit.position)
    fixes = []
    for id in filter(None, found):
        group = scenario.group_by_id[id]
        # A position that the group does not permit goes with the other set-up.
        leaves = bool(unit.position) and at not in checks.hexes(group.where)
        fixes.append(unit_fix(f"Let {called} be set up with the group {group.name}"
                              f"{f', and no longer stand in {unit.position}' if leaves else ''}",
                              unit.key, _grouped(id, leaves)))
    return tuple(fixes)


def _grouped(id: str, leaves: bool = False) -> Callable[[Unit], Unit]:
    """Puts a unit into a group; one that `leaves` loses its position."""
    return lambda u: u if u.setup is None else replace(
        u, setup=replace(u.setup, group=id), position="" if leaves else u.position)


def _split(checks: Checks, scenario: Scenario, group: SetUpGroup, sides: Sequence[str]) -> tuple[Fix, ...]:
    """Gives the units of all sides but the first a group of their own, which says the same."""
    if group.limits or group.together:
        return ()
    sided = {n.id: n.side for n in checks.design.ruleset.nationalities}
    ids = {side: free_id(f"{group.id}-{side}", scenario.group_by_id) for side in sides[1:]}

    def edit(scenario: Scenario) -> Scenario:
        made = tuple(replace(group, id=id, name=f"{group.name} ({side})") for side, id in ids.items())
        scenario = replace(scenario, set_up_groups=(*scenario.set_up_groups, *made))
        for unit in scenario.members(group.id):
            if id := ids.get(sided.get(unit.nationality, ""), ""):
                scenario = change_unit(scenario, unit.key, setup=_grouped(id)(unit).setup)
        return scenario

    return (scenario_fix(f"Give the units of the side {listed(sides[1:])} a group of their own, "
                         f"{listed(list(ids.values()))}", edit),)


def free_id(wish: str, taken: Collection[str]) -> str:
    """An id that nothing has: the wish, or with a number."""
    number, id = 2, wish
    while id in taken:
        id, number = f"{wish}-{number}", number + 1
    return id


def _without_limit(group: SetUpGroup, index: int) -> Fix:
    """Takes a limit of a group away that never counts."""
    limit = group.limits[index]
    return scenario_fix(f"Take this limit of the group {group.name} away", lambda s: replace(
        s, set_up_groups=tuple(g if g.id != group.id else replace(g, limits=tuple(
            one for one in g.limits if one != limit)) for g in s.set_up_groups)), harmless=True)


def _with_limit(group: SetUpGroup, index: int, limit: SetUpLimit, label: str, harmless: bool = False) -> Fix:
    """Puts another limit in the place of one."""
    limits = (*group.limits[:index], limit, *group.limits[index + 1:])
    return put(label, SECTION, group, replace(group, limits=limits), harmless)


def _excluding(checks: Checks, group: SetUpGroup, index: int) -> tuple[Fix, ...]:
    """Takes hexes in which a limit lets no unit stand out of the hexes of the group."""
    gone = tuple(checks.design.map.grid.in_order(
        _numbers(checks, group.limits[index].where) & _numbers(checks, group.where)))
    where = replace(group.where, excluding=tuple(dict.fromkeys((*group.where.excluding, *gone))))
    # Limits of these hexes alone would say nothing any more.
    idle = [limit for i, limit in enumerate(group.limits) if i != index and _numbers(
        checks, limit.where) & _numbers(checks, group.where) <= set(gone)]
    limits = tuple(limit for i, limit in enumerate(group.limits) if i != index and limit not in idle)
    limit = "this limit" + (f" and {count(len(idle), 'limit')} more about the same hexes" if idle else "")
    more = [f"{len(gone) - _MOST_NAMED} more"] if len(gone) > _MOST_NAMED else []
    names = listed([*gone[:_MOST_NAMED], *more])
    return (put(f"Exclude {names} from the hexes of the group {group.name}, instead of {limit}", SECTION,
                group, replace(group, where=where, limits=limits), harmless=True),)


def _more_room(checks: Checks, group: SetUpGroup, more: int) -> tuple[Fix, ...]:
    """Lets so many units more stand where the first limit is that allows one."""
    index = next((i for i, limit in enumerate(group.limits) if any(
        checks.is_playable(h) and checks.in_play(h) for h in checks.hexes(limit.where))), None)
    if index is None:
        return ()
    limit = group.limits[index]
    larger = replace(limit, at_most=limit.at_most + more)
    return (_with_limit(group, index, larger, (
        f"Let {count(larger.at_most, 'unit')} of the group {group.name} stand "
        f"{in_words(limit.where, checks.design)}, not {limit.at_most}")),)


def _room(checks: Checks, group: SetUpGroup, hexes: Sequence[Hex]) -> int:
    """The most units that the limits of a group may let stand."""
    limited = {h for limit in group.limits for h in checks.hexes(limit.where)}
    if not group.limits or any(h not in limited for h in hexes):
        return 1_000_000
    return sum(limit.at_most for limit in group.limits)


def _crowd(checks: Checks, group: SetUpGroup, units: Sequence[Unit], hexes: Sequence[Hex]) -> str:
    """Why units that must stand alone, or all in one hex, cannot, in a sentence; "" if they can."""
    if group.together:
        limits = [(limit.at_most, set(checks.hexes(limit.where))) for limit in group.limits]
        most = max(min((n for n, there in limits if h in there), default=len(units)) for h in hexes)
        return "" if len(units) <= most else (
            f"All {count(len(units), 'unit')} of the group {group.name} are to stand in one hex, and its "
            f"limits let at most {most} stand in each.")
    if not group.alone or not group.limits:
        return ""  # Too few hexes for units that stand alone are found with the stacks.
    shared = group.shared_hexes(checks.design.map)
    nation, number = Counter(u.nationality for u in units).most_common(1)[0] if units else ("", 0)
    free = {h for h in hexes if not any(h in checks.hexes(limit.where) for limit in group.limits)}
    room = len(free)
    for limit in group.limits:
        there = set(hexes) & set(checks.hexes(limit.where))
        room += limit.at_most if there & shared else min(limit.at_most, len(there))
    known = checks.design.ruleset.nationality_by_id.get(nation)
    # With hexes that are shared it is no matter of how many hexes there are.
    return "" if number <= room or (number > len(hexes) and not shared) else (
        f"{count(number, 'unit')} of {known.name if known else nation} are to be set up in the group "
        f"{group.name}, none in one hex with another"
        f"{' but where its limits say so' if shared else ''}, and there is room for {room}.")


def _breaches(
    checks: Checks, group: SetUpGroup, units: Sequence[Unit],
) -> Iterator[tuple[str, str, Unit]]:
    """Code, sentence and unit of each breach of what a group says about its units together."""
    if checks.design.scenario is not None and checks.design.scenario.start is not None and (
            checks.design.scenario.start.begun):
        return
    map = checks.design.map
    standing = [u for u in units if u.hex]
    for limit in group.limits:
        numbers = _numbers(checks, limit.where)
        there = [u for u in standing if u.hex in numbers]
        if len(there) > limit.at_most:
            yield "set-up-limit", (
                f"{count(len(there), 'unit')} of the group {group.name} stand{'s' * (len(there) == 1)} "
                f"{all_in_words(limit.where, checks.design)}; at most {limit.at_most} may be set up there: "
                f"{listed([f'{u.name} in {hex_words(u.hex, map)}' for u in there])}."), there[-1]
    if group.together and len({u.hex for u in standing}) > 1:
        other = next(u for u in standing if u.hex != standing[0].hex)
        yield "not-together", (
            f"{other.name} stands in {hex_words(other.hex, map)} and {standing[0].name} in "
            f"{hex_words(standing[0].hex, map)}; all units of the group {group.name} must be set up in one "
            "hex."), other


def _numbers(checks: Checks, where: Where) -> frozenset[str]:
    return frozenset(map(checks.design.map.grid.number, checks.hexes(where)))
