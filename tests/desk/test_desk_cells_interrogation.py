"""Cells of the tables of questioning and of civilians (E2), and the worked examples of the rules."""

from __future__ import annotations

import pytest
from card_logs import at, done, game, rally, results

from visegrad_editor.desk.special_rules import SpecialRules
from visegrad_editor.desk.tables import Cell, table


@pytest.mark.parametrize(("id", "rows"), [
    ("interrogation", [
        ("<=2", "all"), (3, "fortification"), (4, "hidden"), (5, "concealed"), (">=6", "none")]),
    ("interrogation-modifiers", [
        ("prisoner", "squad", -1), ("prisoner", "inexperienced", -1), ("prisoner", "hero", 1),
        ("prisoner", "elite", 1), ("prisoner", "single man", 1), ("guard", "inexperienced", 1),
        ("any", "any", 0)]),
    ("civilians", [
        ("<=0", "all"), ("1-2", "fortification"), ("3-4", "hidden"), ("5-6", "concealed"),
        (">=7", "false")]),
    ("country", [
        ("enemy", "enemy or neutral country", 1), ("neutral", "enemy or neutral country", 0),
        ("friendly", "friendly country", -1)]),
])
def test_cells_of_interrogation_and_civilians(id: str, rows: list[tuple[Cell, ...]]) -> None:
    """Each row, with all its columns."""
    assert list(table(id).rows) == rows


def test_the_worked_example_of_e2_24() -> None:
    """Only concealed units can be shown, so the three nearest hexes of such units are."""
    log = at(game(SpecialRules(interrogation=True)))
    line = "interrogate unit=A size=squad class=first guard=first hex=F5 dice=1-2"
    assert results(done(log, line)) == ["all"]
    shown = done(log, "reveal concealed=F7,F9,F8,F6")
    assert [(e.result, e.hexes) for e in shown] == [
        ("concealed", ("F6",)), ("concealed", ("F7",)), ("concealed", ("F8",))]


@pytest.mark.parametrize(("half", "rolls"), [("second", ["2-2", "1-3"]), ("first", ["1-2"])])
def test_the_worked_example_of_e2_4(half: str, rolls: list[str]) -> None:
    """In France and Italy the Allies are in a friendly country and told on a 4, the Germans are in that of an
    enemy and told on a 3."""
    for dice in ("1-1", "1-2", "2-2", "1-3", "2-3"):
        sides = (("german", "enemy"), ("british", "friendly"))
        log = at(game(SpecialRules(civilians=True), country=sides), turn=1, half=half, phase="close-combat")
        assert ("civilians" in results(rally(log, dice))) == (dice in rolls), dice
