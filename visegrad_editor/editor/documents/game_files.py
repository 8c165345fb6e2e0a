"""Game files and the scenario they name: a game is written only where it can be replayed from its file."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace

from ...engine.record import GameRecord
from ...model.design import Design
from ...model.fingerprint import play_mark
from ..session import Session
from ..widgets.dialogs import ask, message


def scenario_on_file(parent: tk.Misc, title: str, session: Session, played: Design,
                     save: Callable[[], bool]) -> bool:
    """Whether the open scenario is the one played and is in a file; has it saved first where it is not."""
    if alike(session.design) != alike(played):
        message(parent, title, "The scenario is no longer the one this game was played with. Undo what you "
                "changed since, or play it again.")
        return False
    if not session.unsaved and session.document.path is not None:
        return True
    text = ("A game file names the file of its scenario, and yours has changes that are not saved. "
            "Save the scenario first.")
    return bool(ask(parent, title, text, (("save", "Save the scenario…"), ("", "Cancel")))) and save()


def alike(design: Design) -> str:
    """A mark that does not change where a save only gives documents other names."""
    scenario = replace(design.scenario, name="", map="", ruleset="") if design.scenario else None
    return play_mark(replace(design, map=replace(design.map, name="", ruleset=""), scenario=scenario))


def named_record(session: Session, record: GameRecord) -> GameRecord:
    """The record with the file of the open scenario, and the mark of what is in it."""
    path, scenario = session.document.path, session.scenario
    assert path is not None
    assert scenario is not None
    name = scenario.name if session.document.read_only else str(path.resolve())
    return replace(record, scenario=name, folder=None, fingerprint=play_mark(session.design))
