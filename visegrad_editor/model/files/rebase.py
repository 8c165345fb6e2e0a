"""Makes a whole scenario, map or ruleset a variant, or gives a variant another base: its file then holds only
what differs from that."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from ...errors import VisegradError
from ..design import Design
from ..gamemap import GameMap
from ..provenance import Provenance
from ..scenario import Scenario, Unit
from ..unmatched import Unmatched, put_back
from ..wording import grid_size, quoted
from . import map_variant, scenario_file
from .atomic import real_path
from .document_file import document_from_data
from .file_problems import FileProblems
from .formats import present_format
from .load import load
from .references import FileReferenceError, resolve
from .resources import is_bundled
from .sources import Document, Kind, Sources, moved_base
from .variants import lists_of_base_again, twice_named
from .yaml_reader import Reading
from .yaml_writer import kind_of

T = TypeVar("T")


class NoVariantError(VisegradError):
    """Why a scenario, a map or a ruleset cannot be a variant of another."""


def variant_of(
    design: Design, sources: Sources, reference: str, kind: Kind = "scenario", folder: Path | None = None
) -> tuple[Design, Sources]:
    """The design with one of its documents as a variant of the one that `reference` names, and its files: the
    next save writes what differs. Raises `NoVariantError`.

    `folder` is where the file that names the base will lie, if that is not the folder of the present file.

    Units and entries that both have come first, in the order of the base. A unit that differs from that of
    the base and names the same sources has the source of a change for what differs: what the base has from
    there is something else.
    """
    document, own = getattr(design, kind), sources.of(kind)
    if document is None:
        raise NoVariantError("There is only a map here, and no scenario.")
    if kind != "scenario" and own is not None and is_bundled(own.path):
        raise NoVariantError(
            f"The {kind} {document.name} is a bundled one. Once you have changed it, saving writes what "
            "differs from it into a file of your own.")
    folder = folder or (own.path.parent if own is not None else Path.cwd())
    try:
        path = resolve(kind, reference.strip(), folder)
    except FileReferenceError as error:
        raise NoVariantError(str(error)) from None
    loaded = load(path, kind)
    file = loaded.sources.of(kind)
    if file is None or (kind != "ruleset" and loaded.design is None):
        more = f" {loaded.problems[0]}" if loaded.problems else ""
        raise NoVariantError(f"{quoted(reference)} cannot be read as a {kind}.{more}")
    if own is not None and real_path(own.path) in {real_path(f.path) for f in file.chain()}:
        raise NoVariantError(f"{quoted(reference)} is this {kind}, or itself a variant of it.")
    if kind != "ruleset" and loaded.design is not None:
        _compare_grids(design, loaded.design, reference)
    base = moved_base(file, folder)
    document = replace(document, extends=reference.strip(), unmatched=tuple(
        one for one in document.unmatched if _is_unmatched(one, document, base)))
    parts: dict[str, Any] = {kind: _changed(document, base)}
    files: dict[str, Any] = {kind: None if own is None else replace(own, base=file)}
    return replace(design, **parts), replace(sources, **files)


def _is_unmatched(one: Unmatched, document: Document, base: Document) -> bool:
    """Whether the other base does not have either what an entry without a match is about; otherwise the
    entry, which changed nothing, would now count."""
    kind = kind_of(document)
    data = put_back({"format": present_format(kind), "kind": kind, "name": document.name,
                     "extends": document.extends}, [one])
    problems = FileProblems("", Reading("", data, {}), keeps_unmatched=True)
    document_from_data(kind, data, problems, base)
    return one in problems.unmatched


def _compare_grids(design: Design, other: Design, reference: str) -> None:
    here, there = design.map.grid, other.map.grid
    if here != there:
        sizes = f"{grid_size(there)} there, {grid_size(here)} here"
        why = sizes if grid_size(there) != grid_size(here) else "the hexes are numbered or lie otherwise"
        raise NoVariantError(
            f"The grid of {quoted(reference)} is another ({why}), so a variant would mean other hexes.")


def _as_in(base: tuple[T, ...], now: tuple[T, ...]) -> tuple[T, ...]:
    """The lines or roads of a map with those that the base has too in its order, then the others."""
    left, kept = list(now), list[T]()
    for line in base:
        if line in left:
            left.remove(line)
            kept.append(line)
    return (*kept, *left)


def _changed(document: Any, base: Document) -> Document:
    """A document as the file of a variant can hold it."""
    if isinstance(document, Scenario) and isinstance(base, Scenario):
        ordered = scenario_file.in_file_order(document, base)
        variant = scenario_file.source_of_variant(ordered.provenance, base)
        units = (_with_source(unit, base.unit_by_key.get(unit.key), variant) for unit in ordered.units)
        return replace(ordered, units=tuple(units))
    if isinstance(document, GameMap) and isinstance(base, GameMap):
        in_order = map_variant.in_file_order(document, base)
        return replace(in_order, lines=_as_in(base.lines, in_order.lines),
                       roads=_as_in(base.roads, in_order.roads))
    if complaint := twice_named(type(document), document):
        raise NoVariantError(complaint)
    return lists_of_base_again(document, base)  # type: ignore[no-any-return]


def _with_source(unit: Unit, of_base: Unit | None, variant: Provenance) -> Unit:
    """A unit that differs from that of the base, with the source of a change if it names those of the
    base."""
    if of_base is None or unit == of_base or unit.provenance != of_base.provenance:
        return unit
    return replace(unit, provenance=scenario_file.source_of_change(of_base, unit, variant))
