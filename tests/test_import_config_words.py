"""Words of a config that name nothing are told with their line and with what there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from geodata_set import write_set

from visegrad_editor.geodata.import_map import import_map
from visegrad_editor.model.problems import Problem


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return write_set(tmp_path / "data")


def told(config: Path) -> list[Problem]:
    found = import_map(config, config.parent / "out.yaml", write=False).problems
    return [p for p in found if p.file == config.name]


def test_a_config_that_is_right_says_nothing(config: Path) -> None:
    assert told(config) == []


@pytest.mark.parametrize(("before", "after", "says", "severity"), [
    ("Westland: poland", "Westlant: poland",
     'No feature of the source states has the name "Westlant", so nothing comes of it. '
     "Did you mean `Westland`?",
     "warning"),
    ("where: {kind: marsh}", "where: {kind: bog}",
     'No feature of the source wet has the kind "bog", so nothing comes of it. There are: marsh.', "warning"),
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
])
def test_what_names_nothing_is_told(
    config: Path, before: str, after: str, says: str, severity: str
) -> None:
    text = config.read_text("utf-8")
    assert before in text
    text = text.replace(before, after, 1)
    config.write_text(text, "utf-8")
    problem = next(p for p in told(config) if p.message == says)
    assert problem.severity == severity
    assert after.strip().split("\n")[0] in text.splitlines()[problem.line - 1]


def test_data_with_latitude_and_longitude_exchanged_is_told(config: Path) -> None:
    path = config.parent / "rivers.geojson"
    data = json.loads(path.read_text("utf-8"))
    line = data["features"][0]["geometry"]
    line["coordinates"] = [[lat, lon] for lon, lat in line["coordinates"]]
    path.write_text(json.dumps(data), "utf-8")
    (problem,) = told(config)
    assert problem.message.startswith(
        "Nothing of the source rivers lies on the map: it lies at latitude 8.5 to 11.5")
    assert "latitude and longitude are exchanged" in problem.message
    assert "id: rivers" in config.read_text("utf-8").splitlines()[problem.line - 1]


def test_a_river_that_is_too_short_is_told(config: Path) -> None:
    config.write_text(config.read_text("utf-8").replace("shortest: 1\n", "shortest: 100\n"), "utf-8")
    (problem,) = told(config)
    assert problem.message.startswith("Of the river Long River nothing came on the map")
