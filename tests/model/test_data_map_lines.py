"""The rivers and roads of the map of Visegrad 4: whole, tidy, and where they should be."""

from __future__ import annotations

import itertools
from collections import deque

import pytest
from v4_map import (
    BY_NAME,
    COUNTRY,
    DATA,
    FEATURES,
    PLACES,
    PLAYABLE,
    RIVER_PATHS,
    RIVER_SIDES,
    RIVERS,
    ROAD_HEXES,
    ROADS,
    SEGMENTS,
    TERRAIN,
    Corner,
    centre,
    chain,
    corners,
    distance,
    hexes_at,
    neighbours,
    on_the_sea,
    road_links,
    supplied,
)

# -- rivers ------------------------------------------------------------------------------------


def test_rivers_named() -> None:
    names = {name for name, _ in RIVERS}
    assert {
        "Vistula",
        "Oder",
        "Bug",
        "Narew",
        "Neman",
        "Dnieper",
        "Pripyat",
        "Danube",
        "Tisza",
        "Elbe",
        "Vltava",
        "Dniester",
        "Western Dvina",
        "Warta",
        "San",
        "Prut",
        "Desna",
        "Berezina",
        "Drava",
    } <= names
    widths: dict[str, int] = {}
    for river in DATA["hexsides"]:
        assert river["kind"] == "river"
        assert widths.setdefault(river["name"], river["width"]) == river["width"] in (1, 2, 3)
    assert {n for n, w in widths.items() if w == 3} >= {"Danube", "Dnieper", "Vistula"}


@pytest.mark.parametrize("index", range(len(RIVERS)), ids=[name for name, _ in RIVERS])
def test_river_is_one_run_from_source_to_mouth(index: int) -> None:
    _, path = RIVER_PATHS[index]
    sides = RIVERS[index][1]
    assert len(sides) >= 3
    assert len(set(path)) == len(path), "it meets itself"
    assert all(h in PLAYABLE for s in sides for h in s), "it runs along the sea"
    others = {c for i, (_, p) in enumerate(RIVER_PATHS) if i != index for c in p}
    on_the_edge = len(hexes_at(path[-1])) < 3
    assert path[-1] in others or on_the_edge or on_the_sea(path[-1]), "it ends in the middle of nowhere"
    assert not any(on_the_sea(c) for c in path[:-1]), "it touches the sea before its mouth"


def test_rivers_share_no_hexside_and_close_no_ring() -> None:
    assert len(set(RIVER_SIDES)) == len(RIVER_SIDES)
    parent: dict[Corner, Corner] = {}

    def root(c: Corner) -> Corner:
        while parent.setdefault(c, c) != c:
            c = parent[c]
        return c

    for _, path in RIVER_PATHS:
        for a, b in itertools.pairwise(path):
            assert root(a) != root(b), "a ring of river hexsides"
            parent[root(a)] = root(b)


def test_rivers_leave_a_dry_way_out_of_every_hex() -> None:
    assert PLAYABLE
    assert RIVER_SIDES
    for hex in PLAYABLE:
        assert any(frozenset((hex, n)) not in RIVER_SIDES for n in neighbours(hex)), hex


@pytest.mark.parametrize(
    ("town", "river", "bank"),
    [
        ("Warsaw", "Vistula", "left"),
        ("Kraków", "Vistula", "left"),
        ("Gdańsk", "Vistula", "left"),
        ("Toruń", "Vistula", "right"),
        ("Szczecin", "Oder", "left"),
        ("Kiev", "Dnieper", "right"),
        ("Budapest", "Danube", "right"),
        ("Vienna", "Danube", "right"),
        ("Bratislava", "Danube", "left"),
        ("Riga", "Western Dvina", "right"),
        ("Brest", "Bug", "right"),
        ("Lublin", "Wieprz", "left"),
        ("Chernihiv", "Desna", "right"),
        ("Mogilev", "Dnieper", "right"),
        ("Pinsk", "Pripyat", "left"),
        ("Zagreb", "Sava", "left"),
        ("Dresden", "Elbe", "left"),
        ("Poznań", "Warta", "left"),
        ("Bobruisk", "Berezina", "right"),
        ("Odessa", "Dniester", "left"),
    ],
)
def test_towns_are_on_their_bank(town: str, river: str, bank: str) -> None:
    hex = BY_NAME[town]["hex"]
    x, y = centre(hex)
    found = set()
    for name, path in RIVER_PATHS:
        for (ax, ay), (bx, by) in itertools.pairwise(path):
            if name == river and {(ax, ay), (bx, by)} <= corners(hex):
                found.add("right" if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0 else "left")
    assert found == {bank}


# -- roads -------------------------------------------------------------------------------------


def test_roads_run_from_neighbour_to_neighbour_over_land() -> None:
    assert ROADS
    for _, name, path in ROADS:
        assert len(path) >= 2
        assert chain(path), (name, path)
        assert set(path) <= PLAYABLE, name


def test_each_road_segment_is_drawn_once() -> None:
    assert sum(len(path) - 1 for _, _, path in ROADS) == len(SEGMENTS)
    assert {kind for kind, _, _ in ROADS} == {"highway", "major-highway", "e77"}


def test_e77_joins_krakow_and_budapest() -> None:
    paths = [path for kind, _, path in ROADS if kind == "e77"]
    assert len(paths) == 1
    (path,) = paths
    assert (path[0], path[-1]) == ("2518", "3118")
    assert chain(path)
    assert len(path) == distance("2518", "3118") + 1
    assert {"poland", "slovakia", "hungary"} == {COUNTRY[h] for h in path}


def test_roads_end_in_towns_or_at_the_edge() -> None:
    ends = [hex for hex in ROAD_HEXES if len(road_links(hex)) == 1]
    assert ends
    for hex in ends:
        assert hex in PLACES or len(neighbours(hex)) < 6, hex


def test_roads_make_no_detour() -> None:
    """No bend so sharp that the hexes before and after it touch, except in a town; no triangle of roads."""
    assert ROADS
    for _, name, path in ROADS:
        for before, hex, after in zip(path, path[1:], path[2:], strict=False):
            assert after not in neighbours(before) or hex in PLACES, (name, hex)
    for hex in ROAD_HEXES:
        links = road_links(hex)
        assert not any(frozenset((a, b)) in SEGMENTS for a in links for b in links if a != b), hex


def test_roads_do_not_run_side_by_side() -> None:
    """No road has another in the next hexes, pointing the same way, for more than three segments."""

    def way(a: str, b: str) -> tuple[int, int]:
        (x, y), (u, v) = centre(a), centre(b)
        return u - x, v - y

    pairs = set()
    for one in SEGMENTS:
        a, b = sorted(one)
        for x in neighbours(a):
            for y in neighbours(b):
                other = frozenset((x, y))
                if other in SEGMENTS and not one & other and way(a, b) == way(x, y):
                    pairs.add(frozenset((one, other)))
    left = set(pairs)
    assert left
    while left:
        group, queue = set(), [left.pop()]
        while queue:
            pair = queue.pop()
            group.add(pair)
            for more in [p for p in left if follows(pair, p)]:
                left.discard(more)
                queue.append(more)
        assert len(group) <= 3, [sorted("-".join(sorted(s)) for s in pair) for pair in group]


def follows(one: frozenset[frozenset[str]], other: frozenset[frozenset[str]]) -> bool:
    """Whether two pairs of segments touch with both of their segments."""
    (a, b), (c, d) = tuple(one), tuple(other)
    return bool((a & c and b & d) or (a & d and b & c))


def road_reach(start: str) -> set[str]:
    found, queue = {start}, deque([start])
    while queue:
        for n in road_links(queue.popleft()):
            if n not in found:
                found.add(n)
                queue.append(n)
    return found


def test_every_city_and_port_is_on_the_road_net() -> None:
    reach = road_reach("2017")
    assert reach == ROAD_HEXES
    for hex, features in FEATURES.items():
        if features & {"city", "capital", "port"}:
            assert hex in reach, PLACES[hex]["name"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Berlin", "Warsaw"),
        ("Warsaw", "Minsk"),
        ("Minsk", "Moscow"),
        ("Warsaw", "Vilnius"),
        ("Vilnius", "Riga"),
        ("Warsaw", "Kraków"),
        ("Vienna", "Budapest"),
        ("Berlin", "Prague"),
        ("Prague", "Bratislava"),
        ("Kraków", "Kiev"),
        ("Kiev", "Moscow"),
        ("Vilnius", "Minsk"),
    ],
)
def test_major_highways_join_the_capitals(one: str, other: str) -> None:
    start, goal = BY_NAME[one]["hex"], BY_NAME[other]["hex"]
    steps, queue = {start: 0}, deque([start])
    while queue:
        hex = queue.popleft()
        for n in road_links(hex):
            if n not in steps and SEGMENTS[frozenset((hex, n))] == "major-highway":
                steps[n] = steps[hex] + 1
                queue.append(n)
    assert goal in steps
    assert steps[goal] <= distance(start, goal) + 4


def test_roads_carry_supply_over_the_mountains_and_through_the_marsh() -> None:
    reach = supplied("2017")
    for hex, features in FEATURES.items():
        if features & {"city", "capital"}:
            assert hex in reach, PLACES[hex]["name"]
    through_marsh = [p for p in SEGMENTS if all(TERRAIN[h] == "marsh" for h in p)]
    mountain_roads = [p for p in SEGMENTS if all(TERRAIN[h] == "mountain" for h in p)]
    over_carpathians = [p for p in mountain_roads if COUNTRY[min(p)] in ("poland", "slovakia")]
    assert len(through_marsh) >= 5
    assert len(over_carpathians) >= 2


def test_american_units_have_roads_to_enter_by() -> None:
    """12.0: any highway hex in Austria or Hungary."""
    for country in ("austria", "hungary"):
        assert len([h for h in ROAD_HEXES if COUNTRY[h] == country]) >= 5
