"""Stamps as text: in files, and on the clipboard between windows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...errors import VisegradError
from ..edit.pieces import piece_of
from ..problems import Problem
from ..provenance import Provenance
from ..region import PARTS, USUAL_PARTS
from ..stamp import NOTHING, USUAL_NUMBERING, Stamp, StampForm, small_map
from .atomic import save
from .bytes import ReadError, read_text
from .codec import read_text as as_words
from .file_problems import FileProblems
from .map_file import map_from_data, map_to_data
from .scenario_file import read_unit, write_unit
from .schema import DocumentKind, check_schema, schema_line
from .yaml_emit import Emitter
from .yaml_reader import read_yaml

STAMP = DocumentKind(
    "stamp", StampForm, "Stamp", "A piece of a map, to be pasted on maps: a small map of its own.")
MOST_LETTERS = 4 * 1024 * 1024
"""A longer text is not a stamp: a whole map of 100,000 hexes needs less."""
_SECTIONS = ("grid", "terrain", "countries", "hexsides", "roads", "places", "areas", "labels")
_DESIGNER = Provenance("designer")


class StampError(VisegradError):
    """Why a text is not a stamp, as a sentence."""


def stamp_text(stamp: Stamp) -> str:
    """The text of a stamp's file, in the house style."""
    small = small_map(stamp.fragment, stamp.title, stamp.ruleset)
    whole = map_to_data(small.map)
    data: dict[str, Any] = {"format": 1, "kind": "stamp", "title": stamp.title}
    if stamp.ruleset:
        data["ruleset"] = stamp.ruleset
    data["anchor"] = small.map.grid.number(small.anchor)
    if stamp.fragment.parts != USUAL_PARTS:
        data["parts"] = [part for part in PARTS if part in stamp.fragment.parts]
    data |= {key: whole[key] for key in _SECTIONS if key in whole}
    if small.map.grid.numbering == USUAL_NUMBERING:
        del data["grid"]["numbering"]
    if small.units:
        # The scenario in which the stamp is used may not have the prototypes of this one.
        units = [replace(u, prototype="") for u in small.units]
        data["units"] = [write_unit(u, _DESIGNER) for u in units]
    return Emitter("stamp").document(data)


def read_stamp(text: str, where: str = "The text") -> Stamp:
    """The stamp in a text. Raises `StampError` for any other text; `where` begins its sentence."""
    if "stamp" not in text[:2000]:
        raise StampError(f"{where} does not hold a piece of a map.")
    if len(text) > MOST_LETTERS:
        raise StampError(f"{where} is too long for a piece of a map: more than 4 million letters.")
    try:
        reading = read_yaml(text)
    except ReadError as error:
        raise StampError(f"{where} is not a readable piece of a map: {error.message}") from None
    if not isinstance(reading.data, dict) or reading.data.get("kind") != "stamp":
        raise StampError(f"{where} does not hold a piece of a map.")
    _refuse(check_schema("stamp", reading, ""), where)
    problems = FileProblems("", reading)
    stamp = _from_data(reading.data, problems)
    _refuse(tuple(p for p in problems.problems if p.severity == "error"), where)
    assert stamp is not None
    return stamp


def load_stamp(path: Path) -> Stamp:
    """The stamp in a file; raises `StampError`."""
    try:
        text = read_text(path)
    except ReadError as error:
        raise StampError(f"{path.name}: {error.message}") from None
    return read_stamp(text, path.name)


def save_stamp(stamp: Stamp, path: Path) -> None:
    """Write a stamp to a file, whole or not at all; raises `SaveError`."""
    save(schema_line("stamp") + stamp_text(stamp), path, backup=False)


def _refuse(problems: tuple[Problem, ...], where: str) -> None:
    if problems:
        first = problems[0]
        line = f" (line {first.line})" if first.line else ""
        raise StampError(f"{where} is not a valid piece of a map{line}: {first.message}")


def _from_data(data: Mapping[str, Any], problems: FileProblems) -> Stamp | None:
    """The stamp of schema-checked data; None if a part of it is invalid."""
    ruleset, title = as_words(data.get("ruleset", "")), as_words(data["title"])
    sections = {key: data[key] for key in _SECTIONS if key in data}
    small = map_from_data({"name": "stamp", "title": title, "ruleset": ruleset, **sections}, problems)
    if small is None:
        return None
    grid = small.grid
    anchor = grid.parse(as_words(data["anchor"]))
    if anchor is None:
        words = as_words(data["anchor"])
        problems.error("unknown-hex", f"The anchor {words} is not a hex of the piece's grid.",
                       ("anchor",))
        return None
    units = tuple(read_unit(entry, _DESIGNER) for entry in data.get("units", ()))
    inside = {h for h in grid if small.terrain.at(h) != NOTHING}
    if not inside:
        problems.error("empty", "It has no hexes: every letter of `terrain` means nothing.", ("terrain",))
        return None
    for i, unit in enumerate(units):
        if grid.parse(unit.hex) not in inside:
            problems.error("unknown-hex", f"{unit.name} is not in a hex of the piece.", ("units", i))
    parts = frozenset(data["parts"]) if "parts" in data else USUAL_PARTS
    return Stamp(title, piece_of(small, units, inside, parts, anchor), ruleset)
