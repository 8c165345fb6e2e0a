"""Structural checks of the documents together: every kind of error, its place and its message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from effort import effort
from small_design import GRID, small_design
from unit_numbers import numbers

from visegrad_editor.hexgrid import Hex, hexside
from visegrad_editor.model.check import check_documents
from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load
from visegrad_editor.model.gamemap import Area, HexsideLine, Place, Road
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.rules.combat import CombatTable
from visegrad_editor.model.rules.results import ResultCode
from visegrad_editor.model.rules.victory import Asset
from visegrad_editor.model.ruleset import Nationality, Option, Phase, Replacements
from visegrad_editor.model.scenario import (
    AssetStart,
    Entry,
    Reinforcement,
    ReplacementOverride,
    Scenario,
    Setup,
    Unit,
    Where,
)
from visegrad_editor.model.start import Start

SEA = Hex(0, 0)
LAND = Hex(2, 2)


def number(hex: Hex) -> str:
    return GRID.number(hex)


def scenario(design: Design, **values: object) -> Design:
    assert design.scenario is not None
    return replace(design, scenario=replace(design.scenario, **values))  # type: ignore[arg-type]


def unit(**values: object) -> Callable[[Design], Design]:
    """The design with its first unit changed."""

    def edit(design: Design) -> Design:
        assert design.scenario is not None
        first, *rest = design.scenario.units
        return scenario(design, units=(replace(first, **values), *rest))  # type: ignore[arg-type]

    return edit


def on_map(**values: object) -> Callable[[Design], Design]:
    return lambda d: replace(d, map=replace(d.map, **values))  # type: ignore[arg-type]


def in_rules(**values: object) -> Callable[[Design], Design]:
    return lambda d: replace(d, ruleset=replace(d.ruleset, **values))  # type: ignore[arg-type]


def in_scenario(**values: object) -> Callable[[Design], Design]:
    return lambda d: scenario(d, **values)


ASH, RUNES = Asset("ash", "Ash", "red"), Asset("runes", "Runes", "blue", boxes=("bag", "spent"))


def with_assets(**values: object) -> Callable[[Design], Design]:
    """Two assets in the ruleset, and what a scenario says of them."""
    return lambda d: scenario(replace(d, ruleset=replace(d.ruleset, assets=(ASH, RUNES))), **values)


def test_the_small_design_is_sound() -> None:
    assert check_documents(small_design()) == ()
    assert check_documents(replace(small_design(), scenario=None)) == ()


SET_UP = small_design().scenario
assert SET_UP is not None
FIRST = SET_UP.units[0]

MISTAKES: list[tuple[Callable[[Design], Design], str, str, list[str]]] = [
    (unit(nationality="norlund"), "error", "unknown-nationality", ["norlund", "Did you mean `norland`?"]),
    (unit(type="armoured"), "error", "unknown-unit-type", ["armoured", "Did you mean `armored`?"]),
    (unit(values=()), "error", "no-strength", ["1st Armored", "such as 6"]),
    (unit(type="cas"), "error", "air-strength", ["air unit"]),
    (unit(name=" "), "error", "no-name", ["norland"]),
    (unit(values=((6,), (9,))), "warning", "reduced-strength", ["(9)", "(6)"]),
    (unit(type="cas", values=(), reduced=True), "warning", "no-reduced-side",
     ["starts reduced", "Let it start full"]),
    (unit(reduced=True, **numbers(6, 0)), "error", "reduced-strength", ["starts reduced"]),
    (unit(setup=Setup(Where(hexes=("9999",)))), "error", "unknown-hex", ["9999", "0601 to 1108"]),
    (unit(setup=Setup(Where(areas=("sauth",)))), "error", "unknown-area", ["Did you mean `south`?"]),
    (unit(setup=Setup(Where(countries=("narnia",)))), "error", "unknown-country", ["narnia"]),
    (
        unit(setup=Setup(Where(countries=("norland",), features=("citty",)))),
        "error",
        "unknown-feature",
        ["`city`"],
    ),
    (
        unit(setup=Setup(Where(countries=("norland",), roads=("rail",)))),
        "error",
        "unknown-road-kind",
        ["rail"],
    ),
    (unit(setup=Setup(Where(countries=("norland",), excluding=("1",)))), "error", "unknown-hex", ["hex 1 "]),
    (
        unit(setup=Setup(Where(countries=("norland",), features=("city",)))),
        "error",
        "empty-setup",
        ["no hex"],
    ),
    (unit(setup=Setup()), "error", "empty-setup", ["names no hex"]),
    (unit(setup=Setup(Where(hexes=(number(SEA),)))), "error", "prohibited-terrain", [number(SEA), "sea"]),
    (unit(setup=Setup(Where(hexes=(number(LAND),)), box="us-air")), "error", "box-and-hex", ["us-air"]),
    (unit(setup=None, reinforcement=Reinforcement("havn", 2)), "error", "unknown-entry", ["`haven`"]),
    (
        unit(setup=None, reinforcement=Reinforcement("haven", 2, also=("x",))),
        "error",
        "unknown-entry",
        ['"x"'],
    ),
    (
        unit(setup=None, reinforcement=Reinforcement("haven", 9)),
        "error",
        "after-the-end",
        ["turn 9", "turn 6"],
    ),
    (unit(setup=None, reinforcement=Reinforcement("haven")), "error", "no-turn", ["neither"]),
    (unit(setup=None, reinforcement=Reinforcement("haven", 1, "war")), "error", "turn-and-event", ["War"]),
    (unit(reinforcement=Reinforcement("haven", 2)), "error", "setup-and-arrival", ["Remove one"]),
    (unit(provenance=Provenance("rulebook")), "note", "no-rule", ["1 unit is"]),
    (in_scenario(units=(FIRST, FIRST)), "error", "twice", ["norland/1st Armored"]),
    (in_scenario(play_area=("0601", "9999")), "error", "unknown-hex", ["part of the map in play", "9999"]),
    (in_scenario(play_area=("0601",)), "error", "play-area", ["two opposite ones"]),
    (
        in_scenario(play_area=(number(Hex(7, 5)), number(Hex(5, 4))), units=(FIRST,)),
        "error",
        "out-of-play",
        ["1st Armored", "outside"],
    ),
    (in_scenario(options=(("weather", "on"),)), "error", "unknown-option", ["weather"]),
    (
        in_scenario(entries=(Entry("a", "A", Where(areas=("sooth",))),), units=()),
        "error",
        "unknown-area",
        ["entry A"],
    ),
    (in_scenario(entries=(Entry("a", "A", Where()),), units=()), "error", "empty-entry", ["has no hex:"]),
    (
        in_scenario(entries=(Entry("a", "A", Where(hexes=(number(SEA),))),), units=()),
        "error",
        "empty-entry",
        ["no hex a unit may be in"],
    ),
    (
        in_scenario(entries=(Entry("a", "A", Where(areas=("south",))),) * 2, units=()),
        "error",
        "twice",
        ['"a"'],
    ),
    (with_assets(assets=(AssetStart("ahs", 1),)), "warning", "unknown-asset", ["`ash`"]),
    (with_assets(assets=(AssetStart("ash", 1), AssetStart("ash", 2))), "error", "twice", ["ash"]),
    (with_assets(assets=(AssetStart("ash", 1, (("bag", 1),)),)), "error", "unknown-box", ["bag", "Ash"]),
    (with_assets(assets=(AssetStart("runes", 2, (("spent", 3),)),)), "error", "markers", ["2", "3 spent"]),
    (with_assets(replacements=(ReplacementOverride(1, "red", 1, (("ahs", 2),)),)), "warning", "unknown-asset",
     ["turn 1", "`ash`"]),
    (with_assets(replacements=(ReplacementOverride(1, "blue", 1, (("ash", 2),)),)), "warning", "other-side",
     ["turn 1", "Red"]),
    (with_assets(start=Start(1, assets=(("ahs", 2),))), "warning", "unknown-asset", ["start", "`ash`"]),
    (in_scenario(replacements=(ReplacementOverride(1, "rde", 1),)), "error", "unknown-side", ["turn 1"]),
    (
        in_scenario(replacements=(ReplacementOverride(8, "red", 1),)),
        "warning",
        "after-the-end",
        ["turn 8"],
    ),
    (in_scenario(ruleset="other"), "note", "", []),
    (on_map(ruleset="large"), "warning", "other-ruleset", ['"large"', '"small"']),
    (
        on_map(places=(Place(LAND, "A", ("city",)), Place(LAND, "B"))),
        "error",
        "twice",
        ["A and B", number(LAND)],
    ),
    (on_map(places=(Place(LAND, "A", ("sity",)),)), "error", "unknown-feature", ["`city`"]),
    (on_map(places=(Place(SEA, "A", ("city",)),)), "warning", "place-in-sea", ["sea"]),
    (on_map(places=(Place(LAND),)), "note", "empty-place", [number(LAND)]),
    (on_map(areas=(Area("south", "S", (LAND,)), Area("south", "T", (LAND,)))), "error", "twice", ["south"]),
    (on_map(areas=(Area("south", "S", ()),)), "error", "empty-area", ["Area S"]),
    (on_map(roads=(Road("highway", (LAND,), "R9"),)), "warning", "short-road", ["R9", number(LAND)]),
    (
        on_map(roads=(Road("highway", (Hex(1, 1), SEA), "R9"),)),
        "warning",
        "road-into-sea",
        [number(SEA), "sea"],
    ),
    (on_map(roads=(Road("highwai", (Hex(1, 1), Hex(2, 1))),)), "error", "unknown-road-kind", ["`highway`"]),
    (
        on_map(lines=(HexsideLine("rivr", (hexside(Hex(1, 1), Hex(2, 1)),)),)),
        "error",
        "unknown-hexside-kind",
        ["`river`"],
    ),
    (on_map(lines=(HexsideLine("river", (), "Dry"),)), "warning", "empty-line", ["Dry"]),
    (
        on_map(terrain=small_design().map.terrain.with_values({LAND: "claer"})),
        "error",
        "unknown-terrain",
        ["`clear`"],
    ),
    (
        in_rules(
            nationalities=(
                *small_design().ruleset.nationalities,
                Nationality("x", "X", "X", "rad", small_design().ruleset.nationalities[0].colours),
            )
        ),
        "error",
        "unknown-side",
        ["`red`"],
    ),
    (in_rules(sides=small_design().ruleset.sides[:1] * 2), "error", "twice", ["red"]),
    (in_rules(phases=(Phase("p", "P", "nobody"),)), "error", "unknown-side", ["nobody"]),
    (in_rules(replacements=(Replacements(9, "red", 1),)), "warning", "after-the-end", ["turn 9"]),
    (
        in_rules(
            results=(ResultCode("AE", "A", "t"),), tables=(CombatTable("t", "T", ("a",), (0,), (("AB",),)),)
        ),
        "error",
        "unknown-result",
        ["AB"],
    ),
]


@pytest.mark.parametrize(
    ("edit", "severity", "code", "words"), MISTAKES, ids=[f"{i}-{m[2]}" for i, m in enumerate(MISTAKES)]
)
def test_mistakes(edit: Callable[[Design], Design], severity: str, code: str, words: list[str]) -> None:
    problems = check_documents(edit(small_design()))
    if not code:
        assert problems == ()
        return
    found = [p for p in problems if p.code == code]
    assert found, problems
    assert found[0].severity == severity
    for word in words:
        assert word in found[0].message
    assert not found[0].message[0].islower()


def test_an_option_and_its_choices() -> None:
    design = in_rules(options=(Option("weather", "Weather", ("on", "off"), "15.0"),))(small_design())
    assert check_documents(scenario(design, options=(("weather", "on"),))) == ()
    (problem,) = check_documents(scenario(design, options=(("weather", "onn"),)))
    assert problem.code == "unknown-choice"
    assert problem.rule == "15.0"
    assert "`on`" in problem.message


def test_a_map_of_a_ruleset_is_also_one_of_its_variants() -> None:
    other = in_rules(name="large", extends="small")(in_scenario(ruleset="large")(small_design()))
    assert [p.code for p in check_documents(other) if p.code == "other-ruleset"] == []
    strange = in_rules(name="large", extends="medium")(in_scenario(ruleset="large")(small_design()))
    assert [p.code for p in check_documents(strange) if p.code == "other-ruleset"] == ["other-ruleset"]


def test_a_map_is_also_one_of_variants_of_variants_of_its_ruleset(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(
        "format: 2\nkind: ruleset\nname: own\nextends: gsofg-first-steps\n", encoding="utf-8")
    (tmp_path / "first.yaml").write_text(
        "format: 2\nkind: scenario\nname: first\nextends: gsofg-first-steps\nruleset: own.yaml\n",
        encoding="utf-8")
    loaded = load(tmp_path / "first.yaml")
    assert loaded.design is not None
    assert loaded.design.map.ruleset == "gsofg"
    assert [p for p in check_documents(loaded.design, loaded.sources) if p.code == "other-ruleset"] == []


def test_problems_know_hex_and_unit() -> None:
    (problem,) = check_documents(unit(setup=Setup(Where(hexes=(number(SEA),))))(small_design()))
    assert (problem.hex, problem.unit) == (number(SEA), "norland/1st Armored")


def test_errors_come_first() -> None:
    design = on_map(places=(Place(LAND),), roads=(Road("x", (LAND,)),))(small_design())
    order = [p.severity for p in check_documents(design)]
    assert order == sorted(order, key=["error", "warning", "note"].index)
    assert len(set(order)) == 3


FILES = {
    "r.yaml": (
        "format: 2\nkind: ruleset\nname: r\ntitle: R\nsystem: none\nsides: [{id: red, name: Red}]\n"
        "nationalities: []\nunit_types: [{id: t, name: T, symbol: s, movement: 1}]\n"
        "terrain: [{id: clear, name: Clear, cost: 1}]\n"
    ),
    "m.yaml": (
        "format: 2\nkind: map\nname: m\ntitle: M\nruleset: r.yaml\n"
        "grid: {orientation: pointy, columns: 2, rows: 2}\n"
        'terrain: {legend: {".": clear}, rows: ["..", ".."]}\n'
        "places:\n- {hex: '0101', name: A}\n- {hex: '0101', name: B}\n"
    ),
    "s.yaml": (
        "format: 2\nkind: scenario\nname: s\ntitle: S\nruleset: r.yaml\nmap: m.yaml\nturns: 1\nunits:\n"
        "- {name: a, nationality: red, type: t, strength: 1/1, setup: '0101'}\n"
        "- {name: a, nationality: red, type: t, strength: 1/1, setup: '0999'}\n"
    ),
}


class TestLines:
    """With the files problems name file and line."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        for name, text in FILES.items():
            (tmp_path / name).write_text(text)
        return tmp_path

    def test_files_and_lines(self, folder: Path) -> None:
        loaded = load(folder / "s.yaml")
        found = {(p.code, Path(p.file).name, p.line) for p in loaded.problems}
        assert ("twice", "m.yaml", 10) in found
        assert ("twice", "s.yaml", 10) in found
        assert ("unknown-nationality", "s.yaml", 9) in found
        both = next(p for p in loaded.problems if p.code == "twice" and p.unit)
        assert "lines 9 and 10" in both.message

    def test_reading_and_checking_problems_are_separate(self, folder: Path) -> None:
        loaded = load(folder / "s.yaml")
        assert loaded.reading == ()
        assert loaded.design is not None
        assert check_documents(loaded.design, loaded.sources) == loaded.problems

    def test_without_files_there_are_no_lines(self, folder: Path) -> None:
        loaded = load(folder / "s.yaml")
        assert loaded.design is not None
        assert {(p.file, p.line) for p in check_documents(loaded.design)} == {("", 0)}


def test_a_large_scenario_is_checked_quickly() -> None:
    units = tuple(
        Unit(f"u{i}", "norland", "infantry", ((4,), (2,)), setup=Setup(Where(countries=("norland",))))
        for i in range(3000)
    )
    design = scenario(small_design(), units=units)
    assert isinstance(design.scenario, Scenario)
    assert effort(lambda: check_documents(design)) < 80
    assert check_documents(design) == ()


@pytest.mark.parametrize("cost", [1, 0.5, 1.5, 0.25, 0.75, 0.33, 0.333, 1 / 3, 1.67, 0.17, 0.08, 99])
def test_costs_of_halves_thirds_and_twelfths_are_valid(cost: float) -> None:
    design = small_design()
    terrain = (replace(design.ruleset.terrain[0], cost=cost), *design.ruleset.terrain[1:])
    roads = (replace(design.ruleset.roads[0], cost=cost), *design.ruleset.roads[1:])
    assert check_documents(in_rules(terrain=terrain, roads=roads)(design)) == ()


@pytest.mark.parametrize("section", ["terrain", "features", "hexsides", "roads"])
@pytest.mark.parametrize("cost", [0.1, 0.35, 1e-300, -1, 100, float("inf"), float("nan")])
def test_costs_too_fine_or_out_of_range_are_errors(section: str, cost: float) -> None:
    design = small_design()
    kinds = getattr(design.ruleset, section)
    problems = check_documents(in_rules(**{section: (replace(kinds[0], cost=cost), *kinds[1:])})(design))
    assert [(p.severity, p.code) for p in problems] == [("error", "cost")]
    assert "twelfths" in problems[0].message
    assert ("Write 0.33 instead" in problems[0].message) == (cost == 0.35)


def test_no_allowance_is_above_99() -> None:
    design = small_design()
    kinds = design.ruleset.unit_types
    problems = check_documents(in_rules(unit_types=(replace(kinds[0], movement=10**9), *kinds[1:]))(design))
    assert [p.code for p in problems] == ["allowance"]
    assert [p.code for p in check_documents(unit(**numbers(6, 3, 100))(design))] == ["value-range"]


def test_a_country_spelt_almost_like_a_nationality_gets_a_note() -> None:
    design = small_design()
    home = design.ruleset.nationalities[0].id
    missing, exchanged = home[:1] + home[2:], home[1] + home[0] + home[2:]
    for country, told in ((missing, True), (exchanged, True), ("narnia", False)):
        countries = design.map.countries.with_values({LAND: country})
        found = [p for p in check_documents(replace(design, map=replace(design.map, countries=countries)))
                 if p.code == "unknown-country"]
        assert bool(found) == told, country
        if told:
            assert f"Did you mean `{home}`?" in found[0].message


def test_set_ups_that_mean_very_many_hexes_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    design = small_design()
    assert design.scenario is not None
    country = "norland"
    wide = replace(design.scenario, units=tuple(
        replace(design.scenario.units[0], name=f"{i}x", nationality="nobody",
                setup=Setup(Where(countries=(country,)))) for i in range(30)))
    assert {p.code for p in check_documents(replace(design, scenario=wide))} >= {"unknown-nationality"}
    most = 30 * len(design.map.hexes_in(country)) - 1
    monkeypatch.setattr("visegrad_editor.model.scenario.MOST_HEXES", most)
    monkeypatch.setattr("visegrad_editor.model.scenario._MOST_TIMES", 0)
    (told,) = (p for p in check_documents(replace(design, scenario=wide)) if p.code == "too-many-hexes")
    assert told.severity == "error"
    assert "mean more than" in told.message
    assert "unknown-nationality" not in {p.code for p in check_documents(replace(design, scenario=wide))}


def test_a_name_is_suggested_for_the_first_of_very_many_unknown_words() -> None:
    design = small_design()
    assert design.scenario is not None
    unit = design.scenario.units[0]
    units = tuple(replace(unit, name=f"{i}x", type=f"armoredd{i % 70}") for i in range(140))
    problems = check_documents(scenario(design, units=units))
    found = [p.message for p in problems if p.code == "unknown-unit-type"]
    assert len(found) == 140
    suggested = ["Did you mean `armored`?" in m for m in found]
    # 50 words, each of which stands twice.
    assert suggested == [i % 70 < 50 for i in range(140)]


@pytest.mark.parametrize(("change", "code", "meant"), [
    ({"type": "armoured-brigade"}, "unknown-unit-type", "armored"),
    ({"nationality": "the-north"}, "unknown-nationality", "norland"),
])
def test_the_id_is_proposed_of_what_is_called_by_its_name(
    change: dict[str, str], code: str, meant: str
) -> None:
    design = small_design()
    assert design.scenario is not None
    rules = design.ruleset
    named = {"armored": "Armoured brigade", "norland": "The North"}[meant]
    rules = replace(
        rules, unit_types=tuple(replace(t, name=named) if t.id == meant else t for t in rules.unit_types),
        nationalities=tuple(replace(n, name=named) if n.id == meant else n for n in rules.nationalities))
    unit = replace(design.scenario.units[0], **change)
    told = check_documents(replace(scenario(design, units=(unit,)), ruleset=rules))
    [message] = [p.message for p in told if p.code == code]
    assert f"Did you mean `{meant}`?" in message


@pytest.mark.parametrize(("given", "told", "labels"), [
    # The asset that is most like it has a line already: no other one is guessed.
    ({"assets": (AssetStart("ash", 1), AssetStart("ashx", 1))}, "Did you mean `ash`, which is there already?",
     ["Remove the line of ashx, which counts for nothing"]),
    ({"assets": (AssetStart("ashx", 1),)}, "Did you mean `ash`?",
     ['Write "ash" for "ashx" in the assets', "Remove the line of ashx, which counts for nothing"]),
    ({"start": Start(1, assets=(("ash", 1), ("ashx", 2)))}, "Did you mean `ash`, which is there already?",
     ['Take "ashx" out of the start, where it counts for nothing']),
    # What a side receives is its own, also where that of another side has an id more like it.
    ({"replacements": (ReplacementOverride(1, "red", 1, (("ember-blux", 2),)),)}, "Did you mean `ember-red`?",
     ["Let the Red side receive Embers instead",
      'Take "ember-blux" out of the replacements of the Red side of turn 1']),
])
def test_an_unknown_asset_is_guessed_once(given: dict[str, Any], told: str, labels: list[str]) -> None:
    more = (Asset("ember-blue", "Coals", "blue"), Asset("ember-red", "Embers", "red"))
    assets = (ASH, RUNES, more[0]) if "assets" in given or "start" in given else (RUNES, *more)
    small = small_design()
    design = scenario(replace(small, ruleset=replace(small.ruleset, assets=assets)), **given)
    [problem] = [p for p in check_documents(design) if p.code == "unknown-asset"]
    assert problem.message.endswith(told)
    assert [fix.label for fix in problem.fixes] == labels


def test_fixes_of_replacements_entries_and_hidden_set_ups_call_things_by_their_names() -> None:
    design = scenario(
        with_assets(replacements=(ReplacementOverride(1, "blue", 1, (("ash", 2),)),))(small_design()),
        hidden_set_up=("red",), entries=(Entry("a", "Old road", Where(areas=("south",)), else_=("a",)),))
    labels = [fix.label for p in check_documents(design) for fix in p.fixes
              if p.code in ("other-side", "hidden-set-up", "own-else")]
    assert sorted(labels) == [
        "Let Old road not stand in for itself", "Let the Red side set up openly",
        "Take Ash out of the replacements of the Blue side of turn 1"]
