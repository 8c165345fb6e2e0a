"""Sheets print exactly what is in force in their scenario, with the same mark and counts on all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from random import Random
from typing import Any

import pytest
from blank_design import blank_design
from bundled import design_of
from every_edit import TRIES
from hypothesis import given, settings
from hypothesis import strategies as st
from printed_sheets import charts_words, setup_of, setup_words, words_without_map
from printed_text import page_texts, printed_text
from small_design import small_design
from unit_numbers import with_numbers

from visegrad_editor.editor.panels.inspector import provenance_text
from visegrad_editor.engine import Game
from visegrad_editor.engine.checks import check_design
from visegrad_editor.engine.key_hexes import key_hexes
from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.check import check_documents, check_rules
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.ruleset import remove_entry, rename_entry
from visegrad_editor.model.fingerprint import content_mark, play_mark
from visegrad_editor.model.in_play import InPlay
from visegrad_editor.model.provenance import Provenance
from visegrad_editor.model.rules.combat import CombatTable
from visegrad_editor.model.rules.results import ResultCode
from visegrad_editor.model.ruleset import Condition, Option, Phase, Replacements, SpecialRule
from visegrad_editor.model.scenario import (
    AssetStart,
    Reinforcement,
    ReplacementOverride,
    Scenario,
    Setup,
    Unit,
    Where,
)
from visegrad_editor.model.start import Start
from visegrad_editor.printing import words
from visegrad_editor.printing.charts import charts_bytes, terrain_chart
from visegrad_editor.printing.map_key import map_key, signs
from visegrad_editor.printing.map_sheet import MapPage, map_bytes, overview
from visegrad_editor.printing.paper import Paper, frame
from visegrad_editor.printing.setup_section import UnitCounts, sides_by_set_up
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes
from visegrad_editor.printing.tables import TableRow

SCENARIOS = ("historical", "free-setup", "first-steps")
MARK = re.compile(r"\bcontent ([0-9a-f]{4}-[0-9a-f]{4})\b")


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


def text_of(data: bytes) -> str:
    return printed_text(data)


def with_scenario(design: Design, **changes: Any) -> Design:
    return replace(design, scenario=replace(scenario_of(design), **changes))


# -- the content mark ------------------------------------------------------------------------------------


def test_sheets_of_a_design_bear_one_mark_and_other_designs_another() -> None:
    marks = set()
    for name in SCENARIOS:
        on_sheets = {*MARK.findall(setup_words(name)), *MARK.findall(charts_words(name))}
        if name == SCENARIOS[-1]:
            on_sheets |= {*MARK.findall(text_of(map_bytes(design_of(name))))}
        assert on_sheets == {content_mark(design_of(name))}, name
        marks |= on_sheets
    assert len(marks) == len(SCENARIOS)


@cache
def rich_design() -> Design:
    """A small design in which every list of a document has an entry, so that each field can be changed."""
    design = small_design()
    ruleset = replace(
        design.ruleset, system="", turn_length="1 day", notes="Rules.",
        tables=(CombatTable("t", "Table", ("low", "high"), (0, 100), (("A", "B"), ("B", "B"))),),
        results=(ResultCode("A", "Alpha", "Attackers go."), ResultCode("B", "Beta", "Bad luck.")),
        replacements=(Replacements(1, "red", 1, (("ash", 1),), Provenance("rulebook", "5.0")),),
        phases=(Phase("move", "Movement", "red", "5.1"),),
        options=(Option("fog", "Fog", ("no", "yes"), "5.2", "Whether there is fog."),),
        special_rules=(SpecialRule("5.3", "Mind the gap."), SpecialRule("5.4", "Red wins on Sundays.")),
        set_up_order=("red", "blue"))
    scenario = replace(
        scenario_of(design), summary="A war.", notes="It rains.", options=(("fog", "yes"),),
        assets=(
            AssetStart("ash", 2), AssetStart("runes", 3, (("spent", 1),))), special_rules=("No smoking.",),
        replacements=(ReplacementOverride(2, "red", 2, (("ash", 2),)),),
        start=Start(1), set_up_order=("blue", "red"))
    return replace(design, ruleset=ruleset, scenario=scenario)


def other(value: Any) -> Any:
    """Another value of the kind; None where there is none to be thought of."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return f"{value}x" if not value.startswith("#") else "#123456"
    if isinstance(value, frozenset):
        return value | {"odd"}
    return None


def edits(value: Any, path: str, seen: set[str]) -> Iterator[tuple[str, Any]]:
    """(what was changed, the whole with it changed) for each field of each kind of part."""
    if is_dataclass(value) and not isinstance(value, type):
        for f in fields(value):
            if not f.init:
                continue
            name = f"{type(value).__name__}.{f.name}"
            for changed, new in edits(getattr(value, f.name), name, seen):
                try:
                    yield changed, replace(value, **{f.name: new})
                except (ValueError, TypeError):
                    continue
    elif isinstance(value, tuple) and not isinstance(value, Hex) and value:
        for i, part in enumerate(value):
            for changed, new in edits(part, path, seen):
                yield changed, (*value[:i], new, *value[i + 1 :])
        if path not in seen and f"{path} shorter" not in seen:
            seen.add(f"{path} shorter")
            yield f"{path} shorter", value[:-1]
    elif path not in seen and (new := other(value)) is not None:
        seen.add(path)
        yield path, new


def test_any_field_that_changes_a_sheet_changes_its_mark() -> None:
    design = rich_design()
    before = {content_mark(design)}
    unmarked, changed = [], []
    for name, edited in edits(design, "", set()):
        changed.append(name)
        if content_mark(edited) in before:
            unmarked.append((name, edited))
    assert len(changed) > 130
    for expected in ("Ruleset.turns", "ResultCode.text", "Scenario.notes", "Unit.notes", "GameMap.title",
                     "Place.name", "Provenance.note", "Side.colour", "SpecialRule.text", "Start.turn"):
        assert expected in changed
    sheets = (charts_bytes, map_bytes, setup_sheet_bytes)
    texts = [text_of(sheet(design)) for sheet in sheets]
    for name, edited in unmarked:
        assert [text_of(sheet(edited)) for sheet in sheets] == texts, name


@given(st.integers(0, 2**32), st.sampled_from(sorted(TRIES)))
@settings(max_examples=25, deadline=None)
def test_an_edit_that_changes_charts_changes_their_mark(seed: int, name: str) -> None:
    design = design_of("first-steps")
    try:
        edited = TRIES[name](Random(seed), design)
    except ValueError:
        return
    if edited is None or edited.scenario is None:
        return
    after, before = text_of(charts_bytes(edited)), charts_words("first-steps")
    (mark,) = set(MARK.findall(after))
    if MARK.sub("", after) != MARK.sub("", before):
        assert mark != content_mark(design), name


# -- rules in force --------------------------------------------------------------------------------------


def test_the_teaching_sheet_does_not_contradict_itself() -> None:
    text = setup_words("first-steps")
    for absent in (
        "Before turn 1 roll for each Ukrainian unit", "At the end of each turn roll one die", "E77",
        "336th", "M.E.U.", "SAC unit", "US ground units", "mountain only", "Moscow.",
        "Sign of the intervention",
    ):
        assert absent not in text, absent
    for present in (
        "No Ukrainian unit is rolled for", "1511 Minsk", "2006 Kiev", "Supply crosses marsh only",
        "Iron Wolf never moves", "hexes with Ukrainian units", "hexes with Belarusian units",
        "Ukrainian units: all stay",
    ):
        assert present in text, present
    whole = setup_words("historical")
    for present in (
        "Before turn 1 roll for each Ukrainian unit", "At the end of each turn roll one die, less one",
        "E77: roll each time", "The 336th Naval", "The M.E.U.", "a SAC unit", "US ground units have 9",
        "Supply crosses mountain only", "Moscow",
    ):
        assert present in whole, present


@pytest.mark.parametrize(("choice", "told"), [
    ("roll", "rolled for one by one"), ("stay", "all stay"), ("leave", "all leave")])
@pytest.mark.parametrize("name", ["historical", "free-setup"])
def test_the_situation_fits_every_choice_for_the_ukrainian_units(name: str, choice: str, told: str) -> None:
    design = design_of(name)
    scenario = scenario_of(design)
    others = [option for option in scenario.options if option[0] != "ukraine"]
    chosen = replace(scenario, options=(*others, ("ukraine", choice)))
    text = words_without_map(replace(design, scenario=chosen))
    assert ("roll for each Ukrainian unit" in text) == (choice == "roll")
    assert ("all Ukrainian units leave" in text) == (choice == "leave")
    assert "unit is rolled for" not in text.partition("Options chosen")[0]
    assert f"Ukrainian units: {told}" in text
    assert "the options chosen say what becomes of the Ukrainian units" in text


def test_kinds_of_terrain_are_counted_as_the_charts_list_them() -> None:
    """The ground off the map, which no chart and no key lists, is not counted."""
    design = design_of("historical")
    kinds = InPlay(design).listed_terrain
    in_key = {sign.name for sign in signs(design)}
    assert [t.name for t in design.ruleset.terrain if t.name in in_key] == [t.name for t in kinds]
    assert "none" in InPlay(design).terrain
    assert "4 of 4 kinds of terrain have reconstructed effects." in setup_words("historical")


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_meaning_of_the_dagger_is_on_the_pages_that_have_one(name: str) -> None:
    note = "† reconstructed value"
    pages = page_texts(setup_of(name))
    noted = [note in page for page in pages]
    assert noted == ["†" in page.replace(note, "") for page in pages]
    assert True in noted
    assert False in noted


def test_charts_have_the_turns_and_phases_of_their_scenario() -> None:
    text = charts_words("first-steps")
    assert "4 turns of 1 week First Steps" in text
    assert "Three ground units may stand in a hex." in text
    assert "10 turns" not in text
    assert "interventions" not in text
    assert "11 Allied combat" in text
    assert "10 turns of 1 week" in charts_words("historical")
    assert "12 End of the game turn: interventions" in charts_words("historical")


def test_each_choice_of_an_option_has_its_own_text() -> None:
    options = (("intervention_modifier", "hinders"), ("ukraine", "leave"))
    text = words_without_map(with_scenario(design_of("historical"), options=options))
    assert "roll one die, plus one for every violated country" in text
    assert "less one for every" not in text
    assert "all Ukrainian units leave the game" in text
    assert "Before turn 1 roll for each" not in text


RULE = SpecialRule("1.0", "Beware of the dog.")


@pytest.mark.parametrize(("when", "holds"), [
    (Condition(), True),
    (Condition(options=(("fog", ("no",)),)), False),
    (Condition(options=(("fog", ("no", "yes")),)), True),
    (Condition(options=(("mud", ("no",)),)), False),
    (Condition(nationalities=("norland",)), True),
    (Condition(nationalities=("atlantis", "sudland")), True),
    (Condition(nationalities=("atlantis",)), False),
    (Condition(units=("norland/1st Armored",)), True),
    (Condition(units=("norland/9th Armored",)), False),
    (Condition(unit_types=("cas",)), True),
    (Condition(unit_types=("marine",)), False),
    (Condition(traits=("air",)), True),
    (Condition(traits=("marine",)), False),
    (Condition(events=("rain",)), False),
    (Condition(entries=("south-edge",)), True),
    (Condition(entries=("haven",)), False),
    (Condition(assets=("runes",)), True),
    (Condition(terrain=("mountain",)), True),
    (Condition(terrain=("marsh",)), False),
    (Condition(hexsides=("river",)), True),
    (Condition(hexsides=("wall",)), False),
    (Condition(roads=("highway",)), True),
    (Condition(roads=("track",)), False),
    (Condition(features=("city",)), True),
    (Condition(features=("mine",)), False),
    (Condition(places=("Haven",)), True),
    (Condition(places=("Nowhere",)), False),
    (Condition(nationalities=("norland",), terrain=("marsh",)), False),
    (Condition(nationalities=("norland",), terrain=("mountain", "marsh")), True),
    (Condition(nationalities=("norland",), ground=True), True),
    (Condition(nationalities=("atlantis",), ground=True), False),
    (Condition(unit_types=("cas",), ground=True), False),
    (Condition(traits=("air",), ground=True), False),
    (Condition(ground=True), True),
    (Condition(nationalities=("norland",), unit_types=("marine",), ground=True), False),
])
def test_a_condition_holds_where_all_of_it_does(when: Condition, holds: bool) -> None:
    play = InPlay(rich_design())
    assert play.applies(replace(RULE, when=when)) is holds
    if when != Condition():
        assert play.applies(replace(RULE, unless=when)) is not holds


def test_an_allowance_holds_where_all_ground_units_of_that_kind_have_it() -> None:
    design = design_of("historical")
    scenario = scenario_of(design)
    nine = SpecialRule("2.6", "Nine.", Condition(nationalities=("usa",), movement=9))
    assert InPlay(design).applies(nine)
    assert not InPlay(design).applies(replace(nine, when=replace(nine.when, movement=7)))

    def applies(change: Callable[[Unit], Unit | None]) -> bool:
        units = tuple(u for u in map(change, scenario.units) if u is not None)
        return InPlay(with_scenario(design, units=units)).applies(nine)

    def of_usa(unit: Unit) -> bool:
        return unit.nationality == "usa" and bool(unit.values)

    assert applies(lambda u: with_numbers(u, movement=6) if not of_usa(u) else u)
    assert not applies(lambda u: with_numbers(u, movement=6) if u.key == "usa/M.E.U." else u)
    assert not applies(lambda u: with_numbers(u, movement=None) if of_usa(u) else u)
    assert not applies(lambda u: None if of_usa(u) else u), "no ground units are left, only air units"
    assert any(u.nationality == "usa" and not of_usa(u) for u in scenario.units)


def test_the_sheet_prints_only_rules_that_are_true_of_a_changed_scenario() -> None:
    small = with_scenario(design_of("first-steps"), play_area=("0920", "2208"))
    assert small.scenario is not None
    text = words_without_map(with_scenario(small, units=tuple(
        u for u in small.scenario.units if u.nationality != "ukraine")))
    assert "1511 Minsk" in text
    assert "2006 Kiev" not in text
    assert "hexes with Belarusian units" in text
    assert "hexes with Ukrainian units" not in text
    slow = with_scenario(design_of("historical"), units=tuple(
        with_numbers(u, movement=7) if u.nationality in ("usa", "lithuania") else u
        for u in scenario_of(design_of("historical")).units))
    text = words_without_map(slow)
    assert "Airborne and air-mobile units have 5" in text
    assert "US ground units have" not in text
    assert "Iron Wolf never moves" in text, "its type keeps it in its hex, whatever its allowance"


def test_what_lies_outside_the_part_in_play_does_not_count() -> None:
    design = rich_design()
    # The lower rows: neither sea nor the port, neither river nor mountain.
    grid = design.map.grid
    part = with_scenario(design, play_area=(grid.number(Hex(4, 4)), grid.number(Hex(7, 5))))
    play = InPlay(part)
    assert (play.terrain, play.features, play.hexsides, play.places) == (
        {"clear"}, {"city"}, frozenset(), {"Mid"})
    assert play.roads == {"highway"}
    assert Hex(4, 4) in play
    assert Hex(3, 4) not in play
    assert not play.applies(replace(RULE, when=Condition(terrain=("sea",))))


def test_a_map_alone_answers_what_a_map_can() -> None:
    play = InPlay(replace(rich_design(), scenario=None))
    assert play.applies(replace(RULE, when=Condition(nationalities=("atlantis",))))
    assert play.applies(replace(RULE, unless=Condition(nationalities=("norland",))))
    assert not play.applies(replace(RULE, when=Condition(terrain=("marsh",))))
    assert not play.applies(replace(RULE, unless=Condition(terrain=("mountain",))))


def test_conditions_are_checked_and_follow_a_new_id() -> None:
    historical = design_of("historical")
    assert check_rules(historical.ruleset) == ()
    wrong = SpecialRule("1.0", "Text.", Condition(
        options=(("weather", ("rain",)), ("ukraine", ("rol",))), nationalities=("polnd",),
        terrain=("swamp",)))
    rules = replace(historical.ruleset, special_rules=(wrong,))
    said = " ".join(p.message for p in check_rules(rules))
    for word in ("weather", "Did you mean `roll`", "Did you mean `poland`", "swamp"):
        assert word in said
    nations = [n.id for n in historical.ruleset.nationalities]
    renamed = rename_entry(historical, "nationalities", nations.index("usa"), "america")
    text = words_without_map(renamed)
    assert "US ground units have 9 movement points" in text
    assert "The M.E.U. may also land" in text
    marsh = [t.id for t in historical.ruleset.terrain].index("marsh")
    with pytest.raises(ValueError, match=r"condition of 1 special rule \(7\.1\)"):
        remove_entry(historical, "terrain", marsh)


def test_conditions_do_not_change_games() -> None:
    design = design_of("historical")
    bare = replace(
        design.ruleset, set_up_order=(),
        phases=tuple(replace(p, when=Condition()) for p in design.ruleset.phases),
        options=tuple(replace(o, when=Condition()) for o in design.ruleset.options))
    assert play_mark(replace(design, ruleset=bare)) == play_mark(design)


# -- order, counts, hexes --------------------------------------------------------------------------------


@pytest.mark.rule("3.0")
def test_sides_stand_in_the_order_in_which_they_set_up() -> None:
    for name in SCENARIOS:
        text = setup_words(name)
        first = text.index("Allied side (V4) sets up first")
        assert first < text.index("Russian side sets up second"), name
    # In the free set-up both sides have something to choose, so the engine shows its order.
    assert Game.from_scenario(design_of("free-setup")).position().side == "allied"
    design = with_scenario(design_of("first-steps"), set_up_order=("russian", "allied"))
    text = words_without_map(design)
    assert text.index("Allied side (V4) sets up first") < text.index("Russian side sets up second"), (
        "games follow the rules, and so does the sheet")
    (warning,) = (p for p in check_design(design) if p.code == "set-up-order")
    assert warning.severity == "warning"
    assert warning.rule == "3.0"
    wrong = with_scenario(design_of("first-steps"), set_up_order=("swiss", "allied"))
    assert any("swiss" in p.message for p in check_documents(wrong) if p.severity == "error")


def test_without_an_order_sides_stand_as_the_ruleset_lists_them() -> None:
    design = small_design()
    assert [s.id for s in sides_by_set_up(design, scenario_of(design))] == ["red", "blue"]
    assert "sets up" not in text_of(setup_sheet_bytes(design))


@pytest.mark.rule("4.0")
@pytest.mark.rule("4.2")
@pytest.mark.rule("7.5")
def test_hexes_that_decide_the_game_are_listed_with_their_names() -> None:
    text = setup_words("historical")
    for place in ("1722 Bytów", "1822 Szczecinek", "1917 Wyszków", "1922 Piła", "2016 Węgrów", "2320 Wieluń",
                  "2321 Milicz", "2418 Częstochowa", "2419 Lubliniec", "2420 Opole",
                  "0703 Moscow", "1511 Minsk", "2006 Kiev", "2518 Kraków", "1119 Liepāja"):
        assert place.split()[0] in text
        assert words.hex_words(place[:4], design_of("historical").map) in text
    first = setup_words("first-steps")
    victory = first[first.index("Victory") : first.index("Set-up ")]
    assert re.findall(r"\b\d{4}\b", victory) == ["1917", "2016", "1511", "2006"]
    assert "1722" not in first


def test_the_engine_scores_by_the_hexes_that_are_listed() -> None:
    for name in SCENARIOS:
        design = design_of(name)
        game = Game.from_scenario(design)
        listed = {h for k in key_hexes(design) if k.decides for h in k.hexes}
        goals = [game.goals(side) for side in ("russian", "allied")]
        assert listed, name
        assert listed == {h for g in goals for h in (*g.take, *g.hold)}, name


def test_games_without_a_rules_module_list_no_hexes() -> None:
    assert key_hexes(blank_design()) == ()
    assert key_hexes(replace(design_of("historical"), scenario=None)) == ()
    historical = design_of("historical")
    assert key_hexes(replace(historical, ruleset=replace(historical.ruleset, system="chess"))) == ()


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_count_of_a_sheet_agrees(name: str) -> None:
    design, text = design_of(name), setup_words(name)
    scenario = scenario_of(design)
    nation = design.ruleset.nationality_by_id
    for side in design.ruleset.sides:
        units = [u for u in scenario.units if nation[u.nationality].side == side.id]
        counts = UnitCounts.of(units, design)
        assert sum(vars(counts).values()) == len(units)
        assert f"{side.name} {counts.on_map} {counts.later} {counts.air}" in text, "on the cover"
        assert f"· {counts.words} " in text, "in the band"
        arrivals = text[text.index(f"{side.name}: reinforcements") :].split(":")[1].split(side.name)[0]
        due = sum(int(n) for n in arrivals.split() if n.isdigit() and int(n) < 99)
        by_event = [u for u in units if u.reinforcement and u.reinforcement.event]
        assert due + UnitCounts.of(by_event, design).later == counts.later
    whole = UnitCounts.of(scenario.units, design)
    assert f"{whole.on_map} units on the map; tick each one" in text


def test_a_unit_without_a_place_is_counted_as_such() -> None:
    design = small_design()
    scenario = scenario_of(design)
    units = (
        Unit("X", "norland", "infantry", ((4,), (2,))),
        Unit("Y", "sudland", "infantry", ((4,), (2,)),
             setup=Setup(Where(hexes=(design.map.grid.number(Hex(5, 4)),)))),
        Unit("Z", "sudland", "infantry", ((4,), (2,)), setup=Setup(box="eliminated")),
        Unit("A", "sudland", "cas"),
        Unit("B", "sudland", "cas", reinforcement=Reinforcement("off-map", 2)))
    odd = replace(design, scenario=replace(scenario, units=units))
    assert UnitCounts.of(units, design) == UnitCounts(on_map=1, air=2, boxed=1, unplaced=1)
    text = text_of(setup_sheet_bytes(odd))
    assert "Counters map later air boxes no place" in text
    assert "Red side – – – – 1" in text
    assert "Blue side 1 – 2 1 –" in text
    assert "Red side 0 units on the map · 1 without a place" in text
    assert "Blue side 1 unit on the map · 2 air units · 1 in boxes" in text
    assert "Blue side: air units – 1" in text
    assert "Turn 2 1 air unit" in text


# -- the key and the charts ------------------------------------------------------------------------------


def test_the_key_lists_what_is_in_play() -> None:
    names = {s.name for s in signs(design_of("first-steps"))}
    assert {"Clear", "Pripyat marsh", "Sea", "Capital", "River", "Border", "Highway"} <= names
    assert names.isdisjoint({"Mountain", "E77 highway"})
    whole = {s.name for s in signs(design_of("historical"))}
    assert {"Mountain", "E77 highway"} <= whole
    grid = design_of("historical").map.grid
    sea = with_scenario(design_of("historical"), play_area=(grid.number(Hex(4, 5)), grid.number(Hex(5, 6))))
    assert {s.name for s in signs(sea)} <= {"Sea", "Border", "Limit of play"}


@pytest.mark.parametrize(("name", "paper"), [("first-steps", "A4"), ("historical", "A3"), ("gsofg", "A4")])
def test_the_key_begins_where_the_map_begins(
    name: str, paper: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[str, float, float]] = []

    class Told:
        def __getattr__(self, name: str) -> Any:
            return lambda *_a, **_k: None

    design = design_of(name)
    page = frame(paper)
    key, picture = map_key(design), overview(design)
    sheet = MapPage(picture, key, "Title", page.content_height)
    monkeypatch.setattr(picture, "draw", lambda _pen, x, _t, width, _h: drawn.append(("map", x, width)))
    monkeypatch.setattr(key, "draw", lambda _pen, x, _t, width: drawn.append(("key", x, width)))
    sheet.draw(Told(), page.side, page.top, page.content_width)  # type: ignore[arg-type]
    (_, left, width), (_, key_left, key_wide) = drawn
    if key_wide > width:
        assert abs(key_left + key_wide / 2 - left - width / 2) < 0.01, "a wider key stands below its middle"
    else:
        assert (key_left, key_wide) == (left, width)
    assert sheet.size(page.content_width)[1] + key.height(key_wide) <= page.content_height


def test_charts_list_the_kinds_of_the_design() -> None:
    text = charts_words("historical")
    assert "Mountain † 3 2 left" in text
    assert "E77 highway 1" in text
    assert "Off the map" not in text
    assert "Lake" not in text
    german = charts_words("gsofg")
    rows = terrain_chart(design_of("gsofg").ruleset, InPlay(design_of("gsofg")))
    kinds = [row.cells[0] for row in rows if isinstance(row, TableRow)]
    assert "Border" in kinds, "where countries meet, although no hexside of the map is one"
    assert "Supply source and Town † have no effect" in german, "what a border does the rules say"
    assert "Lake hexside no" in german
    assert "Lake no" not in german
    first = charts_words("first-steps")
    assert "Mountain" not in first
    assert "E77" not in first
    assert "Pripyat marsh † 4 1 left" in first


def test_window_and_set_up_sheet_say_where_reconstructed_units_come_from() -> None:
    units = scenario_of(design_of("gsofg-first-steps")).unit_by_key
    notes = {unit.provenance.of("type").note for unit in units.values()} - {""}
    assert len(notes) == 9
    text = setup_words("gsofg-first-steps")
    assert {note: text.count(note) for note in notes} == dict.fromkeys(notes, 1), "each once, not by unit"
    panel = provenance_text(units["usa/3rd Armored"].provenance)
    assert "CENTAG wartime structure; J. B. Wilson (sources 20, 21)." in panel
