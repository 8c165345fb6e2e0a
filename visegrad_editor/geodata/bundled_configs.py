"""The configs that come with the program. Importing this does not load the geometry library."""

from __future__ import annotations

from ..model.files.resources import resource_folder


def bundled_configs() -> tuple[str, ...]:
    """The names of the bundled configs."""
    return tuple(sorted(p.stem for p in (resource_folder("sample_scenarios") / "geodata").glob("*.yaml")))
