"""What is wrong with a sentence of the desk, for tests."""

from __future__ import annotations

import re

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
