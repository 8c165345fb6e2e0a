"""What sheets and lists print of nations, commissars, tank hunting and human waves."""

from __future__ import annotations

import inspect
import re
from types import ModuleType

import pytest
from items import some

from visegrad_editor.desk.procedures import commissars, human_wave, nations, tank_hunting
from visegrad_editor.desk.procedures.procedure import PHASES, SET_UP, Procedure, Reminder
from visegrad_editor.desk.tables import tables

PARTS = (nations, commissars, tank_hunting, human_wave)
RULES = set(re.findall(r"\S+", """
    A25 A25.1 A25.9 A25.12 A25.22 A25.221 A25.222 A25.223 A25.224 A25.23 A25.231
    A25.2311 A25.232 A25.2321 A25.2322 A25.233 A25.234 A25.24
    A25.25 A25.31 A25.42 A25.76 A25.85 A25.87 A25.934
    A25.935 A25.9351 A25.936 A25.938"""))
"""The sections of the rules that this is about."""
PROCEDURES = [p for part in PARTS for p in part.PROCEDURES]
REMINDERS = [r for part in PARTS for r in getattr(part, "REMINDERS", ())]
WHEN = {
    "nation-sheet": "", "commissar": SET_UP, "commissar-rally": "rally", "commissar-morale": "",
    "nkvd-leader": "", "tank-flip": "close-combat", "pf-limit": "",
    "pf-check": "prep-fire defensive-fire advancing-fire", "atmm": "close-combat", "wave-plan": "movement",
    "wave-hexes": "", "wave-impulse": "movement", "wave-move": "movement", "wave-gone": "movement",
    "wave-end": "movement"}


def test_when_each_is_carried_out() -> None:
    assert {p.id: " ".join(p.phases) for p in PROCEDURES} == WHEN
    assert {p.id: p.degree for p in PROCEDURES if p.degree != "given"} == {
        "nation-sheet": "full", "commissar": "full", "pf-limit": "full", "wave-hexes": "full",
        "commissar-rally": "result", "wave-gone": "result"}


@pytest.mark.parametrize("one", PROCEDURES, ids=lambda p: p.id)
def test_steps_cite_the_rules_of_their_procedure(one: Procedure) -> None:
    assert set(one.rules) <= RULES
    assert one.section
    cited = set()
    for step in some(one.steps):
        found = re.search(r"\[([A\d., ]+)\]\.$", step)
        assert found is not None, step
        cited |= set(found[1].split(", "))
    assert cited <= RULES
    assert cited & set(one.rules)
    assert not re.search("complete|legal", " ".join(one.steps).lower())


@pytest.mark.parametrize("one", PROCEDURES, ids=lambda p: p.id)
def test_who_says_what_is_asked(one: Procedure) -> None:
    wrong = [given.id for given in one.inputs if given.asked and re.search(
        r", both players; [AC]\d+(\.\d+)?$", given.asked) is None]
    assert wrong == []


def test_every_rule_named_in_the_code_is_one_of_them() -> None:
    for part in some(PARTS):
        assert set(re.findall(r"\bA\d+\.\d+", inspect.getsource(part))) <= RULES, part.__name__


@pytest.mark.parametrize("part", PARTS, ids=lambda p: p.__name__.rpartition(".")[2])
def test_tables_that_are_looked_up_are_printed(part: ModuleType) -> None:
    used = set(re.findall(r"""(?:look|table|_modifiers)\(\s*"([a-z-]+)\"""", inspect.getsource(part)))
    printed = {id for p in part.PROCEDURES for id in p.tables}
    assert used == printed
    assert printed <= set(tables())


@pytest.mark.parametrize("one", REMINDERS, ids=lambda r: r.id)
def test_reminders(one: Reminder) -> None:
    assert set(one.rules) <= RULES
    assert set(one.phases) <= set(PHASES)
    assert one.text.endswith(".")
    assert one.section
