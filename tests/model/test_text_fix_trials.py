"""Fixes of load errors are tried before they are offered."""

from __future__ import annotations

from pathlib import Path

import pytest
from broken_scenarios import Data, put, sample, text_of

from visegrad_editor.model.files import text_fix_trials
from visegrad_editor.model.files.load import LoadResult, load
from visegrad_editor.model.files.text_fixes import fixed_text, text_fixes_of


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
    path.write_text(fixed_text(path, [fix]), encoding="utf-8")
    assert problem not in load(path).problems
    assert labels(load(path)) == []


def test_what_was_hidden_does_not_count_against_a_fix(tmp_path: Path) -> None:
    """A number in quotes hides that the scenario names a hex that is not on the map."""
    data = put(put(sample("karn"), ("units", 0, "setup"), "9999"), ("turns",), str(sample("karn")["turns"]))
    path = written(data, tmp_path)
    loaded = load(path)
    assert loaded.design is None
    [(problem, fix)] = text_fixes_of(loaded.problems, str(path))
    path.write_text(fixed_text(path, [fix]), encoding="utf-8")
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
    path.write_text(fixed_text(path, [f for _, f in text_fixes_of(load(path).problems, str(path))]),
                    encoding="utf-8")
    assert labels(load(path)) == []
    monkeypatch.setattr(text_fix_trials, "_LARGEST", 100)
    written(data, tmp_path)
    assert labels(load(path)) == []


def test_a_name_of_the_map_that_is_guessed_is_tried(tmp_path: Path) -> None:
    name = sample("karn")["map"]
    path = written(put(sample("karn"), ("map",), f"{name}x"), tmp_path)
    assert labels(load(path)) == [f'Write "{name}" for "{name}x"']
