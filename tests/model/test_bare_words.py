"""Bare words of YAML: no word of the files is read as another type, and what is says what to quote."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from visegrad_editor.model.files.load import load
from visegrad_editor.model.files.plain_data import resolve

SCHEMAS = sorted((Path(__file__).parents[2] / "schemas").glob("*.schema.json"))


def words(schema: Any) -> Iterator[str]:
    """The keys and the words of a schema that a file may have."""
    if isinstance(schema, dict):
        properties = schema.get("properties")
        yield from properties if isinstance(properties, dict) else ()
        yield from (w for w in schema.get("enum", ()) if isinstance(w, str) and w)
        for value in schema.values():
            yield from words(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from words(value)


def test_every_word_of_the_files_is_read_as_text() -> None:
    found = {word for path in SCHEMAS for word in words(json.loads(path.read_text(encoding="utf-8")))}
    assert {"no", "on", "none", "turn-end"} <= found
    assert [word for word in sorted(found) if resolve(word) != word] == []


def problems(folder: Path, more: str) -> str:
    path = folder / "mine.yaml"
    path.write_text(
        f"format: 2\nkind: ruleset\nname: mine\ntitle: Mine\nextends: blank\n{more}\n", encoding="utf-8")
    return " ".join(p.message for p in load(path).problems)


@pytest.mark.parametrize("more", [
    "arrivals: {moves: no}", "options: [{id: fog, name: Fog, choices: [on, off]}]",
    "options: [{id: fog, name: Fog, choices: [yes, no]}]", "states: [{id: 08, name: 1e3}]",
    "turn_length: 12:30"])
def test_words_that_older_programs_turn_into_others_stay_text(tmp_path: Path, more: str) -> None:
    assert problems(tmp_path, more) == ""


@pytest.mark.parametrize(("more", "told"), [
    ("arrivals: {moves: false}", 'Write "no" in quotes: other programs turn the bare word into false.'),
    ("states: [{id: true, name: T}]", 'As text it must be quoted: "true".'),
    ("options: [{id: fog, name: Fog, choices: [without, false]}]", 'As text it must be quoted: "false".'),
    ("stacking_limit: 08", "expected a whole number. Write 8."),
    ("stacking_limit: 1e1", "expected a whole number. Write 10."),
    ("stacking_limit: 1_0", "expected a whole number. Write 10."),
])
def test_what_is_read_otherwise_says_what_to_write(tmp_path: Path, more: str, told: str) -> None:
    assert told in problems(tmp_path, more)
