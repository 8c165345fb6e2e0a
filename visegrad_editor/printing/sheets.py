"""The sheets that can be printed, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..drawing.style import Style
from ..model.design import Design
from ..model.problems import Problem
from .charts import charts_bytes
from .map_sheet import map_bytes
from .paper import Paper
from .setup_sheet import setup_sheet_bytes


@dataclass(frozen=True)
class Sheet:
    """A kind of sheet. `build` makes the bytes of a PDF file from a design in a style; `turned`, where the
    sheet can show the map turned clockwise, from a design, a paper, the number of quarters and a style."""

    name: str
    title: str
    build: Callable[[Design, Paper, Sequence[Problem], Style], bytes]
    needs_scenario: bool = False
    turned: Callable[[Design, Paper, int, Style], bytes] | None = None


SHEETS: tuple[Sheet, ...] = (
    Sheet(
        "setup", "set-up sheet",
        lambda d, p, problems, style: setup_sheet_bytes(d, paper=p, problems=problems, style=style), True,
    ),
    Sheet("map", "map on one page", lambda d, p, problems, style: map_bytes(d, paper=p, style=style),
          turned=lambda d, p, turn, style: map_bytes(d, paper=p, turn=turn, style=style)),
    Sheet("charts", "charts and tables", lambda d, p, problems, style: charts_bytes(d, paper=p, style=style)),
)
SHEET_BY_NAME = {s.name: s for s in SHEETS}
