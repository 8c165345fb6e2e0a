"""The data of Visegrad 4 against the rulebook.

The tables below were written down from the rulebook, not from the files they check.
The files are read with plain PyYAML, so that a mistake of our own loader cannot hide one here.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from items import some
from sample_data import read_sample


@pytest.fixture(scope="module")
def rules() -> dict[str, Any]:
    return read_sample("rulesets/visegrad4.yaml")


@pytest.fixture(scope="module")
def historical() -> dict[str, Any]:
    return read_sample("scenarios/historical.yaml")


@pytest.fixture(scope="module")
def units(historical: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {f"{u['nationality']}/{u['name']}": u for u in historical["units"]}


# --- the order of battle, 3.0 -------------------------------------------------------------------

FIXED = """
poland/10th Armored Cavalry 1620
poland/34th Armored Cavalry 2015
poland/17th Mechanized Infantry 1716
poland/2nd Mechanized 1823
poland/7th Coastal Defense 1723
poland/12th Mechanized 2214
poland/1st Armored 2413
poland/9th Armored Cavalry 2614
poland/15th Mechanized 2518
poland/20th Mechanized 2017
hungary/5th Mechanized 3118
lithuania/Iron Wolf Mechanized 1415
russia/Airborne 1718
"""

ANYWHERE = {
    "russia": ["27th Motorized", "25th Motorized", "138th Motorized", "9th Artillery", "288th Artillery"],
    "ukraine": ["1st Armored", "17th Armored", "24th Mechanized", "79th Air Cavalry"],
    "belarus": ["38th Mobile", "6th Mechanized", "11th Mechanized", "120th Mechanized", "103rd Mobile"],
}

EAST_TURN_1 = [
    "17th Motorized", "18th Motorized", "19th Motorized", "136th Motorized", "205th Motorized",
    "4th Armored", "5th Guards Mechanized", "6th Armored", "9th Motorized", "336th Naval Infantry",
]
EAST_TURN_2 = [
    "7th Armored", "15th Motorized", "21st Motorized", "23rd Motorized", "28th Motorized",
    "32nd Motorized", "35th Motorized", "74th Motorized", "120th Artillery", "385th Artillery",
]

# (unit, turn, hex of entry)
AT_A_HEX = [
    ("hungary/25th Infantry", 3, "3118"),
    ("slovakia/1st Mechanized", 2, "2920"),
    ("slovakia/2nd Mechanized", 2, "2920"),
    ("czech-republic/4th Rapid", 1, "2623"),
    ("czech-republic/7th Mechanized", 3, "2623"),
]
POLISH_TURN_2 = ["6th Airborne", "21st Rifles", "25th Air Cavalry"]
US_GROUND = ["M.E.U.", "1st Armored", "2nd Marine"]
US_AIR = ["1st CAS", "2nd CAS", "3rd CAS", "4th CAS", "1st SAC", "2nd SAC"]

# The type of unit that a word of its name stands for; one not listed here follows its type's name.
TYPE_WORDS = {
    "Armored Cavalry": "armored-cavalry", "Armored": "armored", "Mechanized Infantry": "mechanized-infantry",
    "Guards Mechanized": "mechanized", "Mechanized": "mechanized", "Motorized": "motorized",
    "Coastal Defense": "coastal-defense", "Airborne": "airborne", "Rifles": "rifles",
    "Air Cavalry": "air-cavalry", "Naval Infantry": "naval-infantry", "Infantry": "infantry",
    "Rapid": "rapid", "Artillery": "artillery", "Mobile": "mobile", "Marine": "marine",
    "Mountain": "mountain", "CAS": "cas", "SAC": "sac",
}


@pytest.mark.rule("3.0")
@pytest.mark.parametrize("line", FIXED.split("\n")[1:-1])
def test_fixed_set_up_hex(units: dict[str, dict[str, Any]], line: str) -> None:
    key, hex_number = line.rsplit(" ", 1)
    assert units[key]["setup"] == hex_number
    assert "reinforcement" not in units[key]


@pytest.mark.parametrize(("country", "name"), [(c, n) for c, names in ANYWHERE.items() for n in names])
def test_set_up_anywhere_in_a_country(units: dict[str, dict[str, Any]], country: str, name: str) -> None:
    assert units[f"{country}/{name}"]["setup"] == {"countries": [country]}
    assert "reinforcement" not in units[f"{country}/{name}"]


@pytest.mark.parametrize(("name", "turn"), [(n, 1) for n in EAST_TURN_1] + [(n, 2) for n in EAST_TURN_2])
def test_russian_reinforcements_come_from_the_east(
    historical: dict[str, Any], units: dict[str, dict[str, Any]], name: str, turn: int,
) -> None:
    arrival = units[f"russia/{name}"]["reinforcement"]
    entry = _entry(historical, arrival["entry"])
    assert (arrival["turn"], entry["where"]) == (turn, {"areas": ["east-edge-without-ukraine"]})
    assert entry["pays"] is True  # 10.0
    assert "setup" not in units[f"russia/{name}"]


@pytest.mark.parametrize(("key", "turn", "hex_number"), AT_A_HEX)
def test_reinforcements_at_a_hex(
    historical: dict[str, Any], units: dict[str, dict[str, Any]], key: str, turn: int, hex_number: str,
) -> None:
    arrival = units[key]["reinforcement"]
    entry = _entry(historical, arrival["entry"])
    assert (arrival["turn"], entry["where"]) == (turn, {"hexes": [hex_number]})
    assert entry.keys().isdisjoint({"pays", "stops"})  # 10.0


@pytest.mark.parametrize("name", POLISH_TURN_2)
def test_polish_reinforcements_enter_in_cities(
    historical: dict[str, Any], units: dict[str, dict[str, Any]], name: str,
) -> None:
    arrival = units[f"poland/{name}"]["reinforcement"]
    assert arrival["turn"] == 2
    assert _entry(historical, arrival["entry"])["where"] == {
        "countries": ["poland"], "features": ["city", "capital"],
    }


def test_us_ground_units_wait_for_the_intervention(
    historical: dict[str, Any], units: dict[str, dict[str, Any]],
) -> None:
    for name in US_GROUND:
        unit = units[f"usa/{name}"]
        assert unit["reinforcement"]["event"] == "us-entry"
        assert {str(row).split("-")[1] for row in unit["values"]} == {"9"}  # 2.6
        where = _entry(historical, unit["reinforcement"]["entry"])["where"]
        assert where["countries"] == ["austria", "hungary"]
        assert set(where["roads"]) == {"highway", "major-highway", "e77"}  # 9.6: E77 is a highway
    assert _entry(historical, "us-entry")["stops"] is True


def test_us_air_units(units: dict[str, dict[str, Any]]) -> None:
    for name in US_AIR:
        assert units[f"usa/{name}"]["reinforcement"] == {"event": "us-entry", "entry": "off-map"}
        assert units[f"usa/{name}"]["setup"] == {"box": "us-air"}


def test_marines_have_other_ways_in(historical: dict[str, Any], units: dict[str, dict[str, Any]]) -> None:
    edge, ports = _entry(historical, "poland-north-edge"), _entry(historical, "ports")
    assert (edge["where"], edge["stops"]) == ({"areas": ["poland-north-edge"]}, True)  # 10.1
    assert (ports["where"]["features"], ports.get("stops", False)) == (["port"], False)  # 10.0
    landing = _entry(historical, "us-ports")
    assert (landing["where"], landing["stops"]) == (ports["where"], True)  # 12.0
    assert units["russia/336th Naval Infantry"]["reinforcement"]["also"] == ["poland-north-edge", "ports"]
    assert units["usa/M.E.U."]["reinforcement"]["also"] == ["poland-north-edge", "us-ports"]
    assert units["usa/2nd Marine"]["reinforcement"]["also"] == ["us-ports"]
    others = [k for k, u in units.items() if "also" in u.get("reinforcement", {})]
    assert len(others) == 3


def test_romanians_and_italians(historical: dict[str, Any], units: dict[str, dict[str, Any]]) -> None:
    expected = {
        "romania": (3, "romania-entry", "hungary-south-edge"),
        "italy": (4, "italy-entry", "austria-west-edge"),
    }
    for nation, (count, event, area) in some(expected.items()):
        found = [u for u in units.values() if u["nationality"] == nation]
        assert len(found) == count  # 12.1, 12.2
        for unit in some(found):
            assert unit["reinforcement"]["event"] == event
            entry = _entry(historical, unit["reinforcement"]["entry"])
            assert (entry["where"], entry["stops"]) == ({"areas": [area]}, True)
            assert unit["provenance"]["source"] == "reconstructed"


def test_air_units_to_be_bought(units: dict[str, dict[str, Any]], rules: dict[str, Any]) -> None:
    boxes = Counter(
        u["setup"]["box"] for u in units.values() if isinstance(u.get("setup"), dict) and "box" in u["setup"]
    )
    assert boxes == {"russian-air-pool": 10, "allied-air-pool": 6, "us-air": 6}  # 3.1, 12.0
    air = {t["id"] for t in rules["unit_types"] if "air" in t.get("traits", [])}
    assert air == {"cas", "sac"}
    for key, unit in units.items():
        assert (unit["type"] in air) == ("values" not in unit), key
    assert [k for k, u in units.items() if u["type"] == "sac"] == ["usa/1st SAC", "usa/2nd SAC"]  # 13.5


@pytest.mark.rule("2.2")
def test_number_of_units(historical: dict[str, Any], units: dict[str, dict[str, Any]]) -> None:
    assert len(units) == len(historical["units"]), "two units with one name"
    ground = Counter(u["nationality"] for u in units.values() if u["type"] not in ("cas", "sac"))
    assert ground == {
        "poland": 13, "hungary": 2, "slovakia": 2, "lithuania": 1, "czech-republic": 2, "usa": 3,
        "romania": 3, "italy": 4, "russia": 26, "ukraine": 4, "belarus": 5,
    }


def test_three_units_start_reduced(units: dict[str, dict[str, Any]]) -> None:
    reduced = {key for key, unit in units.items() if unit.get("reduced")}
    assert reduced == {"russia/27th Motorized", "russia/9th Artillery", "russia/Airborne"}


@pytest.mark.rule("2.4")
def test_types_follow_names(units: dict[str, dict[str, Any]]) -> None:
    odd = {
        "usa/M.E.U.": "marine", "lithuania/Iron Wolf Mechanized": "mechanized-static",
        "italy/Ariete": "armored", "italy/Garibaldi": "mechanized", "italy/Pozzuolo": "armored-cavalry",
        "italy/Julia": "mountain",
    }
    assert units
    for key, unit in units.items():
        word = max((w for w in TYPE_WORDS if unit["name"].endswith(w)), key=len, default="")
        assert unit["type"] == (odd.get(key) or TYPE_WORDS[word]), key


@pytest.mark.rule("2.5")
def test_iron_wolf(units: dict[str, dict[str, Any]], rules: dict[str, Any]) -> None:
    wolf = units["lithuania/Iron Wolf Mechanized"]
    assert _strength(wolf)[0] == 7  # 2.5
    assert wolf["values"] == ["7-0", "3-0"]  # 2.6
    assert wolf["provenance"]["source"] == "rulebook"
    static = [t["id"] for t in rules["unit_types"] if "static" in t.get("traits", [])]
    assert [wolf["type"]] == static


@pytest.mark.rule("2.5")
def test_strengths_are_usable(units: dict[str, dict[str, Any]]) -> None:
    fighting = {key: unit for key, unit in units.items() if "values" in unit}
    assert fighting
    for key, unit in fighting.items():
        full, reduced = _strength(unit)
        assert full > reduced, key
        assert reduced // 2 >= 1, f"{key} would have no strength when out of supply (7.3)"


def test_strengths_grow_with_the_weight_of_the_type(units: dict[str, dict[str, Any]]) -> None:
    """Within a nation: armored and armored cavalry > mechanized > light troops."""
    heavy = {"armored", "armored-cavalry"}
    middle = {"mechanized", "mechanized-infantry", "motorized"}
    light = {"airborne", "air-cavalry", "mobile", "infantry", "mountain"}
    compared = 0
    for nation in {u["nationality"] for u in units.values()}:
        own = [u for u in units.values() if u["nationality"] == nation and "values" in u]
        tanks = [_strength(u)[0] for u in own if u["type"] in heavy]
        mech = [_strength(u)[0] for u in own if u["type"] in middle]
        foot = [_strength(u)[0] for u in own if u["type"] in light]
        if tanks and mech:
            assert sum(tanks) / len(tanks) > sum(mech) / len(mech), nation
        if mech and foot:
            assert min(mech) >= max(foot), nation
        compared += bool(mech and (tanks or foot))
    assert compared > 1


def test_assets(historical: dict[str, Any]) -> None:
    assert {a["id"]: a["number"] for a in historical["assets"]} == {
        "air-russian": 10, "cyber-war-russian": 7, "air-allied": 6, "cyber-war-allied": 7}  # 3.1, 3.2
    assert historical["turns"] == 10  # 5.0


def test_every_entry_is_used_and_known(historical: dict[str, Any], units: dict[str, dict[str, Any]]) -> None:
    used: set[str] = set()
    for unit in units.values():
        if arrival := unit.get("reinforcement"):
            used |= {arrival["entry"], *arrival.get("also", [])}
    assert used - {"off-map"} == {e["id"] for e in historical["entries"]}


# --- helpers ------------------------------------------------------------------------------------

def _entry(scenario: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(e for e in scenario["entries"] if e["id"] == name)
    return found


def _strength(unit: dict[str, Any]) -> tuple[int, int]:
    full, reduced = (str(row).split("-")[0] for row in unit["values"])
    return int(full), int(reduced)
