"""Numbers of things in words."""

from __future__ import annotations

from ..hexgrid import HexGrid


def count(n: int, thing: str) -> str:
    """
    >>> count(1, "hex"), count(2, "hex"), count(3, "hexside"), count(199999, "mistake")
    ('1 hex', '2 hexes', '3 hexsides', '199,999 mistakes')
    """
    ending = "" if n == 1 else "es" if thing.endswith("x") else "s"
    return f"{n:,} {thing}{ending}"


def grid_size(grid: HexGrid) -> str:
    """
    >>> from visegrad_editor.hexgrid.numbering import Axis, Numbering
    >>> grid_size(HexGrid("pointy", 1, 2, "odd", Numbering("row-first", Axis(1, "down"), Axis(1, "right"))))
    '1 column, 2 rows, 2 hexes'
    """
    return f"{count(grid.columns, 'column')}, {count(grid.rows, 'row')}, {count(len(grid), 'hex')}"
