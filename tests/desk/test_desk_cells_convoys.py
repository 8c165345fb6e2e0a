"""What the tables of convoys and columns say of the reasons for leaving and disbanding (E11.25, E11.53)."""

from __future__ import annotations

import pytest

from visegrad_editor.desk.tables import table

# Reason; what its words must name; rule.
REASONS = [
    ("convoy-leave", "sees-enemy", "passengers|known enemy|ground unit", "E11.251"),
    ("convoy-leave", "sees-attacked",
     "vehicle of the convoy|itself|attacked|last impulse|mines only if|eliminated or immobilized", "E11.251"),
    ("convoy-leave", "sees-lost", "vehicle of the convoy|eliminated or immobilized|this phase", "E11.251"),
    ("convoy-leave", "radio", "AFV with a radio|another AFV with a radio|neither shocked nor stunned",
     "E11.251"),
    ("convoy-leave", "recalled", "recalled", "E11.253"),
    ("disband", "attacked", "one of its units|attacked", "E11.53"),
    ("disband", "minefield", "minefield|attacked one of its units", "E11.534"),
    ("disband", "sees-enemy", "sees|known enemy ground unit", "E11.53"),
    ("disband", "air-attack", "aircraft|attacked a location near", "E11.533"),
    ("disband", "he-oba", "artillery|high explosive|near", "E11.533"),
    ("disband", "wp-oba", "artillery|white phosphorus|near", "E11.533"),
    ("disband", "hidden-wire", "hidden wire", "E11.534"),
    ("disband", "voluntary", "its side has said so", "E11.53")]


@pytest.mark.parametrize(("id", "reason", "words", "rule"), REASONS)
def test_words_and_rules_of_reasons(id: str, reason: str, words: str, rule: str) -> None:
    (row,) = [row for row in table(id).rows if row[0] == reason]
    assert row[3] == rule
    assert [part for part in words.split("|") if part not in str(row[2])] == []


def test_all_reasons_are_here() -> None:
    assert [(id, row[0]) for id in ("convoy-leave", "disband") for row in table(id).rows] == [
        (id, reason) for id, reason, _, _ in REASONS]


@pytest.mark.parametrize(("word", "parts"), [
    ("hurt", "pinned, broke, reduced, eliminated or immobilized|E11.534"),
    ("near", "within 6 hexes|whether or not it sees|E11.533"), ("paid", "1 MF|Defensive First Fire|E11.53")])
def test_what_a_column_needs_besides(word: str, parts: str) -> None:
    (note,) = [note for note in table("disband").notes if note.startswith(f"{word}: ")]
    assert [part for part in parts.split("|") if part not in note] == []
