"""What people write in by hand: boxes with a title, lines, tracks to tick, and marks where to fold."""

from __future__ import annotations

from ..lazy_dataclass import dataclass
from .flow import Block
from .pen import Pen
from .text import BODY, GROUP, HAIRLINE, INK, LABEL, SMALL, STRONG, TINT, wrap


@dataclass(frozen=True)
class WriteIn:
    """A box: its title, a word beside that, and what is in it already."""

    title: str
    texts: tuple[str, ...] = ()
    note: str = ""


@dataclass
class WriteInRow(Block):
    """Boxes beside each other, all as high as the one that needs most, and at least `lines` lines. `across`
    is the number for which there is room."""

    boxes: tuple[WriteIn, ...]
    across: int = 3
    lines: int = 3
    gap: float = 6.0
    group: Block | None = None

    _GUTTER = 8.0
    _HEAD = 13.0

    def _own(self, width: float) -> float:
        return (width - self._GUTTER * (self.across - 1)) / self.across

    def _texts(self, box: WriteIn, width: float) -> list[str]:
        return [line for text in box.texts for line in wrap(text, BODY, self._own(width) - 10)]

    def height(self, width: float) -> float:
        most = max((len(self._texts(box, width)) for box in self.boxes), default=0)
        return self._HEAD + max(most, self.lines) * BODY.leading + 6

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        own, height = self._own(width), self.height(width)
        for i, box in enumerate(self.boxes):
            left = x + i * (own + self._GUTTER)
            pen.box(left, top, own, self._HEAD, fill=TINT)
            pen.box(left, top, own, height, stroke=INK, line=0.8)
            pen.text(left + 5, top + 1, box.title, STRONG)
            if box.note:
                pen.text(left + own - 5, top + 1.5, box.note, LABEL, "right")
            texts = self._texts(box, width)
            pen.lines(left + 5, top + self._HEAD + 2, texts, BODY)
            room = int((height - self._HEAD - 4) / BODY.leading)
            for n in range(len(texts) + 1, room + 1):
                pen.rule(left + 5, top + self._HEAD + 1 + n * BODY.leading, own - 10, colour=HAIRLINE)


def write_in_rows(
    boxes: list[WriteIn], group: Block | None = None, across: int = 3, lines: int = 3
) -> list[Block]:
    """Boxes in as many rows as they need."""
    return [WriteInRow(tuple(boxes[i:i + across]), across, lines, group=group)
            for i in range(0, len(boxes), across)]


@dataclass
class WriteInTable(Block):
    """Rows of a table with lines between all cells, as high as handwriting needs; cells may have text.
    `shares` are those of the columns; headings of `small` columns stand in their middle."""

    titles: tuple[str, ...]
    shares: tuple[float, ...]
    rows: tuple[tuple[str, ...], ...]
    gap: float = 4.0
    group: Block | None = None
    row: float = 18.0
    small: bool = False

    _HEAD = 12.0

    def _widths(self, width: float) -> list[float]:
        return [width * share / sum(self.shares) for share in self.shares]

    def _heights(self, width: float) -> list[float]:
        widths = self._widths(width)
        return [max(self.row, BODY.leading * max(
            len(wrap(cell, BODY, w - 6)) for cell, w in zip(cells, widths, strict=True)) + 4)
            for cells in self.rows]

    def height(self, width: float) -> float:
        return self._HEAD + sum(self._heights(width))

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        widths, heights = self._widths(width), self._heights(width)
        pen.box(x, top, width, self._HEAD, fill=TINT, stroke=INK)
        left = x
        for title, own in zip(self.titles, widths, strict=True):
            if self.small:
                pen.text(left + own / 2, top + 1, title, LABEL.in_colour(INK), "centre")
            else:
                pen.text(left + 3, top + 1, title, LABEL.in_colour(INK))
            left += own
        below = top + self._HEAD
        for cells, height in zip(self.rows, heights, strict=True):
            left = x
            for cell, own in zip(cells, widths, strict=True):
                lines = wrap(cell, BODY, own - 6)
                pen.lines(left + 3, below + (height - len(lines) * BODY.leading) / 2, lines, BODY)
                left += own
            below += height
            pen.rule(x, below, width, colour=INK, line=0.4)
        left = x
        for own in (0.0, *widths):
            left += own
            pen.upright(left, top, below - top, colour=INK, line=0.4)

    def split(self, width: float, room: float) -> tuple[Block, Block] | None:
        used, fit = self._HEAD, 0
        for height in self._heights(width):
            if used + height > room:
                break
            used, fit = used + height, fit + 1
        if not 0 < fit < len(self.rows):
            return None
        made = [WriteInTable(self.titles, self.shares, rows, self.gap, self.group, self.row, self.small)
                for rows in (self.rows[:fit], self.rows[fit:])]
        return made[0], made[1]


_TURNS_ACROSS = 13
_NAMES = 0.3
"""The width of the names before turns, as a share of that of all their boxes."""


def turn_tables(title: str, turns: list[str], names: list[str]) -> list[WriteInTable]:
    """A row of boxes for each name, one for each turn, in as many tables as all turns need."""
    across = -(-len(turns) // -(-len(turns) // _TURNS_ACROSS))
    found = []
    for i in range(0, len(turns), across):
        shown = turns[i:i + across]
        blanks = ("",) * len(shown)
        found.append(WriteInTable(
            (title, *shown), (_NAMES * len(shown), *([1.0] * len(shown))),
            tuple((name, *blanks) for name in names), gap=8.0, small=True))
    return found


@dataclass
class PointTrack(Block):
    """A track of points to cross off, ten in a row, with a name before it."""

    name: str
    most: int
    gap: float = 6.0

    _CELL = 15.0

    @property
    def _rows(self) -> int:
        return -(-(self.most + 1) // 20)

    def height(self, width: float) -> float:
        return self._rows * self._CELL + 2

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        label = 0.16 * width
        pen.lines(x, top + 1, wrap(self.name, STRONG, label - 6), STRONG)
        cell = (width - label) / 20
        for n in range(self.most + 1):
            left, upper = x + label + n % 20 * cell, top + n // 20 * self._CELL
            pen.box(left, upper, cell, self._CELL, fill=TINT if n % 10 == 0 else "", stroke=INK, line=0.5)
            pen.text(left + cell / 2, upper + 2, str(n), SMALL.in_colour(INK), "centre")


@dataclass
class FoldMarks(Block):
    """Marks in both margins of a page where it is folded. It is placed at the left edge of the paper."""

    height_of_page: float
    margin: float

    def height(self, width: float) -> float:
        return 0.0

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        for left in (x + 14, x + width - self.margin + 4):
            for step in range(3):
                pen.rule(left + step * 7, top, 4, colour=INK, line=0.8)
            pen.text(left, top + 2, "fold", SMALL)


@dataclass
class SecretBand(Block):
    """The head of a secret sheet: whose it is, across the page."""

    side: str
    text: str
    gap: float = 8.0
    keep: bool = True

    def _lines(self, width: float) -> list[str]:
        return wrap(self.text, BODY, width - 16)

    def height(self, width: float) -> float:
        return 20 + BODY.leading * len(self._lines(width)) + 6

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        pen.box(x, top, width, 18, fill=INK)
        head = GROUP.in_colour("#ffffff")
        pen.text(x + 8, top + 2.5, f"For the eyes of the {self.side} side only", head)
        pen.box(x, top, width, self.height(width), stroke=INK, line=0.8)
        pen.lines(x + 8, top + 21, self._lines(width), BODY)
