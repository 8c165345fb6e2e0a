"""What one can ask of hexes, in words: for selecting by what is there, and for replacing. No Tk here."""

from __future__ import annotations

from collections.abc import Callable

from ..model.design import Design
from .tools.terrain import country_name, palette_countries

Choices = list[tuple[str, str]]
"""(value, words) pairs; the value "" means any, or none."""


def _terrain(design: Design) -> Choices:
    return [(k.id, k.name) for k in design.ruleset.terrain]


def _countries(design: Design) -> Choices:
    return [(c, country_name(design, c)) for c in palette_countries(design)]


def _features(design: Design) -> Choices:
    return [(k.id, k.name) for k in design.ruleset.features]


def _areas(design: Design) -> Choices:
    return [(a.id, a.name) for a in design.map.areas]


def _hexsides(design: Design) -> Choices:
    return [(k.id, k.name) for k in design.ruleset.hexsides]


def _roads(design: Design) -> Choices:
    return [(k.id, k.name) for k in design.ruleset.roads]


def _nationalities(design: Design) -> Choices:
    return [(n.id, n.name) for n in design.ruleset.nationalities]


def _any(words: str, choices: Callable[[Design], Choices]) -> Callable[[Design], Choices]:
    return lambda design: [("", words), *choices(design)]


QUESTIONS: dict[str, tuple[str, Callable[[Design], Choices] | None]] = {
    "terrain": ("Terrain", _terrain),
    "country": ("Country", _countries),
    "feature": ("City or other feature", _any("Any feature", _features)),
    "name": ("Name has the letters", None),
    "area": ("Area", _any("Any area", _areas)),
    "hexside": ("On a hexside", _any("Anything", _hexsides)),
    "road": ("Road", _any("Any road", _roads)),
    "counters": ("Counters of", _any("Any nationality", _nationalities)),
    "hexes": ("Hex numbers", None),
}
"""The questions of `model.select.QUERIES` in words, with the answers to choose from; None where they are
typed."""

REPLACED: dict[str, tuple[str, str, Callable[[Design], Choices]]] = {
    "terrain": ("Terrain", "hex", _terrain),
    "country": ("Country", "hex", _countries),
    "hexside": ("What lies on hexsides", "hexside", _hexsides),
    "road": ("Roads", "hexside", _roads),
    "feature": ("Cities and other features", "hex", _features),
}
"""What `replace_all` replaces, in words, what is counted, and the kinds there are."""
ERASABLE = frozenset({"hexside", "road", "feature"})
"""Of these a kind may also be replaced by nothing."""
