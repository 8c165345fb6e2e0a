"""The source of each value of a unit: single values, variants, edits, and files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from any_documents import UNITS
from bundled import design_of
from hypothesis import given
from hypothesis import strategies as st
from printed_text import page_texts, printed_text
from unit_numbers import numbers, reduced_strength, strength, with_numbers

from visegrad_editor.editor.panels.inspector import provenance_text, provenance_word
from visegrad_editor.engine import Game
from visegrad_editor.exchange.tables import units_csv
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.units import change_unit, place_units
from visegrad_editor.model.files.codec import read_provenance, write_provenance
from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.scenario_file import read_change, read_unit, write_change, write_unit
from visegrad_editor.model.files.store import save_design
from visegrad_editor.model.provenance import UNIT_VALUES, Provenance
from visegrad_editor.model.scenario import Scenario, Unit
from visegrad_editor.printing import words
from visegrad_editor.printing.charts import charts_bytes
from visegrad_editor.printing.map_options import MapOptions
from visegrad_editor.printing.map_sheet import map_bytes
from visegrad_editor.printing.setup_sheet import setup_sheet_bytes

GUESS, OWN, PRINTED = Provenance("reconstructed"), Provenance("designer"), Provenance("rulebook", "3.0")


def scenario_of(design: Design) -> Scenario:
    assert design.scenario is not None
    return design.scenario


def text_of(data: bytes) -> str:
    return printed_text(data)


def variant(folder: Path, lines: str, head: str = "") -> Scenario:
    """A variant of the historical scenario with these changes."""
    path = folder / "war.yaml"
    path.write_text(
        f"format: 2\nkind: scenario\nname: war\nextends: historical\ntitle: War\n{head}change:\n{lines}",
        "utf-8")
    loaded = load(path)
    assert loaded.design is not None, loaded.problems
    return scenario_of(loaded.design)


# -- one value at a time ---------------------------------------------------------------------------------


def test_equal_meanings_are_equal_values() -> None:
    one = PRINTED.with_values(["setup"], OWN).with_values(["strength"], GUESS)
    other = PRINTED.with_values(["strength"], GUESS).with_values(["setup"], OWN)
    assert one == other
    assert one.with_values(["strength", "setup"], PRINTED) == PRINTED
    assert [one.of(v).source for v in ("strength", "setup", "movement")] == [
        "reconstructed", "designer", "rulebook"]


@given(UNITS, st.sampled_from([PRINTED, PRINTED.with_values(["strength"], GUESS), OWN]))
def test_a_unit_says_where_its_values_come_from(unit: Unit, usual: Provenance) -> None:
    assert read_provenance(write_provenance(unit.provenance)) == unit.provenance
    assert read_unit(write_unit(unit, usual), usual).provenance == unit.provenance


@given(UNITS, UNITS, st.sampled_from([PRINTED, OWN, Provenance("rulebook", "3.4")]))
def test_a_written_change_reads_back(
    before: Unit, after: Unit, scenario: Provenance
) -> None:
    after = replace(after, name=before.name, nationality=before.nationality)
    written = write_change(before, after, scenario)
    assert read_change(written, before, scenario) == after


def test_a_plain_provenance_still_means_all_values() -> None:
    unit = read_unit({"name": "1st", "nationality": "poland", "type": "armored", "strength": "6/3",
                      "provenance": {"source": "reconstructed", "note": "A guess."}}, PRINTED)
    assert {unit.provenance.of(v) for v in UNIT_VALUES} == {Provenance("reconstructed", "", "A guess.")}


def test_a_change_of_the_place_keeps_the_source_of_the_strength(tmp_path: Path) -> None:
    scenario = variant(tmp_path, (
        '  - {unit: poland/34th Armored Cavalry, setup: "2014", provenance: designer}\n'
        '  - {unit: poland/2nd Mechanized, setup: "1823"}\n'
        "  - {unit: poland/15th Mechanized, strength: 8/4}\n"
        "  - {unit: poland/1st Armored, strength: 9/4, provenance: rulebook}\n"
        "  - {unit: poland/9th Armored Cavalry, provenance: designer}\n"
        "  - {unit: poland/12th Mechanized, provenance: {movement: reconstructed}}\n"
        '  - {unit: poland/20th Mechanized, setup: "2116", provenance: {all: designer}}\n'))
    found = {
        u.name: [u.provenance.of(v).source for v in ("strength", "reduced_strength", "movement", "setup")]
        for u in scenario.units if u.nationality == "poland"}
    printed, guess, own = "rulebook", "reconstructed", "designer"
    assert found["34th Armored Cavalry"] == [guess, guess, printed, own]
    assert found["2nd Mechanized"] == [guess, guess, printed, printed], "the place is what it was"
    assert found["15th Mechanized"] == [own, own, printed, printed]
    assert found["1st Armored"] == [printed, printed, printed, printed]
    assert found["9th Armored Cavalry"] == [own] * 4
    assert found["12th Mechanized"] == [guess, guess, guess, printed]
    assert found["20th Mechanized"] == [own] * 4


def test_a_place_comes_from_where_its_variant_comes_from(tmp_path: Path) -> None:
    line = '  - {unit: poland/34th Armored Cavalry, setup: "2014"}\n'
    said = variant(tmp_path, line, 'provenance: {source: rulebook, rule: "3.4"}\n')
    key = "poland/34th Armored Cavalry"
    assert said.unit_by_key[key].provenance.of("setup") == Provenance("rulebook", "3.4")
    assert variant(tmp_path, line).unit_by_key[key].provenance.of("setup") == OWN


def test_a_rule_without_a_source_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "war.yaml"
    path.write_text(
        "format: 2\nkind: scenario\nname: war\nextends: historical\ntitle: War\nchange:\n"
        '  - {unit: poland/1st Armored, provenance: {rule: "3.0", strength: rulebook}}\n', "utf-8")
    (problem,) = (p for p in load(path).problems if p.severity == "error")
    assert problem.line == 7
    assert "source" in problem.message


@pytest.mark.parametrize("name", ["historical", "free-setup", "first-steps"])
def test_bundled_scenarios_are_written_as_they_are(name: str, tmp_path: Path) -> None:
    source = Path(load(name).sources.scenario.path)  # type: ignore[union-attr]
    for file in source.parent.glob("*.yaml"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    loaded = load(tmp_path / source.name)
    assert loaded.design is not None
    save_design(loaded.design, loaded.sources)
    assert (tmp_path / source.name).read_bytes() == source.read_bytes()


# -- edits and games -------------------------------------------------------------------------------------


def test_moving_a_unit_keeps_the_source_of_its_strength() -> None:
    scenario = scenario_of(design_of("historical"))
    key = "poland/34th Armored Cavalry"
    moved = place_units(scenario, [key], "2014").unit_by_key[key].provenance
    assert moved.of("setup") == OWN
    assert moved.of("strength").source == "reconstructed"
    slow = change_unit(scenario, key, **numbers(10, 5, 5)).unit_by_key[key].provenance
    assert slow.of("movement") == OWN
    assert slow.of("reduced_strength").source == "reconstructed"


def test_a_position_copied_from_a_game_keeps_the_daggers() -> None:
    game = Game.from_scenario(design_of("first-steps"))
    before = scenario_of(design_of("first-steps")).unit_by_key
    dice = Random(1)
    for _ in range(40):
        game.apply(game.any_order(dice.random))
    now = game.scenario_now()
    assert any(u != before[u.key] for u in now.units)
    for unit in now.units:
        for value in ("strength", "reduced_strength", "movement"):
            assert unit.provenance.of(value) == before[unit.key].provenance.of(value), unit.key


# -- on paper and in tables ------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_dagger_survives_a_variant() -> None:
    text = text_of(setup_sheet_bytes(design_of("first-steps")))
    for unit in scenario_of(design_of("first-steps")).units:
        if unit.values and unit.nationality != "lithuania":
            assert f"Strength {strength(unit)}/{reduced_strength(unit)}†" in text, unit.key
    assert "138th Motorized 1713 Baranovichi Motorized brigade Strength 8/4† · movement 7" in text
    assert "the strengths of 14 of 15 units and the reduced strength of 1 more" in text


@pytest.mark.slow
def test_a_reduced_strength_alone_may_be_reconstructed() -> None:
    design = design_of("historical")
    wolf = scenario_of(design).unit_by_key["lithuania/Iron Wolf Mechanized"]
    assert words.strength_words(wolf, design.ruleset) == "7, reduced 3†"
    assert "Strength 7, reduced 3† · movement 0" in text_of(setup_sheet_bytes(design))
    odd = replace(wolf, provenance=PRINTED.with_values(["strength"], GUESS))
    assert words.strength_words(odd, design.ruleset) == "7†, reduced 3"


@pytest.mark.slow
def test_movement_and_place_have_daggers_of_their_own() -> None:
    design = design_of("first-steps")
    scenario = scenario_of(design)
    source = PRINTED.with_values(["movement", "setup"], GUESS)
    changed = tuple(
        replace(with_numbers(u, movement=8), provenance=source) if u.key == "poland/20th Mechanized" else u
        for u in scenario.units)
    text = text_of(setup_sheet_bytes(replace(design, scenario=replace(scenario, units=changed))))
    assert "20th Mechanized 1917†" in text
    assert "Strength 7/3 · movement 8†" in text
    assert "the movement allowance of 1 unit and the hex of 1 unit" in text
    assert "movement 7†" not in text


def test_a_step_of_the_replacement_chart_has_its_own_dagger() -> None:
    text = text_of(charts_bytes(design_of("historical")))
    row = text[text.index("Allied side (V4): replacement steps") :]
    assert row.startswith("Allied side (V4): replacement steps 1† 1† 2†")
    assert "Allied side (V4): air points 4 3† 3†" in text


@pytest.mark.slow
@pytest.mark.parametrize("name", ["historical", "gsofg"])
def test_sheets_say_that_the_map_is_a_reconstruction(name: str) -> None:
    design = design_of(name)
    sentence = f"The map “{design.map.title}” is a reconstruction, not the printed one."
    assert sentence in text_of(charts_bytes(design))
    page = text_of(map_bytes(design))
    assert "A reconstruction, not the printed map" in page
    assert "reconstructed map" in page
    pages = page_texts(map_bytes(design, options=MapOptions(hex_mm=16)))
    assert len(pages) > 2
    assert all("reconstructed map" in text for text in pages)
    own = replace(design, map=replace(design.map, provenance=OWN))
    assert "reconstruct" not in text_of(map_bytes(own))


def test_tables_and_the_inspector_name_the_values() -> None:
    design = design_of("first-steps")
    rows = units_csv(design, scenario_of(design)).decode("utf-8-sig").splitlines()
    (row,) = (r for r in rows if r.startswith("russia/138th Motorized,"))
    assert "rulebook; strength: reconstructed; reduced_strength: reconstructed; setup: designer" in row
    source = scenario_of(design).unit_by_key["russia/138th Motorized"].provenance
    assert provenance_text(source) == (
        "rulebook, rule 3.0; strength, reduced strength: reconstructed; set-up: designer. "
        "Strengths stood on the counters.")
    assert provenance_text(Provenance("designer")) == "designer"


def test_the_badge_of_a_unit_is_a_word_or_two() -> None:
    guess = Provenance("reconstructed", note="A guess.")
    assert provenance_word(Provenance("rulebook", "3.0")) == "rulebook"
    assert provenance_word(guess) == "reconstructed"
    assert provenance_word(Provenance("rulebook", "3.0").with_values(["strength"], guess)) == (
        "partly reconstructed")
    assert provenance_word(guess.with_values(["strength"], Provenance("designer"))) == "partly reconstructed"
    assert provenance_word(Provenance("designer").with_values(["strength"], Provenance("rulebook"))) == (
        "designer")
