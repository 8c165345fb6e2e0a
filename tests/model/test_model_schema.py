"""The JSON schemas, and the messages on data that does not fit them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from effort import effort
from jsonschema import Draft202012Validator

from visegrad_editor.model.files.catalogue import bundled
from visegrad_editor.model.files.formats import KINDS
from visegrad_editor.model.files.resources import resource_folder
from visegrad_editor.model.files.schema import MOST, check_schema, schema
from visegrad_editor.model.files.yaml_reader import read_file, read_yaml
from visegrad_editor.model.problems import Problem

SCENARIO = """\
format: 2
kind: scenario
name: x
title: X
ruleset: r
map: m
turns: 3
units:
  - name: 1st
    nationality: poland
    type: armored
    strength: 6/3
    setup: "1620"
"""


def check(text: str, kind: str = "scenario") -> tuple[Problem, ...]:
    return check_schema(kind, read_yaml(text), "f.yaml")


@pytest.mark.parametrize("kind", [*KINDS, "stamp", "style"])
def test_the_schemas_are_schemas(kind: str) -> None:
    Draft202012Validator.check_schema(schema(kind))


@pytest.mark.parametrize("kind", [*KINDS, "stamp", "style"])
def test_every_key_is_described_for_editors(kind: str) -> None:
    whole = schema(kind)

    def walk(part: Any, path: str) -> None:
        if isinstance(part, dict):
            for key, value in part.get("properties", {}).items():
                target = value
                if "$ref" in value:
                    target = {**whole["$defs"][value["$ref"].rpartition("/")[2]], **value}
                assert target.get("description") or target.get("title"), f"{path}.{key}"
            for key, value in part.items():
                if key == "properties":  # there may be a key of that name
                    for name, inner in value.items():
                        walk(inner, f"{path}.{name}")
                elif key != "else":  # what more applies to keys that are described above
                    walk(value, f"{path}.{key}")
        elif isinstance(part, list):
            for i, value in enumerate(part):
                walk(value, f"{path}[{i}]")

    walk(whole, kind)
    assert whole["title"]
    assert whole["description"]


@pytest.mark.parametrize("entry", bundled(), ids=lambda e: f"{e.kind}-{e.name}")
def test_the_samples_fit_the_schemas_as_other_editors_read_them(entry: Any) -> None:
    reading = read_file(entry.path)
    assert check_schema(entry.kind, reading, "") == ()
    path = resource_folder("schemas") / f"{entry.kind}.schema.json"
    Draft202012Validator(json.loads(path.read_text(encoding="utf-8"))).validate(reading.data)


def test_a_good_file_has_no_problems() -> None:
    assert check(SCENARIO) == ()


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "words"),
    [
        (
            "strength:",
            "strenght:",
            "unknown-key",
            12,
            ["`strenght`", 'unit "1st"', "Known keys: name, nationality, type, prototype, values"],
        ),
        ("    strength: 6/3", "    zzz: 6/3", "unknown-key", 12, ["`zzz`", "Known keys: name, nationality"]),
        ("title: X", "titel: X", "missing-key", 1, ["needs the key `title`"]),
        ("6/3", "6", "wrong-value", 12, ["`strength`", "the number 6", "such as 6/3", "`values`"]),
        ("6/3", "6-3", "wrong-value", 12, ["`strength`", '"6-3"', "such as 6/3"]),
        ("strength: 6/3", "values: [6, x]", "wrong-value", 12, ["`values.2`", '"x"', "something like 6-9"]),
        ("strength: 6/3", "values: 6/3", "wrong-value", 12, ['"6/3"', "something like [6, 3]"]),
        ("strength: 6/3", "strength: 6/3\n    values: 6", "wrong-value", 12, ["stands beside `values`"]),
        ("turns: 3", "turns: ten", "wrong-type", 7, ['the text "ten"', "a whole number"]),
        ("turns: 3", "turns: 0", "wrong-value", 7, ["is 0", "at least 1"]),
        ("turns: 3", "turns: 3.5", "wrong-type", 7, ["3.5"]),
        ("turns: 3", "turns:", "wrong-type", 7, ["`turns`", "empty"]),
        ("format: 2", "format: 7", "wrong-value", 1, ["format 7", "reads formats 1 to 2"]),
        ("name: x", "name: My War", "wrong-value", 3, ['"My War"', "small letters", "such as my-war"]),
        ('setup: "1620"', "reinforcement: {turn: 1, entry: [a, b]}", "wrong-type", 13,
         ["is a list; it names one entry", "`also`"]),
        ('setup: "1620"', "setup: [1620]", "wrong-type", 13, ["a list", '"1620"']),
        ('setup: "1620"', "setup: {contry: [a]}", "unknown-key", 13, ["`contry`", "`setup`", "`countries`"]),
        ('setup: "1620"', "reduced: yes", "wrong-type", 13, ["true or false"]),
        ('setup: "1620"', "provenance: guess", "wrong-value", 13, ["rulebook, reconstructed or designer"]),
        ('setup: "1620"', "provenance: {source: rulbook}", "wrong-value", 13, ["Did you mean `rulebook`?"]),
        ("title: X", f"title: {'X' * 201}", "wrong-value", 4, ["201 letters long", "at most 200"]),
        ("name: 1st", f"name: {'1' * 9}x{'1' * 99}", "wrong-value", 9, ["109 letters long", "at most 80"]),
        ("  - name: 1st", "  - just text\n  - name: 1st", "wrong-type", 9, ["Unit 1", '"just text"']),
    ],
)
def test_messages_on_wrong_data(old: str, new: str, code: str, line: int, words: list[str]) -> None:
    assert old in SCENARIO
    problems = check(SCENARIO.replace(old, new))
    found = next(p for p in problems if p.code == code)
    assert found.line == line
    assert found.severity == "error"
    assert found.file == "f.yaml"
    for word in words:
        assert word in found.message
    assert found.message.endswith((".", "?", "/3", '"1620"')) or "such as" in found.message


def test_problems_of_units_carry_their_key() -> None:
    assert check(SCENARIO.replace("6/3", "x"))[0].unit == "poland/1st"


def test_a_text_of_megabytes_is_refused_in_a_short_sentence() -> None:
    text = SCENARIO.replace("title: X", f"title: {'X' * 3_000_000}").replace("1st", "1" * 99_999 + "x")
    problems = check(text)
    assert {"title" in p.message for p in problems} == {True, False}
    assert all(len(p.message) + len(p.unit) < 400 for p in problems)


def test_an_unquoted_colour_is_explained() -> None:
    text = (
        "format: 2\nkind: ruleset\nname: r\ntitle: R\nsystem: s\nnationalities: []\nunit_types: []\n"
        "terrain: [{id: clear, name: Clear, cost: 1}]\nsides:\n- id: a\n  name: A\n  colour: #aabbcc\n"
    )
    (problem,) = check(text, "ruleset")
    assert problem.line == 12
    assert "must be quoted" in problem.message


def test_a_file_that_is_not_a_mapping() -> None:
    assert "a list" in check("- 1\n- 2\n")[0].message
    assert "the text" in check("hello\n")[0].message


def test_a_legend_letter_is_one_letter() -> None:
    text = (
        "format: 2\nkind: map\nname: m\ntitle: M\nruleset: r\n"
        "grid: {orientation: pointy, columns: 1, rows: 1}\nterrain: {legend: {ab: clear}, rows: [a]}\n"
    )
    (problem,) = check(text, "map")
    assert "one letter" in problem.message
    assert problem.line == 7


def test_at_most_fifty_problems_and_quickly() -> None:
    text = SCENARIO + "  - {nam: x}\n" * 50_000
    problems: list[object] = []
    assert effort(lambda: problems.extend(check(text))) < 400
    assert MOST <= len(problems) <= MOST + 1
    assert getattr(problems[-1], "code", "") == "more-problems"


def test_many_entries_are_checked_quickly() -> None:
    text = SCENARIO + "".join(
        f'  - {{name: u{i}, nationality: poland, type: armored, strength: 6/3, setup: "1620"}}\n'
        for i in range(5000)
    )
    reading = read_yaml(text)
    assert effort(lambda: check_schema("scenario", reading, "")) < 300
    assert check_schema("scenario", reading, "") == ()


def test_a_mapping_of_too_many_keys_is_counted() -> None:
    looks = "".join(f"    t{i}: {{colour: '#112233'}}\n" for i in range(401))
    text = f"format: 2\nkind: ruleset\nname: x\ntitle: X\nstyle:\n  terrain:\n{looks}"
    said = [p.message for p in check(text, "ruleset")]
    assert "`terrain` of `style` has 401 entries; at most 400 are allowed." in said
