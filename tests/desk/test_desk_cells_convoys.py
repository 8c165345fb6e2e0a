"""Tables of supply, convoys, columns, barrages and smoke, written down once more from the rules (E10 to E12,
A24)."""

from __future__ import annotations

import pytest
from table_cells import Rows, cells_of

from visegrad_editor.desk.tables import table


@pytest.mark.parametrize(("id", "rule", "dice", "rows"), [
    ("replenishing", "E10.3", "", [("<=9", 1), (10, 2), (11, 3)]),
    ("ammunition-explosion", "E10.5", "", [
        ("not armoured", 36, 16),
        ("armoured", "as a charge well placed, weakest rear", "as a charge badly placed, by its side"),
        ("fortifications and mines", "36, +2", "none")]),
    ("convoy-crowding", "E11.23", "", [
        ("any", "nothing", 0), ("convoy", "vehicle-or-wreck", 2), ("convoy", "convoy", 4),
        ("other", "vehicle-or-wreck", 1), ("other", "convoy", 2)]),
    ("column-moves", "E11.52", "", [
        ("normal", "any", "yes"), ("double-time", "any", "yes"), ("gallop", "any", "yes"),
        ("assault", "any", "no"), ("bypass", "any", "no"), ("dash", "any", "no"), ("human-wave", "any", "no"),
        ("minimum", "minimum", "no"), ("minimum", "none", "yes")]),
    ("column-terrain", "E11.521", "", [
        ("factory", "any", "yes"), ("other", "any", "yes"), ("woods|building", "yes", "yes"),
        ("woods|building", "no", "no")]),
    ("barrage-firepower", "E12.5", "", [("80-99", 12), ("100-149", 16), (">=150", 24)]),
    ("creeping-start", "E12.72", "one die", [("1-2", 1), ("3-4", 2), ("5-6", 3)]),
    ("creeping-hindrance", "E12.75", "", [("rain or deep snow", 1), ("other", 2)]),
    ("smoke-gust", "A24.62", "", [("dispersed", "removed"), ("other", "dispersed")]),
    ("smoke-drift", "A24.61", "", [("smoke", 2), ("wp", 4)]),
    ("smoke-cost", "A24.7", "", [
        ("enter", 1, 0, "A24.7"), ("out|within", 0, 1, "A24.8"), ("into|through", 0, 0, "A24.8")])])
def test_cells_of_supply_convoys_barrages_and_smoke(id: str, rule: str, dice: str, rows: Rows) -> None:
    assert cells_of(id) == (rule, dice, rows)


# Reason; what follows or is needed; what its words must name; rule.
REASONS = [
    ("convoy-leave", "sees-enemy", "may", "passengers|known enemy|ground unit", "E11.251"),
    ("convoy-leave", "sees-attacked", "may",
     "vehicle of the convoy|itself|attacked|last impulse|mines only if|eliminated or immobilized", "E11.251"),
    ("convoy-leave", "sees-lost", "may", "vehicle of the convoy|eliminated or immobilized|this phase",
     "E11.251"),
    ("convoy-leave", "radio", "may", "AFV with a radio|another AFV with a radio|neither shocked nor stunned",
     "E11.251"),
    ("convoy-leave", "recalled", "must", "recalled", "E11.253"),
    ("disband", "attacked", "-", "one of its units|attacked", "E11.53"),
    ("disband", "minefield", "hurt", "minefield|attacked one of its units", "E11.534"),
    ("disband", "sees-enemy", "-", "sees|known enemy ground unit", "E11.53"),
    ("disband", "air-attack", "near", "aircraft|attacked a location near", "E11.533"),
    ("disband", "he-oba", "near", "artillery|high explosive|near", "E11.533"),
    ("disband", "wp-oba", "near", "artillery|white phosphorus|near", "E11.533"),
    ("disband", "hidden-wire", "-", "hidden wire", "E11.534"),
    ("disband", "voluntary", "paid", "its side has said so", "E11.53")]


@pytest.mark.parametrize(("id", "reason", "result", "words", "rule"), REASONS)
def test_words_and_rules_of_reasons(id: str, reason: str, result: str, words: str, rule: str) -> None:
    (row,) = [row for row in table(id).rows if row[0] == reason]
    assert (row[1], row[3]) == (result, rule)
    assert [part for part in words.split("|") if part not in str(row[2])] == []


def test_all_reasons_are_here() -> None:
    assert [(id, row[0]) for id in ("convoy-leave", "disband") for row in table(id).rows] == [
        (id, reason) for id, reason, *_ in REASONS]


@pytest.mark.parametrize(("word", "parts"), [
    ("hurt", "pinned, broke, reduced, eliminated or immobilized|E11.534"),
    ("near", "within 6 hexes|whether or not it sees|E11.533"), ("paid", "1 MF|Defensive First Fire|E11.53")])
def test_what_a_column_needs_besides(word: str, parts: str) -> None:
    (note,) = [note for note in table("disband").notes if note.startswith(f"{word}: ")]
    assert [part for part in parts.split("|") if part not in note] == []
