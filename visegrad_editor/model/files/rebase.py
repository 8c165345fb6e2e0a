"""Makes a whole scenario a variant: its file then holds only what differs from a base."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ...errors import VisegradError
from ..design import Design
from ..wording import grid_size, quoted
from .atomic import real_path
from .load import load
from .references import FileReferenceError, resolve
from .scenario_file import in_file_order
from .sources import SourceFile, Sources, moved_base


class NoVariantError(VisegradError):
    """Why a scenario cannot be a variant of another."""


def variant_of(design: Design, sources: Sources, reference: str) -> tuple[Design, Sources]:
    """The design with its scenario as a variant of the scenario that `reference` names, and its files: the
    next save writes what differs. Raises `NoVariantError`.

    Units and entries that both have come first, in the order of the base.
    """
    scenario, own = design.scenario, sources.scenario
    if scenario is None:
        raise NoVariantError("There is only a map here, and no scenario.")
    folder = own.path.parent if own is not None else Path.cwd()
    try:
        path = resolve("scenario", reference.strip(), folder)
    except FileReferenceError as error:
        raise NoVariantError(str(error)) from None
    loaded = load(path, "scenario")
    file = loaded.sources.scenario
    if loaded.design is None or loaded.design.scenario is None or file is None:
        more = f" {loaded.problems[0]}" if loaded.problems else ""
        raise NoVariantError(f"{quoted(reference)} cannot be read as a scenario.{more}")
    if own is not None and real_path(own.path) in {real_path(f.path) for f in file.chain()}:
        raise NoVariantError(f"{quoted(reference)} is this scenario, or itself a variant of it.")
    here, there = design.map.grid, loaded.design.map.grid
    if here != there:
        sizes = f"{grid_size(there)} there, {grid_size(here)} here"
        why = sizes if grid_size(there) != grid_size(here) else "the hexes are numbered or lie otherwise"
        raise NoVariantError(
            f"The grid of {quoted(reference)} is another ({why}), so a variant would mean other hexes.")
    base = moved_base(file, folder)
    assert isinstance(base, type(scenario))
    changed = in_file_order(replace(scenario, extends=reference.strip()), base)
    return replace(design, scenario=changed), replace(sources, scenario=_with_base(own, file))


def _with_base(own: SourceFile | None, base: SourceFile) -> SourceFile | None:
    return None if own is None else replace(own, base=base)
