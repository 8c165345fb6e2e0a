"""Other scenarios that use a map are found when it changes, and can be updated."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from visegrad_editor.hexgrid import Axis, Motion
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.areas import remove_area
from visegrad_editor.model.edit.documents import with_map
from visegrad_editor.model.edit.reshape import renumber, resize, rotate
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files import map_users as map_users_module
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.map_users import map_users, update_users
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.model.files.store import save_design

VARIANT = """\
# Mine.
format: 2
kind: scenario
name: mine
extends: other.yaml
title: Mine
change:
  - unit: poland/10th Armored Cavalry   # guards the coast
    setup: "1518"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A map with three scenarios, one of them a variant of another."""
    samples = resource_folder("sample_scenarios")
    shutil.copy(samples / "maps" / "visegrad4.yaml", tmp_path / "map.yaml")
    text = (samples / "scenarios" / "historical.yaml").read_text()
    for name in ("open", "other"):
        (tmp_path / f"{name}.yaml").write_text(text.replace("map: visegrad4", "map: map.yaml"))
    (tmp_path / "a-variant.yaml").write_text(VARIANT)
    (tmp_path / "elsewhere.yaml").write_text(text)  # uses the bundled map
    (tmp_path / "broken.yaml").write_text("kind: scenario\n  - [")
    return tmp_path


def errors(path: Path) -> list[str]:
    loaded = load(path)
    assert loaded.design is not None
    return [p.message for p in (*loaded.reading, *check_documents(loaded.design)) if p.severity == "error"]


def changed(folder: Path, design: Design) -> tuple:
    saved = load(folder / "open.yaml").design.map
    return map_users(folder / "map.yaml", saved, design.map, design.ruleset, [folder / "open.yaml"])


def test_harmless_changes_are_not_reported(folder: Path) -> None:
    design = load(folder / "open.yaml").design
    assert changed(folder, design) == ()
    assert changed(folder, resize(design, 2, 1, 1, 1).design) == ()  # numbers are kept
    assert changed(folder, rotate(design, 1).design) == ()
    painted = paint_terrain(design.map, [design.map.grid.parse("2017")], "marsh")
    assert changed(folder, with_map(design, painted)) == ()


def test_terrain_removed_from_a_set_up_is_reported(folder: Path) -> None:
    design = load(folder / "open.yaml").design
    flooded = paint_terrain(design.map, [design.map.grid.parse("1620")], "sea")
    users = changed(folder, with_map(design, flooded))
    assert [u.path.name for u in users] == ["other.yaml"]
    assert "1620" in users[0].sentence()


def test_no_file_is_read_for_a_harmless_change(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_users_module, "_scenarios", lambda *_: pytest.fail("files were read"))
    design = load(folder / "open.yaml").design
    painted = paint_terrain(design.map, [design.map.grid.parse("2017")], "mountain")
    assert changed(folder, with_map(design, painted)) == ()


def test_scenarios_follow_a_new_numbering(folder: Path) -> None:
    loaded = load(folder / "open.yaml")
    design = renumber(loaded.design, replace(loaded.design.map.grid.numbering, row=Axis(31, "down"))).design
    users = changed(folder, design)
    assert [u.path.name for u in users] == ["other.yaml", "a-variant.yaml"]
    assert "names hexes that no longer exist: " in users[0].sentence()
    before = {u: load(folder / u).design.scenario for u in ("other.yaml", "a-variant.yaml")}
    save_design(design, loaded.sources)
    assert errors(folder / "a-variant.yaml")
    written, complaints = update_users(users)
    assert [p.name for p in written] == ["other.yaml", "a-variant.yaml"]
    assert complaints == ()
    for name, scenario in before.items():
        assert errors(folder / name) == []
        now = load(folder / name).design
        for unit in scenario.units:
            old = loaded.design.map.grid.parse(unit.hex)
            assert old == now.map.grid.parse(now.scenario.unit_by_key[unit.key].hex)
    # The variant still has only its changes, with its comments.
    assert (folder / "a-variant.yaml").read_text() == VARIANT.replace("1518", "4018")


def test_numbers_that_mean_other_hexes_are_noticed(folder: Path) -> None:
    design = load(folder / "open.yaml").design
    numbering = design.map.grid.numbering
    design = renumber(design, replace(numbering, column=replace(numbering.column, start=2))).design
    other = next(u for u in changed(folder, design) if u.path.name == "other.yaml")
    assert other.renamed or other.problems
    assert other.follows.unit_by_key["poland/10th Armored Cavalry"].hex == "1621"


def test_units_that_are_cut_off_are_named(folder: Path) -> None:
    loaded = load(folder / "open.yaml")
    cut = resize(loaded.design, top=-12)
    users = changed(folder, cut.design)
    assert [u.path.name for u in users] == ["other.yaml", "a-variant.yaml"]
    assert users[0].losses.units == cut.losses.units
    assert "poland/10th Armored Cavalry" in users[0].losses.units
    save_design(cut.design, loaded.sources)
    update_users(users)
    assert errors(folder / "other.yaml") == []
    assert errors(folder / "a-variant.yaml") == []


def test_a_removed_area_is_reported(folder: Path) -> None:
    design = load(folder / "open.yaml").design
    area = next(a for e in design.scenario.entries for a in e.where.areas)
    users = changed(folder, with_map(design, remove_area(design.map, area)))
    assert [u.path.name for u in users] == ["other.yaml", "a-variant.yaml"]
    assert area in users[0].sentence()
    assert users[0].follows is not None


def test_nothing_is_guessed_if_the_motion_is_unknown(folder: Path) -> None:
    design = load(folder / "open.yaml").design
    numbering = design.map.grid.numbering
    numbering = replace(numbering, column=replace(numbering.column, start=3))
    grown = resize(design, left=2, numbering=numbering).design
    forgotten = replace(grown, map=replace(grown.map, moved=Motion()))
    users = changed(folder, forgotten)
    assert users
    assert all(u.follows is None and "may mean other hexes" in u.sentence() for u in users)
    assert all(u.follows is not None for u in changed(folder, grown))
