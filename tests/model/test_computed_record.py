"""The record beside a map that was computed from geographic data."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from small_design import small_map

from visegrad_editor.model.files.computed_record import is_record, keep_record, put_back, record_path
from visegrad_editor.model.files.yaml_writer import new_text


@pytest.mark.parametrize(("name", "record"), [
    ("a.computed.yaml", True), ("A.COMPUTED.YAML", True), ("a.computed.yml", True), ("a.yaml", False),
    ("computed.yaml", False), ("a.computed.json", False)])
def test_a_record_is_known_by_its_name(name: str, record: bool) -> None:
    assert is_record(Path(name)) is record
    assert is_record(record_path(Path("folder") / name))
    assert record_path(Path("x/map.yaml")) == Path("x/map.computed.yaml")


def test_what_was_computed_is_written_beside_the_map(tmp_path: Path) -> None:
    map = replace(small_map(), computed=small_map())
    assert keep_record(map, None, tmp_path / "a.yaml") == ""
    text = record_path(tmp_path / "a.yaml").read_text(encoding="utf-8")
    assert text.startswith("# What the data gave")
    assert text.endswith(new_text(small_map()))
    assert [p.name for p in tmp_path.iterdir()] == ["a.computed.yaml"]


def test_a_record_comes_along_to_another_name_and_only_there(tmp_path: Path) -> None:
    before, now = tmp_path / "a.yaml", tmp_path / "b.yaml"
    assert keep_record(small_map(), before, now) == ""
    assert keep_record(small_map(), None, now) == ""
    assert not list(tmp_path.iterdir())
    record_path(before).write_text("kept", encoding="utf-8")
    assert keep_record(small_map(), None, now) == ""
    assert not record_path(now).exists()
    assert keep_record(small_map(), before, now) == ""
    assert record_path(now).read_text(encoding="utf-8") == "kept"
    assert keep_record(small_map(), before, before) == ""
    assert record_path(before).read_text(encoding="utf-8") == "kept"


def test_a_record_is_put_back_or_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    assert put_back(None, path) == ""
    assert put_back(small_map(), path) == ""
    assert record_path(path).read_text(encoding="utf-8").endswith(new_text(small_map()))
    assert put_back(None, path) == ""
    assert not record_path(path).exists()


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    nowhere = tmp_path / "missing" / "a.yaml"
    map = replace(small_map(), computed=small_map())
    told = "The record of the computed map could not be"
    assert keep_record(map, None, nowhere).startswith(f"{told} written: ")
    assert put_back(map, nowhere).startswith(f"{told} restored: ")
