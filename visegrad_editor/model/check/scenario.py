"""Checks of a scenario apart from its units: entries, options, assets, the part in play."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...hexgrid import Hex
from ..cooperative_yield import with_pauses
from ..counter_values import has_reduced_side, has_values, own_value, own_values, steps_of
from ..design import Design
from ..edit.documents import set_option, with_scenario
from ..edit.units import boxed_units, change_unit, new_unit, take_off_map
from ..files.map_hexes import hex_hint
from ..files.plain_data import DataPath
from ..place_words import hex_words, in_words, permitted_words
from ..problems import Fix, Severity
from ..provenance import cited_rule
from ..rules.arrivals import Pool
from ..rules.counter import STRENGTH, CounterValue
from ..ruleset import Ruleset
from ..scenario import OFF_MAP, Entry, Reinforcement, Scenario, Setup, Unit
from ..start import Start, phase_names
from ..timetable_words import event_name
from ..unit_values import Rows, trimmed
from ..where import Where
from ..wording import closest, count, did_you_mean, listed, quoted
from .assets import check_assets, check_left, check_received
from .context import Checks
from .counter_mix import check_counter_mix
from .fixes import (
    all_but_first,
    drop,
    entry_words,
    is_aloft,
    other_entries,
    own_entries,
    put,
    remove_unit,
    renamed_words,
    scenario_fix,
    unit_fix,
    unit_word_fixes,
    where_of_entry,
    where_of_unit,
    without_entry,
    word_fixes,
)
from .prototypes import check_prototypes
from .set_up_groups import check_set_up_groups
from .where import check_where


def check_scenario(checks: Checks, scenario: Scenario) -> None:
    """Names in the scenario that its ruleset and map do not have."""
    _check_references(checks, scenario)
    _check_play_area(checks, scenario)
    _check_options(checks, scenario)
    _check_sides(checks, scenario)
    check_start(checks, scenario)
    checks.doubles("scenario", "entries", "entries", (e.id for e in scenario.entries), lambda id: (
        all_but_first("entry", "entries", lambda e: str(e.id), id, sum(
            e.id == id for e in scenario.entries)),))
    _check_else_circles(checks, scenario)
    for entry in checks.each("entries", scenario.entries, lambda e: e.id):
        _check_else(checks, scenario, entry)
        if not check_where(checks, entry.where, f"entry {scenario.entry_called(entry)}", "entries", entry.id,
                           where_of_entry(entry.id), within=("where",), rule=cited_rule(entry.rule),
                           more=lambda entry=entry: _without_entry(  # type: ignore[misc]
                               checks, entry, _users(scenario, entry))):
            continue
        hexes = checks.hexes(entry.where)
        if not any(checks.is_playable(h) and checks.in_play(h) for h in hexes):
            open_hexes = any(map(checks.is_playable, hexes))
            why = "has no hex" if not hexes else "has no hex a unit may be in" if not open_hexes else (
                "has no hex in the part of the map in play that a unit may be in")
            checks.add("error", "empty-entry", (
                       f"Entry {scenario.entry_called(entry)} {why}: nothing can arrive there."),
                       "scenario", "entries", entry.id, rule=cited_rule(entry.rule),
                       fixes=_without_entry(checks, entry, _users(scenario, entry)),
                       because="play_area" if open_hexes else "map")


def _users(scenario: Scenario, entry: Entry) -> list[Unit]:
    """The units that may come by an entry."""
    return [u for u in scenario.units if u.reinforcement and entry.id in (
        u.reinforcement.entry, *u.reinforcement.also)]


def _without_entry(checks: Checks, entry: Entry, users: Sequence[Unit]) -> tuple[Fix, ...]:
    """Removes an entry; who would come by it comes by the usual entry of its nationality."""
    design = checks.design
    unfit = (entry.id, *_closed_entries(checks))
    others = {u.key: other_entries(design, u, unfit)[:1] for u in users}
    if not all(others.values()) or _named_by_rules(checks, entry.id):
        return ()
    label = f"Remove the entry {design.scenario.entry_called(entry) if design.scenario else entry.name}"
    if users:
        there = listed([entry_words(design.scenario, e) for e in dict.fromkeys(
            e for found in others.values() for e in found)]) if design.scenario else ""
        label += f", and let {count(len(users), 'unit')} arrive at {there}"

    def edit(scenario: Scenario) -> Scenario:
        for key, found in others.items():
            unit = scenario.unit_by_key.get(key)
            if unit is not None and unit.reinforcement is not None:
                arrival = unit.reinforcement
                also = tuple(e for e in arrival.also if e not in (entry.id, *found))
                main = found[0] if arrival.entry == entry.id else arrival.entry
                scenario = change_unit(scenario, key, reinforcement=replace(
                    arrival, entry=main, also=also))
        return without_entry(scenario, entry)

    return (scenario_fix(label, edit, harmless=not users),)


def _named_by_rules(checks: Checks, id: str) -> bool:
    """Whether a pool of the ruleset names an entry."""
    return any(id in pool.entry for pool in checks.design.ruleset.pools)


def _else_written(entry: str, old: str) -> Callable[[str], Callable[[Scenario], Scenario]]:
    """Edits that write another entry in the place of one in the `else` of an entry, or, for "", none."""
    def to(new: str) -> Callable[[Scenario], Scenario]:
        def edit(scenario: Scenario) -> Scenario:
            return replace(scenario, entries=tuple(
                replace(e, else_=renamed_words(e.else_, old, new)) if e.id == entry else e
                for e in scenario.entries))
        return edit
    return to


def _check_else_circles(checks: Checks, scenario: Scenario) -> None:
    """Entries that stand in for each other: each word of an `else` that leads back, with those before it, to
    the entry that has it. Without it, all that is left is as it was."""
    leads: dict[str, list[str]] = {}
    for id, entry in scenario.entry_by_id.items():
        for i, other in enumerate(dict.fromkeys(entry.else_)):
            if other == id or other not in scenario.entry_by_id:
                continue
            way = _way(leads, other, id)
            if not way:
                leads.setdefault(id, []).append(other)
                continue
            words = ", else ".join(scenario.entry_by_id[e].name for e in (id, *way))
            called = scenario.entry_called(scenario.entry_by_id[other])
            checks.add("warning", "else-circle", (
                f"What stands in for the entry {quoted(entry.name)} goes in a circle: {words}. Each is tried "
                f"only once. Take {called} out of it, unless they are meant to stand in for each other."),
                "scenario", "entries", id, within=("else", i), rule=cited_rule(entry.rule),
                fix=scenario_fix(f"Let {called} not stand in for the entry {scenario.entry_called(entry)}",
                                 _else_written(id, other)("")))


def _way(leads: Mapping[str, Sequence[str]], first: str, last: str) -> tuple[str, ...]:
    """The shortest way from an entry to another by their `else`, with both; () if there is none."""
    ways: dict[str, tuple[str, ...]] = {first: (first,)}
    for one in (todo := [first]):
        if one == last:
            return ways[one]
        for other in leads.get(one, ()):
            if other not in ways:
                ways[other] = (*ways[one], other)
                todo.append(other)
    return ()


def _check_else(checks: Checks, scenario: Scenario, entry: Entry) -> None:
    def written(old: str) -> Callable[[str], Callable[[Scenario], Scenario]]:
        return _else_written(entry.id, old)

    for i, other in enumerate(dict.fromkeys(entry.else_)):
        if other == entry.id:
            checks.add("error", "own-else", (
                f"The entry {quoted(entry.name)} is to stand in for itself. Name another one."),
                "scenario", "entries", entry.id, within=("else", i), rule=cited_rule(entry.rule),
                fix=scenario_fix(f"Let {scenario.entry_called(entry)} not stand in for itself",
                                 written(other)(""), harmless=True))
        elif other not in scenario.entry_by_id:
            known = [e for e in scenario.entry_by_id if e not in (entry.id, *entry.else_)]
            checks.unknown("entry", other, [e for e in scenario.entry_by_id if e != entry.id],
                           f"stand-ins of entry {scenario.entry_called(entry)}", "scenario", "entries",
                           entry.id,
                           within=("else", i), rule=cited_rule(entry.rule), fixes=word_fixes(
                               other, known, f"the stand-ins of the entry {scenario.entry_called(entry)}",
                        written(other),
                               written(other)(""), harmless=True))


def _check_references(checks: Checks, scenario: Scenario) -> None:
    game_map, ruleset = checks.design.map, checks.design.ruleset
    if "/" in game_map.ruleset or game_map.ruleset.endswith((".yaml", ".yml")):
        return
    # A map of a ruleset is also one of its variants, however many lie between.
    if game_map.ruleset not in (scenario.ruleset, ruleset.name, ruleset.extends, *checks.names("ruleset")):
        checks.add("warning", "other-ruleset", (
            f"The map {game_map.title} was made for the ruleset {quoted(game_map.ruleset)}, and the scenario "
            f"uses {quoted(scenario.ruleset)}."), "scenario", "ruleset")


def _check_play_area(checks: Checks, scenario: Scenario) -> None:
    grid = checks.design.map.grid
    for number in scenario.play_area:
        if not grid.knows(number):
            checks.add("error", "unknown-hex", (
                f"The part of the map in play names {number}, which is no hex of it. "
                f"{hex_hint(grid, number)}"), "scenario",
                "play_area", hex=number, fix=_WHOLE_MAP)
    if len(scenario.play_area) == 1:
        checks.add("error", "play-area", (
            "The part of the map in play has one corner; it needs two opposite ones."), "scenario",
            "play_area", hex=scenario.play_area[0], fix=_WHOLE_MAP)


_WHOLE_MAP = scenario_fix("Play on the whole map",
                          lambda s: replace(s, play_area=()))


def _check_options(checks: Checks, scenario: Scenario) -> None:
    options = {o.id: o for o in checks.design.ruleset.options}
    for name, choice in scenario.options:
        option = options.get(name)
        if option is None:
            where, free = "options of the scenario", [o for o in options if o not in scenario.option]
            checks.unknown("option", name, list(options), where, "scenario", "options", "", within=(name,),
                           fixes=word_fixes(name, free, where, _renamed_option(name),
                                            _renamed_option(name)(""), harmless=True))
        elif choice not in option.choices:
            message = f"Option {quoted(option.name)} cannot be {quoted(choice)}."
            message += did_you_mean(choice, list(option.choices), "Choices")
            usual = quoted(option.title_of(option.choices[0]))
            checks.add("error", "unknown-choice", message, "scenario", "options", rule=option.rule,
                       within=(name,), fixes=word_fixes(
                           choice, option.choices, f"option {option.name}", _chosen(name),
                           _renamed_option(name)(""), f"Leave the option {option.name} at {usual}, as it is "
                           "if the scenario does not choose"))


def _renamed_option(old: str) -> Callable[[str], Callable[[Scenario], Scenario]]:
    def to(new: str) -> Callable[[Scenario], Scenario]:
        return lambda s: replace(s, options=tuple(
            (new if o == old else o, c) for o, c in s.options if new or o != old))
    return to


def _chosen(option: str) -> Callable[[str], Callable[[Scenario], Scenario]]:
    return lambda choice: lambda s: set_option(s, option, choice)


def _check_hidden_set_up(checks: Checks, scenario: Scenario) -> None:
    """Nothing but its secrecy tells where a hidden side stands; where another side may stand too, a refusal
    would."""
    nations, map = checks.design.ruleset.nationality_by_id, checks.design.map
    hexes: dict[str, set[Hex]] = {}
    choosing = [(u, u.setup, nations[u.nationality].side) for u in scenario.units
                if u.setup is not None and u.setup.has_choice and u.reinforcement is None
                and u.nationality in nations]
    # A unit that stands somewhere keeps its choice: only where others look for hexes does it not count.
    with_choice = {side for _, setup, side in choosing if checks.hexes(setup.where)}
    for where, side in {(setup.where, side) for unit, setup, side in choosing if not unit.position}:
        hexes.setdefault(side, set()).update(checks.hexes(where))
    for side in dict.fromkeys(scenario.hidden_set_up):
        if side not in checks.design.ruleset.side_by_id:
            continue
        if side not in with_choice:
            checks.add("note", "hidden-set-up", (
                f"The set-up of {checks.side_called(side)} is hidden, but none of its units has a choice of "
                "hexes. Give its units one, or let the side set up openly."),
                "scenario", "hidden_set_up", fix=_set_up_openly(checks, side))
        for other, theirs in hexes.items():
            shared = hexes.get(side, set()) & theirs if other != side else None
            if shared:
                first = min(shared, key=map.grid.index)
                checks.add("warning", "hidden-set-up", (
                    f"The set-up of {checks.side_called(side)} is hidden, but units of "
                    f"{checks.side_called(other)} may be set up in {count(len(shared), 'hex')} of its too, "
                    f"such as {map.grid.number(first)}: who finds such a hex taken learns where its units "
                    "stand. Give them other hexes."),
                    "scenario", "hidden_set_up", hex=map.grid.number(first),
                    fix=_set_up_openly(checks, side))


def _set_up_openly(checks: Checks, side: str) -> Fix:
    """Takes the secrecy of a side away: never harmless, as a unit of it may get a choice of hexes."""
    return scenario_fix(f"Let {checks.side_called(side)} set up openly", lambda s: replace(
        s, hidden_set_up=tuple(one for one in s.hidden_set_up if one != side)))


def _check_sides(checks: Checks, scenario: Scenario) -> None:
    sides = list(checks.design.ruleset.side_by_id)
    there = checks.design.ruleset.side_by_id
    twice = [side for side, times in Counter(scenario.set_up_order).items() if times > 1]
    if twice:
        checks.add("warning", "twice", (
            f"The order of set-up names {listed(twice)} more than once; each sets up once. Name it once."),
            "scenario", "set_up_order", fix=scenario_fix(
                f"Name {listed(twice)} once in the order of set-up, where it stands first",
                lambda s: replace(s, set_up_order=tuple(dict.fromkeys(s.set_up_order))), harmless=True))

    def in_order(old: str) -> Callable[[str], Callable[[Scenario], Scenario]]:
        return lambda new: lambda s: replace(s, set_up_order=renamed_words(s.set_up_order, old, new))

    for side in dict.fromkeys(scenario.set_up_order):
        if side not in there and side not in scenario.group_by_id:
            known = [*sides, *scenario.group_by_id]
            checks.unknown("side or set-up group" if scenario.set_up_groups else "side", side,
                           known, "order of set-up", "scenario", "set_up_order", "", code="unknown-side",
                           fixes=word_fixes(side, [k for k in known if k not in scenario.set_up_order],
                                            "the order of set-up", in_order(side), in_order(side)("")))
    for side in scenario.hidden_set_up:
        if side not in there:
            checks.unknown("side", side, sides, "hidden set-up", "scenario", "hidden_set_up", "",
                           code="unknown-side")
    _check_hidden_set_up(checks, scenario)
    check_assets(checks, scenario)
    names = [f"{r.turn}/{r.side}" for r in scenario.replacements]
    checks.doubles("scenario", "replacements", "lines of replacements", names, lambda name: (
        all_but_first("line", "replacements", lambda r: f"{r.turn}/{r.side}", name, names.count(name)),))
    for line, name in zip(scenario.replacements, names, strict=True):
        side = checks.side_called(line.side)
        away = drop(f"Remove the line of replacements of {side} for turn {line.turn}", "replacements", line,
                    harmless=True)
        if line.side not in there:
            free = [s for s in sides if f"{line.turn}/{s}" not in names]
            near = closest(line.side, free)
            checks.unknown("side", line.side, sides, f"replacements of turn {line.turn}",
                           "scenario", "replacements", name, within=("side",), fixes=(
                               *((put(f"Give them to {checks.side_called(near)}", "replacements", line,
                                      replace(line, side=near)),) if near else ()), away))
        check_received(checks, line, "scenario", name)
        if line.turn > scenario.turns:
            moved = f"{scenario.turns}/{line.side}" not in names
            checks.add("warning", "after-the-end", (
                f"Replacements of {checks.side_called(line.side)} are listed for turn {line.turn}; the "
                f"scenario ends with turn {scenario.turns}."), "scenario", "replacements", name,
                within=("turn",), because="turns",
                fixes=(away, *((put(f"Let them come on turn {scenario.turns}, the last", "replacements", line,
                                 replace(line, turn=scenario.turns)),) if moved else ())))


# -- checks of the moment at which a scenario begins -----------------------------------------------


OF = "start"


def check_start(checks: Checks, scenario: Scenario) -> None:
    """Turn and phase, the names in it, and the markers of the sides at that time."""
    start = scenario.start
    if start is None:
        _check_marks(checks, scenario)
        _check_lost(checks, scenario)
        return
    if start.turn > scenario.turns:
        _add(checks, "after-the-end", (
            f"The scenario begins in turn {start.turn} and ends with turn {scenario.turns}."), fix=_start_fix(
                f"Begin in turn {scenario.turns}, the last", lambda s: replace(s, turn=scenario.turns)),
            within=("turn",))
    phases = phase_names(checks.design.ruleset)
    if start.phase and phases and start.phase not in phases:
        near = closest(start.phase, phases)
        checks.unknown("phase", start.phase, phases, OF, "scenario", OF, "", within=("phase",), fixes=(
            *((_start_fix(f"Begin with the phase {near}", lambda s: replace(s, phase=near)),)
              if near else ()),
            *(() if start.begun else (_start_fix(
                "Begin with the first phase of the turn", lambda s: replace(s, phase="")),))))
    _check_names(checks, start)
    check_left(checks, start)


def _start_fix(label: str, change: Callable[[Start], Start], harmless: bool = False) -> Fix:
    def edit(scenario: Scenario) -> Scenario:
        if scenario.start is None:
            raise ValueError("The scenario begins before turn 1 now.")
        return replace(scenario, start=change(scenario.start))

    return scenario_fix(label, edit, harmless)


def _add(checks: Checks, code: str, message: str, hex: str = "", fix: Fix | None = None,
         within: DataPath = ()) -> None:
    checks.add("error", code, message, "scenario", OF, "", hex, within=within, fix=fix)


def _check_names(checks: Checks, start: Start) -> None:
    game_map = checks.design.map
    held = [h for holding in start.held for h in holding.hexes]
    for number in dict.fromkeys(start.hexes):
        if not game_map.grid.knows(number):
            _add(checks, "unknown-hex", (
                f"There is no hex {number} on the map ({OF}). {hex_hint(game_map.grid, number)}"), number,
                _start_fix(f"Take {number} out of the start", lambda s, gone=number: s.with_hexes(  # type: ignore[misc]
                    lambda one: "" if one == gone else one)))
    for number, times in Counter((*held, *dict.fromkeys(start.free))).items():
        if times > 1 and number in start.free:
            _add(checks, "twice", f"Hex {number} is held and free too ({OF}).", number,
                 _start_fix(f"Let {number} be held, and not free", lambda s, one=number: replace(  # type: ignore[misc]
                     s, free=tuple(h for h in s.free if h != one))))
        elif times > 1:
            _add(checks, "twice", f"Hex {number} is held {times} times ({OF}).", number,
                 _start_fix(f"Let {number} be held by the first that is said to hold it",
                            lambda s, one=number: _held_once(s, one)))  # type: ignore[misc]
    countries = checks.countries
    for country in dict.fromkeys((*start.entered, *start.struck)):
        if country not in countries:
            checks.unknown("country", country, countries, OF, "scenario", OF, "", fixes=_start_words(
                country, countries, lambda s, old, new: replace(
                    s, entered=renamed_words(s.entered, old, new),
                    struck=renamed_words(s.struck, old, new))))
    sides = list(checks.design.ruleset.side_by_id)
    named = (start.side, start.player, start.first, *(h.side for h in (*start.held, *start.taken)),
             *(side for side, _ in (*start.points, *start.kept)))
    for side in dict.fromkeys(named):
        if side and side not in checks.design.ruleset.side_by_id:
            checks.unknown("side", side, sides, OF, "scenario", OF, "", fixes=_start_words(
                side, sides, lambda s, old, new: s.with_side(old, new) if new else _without_side(s, old)))
    scenario = checks.design.scenario
    units = list(scenario.unit_by_key) if scenario is not None else []
    for unit in dict.fromkeys((*(one.unit for one in start.losses), *(unit for unit, _ in start.spent))):
        if unit not in units:
            checks.unknown("unit", unit, units, OF, "scenario", OF, "", fixes=_start_words(
                unit, [u for u in units if u not in {one.unit for one in start.losses}],
                lambda s, old, new: s.with_unit(old, new)))


def _start_words(word: str, known: Sequence[str],
                 change: Callable[[Start, str, str], Start]) -> tuple[Fix, ...]:
    """Fixes of an unknown name in a start: another name, or none."""
    def written(new: str) -> Callable[[Scenario], Scenario]:
        def edit(scenario: Scenario) -> Scenario:
            if scenario.start is None:
                raise ValueError("The scenario begins before turn 1 now.")
            return replace(scenario, start=change(scenario.start, word, new))
        return edit

    return word_fixes(word, known, "the start", written, written(""))


def _held_once(start: Start, hex: str) -> Start:
    """The start in which only the first holding that names a hex has it, once."""
    held, seen = [], False
    for one in start.held:
        hexes = tuple(h for i, h in enumerate(one.hexes)
                      if h != hex or (not seen and hex not in one.hexes[:i]))
        seen = seen or hex in one.hexes
        if hexes:
            held.append(replace(one, hexes=hexes))
    return replace(start, held=tuple(held))


def _without_side(start: Start, side: str) -> Start:
    """The start without what it says of a side."""
    return replace(
        start, side="" if start.side == side else start.side,
        player="" if start.player == side else start.player,
        first="" if start.first == side else start.first,
        held=tuple(h for h in start.held if h.side != side),
        taken=tuple(h for h in start.taken if h.side != side),
        points=tuple(p for p in start.points if p[0] != side),
        kept=tuple(p for p in start.kept if p[0] != side))


def _check_marks(checks: Checks, scenario: Scenario) -> None:
    """Before a scenario that begins with the set-up nothing can have happened to a unit."""
    for unit in scenario.units:
        if unit.setup is not None and unit.setup.turns_out:
            checks.add("warning", "marks", (
                f"{checks.called(unit)} has been out of supply for {count(unit.setup.turns_out, 'turn')}, "
                "but the scenario does not begin within a game. Take that away, or let it begin within "
                "one."),
                "scenario", "units", unit.key, unit.hex, unit.key, within=("setup", "turns_out"),
                fix=_unmarked(checks, unit, "turns_out", 0, "the turns out of supply"))
        if unit.setup is not None and unit.setup.marks:
            checks.add("warning", "marks", (
                f"{checks.called(unit)} is marked {' and '.join(unit.setup.marks)}, but the scenario does "
                "not begin within a game. Take the marks away, or let it begin within one."),
                "scenario", "units", unit.key, unit.hex, unit.key, within=("setup", "marks"),
                fix=_unmarked(checks, unit, "marks", (), "the marks"))


def _check_lost(checks: Checks, scenario: Scenario) -> None:
    """A unit that has lost all of its steps, or more, is not there."""
    for unit in scenario.units:
        steps = steps_of(checks.design.ruleset, unit)
        if unit.setup is not None and unit.setup.lost >= max(2, steps):
            checks.add("error", "steps-lost", (
                f"{checks.called(unit)} has lost {count(unit.setup.lost, 'step')} and has {steps}. Let it "
                "have lost fewer, or remove it."),
                "scenario", "units", unit.key, unit.hex, unit.key, within=("setup", "lost"),
                fix=_unmarked(checks, unit, "lost", 0, "the lost steps"))


def _unmarked(checks: Checks, unit: Unit, key: str, value: object, what: str) -> Fix:
    """Takes what a unit has done or suffered away."""
    def change(unit: Unit) -> Unit:
        return unit if unit.setup is None else replace(unit, setup=replace(
            unit.setup, **{key: value}))  # type: ignore[arg-type]

    return unit_fix(f"Take {what} of {checks.called(unit)} away", unit.key, change, harmless=True)


# -- checks of the units of a scenario: what they are, where they start, when they arrive ----------


def check_units(checks: Checks, scenario: Scenario) -> None:
    """Unknown names, impossible strengths, set-ups and arrivals."""
    checks.doubles("scenario", "units", "units", (u.key for u in scenario.units), lambda key: _renamed_units(
        scenario, key))
    check_set_up_groups(checks, scenario)
    check_prototypes(checks, scenario)
    check_counter_mix(checks)
    for unit in checks.each("units", with_pauses(scenario.units, 16), lambda u: u.key):
        _check_kind(checks, unit)
        _check_name(checks, unit)
        _check_setup(checks, unit)
        _check_position(checks, unit)
        _check_arrival(checks, unit, scenario)
    guessed = sum(1 for u in scenario.units if u.provenance.source == "rulebook" and not u.provenance.rule)
    if guessed:
        checks.add("note", "no-rule", (
            f"{guessed} unit{'s are' if guessed > 1 else ' is'} marked as taken from the rulebook without a "
            "rule number."), "scenario", "units")


def _renamed_units(scenario: Scenario, key: str) -> tuple[Fix, ...]:
    """Gives all units of a key but the first names of their own."""
    nationality, _, name = key.partition("/")
    taken, names = {u.key for u in scenario.units}, list[str]()
    for _ in range(sum(u.key == key for u in scenario.units) - 1):
        number = 2
        while f"{nationality}/{name} ({number})" in taken:
            number += 1
        names.append(f"{name} ({number})")
        taken.add(f"{nationality}/{name} ({number})")

    def edit(scenario: Scenario) -> Scenario:
        free, seen, units = list(names), False, list[Unit]()
        for unit in scenario.units:
            renamed = unit.key == key and seen and free
            units.append(replace(unit, name=free.pop(0)) if renamed else unit)
            seen = seen or unit.key == key
        return replace(scenario, units=tuple(units))

    others = f"the other {len(names)}" if len(names) > 1 else "the other"
    return (scenario_fix(f"Keep the name of the first and call {others} {listed(names)}", edit),)


def _check_kind(checks: Checks, unit: Unit) -> None:
    called = checks.called(unit)
    ruleset = checks.design.ruleset
    if unit.nationality not in ruleset.nationality_by_id:
        known = list(ruleset.nationality_by_id)
        units = checks.design.scenario.unit_by_key if checks.design.scenario else {}
        free = [n for n in known if f"{n}/{unit.name}" not in units]
        checks.unknown("nationality", unit.nationality, known, called, "scenario", "units", unit.key,
                       unit=unit.key, hex=unit.hex, within=("nationality",),
                       fixes=(*unit_word_fixes(unit, called, "nationality", free),
                              remove_unit(unit.key, called)))
    kind = ruleset.unit_type_by_id.get(unit.type)
    if not unit.name.strip():
        checks.add("error", "no-name", f"A unit of {unit.nationality} has no name.", "scenario", "units",
                   unit.key, unit.hex, unit.key, within=("name",), fixes=_named(checks, unit))
    if kind is None:
        checks.unknown("unit type", unit.type, list(ruleset.unit_type_by_id), called,
                       "scenario", "units", unit.key, unit=unit.key, hex=unit.hex, within=("type",),
                       fixes=(*unit_word_fixes(unit, called, "type", list(ruleset.unit_type_by_id)),
                              remove_unit(unit.key, called)))
    if unit.formation and unit.formation not in ruleset.formation_by_id:
        checks.unknown("formation", unit.formation, list(ruleset.formation_by_id), called,
                       "scenario", "units", unit.key, unit=unit.key, hex=unit.hex, within=("formation",),
                       fixes=unit_word_fixes(unit, called, "formation", list(ruleset.formation_by_id),
                                             optional=True))
    _check_values(checks, unit, kind is not None and "air" in kind.traits)


def _named(checks: Checks, unit: Unit) -> tuple[Fix, ...]:
    """Gives a unit without a name the next free one of its type."""
    scenario, ruleset = checks.design.scenario, checks.design.ruleset
    if scenario is None or unit.type not in ruleset.unit_type_by_id:
        return ()
    name = new_unit(ruleset, scenario, unit.nationality, unit.type).name
    return (unit_fix(f"Call the unit of {unit.nationality} without a name {name}", unit.key,
                     lambda u: replace(u, name=name)),)


def _like_its_fellows(checks: Checks, unit: Unit) -> tuple[Fix, ...]:
    """Gives a unit the values that most units of its type have, those of its nationality before others."""
    ruleset, scenario = checks.design.ruleset, checks.design.scenario
    width = len(own_values(ruleset))
    alike = [u for u in (scenario.units if scenario else ()) if u.type == unit.type and u.key != unit.key
             and u.values and len(u.values[0]) >= width and _are_good(ruleset, u)]
    own = [u for u in alike if u.nationality == unit.nationality] or alike
    if not own:
        return ()
    values, steps = Counter((u.values, u.steps) for u in own).most_common(1)[0][0]
    if unit.reduced and not has_reduced_side(ruleset, replace(unit, values=values, steps=steps)):
        return ()
    text = listed(["-".join("_" if n is None else str(n) for n in row) for row in values])
    fellow = next(u for u in own if (u.values, u.steps) == (values, steps))
    return (unit_fix(f"Give {checks.called(unit)} {text}, as {checks.called(fellow)} has", unit.key,
                     lambda u: replace(u, values=values, steps=steps)),)


def _are_good(ruleset: Ruleset, unit: Unit) -> bool:
    """Whether the values of a unit are as many as it needs and within their bounds."""
    if max(map(len, unit.values), default=0) > len(ruleset.values):
        return False
    if unit.steps is not None and unit.steps < len(unit.values):
        return False
    for value in ruleset.values:
        numbers = [own_value(ruleset, unit, value.id, lost) for lost in range(max(1, len(unit.values)))]
        if _better(numbers) or any(n is not None and not value.least <= n <= value.most for n in numbers):
            return False
    return True


def _check_values(checks: Checks, unit: Unit, air: bool) -> None:
    """The numbers on a counter: as many as the ruleset has, within their bounds, and not better reduced."""
    called = checks.called(unit)
    ruleset, rows = checks.design.ruleset, unit.values

    def add(severity: Severity, code: str, message: str, *fixes: Fix, key: str = "values") -> None:
        checks.add(severity, code, message, "scenario", "units", unit.key, unit.hex, unit.key,
                   within=(key,), fixes=fixes)

    def changed(label: str, harmless: bool = False, **fields: Any) -> Fix:
        return unit_fix(label, unit.key, lambda u: replace(u, **fields), harmless)

    own = own_values(ruleset)
    such = "-".join(["6", "4", "3", "2"][:len(own)])
    names, any_own = listed([v.name.lower() for v in own]), has_values(ruleset, unit)
    if air and own == (STRENGTH,):
        if any_own:
            add("error", "air-strength", f"{called} is an air unit, which has no strength. Leave it empty.",
                unit_fix(f"Take the strength of {called} away", unit.key, lambda u: replace(
                    u, steps=None, reduced=False, values=without_value(ruleset, u.values, STRENGTH.id))))
    elif own and not air and not any_own and unit.type in ruleset.unit_type_by_id:
        add("error", "no-strength", f"{called} has no {names}. Enter {'them' if len(own) > 1 else 'it'}, "
                                    f"such as {such}.",
            *_like_its_fellows(checks, unit))
    most = max(map(len, rows), default=0)
    if most > len(ruleset.values):
        whole = listed([v.name.lower() for v in ruleset.values])
        add("error", "too-many-values", (
            f"{called} has {most} values, but the counters of this game have "
            f"{len(ruleset.values)}: {whole}."),
            unit_fix(f"Keep the first {count(len(ruleset.values), 'number')} of {called}", unit.key,
                     lambda u: replace(u, values=trimmed([r[:len(ruleset.values)] for r in u.values]))))
    elif rows and not air and most < len(own):
        lacking = listed([v.name.lower() for v in ruleset.values[most:] if v in own])
        if lacking:
            add("note", "fewer-values", f"{called} has no {lacking}, because its values end before.",
                *_like_its_fellows(checks, unit))
    if unit.steps is not None and unit.steps < len(rows):
        add("warning", "steps", (
            f"{called} has values for {count(len(rows), 'step')}, but {count(unit.steps, 'step')}. Change "
            "one of them."),
            unit_fix(f"Take the values of {called} beyond {count(unit.steps, 'step')} away, which are never "
                     "used", unit.key, lambda u: replace(u, values=u.values[:u.steps]), harmless=True),
            changed(f"Let {called} have {count(len(rows), 'step')}", steps=None), key="steps")
    for value in ruleset.values:
        numbers = [own_value(ruleset, unit, value.id, lost) for lost in range(max(1, len(rows)))]
        for number in dict.fromkeys(n for n in numbers if n is not None):
            if not value.least <= number <= value.most:
                add("error", "value-range", (
                    f"{called} has {value.name.lower()} {number}. "
                    f"It may be {value.least} to {value.most}."),
                    *_clamped(checks, unit, value, number))
        for better in _better(numbers):
            add("warning", "reduced-strength", (
                f"{called} has more {value.name.lower()} reduced ({better}) "
                f"than full ({numbers[0] or 0})."), *_not_better(checks, unit, value, numbers))
    if unit.reduced and any_own and not has_reduced_side(ruleset, unit):
        add("error", "reduced-strength", f"{called} starts reduced but has no reduced {names}.",
            changed(f"Let {called} start at full strength", reduced=False), key="reduced")
    elif unit.reduced and not any_own and not has_reduced_side(ruleset, unit):
        add("warning", "no-reduced-side", (
            f"{called} starts reduced, but it has no {names} and so no reduced side. Let it start full."),
            changed(f"Let {called} not start reduced", True, reduced=False), key="reduced")


def without_value(ruleset: Ruleset, rows: Rows, id: str) -> Rows:
    """Values without one of them, in full strength and after step losses."""
    place = ruleset.value_place[id]
    return trimmed([[None if i == place else n for i, n in enumerate(row)] for row in rows])


def _clamped(checks: Checks, unit: Unit, value: CounterValue, number: int) -> tuple[Fix, ...]:
    """Puts a value between its bounds wherever it is that number."""
    if value.least > value.most:
        return ()
    place = checks.design.ruleset.value_place[value.id]
    within = min(max(number, value.least), value.most)

    def clamped(unit: Unit) -> Unit:
        rows = trimmed([[within if i == place and n == number else n for i, n in enumerate(row)]
                        for row in unit.values])
        full = rows[0][place] if rows and place < len(rows[0]) else None
        return replace(unit, values=rows if full is None else _at_most(rows, place, full))

    return (unit_fix(f"Make the {value.name.lower()} of {checks.called(unit)} {within}, the nearest that is "
                     "possible", unit.key, clamped),)


def _not_better(
    checks: Checks, unit: Unit, value: CounterValue, numbers: Sequence[int | None]
) -> tuple[Fix, ...]:
    """Makes a value after step losses at most what it is at full strength; or turns the counter around."""
    ruleset, called = checks.design.ruleset, checks.called(unit)
    place, full = ruleset.value_place[value.id], numbers[0]
    if full is None or not value.least <= full <= value.most:
        return ()
    fixes = [unit_fix(f"Make the reduced {value.name.lower()} of {called} {full}, as at full strength",
                      unit.key, lambda u: replace(u, values=_at_most(u.values, place, full)))]
    if len(unit.values) == 2 and _are_good(ruleset, replace(unit, values=unit.values[::-1])):
        fixes.insert(0, unit_fix(f"Swap the full and the reduced side of {called}", unit.key,
                                 lambda u: replace(u, values=u.values[::-1])))
    return tuple(fixes)


def _at_most(rows: Rows, place: int, full: int) -> Rows:
    """Values of which one is nowhere more than at full strength."""
    return trimmed([[min(n, full) if i == place and n is not None else n for i, n in enumerate(row)]
                    for row in rows])


def _better(numbers: Sequence[int | None]) -> list[int]:
    """The first number after step losses that is greater than that of full strength."""
    return [n for n in numbers[1:] if (n or 0) > (numbers[0] or 0) and n is not None][:1]


def _check_name(checks: Checks, unit: Unit) -> None:
    """Names appear in the lines of orders and game files, so they must be readable from there."""
    wrong = unreadable(unit.name)
    if wrong:
        shown = "".join(c if c.isprintable() else f"<{ord(c):04X}>" for c in unit.name)
        checks.add("error", "unit-name", (
            f"The unit name {quoted(shown)} {wrong}, so orders and game files could not name the unit. "
            "Write the name without it."), "scenario", "units", unit.key, unit.hex, unit.key,
            within=("name",), fixes=_readable(checks, unit, shown))


def _readable(checks: Checks, unit: Unit, shown: str) -> tuple[Fix, ...]:
    """Gives a unit the name without what cannot be read, if that is free."""
    letters = (" " if c == "," or not c.isprintable() else c for c in unit.name)
    name = " ".join("".join(letters).split())
    scenario = checks.design.scenario
    if not name or unreadable(name) or scenario is None or (
            f"{unit.nationality}/{name}" in scenario.unit_by_key):
        return ()
    return (unit_fix(f"Call {quoted(shown)} {name}", unit.key, lambda u: replace(u, name=name)),)


def unreadable(name: str) -> str:
    """Why orders cannot name a unit with this name, as the end of a sentence; "" for a good name.

    >>> unreadable("1st, Armored"), unreadable("Iron Wolf")
    ('has a comma, which separates units in orders', '')
    """
    if "," in name:
        return "has a comma, which separates units in orders"
    for letter in name:
        kind = unicodedata.category(letter)
        # The joiners of Arabic and Indic scripts are part of words; other format characters are invisible.
        if kind in ("Cc", "Cs", "Zl", "Zp") or (kind == "Cf" and letter not in "\u200c\u200d"):
            known = {"\n": "a line break", "\r": "a line break", "\t": "a tab", "\0": "a NUL character"}
            return f"has {known.get(letter, f'an invisible control character (U+{ord(letter):04X})')}"
    if name != " ".join(name.split()):
        # Includes two blanks before #, which begin a remark in a game file.
        return "begins or ends with a blank, or has two blanks (or an unusual one) between words"
    return ""


def _check_setup(checks: Checks, unit: Unit) -> None:
    called = checks.called(unit)
    if unit.setup is None:
        return
    where = unit.setup.where
    hexes = checks.hexes(where)
    group = checks.design.scenario.group_of(unit) if checks.design.scenario else None
    of = f"set-up of {called}"
    rule = cited_rule(unit.provenance.of("setup").rule)
    if group is None and not check_where(checks, where, of, "units", unit.key, where_of_unit(unit.key),
                                         unit.key, ("setup",), rule,
                                         lambda: (*_with_hexes(checks, unit),
                                                  remove_unit(unit.key, called))):
        return

    def error(code: str, message: str, *fixes: Fix) -> None:
        because = {"out-of-play": "play_area", "prohibited-terrain": "map", "empty-setup": "map"}
        checks.add("error", code, message, "scenario", "units", unit.key, unit.hex, unit.key,
                   cited_rule(group.rule) if group else rule, within=("setup",), fixes=fixes,
                   because=because.get(code, ""))

    placed = bool(where.hexes or where.areas or where.countries)
    if unit.setup.box:
        if placed:
            error("box-and-hex", (
                f"{called} is set up in the box {quoted(unit.setup.box)} and on the map too. Choose one."),
                unit_fix(f"Leave {called} in the box {quoted(unit.setup.box)}", unit.key,
                         lambda u: replace(u, setup=u.setup and replace(u.setup, where=Where()),
                                           position="")),
                *((unit_fix(f"Set {called} up {in_words(where, checks.design)}", unit.key,
                            lambda u: replace(u, setup=u.setup and replace(u.setup, box=""))),)
                  if not boxed_units(checks.design.ruleset, [unit]) and any(
                      checks.is_playable(h) and checks.in_play(h) for h in hexes) else ()))
        return
    if unit.setup.group:
        return  # The checks of the groups say so.
    if not hexes:
        error("empty-setup", (
            f"The set-up of {called} leaves no hex." if placed else
            f"The set-up of {called} names no hex, area, country or box."),
            *_with_hexes(checks, unit))
        return
    usable = [h for h in hexes if checks.is_playable(h)]
    if not usable:
        at = f"in {unit.hex}, which is" if unit.hex else "only in hexes that are"
        error("prohibited-terrain", (
            f"{called} is set up {at} {checks.terrain_name(hexes[0])}, where no unit may be."))
    elif not any(map(checks.in_play, usable)):
        at = f"in {unit.hex}" if unit.hex else "in hexes"
        error("out-of-play", f"{called} is set up {at} outside the part of the map in play.")


def _with_hexes(checks: Checks, unit: Unit) -> tuple[Fix, ...]:
    """Lets a unit whose set-up is empty be set up where its fellows are, or as it is without what it
    excludes."""
    called = checks.called(unit)
    setup, scenario = unit.setup, checks.design.scenario
    if setup is None or scenario is None:
        return ()
    fixes = []
    whole = replace(setup.where, excluding=())
    usable = [h for h in checks.hexes(whole) if checks.is_playable(h) and checks.in_play(h)]
    if setup.where.excluding and usable:
        fixes.append(unit_fix(f"Leave no hexes out of the set-up of {called}", unit.key,
                              lambda u: replace(u, setup=u.setup and replace(u.setup, where=whole))))
    fellow = next((u for u in scenario.units if u.nationality == unit.nationality and u.setup is not None
                   and u.setup.has_choice and checks.hexes(u.setup.where)), None)
    if fellow is not None and fellow.setup is not None:
        like = fellow.setup
        leaves = bool(unit.position) and (
            checks.design.map.grid.parse(unit.position) not in checks.hexes(like.where))
        fixes.append(unit_fix(
            f"Let {called} be set up {in_words(like.where, checks.design)}, as {checks.called(fellow)} is"
            f"{f', and no longer stand in {unit.position}' if leaves else ''}", unit.key,
            lambda u: replace(u, setup=replace(like, marks=(), lost=0, turns_out=0),
                              position="" if leaves else u.position)))
    fixes += arriving(checks, unit)
    return tuple(fixes)


def arriving(checks: Checks, unit: Unit) -> tuple[Fix, ...]:
    """Lets a unit arrive on turn 1 by the entry that fits it best, instead of being set up."""
    called = checks.called(unit)
    scenario = checks.design.scenario
    found = other_entries(checks.design, unit, _closed_entries(checks))[:1]
    if scenario is None or not found:
        return ()
    return (unit_fix(f"Let {called} arrive on turn 1 at {entry_words(scenario, found[0])}", unit.key,
                     lambda u: replace(u, setup=None, position="", reinforcement=Reinforcement(
                         found[0], 1))),)


def _closed_entries(checks: Checks) -> list[str]:
    """The entries without a hex that a unit may be in."""
    scenario = checks.design.scenario
    return [e.id for e in (scenario.entries if scenario else ()) if not any(
        checks.is_playable(h) and checks.in_play(h) for h in checks.hexes(e.where))]


def _check_position(checks: Checks, unit: Unit) -> None:
    """A unit stands where it may be set up."""
    called = checks.called(unit)
    if not unit.position:
        return
    map, setup = checks.design.map, unit.setup
    hex = map.grid.parse(unit.position)
    place = hex_words(unit.position, map)

    def error(code: str, message: str, *fixes: Fix) -> None:
        group = checks.design.scenario.group_of(unit) if checks.design.scenario else None
        rule = group.rule if group else unit.provenance.of("setup").rule
        checks.add("error", code, message, "scenario", "units", unit.key, unit.position, unit.key,
                   rule=cited_rule(rule), within=("position",), fixes=fixes)

    if hex is not None and (spelt := map.grid.number(hex)) != unit.position:
        error("unknown-hex", f"{called} stands in {quoted(unit.position)}, which the map writes {spelt}.",
              unit_fix(f"Write {spelt}", unit.key, lambda u: replace(u, position=spelt)))
    elif hex is None:
        error("unknown-hex", f"{called} stands in {quoted(unit.position)}, and the map has no such hex.",
              unit_fix(f"Take the position of {called} away", unit.key,
                       lambda u: replace(u, position="")))
    elif setup is None or not setup.has_choice:
        if setup is not None and not setup.box and setup.where == Where():
            return  # Nothing says where it may stand, as for a group that is unknown: that is told.
        if setup is None or setup.where.single_hex != unit.position:
            only = setup.where.single_hex if setup is not None and not setup.box else ""
            error("position-alone", (
                f"{called} stands in {place}, but it " + (
                    f"may be set up in {hex_words(only, map)} only." if only else
                    f"is set up in the box {quoted(setup.box)}." if setup is not None and setup.box else
                    "has no set-up.") + " Take its position away, or change its set-up."),
                *_position_or_setup(checks, unit, place))
    elif (allowed := checks.hexes(setup.where)) and hex not in allowed:
        error("not-permitted", (
            f"{called} stands in {place}; it may be set up {permitted_words(setup, checks.design)}."),
            Fix(f"Take {called} off the map", _to_be_placed(unit.key)))
    elif hex in allowed and not checks.is_playable(hex):
        error("prohibited-terrain", (
            f"{called} stands in {place}, which is {checks.terrain_name(hex)}, where no unit may be."),
            Fix(f"Take {called} off the map", _to_be_placed(unit.key)))
    elif hex in allowed and not checks.in_play(hex):
        error("out-of-play", f"{called} stands in {place}, outside the part of the map in play.",
              Fix(f"Take {called} off the map", _to_be_placed(unit.key)))


def _position_or_setup(checks: Checks, unit: Unit, place: str) -> tuple[Fix, ...]:
    """What is to be done with a position beside a set-up that gives no choice."""
    called = checks.called(unit)
    fixes = []
    if unit.setup is not None or unit.reinforcement is not None or is_aloft(checks.design, unit):
        fixes.append(unit_fix(f"Take the position of {called} away", unit.key,
                              lambda u: replace(u, position="")))
    hex = checks.design.map.grid.parse(unit.position)
    may_stand = hex is not None and checks.is_playable(hex) and checks.in_play(hex)
    # Where a unit may be set up is what its designer or the rulebook says: no position overrides it.
    if unit.setup is None and unit.reinforcement is None and may_stand and not is_aloft(checks.design, unit):
        fixes.append(unit_fix(f"Set {called} up in {place}", unit.key, lambda u: replace(
            u, setup=Setup(Where(hexes=(u.position,))), position="")))
    return tuple(fixes)


def _to_be_placed(key: str) -> Callable[[Design], Design]:
    """The edit that leaves the choice of its hex to the owner of a unit."""
    def edit(design: Design) -> Design:
        if design.scenario is None or key not in design.scenario.unit_by_key:
            raise ValueError("The unit is gone.")
        return with_scenario(design, take_off_map(design.scenario, [key]))

    return edit


def _check_arrival(checks: Checks, unit: Unit, scenario: Scenario) -> None:
    called = checks.called(unit)
    arrival = unit.reinforcement
    if arrival is None:
        return

    def add(code: str, message: str, key: str, *fixes: Fix) -> None:
        checks.add("error", code, message, "scenario", "units", unit.key, unit=unit.key, rule=rule,
                   within=("reinforcement", key), fixes=fixes,
                   because="turns" if code == "after-the-end" else "")

    def changed(label: str, harmless: bool = False, **fields: Any) -> Fix:
        return unit_fix(label, unit.key, lambda u: replace(u, reinforcement=u.reinforcement and replace(
            u.reinforcement, **fields)), harmless)

    rule = cited_rule(unit.provenance.of("reinforcement").rule)
    pool = next((p for p in checks.design.ruleset.pools if p.id == arrival.pool), None)
    if arrival.pool and pool is None:
        pools = [p.id for p in _own_pools(checks, unit)]
        near = closest(arrival.pool, pools)
        checks.unknown("pool", arrival.pool, [p.id for p in checks.design.ruleset.pools],
                       f"reinforcement {called}", "scenario", "units", unit.key, unit=unit.key, rule=rule,
                       within=("reinforcement", "pool"), fixes=(
                           *((changed(f"Let {called} wait in the pool {event_name(checks.design, near)}",
                                      pool=near),) if near else ()), *_instead_of_pool(checks, unit)))
    if pool is not None and (nation := checks.design.ruleset.nationality_by_id.get(unit.nationality)) and (
            nation.side != pool.side):
        add("pool-of-enemy", (
            f"{called} waits in the pool {pool.name or pool.id}, which is not that of its side. Choose "
            "another pool, or change the side of the pool."), "pool",
            *(changed(f"Let {called} wait in the pool {other.name or other.id}", pool=other.id)
              for other in _own_pools(checks, unit)[:1]), *_instead_of_pool(checks, unit))
    # A pool has entries of its own.
    named = (*(() if arrival.pool and not arrival.entry else (arrival.entry,)), *arrival.also)
    for entry in dict.fromkeys(named):
        if not entry:
            checks.add("error", "unknown-entry", f"{called} arrives, but no entry is named. Name one.",
                       "scenario", "units", unit.key, unit=unit.key, rule=rule, within=("reinforcement",),
                       fixes=_known_entry(checks, unit, arrival, entry))
        elif entry not in scenario.entry_by_id and entry != OFF_MAP:
            checks.unknown("entry", entry, [*scenario.entry_by_id, OFF_MAP], f"reinforcement {called}",
                           "scenario", "units", unit.key, unit=unit.key, rule=rule,
                           within=("reinforcement", "entry" if entry == arrival.entry else "also"),
                           fixes=_known_entry(checks, unit, arrival, entry))
    if twice := [e for e, times in Counter(named).items() if times > 1 and e]:
        checks.add("note", "twice", (
            f"{called} may come by {listed(twice)} more than once; naming it once says the same."),
            "scenario", "units", unit.key, unit=unit.key, rule=rule, within=("reinforcement", "also"),
            fix=changed(f"Name {listed(twice)} once", True, also=tuple(
                e for e in dict.fromkeys(arrival.also) if e != arrival.entry)))
    if arrival.turn > scenario.turns:
        add("after-the-end", (
            f"{called} arrives on turn {arrival.turn}; the scenario ends with turn {scenario.turns}."),
            "turn", changed(f"Let {called} arrive on turn {scenario.turns}, the last",
                            turn=scenario.turns), remove_unit(unit.key, called))
    if not arrival.turn and not arrival.brought_by:
        turns = Counter(u.reinforcement.turn for u in scenario.units if u.reinforcement
                        and u.reinforcement.turn and u.reinforcement.entry == arrival.entry
                        and u.reinforcement.turn <= scenario.turns)
        turn = turns.most_common(1)[0][0] if turns else 1
        as_others = ", as most by this entry" if turns else ""
        add("no-turn", f"{called} arrives neither on a turn nor with an event. Give it one.", "turn",
            changed(f"Let {called} arrive on turn {turn}{as_others}", turn=turn))
    if arrival.turn and arrival.event:
        event = event_name(checks.design, arrival.event)
        add("turn-and-event", (
            f"{called} arrives both on turn {arrival.turn} and with the event {event}. "
            "Remove one."), "event", changed(
                f"Let {called} arrive with the event {event}, whatever the turn", turn=0),
            *((changed(f"Let {called} arrive on turn {arrival.turn}, without the event", event=""),)
              if arrival.turn <= scenario.turns else ()))
    if unit.setup is not None and not unit.setup.box:
        add("setup-and-arrival", (
            f"{called} is both set up on the map and listed as a reinforcement. Remove one of them."), "",
            unit_fix(f"Leave {called} set up, and take it off the schedule", unit.key,
                     lambda u: replace(u, reinforcement=None)),
            unit_fix(f"Leave {called} on the schedule, and take its set-up away", unit.key,
                     lambda u: replace(u, setup=None, position="")))


def _own_pools(checks: Checks, unit: Unit) -> list[Pool]:
    """The pools of the side of a unit."""
    nation = checks.design.ruleset.nationality_by_id.get(unit.nationality)
    return [p for p in checks.design.ruleset.pools if nation is not None and p.side == nation.side]


def _instead_of_pool(checks: Checks, unit: Unit) -> tuple[Fix, ...]:
    """Lets a unit that waits in a pool come on turn 1 instead."""
    called = checks.called(unit)
    found = other_entries(checks.design, unit, _closed_entries(checks))[:1]
    if checks.design.scenario is None or not found:
        return ()
    return (unit_fix(f"Let {called} arrive on turn 1 at {entry_words(checks.design.scenario, found[0])}",
                     unit.key, lambda u: replace(u, reinforcement=Reinforcement(found[0], 1))),)


def _known_entry(checks: Checks, unit: Unit, arrival: Reinforcement, entry: str) -> tuple[Fix, ...]:
    """Lets a unit come by an entry that there is: the one most like the unknown one, or the usual one; or
    takes the unknown one out of `also`."""
    called = checks.called(unit)
    scenario = checks.design.scenario
    if scenario is None:
        return ()
    aloft, closed = is_aloft(checks.design, unit), _closed_entries(checks)

    def written(new: str) -> Fix:
        def change(unit: Unit) -> Unit:
            one = unit.reinforcement
            if one is None:
                raise ValueError("The unit is no reinforcement any more.")
            main = new if one.entry == entry else one.entry
            also = tuple(e for e in renamed_words(one.also, entry, new) if e != main)
            return replace(unit, reinforcement=replace(one, entry=main, also=also))

        if not new:
            return unit_fix(f"Take {quoted(entry)} out of the other entries of {called}", unit.key, change,
                            True)
        return unit_fix(f"Let {called} arrive at {entry_words(scenario, new)}", unit.key, change)

    known = [OFF_MAP] if aloft else [e for e in own_entries(checks.design, unit) if e not in closed]
    near = closest(entry, [k for k in known if k not in (arrival.entry, *arrival.also)])
    usual = (OFF_MAP,) if aloft else other_entries(checks.design, unit, closed)[:1]
    if entry != arrival.entry:
        return (*((written(near),) if near else ()), written(""))
    return tuple(written(e) for e in dict.fromkeys((near, *usual)) if e)
