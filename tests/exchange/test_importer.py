"""A design after an import: maps of Tiled put into a map that is there, and what is different then."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_design import small_design

from visegrad_editor.exchange.errors import FileImportError
from visegrad_editor.exchange.importer import (
    HexChange,
    changes,
    fits,
    import_table,
    is_tiled,
    load_named_ruleset,
    merge_tiled,
    named_ruleset,
    tiled_conversion,
)
from visegrad_editor.exchange.tiled.files import read_tiled, write_tiled
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.design import Design
from visegrad_editor.model.gamemap import Label
from visegrad_editor.model.scenario import Setup
from visegrad_editor.model.where import Where


@pytest.mark.parametrize(("name", "tiled"), [
    ("a.tmx", True), ("A.TMX", True), ("a.tmj", True), ("a.csv", False), ("a.b.CSV", False)])
def test_the_ending_says_what_a_file_is(name: str, tiled: bool) -> None:
    assert is_tiled(Path(name)) is tiled


@pytest.mark.parametrize(("name", "reason"), [
    ("a.png", '".png" is not a format that'), ("map", '"map" has no extension, so it is not a file that')])
def test_other_endings_are_refused(name: str, reason: str) -> None:
    with pytest.raises(FileImportError, match=f"{reason} this program can import. Possible are .csv"):
        is_tiled(Path(name))


def there_and_back(design: Design, folder: Path, other: Design) -> Any:
    """The design after the map of the other, by way of Tiled."""
    path, *_ = write_tiled(other, folder / "my_map.tmx")
    conversion = tiled_conversion(path, design.ruleset)
    assert conversion.name == "my map"
    assert fits(conversion, design.map)
    return merge_tiled(design, conversion.convert())


def test_a_map_that_is_the_same_changes_nothing(tmp_path: Path) -> None:
    design = small_design()
    found = there_and_back(design, tmp_path, design)
    assert found.design is design
    assert (found.changes, found.problems, found.encoding) == ((), (), "")


def test_what_differs_is_taken_over_and_told_hex_by_hex(tmp_path: Path) -> None:
    design = small_design()
    assert design.scenario is not None
    number = design.map.grid.number
    away = Setup(Where(hexes=(number(Hex(6, 3)),)))
    units = tuple(replace(u, setup=away) if u.name == "1st Infantry" else u for u in design.scenario.units)
    other = Design(design.ruleset, replace(
        design.map, title="Another", terrain=design.map.terrain.with_values({Hex(0, 3): "mountain"}),
        countries=design.map.countries.with_values({Hex(1, 3): ""}), roads=(),
        places=design.map.places[1:], labels=(*design.map.labels, Label("Hills", Hex(3, 3))), areas=()),
        replace(design.scenario, units=units))
    found = there_and_back(design, tmp_path, other)
    assert found.design.map.title == design.map.title
    assert found.design.map.terrain.at(Hex(0, 3)) == "mountain"
    assert found.design.map.lines == design.map.lines
    assert found.design.scenario.unit_by_key["sudland/1st Infantry"].hex == number(Hex(6, 3))
    told = {(c.hex, c.what): (c.before, c.after) for c in found.changes}
    assert told.pop((number(Hex(0, 3)), "terrain")) == ("clear", "mountain")
    assert told.pop((number(Hex(1, 3)), "country")) == ("sudland", "")
    assert told.pop((number(Hex(6, 4)), "name")) == ("Mid", "")
    assert told.pop((number(Hex(6, 4)), "features")) == ("city", "")
    assert told.pop(("", "areas")) == ("1", "0, 0 of them as before")
    assert told.pop(("", "labels")) == ("1", "2, 1 of them as before")
    assert told.pop(("", "counter 1st Infantry")) == (number(Hex(5, 4)), number(Hex(6, 3)))
    assert {(h, w) for h, w in told} == {(number(Hex(c, 4)), "roads") for c in (5, 6, 7)}
    assert all(after == "" for _, after in told.values())
    # By itself the old map is still what it was.
    assert changes(design, design) == ()


def test_counters_move_only_where_a_unit_of_the_scenario_stands_on_the_map(tmp_path: Path) -> None:
    design = small_design()
    assert design.scenario is not None
    together = Setup(Where(hexes=(design.map.grid.number(Hex(3, 4)),)))
    units = tuple(replace(u, setup=together) for u in design.scenario.units)
    other = replace(design, scenario=replace(design.scenario, units=units))
    found = there_and_back(design, tmp_path, other)
    before, after = design.scenario.unit_by_key, found.design.scenario.unit_by_key
    moved = {k for k in before if before[k] != after[k]}
    assert moved == {"norland/1st Armored", "norland/2nd Armored", "sudland/1st Infantry"}
    assert {after[k].hex for k in moved} == {design.map.grid.number(Hex(3, 4))}
    alone = replace(design, scenario=None)
    assert there_and_back(alone, tmp_path, other).design is alone


@pytest.mark.parametrize(("change", "fit"), [
    ({}, True), ({"columns": 7}, False), ({"rows": 5}, False), ({"stagger": "even"}, False),
    ({"orientation": "flat"}, False)])
def test_only_a_map_with_the_same_hexes_may_change_another(
        change: dict[str, Any], fit: bool, tmp_path: Path) -> None:
    design = small_design()
    path, *_ = write_tiled(design, tmp_path / "a.tmj")
    conversion = tiled_conversion(path, design.ruleset)
    assert fits(conversion, replace(design.map, grid=replace(design.map.grid, **change))) is fit


def test_a_change_is_told_in_a_line() -> None:
    assert str(HexChange("0101", "name", "Ox", "")) == "0101, name: Ox → –"
    assert str(HexChange("", "labels", "", "2")) == "labels: – → 2"


def test_problems_of_a_table_are_told_in_the_order_of_their_lines(tmp_path: Path) -> None:
    design = small_design()
    number = design.map.grid.number
    path = tmp_path / "t.csv"
    path.write_text(
        f"hex,terrain,hexsides\n{number(Hex(3, 4))},clear,E: wall\n{number(Hex(4, 4))},mountain,W: river\n"
        f"{number(Hex(0, 4))},cheese,\n", encoding="utf-8")
    found = import_table(path, design)
    assert [p.line for p in found.problems] == [3, 4]
    assert "hexside" in found.problems[0].message
    assert "cheese" in found.problems[1].message
    assert [(c.hex, c.what) for c in found.changes] == [(number(Hex(4, 4)), "terrain")]
    assert found.encoding == "utf-8"


def test_a_map_of_tiled_names_its_ruleset(tmp_path: Path) -> None:
    path, *_ = write_tiled(small_design(), tmp_path / "a.tmj")
    data = json.loads(path.read_text(encoding="utf-8"))

    def saying(ruleset: object) -> Any:
        kept = [p for p in data["properties"] if p["name"] != "ruleset"]
        if ruleset is not None:
            kind = "int" if isinstance(ruleset, int) else "string"
            kept.append({"name": "ruleset", "type": kind, "value": ruleset})
        path.write_text(json.dumps({**data, "properties": kept}), encoding="utf-8")
        return read_tiled(path)

    assert named_ruleset(saying(" blank ")) == "blank"
    assert named_ruleset(saying(None)) == named_ruleset(saying(5)) == ""
    assert load_named_ruleset(path, saying(None)) is None
    loaded = load_named_ruleset(path, saying("blank"))
    assert loaded is not None
    assert loaded.ruleset is not None
    assert loaded.ruleset.name == "blank"
    with pytest.raises(FileImportError, match=r'a\.tmj is a map for the ruleset "nowhere"'):
        load_named_ruleset(path, saying("nowhere"))
    (tmp_path / "bad.yaml").write_text("format: 2\nkind: ruleset\nname: [", encoding="utf-8")
    with pytest.raises(FileImportError, match=r'the ruleset "./bad.yaml"\. It cannot be read: '):
        load_named_ruleset(path, saying("./bad.yaml"))
