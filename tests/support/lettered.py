"""Bundled games whose hexes have letters."""

from __future__ import annotations

from functools import cache

from tests.support.bundled import design_of
from visegrad_editor.model.design import Design
from visegrad_editor.model.edit.reshape import renumber
from visegrad_editor.model.numbering_text import first_corner, numbering_of

DOUBLED = {"velna": "X1", "first-steps": "9U"}
"""A first number of each game with which letters double after Z, and digits have no zeros in front."""


@cache
def lettered(name: str, first: str = "") -> Design:
    """A bundled game with hex numbers from `first` on, by default that of DOUBLED."""
    design = design_of(name)
    grid = design.map.grid
    numbering = numbering_of(
        grid.numbering.order, first or DOUBLED[name], first_corner(grid.numbering), grid.columns, grid.rows)
    return renumber(design, numbering).design
