"""Roads, places, areas, labels and sources when a map is computed again: case by case."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from geodata_set import write_set
from merge_maps import GRID, sheet

from visegrad_editor.cli.main import main
from visegrad_editor.geodata.import_map import import_map, propose
from visegrad_editor.geodata.merge import MergeResult, hexes_of, merge
from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.edit.areas import rename_area, set_area_hexes
from visegrad_editor.model.edit.labels import change_label
from visegrad_editor.model.edit.places import set_lettering, set_name
from visegrad_editor.model.edit.roads import draw_road, erase_road, rename_road
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.gamemap import Area, DataSource, GameMap, HexsideLine, Label, Place, Road


def at(number: str) -> Hex:
    hex = GRID.parse(number)
    assert hex is not None
    return hex


def way(text: str) -> tuple[Hex, ...]:
    return tuple(map(at, text.split("-")))


def road(text: str, name: str = "") -> Road:
    return Road("highway", way(text), name)


def roads(*them: Road) -> GameMap:
    return replace(sheet(), roads=them)


def told(map: GameMap) -> list[str]:
    return [f"{r.name} {'-'.join(map.grid.number(h) for h in r.path)}".strip() for r in map.roads]


def erased(map: GameMap, text: str) -> GameMap:
    path = way(text)
    return erase_road(map, [hexside(a, b) for a, b in pairwise(path)])


def lines_of(done: MergeResult) -> dict[str, list[str]]:
    return {key: list(map(str, getattr(done, key))) for key in ("changed", "kept", "reset")}


A, B, C, N = road("0101-0102-0103"), road("0301-0302-0303"), road("0501-0502-0503"), road("0701-0702-0703")
C2 = road("0505-0506-0507")

# -- roads ----------------------------------------------------------------------------------------


def test_an_erased_road_does_not_affect_those_after_it() -> None:
    old = roads(A, B, C)
    ours = erased(old, "0101-0102-0103")
    assert lines_of(merge(ours, old, old)) == {
        "changed": [], "kept": ["roads highway: 0101-0102-0103 -> nothing"], "reset": []}
    done = merge(ours, old, roads(A, B, C2))
    assert told(done.map) == ["0301-0302-0303", "0505-0506-0507"]
    assert [str(c) for c in done.changed] == [
        "roads highway: 0501-0502-0503 -> nothing", "roads highway: nothing -> 0505-0506-0507"]
    done = merge(ours, old, roads(N, A, B, C))
    assert told(done.map) == ["0301-0302-0303", "0501-0502-0503", "0701-0702-0703"]
    assert [str(c) for c in done.changed] == ["roads highway: nothing -> 0701-0702-0703"]


def test_a_piece_of_the_e85_erased_from_the_bundled_map_is_the_only_change() -> None:
    design = load("maps/visegrad4").design
    assert design is not None
    map = design.map
    (piece,) = [r for r in map.roads if r.name == "E85" and map.grid.number(r.path[0]) == "2014"]
    ours = erase_road(map, piece.segments())
    done = merge(ours, map, map)
    assert [str(c) for c in done.kept] == ["roads highway E85: 2014-2114-2113 -> nothing"]
    assert done.map.roads == ours.roads
    back = merge(ours, map, map, reset=piece.path)
    assert (back.kept, len(back.reset)) == ((), 1)
    assert sorted(r.path for r in back.map.roads) == sorted(r.path for r in map.roads)


@pytest.mark.parametrize("later", [
    "0101-0102-0103-0203-0204-0205-0105-0106",  # rerouted where it was erased
    "0101-0102-0103-0104-0204-0205-0106",
])
def test_a_stretch_changed_by_hand_is_not_replaced(later: str) -> None:
    old = roads(road("0101-0102-0103-0104-0105-0106", "A1"))
    ours = erased(old, "0103-0104-0105-0106")
    assert told(merge(ours, old, roads(road(later, "A1"))).map) == ["A1 0101-0102-0103"]
    # Elsewhere on the same road the data is followed.
    done = merge(ours, old, roads(road("0102-0103-0104-0105-0106", "A1")))
    assert told(done.map) == ["A1 0102-0103"]


def test_a_detour_by_hand_is_not_rerouted_by_the_data() -> None:
    old = roads(road("0301-0302-0303-0304-0305-0306", "A1"))
    ours = draw_road(erased(old, "0302-0303-0304"), "highway", way("0302-0402-0403-0304"), "A1")
    assert told(ours) == ["A1 0301-0302-0402-0403-0304-0305-0306"]
    done = merge(ours, old, roads(road("0301-0302-0202-0203-0304-0305-0306", "A1")))
    assert told(done.map) == told(ours)
    assert hexes_of(done.map, done.kept) == {at(n) for n in ("0402", "0403", "0202", "0203")}
    # A road removed from the data is not left in pieces beside it.
    gone = merge(ours, old, roads())
    assert told(gone.map) == told(ours)
    # Where nobody changed it, it follows, and remains one road.
    done = merge(ours, old, roads(road("0301-0302-0303-0304-0305-0306-0307", "A1")))
    assert told(done.map) == ["A1 0301-0302-0402-0403-0304-0305-0306-0307"]


def test_a_road_extended_by_hand_still_follows() -> None:
    old = roads(A, road("0501-0502-0503-0504", "A1"))
    ours = draw_road(old, "highway", way("0504-0505"), "A1")
    done = merge(ours, old, roads(A, road("0501-0601-0602-0503-0504", "A1")))
    assert told(done.map) == ["0101-0102-0103", "A1 0501-0601-0602-0503-0504-0505"]
    assert [str(c) for c in done.changed] == ["roads highway A1: 0501-0502-0503 -> 0501-0601-0602-0503"]
    assert [str(c) for c in done.kept] == ["roads highway A1: nothing -> 0504-0505"]


def test_a_road_renamed_by_hand_has_only_one_name() -> None:
    old = roads(road("0101-0102-0103-0104"))
    ours = rename_road(old, 0, "Mine")
    for name in ("", "A1"):
        done = merge(ours, old, roads(road("0101-0102-0103-0104", name), B))
        assert told(done.map) == ["Mine 0101-0102-0103-0104", "0301-0302-0303"]
    moved = merge(ours, old, roads(road("0101-0102-0202-0203-0104")))
    assert told(moved.map) == told(ours)
    # A road nobody renamed takes the new name; a stretch erased by hand stays erased.
    erased_now = erased(old, "0102-0103")
    done = merge(erased_now, old, roads(road("0101-0102-0103-0104", "A1")))
    assert told(done.map) == ["A1 0101-0102", "A1 0103-0104"]


def test_an_erased_stretch_does_not_return_rerouted_or_renamed() -> None:
    old = roads(road("0101-0102-0103-0104"))
    done = merge(erased(old, "0102-0103-0104"), old, roads(road("0101-0102-0202-0203-0104", "A1")))
    assert told(done.map) == ["A1 0101-0102"]


def test_a_road_is_not_cut_where_three_meet() -> None:
    ours = roads(road("0501-0502-0503-0504", "A1"), road("0502-0602-0603", "A1"))
    done = merge(ours, roads(road("0501-0502", "A1")), roads(road("0501-0502", "A1"), B))
    assert told(done.map) == [*told(ours), "0301-0302-0303"]


def test_an_erased_road_stays_erased_when_it_moves_in_the_data() -> None:
    old, moved = roads(road("0101-0102-0103", "A1"), C), roads(C, road("0301-0302-0303", "A1"))
    assert told(merge(roads(C), old, moved).map) == told(roads(C))
    assert told(merge(old, old, moved).map) == told(moved)


def test_a_road_both_drawn_and_in_the_data_occurs_once() -> None:
    ours = roads(road("0101-0102-0103"), C)
    done = merge(ours, roads(C), roads(C, road("0101-0102-0103-0104", "A1")))
    assert told(done.map) == ["0101-0102-0103", "0501-0502-0503", "A1 0103-0104"]


def test_the_end_of_an_erased_road_is_not_added_alone() -> None:
    old = roads(road("0101-0102-0103", "A1"))
    assert merge(roads(), old, roads(road("0101-0102-0103-0104", "A1"))).map.roads == ()


# -- rivers -----------------------------------------------------------------------------------------


def river(text: str, name: str, width: int = 1) -> HexsideLine:
    path = way(text)
    sides = tuple(hexside(a, b) for a, b in pairwise(path))
    return HexsideLine("river", sides, name, width)


def test_a_river_renamed_by_hand_has_only_one_name() -> None:
    old, new = (replace(sheet(), lines=(river("0101-0102-0201", name),)) for name in ("Long", "Long River"))
    ours = replace(sheet(), lines=(river("0101-0102-0201", "Mine"),))
    assert merge(ours, old, new).map.lines == ours.lines
    width = replace(sheet(), lines=(river("0101-0102", "Long", 3), river("0102-0201", "Long")))
    assert set(merge(width, old, new).map.lines) == {
        river("0101-0102", "Long", 3), river("0102-0201", "Long River")}


def test_an_erased_stretch_of_a_river_does_not_return_rerouted() -> None:
    def course(*sides: str) -> GameMap:
        line = HexsideLine("river", tuple(s for t in sides if (s := GRID.parse_side(t))), "Long")
        return replace(sheet(), lines=(line,) if sides else ())

    def sides(map: GameMap) -> set[str]:
        return {map.grid.side_text(side) for line in map.lines for side in line.sides}

    # From the eastern corner of 0303 around the hex to the western one, on either side.
    one_way = "0303/0403", "0303/0304", "0303/0203"
    other_way = "0303/0402", "0303/0302", "0303/0202"
    up, down, more = "0402/0403", "0202/0203", "0103/0202"
    old, new = course(up, *one_way, down), course(up, *other_way, down, more)
    assert len(sides(new)) == 6
    assert merge(old, old, new).map == new
    done = merge(course(up, down), old, new)
    assert sides(done.map) == sides(course(up, down, more))
    assert len(done.kept) == 3
    assert merge(course(), old, new).map.lines == ()
    # A stretch rerouted by hand is not left in pieces.
    mine = course(up, "0402/0503", "0303/0203", down)
    assert sides(merge(mine, old, new).map) == sides(mine) | sides(course(more))


# -- places and labels ----------------------------------------------------------------------------------

ATON = Place(at("0303"), "Aton", ("city",))


def places(*them: Place) -> GameMap:
    return replace(sheet(), places=them)


def test_the_lettering_of_a_place_stays_when_the_data_adds_features() -> None:
    old, new = places(ATON), places(replace(ATON, features=("city", "port")))
    ours = set_lettering(old, ATON.hex, at="NE", size=0.9)
    done = merge(ours, old, new)
    (place,) = done.map.places
    assert (place.features, place.lettering.at, place.lettering.size) == (("city", "port"), "NE", 0.9)
    assert [str(c) for c in done.changed] == ["places 0303: Aton (city) -> Aton (city) (port)"]
    assert len(done.kept) == 1
    assert "name above right, size 0.9" in done.kept[0].after
    back = merge(ours, old, new, reset=[ATON.hex])
    assert back.map.places == new.places
    assert (len(back.reset), back.kept) == (1, ())


def test_a_town_renamed_by_hand_moves_with_the_data() -> None:
    old, new = places(ATON), places(replace(ATON, hex=at("0304")))
    done = merge(set_name(old, ATON.hex, "Mytown"), old, new)
    assert [(p.hex, p.name) for p in done.map.places] == [(at("0304"), "Mytown")]
    assert [str(c) for c in done.kept] == ["places 0304: Aton (city) -> Mytown (city)"]
    assert merge(places(), old, new).map.places == ()


def test_a_town_moved_by_hand_is_not_doubled_and_keeps_its_hex() -> None:
    old = places(ATON)
    ours = places(replace(ATON, hex=at("0505")))
    other = Place(at("0505"), "Betown", ("city",))
    done = merge(ours, old, places(replace(ATON, hex=at("0304"), features=("city", "port")), other))
    assert [(p.hex, p.name, p.features) for p in done.map.places] == [(at("0505"), "Aton", ("city", "port"))]
    assert len(done.kept) == 2


def test_a_reset_hex_loses_a_town_that_the_data_has_elsewhere() -> None:
    old, mine = places(ATON), Place(at("0505"), "Mine")
    new = places(replace(ATON, hex=mine.hex), Place(ATON.hex, "Betown"))
    ours = places(replace(ATON, features=()), mine)
    done = merge(ours, old, new)
    assert {(p.hex, p.name) for p in done.map.places} == {(ATON.hex, "Aton"), (mine.hex, "Mine")}
    done = merge(ours, old, new, reset=[ATON.hex])
    assert {(p.hex, p.name) for p in done.map.places} == {(ATON.hex, "Betown"), (mine.hex, "Mine")}
    assert {str(c) for c in done.kept} == {
        "places 0505: Aton (city) -> nothing", "places 0505: nothing -> Mine"}


def test_a_label_put_elsewhere_by_hand_stays_there() -> None:
    moor = Label("The Moor", at("0303"))
    old = replace(sheet(), labels=(moor,))
    new = replace(sheet(), labels=(replace(moor, size=0.9),))
    ours = change_label(old, moor.hex, at="S")
    done = merge(ours, old, new)
    assert done.map.labels == (replace(moor, size=0.9, at="S"),)
    moved = merge(change_label(old, moor.hex, to=at("0404")), old, new)
    assert moved.map.labels == (replace(moor, size=0.9, hex=at("0404")),)
    assert merge(replace(sheet()), old, new).map.labels == ()


# -- areas and sources --------------------------------------------------------------------------------------


def test_areas_are_compared_hex_by_hex() -> None:
    west = Area("west", "West", way("0101-0102-0103"))
    old = replace(sheet(), areas=(west,))
    new = replace(sheet(), areas=(replace(west, hexes=way("0101-0102-0103-0104")),))
    ours = set_area_hexes(set_area_hexes(old, "west", [at("0201")]), "west", [at("0102")], present=False)
    done = merge(ours, old, new)
    assert done.map.areas[0].hexes == way("0101-0103-0201-0104")
    assert [str(c) for c in done.changed] == ["areas west: 0101 0103 0201 -> 0101 0103 0201 0104"]
    back = merge(ours, old, new, reset=[at("0102")])
    assert set(back.map.areas[0].hexes) == set(way("0101-0102-0103-0201-0104"))
    assert merge(ours, old, new, reset=way("0101-0102-0103-0104-0201")).map.areas == new.areas
    named = merge(rename_area(old, "west", "Mine"), old, new)
    assert (named.map.areas[0].name, len(named.map.areas[0].hexes)) == ("Mine", 4)


def test_a_source_added_by_hand_stays() -> None:
    states, mine = DataSource("states", "States", "CC0"), DataSource("mine", "My survey", "CC0")
    old = replace(sheet(), sources=(states,))
    new = replace(sheet(), sources=(replace(states, licence="ODbL"), DataSource("towns", "Towns", "CC0")))
    done = merge(replace(sheet(), sources=(mine, states)), old, new)
    assert [(s.id, s.licence) for s in done.map.sources] == [
        ("mine", "CC0"), ("states", "ODbL"), ("towns", "CC0")]
    assert [str(c) for c in done.kept] == ["sources mine: nothing -> My survey"]
    assert [str(c) for c in done.changed] == [
        "sources states: States -> States (other licence)", "sources towns: nothing -> Towns"]
    assert hexes_of(done.map, done.kept) == frozenset()


# -- with the command ------------------------------------------------------------------------------------


def test_the_command_resets_the_hexes_of_a_road(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, path = write_set(tmp_path / "data"), tmp_path / "map.yaml"
    map = import_map(config, path).design.map
    fresh = path.read_bytes()
    (a1,) = map.roads
    record = map.computed
    loaded = load(path, "map")
    assert loaded.design is not None
    cut = erase_road(map, a1.segments()[2:3])
    ours = replace(cut, sources=(DataSource("mine", "My survey", "CC0"), *cut.sources))
    design = replace(loaded.design, map=ours)
    save_design(design, loaded.sources)
    # The window resets the selected hexes.
    in_window = propose(config, None, design, record, frozenset(a1.path[2:4])).merged
    assert (in_window.map.roads, len(in_window.reset), len(in_window.kept)) == (map.roads, 1, 1)
    assert main(["import-geodata", str(config), "-o", str(path)]) == 0
    number = map.grid.number
    gap = f"{number(a1.path[2])}-{number(a1.path[3])}"
    out = capsys.readouterr().out
    assert f"roads highway A1: {gap} -> nothing" in out
    assert "1 road, 1 source" in out
    assert main(["import-geodata", str(config), "-o", str(path), "--reset", gap.replace("-", ",")]) == 0
    assert f"roads highway A1: nothing -> {gap}" in capsys.readouterr().out
    now = load(path, "map").design
    assert now is not None
    assert now.map.roads == map.roads
    assert [s.id for s in now.map.sources][:1] == ["mine"]
    assert main(["import-geodata", str(config), "-o", str(path), "--reset", "all"]) == 0
    assert path.read_bytes() == fresh
