"""Fixes of load errors are tried before they are offered."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken_scenarios import Data, put, sample, text_of

from visegrad_editor.model.files import text_fix_trials, text_fixes
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.text_fixes import fixed_text, text_fixes_of
from visegrad_editor.model.problems import TextFix


def labels(loaded: LoadResult) -> list[str]:
    """The labels of all fixes of a file that was loaded."""
    return [fix.label for problem in loaded.problems for fix in problem.text_fixes]


def written(data: Data, folder: Path) -> Path:
    """The file of a scenario."""
    path = folder / "broken.yaml"
    path.write_text(text_of(data)[0], encoding="utf-8")
    return path


def renamed(data: Data, at: tuple[str | int, ...], new: str, value: object) -> Data:
    """A scenario with another key in place of one, and another value."""
    return put(put(data, at, ...), (*at[:-1], new), value)


def test_a_key_is_not_written_right_if_its_value_is_wrong_then(tmp_path: Path) -> None:
    data, unit = sample("karn"), 0
    right = written(renamed(data, ("units", unit, "setup"), "setpu", data["units"][unit]["setup"]), tmp_path)
    assert labels(load(right)) == ["Write `setup` for `setpu`", "Leave `setpu` out"]
    wrong = written(renamed(data, ("units", unit, "setup"), "setpu", "9999"), tmp_path)
    loaded = load(wrong)
    assert loaded.design is not None
    assert labels(loaded) == ["Leave `setpu` out"]


def test_a_fix_that_is_offered_removes_its_problem(tmp_path: Path) -> None:
    path = written(put(sample("karn"), ("xqzw",), 1), tmp_path)
    loaded = load(path)
    assert labels(loaded) == ["Leave `xqzw` out"]
    [(problem, fix)] = text_fixes_of(loaded.problems, str(path))
    path.write_text(fixed_text(path, [fix]).text, encoding="utf-8")
    assert problem not in load(path).problems
    assert labels(load(path)) == []


def test_what_was_hidden_does_not_count_against_a_fix(tmp_path: Path) -> None:
    """A number in quotes hides that the scenario names a hex that is not on the map."""
    data = put(put(sample("karn"), ("units", 0, "setup"), "9999"), ("turns",), str(sample("karn")["turns"]))
    path = written(data, tmp_path)
    loaded = load(path)
    assert loaded.design is None
    [(problem, fix)] = text_fixes_of(loaded.problems, str(path))
    path.write_text(fixed_text(path, [fix]).text, encoding="utf-8")
    assert [p.code for p in load(path).problems if p.severity == "error"] == ["unknown-hex"]
    assert problem.code == "wrong-type"


def test_another_error_of_the_schema_that_was_there_does_not_count(tmp_path: Path) -> None:
    data = put(put(sample("karn"), ("title",), {"a": 1}), ("turns",), str(sample("karn")["turns"]))
    assert labels(load(written(data, tmp_path)))[-1:] == [f"Write {sample('karn')['turns']} for "
                                                          f"\"{sample('karn')['turns']}\""]


def test_many_fixes_are_tried_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the forty fixes that are tried alone none is left for these; those of one group are sound together
    or not offered."""
    data = sample("karn")
    for i in range(8):
        hex = data["units"][i].get("setup")
        if hex is not None:
            data = renamed(data, ("units", i, "setup"), "setpu", hex)
    path = written(data, tmp_path)
    alone = labels(load(path))
    assert len(alone) >= 8
    monkeypatch.setattr(text_fix_trials, "_MOST", 0)
    together = labels(load(path))
    assert together == [label for label in alone if label.startswith("Write")]
    every = [fix for _, fix in text_fixes_of(load(path).problems, str(path))]
    path.write_text(fixed_text(path, every).text, encoding="utf-8")
    assert labels(load(path)) == []
    # One that cannot be done does not keep the others from being offered.
    written(data, tmp_path)
    real = text_fixes._with_key

    def refuse_first(text: str, at: tuple[str | int, ...], key: str, new: str) -> str:
        if at == ("units", 0):
            raise ValueError("Not here.")
        return real(text, at, key, new)

    monkeypatch.setattr(text_fixes, "_with_key", refuse_first)
    assert labels(load(path)) == together[1:]
    monkeypatch.setattr(text_fix_trials, "_LARGEST", 100)
    written(data, tmp_path)
    assert labels(load(path)) == []


def test_a_name_of_the_map_that_is_guessed_is_tried(tmp_path: Path) -> None:
    name = sample("karn")["map"]
    path = written(put(sample("karn"), ("map",), f"{name}x"), tmp_path)
    assert labels(load(path)) == [f'Write "{name}" for "{name}x"']


HEAD = "format: 2\nkind: scenario\nname: own\nextends: hollen\ntitle: Own\n"


def after_fix(text: str, label: str, folder: Path) -> str:
    """The text of a file after its fix of this label, which must be offered."""
    path = folder / "own.yaml"
    path.write_text(text, encoding="utf-8", newline="")
    [fix] = [fix for _, fix in text_fixes_of(load(path).problems, str(path)) if fix.label == label]
    fixed = fixed_text(path, [fix])
    assert fixed.refused == ()
    return fixed.text


@pytest.mark.parametrize(("block", "value"), [
    ("turns: |\n  3\n", "turns: 3\n"), ("turns: >-  # how long\n  3\n\n", "turns: 3  # how long\n\n"),
    ("turns: |\n  3\n# about the summary\n", "turns: 3\n# about the summary\n"),
    ("turns: |2-\r\n  3\r\n", "turns: 3\r\n"), ("turns: |\n  3", "turns: 3")])
def test_a_number_written_as_a_block_of_text_is_written_in_its_place(
    tmp_path: Path, block: str, value: str,
) -> None:
    rest = "summary: Short.\n" if block.endswith("\n") else ""
    assert after_fix(HEAD + block + rest, 'Write 3 for "3"', tmp_path) == HEAD + value + rest


ENTRY = ("    nationality: blue\n    name: 9th Foot\n    type: infantry\n"
         "    values: {strength: 2, movement: 3}\n")


@pytest.mark.parametrize(("units", "left"), [
    ("  - xqzw: 1  # mine\n    # of the Blue side\n\n      # and new\n" + ENTRY,
     "  # of the Blue side\n  # and new\n  - " + ENTRY.lstrip()),
    ("  # the ninth\n  - xqzw: {a: 1}\n" + ENTRY, "  # the ninth\n  - " + ENTRY.lstrip()),
    ("  - ? xqzw\n    : 1\n    # of the Blue side\n" + ENTRY,
     "  # of the Blue side\n  - " + ENTRY.lstrip()),
    ("  - " + ENTRY.lstrip() + "    # what is this?\n    ? xqzw\n    : 1\n    # last\n",
     "  - " + ENTRY.lstrip() + "    # last\n"),
    ("  - xqzw: 1\n    ? nationality\n    : blue\n" + ENTRY.partition("\n")[2],
     "  - ? nationality\n    : blue\n" + ENTRY.partition("\n")[2])])
def test_comments_of_other_keys_stay_when_a_key_is_left_out(tmp_path: Path, units: str, left: str) -> None:
    assert after_fix(f"{HEAD}units:\n{units}", "Leave `xqzw` out", tmp_path) == f"{HEAD}units:\n{left}"


def test_an_explicit_key_is_left_out_and_written_right(tmp_path: Path) -> None:
    text = f"{HEAD}# of what?\n? xqzw\n: 5\n# the end\nsummary: Short.\n"
    assert after_fix(text, "Leave `xqzw` out", tmp_path) == f"{HEAD}# the end\nsummary: Short.\n"
    assert after_fix(f"{HEAD}? sumary\n: Short.\n", "Write `summary` for `sumary`", tmp_path) == (
        f"{HEAD}? summary\n: Short.\n")


def test_a_fix_that_cannot_be_done_does_not_stop_the_others() -> None:
    def refuse(text: str) -> str:
        raise ValueError("Not here.")

    no, yes = TextFix("No", refuse), TextFix("Yes", lambda text: text + "!")
    fixed = text_fixes.with_fixes("a", [yes, no, yes])
    assert (fixed.text, fixed.refused) == ("a!!", ((no, "Not here."),))


OWN = """\
format: 2
kind: scenario
name: own
title: Own
extends: hollen
entries:
  - {id: south, name: South, where: {hexes: ["0610"]}}
%s:
%s"""
COUP = """\
  # both
  - {id: relief, name: The relief, turn: 3}   # one
  - id: coup
    name: Coup
    %s: [2, 5]
"""
CHANGE = """\
  - unit: red/11th Line
    setup: null
    reinforcement: {turn: 2, entry: %s}
"""


@pytest.mark.parametrize(("wrong", "right", "section"), [
    ("schedlue", "schedule", COUP % "turn"), ("chagne", "change", CHANGE % "south"),
    # What is wrong within a section is told when it is read: that does not speak against its name.
    ("schedlue", "schedule", COUP % "trun"), ("chagne", "change", CHANGE % "suoth")])
def test_a_misspelt_section_is_written_right(
    tmp_path: Path, wrong: str, right: str, section: str
) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(OWN % (wrong, section), encoding="utf-8")
    loaded = load(path)
    assert labels(loaded) == [f"Write `{right}` for `{wrong}`", f"Leave `{wrong}` out"]
    [(problem, fix), _] = text_fixes_of(loaded.problems, str(path))
    path.write_text(fixed_text(path, [fix]).text, encoding="utf-8")
    assert path.read_text("utf-8") == OWN % (right, section)
    assert problem not in load(path).problems


def test_a_section_is_not_written_right_where_that_makes_an_error_in_another_place(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    text = OWN % ("change", CHANGE % "south") + "remvoe: [red/%s]\n"
    path.write_text(text % "Lancers", encoding="utf-8")
    assert labels(load(path)) == ["Write `remove` for `remvoe`", "Leave `remvoe` out"]
    path.write_text(text % "11th Line", encoding="utf-8")
    assert labels(load(path)) == ["Leave `remvoe` out"], "it is changed in a line above"


def test_a_number_too_large_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    goal = ("victory: {conditions: [{winner: red, when: {losses: {side: blue}, at_least: %s}}]}\n"
            "remove: [red/Lancers]\n")
    text = (OWN.split("entries:")[0] + goal)
    path.write_text(text % "999999999999999999999999", encoding="utf-8")
    [problem] = [p for p in load(path).problems if p.severity == "error"]
    assert problem.message == (
        "`conditions.1.when.at_least` of `victory` is a number of 24 digits, which is too large; expected a "
        "whole number of at most 18 digits.")
    path.write_text(text % "6", encoding="utf-8")
    assert not [p for p in load(path).problems if p.severity == "error"]
