"""Tables whose header is repeated when they continue in another column or on another page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from ..lazy_dataclass import dataclass
from .flow import Block
from .fonts import clean
from .pen import Align, Pen
from .text import HAIRLINE, INK, LABEL, TINT, TextStyle, on_colour, wrap

CELL = TextStyle(LABEL.font.replace("-SemiBold", "-Regular"), 8.5, 11, INK)
DENSE_CELL = TextStyle(CELL.font, 7.2, 9, INK)


@dataclass(frozen=True)
class PrintedColumn:
    """A column: its heading, its share of the width, the alignment of its cells. It is at least `least`
    points wide, so that no word is broken, if the table has room for that."""

    title: str
    share: float
    align: Align = "left"
    bold: bool = False
    least: float = 0.0


@dataclass
class HeaderRow(Block):
    """The headings of the columns."""

    columns: tuple[PrintedColumn, ...]
    gap: float = 4.0
    keep: bool = True
    dense: bool = False

    _STYLE = TextStyle(LABEL.font, 7.5, 9.5, "#ffffff")

    def _lines(self, width: float) -> list[list[str]]:
        return [
            wrap(c.title, self._STYLE, w - self._margins, 3)
            for c, w in zip(self.columns, spread(self.columns, width), strict=True)
        ]

    @property
    def _margins(self) -> float:
        """The room left and right of a heading."""
        return 3.0 if self.dense else 8.0

    def needed(self) -> list[float]:
        """The widths in which no word of the headings is broken."""
        return [longest_word(c.title, self._STYLE) + self._margins for c in self.columns]

    def height(self, width: float) -> float:
        lines = max(len(lines) for lines in self._lines(width))
        return lines * self._STYLE.leading + (3 if self.dense else 6)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        height = self.height(width)
        pen.box(x, top, width, height, fill=INK, radius=1.5)
        left = x
        for column, column_width, lines in zip(
            self.columns, spread(self.columns, width), self._lines(width), strict=True
        ):
            y = top + (height - len(lines) * self._STYLE.leading) / 2
            pen.lines(anchor(left, column_width, column.align), y, lines, self._STYLE, column.align)
            left += column_width

    def continued(self) -> Block:
        return HeaderRow(self.columns, dense=self.dense)


@dataclass
class TableRow(Block):
    """A row; `swatch` puts a sample of a colour before the first cell. A `dense` one is lower."""

    columns: tuple[PrintedColumn, ...]
    cells: tuple[str, ...]
    shaded: bool = False
    swatch: str = ""
    gap: float = 0.0
    keep: bool = False
    group: Block | None = None
    dense: bool = False
    _cache: dict[float, list[list[str]]] = field(default_factory=dict, repr=False)

    def _lines(self, width: float) -> list[list[str]]:
        if width not in self._cache:
            self._cache[width] = [
                wrap(text, self._style(column), column_width - self._margins(i), 8)
                for i, (text, column, column_width) in enumerate(
                    zip(self.cells, self.columns, spread(self.columns, width), strict=True)
                )
            ]
        return self._cache[width]

    def _margins(self, place: int) -> float:
        """The room left and right of a cell, with that of the sample of a colour."""
        return 8.0 + (self._inset if self.swatch and place == 0 else 0.0)

    def needed(self) -> list[float]:
        """The widths in which no word of the cells is broken."""
        return [longest_word(text, self._style(column)) + self._margins(i)
                for i, (text, column) in enumerate(zip(self.cells, self.columns, strict=True))]

    @property
    def _inset(self) -> float:
        """The room that a sample of a colour takes."""
        return 12.0 if self.dense else 16.0

    @property
    def _cell(self) -> TextStyle:
        return DENSE_CELL if self.dense else CELL

    def _style(self, column: PrintedColumn) -> TextStyle:
        cell = self._cell
        return replace(cell, font=cell.font.replace("-Regular", "-Bold")) if column.bold else cell

    def height(self, width: float) -> float:
        return max(len(lines) for lines in self._lines(width)) * self._cell.leading + (2 if self.dense else 5)

    def draw(self, pen: Pen, x: float, top: float, width: float) -> None:
        height = self.height(width)
        if self.shaded:
            pen.box(x, top, width, height, fill=TINT)
        left = x
        for i, (column, column_width, lines) in enumerate(
            zip(self.columns, spread(self.columns, width), self._lines(width), strict=True)
        ):
            inset = 0.0
            if self.swatch and i == 0:
                pen.box(
                    left + self._inset - 12,
                    top + height / 2 - 4,
                    10,
                    8,
                    fill=self.swatch,
                    stroke=INK if on_colour(self.swatch) == INK else self.swatch,
                    line=0.4,
                )
                inset = self._inset
            y = top + (height - len(lines) * self._cell.leading) / 2
            start = anchor(left + inset, column_width - inset, column.align)
            pen.lines(start, y, lines, self._style(column), column.align)
            left += column_width
        pen.rule(x, top + height, width, colour=HAIRLINE)


def spread(columns: Sequence[PrintedColumn], width: float) -> list[float]:
    """The widths of the columns: by their shares, as far as each has what it needs at least. If there is not
    room for that, all have the same part of what they need."""
    needed = sum(c.least for c in columns)
    if needed > width:
        return [width * c.least / needed for c in columns]
    fixed: set[int] = set()
    while True:
        left = width - sum(columns[i].least for i in fixed)
        total = sum(c.share for i, c in enumerate(columns) if i not in fixed)
        widths = [c.least if i in fixed else left * c.share / total for i, c in enumerate(columns)]
        narrow = {i for i, c in enumerate(columns) if i not in fixed and widths[i] < c.least}
        if not narrow:
            return widths
        fixed |= narrow


def longest_word(text: str, style: TextStyle) -> float:
    """The width of the longest word of a text in points."""
    return max(map(style.width, clean(text).split(" ")))


def anchor(left: float, width: float, align: Align) -> float:
    """The x at which the text of a cell is anchored."""
    return {"left": left + 4, "centre": left + width / 2, "right": left + width - 4}[align]


def table(
    columns: Sequence[PrintedColumn], rows: Sequence[Sequence[str]], swatches: Sequence[str] = (), *,
    dense: bool = False, whole: bool = False, kept: bool = False,
) -> list[Block]:
    """A table as blocks: the header and its rows. A `whole` one is never broken, and a `kept` one stays with
    what stands below it."""
    made = _wide_enough(columns, rows, swatches, dense)
    head = HeaderRow(made, dense=dense)
    blocks: list[Block] = [head]
    for i, cells in enumerate(rows):
        swatch = swatches[i] if swatches else ""
        blocks.append(TableRow(
            made, tuple(cells), i % 2 == 1, swatch, group=head, dense=dense,
            keep=(whole and i < len(rows) - 1) or (kept and i == len(rows) - 1)))
    return blocks


def _wide_enough(
    columns: Sequence[PrintedColumn], rows: Sequence[Sequence[str]], swatches: Sequence[str], dense: bool
) -> tuple[PrintedColumn, ...]:
    """The columns with the widths in which no word of their headings and cells is broken."""
    several = [HeaderRow(tuple(columns), dense=dense).needed()]
    for i, cells in enumerate(rows):
        swatch = swatches[i] if swatches else ""
        several.append(TableRow(tuple(columns), tuple(cells), swatch=swatch, dense=dense).needed())
    # A hair more, as widths are sums.
    return tuple(replace(c, least=max(widths) + 0.01)
                 for c, widths in zip(columns, zip(*several, strict=True), strict=True))
