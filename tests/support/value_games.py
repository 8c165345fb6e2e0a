"""A small game whose counters have attack, defence and movement, and units of one step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from small_design import small_design

from visegrad_editor.model.design import Design
from visegrad_editor.model.rules.combat import Combat, FightValues
from visegrad_editor.model.rules.counter import CounterValue, Steps
from visegrad_editor.model.ruleset import Ruleset
from visegrad_editor.model.scenario import Setup, Unit
from visegrad_editor.model.unit_values import read_values
from visegrad_editor.model.where import Where

VALUES = (CounterValue("attack", "Attack", "A"), CounterValue("defence", "Defence", "D"),
          CounterValue("movement", "Movement", "M", from_="type"))


def adm_ruleset() -> Ruleset:
    """The ruleset of the small design with attack, defence and movement on its counters."""
    return replace(small_design().ruleset, values=VALUES, steps=Steps(1, ("full",)),
                   combat=Combat(values=FightValues("attack", "defence")))


def adm_unit(name: str, values: Any, hex: str = "") -> Unit:
    """An armored unit with these values, as a file gives them."""
    setup = Setup(Where(hexes=(hex,))) if hex else None
    return Unit(name, "norland", "armored", read_values(values), setup=setup)


def adm_design(*units: Unit) -> Design:
    """The small map with these units."""
    design = small_design()
    assert design.scenario is not None
    scenario = replace(design.scenario, units=units)
    return replace(design, ruleset=adm_ruleset(), scenario=scenario)
