"""Where the tools may put units: the reason of a refusal."""

from __future__ import annotations

from dataclasses import replace

from visegrad_editor.editor.tools.legal_hexes import LegalHexes
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.edit.units import place_units
from visegrad_editor.model.files.load import load

POLES = ("poland/2nd Mechanized", "poland/10th Armored Cavalry")


def test_a_refusal_is_a_clause_that_ends_with_its_rule_and_without_a_full_stop() -> None:
    design = load("free-setup").design
    assert design is not None
    assert design.scenario is not None
    legal = LegalHexes()
    number = next(n for h in legal.open_to(design, POLES[:1]) if (n := design.map.grid.number(h)))
    hex = design.map.grid.parse(number)
    assert isinstance(hex, Hex)
    full = replace(design, scenario=place_units(design.scenario, POLES[:1], number))
    why = legal.refusal(full, POLES[1:], hex)
    assert why.endswith(" (rule 3.4)")
    assert ". (" not in why


def test_a_game_that_states_no_numbers_cites_none() -> None:
    design = load("hollen").design
    assert design is not None
    assert design.scenario is not None
    hex = design.map.grid.parse("0604")
    assert isinstance(hex, Hex)
    assert LegalHexes().refusal(design, ["blue/3rd Foot"], hex) == "Red 11th Line stands in 0604 (Hollen)"
