"""The bundled designs, each loaded once."""

from __future__ import annotations

from functools import cache

from visegrad_editor.model.design import Design
from visegrad_editor.model.files.load import load


@cache
def design_of(name: str) -> Design:
    """A bundled scenario or map, which must load without errors."""
    design = load(name).design
    assert design is not None
    return design
