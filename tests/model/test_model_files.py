"""Documents as text: written files read back, in any spelling, and wrong hexes are reported."""

from __future__ import annotations

from typing import Any

import pytest
from any_documents import QUICK, RULESETS, SCENARIOS, maps
from hypothesis import given
from hypothesis import strategies as st

from visegrad_editor.hexgrid import Hex
from visegrad_editor.model.files.file_problems import FileProblems
from visegrad_editor.model.files.map_file import map_from_data, map_to_data
from visegrad_editor.model.files.scenario_file import scenario_from_data
from visegrad_editor.model.files.schema import check_schema
from visegrad_editor.model.files.yaml_reader import read_yaml
from visegrad_editor.model.files.yaml_writer import new_text
from visegrad_editor.model.gamemap import GameMap
from visegrad_editor.model.problems import Problem
from visegrad_editor.model.scenario import (
    Scenario,
    Setup,
    Unit,
    Where,
)


@QUICK
@given(st.one_of(RULESETS, SCENARIOS, maps()))
def test_a_new_file_says_exactly_the_document(document: Any) -> None:
    # `new_text` reads back what it wrote and raises if it differs.
    text = new_text(document)
    assert new_text(document) == text
    assert text.isascii() or text.encode("utf-8")


def read_scenario(text: str, base: Scenario | None = None) -> tuple[Scenario | None, list[Problem]]:
    reading = read_yaml(text)
    assert check_schema("scenario", reading, "s.yaml") == ()
    problems = FileProblems("s.yaml", reading)
    return scenario_from_data(reading.data, problems, base), problems.problems


HEAD = "format: 2\nkind: scenario\nname: x\ntitle: X\nruleset: r\nmap: m\nturns: 3\n"


def test_many_spellings_of_one_unit() -> None:
    one, _ = read_scenario(
        HEAD + "units: [{name: 1, nationality: poland, type: armored, strength: 6/3, setup: 1620}]\n"
    )
    other, _ = read_scenario(
        HEAD
        + 'units:\n- name: "1"\n  nationality: poland\n  type: armored\n  strength: "6/3"\n'
        + '  setup: {hexes: ["1620"]}\n'
    )
    assert one is not None
    assert other is not None
    assert (
        one.units
        == other.units
        == (Unit("1", "poland", "armored", ((6,), (3,)), setup=Setup(Where(hexes=("1620",)))),)
    )


def test_leading_zeros_of_hex_numbers_stay() -> None:
    scenario, _ = read_scenario(
        HEAD + "units: [{name: a, nationality: p, type: t, setup: {hexes: 0703 0801}}]\n"
    )
    assert scenario is not None
    assert scenario.units[0].setup == Setup(Where(hexes=("0703", "0801")))


MAP = """\
format: 2
kind: map
name: m
title: M
ruleset: r
grid:
  orientation: pointy
  columns: 3
  rows: 2
  numbering:
    order: row-first
    row: {start: 1, direction: down}
    column: {start: 1, direction: right}
terrain:
  legend: {".": clear, "~": sea}
  rows:
    - "..~"
    - "..."
"""


def read_map(text: str) -> tuple[GameMap | None, list[Problem]]:
    reading = read_yaml(text)
    assert check_schema("map", reading, "m.yaml") == ()
    problems = FileProblems("m.yaml", reading)
    return map_from_data(reading.data, problems), problems.problems


@pytest.mark.parametrize(
    ("more", "code", "line", "words"),
    [
        ("places: [{hex: 0109, name: Far}]\n", "unknown-hex", 19, ["'0109'", "place Far", "0101 to 0203"]),
        (
            "hexsides:\n- kind: river\n  name: R\n  sides: 0101/0102\n    0101/0103\n",
            "bad-hexside",
            23,
            ["0101 and 0103", "do not touch", "0101 touches 0102, 0201"],
        ),
        ("hexsides: [{kind: river, sides: 0101}]\n", "bad-hexside", 19, ["not a hexside", "2017/2018"]),
        ("hexsides: [{kind: river, sides: 0101/Q}]\n", "bad-hexside", 19, ["'Q'", "direction"]),
        (
            "roads: [{kind: highway, name: E1, path: 0101-0103}]\n",
            "road-jumps",
            19,
            ["highway E1", "from 0101 to 0103"],
        ),
        ("roads: [{kind: highway, path: [0101, 9999]}]\n", "unknown-hex", 19, ["'9999'"]),
        ("areas: [{id: a, name: A, hexes: 0101 0777}]\n", "unknown-hex", 19, ["area A"]),
        ("labels: [{text: Sea, hex: x1}]\n", "unknown-hex", 19, ["label Sea"]),
    ],
)
def test_wrong_hexes_of_a_map(more: str, code: str, line: int, words: list[str]) -> None:
    game_map, problems = read_map(MAP + more)
    assert game_map is None
    assert [(p.code, p.line, p.file) for p in problems] == [(code, line, "m.yaml")]
    for word in words:
        assert word in problems[0].message


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "words"),
    [
        ('- "..~"', '- "..~."', "bad-row", 17, ["Row 1", "4 letters", "3 columns"]),
        ('- "..."', '- ".X."', "unknown-letter", 18, ["'X'", "hex 0202", "'.'"]),
        ('    - "..."\n', "", "bad-row", 16, ["1 rows", "has 2"]),
        ("columns: 3", "columns: 120", "numbering", 13, ["reach 120", "digits: 3"]),
        ("columns: 3\n  rows: 2", "columns: 999\n  rows: 999", "too-big", 6, ["998,001"]),
    ],
)
def test_wrong_rows_and_grids(old: str, new: str, code: str, line: int, words: list[str]) -> None:
    assert old in MAP
    game_map, problems = read_map(MAP.replace(old, new))
    assert game_map is None
    assert (problems[0].code, problems[0].line) == (code, line)
    for word in words:
        assert word in problems[0].message


LETTERED = MAP.replace("row: {start: 1, direction: down}", "row: {start: 26, direction: down, letters: true}")


@pytest.mark.parametrize(("column", "separator", "numbers"), [
    ("digits: 0", "", ("Z1", "AA3")), ("digits: 3", "", ("Z001", "AA003")),
    ("digits: 0", "_", ("Z_1", "AA_3")), ("letters: true", ".", ("Z.A", "AA.C"))])
def test_letters_and_digits_without_zeros(column: str, separator: str, numbers: tuple[str, str]) -> None:
    text = LETTERED.replace(
        "direction: right}", f"direction: right, {column}}}\n    separator: \"{separator}\"")
    game_map, problems = read_map(f"{text}places: [{{hex: {numbers[0].lower()}, name: Here}}]\n")
    assert problems == []
    assert game_map is not None
    assert game_map.grid.ends() == numbers
    assert game_map.places[0].hex == Hex(0, 0)
    again, problems = read_map(new_text(game_map))
    assert problems == []
    assert again == game_map
    assert f"hex: {numbers[0]}" in new_text(game_map).replace('"', "")


@pytest.mark.parametrize(("text", "code", "line", "words"), [
    (LETTERED.replace("letters: true", "digits: 2, letters: true"), "numbering", 12, [
        "rows have letters", "Remove `digits`, or `letters`"]),
    (LETTERED.replace("direction: right", "direction: right, letters: true"), "numbering", 13, [
        "put a separator between"]),
    (LETTERED.replace("26", "104"), "numbering", 12, ["number 105", "ZZZZ"]),
    (LETTERED.replace("26", "0"), "numbering", 12, ["before A"]),
    (MAP.replace("direction: right", "direction: right, digits: 0"), "numbering", 13, [
        "no fixed number of digits", "give the other half letters"]),
    (MAP.replace("direction: right}", "direction: right, digits: 0}\n    separator: ."), "numbering", 13, [
        "follow a point"])])
def test_letters_that_do_not_number_a_map(text: str, code: str, line: int, words: list[str]) -> None:
    game_map, problems = read_map(text)
    assert game_map is None
    assert (problems[0].code, problems[0].line) == (code, line)
    for word in words:
        assert word in problems[0].message


def test_a_map_without_countries() -> None:
    game_map, problems = read_map(MAP)
    assert problems == []
    assert game_map is not None
    assert game_map.countries.at(Hex(0, 0)) == ""
    assert "countries" not in map_to_data(game_map)


def test_a_side_at_the_edge_of_the_map() -> None:
    game_map, _ = read_map(MAP + "hexsides: [{kind: river, sides: 0101/W 0103/E}]\n")
    assert game_map is not None
    assert map_to_data(game_map)["hexsides"][0]["sides"] == "0101/W 0103/E"


class TestHouseStyle:
    """The layout of a new file."""

    def test_units_are_blocks_and_hexes_are_quoted(self) -> None:
        scenario, _ = read_scenario(
            HEAD + "units: [{name: 1st, nationality: poland, type: armored, strength: 6/3, setup: 1620}]\n"
        )
        assert scenario is not None
        assert new_text(scenario).endswith(
            "units:\n  - name: 1st\n    nationality: poland\n    type: armored\n    values: [6, 3]\n"
            '    setup: "1620"\n'
        )

    def test_long_lists_of_hexsides_are_wrapped(self) -> None:
        many = " ".join(["0101/0102"] * 60)
        game_map, _ = read_map(MAP + f"hexsides: [{{kind: river, sides: {many}}}]\n")
        assert game_map is not None
        lines = new_text(game_map).splitlines()
        assert "    sides: >-" in lines
        assert max(map(len, lines)) <= 100

    def test_places_are_lines(self) -> None:
        game_map, _ = read_map(MAP + "places: [{hex: 0102, name: Warsaw, features: capital}]\n")
        assert game_map is not None
        assert '  - {hex: "0102", name: Warsaw, features: [capital]}\n' in new_text(game_map)

    def test_a_common_provenance_is_given_once(self) -> None:
        units = "".join(
            f"  - {{name: u{i}, nationality: p, type: t, provenance: rulebook}}\n" for i in range(3)
        )
        scenario, _ = read_scenario(HEAD + "units:\n" + units)
        assert scenario is not None
        text = new_text(scenario)
        assert text.count("rulebook") == 1
        assert "units_provenance: rulebook\n" in text
