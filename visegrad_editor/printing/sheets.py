"""The sheets that can be printed, by name. What draws a sheet is imported when one is wanted, for it takes a
tenth of a second, and pictures and tables do without."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..drawing.style import Style
from ..model.design import Design
from ..model.problems import Problem
from ..model.uncollected import uncollected
from .paper import Paper


@dataclass(frozen=True)
class Sheet:
    """A kind of sheet. `build` makes the bytes of a PDF file from a design in a style; `turned`, where the
    sheet can show the map turned clockwise, from a design, a paper, the number of quarters and a style."""

    name: str
    title: str
    build: Callable[[Design, Paper, Sequence[Problem], Style], bytes]
    needs_scenario: bool = False
    turned: Callable[[Design, Paper, int, Style], bytes] | None = None


def _setup(design: Design, paper: Paper, problems: Sequence[Problem], style: Style) -> bytes:
    from .setup_sheet import setup_sheet_bytes

    return setup_sheet_bytes(design, paper=paper, problems=problems, style=style)


def _map(design: Design, paper: Paper, _problems: Sequence[Problem], style: Style) -> bytes:
    return _turned_map(design, paper, 0, style)


def _turned_map(design: Design, paper: Paper, turn: int, style: Style) -> bytes:
    from .map_sheet import map_bytes

    with uncollected():
        return map_bytes(design, paper=paper, turn=turn, style=style)


def _charts(design: Design, paper: Paper, _problems: Sequence[Problem], style: Style) -> bytes:
    from .charts import charts_bytes

    return charts_bytes(design, paper=paper, style=style)


SHEETS: tuple[Sheet, ...] = (
    Sheet("setup", "set-up sheet", _setup, True),
    Sheet("map", "map on one page", _map, turned=_turned_map),
    Sheet("charts", "charts and tables", _charts),
)
SHEET_BY_NAME = {s.name: s for s in SHEETS}
