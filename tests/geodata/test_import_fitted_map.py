"""A computed map whose grid was fitted to the earth by hand since is computed again where it lies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from geodata_set import write_set

from visegrad_editor.geodata.import_map import import_map
from visegrad_editor.geodata.merge import AlignmentError, overrides
from visegrad_editor.geodata.report import report
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.geography import set_geography
from visegrad_editor.model.edit.places import set_name
from visegrad_editor.model.edit.reshape import resize, rotate
from visegrad_editor.model.files.computed_record import record_path
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.gamemap import GameMap


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_set(tmp_path / "data")


def the_map(path: Path) -> GameMap:
    found = load(path, "map").design
    assert found is not None
    return found.map


def fitted(path: Path, also_moved: bool = False) -> None:
    """Change one hex by hand, fit the grid again, and save."""
    loaded = load(path, "map")
    assert loaded.design is not None
    map = loaded.design.map
    hex = map.grid.parse("0202")
    assert hex is not None
    lies = map.geography
    assert lies is not None
    map = replace(map, terrain=map.terrain.with_values({hex: "mountain"}))
    fit = replace(lies, hex_km=10.4, rotation=3.0, at=(10.02, 50.01))
    design: Design = replace(loaded.design, map=set_geography(map, fit))
    if also_moved:
        design = rotate(resize(design, -1, 0, 0, -1).design, 1).design
    save_design(design, loaded.sources)


@pytest.mark.parametrize("also_moved", [False, True])
def test_a_fitted_map_is_imported_again_and_again(config: Path, tmp_path: Path, also_moved: bool) -> None:
    path = tmp_path / "map.yaml"
    import_map(config, path)
    fitted(path, also_moved)
    lies = the_map(path).geography
    assert lies is not None
    again = import_map(config, path)
    assert "as its own `geography` says" in next(iter(report(again)))
    assert again.merged.changed, "the data lies elsewhere on the grid now"
    assert [(c.where, c.after) for c in again.merged.kept if c.layer == "terrain"] == [("0202", "mountain")]
    map, record = the_map(path), the_map(record_path(path))
    assert map.geography == record.geography == lies
    assert {(c.layer, c.where) for c in overrides(map, record)} == {
        (c.layer, c.where) for c in again.merged.kept}
    once_more = import_map(config, path)
    assert once_more.merged.changed == ()
    assert once_more.merged.kept == again.merged.kept


def test_a_town_renamed_by_hand_moves_with_the_new_fit(config: Path, tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    import_map(config, path)
    loaded = load(path, "map")
    assert loaded.design is not None
    map = loaded.design.map
    town = next(p for p in map.places if p.name == "Betown")
    lies = map.geography
    assert lies is not None
    map = set_geography(set_name(map, town.hex, "Mytown"), replace(lies, hex_km=8.0))
    save_design(replace(loaded.design, map=map), loaded.sources)
    done = import_map(config, path)
    there = next(p for p in done.computed.map.places if p.name == "Betown")
    assert there.hex != town.hex
    assert {p.name: p.hex for p in the_map(path).places if p.name != "Aton"} == {"Mytown": there.hex}


def test_a_config_with_the_new_reference_or_without_one_follows_the_map(config: Path, tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    import_map(config, path)
    fitted(path)
    block = ("  centre: [10, 50]\n  hex_km: 10\n  rotation: 0\n", '  anchor: {hex: "0705", at: [10, 50]}\n')
    text = config.read_text("utf-8")
    assert "".join(block) in text
    config.write_text(text.replace("".join(block), (
        "  centre: [10, 50]\n  hex_km: 10.4\n  rotation: 3\n"
        '  anchor: {hex: "0705", at: [10.02, 50.01]}\n')), "utf-8")
    again = import_map(config, path)
    assert again.where == ""
    assert len(again.merged.kept) == 1
    config.write_text(text.replace("geography:\n  projection: laea\n" + "".join(block), ""), "utf-8")
    third = import_map(config, path)
    assert (third.where, third.merged.changed, len(third.merged.kept)) == ("", (), 1)


def test_a_map_that_was_never_computed_is_not_mistaken_for_another(config: Path, tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    import_map(config, path)
    fitted(path)
    record_path(path).unlink()
    with pytest.raises(AlignmentError, match="Remove `geography`"):
        import_map(config, path)


@pytest.mark.parametrize("north", [0.09, 0.13])
def test_a_renamed_town_is_not_doubled_after_a_new_fit(
    config: Path, tmp_path: Path, north: float
) -> None:
    """0.09 degrees are a hex, as if a row had been cut off; but the grid is the same."""
    path = tmp_path / "map.yaml"
    import_map(config, path)
    loaded = load(path, "map")
    assert loaded.design is not None
    map = loaded.design.map
    was = next(p.hex for p in map.places if p.name == "Betown")
    map = replace(map, places=tuple(replace(p, name="Odinsvi") if p.hex == was else p for p in map.places))
    assert map.geography is not None
    # The grid lies farther north now, so Betown lies in a hex farther south.
    lon, lat = map.geography.at
    map = set_geography(map, replace(map.geography, at=(lon, lat + north)))
    save_design(replace(loaded.design, map=map), loaded.sources)
    done = import_map(config, path)
    now = the_map(path)
    assert {p.name for p in now.places} == {"Aton", "Odinsvi"}
    hex = next(p.hex for p in now.places if p.name == "Odinsvi")
    assert hex == next(p.hex for p in done.computed.map.places if p.name == "Betown")
    assert hex != was
    (kept,) = [c for c in done.merged.kept if c.layer == "places"]
    assert (kept.before, kept.after) == ("Betown (city)", "Odinsvi (city)")
    assert import_map(config, path).merged.changed == ()
