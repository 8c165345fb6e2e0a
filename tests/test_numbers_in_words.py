"""Sentences have the right number, 1 hex and 2 hexes; no field is explained by the words of one game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

_PLURAL = re.compile(
    r"\{(?!count\()[^{}]*\} (?:[a-z]+ )?(?:markers|air units|industrial hexes|replacement steps)\b")
"""A number that is put into a sentence before a noun that is always in the plural."""
_WORDS_OF_GAMES = re.compile(
    r"\b(poland|polish|warsaw|us-entry|usa|cyber|baltic|russian|kaliningrad|nato|soviet|shale|v4)\b", re.I)


def test_counts_of_markers_hexes_and_steps_follow_their_number() -> None:
    games = sorted((ROOT / "visegrad_editor").rglob("*.py"))
    assert len(games) > 300
    found = [f"{path.relative_to(ROOT)}: {match[0]}" for path in games
             for match in _PLURAL.finditer(path.read_text("utf-8"))
             # Checks of invariants are for developers.
             if path.name != "invariants.py"]
    assert found == []


@pytest.mark.parametrize("kind", ["ruleset", "map", "scenario"])
def test_no_field_is_explained_by_the_words_of_one_game(kind: str) -> None:
    schema = json.loads((ROOT / "schemas" / f"{kind}.schema.json").read_text("utf-8"))
    told: list[str] = []

    def look(part: object) -> None:
        if isinstance(part, dict):
            for key, value in part.items():
                if key in ("description", "title") and isinstance(value, str):
                    told.append(value)
                elif key == "examples":
                    told.extend(map(str, value))
                else:
                    look(value)
        elif isinstance(part, list):
            for one in part:
                look(one)

    look(schema)
    assert len(told) > 50
    assert [text for text in told if _WORDS_OF_GAMES.search(text)] == []
