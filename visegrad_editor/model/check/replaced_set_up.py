"""A check of variants: units that the base lets their owner set up, and the variant fixes where the base does
not allow it."""

from __future__ import annotations

from dataclasses import replace

from ..design import Design
from ..files.sources import Sources
from ..place_words import hex_words, in_words
from ..problems import Fix
from ..provenance import cited_rule
from ..scenario import Scenario, Setup, Unit
from ..wording import listed
from .context import Checks
from .fixes import unit_fix

CODE = "replaced-set-up"


def check_replaced_set_up(checks: Checks, design: Design, sources: Sources | None) -> None:
    """A warning for each unit whose fixed hex replaces a choice of the base that does not have this hex, or
    that lets no other of its nationality stand with it. Within a game units stand where play has led them,
    and a variant on another part of the map sets up its own."""
    scenario, file = design.scenario, sources.scenario if sources is not None else None
    base = file.base.document if file is not None and file.base is not None else None
    if scenario is None or not isinstance(base, Scenario) or (
            scenario.start is not None and scenario.start.begun):
        return
    if scenario.play_area != base.play_area:
        return  # Another part of the map is set up in a way of its own.
    for unit in scenario.units:
        was = base.unit_by_key.get(unit.key)
        if was is None or was.setup is None or not was.setup.has_choice or was.reinforcement is not None:
            continue
        if unit.setup is None or unit.setup.has_choice or unit.setup.box or not unit.hex:
            continue
        hex, place = checks.design.map.grid.parse(unit.hex), hex_words(unit.hex, design.map)
        called, allowed = checks.called(unit), in_words(was.setup.where, design)
        with_it = [checks.called(u) for u in scenario.units if u is not unit and u.hex == unit.hex
                   and u.nationality == unit.nationality] if was.setup.alone else []
        if hex is not None and hex not in checks.hexes(was.setup.where):
            why = f"its owner may set it up {allowed}"
        elif with_it:
            why = f"no other of its nationality may stand with it, as {listed(with_it)} does"
        else:
            continue
        group = base.group_of(was)
        checks.add("warning", CODE, (
            f"{called} is set up in {place}; in {base.title} {why}. Give it its choice back, or keep it "
            "there if this variant is to differ."), "scenario", "units", unit.key, unit.hex, unit.key,
            rule=cited_rule(group.rule if group is not None else was.provenance.of("setup").rule),
            within=("setup",), fixes=(
                _with_setup(f"Let {called} stand in {place} as its position beside the choice of the base",
                            unit, was.setup, unit.hex),
                _with_setup(f"Give {called} its choice of hexes back, and take it off the map", unit,
                            was.setup, "")))


def _with_setup(label: str, unit: Unit, setup: Setup, position: str) -> Fix:
    return unit_fix(label, unit.key, lambda u: replace(u, setup=setup, position=position))
