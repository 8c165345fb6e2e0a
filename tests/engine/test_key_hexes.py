"""Hexes that a game's rules name before the game begins."""

from __future__ import annotations

from dataclasses import replace

import pytest
from blank_design import blank_design
from designs import make, unit

from visegrad_editor.engine.key_hexes import key_hexes


def test_a_game_names_hexes_of_the_map_that_decide_it() -> None:
    design = make([unit("R1", "russia", "0306")])
    found = key_hexes(design)
    assert found
    numbers = {design.map.grid.number(h) for h in design.map.grid}
    for entry in found:
        assert entry.name
        assert entry.hexes
        assert set(entry.hexes) <= numbers


@pytest.mark.parametrize("system", ["", "chess"])
def test_a_game_without_rules_and_a_map_alone_name_none(system: str) -> None:
    design = make([unit("R1", "russia", "0306")])
    assert key_hexes(replace(design, scenario=None)) == ()
    assert key_hexes(replace(design, ruleset=replace(design.ruleset, system=system))) == ()
    assert key_hexes(blank_design()) == ()
