"""Sides, sequence, stacking, supply, arrivals and victory of Group of Soviet Forces Germany against the
rulebook, read with plain PyYAML."""

from __future__ import annotations

from typing import Any

import pytest
from bundled import design_of
from sample_data import read_sample

from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.rules.arrivals import number_in

SIDES = {
    "soviet": {"guards", "ussr", "east-germany"},
    "nato": {"usa", "france", "united-kingdom", "canada", "netherlands", "belgium", "west-germany"},
}
RED_PRINT = {"guards", "canada"}
"""Nationalities whose counters are printed in red; the other Soviet army is white on red, the rest black."""
SOURCES = {
    "usa": "2024", "canada": "2024", "united-kingdom": "ruhr", "france": "1233", "netherlands": "1307",
    "belgium": "1316 1416 1417 1515 1516",
    "west-germany": "2024 2034 2133 2521 2939 3039 3011 3111 3031 3302 3303 ruhr",
}
"""Sources by nationality. 1307 is Apeldoorn, to which the rulebook gives the number of Strasbourg; 3039 and
3303 are what it means by "etc."."""
POOL = {1: 0, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 6, 11: 6, 15: 6}


@pytest.fixture(scope="module")
def rules() -> dict[str, Any]:
    return read_sample("rulesets/gsofg.yaml")


def germany() -> GameMap:
    return design_of("maps/gsofg").map


def of(entries: list[dict[str, Any]], id: str) -> dict[str, Any]:
    (entry,) = [e for e in entries if e["id"] == id]
    return entry


def red(colour: str) -> bool:
    r, g, b = (int(colour[i:i + 2], 16) for i in (1, 3, 5))
    return r > 150 and g < 100 and b < 100


@pytest.mark.rule("1.7", "2.5", "3.1")
def test_nationalities_and_their_colours(rules: dict[str, Any]) -> None:
    assert {side: {n["id"] for n in rules["nationalities"] if n["side"] == side} for side in SIDES} == SIDES
    colours = {n["id"]: n["colours"] for n in rules["nationalities"]}
    assert {n for n, c in colours.items() if red(c["ink"])} == RED_PRINT
    assert {n for n, c in colours.items() if red(c["ground"])} == {"ussr", "east-germany"}
    assert {n for n, c in colours.items() if c["ink"] == "#ffffff"} == {"ussr"}
    army = of(rules["formations"], "8-guards")
    assert army["nationality"] == "guards"


@pytest.mark.rule("2.4", "2.9", "2.10", "2.11")
def test_counters_show_attack_defence_and_movement(rules: dict[str, Any]) -> None:
    assert [v["id"] for v in rules["values"]] == ["attack", "defence", "movement"]
    assert rules["counter"]["front"] == "{attack}-{defence}-{movement}"
    assert "back" not in rules["counter"], "a reduced unit keeps its values"
    assert rules["steps"]["usual"] == 2


@pytest.mark.rule("1.4", "3.2", "4.2", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.10")
def test_turn_and_phases(rules: dict[str, Any]) -> None:
    assert (rules["turns"], rules["turn_length"], rules["set_up_order"]) == (15, "2 days", ["nato", "soviet"])
    parts = [p for p in rules["sequence"]["turn"] if "player_turn" in p]
    assert [(p["player_turn"], p["when"]["turn"], p.get("choose", [p["phases"]])) for p in parts] == [
        ("soviet", 1, [["soviet-move", "soviet-fight"]]),
        ("soviet", [2, 15], [["soviet-move", "soviet-fight"], ["soviet-fight", "soviet-move"],
                             ["soviet-fight", "soviet-second-fight"]]),
        ("nato", 1, [["nato-fight", "nato-call-up", "nato-move"]]),
        ("nato", [2, 15], [["nato-call-up", "nato-move", "nato-fight"],
                           ["nato-fight", "nato-call-up", "nato-move"]])]
    extra = rules["sequence"]["extra"]
    assert [(e["before"], e["units"], e["when"]["turn"]) for e in extra] == [
        ("soviet", {"formation": ["8-guards"]}, 1), ("soviet", {"formation": ["8-guards"]}, [2, 3])]
    assert len(extra[1]["choose"]) == 3
    known = {p["id"] for p in rules["phases"]}
    used = {p for part in (*parts, *extra) for p in part["phases"]}
    used |= {p["id"] for p in rules["sequence"]["turn"] if "id" in p}
    assert used | {"guards-second-fight", "soviet-second-fight"} == known


@pytest.mark.rule("7.1", "7.2", "7.3", "7.4", "7.5")
def test_stacking(rules: dict[str, Any]) -> None:
    stacking = rules["stacking"]
    assert (stacking["limit"], stacking["weigh"]) == (
        2, {"by": "size", "of": {"division": 1, "brigade": "1/2", "regiment": "1/2"}})
    assert (stacking["judged"], stacking["excess"]) == ("always", "enemy-removes")
    assert [(q["units"], q["number"]) for q in stacking["at_most"]] == [
        ({"side": ["soviet"], "trait": ["artillery"]}, 1), ({"nationality": ["east-germany"]}, 1)]
    assert "territorial" in stacking["free"]["trait"]
    assert set(of(rules["unit_types"], "territorial")["traits"]) == {"static", "territorial"}


@pytest.mark.rule("7.5")
def test_a_lone_east_german_division_defends_with_one(rules: dict[str, Any]) -> None:
    lone = of(rules["combat"]["strengths"], "lone-east-german")
    assert (lone["who"], lone["effect"]) == ("each", {"defence": "=1"})
    company = lone["when"]["not"]["hexes"]["occupied_by"]
    assert company == {"side": ["soviet"], "not": {"nationality": ["east-germany"]}}
    assert lone["when"]["units"] == {"nationality": ["east-germany"]}


@pytest.mark.rule("5.4", "5.8")
def test_the_soviet_side_is_held_by_contact(rules: dict[str, Any]) -> None:
    zones = rules["zones"]
    assert (zones["kind"], zones["on"], zones["of"]["side"]) == ("contact", {"side": ["soviet"]}, ["nato"])
    assert zones["reach"] == {"not_across": ["river", "lake", "sea"]}
    assert "start" not in zones, "contact holds who starts in it"
    (guards,) = zones["modifiers"]
    assert (guards["when"], guards["effect"]) == ({"phase": ["guards-move"]}, {"zones": "none"})
    turns = [e["when"]["turn"] for e in rules["sequence"]["extra"] if "guards-move" in e["phases"]]
    assert turns == [1, [2, 3]], "the phase is that of the first three turns"


@pytest.mark.rule("8.4", "8.7", "8.10", "8.11", "8.12")
def test_supply_goes_by_two_legs(rules: dict[str, Any]) -> None:
    soviet, nato = rules["supply"]["paths"]
    assert [leg["length"] for leg in soviet["legs"]] == [6, 30]
    assert [leg["length"] for leg in nato["legs"]] == [8, 30]
    assert [leg.get("water", False) for leg in (*soviet["legs"], *nato["legs"])] == [False, False, True, True]
    assert soviet["legs"][0]["to"]["not"] == {"areas": ["west-bank"]}
    (out,) = rules["supply"]["states"]
    assert out["effect"] == {"attack": "/2", "defence": "/2", "allowance": "/2"}
    assert rules["supply"]["judged"] == "at-use"
    assert {"units": {"trait": ["artillery"]}, "supplied": False} in rules["combat"]["may_not"]["any"]


@pytest.mark.rule("8.8", "8.9")
def test_sources_of_each_nationality(rules: dict[str, Any]) -> None:
    game_map = germany()
    ruhr = {game_map.grid.number(h) for h in game_map.area_by_id["ruhr"].hexes}
    assert {"1613", "1414"} <= ruhr
    found: dict[str, set[str]] = {}
    for source in rules["supply"]["sources"]:
        hexes = set(str(source["hexes"].get("hexes", "")).split())
        hexes |= ruhr if source["hexes"].get("areas") == ["ruhr"] else set()
        for nationality in source["for"].get("nationality", []):
            assert source["repaired"] == {"after": "1d6"}
            found[nationality] = found.get(nationality, set()) | hexes
    expected = {n: {h for w in text.split() for h in (ruhr if w == "ruhr" else {w})}
                for n, text in SOURCES.items()}
    assert found == expected
    sources = {game_map.grid.number(p.hex) for p in game_map.places if "source" in p.features}
    assert set().union(*expected.values()) == sources, "each of them is shown on the map"


@pytest.mark.rule("8.3")
def test_soviet_sources_are_the_edge_of_the_east(rules: dict[str, Any]) -> None:
    game_map = germany()
    (edge,) = [s for s in rules["supply"]["sources"] if s["for"] == {"side": ["soviet"]}]
    assert edge["hexes"] == {"areas": ["soviet-sources"]}
    east = {game_map.grid.number(h) for h in game_map.grid if game_map.countries.at(h) in (
        "east-germany", "czechoslovakia") and game_map.terrain.at(h) not in ("sea", "none")
        and (h.col == game_map.grid.columns - 1 or h.row == 0)}
    assert {game_map.grid.number(h) for h in game_map.area_by_id["soviet-sources"].hexes} == east


@pytest.mark.rule("9.3", "9.6")
def test_reinforcements_by_turn(rules: dict[str, Any]) -> None:
    pool = of(rules["pools"], "soviet-reinforcements")
    by_turn = tuple(sorted(pool["number"].items()))
    assert {turn: number_in(by_turn, turn) for turn in POOL} == POOL
    assert sum(number_in(by_turn, turn) for turn in range(1, 12)) == 50, "all are there on turn 11"
    assert pool["at_most"] == [{"units": {"trait": ["artillery"]}, "number": 1}]
    (call,) = rules["call_ups"]
    assert (call["success"], call["again"]) == ([2, 4, 6], True)


@pytest.mark.rule("1.6", "3.2", "4.6")
def test_hexes_the_rulebook_names() -> None:
    game_map = germany()
    named = {"hex-e": "3221", "hex-f": "3815", "entry-a": "4202", "entry-b": "4212", "entry-c": "4231",
             "entry-d": "4221"}
    assert {a: [game_map.grid.number(h) for h in game_map.area_by_id[a].hexes] for a in named} == {
        a: [hex] for a, hex in named.items()}
    for area, centre in (("setup-e", "3221"), ("setup-f", "3815")):
        hex = game_map.grid.parse(centre)
        assert hex is not None
        around = {hex, *game_map.grid.neighbours(hex)}
        assert set(game_map.area_by_id[area].hexes) == around
        assert {game_map.countries.at(h) for h in around} == {"east-germany"}
    north = [game_map.terrain.at(h) for h in (game_map.grid.parse("1400"), game_map.grid.parse("4200")) if h]
    assert len(north) == 2
    assert "none" not in north
    assert game_map.terrain.at(next(h for h in [game_map.grid.parse("4238")] if h)) == "none"
    bridge = {game_map.grid.number(h) for h in game_map.area_by_id["west-bank"].hexes}
    assert {"1109", "1210", "1211", "1009", "1035"} <= bridge
    riverside = {game_map.grid.number(h) for h in game_map.area_by_id["rhine-bank"].hexes}
    assert {"1109", "1210", "1211", "1009", "1035"} <= riverside < bridge


@pytest.mark.parametrize(("country", "area", "first", "last"), [
    ("netherlands", "dutch-west-edge", "1009", "1014"), ("france", "french-west-edge", "1028", "1036"),
    ("west-germany", "belgian-west-edge", "1015", "1023")])
@pytest.mark.rule("9.5")
def test_western_edges(country: str, area: str, first: str, last: str) -> None:
    game_map = germany()
    hexes = game_map.area_by_id[area].hexes
    assert {game_map.countries.at(h) for h in hexes} == {country}
    assert {h.col for h in hexes} == {0}
    assert [game_map.grid.number(h) for h in (hexes[0], hexes[-1])] == [first, last]
    assert len(hexes) == int(last) - int(first) + 1


def test_sectors_of_the_free_fronts_lie_off_the_border() -> None:
    game_map = germany()
    east = {h for h in game_map.grid if game_map.countries.at(h) in ("east-germany", "czechoslovakia")}
    north, centre = (set(game_map.area_by_id[a].hexes) for a in ("northag", "centag"))
    assert not north & centre
    assert {game_map.countries.at(h) for h in north | centre} == {"west-germany"}
    assert {game_map.terrain.at(h) for h in north | centre} <= {"clear", "rough", "heath", "mountain"}
    assert not {n for h in north | centre for n in game_map.grid.neighbours(h)} & east
    assert max(h.row for h in north) == 14
    assert min(h.row for h in centre) == 15


@pytest.mark.rule("4.1", "4.3", "4.4", "4.5", "4.6", "5.9")
def test_how_the_soviet_side_wins(rules: dict[str, Any]) -> None:
    victory = rules["victory"]
    assert victory["otherwise"] == "nato", "there is no draw"
    ruhr, cities, bank, riverside = (c for c in victory["conditions"] if c["winner"] == "soviet")
    assert (ruhr["rule"], ruhr["when"]["at_least"]) == ("4.4", 5)
    assert (cities["rule"], cities["when"]["at_least"]) == ("4.5", 32)
    assert cities["when"]["control"]["hexes"] == {"countries": ["west-germany"], "features": ["city"]}
    assert (bank["rule"], bank["when"]["at_least"]) == ("4.6", 3)
    assert (bank["when"]["control"]["connected"], bank["when"]["control"]["supplied"]) == (True, True)
    areas = {"left-bank": "west-bank", "riverside": "rhine-bank"}
    expected = {choice: {**bank["when"], "option": {"bridgehead": [choice]}, "control": {
        **bank["when"]["control"], "hexes": {"areas": [area]}}} for choice, area in areas.items()}
    assert [bank["when"], riverside["when"]] == list(expected.values())
    game_map = germany()
    german = [p for p in game_map.places if "city" in p.features
              and game_map.countries.at(p.hex) == "west-germany"]
    assert len(german) >= 32
    assert len(game_map.area_by_id["ruhr"].hexes) >= 5
    assert not [r for r in rules["special_rules"] if " win" in r["text"]], "victory is no reminder"


@pytest.mark.rule("1.6", "10.14", "12.5")
def test_water_and_what_is_off_the_sheet_are_out_of_play(rules: dict[str, Any]) -> None:
    out = ("sea", "lake", "none")
    assert [(k["cost"], k["playable"], k["supply"]) for k in rules["terrain"] if k["id"] in out] == [
        ("prohibited", False, False)] * len(out)
    assert not [k for k in rules["terrain"] if k["id"] not in out and ("playable" in k or "supply" in k)]


@pytest.mark.rule("5.9", "6.1")
def test_the_roll_for_superiority_and_the_end_have_their_turns(rules: dict[str, Any]) -> None:
    parts = {p["id"]: p.get("when") for p in rules["sequence"]["turn"] if "id" in p}
    assert parts == {
        "air-superiority": {"turn": [2, 15]}, "heavy-bombers": None, "aircraft": None, "deep-strike": None,
        "ground-attack": None, "interdiction": None, "victory-check": {"turn": 15}}


@pytest.mark.rule("6.1", "6.3", "6.5", "6.9")
def test_what_the_sides_have_for_the_air_war(rules: dict[str, Any]) -> None:
    found = {a["id"]: (a["side"], a.get("at_start", 0), a.get("each_turn", {}), a["most"],
                       a.get("keeps", False)) for a in rules["assets"]}
    assert found == {
        "nato-superiority": ("nato", 0, {}, 1, True), "soviet-superiority": ("soviet", 1, {}, 1, True),
        "next-superiority": ("nato", 0, {}, 1, True), "reinforcements-hit": ("nato", 0, {}, 1, False),
        "supply-cut": ("nato", 0, {}, 1, False), "nato-aircraft": ("nato", 0, {}, 7, False),
        "soviet-aircraft": ("soviet", 0, {}, 7, False), "nato-air-supply": ("nato", 1, {1: 1}, 1, False),
        "soviet-air-supply": ("soviet", 1, {1: 1}, 1, False)}


@pytest.mark.rule("6.8", "6.12", "6.17", "10.17")
def test_how_units_march_and_fly(rules: dict[str, Any]) -> None:
    road, rebase, transport = rules["movement"]["modes"]
    assert (road["id"], road["allowance"], road["arriving"]) == ("road", "x2", True)
    assert road["needs"] == {"supplied": True, "not": {"state": ["attacked"]}}
    assert (road["never"], road["then_not"], road["then_units"]) == (
        {"next_to": {"side": ["enemy"]}}, ["combat"], {"trait": ["artillery"]})
    superiority = {"asset": {"id": "nato-superiority", "side": "nato"}}
    assert (rebase["id"], rebase["cost"], rebase["needs"]) == (
        "rebase", 1, {**superiority, "at_least": 1, "not": {"state": ["attacked"]}})
    assert (transport["id"], transport["needs"]["supplied"], transport["then_not"]) == (
        "air-transport", True, ["move", "combat"])
    assert transport["needs"]["all"][1]["any"] == [
        {"units": {"side": [side]}, "asset": {"id": f"{side}-superiority", "side": side}, "at_least": 1}
        for side in ("nato", "soviet")]
    assert rules["movement"]["may_not"]["any"] == [
        {"units": {"trait": ["static"]}}, {"units": {"trait": ["air-mobile"]}, **superiority, "less_than": 1}]


@pytest.mark.rule("5.6")
def test_nato_is_surprised_on_turn_1_only(rules: dict[str, Any]) -> None:
    (slow,) = rules["movement"]["modifiers"]
    assert (slow["when"], slow["effect"]) == (
        {"turn": 1, "units": {"side": ["nato"]}}, {"allowance": "/2"})
    weak = of(rules["combat"]["shifts"], "nato-surprised")
    assert (weak["when"], weak["effect"]) == ({"turn": 1, "player_turn": ["nato"]}, {"shift": -1})


@pytest.mark.rule("1.5", "11.19", "11.23")
def test_halves_artillery_and_advance(rules: dict[str, Any]) -> None:
    assert rules["combat"]["halved_least"] is True
    assert of(rules["options"], "halved_part")["changes"] == {"side": {"combat": {"halved_least": False}}}
    assert rules["combat"]["join"] == {
        "units": {"trait": ["artillery"]}, "range": 2, "never_more_than": "adjacent", "adjacent": True,
        "rule": "11.23"}
    assert rules["advance"] == {"units": {"not": {"trait": ["static"]}}, "hexes": 1, "rule": "11.19"}


@pytest.mark.rule("11.17", "11.18")
def test_who_has_retreated_is_passive(rules: dict[str, Any]) -> None:
    assert rules["retreat"] == {
        "by": "winner", "into_zones": "free", "stacking": "obey", "prefer": ["room", "empty"],
        "blocked": "eliminate", "static": "eliminate", "passive": True, "rule": "11.17"}


@pytest.mark.rule("6.15", "11.15", "12.5")
def test_envelopment_and_rivers(rules: dict[str, Any]) -> None:
    superiority = {"asset": {"id": "nato-superiority", "side": "nato"}, "at_least": 1}
    around = [{"from": "opposite"}, {"from": "three-alternate"}, {"from": {"hexes": 4}}]
    nato, soviet = (of(rules["combat"]["shifts"], f"{side}-envelopment") for side in ("nato", "soviet"))
    assert soviet["when"] == {"player_turn": ["soviet"], "any": around}
    flyers = {"trait": ["air-mobile"]}
    assert nato["when"] == {"player_turn": ["nato"], "any": [*around, {
        "attackers": {"any": flyers}, "not": {"attackers": {"all": flyers}}, **superiority}]}
    river = of(rules["combat"]["strengths"], "river")
    assert river["when"] == {"across": ["river"], "not": {"units": flyers, **superiority}}


@pytest.mark.rule("8.4", "8.7", "9.2", "9.4")
def test_paths_end_at_sources_and_arrival_is_no_supply_of_its_own(rules: dict[str, Any]) -> None:
    assert [path["legs"][-1]["to"] for path in rules["supply"]["paths"]] == [{"sources": True}] * 2
    assert rules["supply"]["arriving"] is False, "a chapter says how long it lasts"


@pytest.mark.rule("9.3", "9.6", "9.7")
def test_pools_and_call_ups(rules: dict[str, Any]) -> None:
    assert {p["id"]: (p["number"][1], p.get("keeps", False)) for p in rules["pools"]} == {
        "soviet-reinforcements": (0, True), "guards-airborne": (7, False)}
    (call,) = rules["call_ups"]
    assert call["where"] == {"controlled_by": "own", "within": {
        "hexes": 1, "of": {"countries": ["west-germany"], "features": ["city"], "controlled_by": "own"}}}
    assert (call["must"], call["each_hex"], call["roll"]) == (True, 1, "1d6")


@pytest.mark.rule("6.5", "6.17", "13.10")
def test_conditions_of_superiority_and_of_own_markers(rules: dict[str, Any]) -> None:
    deep = of(of(rules["tables"], "air-superiority")["modifiers"], "deep-strike")
    assert deep["when"] == {"asset": {"id": "next-superiority", "side": "nato"}, "at_least": 1}
    stays = of(rules["results"], "DR")["does"][3]
    assert (stays["eliminate"], stays["when"]) == ("defender", {"not": {
        "option": {"air_mobile_grounded": ["infantry"]}, "at_least": 1,
        "asset": {"id": "soviet-superiority", "side": "soviet"}}})
    added = of(rules["options"], "special_forces")["changes"]["with"]["tables"]
    (zone,) = of(added, "counter-special-forces")["modifiers"]
    assert zone["when"] == {"hexes": {"within": {"hexes": 1, "units": {
        "side": ["own"], "trait": ["special-forces"], "not": {"state": ["suppressed"]}}}}}


@pytest.mark.rule("4.7")
def test_chemical_attacks_may_happen_again(rules: dict[str, Any]) -> None:
    assert of(rules["events"], "chemical-attack")["once"] is False


@pytest.mark.rule("13.18", "13.22")
def test_what_the_optional_rules_add(rules: dict[str, Any]) -> None:
    added = [a for o in rules["options"] for a in o.get("changes", {}).get("with", {}).get("assets", ())]
    assets = {a["id"]: (a.get("at_start", 0), a.get("each_turn", {})) for a in added}
    assert assets["nato-special-forces"] == (2, {3: 1, 4: 0, 5: 1, 6: 0})
    assert assets["soviet-special-forces"] == (3, {})
    assert assets["nato-electronic-warfare"] == (4, {8: 1, 9: 0})
    assert assets["soviet-electronic-warfare"] == (5, {8: 1, 9: 0})
    assert assets["wild-weasels"] == (0, {2: 2, 5: 4})
    assert {a["id"]: (a["most"], a.get("keeps", False)) for a in added} == {
        "nato-special-forces": (4, True), "soviet-special-forces": (3, True),
        "nato-electronic-warfare": (5, True), "soviet-electronic-warfare": (6, True),
        "wild-weasels": (4, False)}
    usual = {o["id"]: o["choices"][0] for o in rules["options"]}
    assert {usual[o] for o in ("special_forces", "electronic_warfare", "wild_weasels")} == {"without"}
    assert usual["chemical_attacks"] == "with"
