"""The problems of a free set-up (3.4): who may be set up elsewhere than it says, or arrives otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...engine.hexgame.in_progress import GameInProgress
from ...lazy_dataclass import dataclass
from ...model.check.fixes import scenario_fix, unit_fix, where_of_group
from ...model.design import Design
from ...model.edit.units import change_unit
from ...model.place_words import in_words, where_words
from ...model.problems import Problem
from ...model.scenario import Entry, Reinforcement, Scenario, Setup, SetUpGroup, Unit
from ...model.where import Where
from .common import units as kinds
from .constants import CAPITAL, CITY

_RULE = "3.4"
_PARATROOPS_AT = "Kondratki"
"""The place, by its name on the map, that the Russian paratroops hold (1718), where no Pole is set up."""
_COUNTRIES = {
    "poland": ("poland",), "hungary": ("hungary",), "russia": ("russia", "belarus", "ukraine"),
    "ukraine": ("ukraine",), "belarus": ("belarus",)}
"""The countries in which the units of a nationality are set up."""
_ALONE = "poland"
"""The nationality of which no two units are set up in one hex."""
_FIXED_AT = {"lithuania": "Vilnius"}
"""The place where the units of a nationality without any choice are set up."""


@dataclass(frozen=True)
class _Arrivals:
    """The units of a nationality that are not set up: by turn, and the entry by which they all come, in a
    `place` if it is given."""

    turns: dict[int, tuple[str, ...]]
    entry: Entry
    place: str = ""

    def turn_of(self, name: str) -> int:
        """The turn on which a unit arrives; 0 for one that is not named."""
        return next((turn for turn, names in self.turns.items() if name in names), 0)

    def entry_on(self, design: Design) -> Entry:
        """The entry on the map of a design, which may number its hexes otherwise than the rulebook."""
        number = _number(design, self.place)
        return replace(self.entry, where=Where(hexes=(number,))) if number else self.entry


def _city(id: str, name: str) -> Entry:
    return Entry(id, name, rule=_RULE)


_ARRIVALS = {
    "poland": _Arrivals({2: ("6th Airborne", "21st Rifles", "25th Air Cavalry")}, Entry(
        "polish-cities", "Any city or capital in Poland",
        Where(countries=("poland",), features=(CITY, CAPITAL)), rule=_RULE)),
    "hungary": _Arrivals({3: ("25th Infantry",)}, _city("budapest", "Budapest"), "Budapest"),
    "slovakia": _Arrivals(
        {2: ("1st Mechanized", "2nd Mechanized")}, _city("bratislava", "Bratislava"), "Bratislava"),
    "czech-republic": _Arrivals(
        {1: ("4th Rapid",), 3: ("7th Mechanized",)}, _city("prague", "Prague"), "Prague"),
    "russia": _Arrivals({
        1: ("17th Motorized", "18th Motorized", "19th Motorized", "136th Motorized", "205th Motorized",
            "4th Armored", "5th Guards Mechanized", "6th Armored", "9th Motorized", "336th Naval Infantry"),
        2: ("7th Armored", "15th Motorized", "21st Motorized", "23rd Motorized", "28th Motorized",
            "32nd Motorized", "35th Motorized", "74th Motorized", "120th Artillery", "385th Artillery")},
        Entry("east-edge", "Eastern edge of the map", Where(areas=("east-edge",)), pays=True, rule=_RULE)),
}
"""Who arrives when and where, which 3.4 repeats from 3.0 but for the eastern edge in Ukraine."""


def free_set_up_problems(w: GameInProgress) -> Iterator[Problem]:
    """Problems of units that 3.4 sets up elsewhere, or lets arrive otherwise, if the Poles set up freely. A
    narrower choice than that of 3.4 is none of them."""
    f, design = w.forces, w.design
    place = next((p for p in design.map.places if p.name == _PARATROOPS_AT), None)
    free = any(u.nationality == _ALONE and u.setup is not None and u.setup.has_choice
               and u.reinforcement is None for u in f.units)
    if place is None or not free or not w.board.is_playable(w.board.grid.index(place.hex)):
        return
    told: set[str] = set()
    for u, unit in enumerate(f.units):
        if f.aloft[u]:
            continue
        arrivals = _ARRIVALS.get(unit.nationality)
        if arrivals is not None and (turn := arrivals.turn_of(unit.name)):
            yield from _arrival(w, u, arrivals, turn, told)
        elif unit.setup is not None and unit.reinforcement is None and not unit.setup.box:
            if unit.nationality == "russia" and "airborne" in f.traits[u]:
                yield from _paratroops(w, u, place.name)
            else:
                yield from _set_up(w, u, told)


def _number(design: Design, place: str) -> str:
    """The number of the hex of a place on the map; "" without it."""
    return next((design.map.grid.number(p.hex) for p in design.map.places if p.name == place), "")


def _paratroops(w: GameInProgress, u: int, name: str) -> Iterator[Problem]:
    """Problems of Russian airborne units that stand elsewhere than where 3.4 leaves them no choice."""
    unit, design = w.forces.units[u], w.design
    hex = _number(design, name)
    where = unit.setup.where if unit.setup is not None else Where()
    if where.single_hex != hex:
        yield Problem("warning", "paratroops", (
            f"{w.label(u)} is to be set up {in_words(where, design)}; with free set-up the "
            f"paratroops hold {hex} {name} as before. Set it up there."), hex=where.single_hex,
            unit=unit.key, rule=_RULE, fix=unit_fix(
                f"Set {design.unit_name(unit)} up in {hex} {name}", unit.key,
                lambda u: _set_up_in(u, Where(hexes=(hex,)), False)))


# -- where units are set up ------------------------------------------------------------------------


def _set_up(w: GameInProgress, u: int, told: set[str]) -> Iterator[Problem]:
    """Problems of a unit that may be set up where 3.4 does not let it, or with others; a set-up group is
    told once."""
    unit, design = w.forces.units[u], w.design
    setup, allowed = unit.setup, _allowed(design, unit.nationality)
    if setup is None or allowed == Where():
        return
    alone = unit.nationality == _ALONE
    wrong = set(setup.where.resolve(design.map)) - set(allowed.resolve(design.map))
    shared = alone and not setup.alone and (setup.has_choice or _has_company(w, u))
    # A unit without a choice that never moves has a problem of its own (2.6).
    if not (wrong or shared) or (unit.nationality in _FIXED_AT and setup.where.single_hex):
        return
    label = w.label(u)
    words = f"{in_words(allowed, design)}{', no two in a hex' * alone}"
    members = [v for v in w.forces.units if v.setup is not None and setup.group and (
        v.setup.group == setup.group)]
    if members and {v.nationality for v in members} == {unit.nationality}:
        if setup.group in told:
            return
        told.add(setup.group)
        group = w.scenario.group_by_id[setup.group]
        label = f"The set-up group {group.name}"
        fix = scenario_fix(f"Let the set-up group {group.name} be set up {words}",
                           lambda s: _group_in(design, s, group, allowed, alone))
    else:
        fix = unit_fix(f"Let {design.unit_name(unit)} be set up {words}", unit.key,
                       lambda u: _set_up_in(u, allowed, alone))
    yield Problem("warning", "free-set-up", (
        f"{label} may be set up {in_words(setup.where, design)}"
        f"{', with others in its hex' * (shared and not wrong)}; with free set-up that is {words}. "
        "Let it be set up so."), hex=setup.where.single_hex, unit=unit.key, rule=_RULE, fix=fix)


def _allowed(design: Design, nationality: str) -> Where:
    """Where the units of a nationality may be set up; the empty set if 3.4 does not say."""
    if nationality in _FIXED_AT:
        number = _number(design, _FIXED_AT[nationality])
        return Where(hexes=(number,)) if number else Where()
    kept = (_number(design, _PARATROOPS_AT),) if nationality == _ALONE else ()
    return Where(countries=_COUNTRIES.get(nationality, ()), excluding=kept) if (
        nationality in _COUNTRIES) else Where()


def _has_company(w: GameInProgress, u: int) -> bool:
    """Whether a unit that 3.4 sets up alone stands with one before it in the list: of two, one moves."""
    f = w.forces
    return bool(f.units[u].hex) and any(
        v.hex == f.units[u].hex and v.nationality == f.units[u].nationality and v.reinforcement is None
        and not f.aloft[i] for i, v in enumerate(f.units[:u]))


def _set_up_in(unit: Unit, where: Where, alone: bool) -> Unit:
    """A unit that may be set up in other hexes; its owner chooses anew."""
    return replace(unit, position="", reinforcement=None, setup=replace(
        unit.setup or Setup(), where=where, group="", alone=alone, box=""))


def _group_in(design: Design, scenario: Scenario, group: SetUpGroup, where: Where, alone: bool) -> Scenario:
    """The scenario whose set-up group has other hexes; of its units those stay where they stand that may."""
    scenario = where_of_group(group.id)(scenario, lambda _: where)
    scenario = replace(scenario, set_up_groups=tuple(
        replace(g, alone=alone or g.alone) if g.id == group.id else g for g in scenario.set_up_groups))
    fit = {design.map.grid.number(h) for h in where.resolve(design.map)}
    for unit in scenario.members(group.id):
        if unit.position and (unit.position not in fit or (alone and any(
                v.hex == unit.position and v.nationality == unit.nationality and v.key != unit.key
                for v in scenario.units))):
            scenario = change_unit(scenario, unit.key, position="")
    return scenario


# -- who arrives when and where --------------------------------------------------------------------


def _arrival(w: GameInProgress, u: int, arrivals: _Arrivals, turn: int, told: set[str]) -> Iterator[Problem]:
    """Problems of a unit that 3.4 lets arrive, if it is set up, or arrives otherwise; an entry that lies
    elsewhere is told once."""
    unit, design, scenario = w.forces.units[u], w.design, w.scenario
    wanted, coming = arrivals.entry_on(design), unit.reinforcement
    if coming is None:
        if unit.setup is None or unit.setup.box:
            return
        why = f"is set up {in_words(unit.setup.where, design)}"
    elif coming.pool:
        return
    else:
        # Marines may land elsewhere, too (10.1).
        ways = (coming.entry, *(() if kinds(w).marine[u] else coming.also))
        known = [scenario.entry_by_id[id] for id in ways if id in scenario.entry_by_id]
        wrong = [e for e in known if not _lies_in(design, e, wanted)]
        if coming.turn == turn and (not wrong or wrong[0].id in told):
            return
        if coming.turn == turn and wrong[0].id == wanted.id:
            told.add(wanted.id)
        when = f"on turn {coming.turn}" if coming.turn else "by an event"
        where = (wrong or known)[:1]
        why = f"arrives {when}{''.join(f' at {where_words(e.where, design)}' for e in where)}"
    yield Problem("warning", "free-arrival", (
        f"{w.label(u)} {why}; with free set-up it arrives on turn {turn} at "
        f"{where_words(wanted.where, design)}. Let it arrive so."), hex=unit.hex, unit=unit.key, rule=_RULE,
        fix=scenario_fix(
            f"Let {design.unit_name(unit)} arrive on turn {turn} at {where_words(wanted.where, design)}",
            lambda s: _arriving(design, s, unit.key, wanted, turn, kinds(w).marine[u])))


def _lies_in(design: Design, entry: Entry, wanted: Entry) -> bool:
    hexes = entry.where.resolve(design.map)
    return bool(hexes) and set(hexes) <= set(wanted.where.resolve(design.map))


def _arriving(design: Design, scenario: Scenario, key: str, wanted: Entry, turn: int,
              lands: bool) -> Scenario:
    """The scenario in which a unit arrives on a turn by an entry that lies where it should; without one the
    entry of that id is put there, or a new one made."""
    unit = scenario.unit_by_key.get(key)
    if unit is None:
        raise ValueError("The unit is gone.")
    before = unit.reinforcement
    fit = [e.id for e in scenario.entries if _lies_in(design, e, wanted)]
    id = before.entry if before and before.entry in fit else next(iter(fit), wanted.id)
    if not fit:
        old = scenario.entry_by_id.get(id)
        new = replace(old, where=wanted.where, rule=_RULE) if old is not None else wanted
        scenario = replace(scenario, entries=(
            *(new if e.id == id else e for e in scenario.entries), *(() if old is not None else (new,))))
    also = tuple(e for e in before.also if lands or e in fit) if before else ()
    return change_unit(scenario, key, setup=None, position="", reinforcement=Reinforcement(
        id, turn, also=tuple(e for e in also if e != id)))
