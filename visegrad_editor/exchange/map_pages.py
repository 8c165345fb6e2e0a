"""The number of pages of a printed map, shown before it is printed."""

from __future__ import annotations

from ..model.design import Design
from ..printing.page_plan import TooManyPagesError
from ..printing.paper import MM, paper_named
from .errors import ExportError
from .export import map_options
from .picture_options import PictureOptions, check_pages, shown_box


def pages_words(design: Design, paper: str, options: PictureOptions) -> str:
    """The number of pages and the size of the map glued together, or that it is fitted to one page; raises
    `ExportError` if such a map cannot be printed."""
    from ..printing.map_sheet import plan_of

    check_pages(options)
    if not options.hex_mm:
        shown = "The whole map" if shown_box(design, options) is None else "The part in play"
        return f"{shown} on one page of {paper}, with its key."
    try:
        plan = plan_of(design, paper_named(paper), map_options(options))
    except TooManyPagesError as error:
        raise ExportError(str(error)) from error
    first, last = plan.windows[0].box, plan.windows[-1].box
    width, height = ((last[n + 2] - first[n]) * plan.scale / MM for n in (0, 1))
    stand = "lying" if plan.landscape else "upright"
    count = len(plan.windows)
    pages = f"1 page of {paper}" if count == 1 else (
        f"{count} pages of {paper}, {stand}, in {plan.rows} {'row' if plan.rows == 1 else 'rows'} of "
        f"{plan.columns}")
    return f"{pages}, and one with instructions for gluing; the map is {width:,.0f} × {height:,.0f} mm."
