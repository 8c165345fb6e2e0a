"""The texts on counters: the templates of the ruleset, from the map to sheets and tables."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from small_design import RULESET
from value_games import adm_design, adm_ruleset, adm_unit

from visegrad_editor.drawing.appearance import counter_look, layer_looks
from visegrad_editor.drawing.counters import Counter, counter_item, figures, print_key, stack_items
from visegrad_editor.drawing.letters.fonts import text_width
from visegrad_editor.drawing.primitives import Item, Text
from visegrad_editor.exchange.tables import unit_columns, units_csv
from visegrad_editor.model.counter_texts import belongs, counter_texts, fields_of
from visegrad_editor.model.files.load import load
from visegrad_editor.model.rules.counter import Brackets, Corners, CounterFace, Formation
from visegrad_editor.model.rules.grammar import UnitFilter
from visegrad_editor.model.ruleset import Ruleset
from visegrad_editor.model.scenario import Unit
from visegrad_editor.printing import words
from visegrad_editor.printing.unit_rows import detail_lines

ADM = adm_ruleset()
FIRST = adm_unit("1st Armored", "3-6-8")


def game(**face: object) -> Ruleset:
    return replace(ADM, counter=CounterFace(**face))  # type: ignore[arg-type]


def texts(item: Item) -> dict[str, Text]:
    return {p.text: p for p in item.primitives if isinstance(p, Text)}


def test_without_a_template_all_values_stand_with_hyphens() -> None:
    assert "3-6-8" in texts(counter_item(Counter(FIRST), ADM, (0, 0), 1.0))
    assert figures(adm_unit("1st", "3-6"), ADM, False) == "3-6-7"
    assert figures(adm_unit("1st", "_-6"), ADM, False) == "--6-7"


def test_visegrad_4_prints_an_f() -> None:
    design = load("scenarios/historical").design
    assert design is not None
    assert design.scenario is not None
    wolf = design.scenario.unit_by_key["lithuania/Iron Wolf Mechanized"]
    assert [figures(wolf, design.ruleset, side) for side in (False, True)] == ["7F-0", "3F-0"]
    assert figures(wolf, RULESET, False) == "7-0", "the letter belongs to that game alone"


def test_front_back_and_little_room_have_templates_of_their_own() -> None:
    rules = game(front="{attack}.{defence}", back="({attack})", small="{defence}")
    unit = adm_unit("1st", ["8-6-10", "4-3-10"])
    assert (figures(unit, rules, False), figures(unit, rules, True)) == ("8.6", "(4)")
    assert counter_texts(rules, unit, False).small == "6"
    assert counter_texts(game(), unit, False).small == "8", "without a template it is the first value"
    assert figures(unit, game(front="{attack}.{defence}"), True) == "4.3", "the back is as the front"
    items = stack_items([Counter(unit)], rules, (0, 0), 1.0, scale=10.0)
    assert ["6" in texts(item) for item in items] == [True]


def test_what_stands_for_no_value_can_be_chosen() -> None:
    assert figures(adm_unit("1st", "_-6"), game(when_none="x"), False) == "x-6-7"


def test_brackets_are_for_some_units() -> None:
    rules = game(brackets=Brackets(UnitFilter(type=("armored",)), "movement"))
    assert figures(FIRST, rules, False) == "3-6-(8)"
    assert figures(replace(FIRST, type="infantry"), rules, False) == "3-6-8"


@pytest.mark.parametrize(("units", "expected"), [
    (UnitFilter(), True), (UnitFilter(nationality=("norland",)), True),
    (UnitFilter(nationality=("x",)), False),
    (UnitFilter(state=("full",)), True), (UnitFilter(state=("reduced",)), False),
    (UnitFilter(named=("norland/1st Armored",), type=("armored",)), True),
    (UnitFilter(without=UnitFilter(type=("armored",))), False), (UnitFilter(trait=("air",)), False)])
def test_units_of_a_filter(units: UnitFilter, expected: bool) -> None:
    assert belongs(ADM, FIRST, units) == expected


def test_corners_name_the_unit_its_formation_and_its_set_up() -> None:
    rules = replace(game(corners=Corners("{formation}", "{setup}", "{type}", "{name}")),
                    formations=(Formation("corps", "I Corps"),))
    unit = replace(adm_unit("1st Armored", "3-6-8", "0808"), formation="corps")
    found = texts(counter_item(Counter(unit), rules, (0, 0), 1.0))
    assert {"I Corps", "0808", "Armored", "1st Armored"} <= set(found)
    assert found["I Corps"].at[0] < 0 < found["0808"].at[0]


@pytest.mark.parametrize("name", ["attack", "name"])
def test_text_that_does_not_fit_is_made_smaller(name: str) -> None:
    long = "-".join([f"{{{name}}}"] * 12)
    rules = game(front=long, small=long, corners=Corners(long, long, long, long))
    item = counter_item(Counter(FIRST), rules, (0, 0), 1.0)
    coarse = stack_items([Counter(FIRST)], rules, (0, 0), 1.0, scale=10.0)
    printed = [(p.text, p.size) for one in (item, *coarse) for p in one.primitives
               if isinstance(p, Text) and p.bold and p.text.count("-") == 11]
    assert len(printed) == 6
    assert [text for text, size in printed if text_width(text, size, bold=True) > 0.91] == []


def test_units_without_any_value_print_none() -> None:
    assert figures(Unit("1st CAS", "sudland", "cas"), ADM, False) == ""
    armed = replace(Unit("1st CAS", "sudland", "cas"), values=((2, 3),))
    assert figures(armed, ADM, False).startswith("2-3-")
    assert figures(armed, ADM, False) in texts(counter_item(Counter(armed), ADM, (0, 0), 1.0))


def test_what_is_printed_decides_what_is_drawn_again() -> None:
    other, both = adm_unit("1st Armored", "3-5-8"), (False, True)
    same = [print_key(Counter(FIRST), ADM, c) == print_key(Counter(other), ADM, c) for c in both]
    assert same == [False, True], "the coarse form shows only the attack"
    small = game(small="{defence}")
    assert print_key(Counter(FIRST), small, True) != print_key(Counter(other), small, True)
    assert counter_look(ADM, FIRST) != counter_look(small, FIRST)
    assert layer_looks(ADM, "counters") != layer_looks(small, "counters")
    renamed = replace(ADM, unit_types=(replace(ADM.unit_types[0], name="Tanks"), *ADM.unit_types[1:]))
    assert layer_looks(ADM, "counters") == layer_looks(renamed, "counters")
    named = replace(renamed, counter=CounterFace(corners=Corners("{type}")))
    assert layer_looks(game(corners=Corners("{type}")), "counters") != layer_looks(named, "counters")


def test_the_names_in_a_template() -> None:
    assert [*fields_of("{attack} ({movement}) x")] == ["attack", "movement"]


# -- sheets and tables ---------------------------------------------------------------------------------


def test_sheets_name_each_value() -> None:
    design = adm_design(FIRST, adm_unit("2nd", ["8-6", "4-3"]))
    assert design.scenario is not None
    lines = [detail_lines(unit, design)[-1] for unit in design.scenario.units]
    assert lines == ["Attack 3 · defence 6 · movement 8 · 1 step", "Attack 8/4 · defence 6/3 · movement 7"]
    assert words.strength_words(FIRST, ADM) == "Attack 3, Defence 6"


def test_tables_have_a_column_for_each_value() -> None:
    design = adm_design(FIRST, adm_unit("2nd", ["8-6", "4-3"]))
    assert design.scenario is not None
    assert unit_columns(ADM)[5:10] == ("attack", "defence", "reduced attack", "reduced defence", "movement")
    assert unit_columns(RULESET)[5:8] == ("strength", "reduced", "movement")
    rows = [*csv.DictReader(io.StringIO(units_csv(design, design.scenario).decode("utf-8-sig")))]
    assert [(r["attack"], r["defence"], r["reduced attack"], r["movement"]) for r in rows] == [
        ("3", "6", "", "8"), ("8", "6", "4", "7")]
