"""Starts a new scenario as a variant of another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import cast

from .atomic import SaveError, save
from .design import Design
from .provenance import Provenance
from .references import reference_to
from .scenario import Scenario
from .sources import SourceFile, Sources, moved_base
from .store import save_as
from .yaml_write import NotWritable, new_text


def write_variant(
    design: Design, sources: Sources, path: Path, name: str, title: str
) -> tuple[str, tuple[str, ...]]:
    """Write a scenario file that says only what differs from the design's scenario.

    Where the base cannot be named from the new file's folder everything is written out instead.
    Returns how the file names its base, "" where it does not, and sentences on what else was written;
    raises `SaveError`.
    """
    base = cast(SourceFile, sources.scenario)
    reference = reference_to("scenario", base.path, path.parent)
    if reference is None:
        scenario = replace(cast(Scenario, design.scenario), name=name, title=title, extends="")
        return "", save_as(replace(design, scenario=scenario), sources, path).notes
    seen = moved_base(base, path.parent)
    scenario = replace(
        seen, name=name, title=title, extends=reference, version="1", summary=f"A variant of {seen.title}.",
        provenance=Provenance("designer"))
    try:
        text = new_text(scenario, seen)
    except NotWritable as error:
        raise SaveError(f"Not saved: {error}") from None
    save(text, path)
    return reference, ()
