"""What drawn boards say about the ground of a card, and what does not fit between a card and its maps."""

from __future__ import annotations

from pathlib import Path

import pytest
from cards import TEXT

from visegrad_editor.desk.board_maps import maps_of, misfit
from visegrad_editor.desk.boards import Board
from visegrad_editor.desk.card import Card
from visegrad_editor.desk.card_file import card_of
from visegrad_editor.desk.ground import Ground, ground_of
from visegrad_editor.hexgrid import Axis, Hex, HexGrid, Numbering
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.problems import Problem

BOARDS = 'boards: [{id: "901", map: own-village}, {id: "902", map: own-village, at: [0, 1], turned: 180}]'
"""The second board lies below the first, upside down: 901B10 and 902FF10 are one hex."""
TWO = TEXT.replace('boards: [{id: "901"}, {id: "902", at: [0, 1], turned: 180}]', BOARDS)
ONE = TWO.replace(BOARDS, 'boards: [{id: "901", map: own-village}, {id: "902", at: [0, 1]}]')
NUMBERS = Numbering("column-first", Axis(0, "down", 0), Axis(1, "right", letters=True))


def read(text: str, folder: Path) -> tuple[Card, list[Problem]]:
    found, problems = card_of(read_yaml(text), "card.yaml", folder)
    assert found is not None, problems
    return found, [p for p in problems if p.severity != "note" or p.code == "not-checked"]


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    folder = tmp_path_factory.mktemp("card")
    changed = TWO.replace("turns: {", "terrain_changes: [{hexes: [901S4], terrain: marsh}]\nturns: {")
    found, problems = read(changed, folder)
    assert problems == []
    return ground_of(found, folder)


@pytest.mark.parametrize(('name', 'terrain', 'level'), [
    ("901C2", "woods", 0), ("901Z6", "woods", 3), ("901K6", "stream", -1), ("901S4", "marsh", 0),
    ("902Z6", "woods", 3), ("902A1", "open", 0)])
def test_terrain_and_level(ground: Ground, name: str, terrain: str, level: int) -> None:
    """Of a board upside down too; the card may change terrain."""
    place = ground.card.layout.place(name)
    assert ground.is_drawn(place)
    assert (ground.terrain(place), ground.level(place)) == (terrain, level)
    kind = ground.kind(place)
    assert kind is not None
    assert kind.id == terrain


def test_properties_come_from_the_ruleset(ground: Ground) -> None:
    place = ground.card.layout.place
    assert [ground.property(place("901C2"), n) for n in ("drop", "sighting", "obstacle")] == [
        "nmc", 3, None]
    assert ground.property(place("901S4"), "snow") == "open"
    assert ground.hexsides(place("901M3"), place("901M2")) == ("wall",)
    assert ground.hexsides(place("901M4"), place("901M5")) == ()
    assert "marsh" in ground.kinds


def test_buildings_and_their_locations(ground: Ground) -> None:
    place = ground.card.layout.place
    inn = ground.building_of(place("901O6"))
    assert inn is not None
    assert (inn.id, inn.name, inn.storeys, inn.board) == ("inn", "Inn", 2, "901")
    assert set(inn.places) == {place("901N5"), place("901O6")}
    assert inn.stairs == {place("901N5")}
    assert ground.storeys(place("901N5")) == 2
    assert ground.storeys(place("901A5")) is None
    assert len(ground.building("inn")) == 2
    school = ground.building_of(place("902R6"))
    assert school is not None
    assert school.full == {place("902R6")}
    for name, missing in (
            ("901N5.2", ""), ("901N5.3", "its highest level is 2"), ("901N5.c", ""), ("901Q6.c", "no cellar"),
            ("901I4.1", "it has none above the ground"), ("901A5.1", "no building in 901A5"),
            ("901K6.-1", ""),
            ("901A5.r", "no building in 901A5"), ("901N5.r", ""), ("901A5", "")):
        told = ground.missing_location(name)
        assert (missing in told) if missing else told == "", name


def test_water_flows_the_other_way_on_a_board_upside_down(ground: Ground) -> None:
    place = ground.card.layout.place
    one, other = ground.waters(place("901K6")), ground.waters(place("902K6"))
    assert one is not None
    assert other is not None
    assert (one.depth, one.current, one.flow, other.flow) == ("fordable", "normal", 4, 1)
    assert ground.waters(place("901A5")) is None


def test_roads_between_places_and_across_a_join(ground: Ground) -> None:
    place = ground.card.layout.place
    assert ground.roads(place("901A5"), place("901B4")) == ("paved",)
    assert ground.roads(place("901A5"), place("901A6")) == ()
    assert ground.roads_at(place("901N4")) == ("paved", "unpaved")
    join = place("901N10")
    assert join == place("902T10")
    assert ground.roads(join, place("901N9")) == ("unpaved",)


def test_sets_of_places(ground: Ground) -> None:
    place = ground.card.layout.place
    marshes = ground.places_of_terrain({"marsh"})
    assert {place("901S4"), place("901I6"), place("902I6")} <= marshes
    assert place("901A5") not in marshes
    assert {b.id for b in ground.buildings} == {"chapel", "inn", "school", "terrace", "mill", "workshop"}


def test_nothing_is_known_of_a_board_without_a_map(tmp_path: Path) -> None:
    found, problems = read(ONE, tmp_path)
    assert problems == []
    ground = ground_of(found, tmp_path)
    place = found.layout.place("902Q6")
    assert ground.drawn_boards == ("901",)
    assert not ground.is_drawn(place)
    assert ground.terrain(place) is ground.level(place) is ground.building_of(place) is None
    assert ground.waters(place) is ground.kind(place) is ground.property(place, "sighting") is None
    assert ground.roads(place, found.layout.place("902Q7")) == ()
    assert ground.missing_location("902Q6.3") == ""
    # A star: beyond the boards no map shows anything.
    assert ground.terrain(found.layout.place("901P-2*")) is None
    # A join is shown by the board that has a map.
    assert ground.terrain(found.layout.place("902N0")) == "open"
    assert Ground(found, {}).terrain(found.layout.place("901C2")) is None


CASES = [
    ("no-map", "map: own-village}, {id", "map: own-vilage}, {id", "Did you mean `own-village`?"),
    ("no-map", "map: own-village}, {id", "map: broken.yaml}, {id", "broken.yaml"),
    ("map-misfit", "map: own-village}, {id", "map: own-village, rows: 8}, {id",
     "Write `columns: GG` and `rows: 10` for the board"),
    ("map-misfit", "map: own-village}, {id", "map: hollen}, {id",
     "Board 901 has a hex A1, and its map hollen"),
    ("unknown-building", "{hexes: [902M4, 902N4, 902O5]}", "{buildings: [chapl, inn]}",
     "Did you mean `chapel`?"),
    ("several-buildings", "{hexes: [902M4, 902N4, 902O5]}", "{buildings: [chapel]}",
     'The boards 901 and 902 each have a building "chapel"'),
    ("no-location", "902M4, 902N4", "902N5.3, 902N4", "Inn is lower, its highest level is 2"),
    ("no-location", "902M4, 902N4", "902N6.1, 902N4", "there is no building in 902N6"),
    ("unknown-terrain", "turns: {", "terrain_changes: [{hexes: [901F5], terrain: mrsh}]\nturns: {",
     "Did you mean `marsh`?"),
    ("unknown-terrain", "where: {edge: 901A}", "where: {edge: 901A, terrain: forest}",
     'has no terrain "forest"'),
]


@pytest.mark.parametrize(
    ("code", "old", "new", "said"), CASES, ids=[f"{c[0]}-{n}" for n, c in enumerate(CASES)])
def test_what_does_not_fit_the_maps_is_told_with_its_line(
    code: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "broken.yaml").write_text("format: 2\nkind: map\n", encoding="utf-8")
    text = TWO.replace(old, new, 1)
    assert text != TWO
    _, problems = read(text, tmp_path)
    found = [p for p in problems if p.code == code]
    assert found, problems
    assert said in found[0].message
    line = text.splitlines()[found[0].line - 1]
    word = next(w for w in new.replace("{", " ").replace("[", " ").split() if w not in old)
    assert word.strip(",]}:") in line


def test_a_building_may_be_on_a_board_without_a_map(tmp_path: Path) -> None:
    text = ONE.replace("{hexes: [902M4, 902N4, 902O5]}", "{buildings: [chapel, tower]}")
    _, problems = read(text, tmp_path)
    assert [(p.code, p.message) for p in problems] == [
        ("not-checked", "tower: not checked, because no map draws board 902.")]


def test_a_map_is_read_again_after_it_has_changed(tmp_path: Path) -> None:
    import os

    from visegrad_editor.model.files.catalogue import bundled_path

    path = bundled_path("map", "own-village")
    assert path is not None
    own = tmp_path / "own.yaml"
    own.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    text = ONE.replace("map: own-village", "map: own.yaml")
    found, _ = read(text, tmp_path)
    assert "chapel" in {b.id for b in ground_of(found, tmp_path).buildings}
    own.write_text(own.read_text(encoding="utf-8").replace("id: chapel", "id: church"), encoding="utf-8")
    os.utime(own, (1, 1))
    assert "church" in {b.id for b in ground_of(found, tmp_path).buildings}
    assert maps_of(found, None).designs == {}


@pytest.mark.parametrize(('grid', 'wrong'), [
    (HexGrid("flat", 33, 11, "odd", NUMBERS), ""),
    (HexGrid("flat", 33, 11, "even", NUMBERS), "B1 does not lie where it lies on boards"),
    (HexGrid("pointy", 33, 11, "odd", NUMBERS), "B1 does not lie where it lies on boards"),
    (HexGrid("flat", 34, 11, "odd", NUMBERS), "has a hex HH1, and the board"),
    (HexGrid("flat", 33, 12, "odd", NUMBERS), "has a hex A11, and the board"),
    (HexGrid("flat", 20, 11, "odd", NUMBERS), "Write `columns: T` and `rows: 10`"),
])
def test_which_grids_fit_a_board(grid: HexGrid, wrong: str) -> None:
    said = misfit(Board("901", "own"), grid)
    assert (wrong in said) if wrong else said == ""
    assert Hex(0, 0) in grid


def test_a_card_without_a_file_sees_bundled_maps_and_no_others(tmp_path: Path) -> None:
    card, _ = read(TWO, tmp_path)
    assert ground_of(card, None).building("mill") == ground_of(card, tmp_path).building("mill") != ()
    own, _ = card_of(read_yaml(TWO.replace("map: own-village", "map: maps/village.yaml", 1)), "card.yaml")
    assert own is not None
    assert ground_of(own, None).drawn_boards == ("902",)
    assert maps_of(own, None).faults == ()
