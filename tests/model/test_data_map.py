"""The map of Visegrad 4 against the rulebook, the atlas and common sense: land, places, areas."""

from __future__ import annotations

import itertools
import math

import pytest
from items import some
from v4_map import (
    ALL,
    AREAS,
    BY_NAME,
    COLUMNS,
    COUNTRY,
    DATA,
    FEATURES,
    FILE,
    PLACES,
    PLAYABLE,
    RIVERS,
    ROAD_HEXES,
    ROWS,
    TERRAIN,
    centre,
    chain,
    distance,
    neighbours,
    reached,
    supplied,
)

POLISH_SET_UP = ["1620", "2015", "1716", "1823", "1723", "2214", "2413", "2614", "2518", "2017"]
ATLAS = {  # longitude, latitude
    "Warsaw": (21.0, 52.2),
    "Gdańsk": (18.6, 54.4),
    "Szczecin": (14.6, 53.4),
    "Kraków": (19.9, 50.1),
    "Lublin": (22.6, 51.2),
    "Poznań": (16.9, 52.4),
    "Wrocław": (17.0, 51.1),
    "Białystok": (23.2, 53.1),
    "Berlin": (13.4, 52.5),
    "Prague": (14.4, 50.1),
    "Vienna": (16.4, 48.2),
    "Budapest": (19.0, 47.5),
    "Minsk": (27.6, 53.9),
    "Kiev": (30.5, 50.5),
    "Moscow": (37.6, 55.8),
    "Riga": (24.1, 57.0),
    "Lviv": (24.0, 49.8),
    "Odessa": (30.7, 46.5),
    "Bucharest": (26.1, 44.4),
    "Belgrade": (20.5, 44.8),
    "Zagreb": (16.0, 45.8),
    "Kaliningrad": (20.5, 54.7),
    "Smolensk": (32.1, 54.8),
    "Brest": (23.7, 52.1),
    "Gomel": (31.0, 52.4),
    "Chișinău": (28.8, 47.0),
}


# -- the file ----------------------------------------------------------------------------------


@pytest.mark.rule("2.1")
def test_grid_block() -> None:
    assert DATA["grid"] == {
        "orientation": "pointy",
        "columns": 26,
        "rows": 30,
        "stagger": "odd",
        "numbering": {
            "order": "row-first",
            "row": {"start": 6, "direction": "down", "digits": 2},
            "column": {"start": 1, "direction": "left", "digits": 2},
            "separator": "",
        },
    }
    for name in ("terrain", "countries"):
        assert [len(row) for row in DATA[name]["rows"]] == [COLUMNS] * ROWS


def test_it_loads_without_problems() -> None:
    load = pytest.importorskip("visegrad_editor.model.files.load").load
    loaded = load(FILE)
    assert loaded.problems == ()
    grid = loaded.design.map.grid
    assert [grid.number(h) for h in grid] == ALL
    for hex in ("0626", "0701", "2017", "1802", "3501"):
        assert {grid.number(n) for n in grid.neighbours(grid.parse(hex))} == set(neighbours(hex))


def test_every_hex_named_is_on_the_map() -> None:
    named = [
        *PLACES,
        *(h for a in AREAS.values() for h in a),
        *(label["hex"] for label in DATA["labels"]),
        *ROAD_HEXES,
    ]
    assert set(named) <= set(ALL)
    assert len(PLACES) == len(DATA["places"])
    assert len(BY_NAME) == len([p for p in DATA["places"] if "name" in p])


def test_reconstructed_parts_are_marked() -> None:
    assert DATA["provenance"] == "reconstructed" == DATA["places_provenance"] == DATA["areas_provenance"]
    for hex in ("2017", "1718", "1415", "2518", "3118", "2623", "2920"):
        assert PLACES[hex]["provenance"]["source"] == "rulebook", hex
    for place in DATA["places"]:
        if "provenance" in place:
            assert place["provenance"]["rule"], place


# -- hexes fixed by the rulebook --------------------------------------------------------------------


@pytest.mark.rule("2.1")
@pytest.mark.parametrize(
    ("hex", "name", "feature"),
    [
        ("2017", "Warsaw", "capital"),
        ("1415", "Vilnius", "capital"),
        ("2518", "Kraków", "city"),
        ("3118", "Budapest", "capital"),
        ("2623", "Prague", "capital"),
        ("2920", "Bratislava", "capital"),
    ],
)
def test_pinned_towns(hex: str, name: str, feature: str) -> None:
    assert PLACES[hex]["name"] == name
    assert feature in FEATURES[hex]


def test_kondratki_is_a_site_and_1414_is_empty() -> None:
    assert PLACES["1718"]["name"] == "Kondratki"
    assert not FEATURES["1718"]
    assert COUNTRY["1718"] == "poland"
    assert "1414" not in PLACES


@pytest.mark.parametrize(
    ("hex", "country"),
    [
        ("2413", "poland"),
        ("2813", "hungary"),
        ("3419", "hungary"),
        ("3423", "austria"),
        ("3024", "austria"),
        ("1724", "poland"),
        ("2017", "poland"),
        ("2518", "poland"),
        ("1415", "lithuania"),
        ("2623", "czech-republic"),
        ("2920", "slovakia"),
        ("3118", "hungary"),
    ],
)
def test_pinned_countries(hex: str, country: str) -> None:
    assert COUNTRY[hex] == country
    assert hex in PLAYABLE


@pytest.mark.parametrize("hex", POLISH_SET_UP)
def test_polish_units_set_up_in_poland(hex: str) -> None:
    assert COUNTRY[hex] == "poland"
    assert hex in PLAYABLE


def test_1724_is_on_the_coast() -> None:
    assert any(TERRAIN[n] == "sea" for n in neighbours("1724"))


def test_capitals() -> None:
    capitals = {p["name"]: COUNTRY[h] for h, p in PLACES.items() if "capital" in FEATURES[h]}
    assert capitals == {
        "Warsaw": "poland",
        "Vilnius": "lithuania",
        "Riga": "latvia",
        "Minsk": "belarus",
        "Kiev": "ukraine",
        "Moscow": "russia",
        "Berlin": "germany",
        "Prague": "czech-republic",
        "Bratislava": "slovakia",
        "Vienna": "austria",
        "Budapest": "hungary",
        "Bucharest": "romania",
        "Chișinău": "moldova",
        "Ljubljana": "slovenia",
        "Zagreb": "croatia",
        "Belgrade": "serbia",
    }
    places = {
        "Minsk": "1511",
        "Kiev": "2006",
        "Moscow": "0703",
        "Berlin": "2126",
        "Vienna": "2921",
        "Riga": "1016",
    }
    assert {name: BY_NAME[name]["hex"] for name in places} == places


@pytest.mark.rule("4.0")
def test_ten_industrial_hexes() -> None:
    industrial = {h for h, f in FEATURES.items() if "industrial" in f}
    parts = [AREAS[f"industrial-{n}"] for n in ("warsaw", "north-west", "krakow")]
    assert [len(p) for p in parts] == [2, 3, 5]
    assert industrial == {h for p in parts for h in p}
    assert len(industrial) == 10
    assert all(COUNTRY[h] == "poland" for h in industrial)
    assert not industrial & {"1718", *POLISH_SET_UP}
    assert all("2017" in neighbours(h) for h in parts[0])
    assert all(distance(h, "2017") > 4 and h[:2] < "20" and h[2:] > "20" for h in parts[1])
    assert all(h[:2] > "22" and h[2:] >= "18" and distance(h, "2518") <= 4 for h in parts[2])


def test_set_up_hexes_are_in_supply() -> None:
    """7.1: a path over open ground and roads from each Polish unit to a city in Poland."""
    sources = {h for h, f in FEATURES.items() if f & {"city", "capital"} and COUNTRY[h] == "poland"}
    assert POLISH_SET_UP
    for hex in POLISH_SET_UP:
        assert supplied(hex) & sources, hex


# -- areas -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("area", "first", "last", "countries"),
    [
        ("poland-north-edge", "1724", "1418", {"poland", "kaliningrad", "lithuania"}),
        ("hungary-south-edge", "3419", "2813", {"hungary"}),
        ("austria-west-edge", "3423", "3024", {"austria"}),
    ],
)
def test_edges_are_chains(area: str, first: str, last: str, countries: set[str]) -> None:
    hexes = AREAS[area]
    assert (hexes[0], hexes[-1]) == (first, last)
    assert chain(hexes)
    assert len(set(hexes)) == len(hexes)
    assert set(hexes) <= PLAYABLE
    assert {COUNTRY[h] for h in hexes} == countries


def test_north_edge_lies_on_the_sea() -> None:
    assert AREAS["poland-north-edge"]
    assert all(any(TERRAIN[n] == "sea" for n in neighbours(h)) for h in AREAS["poland-north-edge"])


def test_east_edge() -> None:
    edge = [h for h in ALL if h.endswith("01") and h in PLAYABLE]
    assert AREAS["east-edge"] == edge
    assert AREAS["east-edge-without-ukraine"] == [h for h in edge if COUNTRY[h] != "ukraine"]
    assert {COUNTRY[h] for h in AREAS["east-edge-without-ukraine"]} == {"russia"}
    assert sum(h in ROAD_HEXES for h in AREAS["east-edge-without-ukraine"]) >= 3


def test_areas_cite_rules() -> None:
    assert DATA["areas"]
    assert all(a["rule"] and a["name"] for a in DATA["areas"])


# -- land, sea, countries ----------------------------------------------------------------------


def test_sea_has_no_country_and_land_has_one() -> None:
    assert {h for h in ALL if COUNTRY[h] == ""} == {h for h in ALL if TERRAIN[h] == "sea"}


def test_countries_are_all_there() -> None:
    expected = {
        "",
        "poland",
        "lithuania",
        "latvia",
        "estonia",
        "belarus",
        "ukraine",
        "russia",
        "kaliningrad",
        "czech-republic",
        "slovakia",
        "hungary",
        "austria",
        "germany",
        "romania",
        "moldova",
        "serbia",
        "croatia",
        "slovenia",
        "bulgaria",
        "italy",
        "sweden",
    }
    assert set(COUNTRY.values()) == expected


@pytest.mark.parametrize(
    "country",
    sorted({c for c in COUNTRY.values() if c not in ("", "sweden", "ukraine", "serbia", "germany")}),
)
def test_countries_are_of_one_piece(country: str) -> None:
    hexes = {h for h in ALL if COUNTRY[h] == country}
    assert reached(min(hexes), hexes) == hexes


def test_all_playable_land_hangs_together() -> None:
    assert reached("2017", PLAYABLE) == PLAYABLE


def test_kaliningrad_is_no_place_to_set_up_in_russia() -> None:
    assert COUNTRY["1519"] == "kaliningrad"
    russia = {h for h in ALL if COUNTRY[h] == "russia"}
    assert not {COUNTRY[n] for h in russia for n in neighbours(h)} & {"poland", "kaliningrad", "lithuania"}


def test_marsh_is_one_region_between_belarus_and_ukraine() -> None:
    marsh = {h for h in ALL if TERRAIN[h] == "marsh"}
    assert 10 <= len(marsh) <= 25
    assert reached(min(marsh), marsh) == marsh
    assert {COUNTRY[h] for h in marsh} == {"belarus", "ukraine"}
    pripyat = {h for name, sides in RIVERS if name == "Pripyat" for s in sides for h in s}
    assert len(pripyat & marsh) >= 6


def test_mountains() -> None:
    mountains = {h for h in ALL if TERRAIN[h] == "mountain"}
    for hexes, countries in (
        ("2712", {"ukraine", "romania"}),
        ("2718", {"poland", "slovakia"}),
        ("3224", {"austria", "italy"}),
    ):
        assert countries <= {COUNTRY[h] for h in reached(hexes, mountains)}
    assert {"2521", "2522", "2523"} <= mountains
    left = set(mountains)
    while left:  # 7.1: every range with more than two hexes has a road through it
        group = reached(min(left), left)
        left -= group
        assert len(group) < 3 or group & ROAD_HEXES, group


def test_ports_lie_on_the_sea() -> None:
    ports = {p["name"]: h for h, p in PLACES.items() if "port" in FEATURES[h]}
    assert {"Gdańsk", "Szczecin", "Kaliningrad", "Riga", "Klaipėda", "Odessa"} <= set(ports)
    for name, hex in ports.items():
        assert any(TERRAIN[n] == "sea" for n in neighbours(hex)), name
        assert hex in PLAYABLE


def test_distances_agree_with_the_atlas() -> None:
    """Straight lines between cities, in hexes of 61.5 km, to half a hex at each end and 6 percent."""
    names = list(ATLAS)
    for one, other in some(itertools.combinations(names, 2)):
        (x, y), (u, v) = centre(BY_NAME[one]["hex"]), centre(BY_NAME[other]["hex"])
        hexes = math.hypot((x - u) / 2, (y - v) * 0.5 / math.sqrt(3))
        (lon1, lat1), (lon2, lat2) = ATLAS[one], ATLAS[other]
        a, b, dl = math.radians(lat1), math.radians(lat2), math.radians(lon2 - lon1)
        km = 6371 * math.acos(math.sin(a) * math.sin(b) + math.cos(a) * math.cos(b) * math.cos(dl))
        assert abs(hexes - km / 61.5) <= 1.0 + 0.06 * hexes, (one, other, hexes, km / 61.5)


# -- labels ------------------------------------------------------------------------------------


def test_labels() -> None:
    texts = {label["text"]: label for label in DATA["labels"]}
    assert {
        "Baltic Sea",
        "Black Sea",
        "Pripyat Marshes",
        "Carpathians",
        "Alps",
        "Poland",
        "Ukraine",
        "Belarus",
        "Russia",
    } <= set(texts)
    for label in texts.values():
        assert 0.25 <= label["size"] <= 2
        if label["style"] == "water":
            assert TERRAIN[label["hex"]] == "sea", label
    for country in ("poland", "ukraine", "belarus", "russia", "hungary", "romania"):
        assert COUNTRY[texts[country.title()]["hex"]] == country
