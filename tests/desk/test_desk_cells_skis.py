"""Tables and examples of skis (E4), written down once more from the rules."""

from __future__ import annotations

import pytest
from air_logs import done, refused, result
from card_logs import at, game
from table_cells import Rows, cells_of

from visegrad_editor.desk.card import START, Force, Group
from visegrad_editor.desk.log import CardLog
from visegrad_editor.desk.special_rules import SpecialRules


@pytest.mark.parametrize(("id", "rule", "dice", "rows"), [
    ("ski-usage", "E4.21", "one die", [(1, "kept"), ("2-6", "destroyed")]),
    ("ski-mode", "E4.2", "", [("off", "any", 0), ("on", "finnish", 1), ("on", "other", 2)]),
    ("ski-terrain", "E4.3", "", [
        ("open", "yes", "yes", "yes"), ("bypass", "yes", "yes", "yes"),
        ("wall|crags|broken-hill", "yes", "no", "yes"), ("wire", "no", "no", "yes"),
        ("building", "no", "no", "along its side"),
        ("rubble|pillbox|vehicle|entrenchment", "no", "no", "no"), ("cliff", "no", "no", "yes")])])
def test_cells_of_skis(id: str, rule: str, dice: str, rows: Rows) -> None:
    assert cells_of(id) == (rule, dice, rows)


def _finns() -> CardLog:
    group = Group("skiers", "german", START, forces=(Force(1, "finnish/6-4-8"),))
    log = game(SpecialRules(ski=("skiers",)), groups=(group,))
    return at(log, phase="movement", weather=("ground-snow",))


def test_example_of_skiers_with_a_hand_sled_e4_82() -> None:
    """A Finnish squad of 4 MF with a machine gun of 5 PP goes down a crest line: 6 MF, nothing too heavy. It
    takes its skis off for nothing and puts them on again for 1 MF."""
    log = _finns()
    event = done(log, "ski-move mf=4 ipc=3 pp=5 sleds=1 crests=1")[-1]
    assert (event.result, event.final) == ("moves", 6)
    assert [(m.amount, m.rule) for m in event.modifiers] == [(2, "E4.31")]
    assert "5 of 5 portage points" in event.text
    assert refused(log, "ski-move into=building sleds=1").startswith("E4.3: ")
    assert result(log, "ski to=off") == ("off", 0)
    assert result(log, "ski to=on") == ("on", 1)


def test_a_sled_less_makes_the_load_of_the_example_too_heavy_e4_81() -> None:
    """With the leader's point 4 are carried: 1 too many."""
    event = done(_finns(), "ski-move mf=4 ipc=4 pp=5")[-1]
    assert (event.final, [(m.amount, m.rule) for m in event.modifiers]) == (3, [(-1, "A4.42")])


@pytest.mark.parametrize(("terrain", "mf"), [
    ("open", 2), ("bypass", 2), ("wire", 2), ("building", 3), ("rubble", None), ("pillbox", None),
    ("vehicle", None), ("entrenchment", None)])
def test_where_skis_are_put_on_e4_3(terrain: str, mf: int | None) -> None:
    """Under wire too, and from a building along its side."""
    line = f"ski to=on finnish=no at={terrain}"
    assert refused(_finns(), line).startswith("E4.3: ") is (mf is None)
    assert mf is None or result(_finns(), line) == ("on", mf)
