"""A map that was never computed: an empty sheet follows the data, painted hexes stay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from geodata_set import write_set

from visegrad_editor.cli.main import main
from visegrad_editor.drawing.colours import rgb
from visegrad_editor.editor.documents.geodata_import import CHANGED, KEPT, legend, preview
from visegrad_editor.geodata.import_map import MapImportResult, import_map, propose
from visegrad_editor.geodata.report import first_lines, report
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.geography import set_geography
from visegrad_editor.model.edit.terrain import paint_terrain
from visegrad_editor.model.files.computed_record import record_path
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.gamemap import GameMap, Place
from visegrad_editor.model.provenance import Provenance

WHERE = """\
geography:
  projection: laea
  centre: [10, 50]
  hex_km: 10
  rotation: 0
  anchor: {hex: "0705", at: [10, 50]}
known:
  - {hex: "0705", at: [10, 50], name: Middle}
  - {hex: "1402", at: [10, 50], name: Elsewhere, weight: 0}
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A config without a position: that of the map applies."""
    found = write_set(tmp_path / "data")
    text = found.read_text("utf-8")
    assert WHERE in text
    found.write_text(text.replace(WHERE, ""), "utf-8")
    return found


def sheet(tmp_path: Path, ground: str = "") -> Path:
    """A new sheet, fitted and saved."""
    path = tmp_path / "sheet.yaml"
    assert main(["new", "--size", "14x10", "--ruleset", "blank", "-o", str(path)]) == 0
    loaded = load(path, "map")
    assert loaded.design is not None
    like = import_map(write_set(tmp_path / "like"), tmp_path / "like" / "map.yaml", write=False).design.map
    map = set_geography(loaded.design.map, like.geography)
    if ground:
        map = paint_terrain(map, tuple(map.grid), ground)
    save_design(replace(loaded.design, map=map), loaded.sources)
    return path


def designed(path: Path) -> Design:
    found = load(path, "map").design
    assert found is not None
    return found


def values(map: GameMap) -> tuple[object, ...]:
    return ({h: (map.terrain.at(h), map.countries.at(h)) for h in map.grid}, map.lines, map.roads,
            {(p.hex, p.name, p.features) for p in map.places})


@pytest.mark.parametrize("ground", ["", "sea", "mountain"])
def test_an_untouched_sheet_follows_the_data(config: Path, tmp_path: Path, ground: str) -> None:
    path = sheet(tmp_path, ground)
    done = import_map(config, path)
    assert done.merged.kept == ()
    assert list(first_lines(done)) == []
    assert values(designed(path).map) == values(done.computed.map)
    assert len(done.merged.map.lines) == 1
    assert record_path(path).exists()
    assert designed(path).map.provenance.source == "data"
    assert import_map(config, path).merged.changed == ()


def painted(path: Path, config: Path) -> tuple[MapImportResult, GameMap]:
    design = designed(path)
    map = design.map
    hexes = [h for n in ("0303", "0909") if (h := map.grid.parse(n)) is not None]
    mine = Place(hexes[0], "Mine", ("city",), Provenance("designer"))
    map = replace(paint_terrain(map, hexes, "rough"), places=(mine,))
    return propose(config, None, replace(design, map=map), None), map


def test_what_was_painted_stays_and_cause_and_remedy_come_first(config: Path, tmp_path: Path) -> None:
    done, _ = painted(sheet(tmp_path), config)
    assert {(c.layer, c.where) for c in done.merged.kept} == {
        ("terrain", "0303"), ("terrain", "0909"), ("places", "0303")}
    map = done.design.map
    assert next(p.name for p in map.places) == "Mine"
    assert {p.name for p in map.places} == {"Mine", "Aton", "Betown"}
    assert map.provenance.source == "designer", "not all of it comes from data"
    (told,) = first_lines(done, "press the button")
    assert told == next(iter(report(done))).replace("give --reset with their hexes, or with `all`",
                                                    "press the button")
    assert told.startswith("3 values stay although the data says otherwise: there is no record")
    assert told.endswith("To follow the data there, press the button.")


def test_the_picture_does_not_hide_the_map_under_rings(config: Path, tmp_path: Path) -> None:
    done, _ = painted(sheet(tmp_path), config)
    colours = {c for _, c in preview(done, (400, 400)).getcolors(200_000)}  # type: ignore[union-attr]
    assert rgb(KEPT) in colours
    assert rgb(CHANGED) not in colours
    assert legend(done).startswith("Most of the map changes")


def test_everything_can_be_undone(config: Path, tmp_path: Path) -> None:
    path = sheet(tmp_path)
    _, map = painted(path, config)
    done = propose(config, None, replace(designed(path), map=map), None, reset=None)
    assert done.merged.kept == ()
    assert values(done.design.map) == values(done.computed.map)
