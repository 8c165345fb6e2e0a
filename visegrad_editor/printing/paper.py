"""Paper sizes and the frame of the content of a page. All lengths are points (1/72 inch)."""

from __future__ import annotations

from typing import Literal, get_args

from ..lazy_dataclass import dataclass
from ..model.paper_sizes import PAPERS_MM

Paper = Literal["A4", "Letter", "A3", "Tabloid", "A2", "A1"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
TEXT_PAPERS: tuple[Paper, ...] = ("A4", "Letter")
"""The papers for text; on larger ones the lines would be too long to read. Maps may use all."""

MM = 72 / 25.4


@dataclass(frozen=True)
class Frame:
    """A page: its size, and the margins around the content.

    Common printers leave less than the 13 mm at the sides white; headers and footers are inside the upper and
    lower margin, 10 mm from the edge.
    """

    width: float
    height: float
    side: float = 13 * MM
    top: float = 20 * MM
    bottom: float = 18 * MM

    @property
    def content_width(self) -> float:
        return self.width - 2 * self.side

    @property
    def content_height(self) -> float:
        return self.height - self.top - self.bottom

    @property
    def floor(self) -> float:
        """The lower end of the content, measured from the upper edge of the page."""
        return self.height - self.bottom


def paper_named(name: str) -> Paper:
    """The paper of that name in upper or lower case; raises ValueError, with the choices, if there is none.

    >>> paper_named("letter")
    'Letter'
    """
    for paper in PAPERS:
        if paper.lower() == name.strip().lower():
            return paper
    raise ValueError(f"There is no paper \"{name}\"; choose one of {', '.join(PAPERS)}.")


def frame(paper: Paper, *, landscape: bool = False) -> Frame:
    """The frame of a page on that paper."""
    width, height = (side * MM for side in PAPERS_MM[paper])
    return Frame(height, width) if landscape else Frame(width, height)
