"""The words of a style file that name something: patterns, symbols, kinds of a ruleset, families of fonts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..model.problems import Problem
from ..model.ruleset import Ruleset
from ..model.wording import did_you_mean
from ..model.yaml_read import DataPath, Reading
from .features import FEATURE_SYMBOLS
from .hexside_marks import HEXSIDE_PATTERNS
from .letters.system_fonts import family_face
from .patterns import PATTERNS

_DRAWN: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("patterns", "pattern", "pattern of terrain", tuple(PATTERNS)),
    ("terrain", "pattern", "pattern of terrain", tuple(PATTERNS)),
    ("hexsides", "pattern", "pattern of hexsides", HEXSIDE_PATTERNS),
    ("features", "symbol", "symbol of a feature", FEATURE_SYMBOLS),
)
_GROUNDS = ("plain", "off-map")
"""What `patterns` names besides patterns."""


def undrawn(reading: Reading, file: str) -> tuple[Problem, ...]:
    """What a schema-checked style asks to be drawn and the program cannot draw, with the lines."""
    found = []
    for section, key, what, known in _DRAWN:
        for id, look in _looks(reading, section):
            said = look.get(key, "")
            if said and said not in known:
                message = f"There is no {what} `{said}`.{did_you_mean(said, list(known), 'There are')}"
                path: DataPath = (section, id, key)
                found.append(Problem("error", "unknown-look", message, file, reading.line(path)))
    return tuple(sorted(found, key=lambda p: p.line))


def idle_words(reading: Reading, file: str, rules: Ruleset) -> tuple[Problem, ...]:
    """What a style says of kinds the ruleset has not, and of fonts that are not installed: nothing comes of
    it, though for another ruleset, or on another computer, it may be right."""
    kinds: Mapping[str, Iterable[Any]] = {
        "terrain": rules.terrain, "hexsides": rules.hexsides, "roads": rules.roads,
        "features": rules.features, "nationalities": rules.nationalities, "sides": rules.sides}
    known = {section: [k.id for k in there] for section, there in kinds.items()}
    # A ruleset may name a pattern that is not drawn, for the colour a style gives it.
    known["patterns"] = [*PATTERNS, *_GROUNDS, *(t.pattern for t in rules.terrain if t.pattern)]
    found = []

    def add(message: str, path: DataPath) -> None:
        found.append(Problem("warning", "idle-look", message, file, reading.line(path)))

    for section, ids in known.items():
        for id, _ in _looks(reading, section):
            if id not in ids:
                where = "" if section == "patterns" else f" in the ruleset {rules.name}"
                add(f"`{section}`: there is no `{id}`{where}, so nothing comes of it."
                    f"{did_you_mean(id, ids, 'There are')}", (section, id))
    for key, face in reading.data.items():
        family = face.get("family", "") if key.endswith("_face") and isinstance(face, Mapping) else ""
        if family and family_face(family, bool(face.get("bold")), bool(face.get("italic"))) is None:
            add(f"`{key}`: no font of the family “{family}” is installed that can be used, so the letters "
                "are Open Sans.", (key, "family"))
    return tuple(sorted(found, key=lambda p: p.line))


def _looks(reading: Reading, section: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The entries of a section of looks."""
    yield from reading.data.get(section, {}).items()
