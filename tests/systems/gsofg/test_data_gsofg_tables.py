"""The tables of Group of Soviet Forces Germany against the rulebook.

The tables below were written down from the rulebook, not from the file they check.
The file is read with plain PyYAML, so that a mistake of our own loader cannot hide one here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from bundled import design_of
from items import some
from sample_data import read_sample

from visegrad_editor.model.files.option_changes import with_choices
from visegrad_editor.model.rules.combat import CombatTable

ODDS = ("1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1", "10:1")
COMBAT = {
    1: "DR DR DR DR DR DR DR DR EX EX",
    2: "DR DR DR DR DR DR DR EX EX DE",
    3: "AS DR DR DR DR DR EX EX EX DE",
    4: "AS EX DR DR DR EX EX EX DE DE",
    5: "AS AS EX DR EX EX EX DE DE DE",
    6: "AS AS AS EX EX EX DE DE DE DE",
}
SUPERIORITY = {-1: "NATO", 0: "NATO", 1: "NATO", 2: "NATO", 3: "NATO", 4: "USSR", 5: "USSR", 6: "USSR",
               7: "USSR"}
SUPERIORITY_MODIFIERS = {2: 1, 3: 0, 4: 0, 5: -1, 6: -1, 7: -1, 8: -2, 9: -2, 10: -2, 11: -2, 12: -2, 13: -2,
                         14: -2, 15: -2}
DEEP_STRIKE = {1: set(), 2: {"next"}, 3: {"hit"}, 4: {"cut"}, 5: {"next", "hit"}, 6: {"next", "hit", "cut"}}
GROUND_ATTACK = {1: "NE", 2: "NE", 3: "NE", 4: "NE", 5: "NE", 6: "STEP"}
MULTI_NATIONAL = {0: 0, 1: 0, 2: 0, 3: -1, 4: -1, 5: -1, 6: -2, 7: -3}
SPECIAL_FORCES = {1: "NE", 2: "NE", 3: "NE", 4: "NE", 5: "SUPP", 6: "SUPP", 7: "ELIM"}
ELECTRONIC_WARFARE = {0: "CM", 1: "NE", 2: "NE", 3: "NE", 4: "NE", 5: "DEGR", 6: "DEGR", 7: "COLL"}
TERRAIN = {"clear": (1, 0), "rough": (2, -1), "mountain": (3, -2), "heath": (3, 0)}
"""Points and columns of 12.5."""


@pytest.fixture(scope="module")
def rules() -> dict[str, Any]:
    return read_sample("rulesets/gsofg.yaml")


def table(id: str) -> CombatTable:
    """A table of the game with all its options."""
    with_all = dict.fromkeys(("special_forces", "electronic_warfare", "wild_weasels"), "with")
    return with_choices(design_of("maps/gsofg").ruleset, with_all).table_by_id[id]


def single(id: str) -> dict[int, str]:
    """The rows of a table of one column by their total."""
    one = table(id)
    return {total: one.result(total, 0) for total in range(one.first_row, one.last_row + 1)}


def of(entries: list[dict[str, Any]], id: str) -> dict[str, Any]:
    (entry,) = [e for e in entries if e["id"] == id]
    return entry


@pytest.mark.rule("12.0", "12.6")
def test_all_cells_of_the_combat_table(rules: dict[str, Any]) -> None:
    written = of(rules["tables"], "combat")
    assert tuple(written["columns"]) == ("under 1:1", *ODDS)
    assert {n: " ".join(row[1:]) for n, row in enumerate(written["rows"], 1)} == COMBAT
    assert [row[0] for row in written["rows"]] == ["AS"] * 6, "below 1:1 an attack comes to nothing"
    assert (table("combat").counts, table("combat").die) == ("ratio", "1d6")


@pytest.mark.parametrize(("attack", "defence", "column"), [
    (1, 2, "under 1:1"), (99, 100, "under 1:1"), (1, 1, "1:1"), (19, 10, "1:1"), (2, 1, "2:1"),
    (26, 7, "3:1"), (99, 10, "9:1"), (10, 1, "10:1"), (25, 2, "10:1")])
@pytest.mark.rule("11.7")
def test_odds_are_cut_in_favour_of_the_defender(attack: int, defence: int, column: str) -> None:
    one = table("combat")
    assert one.columns[one.column(Fraction(attack, defence))] == column


@pytest.mark.rule("11.8", "11.9")
def test_odds_are_cut_to_the_table_after_the_shifts(rules: dict[str, Any]) -> None:
    combat = rules["combat"]
    assert (combat["odds"], combat["limit"]) == ("ratio", "result")
    assert (combat["halve"], combat["round"], combat["least"]) == ("sum", "down", 1)
    below = combat["ends"]["below"]
    assert (below["odds"], below["result"], below["judged"]) == ("1:1", "AS", "before-shifts")


@pytest.mark.rule("12.0", "12.1")
def test_who_has_air_superiority(rules: dict[str, Any]) -> None:
    assert single("air-superiority") == SUPERIORITY
    modifiers = dict.fromkeys(range(2, 16), 0)
    for modifier in some(m for m in table("air-superiority").modifiers if m.when.turn):
        assert modifier.when.turn is not None
        first, last = modifier.when.turn
        modifiers |= {turn: modifiers[turn] + modifier.effect.die for turn in range(first, last + 1)}
    assert modifiers == SUPERIORITY_MODIFIERS
    assert of(of(rules["tables"], "air-superiority")["modifiers"], "deep-strike")["effect"] == {"die": -1}
    start = {a["id"]: a.get("at_start", 0) for a in rules["assets"]}
    assert (start["soviet-superiority"], start["nato-superiority"]) == (1, 0), "turn 1 is Soviet"
    codes = {r["id"]: r["does"] for r in rules["results"] if r["id"] in ("NATO", "USSR")}
    assert codes == {
        "NATO": [{"asset": {"nato-superiority": "=1", "soviet-superiority": "=0", "next-superiority": "=0"}}],
        "USSR": [{"asset": {"nato-superiority": "=0", "soviet-superiority": "=1", "next-superiority": "=0"}}]}


@pytest.mark.rule("6.5", "12.0", "12.2")
def test_what_a_deep_strike_does(rules: dict[str, Any]) -> None:
    words = {"next-superiority": "next", "reinforcements-hit": "hit", "supply-cut": "cut"}

    def effects(code: str) -> set[str]:
        return {words[asset] for effect in of(rules["results"], code).get("does", [])
                for asset in effect["asset"]}

    assert {total: effects(code) for total, code in single("deep-strike").items()} == DEEP_STRIKE
    assert table("deep-strike").result(8, 0) == table("deep-strike").result(6, 0) == "ALL"


@pytest.mark.rule("12.0", "12.3")
def test_what_a_ground_attack_does(rules: dict[str, Any]) -> None:
    assert single("ground-attack") == GROUND_ATTACK
    (city,) = of(rules["tables"], "ground-attack")["modifiers"]
    assert city["when"] == {"hexes": {"features": ["city"]}}
    assert city["effect"] == {"die": -1}
    assert table("ground-attack").result(0, 0) == "NE"
    assert of(rules["results"], "STEP")["does"] == [
        {"lose": "defender", "steps": 1, "per": "side", "by": "attacker"}]


@pytest.mark.rule("12.0", "12.4")
def test_what_nations_that_attack_together_risk(rules: dict[str, Any]) -> None:
    shift = {"NE": 0} | {code: of(rules["results"], code)["does"][0]["shift"] for code in ("1L", "2L", "3L")}
    assert {total: shift[code] for total, code in single("multi-national").items()} == MULTI_NATIONAL
    allies, three = of(rules["tables"], "multi-national")["modifiers"]
    assert allies["when"] == {"attackers": {"all": {"nationality": ["usa", "united-kingdom"]}}}
    assert allies["effect"] == {"die": -1}
    assert three["when"] == {"nationalities": {"at_least": 3}}
    assert three["effect"] == {"die": 1}


@pytest.mark.rule("13.10", "13.17")
def test_the_optional_tables(rules: dict[str, Any]) -> None:
    assert single("counter-special-forces") == SPECIAL_FORCES
    assert single("electronic-warfare") == ELECTRONIC_WARFARE
    added = of(rules["options"], "special_forces")["changes"]["with"]["tables"]
    (zone,) = of(added, "counter-special-forces")["modifiers"]
    assert zone["effect"] == {"die": 1}
    states = {s["id"]: s for s in rules["states"]}
    assert set(states["collapsed"]["may_not"]) == {"move", "combat", "advance"}
    assert states["degraded"]["may_not"] == ["advance"]


@pytest.mark.rule("4.7", "4.8")
def test_six_is_the_end_of_the_world(rules: dict[str, Any]) -> None:
    assert list(single("escalation").values()) == ["NE"] * 5 + ["NUKE"]
    assert of(rules["results"], "NUKE")["does"] == [{"event": "nuclear-exchange"}]
    first, *_ = rules["victory"]["conditions"]
    assert (first["winner"], first["judged"], first["when"]) == (
        "nato", "at-once", {"option": {"chemical_attacks": ["with"]}, "happened": ["nuclear-exchange"]})
    (leaves,) = of(rules["events"], "east-germany-leaves")["does"]
    assert leaves == {"remove": {"nationality": ["east-germany"]}}
    never = {e["id"]: e["when"] for e in rules["events"] if e["id"] != "east-germany-leaves"}
    assert never == {"chemical-attack": {"turn": 0}, "nuclear-exchange": {"turn": 0}}


@pytest.mark.rule(
    "10.8", "10.9", "10.10", "10.11", "10.12", "10.13", "10.14", "10.16", "11.11", "11.12", "11.13",
    "12.0", "12.5")
def test_terrain_costs_and_shifts(rules: dict[str, Any]) -> None:
    assert {t["id"]: (t["cost"], t["shift"]) for t in rules["terrain"] if t["id"] in TERRAIN} == TERRAIN
    assert all(t["cost"] == "prohibited" for t in some(
        t for t in rules["terrain"] if t["id"] not in TERRAIN))
    city = of(rules["features"], "city")
    assert (city["cost"], city["shift"]) == (2, -2)
    assert rules["movement"]["ground"] == rules["combat"]["ground_shift"] == "feature"
    sides = {h["id"]: (h["cost"], h.get("shift", 0)) for h in rules["hexsides"]}
    assert sides == {"river": (1, 0), "sea": ("prohibited", 0), "lake": ("prohibited", 0), "border": (0, 0)}
    mountain = {(c["class"][0], c["terrain"][0]): c["cost"] for c in rules["movement"]["costs"]}
    assert mountain == {("mountain", "rough"): 1, ("mountain", "mountain"): 2}
    assert of(rules["unit_types"], "mountain")["class"] == "mountain"
    assert rules["combat"]["not_across"] == ["sea", "lake"]
    river = of(rules["combat"]["strengths"], "river")
    assert (river["who"], river["effect"], river["when"]["across"]) == ("each", {"attack": "/2"}, ["river"])


@pytest.mark.rule("7.6", "11.14", "11.15")
def test_shifts_besides_terrain(rules: dict[str, Any]) -> None:
    shifts = {s["id"]: s["effect"]["shift"] for s in rules["combat"]["shifts"]}
    assert shifts == {
        "nato-surprised": -1, "jaeger-defend": -1, "jaeger-attack": 1, "city-on-rough": -1,
        "city-on-mountain": -2, "nato-envelopment": 2, "soviet-envelopment": 1, "mixed-defence": 1}
    city = of(rules["features"], "city")["shift"]
    assert (city + shifts["jaeger-defend"], city + shifts["jaeger-attack"]) == (-3, -1)
    (second,) = of(rules["phases"], "soviet-second-fight")["modifiers"]
    assert second["effect"] == {"shift": -1}
    assert "modifiers" not in of(rules["phases"], "guards-second-fight"), "not the 8th Guards Army"
    assert rules["combat"]["becomes"] == [
        {"result": "DR", "to": "1/1", "when": {"hexes": {"features": ["city"]}}, "rule": "11.14"}]


@pytest.mark.parametrize(("code", "verbs"), [
    ("DR", ["eliminate", "eliminate", "retreat", "advance"]), ("1/1", ["lose", "lose", "advance"]),
    ("EX", ["lose", "lose", "advance"]), ("DE", ["eliminate", "advance"]), ("AS", [])])
@pytest.mark.rule("11.14", "11.17", "11.20", "11.21", "11.22")
def test_what_results_do(rules: dict[str, Any], code: str, verbs: list[str]) -> None:
    does = of(rules["results"], code)["does"]
    marks, rest = does[:2], does[2:]
    assert marks == [{"state": "attacker", "set": "attacked"},
                     {"state": "attacker", "set": "fired", "units": {"trait": ["artillery"]}}]
    assert [next(iter(effect)) for effect in rest] == verbs
    assert rest[-1:] in ([], [{"advance": "must"}])
    if code == "EX":
        assert rest[:2] == [{"lose": "defender", "steps": 1, "per": "unit"},
                            {"lose": "attacker", "steps": "same", "per": "side", "by": "owner"}]
    if code == "1/1":
        assert {e["lose"]: (e["steps"], e["per"]) for e in rest[:2]} == {
            "attacker": (1, "side"), "defender": (1, "side")}
