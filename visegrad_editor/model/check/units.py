"""Checks of the units of a scenario: what they are, where they start, when they arrive."""

from __future__ import annotations

import unicodedata

from ..costs import MOST
from ..give_way import paced
from ..scenario import OFF_MAP, Scenario, Unit
from ..wording import quoted
from .context import Checks
from .where import check_where


def check_units(checks: Checks, scenario: Scenario) -> None:
    """Unknown names, impossible strengths, set-ups and arrivals."""
    checks.doubles("scenario", "units", "units", (u.key for u in scenario.units))
    for unit in paced(scenario.units, 16):
        _check_kind(checks, unit)
        _check_name(checks, unit)
        _check_setup(checks, unit)
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
    elif "air" in kind.traits:
        if unit.strength or unit.reduced_strength:
            error("air-strength", f"{unit.name} is an air unit, which has no strength. Remove `strength`.")
    elif not unit.strength:
        error("no-strength", f"{unit.name} has no strength. Write, for instance, `strength: 6/3`.")
    if unit.movement is not None and not 0 <= unit.movement <= MOST:
        error("allowance", f"{unit.name} has {unit.movement} movement points. An allowance is 0 to {MOST}.")
    if unit.reduced_strength > unit.strength:
        error("reduced-strength", (
            f"{unit.name} is stronger reduced ({unit.reduced_strength}) than full ({unit.strength})."))
    if unit.reduced and unit.strength and not unit.reduced_strength:
        error("reduced-strength", f"{unit.name} starts reduced but has no reduced strength.")


def _check_name(checks: Checks, unit: Unit) -> None:
    """Names stand in the lines of orders and game files, so they must read back from them."""
    wrong = unreadable(unit.name)
    if wrong:
        shown = "".join(c if c.isprintable() else f"<{ord(c):04X}>" for c in unit.name)
        checks.add("error", "unit-name", (
            f"The unit name {quoted(shown)} {wrong}, so orders and game files could not name the unit. "
            "Write the name without it."), "scenario", "units", unit.key, unit.hex, unit.key)


def unreadable(name: str) -> str:
    """What keeps a unit name out of the lines of orders, as the end of a sentence; "" for a good name.

    >>> unreadable("1st, Armored"), unreadable("Iron Wolf")
    ('has a comma, which stands between units in orders', '')
    """
    if "," in name:
        return "has a comma, which stands between units in orders"
    for letter in name:
        kind = unicodedata.category(letter)
        # The joiners of Arabic and Indic scripts are part of words; other format characters are unseen.
        if kind in ("Cc", "Cs", "Zl", "Zp") or (kind == "Cf" and letter not in "\u200c\u200d"):
            known = {"\n": "a line break", "\r": "a line break", "\t": "a tab", "\0": "a NUL character"}
            return f"has {known.get(letter, f'an invisible control character (U+{ord(letter):04X})')}"
    if name != " ".join(name.split()):
        # Covers two blanks before #, which begin a remark in a game file.
        return "begins or ends with a blank, or has two blanks (or an unusual one) between words"
    return ""


def _check_setup(checks: Checks, unit: Unit) -> None:
    if unit.setup is None:
        return
    where = unit.setup.where
    hexes = checks.hexes(where)
    if not check_where(checks, where, f"set-up of {unit.name}", "units", unit.key, unit.key):
        return

    def error(code: str, message: str) -> None:
        checks.add("error", code, message, "scenario", "units", unit.key, unit.hex, unit.key)

    placed = bool(where.hexes or where.areas or where.countries)
    if unit.setup.box:
        if placed:
            error("box-and-hex", (
                f"{unit.name} is set up in the box {quoted(unit.setup.box)} and on the map too. Choose one."))
        return
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


def _check_arrival(checks: Checks, unit: Unit, scenario: Scenario) -> None:
    arrival = unit.reinforcement
    if arrival is None:
        return

    def add(code: str, message: str) -> None:
        checks.add("error", code, message, "scenario", "units", unit.key, unit=unit.key)

    for entry in (arrival.entry, *arrival.also):
        if entry not in scenario.entry_by_id and entry != OFF_MAP:
            checks.unknown("entry", entry, [*scenario.entry_by_id, OFF_MAP], f"reinforcement {unit.name}",
                           "scenario", "units", unit.key, unit=unit.key)
    if arrival.turn > scenario.turns:
        add("after-the-end", (
            f"{unit.name} arrives on turn {arrival.turn}; the scenario ends with turn {scenario.turns}."))
    if not arrival.turn and not arrival.event:
        add("no-turn", f"{unit.name} arrives neither on a turn nor with an event. Add `turn`.")
    if arrival.turn and arrival.event:
        add("turn-and-event", (
            f"{unit.name} arrives both on turn {arrival.turn} and with the event {arrival.event}. "
            "Remove one."))
    if unit.setup is not None and not unit.setup.box:
        add("setup-and-arrival", (
            f"{unit.name} is both set up on the map and listed as a reinforcement. Remove one of them."))
