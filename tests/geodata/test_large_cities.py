"""Large cities of Europe are known by name, and names are found however people type them."""

from __future__ import annotations

from pathlib import Path

import pytest
from geodata_set import write_set
from small_design import small_design

from visegrad_editor.editor.documents.geodata_import import last_import, remember_import
from visegrad_editor.editor.geofit.grid_fit import bundled_names
from visegrad_editor.editor.settings import Settings
from visegrad_editor.geodata.place_names import PlaceNames, large_cities
from visegrad_editor.hexgrid.laea import distance_km
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import GameMap


def names() -> PlaceNames:
    map = small_design().map
    return bundled_names(map)


@pytest.mark.parametrize("name", [
    "Lisbon", "Lisboa", "Madrid", "Paris", "Dublin", "london", "Roma", "Rome", "Athens", "Oslo", "Kyiv",
    "Kiev", "Wien", "vienna", "København", "Lodz", "Łódź", "Istanbul", "Malaga", "MÜNCHEN", "Cologne",
    "Evora"])
def test_large_cities_are_known(name: str) -> None:
    assert names().find(name) is not None


def test_the_table_is_of_europe_and_agrees_with_the_maps() -> None:
    cities = large_cities()
    assert len(set(cities.values())) > 150
    assert all(-25 < east < 55 and 34 < north < 71 for east, north in cities.values())
    map = load("maps/visegrad4").design.map  # type: ignore[union-attr]
    known = bundled_names(map).at
    for name in ("Warsaw", "Budapest", "Prague", "Vilnius", "Hamburg", "Munich"):
        assert distance_km(known[name], cities[name]) < 10


def test_the_beginning_of_a_name_is_enough_if_it_is_unique() -> None:
    found = names()
    assert found.beginning("coim") == ("Coimbra",)
    assert len(found.beginning("par")) == 1
    assert len(found.beginning("b")) > 10
    assert found.beginning("") == ()
    assert found.beginning("warsz") == ("Warszawa",)


def test_the_config_of_the_last_import_is_suggested_again(tmp_path: Path) -> None:
    settings, config = Settings(tmp_path / "settings"), write_set(tmp_path / "data")
    map: GameMap = small_design().map
    path, other = tmp_path / "a.yaml", tmp_path / "b.yaml"
    assert last_import(settings, map, path) == ("", "")
    remember_import(settings, map, path, (str(config), "data"))
    assert last_import(Settings(tmp_path / "settings"), map, path) == (str(config), "data")
    assert last_import(settings, map, other) == ("", "")
    remember_import(settings, map, None, ("new.yaml", ""))
    assert last_import(settings, map, other) == ("new.yaml", ""), "a new map that was saved meanwhile"
    (tmp_path / "settings" / "settings.json").write_text('{"imports": {"x": 3}}', "utf-8")
    assert last_import(Settings(tmp_path / "settings"), map, path) == ("", "")


def test_a_config_with_the_name_of_the_map_beside_it_is_suggested(tmp_path: Path) -> None:
    settings, config = Settings(tmp_path / "settings"), write_set(tmp_path)
    map = small_design().map
    named = config.rename(tmp_path / f"{map.name}.yaml")
    assert last_import(settings, map, tmp_path / "map.yaml") == (str(named.resolve()), "")
    named.write_text("kind: map\n", "utf-8")
    assert last_import(settings, map, tmp_path / "map.yaml") == ("", "")
