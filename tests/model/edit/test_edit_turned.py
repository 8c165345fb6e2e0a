"""Cropping, renumbering and turning maps; their files; and references to hexes that follow."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from any_grids import named, numberings
from hypothesis import given, settings
from hypothesis import strategies as st
from items import some
from small_design import small_design

from visegrad_editor.hexgrid import Axis, Hex, Numbering, turn
from visegrad_editor.model.edit.reshape import (
    crop,
    crop_margins,
    renumber,
    resize,
    rotate,
)
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.gamemap import Label
from visegrad_editor.model.rules.grammar import HexFilter, Situation
from visegrad_editor.model.scenario import Entry
from visegrad_editor.model.schedule import ScheduledEvent
from visegrad_editor.model.start import Holding, Start
from visegrad_editor.model.where import Where

# -- crop, renumber, rotate -------------------------------------------------------------


def test_crop_leaves_the_box_around_the_hexes() -> None:
    design = small_design()
    assert crop_margins(design.map.grid, [Hex(2, 1), Hex(5, 4), Hex(40, 4)]) == (-2, -1, -2, -1)
    cut = crop(design, [Hex(2, 1), Hex(5, 4)]).design
    assert (cut.map.grid.columns, cut.map.grid.rows) == (4, 4)
    assert cut.map.grid.number(Hex(0, 0)) == design.map.grid.number(Hex(2, 1))
    with pytest.raises(ValueError, match="None of these hexes"):
        crop(design, [Hex(99, 0)])


@given(numberings)
@settings(deadline=None)
def test_renumbering_there_and_back_changes_nothing(numbering: Numbering) -> None:
    before = small_design()
    after = renumber(before, numbering)
    if numbering != before.map.grid.numbering:
        unit = "norland/1st Armored"
        grid = before.map.grid
        assert after.design.map.grid.parse(after.design.scenario.unit_by_key[unit].hex) == grid.parse(
            before.scenario.unit_by_key[unit].hex)
    assert renumber(after.design, before.map.grid.numbering).design == before


def test_numbers_in_prose_are_pointed_out() -> None:
    design = small_design()
    scenario = replace(design.scenario, notes="Hold 0808 until 1999; rule 6.4, box 0909.",
                       special_rules=("Nothing.", "0906 is a fortress."))
    numbering = replace(design.map.grid.numbering, row=Axis(20, "down"))
    told = renumber(replace(design, scenario=scenario), numbering).losses
    assert told.texts == ("the notes of the scenario (0808)", "special rule 2 (0906)")
    assert not told.anything


@given(st.integers(0, 3))
def test_turning_keeps_everything_at_each_number(quarters: int) -> None:
    before = small_design()
    after = rotate(before, quarters)
    assert named(after.design) == named(before)
    assert after.design.scenario == before.scenario
    assert not after.losses.sentences()
    assert (after.design.map.grid.orientation == "flat") == bool(quarters % 2)
    back = rotate(after.design, -quarters).design
    assert back.map == before.map


def test_a_turned_map_looks_like_the_old_one_seen_from_the_side() -> None:
    before = small_design()
    after = rotate(before, 1).design
    old, new = before.map.geometry, after.map.geometry
    x0, y0 = old.centre(Hex(0, 5))
    a0, b0 = new.centre(turn(before.map.grid, 1).hex(Hex(0, 5)))
    for hex in some(before.map.grid):
        x, y = old.centre(hex)
        a, b = new.centre(turn(before.map.grid, 1).hex(hex))
        assert (a - a0, b - b0) == pytest.approx((-(y - y0), x - x0))


def test_slanted_labels_turn_and_level_ones_stay_level() -> None:
    design = small_design()
    labels = (Label("Sea", Hex(1, 0)), Label("Range", Hex(3, 2), rotation=30.0))
    turned = rotate(replace(design, map=replace(design.map, labels=labels)), 1).design
    assert [x.rotation for x in turned.map.labels] == [0.0, -60.0]
    for rotation in (90.0, -89.0, 45.5):
        assert Label("x", Hex(0, 0), rotation=rotation).slant(2) == rotation


# -- in files ---------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A scenario with a map of its own, in a folder of its own."""
    for file in ("maps/visegrad4.yaml", "scenarios/historical.yaml"):
        shutil.copy(resource_folder("sample_scenarios") / file, tmp_path)
    path = tmp_path / "historical.yaml"
    path.write_text(path.read_text().replace("map: visegrad4", "map: visegrad4.yaml"))
    return path


def test_a_reshaped_map_is_saved_and_undone_byte_for_byte(own: Path) -> None:
    files = (own, own.with_name("visegrad4.yaml"))
    original = [f.read_bytes() for f in files]
    loaded = load(own)
    design = rotate(resize(loaded.design, 3, -12, 1, 1).design, 3).design
    assert design.scenario != loaded.design.scenario
    saved = save_design(design, loaded.sources)
    assert {p.name for p in saved.written} == {"visegrad4.yaml", "historical.yaml"}
    again = load(own)
    assert again.design.map == replace(design.map, ruleset=again.design.map.ruleset)
    assert again.design.scenario == design.scenario
    assert not [p for p in again.problems if p.severity == "error"]
    assert "# " in own.with_name("visegrad4.yaml").read_text()
    save_design(loaded.design, saved.sources)
    assert [f.read_bytes() for f in files] == original


# -- nothing is forgotten ---------------------------------------------------------------


HEXES_OF_SCENARIOS = {
    "hexes", "play_area", "start.scored", "start.held.hexes", "start.taken.hexes", "start.free",
    "where.hexes", "where.excluding", "setup.hexes", "setup.excluding", "units.position", "problems.hex",
    "change.position", "hexFilter.hexes", "hexFilter.excluding"}


def hex_paths(kind: str) -> set[str]:
    """The keys of a file that hold hex numbers, by its schema."""
    schema = json.loads((resource_folder("schemas") / f"{kind}.schema.json").read_text("utf-8"))
    found: set[str] = set()

    def walk(node: object, path: str) -> None:
        if isinstance(node, dict):
            if str(node.get("$ref")).removesuffix("OrNull") in ("#/$defs/hex", "#/$defs/hexes"):
                found.add(path)
            for key, inner in node.items():
                named = key not in (
                    "properties", "items", "anyOf", "oneOf", "allOf", "$defs", "additionalProperties")
                walk(inner, f"{path}.{key.removesuffix('OrNull')}".strip(".") if named else path)
        elif isinstance(node, list):
            for inner in node:
                walk(inner, path)

    walk(schema, "")
    return found


def test_every_key_with_hex_numbers_follows() -> None:
    """A new key that names hexes must be updated by `moved_scenario` or `moved_map`. (A map with another grid
    is no variant any more: it has no `change`.)"""
    assert hex_paths("scenario") == HEXES_OF_SCENARIOS
    assert hex_paths("map") == {
        "hexes", "places.hex", "areas.hexes", "labels.hex", "roads.path", "background.pins.hex",
        "geography.anchor.hex", "sources.hexes", "change.terrain", "change.countries", "change.levels",
        "buildings.hexes", "buildings.stairs", "buildings.full", "waters.hexes"}


def test_what_was_taken_and_lost_before_the_scenario_begins_follows() -> None:
    design = small_design()
    start = Start(3, taken=(Holding("red", ("0808", "0902")),), free=("0808", "0801"),
                  sources=(("depot 0808", 4), ("depot 0801", -1)))
    design = replace(design, scenario=replace(design.scenario, start=start))
    cut = resize(design, left=-3).design.scenario.start
    assert cut == replace(start, taken=(Holding("red", ("0902",)),), free=("0801",),
                          sources=(("depot 0801", -1),))
    turned = renumber(design, replace(design.map.grid.numbering, row=Axis(26, "down"))).design.scenario.start
    assert turned.free == ("2808", "2801")
    assert turned.sources == (("depot 2808", 4), ("depot 2801", -1))


def test_what_happened_before_the_scenario_begins_follows() -> None:
    design = small_design()
    start = Start(3, scored=("0808", "0801"), held=(Holding("red", ("0808", "0902")),))
    design = replace(design, scenario=replace(design.scenario, start=start))
    cut = resize(design, left=-3).design
    assert cut.scenario.start == replace(start, scored=("0801",), held=(Holding("red", ("0902",)),))
    assert resize(design, left=-3).losses.begun == ("0808",)
    assert resize(design, left=-7).design.scenario.start.held == ()
    turned = renumber(design, replace(design.map.grid.numbering, row=Axis(26, "down"))).design
    assert turned.scenario.start.scored == ("2808", "2801")


def test_hexes_in_the_schedule_and_in_situations_of_entries_follow() -> None:
    design = small_design()
    assert design.scenario is not None
    here = Situation(hexes=HexFilter(hexes=("0808", "0801"), excluding=("0802",)))
    entry = Entry("e", "E", Where(hexes=("0808",)), needs=Situation(any=(here,)))
    scenario = replace(design.scenario, entries=(entry,), schedule=(ScheduledEvent("coup", when=here),))
    design = replace(design, scenario=scenario)
    moved = renumber(design, replace(design.map.grid.numbering, row=Axis(26, "down"))).design.scenario
    assert moved is not None
    after = Situation(hexes=HexFilter(hexes=("2808", "2801"), excluding=("2802",)))
    assert moved.schedule == (ScheduledEvent("coup", when=after),)
    assert moved.entries[0].needs == Situation(any=(after,))
