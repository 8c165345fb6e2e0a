"""Unknown words of a config are reported with their line and with the known words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from geodata_set import write_set

from visegrad_editor.cli.main import main
from visegrad_editor.geodata.import_map import import_map
from visegrad_editor.model.files.load import load
from visegrad_editor.model.problems import Problem


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_set(tmp_path / "data")


def told(config: Path) -> list[Problem]:
    found = import_map(config, config.parent / "out.yaml", write=False).problems
    return [p for p in found if p.file == config.name]


def test_a_correct_config_has_no_warnings(config: Path) -> None:
    assert told(config) == []


@pytest.mark.parametrize(("before", "after", "says", "severity"), [
    ("Westland: poland", "Westlant: poland",
     'No feature of the source states has the name "Westlant", so it has no effect. '
     "Did you mean `Westland`?",
     "warning"),
    ("where: {kind: marsh}", "where: {kind: bog}",
     'No feature of the source wet has the kind "bog", so it has no effect. There are: marsh.', "warning"),
    ("where: {kind: marsh}", "where: {knd: marsh}",
     'No feature of the source wet has a property "knd". Did you mean `kind`?', "warning"),
    ("- terrain: mountain", "- terrain: mountian",
     'There is no terrain "mountian" in the ruleset blank. Did you mean `mountain`?', "error"),
    ("{kind: highway, name: A1", "{kind: hiway, name: A1",
     'There is no road kind "hiway" in the ruleset blank. Did you mean `highway`?', "error"),
    ("  kind: river\n", "  kind: rivver\n",
     'There is no hexside kind "rivver" in the ruleset blank. Did you mean `river`?', "error"),
    ("least: 50000, features: [city]", "least: 50000, features: [citty]",
     'There is no feature "citty" in the ruleset blank. Did you mean `city`?', "error"),
    ("{name: Long River, width", "{name: Lon River, width",
     'No line of the source rivers has the name "Lon River", so the river Lon River is left out. Did you '
     "mean `Long River`? Give its names there by `match`, or draw it by `through` or `sides`.", "warning"),
    ("{name: Long River, width: 2}", "{name: Long River, left: [Betwn]}",
     "Betwn, listed on the left bank of the Long River, is neither a place of the map nor a hex. Did you "
     "mean `Betown`?", "warning"),
    ("via: [Aton, Betown]", "via: [Aton, Betwn, Betown]",
     '"Betwn" is neither a town of the source nor a hex of the map, so the road A1 leaves it out. Did you '
     "mean `Betown`? A place may be written as [east, north].", "warning"),
    ("{name: Aton, features", "{name: Atown, match: Atn, features",
     'No point of the source towns has the name "Atn", so the place is left out. Did you mean `Aton`? Give '
     "its name there by `match`, its place by `at` or its hex by `hex`.", "warning"),
])
def test_unknown_words_are_reported(
    config: Path, before: str, after: str, says: str, severity: str
) -> None:
    text = config.read_text("utf-8")
    assert before in text
    text = text.replace(before, after, 1)
    config.write_text(text, "utf-8")
    problem = next(p for p in told(config) if p.message == says)
    assert problem.severity == severity
    assert after.strip().split("\n")[0] in text.splitlines()[problem.line - 1]


def test_a_map_is_made_without_unknown_rivers_towns_and_roads(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = config.read_text("utf-8")
    for before, after in (("{name: Long River, width: 2}", "{name: Varde, left: [Aton]}"),
                          ("{name: Aton, features", "{name: Ribe, features"),
                          ("via: [Aton, Betown]", "via: [Aton, Nowhere]")):
        assert before in text
        text = text.replace(before, after)
    config.write_text(text, "utf-8")
    path = tmp_path / "out.yaml"
    assert main(["import-geodata", str(config), "-o", str(path)]) == 0
    out = capsys.readouterr().out
    lines = text.splitlines()
    for word in ("Varde", "Ribe", "Nowhere"):
        line = next(i for i, t in enumerate(lines, 1) if word in t)
        assert out.count(f"{config.name}:{line}: warning: ") == 1, out
    design = load(path, "map").design
    assert design is not None
    map = design.map
    assert (map.lines, map.roads) == ((), ())
    assert {p.name for p in map.places} == {"Aton", "Betown"}, "every town that is large enough"
    assert {map.countries.at(h) for h in map.grid} == {"", "poland", "hungary"}


def test_swapped_latitude_and_longitude_are_reported(config: Path) -> None:
    path = config.parent / "rivers.geojson"
    data = json.loads(path.read_text("utf-8"))
    line = data["features"][0]["geometry"]
    line["coordinates"] = [[lat, lon] for lon, lat in line["coordinates"]]
    path.write_text(json.dumps(data), "utf-8")
    (problem,) = told(config)
    assert problem.message.startswith(
        "The source rivers lies entirely off the map: it lies at latitude 8.5 to 11.5")
    assert "its latitude and longitude are swapped" in problem.message
    assert "id: rivers" in config.read_text("utf-8").splitlines()[problem.line - 1]


def test_a_river_that_is_too_short_is_reported(config: Path) -> None:
    config.write_text(config.read_text("utf-8").replace("shortest: 1\n", "shortest: 100\n"), "utf-8")
    (problem,) = told(config)
    assert problem.message.startswith("Nothing of the river Long River is on the map")
