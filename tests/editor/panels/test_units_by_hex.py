"""The list of units sorted by their hexes, where these have letters."""

from __future__ import annotations

from dataclasses import replace

from tests.support.lettered import lettered
from visegrad_editor.editor.panels.units_panel import FILTERS, unit_rows
from visegrad_editor.model.edit.units import place_units


def test_units_are_sorted_by_hexes_as_these_are_counted() -> None:
    design = lettered("velna")
    assert design.scenario is not None
    scenario = design.scenario
    for key, hex in (("east/1st Tank", "AA1"), ("east/2nd Tank", "Z10"), ("east/3rd Mechanized", "Z2")):
        scenario = place_units(scenario, [key], hex)
    rows = unit_rows(replace(design, scenario=scenario), FILTERS[0], "1st tank", "where").values()
    assert [row.place for row in rows] == ["AA1"]
    rows = unit_rows(replace(design, scenario=scenario), FILTERS[0], "", "where").values()
    eastern = [row.place for row in rows if row.unit.nationality == "east"]
    assert eastern[:3] == ["Z2", "Z10", "AA1"]
    assert eastern[3:5] == ["GG4", "HH3"]
