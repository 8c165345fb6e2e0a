"""The sheets that can be printed, by name. The module that draws a sheet is imported on demand: it takes a
tenth of a second, and pictures and tables do not need it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..drawing.style import Style
from ..lazy_dataclass import dataclass
from ..model.design import Design
from ..model.gc_pause import gc_paused
from ..model.problems import Problem
from .map_options import MapOptions
from .paper import PAPERS, TEXT_PAPERS, Paper


@dataclass(frozen=True)
class Sheet:
    """A kind of sheet. `build` makes the bytes of a PDF file from a design, a paper, problems, a style and,
    for a variant, the design that it is a variant of; `mapped`, for the map
    sheet only, takes map options instead of problems."""

    name: str
    title: str
    build: Callable[..., bytes]
    needs_scenario: bool = False
    mapped: Callable[[Design, Paper, MapOptions, Style], bytes] | None = None
    papers: tuple[Paper, ...] = TEXT_PAPERS


def _setup(
    design: Design, paper: Paper, problems: Sequence[Problem], style: Style, base: Design | None = None
) -> bytes:
    from .setup_sheet import setup_sheet_bytes

    return setup_sheet_bytes(design, paper=paper, problems=problems, style=style, base=base)


def _map(
    design: Design, paper: Paper, _problems: Sequence[Problem], style: Style, _base: Design | None = None
) -> bytes:
    from .map_sheet import map_bytes

    with gc_paused():
        return map_bytes(design, paper=paper, style=style)


def _optional_map(design: Design, paper: Paper, options: MapOptions, style: Style) -> bytes:
    from .map_sheet import map_bytes

    with gc_paused():
        return map_bytes(design, paper=paper, style=style, options=options)


def _charts(
    design: Design, paper: Paper, _problems: Sequence[Problem], style: Style, _base: Design | None = None
) -> bytes:
    from .charts import charts_bytes

    return charts_bytes(design, paper=paper, style=style)


def _order_of_battle(
    design: Design, paper: Paper, _problems: Sequence[Problem], style: Style, _base: Design | None = None
) -> bytes:
    from .order_of_battle import order_of_battle_bytes

    return order_of_battle_bytes(design, paper=paper, style=style)


SHEETS: tuple[Sheet, ...] = (
    Sheet("setup", "set-up sheet", _setup, True),
    Sheet("map", "map", _map, mapped=_optional_map, papers=PAPERS),
    Sheet("charts", "charts and tables", _charts),
    Sheet("forces", "order of battle", _order_of_battle, True),
)
SHEET_BY_NAME = {s.name: s for s in SHEETS}
