"""What is wrong with a sentence of the desk; all that procedures say in tests of the desk is looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

_FAULTS = {
    "a before a vowel": re.compile(r"\b[Aa] (?!Eu|Uni|One)[AEIO][a-z]"),
    "one of a plural": re.compile(
        r"(?<![\d.,-])1 (hexes|orders|turns|levels|boats|points|counters|cloaks|numbers|vehicles|parachutes|"
        r"dice|columns|shots|movement points|victory points|squad-equivalents|hexspines|Stukas|boards)\b"),
    "two blanks": re.compile("  "), "an underscore": re.compile(r"(?<!`)\b[a-z]+_[a-z]+\b(?!=)"),
    "a brace": re.compile("[{}]"), "a side as an id": re.compile(r"\bthe [a-z]+(ish|an|ese|ch) side\b"),
    "no end": re.compile(r"[^.:)\"…]$")}


def faults_of(text: str, names: str) -> list[str]:
    """What is wrong with a sentence; `names` are those that players have given and may begin it."""
    found = [what for what, pattern in _FAULTS.items() if pattern.search(text)]
    first = text.split(" ")[0].rstrip(":,")
    named = first in names or any(c.isdigit() or c == "-" for c in first)
    return [*found, *(["no capital at the start"] if first[:1].islower() and not named else [])]


_FREE = ("note", "victory-fact")
"""Procedures that repeat what a referee has written."""


@pytest.fixture(autouse=True)
def plain_sentences(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails a test of the desk in which a procedure has said a sentence with a fault."""
    if "desk" not in request.path.parts:
        yield
        return
    from visegrad_editor.desk.procedures.procedure import Case

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
