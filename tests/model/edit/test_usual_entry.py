"""The entry that fits a unit best is looked for once for units that fit alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.bundled import design_of
from visegrad_editor.model.edit import usual_entry as module
from visegrad_editor.model.edit.documents import with_scenario
from visegrad_editor.model.edit.unit_cells import typed_unit, with_units
from visegrad_editor.model.edit.usual_entry import usual_entry


def test_many_units_that_get_a_turn_get_the_usual_entry_of_their_nationality(
        monkeypatch: pytest.MonkeyPatch) -> None:
    design = design_of("historical")
    assert design.scenario is not None
    some = [u for u in design.scenario.units if u.setup is not None and u.setup.where.single_hex]
    many = tuple(replace(some[n % len(some)], name=f"Unit {n}") for n in range(300))
    design = with_scenario(design, replace(design.scenario, units=(*design.scenario.units, *many)))
    expected = {u.key: module._usual(design, u) for u in many}
    asked: list[str] = []
    usual = module._usual
    monkeypatch.setattr(module, "_usual", lambda d, u: asked.append(u.nationality) or usual(d, u))
    after = with_units(design, {u.key: typed_unit(design, u, "turn", "3") for u in many})
    assert after.scenario is not None
    arrivals = {u.key: u.reinforcement.entry for u in after.scenario.units
                if u.key in expected and u.reinforcement}
    assert arrivals == expected
    assert sorted(asked) == sorted({u.nationality for u in many})
    assert usual_entry(replace(design, scenario=None), many[0]) == ""
