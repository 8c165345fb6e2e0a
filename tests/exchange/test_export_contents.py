"""What a file is to hold by its name, what is refused, and the columns of tables."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from small_design import small_design

from visegrad_editor.exchange.export import (
    ExportError,
    check_target,
    content_meant,
    content_nearly_named,
    export,
    lost_words,
)
from visegrad_editor.hexgrid import Hex


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(("name", "alone", "with_scenario"), [
    ("hexes.csv", "hexes", "hexes"), ("my map.pdf", "map", "map"), ("war_charts.pdf", "charts", "charts"),
    ("war.pdf", "map", "setup"), ("units-2.csv", "hexes", "units")])
def test_a_name_says_what_a_file_is_to_hold(name: str, alone: str, with_scenario: str) -> None:
    """The last word of it."""
    design = small_design()
    assert content_meant(design, Path(name)).name == with_scenario
    assert content_meant(replace(design, scenario=None), Path(name)).name == alone


@pytest.mark.parametrize(("name", "near"), [
    ("zcharts.pdf", "charts"), ("chart.pdf", "charts"), ("my-mapp.pdf", "map"), ("storm-hex.csv", "hexes"),
    ("charts.pdf", ""), ("war.pdf", ""), ("counters.pdf", ""), ("my-maps-1.pdf", "")])
def test_a_name_may_nearly_say_what_a_file_is_to_hold(name: str, near: str) -> None:
    found = content_nearly_named(small_design(), Path(name))
    assert (found.name if found else "") == near


@pytest.mark.parametrize(("name", "title", "able"), [
    ("my-units.csv", "units", "hexes"), ("UNITS.csv", "units", "hexes"),
    ("setup.pdf", "set-up sheet", "map, charts")])
def test_a_name_that_asks_for_more_than_a_map_has_is_refused(name: str, title: str, able: str) -> None:
    """A map without a scenario has no units and no set-up to export."""
    design = small_design()
    assert content_meant(design, Path(name)).title == title
    with pytest.raises(ExportError, match=rf"with the {title}, which needs a scenario.* as: {able}\."):
        content_meant(replace(design, scenario=None), Path(name))


@pytest.mark.parametrize(("name", "able"), [
    ("counters.pdf", "setup (set-up sheet), map (map), charts (charts and tables), "
     "forces (order of battle)"),
    ("my-units.pdf", "setup (set-up sheet), map (map), charts (charts and tables), "
     "forces (order of battle)"),
    ("counters.csv", "units (units), hexes (hexes), totals (totals of the units)")])
def test_a_name_that_asks_for_another_sheet_is_refused(name: str, able: str) -> None:
    with pytest.raises(ExportError) as refused:
        content_meant(small_design(), Path(name))
    assert f"it can hold {able}." in str(refused.value)


def test_what_needs_a_scenario_is_refused_for_a_map_alone(tmp_path: Path) -> None:
    alone = replace(small_design(), scenario=None)
    with pytest.raises(ExportError, match=r"needs a scenario, and this is only a map.*\.csv .*: hexes"):
        export(alone, tmp_path / "a.csv", "units")
    assert list(table(export(alone, tmp_path / "a.csv", " Hexes "))[0])[:2] == ["hex", "terrain"]


def test_files_of_the_design_are_no_targets(tmp_path: Path) -> None:
    own = tmp_path / "own.csv"
    own.write_text("x", encoding="utf-8")
    check_target(tmp_path / "other.csv", [own])
    with pytest.raises(ExportError, match=r"own\.csv is a file of this design"):
        check_target(own, [tmp_path / "other.csv", own])


@pytest.mark.parametrize("count", [1, 2, 12, 13])
def test_letters_that_cannot_be_set_are_told_up_to_twelve(count: int) -> None:
    letters = [chr(0x13000 + i) for i in range(count)]
    said = lost_words(letters)
    assert said.startswith("1 letter (" if count == 1 else f"{count} letters (")
    assert sum(c in letters for c in said) == min(count, 12)
    assert (" …)" in said) == (count > 12)
    assert ("prints as" in said) == (count == 1)


def test_every_column_of_the_tables_has_its_name(tmp_path: Path) -> None:
    design = small_design()
    hexes = table(export(design, tmp_path / "hexes.csv", "hexes"))
    assert list(hexes[0]) == ["hex", "terrain", "country", "features", "name", "hexsides", "roads"]
    units = table(export(design, tmp_path / "units.csv", "units"))
    assert list(units[0]) == [
        "key", "name", "nationality", "type", "size", "strength", "reduced", "movement", "set-up",
        "reinforcement turn", "entry", "starts reduced", "position", "short name", "steps", "notes",
        "provenance"]
    by_name = {u["name"]: u for u in units}
    at = design.map.grid.number(Hex(2, 2))
    first = by_name["1st Armored"]
    assert (first["set-up"].lstrip("'"), first["strength"], first["reduced"], first["starts reduced"]) == (
        at, "6", "3", "")
    second = by_name["2nd Infantry"]
    assert second["starts reduced"] == "yes"
    assert second["set-up"] == "Sudland"
    third = by_name["3rd Infantry"]
    assert (third["set-up"], third["reinforcement turn"], third["entry"]) == ("", "2", "Southern edge")
    plane = by_name["1st CAS"]
    assert (plane["strength"], plane["reduced"], plane["set-up"], plane["entry"]) == ("", "", "", "")
