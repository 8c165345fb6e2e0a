"""A map from geographic data: its contents, a second import, and the report."""

from __future__ import annotations

import json
import os
import re
import warnings
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from geodata_set import box, collection, write_set
from PIL import Image

from visegrad_editor.cli.main import main
from visegrad_editor.editor.map.hex_words import hex_notes
from visegrad_editor.geodata.compute import compute
from visegrad_editor.geodata.config import Config, ConfigError, find_config, read_config
from visegrad_editor.geodata.errors import SourceError
from visegrad_editor.geodata.import_map import GeodataImportError, import_map, updated
from visegrad_editor.geodata.merge import AlignmentError, align, merge, overrides
from visegrad_editor.geodata.rasters import read_raster
from visegrad_editor.geodata.report import report
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.data_words import data_of, source_of
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.reshape import resize, rotate
from visegrad_editor.model.files.catalogue import bundled_names
from visegrad_editor.model.files.computed_record import record_path
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.map_file import read_grid
from visegrad_editor.model.files.schema import check_schema, schema
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.geo_fit import Residual, residuals
from visegrad_editor.model.georeference import GeoReference, georeference


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_set(tmp_path / "data")


def made(config: Path) -> GameMap:
    return compute(read_config(config)).map


def at(map: GameMap, number: str) -> Hex:
    hex = map.grid.parse(number)
    assert hex is not None
    return hex


# -- the computed map -------------------------------------------------------------------------


def test_countries_and_coast_lie_where_the_data_has_them(config: Path) -> None:
    map = made(config)
    assert map.countries.at(at(map, "0505")) == "poland"
    assert map.countries.at(at(map, "0905")) == "hungary"
    # 49.75 degrees is 28 km south of hex 0705: rows 9 and 10 are sea, 4 and more hexes away.
    assert {map.terrain.at(Hex(c, 9)) for c in range(14)} == {"sea"}
    assert {map.countries.at(Hex(c, 9)) for c in range(14)} == {""}
    assert map.terrain.at(at(map, "0707")) == "clear"


def test_terrain_follows_coverage_heights_and_pins(config: Path) -> None:
    map = made(config)
    by_kind = {kind: [h for h in map.grid if map.terrain.at(h) == kind] for kind in ("marsh", "mountain")}
    reference = compute(read_config(config))
    assert by_kind["marsh"]
    for hex in by_kind["marsh"]:
        lon, lat = place(map, hex)
        assert 9.25 < lon < 9.65
        assert 50.15 < lat < 50.45
    for hex in by_kind["mountain"]:
        lon, lat = place(map, hex)
        assert (lon > 10.15 and lat > 50.15) or hex == at(map, "0303")
    assert len(by_kind["mountain"]) > 5
    assert reference.counts["terrain/marsh"] == len(by_kind["marsh"])


def place(map: GameMap, hex: Hex) -> tuple[float, float]:
    found = georeference(map)
    assert found is not None
    return found.place(hex)


def test_the_river_is_one_chain_and_towns_are_on_their_bank(config: Path) -> None:
    computed = compute(read_config(config))
    map = computed.map
    (river,) = map.lines
    assert (river.kind, river.name, river.width) == ("river", "Long River", 2)
    ends = [set(side) for side in river.sides]
    assert all(a & b for a, b in pairwise(ends)), "neighbouring sides share a hex"
    west, east = (map.geometry.side_middle(s)[0] for s in (river.sides[0], river.sides[-1]))
    assert west < east, "from the source in the west to the mouth"
    good, count = computed.banks
    assert good == count >= 2
    assert computed.wrong_banks == ()
    # Riverside lies north of the river: no way from its hex to the north crosses it.
    town = georeference(map).hex_at(10.1, 50.12)  # type: ignore[union-attr]
    assert town is not None
    north = map.grid.step(town, 4)
    assert hexside(town, north) not in river.sides


def test_towns_on_the_wrong_bank_are_reported(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Riverside lies left of the river; listed on both banks, one is wrong; 0101 is away from it."""
    reference = georeference(made(config))
    assert reference is not None
    hex = reference.hex_at(10.1, 50.12)
    assert hex is not None
    town = made(config).grid.number(hex)
    text = config.read_text("utf-8")
    line = "{name: Long River, width: 2}"
    assert line in text
    told = f'{{name: Long River, width: 2, left: ["{town}"], right: ["{town}", "0101"]}}'
    config.write_text(text.replace(line, told), "utf-8")
    found = compute(read_config(config)).stated_banks
    assert [(b.town, b.stated, b.actual, b.right) for b in found] == [
        (town, "left", "left", True), (town, "right", "left", False), ("0101", "right", "", False)]
    assert main(["import-geodata", str(config), "-o", str(config.parent / "out.yaml"), "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert "Towns on the bank stated in the file: 1 of 3" in out
    assert f"{town}: it is on the left bank of the Long River; it belongs on the right bank" in out
    assert "0101: the Long River does not pass its hex; it belongs on the right bank" in out
    # The same river listed from its mouth upwards: then left becomes right.
    config.write_text(text.replace(line, told.replace("width: 2", "upstream: true")), "utf-8")
    assert [b.actual for b in compute(read_config(config)).stated_banks] == ["right", "right", ""]


def test_roads_go_from_town_to_town_and_places_keep_their_source(config: Path) -> None:
    map = made(config)
    (road,) = map.roads
    towns = {p.name: p for p in map.places}
    assert set(towns) == {"Aton", "Betown"}
    assert (road.path[0], road.path[-1]) == (towns["Aton"].hex, towns["Betown"].hex)
    assert all(map.grid.adjacent(a, b) for a, b in pairwise(road.path))
    assert all(map.terrain.at(h) != "sea" for h in road.path)
    assert towns["Aton"].provenance.rule == "2.1"
    assert towns["Betown"].provenance.source == "data"
    assert map.provenance.source == "data"
    assert [s.title for s in data_of(map, towns["Betown"].hex)] == ["States of Twinland", "Towns of Twinland"]
    design = load("maps/visegrad4").design
    assert design is not None
    notes = hex_notes(replace(design, map=map), towns["Betown"].hex)
    assert notes == ("Computed from: States of Twinland, Towns of Twinland",)


def test_values_say_where_they_come_from(config: Path, tmp_path: Path) -> None:
    """The `provenance` of the file holds for values without one; values in the file are the designer's."""
    text = config.read_text("utf-8")
    text = text.replace("  list:\n", '  list:\n    - {name: Fort, hex: "0404", features: [city]}\n').replace(
        ', provenance: {source: rulebook, rule: "9.0"}', "")
    config.write_text(text, "utf-8")
    map = made(config)
    assert {p.name: p.provenance.source for p in map.places} == {
        "Fort": "designer", "Aton": "rulebook", "Betown": "data"}
    pinned = source_of(map, "terrain", "mountain", at(map, "0303"))
    assert pinned is not None
    assert pinned.title == "Designer"
    ruleset = "ruleset: blank\n"
    config.write_text(text.replace(ruleset, f"{ruleset}provenance: reconstructed\n"), "utf-8")
    map = made(config)
    assert map.provenance.source == "reconstructed"
    assert {p.name: p.provenance.source for p in map.places} == {
        "Fort": "reconstructed", "Aton": "rulebook", "Betown": "reconstructed"}
    path = tmp_path / "map.yaml"
    config.write_text(text, "utf-8")
    import_map(config, path)
    again = load(path, "map").design
    assert again is not None
    assert {p.name: p.provenance.source for p in again.map.places} == {
        "Fort": "designer", "Aton": "rulebook", "Betown": "data"}
    assert again.map.provenance.source == "data"


def test_every_value_has_its_source(config: Path) -> None:
    map = made(config)
    found = {part: source_of(map, *part.split("/")) for part in (
        "countries/poland", "terrain/marsh", "terrain/mountain", "hexsides/river", "roads/highway",
        "places/city")}
    assert {k: s.title if s else "" for k, s in found.items()} == {
        "countries/poland": "States of Twinland", "terrain/marsh": "Waters of Twinland",
        "terrain/mountain": "Heights of Twinland", "hexsides/river": "Rivers of Twinland",
        "roads/highway": "Towns of Twinland", "places/city": "Towns of Twinland"}
    pinned = source_of(map, "terrain", "mountain", at(map, "0303"))
    assert pinned is not None
    assert pinned.title == "Rulebook 9.0"


def test_a_town_on_the_wrong_bank_by_the_data_is_named(config: Path) -> None:
    computed = compute(read_config(config))
    hex = at(computed.map, "0705")
    done = import_map(config, config.parent / "map.yaml", write=False)
    computed = replace(computed, banks=(1, 2), wrong_banks=(("Riverside", "Long River", hex),))
    lines = list(report(replace(done, computed=computed)))
    i = lines.index("Towns on their bank of the river: 1 of 2 (50%)")
    assert lines[i + 1] == "  Riverside in 0705: the Long River passes it on the other side"


# -- importing again ------------------------------------------------------------------------------


def test_changes_by_hand_survive_new_data_and_can_be_reset(config: Path, tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    first = import_map(config, path)
    assert first.is_new
    loaded = load(path)
    assert loaded.design is not None
    map = loaded.design.map
    by_hand, other = at(map, "0202"), at(map, "0404")
    place_hex = next(p.hex for p in map.places if p.name == "Betown")
    changed = replace(
        map, terrain=map.terrain.with_values({by_hand: "mountain"}),
        places=tuple(replace(p, name="Newtown") if p.hex == place_hex else p for p in map.places))
    save_design(replace(loaded.design, map=changed), loaded.sources)
    # New data: the marsh has moved to hex 0404 and around it.
    lon, lat = place(map, other)
    (config.parent / "wet.geojson").write_text(json.dumps(collection(
        ("Polygon", box(lon - 0.1, lat - 0.1, lon + 0.1, lat + 0.1), {"kind": "marsh"}))))
    again = import_map(config, path)
    now = load(path).design
    assert now is not None
    assert now.map.terrain.at(other) == "marsh"
    assert now.map.terrain.at(by_hand) == "mountain"
    assert any(p.name == "Newtown" for p in now.map.places)
    assert {(c.layer, c.where) for c in again.merged.kept} == {
        ("terrain", "0202"), ("places", map.grid.number(place_hex))}
    assert ("terrain", "0404") in {(c.layer, c.where) for c in again.merged.changed}
    # Reset one hex, then everything.
    back = import_map(config, path, reset=["0202"])
    assert [str(c) for c in back.merged.reset] == ["terrain 0202: mountain -> clear"]
    assert back.merged.changed == ()
    assert "Changed by the data: nothing" in list(report(back))
    assert "Changed by hand and reset to the data: 1 terrain" in list(report(back))
    import_map(config, path, reset=None)
    final = load(path).design
    record = load(record_path(path)).design
    assert final is not None
    assert record is not None
    assert overrides(final.map, record.map) == ()
    assert any(p.name == "Betown" for p in final.map.places)


def test_the_record_is_saved_beside_the_map(config: Path, tmp_path: Path) -> None:
    path, other = tmp_path / "map.yaml", tmp_path / "copy.yaml"
    import_map(config, path)
    loaded = load(path)
    assert loaded.design is not None
    saved = save_design(loaded.design, loaded.sources, other)
    assert record_path(other).read_bytes() == record_path(path).read_bytes()
    turned = rotate(saved.design, 1).design
    save_design(turned, saved.sources)
    assert import_map(config, other).merged.changed == ()
    again = load(record_path(other)).design
    assert again is not None
    assert again.map.grid == turned.map.grid


def test_a_river_drawn_by_hand_stays(config: Path) -> None:
    computed = made(config)
    (river,) = computed.lines
    ours = replace(computed, lines=(replace(river, sides=river.sides[2:]),))
    merged = merge(ours, computed, computed)
    assert merged.map.lines == ours.lines
    assert len(merged.kept) == 2
    assert merge(ours, computed, computed, reset=None).map.lines == computed.lines
    # Without a record drawn lines stay, and missing ones are added.
    design = load("maps/visegrad4").design
    assert design is not None
    _, merged = updated(replace(design, map=ours), computed, None)
    assert set(river.sides) == {s for line in merged.map.lines for s in line.sides}
    assert merged.kept == ()
    by_hand = replace(ours, lines=tuple(replace(x, width=5) for x in ours.lines))
    _, merged = updated(replace(design, map=by_hand), computed, None)
    assert {x.width for x in merged.map.lines if set(x.sides) <= set(river.sides[2:])} == {5}
    assert len(merged.kept) == len(river.sides) - 2


def test_nothing_to_do_changes_no_byte(config: Path, tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    import_map(config, path)
    path.write_text(path.read_text("utf-8").replace("kind: map", "kind: map   # mine"), "utf-8")
    before = path.read_bytes()
    assert import_map(config, path).merged.changed == ()
    assert path.read_bytes() == before


def test_a_map_that_was_turned_and_cropped_is_computed_where_it_lies(config: Path) -> None:
    computed = made(config)
    ruleset = load("rulesets/blank").ruleset
    assert ruleset is not None
    turned = resize(rotate(Design(ruleset, computed), 1).design, -2, 0, -1, 3, ground="clear").design.map
    moved = align(computed, turned)
    for hex in moved.grid:
        was = computed.grid.parse(moved.grid.number(hex))
        if was is not None:
            assert moved.terrain.at(hex) == computed.terrain.at(was)
    assert moved.geography == turned.geography
    other = replace(turned, geography=replace(turned.geography, hex_km=11.0))
    with pytest.raises(AlignmentError, match="lies elsewhere"):
        align(computed, other)


# -- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after", "says"), [
    ("kind: geodata", "kind: map", "kind"),
    ("property: name\n  values", "propperty: name\n  values", "Did you mean `property`"),
    ('{hex: "0705", at: [10, 50], name', '{hex: "0775", at: [10, 50], name', "There is no hex"),
    ("columns: 14", "columns: 14000", "at most 1000"),
    ("source: states", "source: estates", ":37: error: There is no source `estates`. Did you mean `states`?"),
    ("{source: heights,", "{source: hights,", "Did you mean `heights`?"),
    ("geography:\n  projection: laea\n  centre: [10, 50]\n  hex_km: 10\n  rotation: 0\n"
     '  anchor: {hex: "0705", at: [10, 50]}\n', "", "lies on the earth"),
])
def test_an_unusable_config_gives_a_reason(config: Path, before: str, after: str, says: str) -> None:
    text = config.read_text("utf-8")
    assert before in text
    config.write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(ConfigError) as error:
        compute(read_config(config))
    assert says in str(error.value)


@pytest.mark.parametrize(("before", "after", "says"), [
    ("file: rivers.geojson", "file: ../rivers.geojson", "leaves the folder"),
    ("file: rivers.geojson", "file: /etc/passwd.json", "must be relative"),
    ("file: rivers.geojson", "file: gone.geojson", "There is no file"),
    ("file: rivers.geojson", "file: heights.png", "must end in"),
    ("    west: 9\n", "", "needs `west`"),
])
def test_unusable_data_gives_a_reason(config: Path, before: str, after: str, says: str) -> None:
    text = config.read_text("utf-8")
    assert before in text
    config.write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(SourceError, match=says):
        compute(read_config(config))


def test_a_pipe_is_not_a_config(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "c.yaml")
    with pytest.raises(ConfigError, match="device or a pipe"):
        read_config(tmp_path / "c.yaml")


def test_a_file_that_is_not_a_picture_gives_a_reason(config: Path) -> None:
    (config.parent / "heights.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    with pytest.raises(SourceError, match=r"heights\.png: The picture cannot be read"):
        compute(read_config(config))


@pytest.mark.parametrize("key", ["scale", "offset"])
def test_impossible_heights_give_a_sentence(key: str, tmp_path: Path) -> None:
    Image.new("L", (4, 4)).save(tmp_path / "h.png")
    data = {"west": 0, "north": 50, "degrees": 1, key: 1e308}
    with pytest.raises(SourceError, match=f"h.png: `{key}` of the picture is 1e\\+308"):
        read_raster(tmp_path / "h.png", data)


def test_a_large_picture_is_read_without_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Image.new("L", (40, 40), 7).save(tmp_path / "h.png")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1000)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        raster = read_raster(tmp_path / "h.png", {"west": 0, "north": 50, "degrees": 1, "scale": 10})
    assert raster.levels.shape == (40, 40)
    assert raster.values([0, 39], [39, 0]).tolist() == [70, 70]


@pytest.mark.parametrize("name", ["visegrad4", "gsofg"])
def test_a_bundled_config_says_that_its_data_is_not_shipped(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import-geodata", name, "-o", str(tmp_path / "m.yaml")]) == 2
    told = capsys.readouterr().err
    assert "does not come with the program" in told
    assert "https://www.naturalearthdata.com" in told
    assert "--data" in told
    with pytest.raises(SystemExit):
        main(["import-geodata", "--help"])
    helped = " ".join(capsys.readouterr().out.split())
    assert "The bundled ones need --data, because the public data they name is not shipped" in helped


def test_the_record_of_a_map_is_not_a_target(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = config.with_name("m.computed.yaml")
    output.write_text("x", encoding="utf-8")
    assert main(["import-geodata", str(config), "-o", str(output)]) == 2
    assert "the name of a map's record" in capsys.readouterr().err
    assert output.read_text(encoding="utf-8") == "x"


def test_a_shape_without_extent_is_reported_and_the_rest_imported(config: Path) -> None:
    data = json.loads((config.parent / "states.geojson").read_text(encoding="utf-8"))
    dot = {"type": "Feature", "properties": {"name": "Dot"},
           "geometry": {"type": "LineString", "coordinates": [[21, 52], [21, 52]]}}
    data["features"].append(dot)
    (config.parent / "states.geojson").write_text(json.dumps(data), encoding="utf-8")
    done = import_map(config, config.with_name("m.yaml"), write=False)
    assert any('"Dot" has no extent' in p.message for p in done.problems)
    rivers = config.parent / "rivers.geojson"
    river = json.loads(rivers.read_text(encoding="utf-8"))
    river["features"][0]["geometry"]["coordinates"] = [[9.0, 50.0]] * 2
    rivers.write_text(json.dumps(river), encoding="utf-8")
    told = [p.message for p in import_map(config, config.with_name("m.yaml"), write=False).problems]
    assert any('rivers.geojson: feature 1 "Long River" has no extent' in m for m in told)
    assert any(m.startswith("No line of the source rivers has the name") for m in told)


def test_a_broken_record_stops_the_import(config: Path, tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    import_map(config, path)
    record_path(path).write_text("terrain: [", "utf-8")
    before = path.read_bytes()
    with pytest.raises(GeodataImportError, match="nobody knows what was changed"):
        import_map(config, path)
    assert path.read_bytes() == before


# -- the command and the bundled files -------------------------------------------------------------------


def test_the_command_makes_a_map_and_reports(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, moved = tmp_path / "out.yaml", tmp_path / "elsewhere" / "twinland.yaml"
    moved.parent.mkdir()
    config.rename(moved)
    words = ["import-geodata", str(moved), "-o", str(path)]
    assert main(words) == 2
    assert "folder of --data" in capsys.readouterr().err
    words += ["--data", str(config.parent)]
    assert main([*words, "--dry-run"]) == 0
    assert not path.exists()
    assert "Nothing was written" in capsys.readouterr().out
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "Towns on their bank of the river: 2 of 2 (100%)" in out
    assert "NOT THERE" in out
    assert main(["validate", str(path)]) == 0
    capsys.readouterr()
    assert main([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["changed"] == data["kept"] == []
    assert data["new"] is False
    assert data["residuals"][0]["found"] == "0705"
    assert main([*words, "--reset", "9999"]) == 2
    assert main(["import-geodata", str(moved), "-o", str(moved)]) == 2


@pytest.mark.parametrize("name", ["visegrad4", "gsofg"])
def test_the_bundled_configs_fit_their_maps(name: str) -> None:
    config = read_config(find_config(name))
    map = load(f"maps/{name}").design.map  # type: ignore[union-attr]
    assert config.grid == map.grid
    assert config.geography() == map.geography
    computed = {r.known.name: r for r in compute_residuals(config)}
    far = {"visegrad4": {"Vilnius in the set-up", "Kondratki"}, "gsofg": {"Kassel"}}[name]
    assert {n for n, right in computed.items() if not right.right} == far
    sources = {s.id for s in map.sources}
    assert sources
    assert all(s.title and s.licence for s in map.sources)
    assert f"{name}.computed" not in bundled_names("map")


def compute_residuals(config: Config) -> list[Residual]:
    return residuals(GeoReference(config.geometry, config.geography()), config.known)


def test_a_grid_is_read_as_in_a_map(config: Path) -> None:
    found = read_config(config)
    assert read_grid(found.data["grid"], found.file_problems) == found.grid


def test_the_example_of_the_documentation_fits_the_schema() -> None:
    text = (Path(__file__).parents[2] / "docs" / "geodata.md").read_text("utf-8")
    (example,) = [b for b in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL) if "kind: geodata" in b]
    assert check_schema("geodata", read_yaml(example), "docs/geodata.md") == ()
    shown = ("format", "areas_provenance")
    assert [k for k in schema("geodata")["properties"] if k not in text and k not in shown] == []
