"""The odds report compared with numbers calculated by hand from the tables of the ruleset."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from visegrad_editor.cli.main import main
from visegrad_editor.engine import Game, IllegalOrderError
from visegrad_editor.engine.odds import AttackReport, Chances
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.playtest.fuzz import RuleTester
from visegrad_editor.playtest.odds_report import NoOddsError, odds_report, text
from visegrad_editor.systems import system
from visegrad_editor.systems.visegrad4.odds import air_combat_chances

SIXTH = Fraction(1, 6)

# The example of 11.0: attackers of 35 against 10, in the open, from two hexes that are not opposite, and
# nobody near who could bar a retreat.
THIRTY_FIVE = [
    "Airborne 1107", "17th Mechanized Infantry 3118", "20th Mechanized 3118",
    "10th Armored Cavalry 1718", "4th Armored 1717", "6th Armored 1717",
    "5th Guards Mechanized 1817", "385th Artillery 1817"]


@cache
def design(name: str = "historical") -> Design:
    loaded = load(name)
    assert loaded.design is not None
    return loaded.design


@cache
def example(*more: str, markers: tuple[int, int] = (0, 0)) -> AttackReport:
    return odds_report(design(), "1718", "", [*THIRTY_FIVE, *more], {"cw": f"{markers[0]},{markers[1]}"})


def chances(report: AttackReport, case: str, table: str = "assault") -> Chances:
    found = next(c for c in report.cases if c.id == case)
    return next(t for t in found.tables if t.table == table)


@pytest.mark.rule("11.0")
def test_the_example_of_the_rulebook() -> None:
    r = example()
    assert (r.attack, r.defence, r.percent, r.odds_column) == (35, 10, 350, "300-399%")
    assert r.shifts == ()
    assert r.columns == {"assault": "300-399%", "cyber-war": "300-399%"}
    plain = chances(r, "none")
    assert plain.columns == (("300-399%", 1),)
    assert plain.results == dict.fromkeys(("AP", "BB", "DD", "DP", "DW", "MA"), SIXTH)
    # BB costs two of four full units and the one defender; DD a step; the owner of MA gives ground.
    assert plain.attacker_steps == Fraction(4, 6)
    assert plain.defender_steps == Fraction(3, 6)
    assert plain.taken == Fraction(3, 6)
    assert plain.cleared == Fraction(5, 6)
    assert set(chances(r, "none", "cyber-war").results) == {"AW", "DW", "MA", "DP", "DD", "DE"}


@pytest.mark.rule("13.4")
def test_support_shifts_a_column_its_owners_way() -> None:
    r = example()
    helped, hindered = chances(r, "attacker"), chances(r, "defender")
    assert helped.columns == (("400-499%", 1),)
    assert helped.results == dict.fromkeys(("AW", "DW", "MA", "DP", "DD", "DE"), SIXTH)
    assert (helped.taken, helped.cleared, helped.defender_steps) == (3 * SIXTH, 5 * SIXTH, 3 * SIXTH)
    assert hindered.columns == (("200-299%", 1),)
    assert hindered.results == dict.fromkeys(("AD", "AW", "BB", "DW", "MA", "DD"), SIXTH)
    # AD costs each of four units a step, BB four steps of the attacker and two of the defender.
    assert hindered.attacker_steps == Fraction(8, 6)


@pytest.mark.rule("13.1", "13.3")
def test_the_air_combat_of_both() -> None:
    r = example()
    both = next(c for c in r.cases if c.id == "both")
    assert both.shifts == {1: Fraction(5, 12), 0: SIXTH, -1: Fraction(5, 12)}
    assert {e.id: e.chance for e in both.extra} == {
        "attacker_air_loss": Fraction(5, 12), "defender_air_loss": Fraction(5, 12)}
    mixed = chances(r, "both")
    assert dict(mixed.columns) == {
        "200-299%": Fraction(5, 12), "300-399%": SIXTH, "400-499%": Fraction(5, 12)}
    assert mixed.taken == Fraction(31, 72)
    assert sum(mixed.results.values()) == 1


@pytest.mark.rule("13.2")
def test_markers_in_the_air() -> None:
    two = air_combat_chances(2, 0)
    assert (two.attacker, two.defender, two.nobody) == (Fraction(24, 36), Fraction(8, 36), Fraction(4, 36))
    assert (two.attacker_lost, two.defender_lost) == (Fraction(6, 36), Fraction(22, 36))
    many = air_combat_chances(7, 0)
    # However many markers: a natural 1 aborts (13.3).
    assert (many.attacker, many.defender, many.nobody) == (Fraction(30, 36), Fraction(5, 36), Fraction(1, 36))
    assert air_combat_chances(0, 2).defender == two.attacker
    assert next(c for c in example(markers=(2, 0)).cases if c.id == "both").shifts[1] == Fraction(2, 3)
    with pytest.raises(IllegalOrderError, match="cannot spend 8"):
        example(markers=(8, 0))


@pytest.mark.rule("11.0", "11.2")
def test_capital_river_and_envelopment() -> None:
    r = odds_report(
        design(), "2017", "4th Armored, 6th Armored", ["4th Armored 2117", "6th Armored 1918"])
    assert [(s.name, s.columns, s.rule) for s in r.shifts] == [
        ("terrain", -2, "11.0, 3"), ("river", -1, "11.0, 3"), ("envelopment", 1, "11.0, 4")]
    assert r.shifts[0].text == "capital"
    assert "1918" in r.shifts[1].text
    assert r.shifts[2].text == "opposite hexes 2117 and 1918"
    lines = text(r)
    for line in ("terrain: 2 left, capital (11.0, 3)", "river: 1 left, river crossed from 1918 (11.0, 3)",
                 "envelopment: 1 right, opposite hexes 2117 and 1918 (11.0, 4)", "1 right (13.4)",
                 "1 left (13.4)", "air combat (13.1)"):
        assert line in lines
    assert lines.count("Assault combat results: ") == lines.count("Cyber-war combat results: ")
    assert lines.count("steps lost: attacker") == 8
    # 20 to 7 is 285%: two columns left of 200-299% is 50-99%.
    assert (r.percent, r.odds_column, r.columns["assault"]) == (285, "200-299%", "50-99%")
    alone = odds_report(design(), "2017", "4th Armored", ["4th Armored 2117", "6th Armored 1918"])
    assert [s.name for s in alone.shifts] == ["terrain"]


@pytest.mark.rule("7.3", "2.7")
def test_halved_strengths_are_rounded_down_for_each_unit() -> None:
    r = odds_report(design(), "1718", "", [
        "Airborne 1107", "20th Mechanized 1718 unsupplied", "9th Motorized 1717 unsupplied",
        "17th Motorized 1817 unsupplied", "385th Artillery 1817 reduced unsupplied"])
    assert [u.counts for u in r.attackers] == [3, 3, 1]
    assert (r.attack, r.defence, r.percent) == (7, 3, 233)
    assert ("reduced", "2.7") in r.attackers[2].notes
    assert r.attackers[0].notes[0][1] == "7.3"
    assert r.attackers[2].steps == 1


@pytest.mark.rule("11.1")
def test_units_that_cannot_retreat_are_lost() -> None:
    ring = ["385th Artillery 1618", "120th Artillery 1719"]
    r = example(*ring)
    assert {x.code: x.defender_steps for x in r.results}["DP"] == 2
    fate = {x.code: x for x in r.results}
    assert fate["MA"].defender_steps == 1
    assert not fate["MA"].cleared
    assert fate["DP"].taken


@pytest.mark.rule("2.6")
def test_iron_wolf_loses_a_step_for_a_retreat() -> None:
    r = odds_report(design(), "1415", "", [
        "4th Armored 1414", "6th Armored 1414", "7th Armored 1414", "5th Guards Mechanized 1515",
        "21st Motorized 1515", "138th Motorized 1515"])
    fate = {x.code: x for x in r.results}
    assert fate["DP"].defender_steps == 1
    assert not fate["DP"].cleared
    assert fate["DD"].defender_steps == 2
    assert fate["DD"].taken
    assert not fate["DW"].cleared


@pytest.mark.rule("11.0")
def test_the_outer_columns_hold() -> None:
    weak = odds_report(design(), "2017", "9th Artillery", ["9th Artillery 2117 unsupplied"])
    assert weak.columns["assault"] == "49% or less"
    assert weak.attack == 1
    strong = example("10th Armored Cavalry reduced unsupplied")
    assert strong.defence == 2
    assert strong.columns["assault"] == "600% or more"
    assert chances(strong, "attacker").columns == (("600% or more", 1),)


def test_the_report_agrees_with_the_game() -> None:
    seen = 0
    for seed in range(6):
        game, player = Game.from_scenario(design("first-steps"), seed), RuleTester(seed)
        while game.outcome is None:
            if game.step == "attack":
                for order in game.legal_orders()[1:3]:
                    before = game.to_json()
                    names = ", ".join(game.unit_name(u) for u in order.units)
                    r = odds_report(game, order.hexes[0], names)
                    view = game.preview(order)
                    assert (r.attack, r.defence, r.percent) == (view.attack, view.defence, view.percent)
                    assert [s._replace(text="") for s in r.shifts] == list(view.shifts)
                    assert r.columns["assault"] == view.column_name
                    for table, faces in view.chances.items():
                        message = chances(r, "none", table).results
                        assert {c: Fraction(n, 6) for c, n in faces.items()} == message
                    assert game.to_json() == before
                    seen += 1
            order = player.choose(game)
            assert order is not None
            game.apply(order)
    assert seen > 20


@pytest.mark.parametrize(("hex", "units", "placements", "expected"), [
    ("9999", "", [], "no hex 9999"),
    ("1721", "", [], "No unit stands in"),
    ("2017", "", [], "No enemy of Polish 20th Mechanized is next to"),
    ("2017", "4th Armored", [], "not on the map"),
    ("2017", "4th Armored", ["4th Armored 1107"], "not next to"),
    ("2017", "10th Armored Cavalry", [], "on the side of"),
    ("2017", "4th Armoured", [], "Did you mean 4th Armored"),
    ("2017", "1st CAS", [], "More than one unit"),
    ("2017", "3rd SAC", [], "no unit called"),
    ("2017", "Russian 1st CAS", [], "air unit"),
    ("2017", "4th Armored", ["4th Armored 2017"], "an enemy, stands in"),
    ("2017", "4th Armored", ["4th Armored"], "names no hex"),
    ("2017", "4th Armored", ["4th Armored reduced"], "not on the map; name a hex for it"),
    ("2017", "4th Armored", ["2117"], "names no hex"),
    ("2017", "4th Armored", ["4th Armored 1322"], "not in play"),
    ("2017", "4th Armored", ["4th Armored 2117 full reduced"], "contradictory conditions"),
    ("2017", "", ["38th Mobile 2117", "4th Armored 2117"], "6.4"),
    ("2017", "", [f"{n} Motorized 2117" for n in ("17th", "18th", "19th", "136th")], "6.0"),
    ("2017", "4th Armored, 4th Armored", ["4th Armored 2117"], "once"),
    ("1718", "Iron Wolf Mechanized", ["Iron Wolf Mechanized 1717"], "never leaves"),
])
def test_impossible_attacks_are_refused(
    hex: str, units: str, placements: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(IllegalOrderError, match=expected.replace("(", "\\(")):
        odds_report(design(), hex, units, placements)


# -- the command -------------------------------------------------------------------------------------


def test_the_command_prints_the_whole_report(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["odds", "historical", "--attack", "1718"]
    for p in THIRTY_FIVE:
        words += ["--place", p]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert out == text(example())
    assert "35 to 10: 350%, column 300-399% (11.0, 1)" in out
    assert "air combat" in out
    assert "attacker's unit left, 1 right: 42%" in out
    assert main([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["percent"] == 350
    assert data["cases"][0]["tables"][0]["taken"] == 0.5
    assert data["cases"][3]["air_shifts"] == {"+1": 0.416667, "0": 0.166667, "-1": 0.416667}
    assert data["attackers"][0]["hex"] == "1717"


def test_the_command_on_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.yaml"
    assert main(["run", "first-steps", "--seed", "3", "--players", "random,random", "-o", str(path)]) == 0
    capsys.readouterr()
    assert main(["odds", str(path), "--to", "0", "--attack", "1718", "--place", "12th Mechanized 1717"]) == 0
    out = capsys.readouterr().out
    assert "8 to 3: 266%" in out
    assert "has no air unit to send" in out
    assert "level 0 against 0" in out
    assert main(["odds", str(path), "--to", "-1", "--attack", "1718"]) == 2
    assert main(["odds", "first-steps", "--to", "3", "--attack", "1718"]) == 2
    assert main(["odds", "first-steps", "--cw", "x", "--attack", "1718"]) == 2
    assert main(["odds", "visegrad4", "--attack", "1718"]) == 2
    assert main(["odds", "first-steps", "--attack", "1718", "--with", "Nobody"]) == 2
    assert "no unit called" in capsys.readouterr().err
    spoilt = path.read_text(encoding="utf-8").replace("orders: |", "orders: |\n  dance")
    path.write_text(spoilt, encoding="utf-8")
    assert main(["odds", str(path), "--attack", "1718"]) == 1


def test_rules_without_odds_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = replace(system("visegrad4"), odds_report=None)
    monkeypatch.setattr("visegrad_editor.systems.system", lambda name: plain)
    with pytest.raises(NoOddsError, match="Visegrad 4"):
        odds_report(design(), "1718")


def test_an_attack_without_a_die_has_no_column() -> None:
    """Shifts would take it to a column of the table, but at such odds nothing is rolled."""
    placed = ["4th Motor Rifle 2623", "11th Motor Rifle 2621", "5th Panzer 2622"]
    report = odds_report(design("gsofg-first-steps"), "2622", "", placed)
    assert sum(s.columns for s in report.shifts) > 0
    assert set(report.columns.values()) == {""}
    assert [t.columns for c in report.cases for t in c.tables] == [()]
    said = text(report)
    assert said.count("Combat results: no die") == 2
    assert "AS 100%" in said
