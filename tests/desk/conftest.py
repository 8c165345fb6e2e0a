"""Every sentence that a procedure says in any test of the desk is plain English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from plain_sentences import faults_of

from visegrad_editor.desk.procedures.procedure import Case

_FREE = ("note", "victory-fact")
"""Procedures that repeat what a referee has written."""


@pytest.fixture(autouse=True)
def plain_sentences(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails a test in which a procedure has said a sentence with a fault."""
    wrong: list[str] = []
    say = Case.say

    def checked(case: Case, text: str, *args: Any, **more: Any) -> None:
        names = " ".join((*case._given.values(), *map(str, more.get("units", ()))))
        if case.procedure.id not in _FREE:
            wrong.extend(f"{case.procedure.id}, {what}: {text}" for what in faults_of(text, names))
        say(case, text, *args, **more)

    monkeypatch.setattr(Case, "say", checked)
    yield
    assert not wrong
