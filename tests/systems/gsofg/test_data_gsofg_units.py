"""The order of battle of Group of Soviet Forces Germany: what the rulebook says of counters, and totals.

The scenario files are read with plain PyYAML, so that a mistake of our own loader cannot hide one here.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from bundled import design_of
from items import some
from sample_data import read_sample

from visegrad_editor.engine.checks import check_design
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.files.load import load

PRINTED = {"4/2": "2806", "3/1": "2235", "4/4": "1824"}
"""The brigades whose hex and values, 1-2-8, the rulebook prints."""
LINKED = {"2nd Armored (-)": 7, "1st Mechanized (-)": 6, "4th Mechanized (-)": 12}
TOTALS = {
    "soviet start": (37, 200, 146, 73), "airborne": (7, 21, 21, 7),
    "soviet reinforcements": (50, 282, 205, 89),
    "nato start": (35, 78, 160, 58), "nato reinforcements": (54, 95, 172, 73), "exchange": (3, 9, 18, 6)}
"""Units, attack, defence and steps."""
SIZES = {"division": 2, "brigade": 1, "regiment": 1}
"""Room in halves of a division."""


def read_scenario(name: str) -> dict[str, Any]:
    return read_sample(f"scenarios/{name}.yaml")


def key(unit: dict[str, Any]) -> str:
    return f"{unit['nationality']}/{unit['name']}"


@pytest.fixture(scope="module")
def units() -> dict[str, dict[str, Any]]:
    listed = read_scenario("gsofg")["units"]
    assert len({key(u) for u in listed}) == len(listed), "every counter has a name of its own"
    return {key(u): u for u in listed}


@pytest.fixture(scope="module")
def rules() -> dict[str, Any]:
    return read_sample("rulesets/gsofg.yaml")


def values(unit: dict[str, Any]) -> tuple[int, int, int]:
    attack, defence, movement = map(int, unit["values"].split("-"))
    return attack, defence, movement


def part(unit: dict[str, Any], sides: dict[str, str]) -> str:
    arrives = unit.get("reinforcement", {})
    if sides[unit["nationality"]] == "soviet":
        pool = {"soviet-reinforcements": "soviet reinforcements", "guards-airborne": "airborne"}
        return pool.get(arrives.get("event", ""), "soviet start")
    if arrives:
        return "nato reinforcements"
    return "exchange" if "box" in unit["setup"] else "nato start"


def hexes_of(setup: Any) -> list[Hex]:
    game_map = design_of("maps/gsofg").map
    if isinstance(setup, str):
        hex = game_map.grid.parse(setup)
        assert hex is not None
        return [hex]
    return [h for area in setup["areas"] for h in game_map.area_by_id[area].hexes]


def room(unit: dict[str, Any], rules: dict[str, Any]) -> int:
    """The halves of a division that a unit takes."""
    (kind,) = [t for t in rules["unit_types"] if t["id"] == unit["type"]]
    return 0 if "territorial" in kind.get("traits", []) else SIZES[unit.get("size", kind["size"])]


@pytest.mark.rule("2.1", "2.3", "2.13")
def test_there_are_280_counters(units: dict[str, dict[str, Any]], rules: dict[str, Any]) -> None:
    listed = dict(re.findall(r"^\| ([^|*]+) \| (\d+) \| ", page().partition("## The 280 counters")[2],
                             re.MULTILINE))
    sides = {n["id"]: n["side"] for n in rules["nationalities"]}
    counted = Counter(sides[u["nationality"]] for u in units.values())
    units_of = {"soviet": listed.pop("Soviet side: units"), "nato": listed.pop("NATO: units")}
    assert counted == {side: int(number) for side, number in units_of.items()}
    assert len(units) + sum(map(int, listed.values())) == 280
    assert "| **All** | **280** | 2.1 |" in page()
    # Where the rules say how many there are, the data has as many.
    assets = {a["id"]: a for a in (*rules["assets"], *(
        a for o in rules["options"] for changed in o.get("changes", {}).values()
        for a in changed.get("assets", ())))}
    most = {kind: sum(assets[id]["most"] for id in ids) for kind, ids in OF_ASSETS.items()}
    assert {kind: int(listed[kind]) for kind in most} == most
    guns = sum(u["type"] == "artillery" for u in units.values())
    assert int(listed["Artillery that fired or moved"]) == guns


OF_ASSETS = {
    "Special forces, NATO": ["nato-special-forces"], "Special forces, Soviet": ["soviet-special-forces"],
    "Electronic warfare, NATO": ["nato-electronic-warfare"],
    "Electronic warfare, Soviet": ["soviet-electronic-warfare"], "Wild weasels": ["wild-weasels"],
    "Support aircraft, a side on each face": ["nato-aircraft"],
    "Air supply": ["nato-air-supply", "soviet-air-supply"], "Air superiority": ["nato-superiority"]}
"""The markers that the ruleset counts; either side's aircraft are the same counters."""


def page() -> str:
    """The page of the sources and the counters."""
    return Path(__file__).parents[3].joinpath("docs/gsofg-sources.md").read_text("utf-8")


OURS = ("ours, because", "general knowledge", "only its letters")
"""Words of a note that says that there is no source."""


def test_every_reconstructed_unit_names_a_source_of_the_list(units: dict[str, dict[str, Any]]) -> None:
    listed = {int(n) for n in re.findall(r"^\| (\d+) \| ", page(), re.MULTILINE)}
    assert listed == set(range(1, len(listed) + 1))
    scenario = design_of("gsofg").scenario
    assert scenario is not None
    named = Counter[int]()
    for unit in scenario.units:
        source = unit.provenance.of("type")
        numbers = {int(n) for found in re.findall(r"\(sources? ([\d, ]+)\)", source.note)
                   for n in found.split(", ")}
        named.update(numbers)
        if source.source == "reconstructed":
            assert numbers or any(words in source.note for words in OURS), unit.key
        else:
            assert (source.source, source.rule != "") == ("rulebook", True), unit.key
    usual = read_scenario("gsofg")["units_provenance"]["note"]
    assert named.keys() | {int(n) for n in re.findall(r"source (\d+)", usual)} == listed
    assert sum(u.provenance.of("type").source == "reconstructed" for u in scenario.units) == 173
    doubtful = [u.key for u in scenario.units if any(w in u.provenance.of("type").note for w in OURS[1:])]
    assert doubtful == ["canada/Airborne Regiment", "france/Foreign Legion"]


def test_a_variant_keeps_the_sources_of_its_units() -> None:
    whole = design_of("gsofg").scenario
    assert whole is not None
    for name in ("gsofg-free-fronts", "gsofg-first-steps"):
        variant = design_of(name).scenario
        assert variant is not None
        types = {u.key: u.provenance.of("type") for u in variant.units}
        assert len(types) > 20
        assert types == {key: whole.unit_by_key[key].provenance.of("type") for key in types}


@pytest.mark.rule("2.3")
def test_totals_of_both_sides(units: dict[str, dict[str, Any]], rules: dict[str, Any]) -> None:
    sides = {n["id"]: n["side"] for n in rules["nationalities"]}
    found = {name: [0, 0, 0, 0] for name in TOTALS}
    for unit in units.values():
        total, (attack, defence, _) = found[part(unit, sides)], values(unit)
        for n, number in enumerate((1, attack, defence, unit.get("steps", 2))):
            total[n] += number
    assert {name: tuple(total) for name, total in found.items()} == TOTALS


@pytest.mark.rule("2.11")
def test_values_are_the_same_for_a_type_of_a_side(
        units: dict[str, dict[str, Any]], rules: dict[str, Any]) -> None:
    sides = {n["id"]: n["side"] for n in rules["nationalities"]}
    by_type: dict[tuple[str, ...], set[str]] = {}
    for unit in units.values():
        linked = "two brigades" if "(-)" in unit["name"] else ""
        east = "east-germany" if unit["nationality"] == "east-germany" else ""
        kind = (sides[unit["nationality"]], east, unit["type"], unit.get("size", ""), linked)
        by_type.setdefault(kind, set()).add(unit["values"])
    # The rulebook's note to 2.11: all of a type are rated alike.
    assert {kind: found for kind, found in by_type.items() if len(found) > 1} == {}
    assert len(by_type) > 20
    territorials = [u for u in units.values() if u["type"] == "territorial"]
    assert {u["values"] for u in territorials} == {"1-1-0"}
    assert len(territorials) == 13


@pytest.mark.rule("1.8", "6.10", "9.6", "9.8")
def test_what_the_rulebook_says_of_counters(units: dict[str, dict[str, Any]]) -> None:
    for name, hex in PRINTED.items():
        unit = units[f"usa/{name}"]
        assert (unit["values"], unit["setup"], unit["steps"], unit["size"]) == ("1-2-8", hex, 1, "brigade")
        assert unit["provenance"] == {"source": "rulebook", "rule": "9.8"}
    for name, turn in LINKED.items():
        unit = units[f"usa/{name}"]
        assert (unit["values"], unit["steps"], unit["reinforcement"]["turn"]) == ("2-4-8", 1, turn)
        whole = units[f"usa/{name.removesuffix(' (-)')}"]
        assert (whole["setup"], whole["values"]) == ({"box": "exchange"}, "3-6-8")
    air_mobile = {key(u): u.get("size", "division") for u in units.values() if u["type"] == "air-mobile"}
    assert air_mobile == {"usa/101st Air Mobile": "division", "usa/6th Air Mobile": "brigade",
                          "united-kingdom/3rd Air Mobile": "division"}
    airborne = units["ussr/102nd Guards Airborne"]
    assert airborne["reinforcement"]["event"] == "guards-airborne"
    (dutch,) = [u for u in units.values()
                if (u["type"], u["nationality"]) == ("territorial", "netherlands")]
    assert dutch["setup"] == "1309"
    assert {u["nationality"] for u in units.values() if u["type"] == "jaeger"} == {"west-germany"}
    east_german = [u for u in units.values() if u["nationality"] == "east-germany"]
    assert all(values(u)[0] > 1 for u in some(east_german)), "alone it counts 1, so it has more"


@pytest.mark.rule("2.6", "3.2")
def test_soviet_units_stand_where_their_letter_says(units: dict[str, dict[str, Any]]) -> None:
    def letter(unit: dict[str, Any]) -> str:
        arrives = unit.get("reinforcement", {})
        return unit["setup"]["areas"][0] if "setup" in unit else arrives.get("event", arrives["entry"])

    letters = Counter(
        letter(u) for u in units.values() if u["nationality"] in ("ussr", "guards", "east-germany"))
    assert letters == {"setup-e": 8, "setup-f": 9, "entry-a": 4, "entry-b": 6, "entry-c": 5, "entry-d": 5,
                       "guards-airborne": 7, "soviet-reinforcements": 50}
    first = {u["reinforcement"]["turn"] for u in units.values() if "entry-" in str(u.get("reinforcement"))}
    assert first == {1}
    guards = {key(u) for u in units.values() if u.get("formation") == "8-guards"}
    assert guards == {k for k in units if k.startswith("guards/")}
    assert len(guards) == 5


@pytest.mark.rule("3.2", "7.1")
def test_every_set_up_hex_can_be_stood_in(units: dict[str, dict[str, Any]], rules: dict[str, Any]) -> None:
    game_map = design_of("maps/gsofg").map
    east = {"east-germany", "guards", "ussr"}
    zones = {h for a in ("setup-e", "setup-f") for h in game_map.area_by_id[a].hexes}
    stacks: Counter[Hex] = Counter()
    countries = Counter[str]()
    for unit in some(u for u in units.values() if isinstance(u.get("setup"), str)):
        (hex,) = hexes_of(unit["setup"])
        assert unit["nationality"] not in east
        assert game_map.terrain.at(hex) in ("clear", "rough", "heath", "mountain")
        assert hex not in zones
        countries[game_map.countries.at(hex)] += 1
        stacks[hex] += room(unit, rules)
    assert max(stacks.values()) <= 4, "two divisions in a hex"
    assert countries == {"west-germany": 34, "netherlands": 1}


@pytest.mark.rule("3.2", "7.1")
def test_the_armies_of_e_and_f_find_room(units: dict[str, dict[str, Any]], rules: dict[str, Any]) -> None:
    game_map = design_of("maps/gsofg").map
    for area in ("setup-e", "setup-f"):
        there = [u for u in units.values() if u.get("setup") == {"areas": [area]}]
        assert len(there) > 5
        hexes = game_map.area_by_id[area].hexes
        assert sum(room(u, rules) for u in there) <= 4 * len(hexes)
        assert sum(u["nationality"] == "east-germany" for u in there) == 3 <= len(hexes)


@pytest.mark.rule("2.12", "9.1")
def test_every_arrival_has_an_entry(units: dict[str, dict[str, Any]], rules: dict[str, Any]) -> None:
    scenario = read_scenario("gsofg")
    entries = {e["id"] for e in scenario["entries"]}
    ways = [u["reinforcement"] for u in units.values() if "reinforcement" in u]
    assert {w["entry"] for w in ways} | {e for w in ways for e in w.get("also", [])} == entries
    assert {w["turn"] for w in ways if "turn" in w} <= set(range(1, 16))
    known = {p["id"] for p in rules["pools"]} | {c["id"] for c in rules["call_ups"]}
    assert {w["event"] for w in ways if "event" in w} == known
    assert {e for p in rules["pools"] for e in p["entry"]} <= entries
    american = [u["reinforcement"] for u in units.values()
                if u["nationality"] in ("usa", "canada") and "reinforcement" in u]
    assert {(w["entry"], w["also"][0]) for w in american} == {("frankfurt", "west-edge")}


ARRIVALS = {
    "usa": ("frankfurt", "west-edge"), "canada": ("frankfurt", "west-edge"),
    "united-kingdom": ("dutch-west-edge",), "netherlands": ("dutch-west-edge",),
    "france": ("strasbourg", "french-west-edge"), "belgium": ("cologne", "belgian-west-edge"),
    "west-germany": ("german-cities",)}
"""Where each nation enters (9.5), first where it should, then where it may instead."""
ENTRY_HEXES = {
    "frankfurt": "2024", "strasbourg": "1233", "cologne": "1316 1416 1417 1515 1516",
    "german-cities": "2024 2034 2133 2521 2939 3011 3031 3039 3111 3302 3303 "
                     "1413 1414 1512 1513 1613 1614 1713"}


@pytest.mark.rule("9.5")
def test_where_each_nation_enters(units: dict[str, dict[str, Any]]) -> None:
    ways = {}
    for unit in units.values():
        arrives = unit.get("reinforcement", {})
        if unit["nationality"] in ARRIVALS and "turn" in arrives:
            also = [e for e in arrives.get("also", []) if not e.startswith("nato-air")]
            assert ("nato-air" in arrives.get("also", [])) == (unit["type"] == "airborne")
            ways.setdefault(unit["nationality"], set()).add((arrives["entry"], *also))
    assert ways == {nation: {way} for nation, way in ARRIVALS.items()}
    entries = {e["id"]: e["where"] for e in read_scenario("gsofg")["entries"]}
    game_map = design_of("maps/gsofg").map
    ruhr = [game_map.grid.number(h) for h in game_map.area_by_id["ruhr"].hexes]
    for entry, hexes in ENTRY_HEXES.items():
        found = str(entries[entry]["hexes"]).split() + (ruhr if "areas" in entries[entry] else [])
        assert sorted(found) == sorted(hexes.split())
    letters = {f"entry-{letter}": str(entries[f"entry-{letter}"]["hexes"]).split() for letter in "abcd"}
    assert letters == {
        "entry-a": ["4202", "4203"], "entry-b": ["4211", "4212", "4213"],
        "entry-c": ["4230", "4231", "4232"], "entry-d": ["4220", "4221", "4222"]}
    assert entries["west-edge"] == {"countries": ["west-germany", "netherlands", "france"], "edge": "west"}


@pytest.mark.rule("2.6", "2.7", "2.8")
def test_units_name_what_the_ruleset_has(units: dict[str, dict[str, Any]], rules: dict[str, Any]) -> None:
    lists = ("nationalities", "unit_types", "formations")
    names = {entries: {e["id"] for e in rules[entries]} for entries in lists}
    assert {u["nationality"] for u in units.values()} == names["nationalities"]
    assert {u["type"] for u in units.values()} <= names["unit_types"]
    assert {u["formation"] for u in units.values() if "formation" in u} == names["formations"]
    assert {len(u["values"].split("-")) for u in units.values()} == {len(rules["values"])}


def test_the_teaching_game_is_small(units: dict[str, dict[str, Any]]) -> None:
    first = read_scenario("gsofg-first-steps")
    gone = set(first["remove"])
    assert gone < set(units)
    left = units.keys() - gone
    assert (len(left), first["turns"]) == (26, 3)
    game_map = design_of("maps/gsofg").map
    west, east = (game_map.grid.parse(c) for c in first["play_area"])
    assert west is not None
    assert east is not None
    changed = {c["unit"]: c for c in first["change"]}
    assert changed.keys() <= left
    placed = [(units[k] | changed.get(k, {})).get("setup") for k in sorted(left)]
    for hex in some(h for setup in placed if setup for h in hexes_of(setup)):
        assert west.col <= hex.col <= east.col
        assert west.row <= hex.row <= east.row


def test_the_free_fronts_move_only_nato(units: dict[str, dict[str, Any]]) -> None:
    free = read_scenario("gsofg-free-fronts")
    changed = {c["unit"]: c["setup"] for c in free["change"]}
    assert changed.keys() < units.keys()
    assert len(changed) == 30
    assert all(isinstance(units[k]["setup"], str) for k in some(changed))
    fixed = {k for k, u in units.items() if isinstance(u.get("setup"), str)} - changed.keys()
    assert {units[k]["nationality"] for k in fixed} == {"france", "canada", "netherlands"}
    assert {a for setup in changed.values() for a in setup["areas"]} == {"northag", "centag"}


@pytest.mark.parametrize("name", ["gsofg", "gsofg-free-fronts", "gsofg-first-steps"])
def test_the_scenarios_have_no_problems(name: str) -> None:
    loaded = load(f"scenarios/{name}")
    assert [str(p) for p in (*loaded.problems, *check_design(loaded.design))] == []


def test_2_8_a_new_unit_moves_as_most_of_its_type_and_markers_not_at_all(
        units: dict[str, dict[str, Any]], rules: dict[str, Any]) -> None:
    types = {t["id"]: t for t in rules["unit_types"]}
    moves = {id: Counter(values(u)[2] for u in units.values() if u["type"] == id) for id in types}
    assert {id for id, counts in moves.items() if not counts} == {
        "special-forces", "electronic-warfare", "air-supply", "air", "air-transportable"}
    usual = {id: counts.most_common(1)[0][0] if counts else 0 for id, counts in moves.items()}
    usual["air-transportable"] = usual["air-landing"]
    assert {id: t["movement"] for id, t in types.items()} == usual


def test_7_1_the_limit_of_stacks_is_the_same_wherever_it_is_written(rules: dict[str, Any]) -> None:
    assert rules["stacking_limit"] == int(rules["stacking"]["limit"]) == 2
