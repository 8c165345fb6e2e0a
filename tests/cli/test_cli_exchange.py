"""Exporting with options, and importing, from the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from visegrad_editor.cli import stats
from visegrad_editor.cli.main import main
from visegrad_editor.exchange import geojson
from visegrad_editor.exchange.tiled import files
from visegrad_editor.model.files.atomic import DiskError, save_bytes
from visegrad_editor.model.files.load import load


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def table(folder: Path) -> Path:
    assert main(["export", "maps/visegrad4", "-o", "hexes.csv"]) == 0
    return folder / "hexes.csv"


def test_a_picture_has_the_dots_layers_and_size_asked_for(folder: Path) -> None:
    words = ["export", "historical", "-o", "a.png", "--dpi", "50", "--hex", "10mm", "--without", "counters"]
    assert main(words) == 0
    with Image.open("a.png") as image:
        assert image.info["dpi"] == pytest.approx((50, 50), abs=0.02)
        width = image.width
    assert main(["export", "historical", "-o", "b.jpg", "--hex", "19.68px", "--quality", "40"]) == 0
    with Image.open("b.jpg") as image:
        assert image.width == pytest.approx(width, abs=1)


@pytest.mark.parametrize(("words", "expected"), [
    (["--hex", "large"], "is not a length"),
    (["--dpi", "7"], "10 to 2,400 dots"),
    (["--dpi", "0"], "10 to 2,400 dots"),
    (["--hex", "0px"], "a hex must be larger than zero"),
    (["--hex", "0"], "a hex must be larger than zero"),
    (["--layers", "moon"], 'no layer "moon". Layers are terrain'),
    (["--layers", "terrain", "--without", "names"], "--layers and --without exclude each other"),
    (["--hex", "90mm", "--dpi", "2400"], "pixels are possible"),
])
def test_wrong_options_are_refused(
        words: list[str], expected: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "historical", "-o", "a.png", *words]) == 2
    assert expected in capsys.readouterr().err
    assert not list(folder.iterdir())


@pytest.mark.parametrize(("name", "words", "expected"), [
    ("a.svg", ["--dpi", "300"], "--dpi has no effect on the map in a .svg file; it is for PNG and JPEG"),
    ("a.svg", ["--hex", "120px"], "Give --hex in millimetres"),
    ("a.svg", ["--quality", "80"], "it is for JPEG pictures"),
    ("a.pdf", ["--hex", "16mm"], "--hex has no effect on the set-up sheet in a .pdf file"),
    ("a.pdf", ["--paper", "A3"], "A3 is for maps. Add --what map to print the map on A3."),
    ("a.pdf", ["--turn", "90"], "--turn has no effect on the set-up sheet"),
    ("a.tmx", ["--hex", "16mm"], "Give --hex in pixels"),
    ("a.tmx", ["--counters", "0"], "--counters has no effect"),
    ("a.png", ["--paper", "Letter"], "it is for PDF sheets"),
    ("a.png", ["--text", "outlines"], "it is for SVG drawings"),
    ("a.csv", ["--style", "low-ink"], "--style has no effect on the units"),
])
def test_options_without_effect_are_refused(
        name: str, words: list[str], expected: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "first-steps", "-o", name, *words]) == 2
    assert expected in capsys.readouterr().err
    assert not list(folder.iterdir())


def test_a_format_that_only_scenarios_have_says_so(
        folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "maps/hollen", "-o", "a.xlsx"]) == 2
    said = capsys.readouterr().err
    assert "A .xlsx file needs a scenario, and this is only a map. It can be exported to .pdf, .png" in said
    assert not list(folder.iterdir())


def test_what_needs_a_scenario_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "maps/visegrad4", "-o", "a.csv", "--what", "units"]) == 2
    assert "Writing the units needs a scenario" in capsys.readouterr().err


def test_errors_of_a_map_are_printed_when_it_is_exported(
        folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "--map", "-o", "a.yaml", "--size", "4x4"]) == 0
    text = Path("a.yaml").read_text("utf-8")
    Path("a.yaml").write_text(text + "colour_of_the_sea: blue\n", "utf-8")
    assert main(["validate", "a.yaml"]) == 1
    capsys.readouterr()
    assert main(["export", "a.yaml", "-o", "a.svg"]) == 0
    message = capsys.readouterr()
    assert "colour_of_the_sea" in message.err
    assert "Warning: a.yaml has 1 error; whatever could be read is exported anyway." in message.err
    assert message.out == "Written: a.svg\n"


@pytest.mark.parametrize(("name", "what", "expected"), [
    ("hexes.csv", "hex,terrain", "(hexes; for something else add --what units or --what totals)"),
    ("my-hexes.csv", "hex,terrain", "(hexes; for something else add --what units or --what totals)"),
    ("Units.csv", "key,name,nationality", "(units; for something else add --what hexes or --what totals)"),
    ("table.csv", "key,name,nationality", "(units; for something else add --what hexes or --what totals)"),
    ("hexes-of-mine.csv", "key,name,nationality",
     "(units; for something else add --what hexes or --what totals)"),
])
def test_the_name_of_a_table_says_which(
        name: str, what: str, expected: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "first-steps", "-o", name]) == 0
    assert capsys.readouterr().out == f"Written: {name} {expected}\n"
    assert Path(name).read_text("utf-8-sig").startswith(what)
    assert main(["export", "first-steps", "-o", "b.csv", "--what", "hexes"]) == 0
    assert capsys.readouterr().out == "Written: b.csv (hexes)\n"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "what"), [
    ("map.pdf", "map"), ("my_map.pdf", "map"), ("charts.pdf", "charts"), ("war.pdf", "setup")])
def test_the_name_of_a_sheet_says_which(name: str, what: str, folder: Path) -> None:
    assert main(["export", "first-steps", "-o", name]) == 0
    assert main(["export", "first-steps", "-o", "asked.pdf", "--what", what]) == 0
    assert Path(name).read_bytes() == Path("asked.pdf").read_bytes()


def test_a_name_that_asks_for_units_is_refused_for_a_map_alone(
        folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(folder.iterdir())
    assert main(["export", "maps/visegrad4", "-o", "units.csv"]) == 2
    message = capsys.readouterr().err
    assert "units.csv is the name of a file with the units, which needs a scenario" in message
    assert "A map can be exported to .csv as: hexes." in message
    assert sorted(folder.iterdir()) == before
    assert main(["export", "maps/visegrad4", "-o", "units.csv", "--what", "hexes"]) == 0
    assert capsys.readouterr().out == "Written: units.csv (hexes)\n"


def test_a_table_of_units_changes_a_scenario(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "first-steps", "-o", "units.csv"]) == 0
    table = Path("units.csv").read_text("utf-8-sig").splitlines()
    unit = table[1].split(",")
    Path("units.csv").write_text(f"key,notes\n{unit[0]},Guards\n", "utf-8")
    capsys.readouterr()
    assert main(["import", "units.csv", "--map", "first-steps", "--dry-run"]) == 0
    assert f"{unit[1]}, notes: – → Guards\n1 change\n" in capsys.readouterr().out
    assert main(["import", "units.csv", "--map", "first-steps", "-o", "n.yaml"]) == 0
    assert "notes: Guards" in Path("n.yaml").read_text("utf-8")
    written = Path("n.yaml").read_bytes()
    Path("units.csv").write_text(f"key,reinforcement turn\n{unit[0]},3-Apr\n", "utf-8")
    assert main(["import", "units.csv", "--map", "n.yaml", "-o", "n.yaml", "--force"]) == 1
    assert 'reinforcement turn: "3-Apr" is a date' in capsys.readouterr().out
    assert Path("n.yaml").read_bytes() == written
    Path("units.csv").write_text(f"key,notes\n{unit[0]},More\n", "utf-8")
    assert main(["import", "units.csv", "--map", "n.yaml", "-o", "n.yaml"]) == 2
    assert main(["import", "units.csv", "--map", "n.yaml", "-o", "n.yaml", "--force"]) == 0
    assert "notes: More" in Path("n.yaml").read_text("utf-8")


def test_a_table_of_units_becomes_a_variant(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "first-steps", "-o", "units.csv"]) == 0
    key = Path("units.csv").read_text("utf-8-sig").splitlines()[1].split(",")[0]
    Path("units.csv").write_text(f"key,notes\n{key},Guards\n", "utf-8")
    assert main(["import", "units.csv", "--map", "first-steps", "-o", "v.yaml", "--variant"]) == 0
    assert "A variant of first-steps." in capsys.readouterr().out
    text = Path("v.yaml").read_text("utf-8")
    assert "extends: first-steps" in text
    assert len(text.splitlines()) < 16
    assert main(["validate", "v.yaml"]) == 0
    Path("units.csv").write_text(f"key,notes\n{key},More\n", "utf-8")
    assert main(["import", "units.csv", "--map", "v.yaml", "-o", "v.yaml", "--variant", "--force"]) == 2
    assert "cannot be a variant of itself" in capsys.readouterr().err
    assert Path("v.yaml").read_text("utf-8") == text
    Path("hexes.csv").write_text("hex,terrain\n1620,clear\n", "utf-8")
    assert main(["import", "hexes.csv", "--map", "first-steps", "-o", "w.yaml", "--variant"]) == 0
    assert "A variant of visegrad4." in capsys.readouterr().out
    assert len(Path("w.yaml").read_text("utf-8").splitlines()) < 16
    assert main(["import", "t.tmx", "-o", "z.yaml", "--variant"]) == 2


def test_a_table_of_units_needs_a_scenario(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("units.csv").write_text("key,name,nationality,set-up\n", "utf-8")
    assert main(["import", "units.csv", "--map", "maps/visegrad4", "-o", "n.yaml"]) == 2
    assert "only a map here" in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["svg", "tmx", "tmj", "geojson", "csv", "xlsx"])
def test_every_format_is_written(ending: str, folder: Path) -> None:
    assert main(["export", "first-steps", "-o", f"a.{ending}"]) == 0
    assert (folder / f"a.{ending}").stat().st_size > 1000


@pytest.mark.parametrize("ending", ["tmx", "tmj"])
@pytest.mark.parametrize(("name", "ruleset"), [
    ("maps/visegrad4", "Visegrad 4"), ("maps/gsofg", "Group of Soviet Forces Germany")])
def test_a_map_of_tiled_comes_back_exactly_as_it_was(
        name: str, ruleset: str, ending: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", name, "-o", f"a.{ending}"]) == 0
    assert main(["import", f"a.{ending}", "-o", "b.yaml"]) == 0
    assert f"Ruleset: {ruleset}" in capsys.readouterr().out
    one, other = load(name), load(Path("b.yaml"))
    assert one.design is not None
    assert other.design is not None
    assert other.problems == ()
    assert other.design == replace(one.design, map=replace(one.design.map, name="b"))


def test_the_ruleset_of_a_map_of_tiled_is_chosen_or_missed(
        folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "maps/gsofg", "-o", "a.tmx"]) == 0
    words = ["import", "a.tmx", "-o", "b.yaml", "--ruleset", "blank", "--title", "Mine", "--unknown", "clear"]
    assert main(words) == 1
    assert 'has no feature "ruhr"' in capsys.readouterr().out
    assert not Path("b.yaml").exists()
    assert main([*words, "--skip-wrong"]) == 1
    assert "(blank), given with --ruleset." in capsys.readouterr().out
    design = load(Path("b.yaml")).design
    assert design is not None
    assert (design.map.title, design.ruleset.name) == ("Mine", "blank")
    text = Path("a.tmx").read_text("utf-8")
    for named, expected in (("gone", "There is no bundled ruleset"), ("own.yaml", "There is no file"),
                        ("../own.yaml", "leaves the folder")):
        Path("c.tmx").write_text(text.replace('value="gsofg"', f'value="{named}"'), "utf-8")
        assert main(["import", "c.tmx", "-o", "c.yaml"]) == 2
        message = capsys.readouterr().err
        assert expected in message
        assert "Name another with --ruleset." in message
        assert not Path("c.yaml").exists()


def test_a_map_of_tiled_that_its_ruleset_refuses_is_written_only_when_told(
        folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "first-steps", "-o", "a.tmx", "--hex", "16px"]) == 0
    text = Path("a.tmx").read_text("utf-8")
    for name, times, old, new, reason in (
            ("kind", -1, 'value="highway"', 'value="hghway"',
             'has no road kind "hghway". Did you mean `highway`?'),
            ("feature", 1, 'name="features" value="industrial"', 'name="features" value="castle"',
             'of the layer "places", "Bytów": the ruleset Visegrad 4 has no feature "castle"')):
        assert old in text
        Path(f"{name}.tmx").write_text(text.replace(old, new, times), "utf-8")
        capsys.readouterr()
        assert main(["import", f"{name}.tmx", "-o", f"{name}.yaml"]) == 1
        out = capsys.readouterr().out
        assert reason in out
        assert "Nothing was written. Correct the map in Tiled, or add --skip-wrong" in out
        assert not Path(f"{name}.yaml").exists()
        assert main(["import", f"{name}.tmx", "-o", f"{name}.yaml", "--skip-wrong"]) == 1
        assert main(["validate", f"{name}.yaml"]) == 0


@pytest.mark.parametrize(("old", "new", "label"), [
    ('name="terrain" value="sea"', 'name="colour" value="sea"', "terrain"),
    ('name="terrain" value="sea"', 'name="terrain" value="hot lava"', "hot lava")])
def test_a_tile_that_stands_for_no_terrain_needs_an_option(
        old: str, new: str, label: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "first-steps", "-o", "a.tmx", "--hex", "16px"]) == 0
    text = Path("a.tmx").read_text("utf-8")
    assert old in text
    Path("a.tmx").write_text(text.replace(old, new), "utf-8")
    assert main(["import", "a.tmx", "-o", "b.yaml"]) == 2
    message = capsys.readouterr().err
    assert f'no terrain of the ruleset Visegrad 4: "{label}" (74 hexes). Add --terrain ' in message
    assert "--unknown TERRAIN" in message
    assert not Path("b.yaml").exists()
    for name, words in (("b", ["--terrain", f"{label}=sea"]), ("c", ["--unknown", "sea"])):
        assert main(["import", "a.tmx", "-o", f"{name}.yaml", *words]) == 0
        assert main(["validate", f"{name}.yaml"]) == 0
        read, whole = load(Path(f"{name}.yaml")).design, load("first-steps").design
        assert read is not None
        assert whole is not None
        assert read.map.terrain == whole.map.terrain


def test_two_places_in_one_hex_are_not_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "first-steps", "-o", "a.tmj", "--hex", "16px"]) == 0
    data = json.loads(Path("a.tmj").read_text("utf-8"))
    places = next(x for x in data["layers"] if x["name"] == "places")["objects"]
    places[0].update(x=places[1]["x"], y=places[1]["y"])
    Path("a.tmj").write_text(json.dumps(data), "utf-8")
    capsys.readouterr()
    assert main(["import", "a.tmj", "-o", "b.yaml"]) == 1
    assert "has 2 places" in capsys.readouterr().out
    assert not Path("b.yaml").exists()
    assert main(["import", "a.tmj", "--map", "first-steps", "-o", "b.yaml", "--json"]) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert "has 2 places" in problem["message"]


def test_a_table_changes_a_map(table: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = table.read_text(encoding="utf-8-sig")
    assert "\n2017,clear,poland," in text.replace("\r", "")
    table.write_text(text.replace("2017,clear,poland,", "2017,mountain,poland,"), encoding="utf-8")
    capsys.readouterr()
    assert main(["import", "hexes.csv", "--map", "historical", "--dry-run"]) == 0
    assert capsys.readouterr().out == "2017, terrain: clear → mountain\n1 change\n"
    assert main(["import", "hexes.csv", "--map", "maps/visegrad4", "-o", "new.yaml", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["changes"] == [{"hex": "2017", "what": "terrain", "before": "clear", "after": "mountain"}]
    design = load(folder / "new.yaml").design
    assert design is not None
    hex = design.map.grid.parse("2017")
    assert hex is not None
    assert design.map.terrain.at(hex) == "mountain"
    assert main(["import", "hexes.csv", "--map", "new.yaml", "-o", "new.yaml", "--force"]) == 0


def test_errors_in_a_table_stop_its_import(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.csv").write_text("hex,terrain,name\n2017,bog,Warszawa\n", encoding="utf-8")
    words = ["import", "t.csv", "--map", "maps/visegrad4", "-o", "new.yaml"]
    assert main(words) == 1
    out = capsys.readouterr().out
    assert 'Line 2, hex 2017: terrain: "bog" is not a terrain' in out
    assert "Nothing was written" in out
    assert not Path("new.yaml").exists()
    assert main([*words, "--skip-wrong"]) == 1
    assert "Warszawa" in Path("new.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("words", "expected"), [
    (["a.foo", "--dry-run"], "is not a format that this program can import"),
    (["a", "--dry-run"], "has no extension"),
    (["a.csv", "--dry-run"], "Name a map with --map"),
    (["a.csv"], "Name the map to write with -o"),
    (["a.csv", "-o", "a.png"], "should end in .yaml"),
    (["a.csv", "--map", "maps/visegrad4", "--dry-run"], "a.csv cannot be read"),
    (["a.tmx", "--dry-run"], "a.tmx cannot be read"),
    (["a.csv", "--map", "rulesets/visegrad4", "--dry-run"], "is a ruleset"),
    (["small.tmx", "--map", "maps/visegrad4", "--dry-run"], "Without --map it becomes a new map"),
    (["small.tmx", "--terrain", "lava", "--dry-run"], "write TILE=TERRAIN"),
    (["small.tmx", "--unknown", "cheese", "--dry-run"], 'no terrain "cheese"'),
])
def test_wrong_imports_are_refused(
        words: list[str], expected: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("small.tmx").write_text(
        '<map orientation="hexagonal" width="1" height="1" tilewidth="9" tileheight="9" hexsidelength="4">'
        '<layer name="a"><data encoding="csv">0</data></layer></map>', encoding="utf-8")
    assert main(["import", *words]) == 2
    assert expected in capsys.readouterr().err


# -- too little memory --------------------------------------------------------------------------------


def _no_memory(*_arguments: object, **_options: object) -> bytes:
    raise MemoryError


def test_too_little_memory_for_an_export_is_said_in_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(geojson, "map_geojson", _no_memory)
    assert main(["export", "historical", "-o", "big.geojson"]) == 3
    message = capsys.readouterr()
    assert message.err == (
        "visegrad-editor: there is not enough memory for big.geojson from historical. Close other programs, "
        "or export a smaller part of the map.\n")
    assert message.out == ""
    assert not list(folder.iterdir())


def test_too_little_memory_without_an_output_is_said_in_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(stats, "load_or_refuse", _no_memory)
    assert main(["stats", "historical"]) == 2
    assert capsys.readouterr().err == (
        "visegrad-editor: there is not enough memory for historical. Close other programs, or use a smaller "
        "file.\n")


@pytest.mark.parametrize(("ending", "writer"), [(".tmx", "tmx_bytes"), (".tmj", "tmj_bytes")])
def test_no_pictures_of_tiles_stay_if_there_is_no_memory_for_the_map(
    ending: str, writer: str, folder: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(files, writer, _no_memory)
    assert main(["export", "first-steps", "-o", f"a{ending}"]) == 3
    assert "not enough memory" in capsys.readouterr().err
    assert not list(folder.iterdir())


def test_no_pictures_of_tiles_stay_if_the_map_cannot_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def save(data: bytes, path: Path, backup: bool = True) -> None:
        if path.suffix == ".tmx":
            raise DiskError(f"{path.name} was not saved: the disk is full.")
        save_bytes(data, path, backup)

    monkeypatch.setattr(files, "save_bytes", save)
    assert main(["export", "first-steps", "-o", "a.tmx"]) == 3
    message = capsys.readouterr()
    assert "the disk is full" in message.err
    assert "Written" not in message.err + message.out
    assert not list(folder.iterdir())
