"""Checks of a scenario apart from its units: entries, options, assets, the part in play."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence

from ...hexgrid import Hex
from ..cooperative_yield import with_pauses
from ..counter_values import has_reduced_side, has_values, own_value, own_values
from ..design import Design
from ..edit.documents import with_scenario
from ..edit.units import take_off_map
from ..files.map_hexes import number_range
from ..place_words import hex_words, in_words
from ..problems import Fix, Severity
from ..provenance import is_rule_number
from ..rules.counter import STRENGTH
from ..scenario import OFF_MAP, Scenario, Unit
from ..start import Start, phase_names
from ..wording import count, did_you_mean, listed, quoted
from .assets import check_assets, check_left, check_received
from .context import Checks
from .set_up_groups import check_set_up_groups, group_rule
from .where import check_where


def check_scenario(checks: Checks, scenario: Scenario) -> None:
    """Names in the scenario that its ruleset and map do not have."""
    _check_references(checks, scenario)
    _check_play_area(checks, scenario)
    _check_options(checks, scenario)
    _check_sides(checks, scenario)
    check_start(checks, scenario)
    checks.doubles("scenario", "entries", "entries", (e.id for e in scenario.entries))
    for entry in scenario.entries:
        for i, other in enumerate(entry.else_):
            if other == entry.id:
                checks.add("error", "own-else", (
                    f"`else` of the entry {quoted(entry.name)} names the entry itself. Name another one."),
                    "scenario", "entries", entry.id, within=("else", i))
            elif other not in scenario.entry_by_id:
                checks.unknown("entry", other, [e for e in scenario.entry_by_id if e != entry.id],
                               f"`else` of entry {entry.name}", "scenario", "entries", entry.id,
                               within=("else", i))
        if not check_where(checks, entry.where, f"entry {entry.name}", "entries", entry.id):
            continue
        hexes = checks.hexes(entry.where)
        if not any(checks.is_playable(h) and checks.in_play(h) for h in hexes):
            why = "has no hex" if not hexes else "has no hex a unit may be in"
            checks.add("error", "empty-entry", f"Entry {entry.name} {why}: nothing can arrive there.",
                       "scenario", "entries", entry.id)


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
        if grid.parse(number) is None:
            checks.add("error", "unknown-hex", f"`play_area` names {number}, which is not a hex of the map.",
                       "scenario", "play_area", hex=number)
    if len(scenario.play_area) == 1:
        checks.add("error", "play-area", "`play_area` names one hex; it needs two opposite corners.",
                   "scenario", "play_area", hex=scenario.play_area[0])


def _check_options(checks: Checks, scenario: Scenario) -> None:
    options = {o.id: o for o in checks.design.ruleset.options}
    for name, choice in scenario.options:
        option = options.get(name)
        if option is None:
            where = "options of the scenario"
            checks.unknown("option", name, list(options), where, "scenario", "options", "")
        elif choice not in option.choices:
            message = f"Option {quoted(option.name)} cannot be {quoted(choice)}."
            message += did_you_mean(choice, list(option.choices), "Choices")
            checks.add("error", "unknown-choice", message, "scenario", "options", rule=option.rule)


def _check_hidden_set_up(checks: Checks, scenario: Scenario) -> None:
    """Nothing but its secrecy tells where a hidden side stands; where another side may stand too, a refusal
    would."""
    nations, map = checks.design.ruleset.nationality_by_id, checks.design.map
    hexes: dict[str, set[Hex]] = {}
    for where, side in {(u.setup.where, nations[u.nationality].side) for u in scenario.units
                        if u.setup is not None and u.setup.has_choice and not u.position
                        and u.reinforcement is None and u.nationality in nations}:
        hexes.setdefault(side, set()).update(checks.hexes(where))
    for side in dict.fromkeys(scenario.hidden_set_up):
        if side not in checks.design.ruleset.side_by_id:
            continue
        if not hexes.get(side):
            checks.add("note", "hidden-set-up", (
                f"The set-up of the side {quoted(side)} is hidden, but none of its units has a choice of "
                "hexes. Give its units one, or take the side out of `hidden_set_up`."),
                "scenario", "hidden_set_up")
        for other, theirs in hexes.items():
            shared = hexes.get(side, set()) & theirs if other != side else None
            if shared:
                first = min(shared, key=map.grid.index)
                checks.add("warning", "hidden-set-up", (
                    f"The set-up of the side {quoted(side)} is hidden, but units of the side {quoted(other)} "
                    f"may be set up in {count(len(shared), 'hex')} of its too, such as "
                    f"{map.grid.number(first)}: who finds such a hex taken learns where its units stand. "
                    "Give them other hexes."),
                    "scenario", "hidden_set_up", hex=map.grid.number(first))


def _check_sides(checks: Checks, scenario: Scenario) -> None:
    sides = list(checks.design.ruleset.side_by_id)
    there = checks.design.ruleset.side_by_id
    twice = [side for side, times in Counter(scenario.set_up_order).items() if times > 1]
    if twice:
        checks.add("warning", "twice", (
            f"`set_up_order` names {listed(twice)} more than once; each sets up once. Name it once."),
            "scenario", "set_up_order")
    for side in scenario.set_up_order:
        if side not in there and side not in scenario.group_by_id:
            checks.unknown("side or set-up group" if scenario.set_up_groups else "side", side,
                           [*sides, *scenario.group_by_id], "order of set-up", "scenario", "set_up_order", "",
                           code="unknown-side")
    for side in scenario.hidden_set_up:
        if side not in there:
            checks.unknown("side", side, sides, "hidden set-up", "scenario", "hidden_set_up", "",
                           code="unknown-side")
    _check_hidden_set_up(checks, scenario)
    check_assets(checks, scenario)
    names = [f"{r.turn}/{r.side}" for r in scenario.replacements]
    checks.doubles("scenario", "replacements", "lines of replacements", names)
    for line, name in zip(scenario.replacements, names, strict=True):
        if line.side not in there:
            checks.unknown("side", line.side, sides, f"replacements of turn {line.turn}",
                           "scenario", "replacements", name)
        check_received(checks, line, "scenario", name)
        if line.turn > scenario.turns:
            checks.add("warning", "after-the-end", (
                f"Replacements are listed for turn {line.turn}; the scenario ends with turn "
                f"{scenario.turns}."), "scenario", "replacements", name)


# -- checks of the moment at which a scenario begins -----------------------------------------------


OF = "start"


def check_start(checks: Checks, scenario: Scenario) -> None:
    """Turn and phase, the names in it, and the markers of the sides at that time."""
    start = scenario.start
    if start is None:
        _check_marks(checks, scenario)
        return
    if start.turn > scenario.turns:
        _add(checks, "after-the-end", (
            f"The scenario begins in turn {start.turn} and ends with turn {scenario.turns}."))
    phases = phase_names(checks.design.ruleset)
    if start.phase and phases and start.phase not in phases:
        checks.unknown("phase", start.phase, phases, OF, "scenario", OF, "")
    _check_names(checks, start)
    check_left(checks, start)


def _add(checks: Checks, code: str, message: str, hex: str = "") -> None:
    checks.add("error", code, message, "scenario", OF, "", hex)


def _check_names(checks: Checks, start: Start) -> None:
    game_map = checks.design.map
    held = [h for holding in start.held for h in holding.hexes]
    for number in dict.fromkeys(start.hexes):
        if game_map.grid.parse(number) is None:
            _add(checks, "unknown-hex", (
                f"There is no hex {number} on the map ({OF}). {number_range(game_map.grid)}"), number)
    for number, times in Counter((*held, *dict.fromkeys(start.free))).items():
        if times > 1 and number in start.free:
            _add(checks, "twice", f"Hex {number} is `held` and `free` too ({OF}).", number)
        elif times > 1:
            _add(checks, "twice", f"Hex {number} is held {times} times ({OF}).", number)
    countries = checks.countries
    for country in (*start.entered, *start.struck):
        if country not in countries:
            checks.unknown("country", country, countries, OF, "scenario", OF, "")
    sides = list(checks.design.ruleset.side_by_id)
    named = (start.side, start.player, start.first, *(h.side for h in (*start.held, *start.taken)),
             *(side for side, _ in (*start.points, *start.kept)))
    for side in dict.fromkeys(named):
        if side and side not in checks.design.ruleset.side_by_id:
            checks.unknown("side", side, sides, OF, "scenario", OF, "")
    scenario = checks.design.scenario
    units = list(scenario.unit_by_key) if scenario is not None else []
    for unit in dict.fromkeys((*(one.unit for one in start.losses), *(unit for unit, _ in start.spent))):
        if unit not in units:
            checks.unknown("unit", unit, units, OF, "scenario", OF, "")


def _check_marks(checks: Checks, scenario: Scenario) -> None:
    """Before a scenario that begins with the set-up nothing can have happened to a unit."""
    for unit in scenario.units:
        if unit.setup is not None and unit.setup.turns_out:
            checks.add("warning", "marks", (
                f"{unit.name} has been out of supply for {unit.setup.turns_out} turns, but the scenario does "
                "not begin within a game. Remove `turns_out`, or give the scenario a `start`."),
                "scenario", "units", unit.key, unit.hex, unit.key)
        if unit.setup is not None and unit.setup.marks:
            checks.add("warning", "marks", (
                f"{unit.name} is marked {' and '.join(unit.setup.marks)}, but the scenario does not begin "
                "within a game. Remove `marks`, or give the scenario a `start`."),
                "scenario", "units", unit.key, unit.hex, unit.key)


# -- checks of the units of a scenario: what they are, where they start, when they arrive ----------


def check_units(checks: Checks, scenario: Scenario) -> None:
    """Unknown names, impossible strengths, set-ups and arrivals."""
    checks.doubles("scenario", "units", "units", (u.key for u in scenario.units))
    check_set_up_groups(checks, scenario)
    for unit in with_pauses(scenario.units, 16):
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


def _check_kind(checks: Checks, unit: Unit) -> None:
    ruleset = checks.design.ruleset

    def error(code: str, message: str) -> None:
        checks.add("error", code, message, "scenario", "units", unit.key, unit.hex, unit.key)

    if unit.nationality not in ruleset.nationality_by_id:
        checks.unknown("nationality", unit.nationality, list(ruleset.nationality_by_id), unit.name,
                       "scenario", "units", unit.key, unit=unit.key)
    if not unit.name.strip():
        error("no-name", f"A unit of {unit.nationality} has no name.")
    kind = ruleset.unit_type_by_id.get(unit.type)
    if kind is None:
        checks.unknown("unit type", unit.type, list(ruleset.unit_type_by_id), unit.name,
                       "scenario", "units", unit.key, unit=unit.key)
    if unit.formation and unit.formation not in ruleset.formation_by_id:
        checks.unknown("formation", unit.formation, list(ruleset.formation_by_id), unit.name,
                       "scenario", "units", unit.key, unit=unit.key)
    _check_values(checks, unit, kind is not None and "air" in kind.traits)


def _check_values(checks: Checks, unit: Unit, air: bool) -> None:
    """The numbers on a counter: as many as the ruleset has, within their bounds, and not better reduced."""
    ruleset, rows = checks.design.ruleset, unit.values

    def add(severity: Severity, code: str, message: str) -> None:
        checks.add(severity, code, message, "scenario", "units", unit.key, unit.hex, unit.key,
                   within=("values",))

    own = own_values(ruleset)
    names, any_own = listed([v.name.lower() for v in own]), has_values(ruleset, unit)
    if air and own == (STRENGTH,):
        if any_own:
            add("error", "air-strength", f"{unit.name} is an air unit, which has no strength. Remove it from "
                                         "`values`.")
    elif own and not air and not any_own and unit.type in ruleset.unit_type_by_id:
        add("error", "no-strength", f"{unit.name} has no {names}. Write, for instance, "
                                    f"`values: {'-'.join(['6', '4', '3', '2'][:len(own)])}`.")
    most = max(map(len, rows), default=0)
    if most > len(ruleset.values):
        whole = listed([v.name.lower() for v in ruleset.values])
        add("error", "too-many-values", (
            f"`values` of {unit.name} has {most} numbers, but the counters of this game have "
            f"{len(ruleset.values)}: {whole}."))
    elif rows and not air and most < len(own):
        lacking = listed([v.name.lower() for v in ruleset.values[most:] if v in own])
        if lacking:
            add("note", "fewer-values", f"{unit.name} has no {lacking}, because `values` ends before.")
    if unit.steps is not None and unit.steps < len(rows):
        add("warning", "steps", (
            f"{unit.name} has values for {len(rows)} steps, but `steps` says {unit.steps}. "
            "Change one of them."))
    for value in ruleset.values:
        numbers = [own_value(ruleset, unit, value.id, lost) for lost in range(max(1, len(rows)))]
        for number in dict.fromkeys(n for n in numbers if n is not None):
            if not value.least <= number <= value.most:
                add("error", "value-range", (
                    f"{unit.name} has {value.name.lower()} {number}. "
                    f"It may be {value.least} to {value.most}."))
        for better in _better(numbers):
            add("warning", "reduced-strength", (
                f"{unit.name} has more {value.name.lower()} reduced ({better}) "
                f"than full ({numbers[0] or 0})."))
    if unit.reduced and any_own and not has_reduced_side(ruleset, unit):
        add("error", "reduced-strength", f"{unit.name} starts reduced but has no reduced {names}.")
    elif unit.reduced and not any_own and not has_reduced_side(ruleset, unit):
        add("warning", "no-reduced-side", (
            f"{unit.name} starts reduced, but it has no {names} and so no reduced side. Remove `reduced`."))


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
            "Write the name without it."), "scenario", "units", unit.key, unit.hex, unit.key)


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
    if unit.setup is None:
        return
    where = unit.setup.where
    hexes = checks.hexes(where)
    group = checks.design.scenario.group_of(unit) if checks.design.scenario else None
    of = f"set-up of {unit.name}"
    if group is None and not check_where(checks, where, of, "units", unit.key, unit.key):
        return

    def error(code: str, message: str) -> None:
        checks.add("error", code, message, "scenario", "units", unit.key, unit.hex, unit.key)

    placed = bool(where.hexes or where.areas or where.countries)
    if unit.setup.box:
        if placed:
            error("box-and-hex", (
                f"{unit.name} is set up in the box {quoted(unit.setup.box)} and on the map too. Choose one."))
        return
    if unit.setup.group:
        return  # The checks of the groups say so.
    if not hexes:
        error("empty-setup", (
            f"The set-up of {unit.name} leaves no hex." if placed else
            f"The set-up of {unit.name} names no hex, area, country or box."))
        return
    usable = [h for h in hexes if checks.is_playable(h)]
    if not usable:
        at = f"in {unit.hex}, which is" if unit.hex else "only in hexes that are"
        error("prohibited-terrain", (
            f"{unit.name} is set up {at} {checks.terrain_name(hexes[0])}, where no unit may be."))
    elif not any(map(checks.in_play, usable)):
        at = f"in {unit.hex}" if unit.hex else "in hexes"
        error("out-of-play", f"{unit.name} is set up {at} outside the part of the map in play.")


def _check_position(checks: Checks, unit: Unit) -> None:
    """A unit stands where it may be set up."""
    if not unit.position:
        return
    map, setup = checks.design.map, unit.setup
    hex = map.grid.parse(unit.position)
    place = hex_words(unit.position, map)

    def error(code: str, message: str, fix: Fix | None = None) -> None:
        group = checks.design.scenario.group_of(unit) if checks.design.scenario else None
        rule = group_rule(group, unit) if group else unit.provenance.of("setup").rule
        checks.add("error", code, message, "scenario", "units", unit.key, unit.position, unit.key,
                   rule=rule if is_rule_number(rule) else "", fix=fix)

    if hex is None:
        error("unknown-hex", f"{unit.name} stands in {quoted(unit.position)}, and the map has no such hex.")
    elif setup is None or not setup.has_choice:
        if setup is None or setup.where.single_hex != unit.position:
            error("position-alone", (
                f"{unit.name} stands in {place}, but it may be set up nowhere there. Change its `setup`, or "
                "take its `position` away."))
    elif (allowed := checks.hexes(setup.where)) and hex not in allowed:
        error("not-permitted", (
            f"{unit.name} stands in {place}; it may be set up {in_words(setup.where, checks.design)}."),
            Fix("Take it off the map", _to_be_placed(unit.key)))


def _to_be_placed(key: str) -> Callable[[Design], Design]:
    """The edit that leaves the choice of its hex to the owner of a unit."""
    def edit(design: Design) -> Design:
        if design.scenario is None or key not in design.scenario.unit_by_key:
            raise ValueError("The unit is gone.")
        return with_scenario(design, take_off_map(design.scenario, [key]))

    return edit


def _check_arrival(checks: Checks, unit: Unit, scenario: Scenario) -> None:
    arrival = unit.reinforcement
    if arrival is None:
        return

    def add(code: str, message: str) -> None:
        checks.add("error", code, message, "scenario", "units", unit.key, unit=unit.key)

    pool = next((p for p in checks.design.ruleset.pools if p.id == arrival.pool), None)
    if arrival.pool and pool is None:
        checks.unknown("pool", arrival.pool, [p.id for p in checks.design.ruleset.pools],
                       f"reinforcement {unit.name}", "scenario", "units", unit.key, unit=unit.key)
    if pool is not None and (nation := checks.design.ruleset.nationality_by_id.get(unit.nationality)) and (
            nation.side != pool.side):
        add("pool-of-enemy", (
            f"{unit.name} waits in the pool {pool.name or pool.id}, which is not that of its side. Choose "
            "another pool, or change the side of the pool."))
    # A pool has entries of its own.
    for entry in (*(() if arrival.pool and not arrival.entry else (arrival.entry,)), *arrival.also):
        if entry not in scenario.entry_by_id and entry != OFF_MAP:
            checks.unknown("entry", entry, [*scenario.entry_by_id, OFF_MAP], f"reinforcement {unit.name}",
                           "scenario", "units", unit.key, unit=unit.key)
    if arrival.turn > scenario.turns:
        add("after-the-end", (
            f"{unit.name} arrives on turn {arrival.turn}; the scenario ends with turn {scenario.turns}."))
    if not arrival.turn and not arrival.brought_by:
        add("no-turn", f"{unit.name} arrives neither on a turn nor with an event. Add `turn`.")
    if arrival.turn and arrival.event:
        add("turn-and-event", (
            f"{unit.name} arrives both on turn {arrival.turn} and with the event {arrival.event}. "
            "Remove one."))
    if unit.setup is not None and not unit.setup.box:
        add("setup-and-arrival", (
            f"{unit.name} is both set up on the map and listed as a reinforcement. Remove one of them."))
