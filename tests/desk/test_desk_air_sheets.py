"""What sheets and lists print of all that comes from the air: rules, phases, tables, sentences."""

from __future__ import annotations

import inspect
import re

import pytest
from items import some

from visegrad_editor.desk.procedures import aircraft, anti_air, dogfight, gliders, off_board, parachutes
from visegrad_editor.desk.procedures.procedure import PHASES, SET_UP, Procedure, Reminder
from visegrad_editor.desk.tables import tables

PARTS = (aircraft, dogfight, anti_air, gliders, parachutes, off_board)
RULES = set(re.findall(r"\S+", """
    E7.2 E7.21 E7.22 E7.221 E7.222 E7.223 E7.224 E7.225 E7.226 E7.23 E7.24 E7.25 E7.3 E7.31 E7.32 E7.4 E7.401
    E7.402 E7.403 E7.41 E7.42 E7.421 E7.422 E7.43 E7.5 E7.51 E7.511 E7.512 E7.52 E7.6 E7.61 E8.1 E8.12 E8.2
    E8.21 E8.211 E8.22 E8.221 E8.23 E8.231 E8.232 E8.24 E8.3 E8.4 E8.41 E8.5 E9.1 E9.11 E9.12 E9.2 E9.3 E9.31
    E9.32 E9.33 E9.4 E9.41 E9.42 E9.43 E9.5 E9.6 E9.7 E.3 E.5 E.6 E3.55 E3.313 E3.75 A25.212"""))
"""The sections of the rules that this is about."""
PROCEDURES = [p for part in PARTS for p in part.PROCEDURES]
REMINDERS = [r for part in PARTS for r in getattr(part, "REMINDERS", ())]
WHEN = {
    "air-arrive": "rally movement", "air-enter": "movement", "air-data": "", "air-leave": "movement",
    "air-recall": " ".join(PHASES), "sighting": "movement defensive-fire",
    "air-attack": "movement defensive-fire", "run-path": "", "spotter-plane": "",
    "dogfight-targets": "close-combat", "dogfight": "close-combat", "dogfight-end": "close-combat",
    "light-aa": "movement defensive-fire", "heavy-aa": "prep-fire defensive-fire", "glider-load": SET_UP,
    "glider-arrive": "movement advancing-fire", "glider-place": "movement", "glider-evade": "movement",
    "glider-land": "movement", "glider-crash": "movement", "glider-hit": "defensive-fire",
    "drop-arrive": "rally movement advance", "drop-point": "rally", "drop-random": "rally",
    "drop-drift": "movement", "drop-fire": "movement", "drop-land": "movement", "container": "movement",
    "off-board": "movement advance"}
"""The phases of each procedure."""


def test_when_each_is_carried_out() -> None:
    assert {p.id: " ".join(p.phases) for p in PROCEDURES} == WHEN
    assert {p.id: p.automatic for p in PROCEDURES if p.automatic} == {
        "air-arrive": "start", "air-recall": "end", "glider-arrive": "start", "drop-arrive": "start"}


@pytest.mark.parametrize("one", PROCEDURES, ids=lambda p: p.id)
def test_steps_cite_the_rules_of_their_procedure(one: Procedure) -> None:
    assert set(one.rules) <= RULES
    assert one.section
    cited = set()
    for step in some(one.steps):
        assert re.search(r"\[[AE][\d., AE]+\]\.?$", step), step
        cited |= set(re.findall(r"[AE]\d*\.\d+", " ".join(re.findall(r"\[.*?\]", step))))
    assert cited <= RULES
    assert cited & set(one.rules)
    assert "complete" not in " ".join(one.steps).lower()


def test_every_rule_named_in_the_code_is_one_of_them() -> None:
    for part in some(PARTS):
        named = set(re.findall(r"\b[AE]\d+\.\d+|\bE\.\d", inspect.getsource(part)))
        assert named - {"A7.308", "E7.62"} <= RULES | {"E7.1"}, part.__name__


@pytest.mark.parametrize("part", PARTS, ids=lambda p: p.__name__.rpartition(".")[2])
def test_tables_that_are_looked_up_are_printed(part: object) -> None:
    source = inspect.getsource(part)  # type: ignore[arg-type]
    used = set(re.findall(r"""(?:look|table)\(\s*"([a-z-]+)\"""", source))
    printed = {id for p in part.PROCEDURES for id in p.tables}  # type: ignore[attr-defined]
    assert used | printed <= set(tables())
    everywhere = {id for p in PROCEDURES for id in p.tables}
    assert used <= everywhere


@pytest.mark.parametrize("one", REMINDERS, ids=lambda r: r.id)
def test_reminders(one: Reminder) -> None:
    assert set(one.rules) <= RULES
    assert set(one.phases) <= set(PHASES)
    assert one.text.endswith(".")
    assert one.section
