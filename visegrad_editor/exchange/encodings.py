"""In which encoding a text of a spreadsheet is written that is not in Unicode."""

from __future__ import annotations

import locale
from collections.abc import Iterable

from ..model.design import Design

ENCODINGS = {
    "utf-8": "UTF-8",
    "windows-1252": "Windows-1252 (Western Europe)",
    "windows-1250": "Windows-1250 (Central Europe)",
    "windows-1257": "Windows-1257 (Baltic)",
    "windows-1254": "Windows-1254 (Turkish)",
    "windows-1251": "Windows-1251 (Cyrillic)",
    "windows-1253": "Windows-1253 (Greek)",
    "iso-8859-2": "ISO 8859-2 (Central Europe)",
    "iso-8859-15": "ISO 8859-15 (Western Europe)",
    "mac-roman": "Mac Roman",
}
"""What can be chosen, by the names that Python knows."""
_USUAL = ("windows-1252", "windows-1250")
"""What spreadsheets write where most of the designs play that we know; the first where nothing tells."""


def letters_of(design: Design) -> frozenset[str]:
    """The letters beyond ASCII, small, in the names of a design: of places, lines, countries and units."""
    map, rules = design.map, design.ruleset
    names = [p.name for p in map.places] + [x.text for x in map.labels] + [x.name for x in map.lines]
    names += [n.name for n in rules.nationalities] + [map.title, rules.title]
    if design.scenario is not None:
        names += [u.name for u in design.scenario.units]
    return frozenset(c for c in "".join(names).lower() if c > "\x7f" and c.isalpha())


def likely_encoding(data: bytes, known: Iterable[str] = (), system: str = "") -> str:
    """The encoding in which most of the text's letters beyond ASCII are `known` ones, then the one in which
    most of them are letters at all; where both leave it open that of the system, else Windows-1252.

    >>> likely_encoding("Łódź".encode("cp1250")), likely_encoding("Besançon".encode("cp1252"))
    ('windows-1250', 'windows-1252')
    >>> likely_encoding("Plzeň, Děčín".encode("cp1250"), "čěíň")
    'windows-1250'
    """
    own = _system(system or locale.getpreferredencoding(False))
    order = list(dict.fromkeys((*([own] if own else []), *_USUAL)))
    letters, beyond = frozenset(known), bytes(b for b in data if b > 0x7F)

    def fits(encoding: str) -> tuple[int, int]:
        text = beyond.decode(encoding, "replace").lower()
        return sum(c in letters for c in text), sum(c.isalpha() for c in text)

    return max(order, key=fits)


def _system(name: str) -> str:
    plain = name.lower().replace("_", "-")
    number = plain.removeprefix("windows-").removeprefix("cp")
    return f"windows-{number}" if f"windows-{number}" in ENCODINGS else plain if plain.startswith("iso") and (
        plain in ENCODINGS) else ""
