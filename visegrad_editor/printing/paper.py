"""Paper sizes and the frame the content of a page stands in. All lengths are points (1/72 inch)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from ..model.paper_sizes import PAPERS_MM

Paper = Literal["A4", "Letter", "A3", "Tabloid", "A2", "A1"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
TEXT_PAPERS: tuple[Paper, ...] = ("A4", "Letter")
"""For sheets to read; on larger ones lines of text are too long for the eye. Maps go on all."""

MM = 72 / 25.4


@dataclass(frozen=True)
class Frame:
    """A page: its size, and the margins around the content.

    13 mm at the sides is more than any common printer leaves white; head and foot lines stand
    inside the upper and lower margin, themselves 10 mm from the edge.
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
        """How far below the upper edge of the page the content ends."""
        return self.height - self.bottom


def paper_named(name: str) -> Paper:
    """The paper of that name in any spelling; ValueError, naming the choices, where there is none.

    >>> paper_named("letter")
    'Letter'
    """
    for paper in PAPERS:
        if paper.lower() == name.strip().lower():
            return paper
    raise ValueError(f"There is no paper “{name}”; choose one of {', '.join(PAPERS)}.")


def frame(paper: Paper, *, landscape: bool = False) -> Frame:
    """The frame of a page of that paper."""
    width, height = (side * MM for side in PAPERS_MM[paper])
    return Frame(height, width) if landscape else Frame(width, height)
